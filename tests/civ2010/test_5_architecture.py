"""Buildings, wonders, harvests and the metropolis (rulebook chapter 5, from section 8 on)."""

from __future__ import annotations

import pytest

from engine.rulesets.civ2010.cities.architecture import wonder_cost
from engine.rulesets.civ2010.map import figures
from engine.rulesets.civ2010.map.board import cities_of, outskirts
from engine.rulesets.civ2010.tables import BUILDINGS, TECHNOLOGIES, WONDERS
from tests.civ2010.builders import Game, a_game
from tests.covering import covers

LETTERS = {"water": "W", "desert": "D", "mountain": "M", "grassland": "G", "land": "F"}
YIELDS = {
    "harbor": (2, 1, 0, 0, 0),
    "trading_post": (2, 0, 1, 0, 0),
    "workshop": (0, 3, 0, 0, 0),
    "iron_mine": (0, 4, 0, 0, 0),
    "library": (1, 0, 1, 0, 0),
    "university": (2, 0, 2, 0, 0),
    "granary": (1, 1, 0, 0, 0),
    "aqueduct": (2, 2, 0, 0, 0),
    "market": (1, 1, 1, 0, 0),
    "bank": (1, 1, 1, 1, 0),
    "temple": (0, 0, 2, 0, 0),
    "cathedral": (0, 0, 3, 0, 0),
    "barracks": (2, 0, 0, 0, 2),
    "academy": (2, 0, 0, 0, 4),
    "shipyard": (0, 2, 0, 0, 2),
}
COSTS = {"library": 5, "granary": 5, "shipyard": 5, "university": 8, "aqueduct": 8}
TENS = ("iron_mine", "bank", "cathedral", "academy")


def a_city() -> Game:
    """Ada's capital with trade enough to rush anything."""
    return a_game().has("ada", trade=27).terrain("F", "B2", "C2", "D2")


@pytest.mark.parametrize("kind", BUILDINGS)
@covers(
    *(f"building.{kind}" for kind in YIELDS),
    "technology.writing",
    "technology.navigation",
    "technology.code_of_laws",
    "technology.metalworking",
    "technology.theology",
)
def test_5_8_a_building_needs_its_technology_and_terrain(kind: str) -> None:
    card = BUILDINGS[kind]
    game = a_city().terrain(LETTERS[card.terrain], "B4").tech("ada", card.technology).at("cities")
    game.play("ada", do="act", item=kind, square="B4")
    square = next(s for s in game.view().city_sheets[0].squares if s.place == "B4")
    gives = (square.trade, square.production, square.culture, square.coins, square.combat)
    assert gives == YIELDS[kind]
    assert card.cost == COSTS.get(kind, 10 if kind in TENS else 7)
    assert kind not in a_city().terrain(LETTERS[card.terrain], "B4").at("cities").items("ada")


def test_5_8_a_city_has_one_star() -> None:
    game = a_city().tech("ada", "currency", "philosophy").building("ada", "market", "B4")
    said = {"do": "act", "item": "temple"}
    assert game.at("cities").options("ada", "square", said) == ["B4"]


def test_5_8_nothing_is_built_under_an_enemy() -> None:
    game = a_city().tech("ada", "writing").armies("bo", "B3").at("cities")
    said = {"do": "act", "item": "library"}
    assert game.options("ada", "square", said) == ["D3", "B4", "C4", "D4"]


def test_5_8_the_market_can_be_sold_out() -> None:
    game = a_city().tech("ada", "writing")
    game.state.supply["library"] = 0
    assert "library" not in game.at("cities").items("ada")


@covers("civilization.egyptians")
def test_5_8_egyptians_build_for_nothing_once_a_turn() -> None:
    game = a_game().tech("ada", "writing").cities("ada", "C8").at("cities")
    game.play("ada", do="act", city="C3", item="free:library", square="B2")
    assert game.piece("B2") == "library"
    assert "free:library" not in game.items("ada")


@covers("civilization.spanish")
def test_5_8_spanish_build_on_exploring() -> None:
    game = a_game(civilizations=("spanish",)).armies("ada", "C8").dark("C9").at("movement")
    game.play("ada", do="move", from_="C8", target="C8>C9")
    game.choose("ada", "granary").choose("ada", "B2")
    assert game.piece("B2") == "granary"


@covers("wonder.taj_mahal")
def test_5_8_the_taj_mahal_brings_a_building() -> None:
    game = a_game().tech("ada", "writing").building("ada", "taj_mahal", "B2").at("start")
    game.play("ada", do="use", use="wonder:taj_mahal").choose("ada", "library").choose("ada", "B3")
    assert game.piece("B3") == "library"


@covers("person.jacques_cousteau")
def test_5_8_jacques_cousteau_builds_harbors() -> None:
    game = a_game().terrain("W", "B2", "C2", "D2", "B3")
    game.person("ada", "jacques_cousteau", "humanitarian", "D4").at("start")
    game.play("ada", do="use", use="person:jacques_cousteau")
    game.choose("ada", "B2").choose("ada", "C2").choose("ada", "D2")
    assert [game.piece(key) for key in ("B2", "C2", "D2", "B3")] == ["harbor"] * 3 + [""]


@covers("technology.plastics")
def test_5_8_plastics_bring_something_for_nothing() -> None:
    game = a_game().tech("ada", "plastics").at("start")
    game.play("ada", do="use", use="technology:plastics").choose("ada", "figure:army")
    game.choose("ada", "D4")
    assert game.figures_on("D4") == (1, 0)


@covers("technology.printing_press", "technology.banking", "technology.theology")
def test_5_9_basic_buildings_become_better_ones() -> None:
    game = a_game().building("ada", "library", "B2", "B3").pyramid("ada", 2).has("ada", trade=11)
    game.at("research").choose("ada", "printing_press")
    assert (game.piece("B2"), game.piece("B3")) == ("university", "university")


def test_5_9_only_the_better_form_is_built() -> None:
    game = a_city().tech("ada", "writing", "printing_press").at("cities")
    assert "library" not in game.items("ada")
    assert "university" in game.items("ada")


def test_5_9_a_basic_building_that_comes_free_becomes_the_better_one_too() -> None:
    game = a_game(civilizations=("spanish",)).tech("ada", "printing_press").policy("ada")
    game.scouts("ada", "C8").dark("C9").at("movement")
    game.play("ada", do="move", from_="C8", target="C8>C9").choose("ada", "library")
    game.choose("ada", "B2")
    assert game.piece("B2") == "university"


DISCOUNTS = {t: (card.wonder, card.wonder_cost) for t, card in TECHNOLOGIES.items() if card.wonder}


@pytest.mark.parametrize("tech", DISCOUNTS)
@covers("technology.animal_husbandry", "technology.education", "technology.computers")
def test_5_10_its_technology_makes_a_wonder_cheaper(tech: str) -> None:
    wonder, cost = DISCOUNTS[tech]
    game = a_game()
    assert wonder_cost(game.state, 0, wonder) == WONDERS[wonder].cost
    assert wonder_cost(game.tech("ada", tech).state, 0, wonder) == cost < WONDERS[wonder].cost


@covers("person.michelangelo")
def test_5_10_michelangelo_makes_the_next_wonder_cheaper() -> None:
    game = a_city().person("ada", "michelangelo", "artist", "D4").at("cities")
    wonder = game.state.wonder_market[0]
    game.play("ada", do="use", use="person:michelangelo")
    assert wonder_cost(game.state, 0, wonder) == WONDERS[wonder].cost - 5


def test_5_10_a_city_has_one_wonder() -> None:
    game = a_city().building("ada", "stonehenge", "B4").at("cities")
    wonder = next(w for w in game.state.wonder_market if w in game.items("ada"))
    assert game.options("ada", "square", {"do": "act", "item": wonder}) == ["B4"]


def test_5_10_a_wonder_gives_its_culture() -> None:
    game = a_game().building("ada", "sydney_opera_house", "B4")
    assert game.view().city_sheets[0].arts == 4


@covers("civilization.romans")
def test_5_10_romans_take_a_step_for_a_wonder() -> None:
    game = a_game(civilizations=("romans",)).has("ada", trade=27).terrain("F", "B2", "C2", "D2")
    game.at("cities")
    wonder = next(w for w in game.state.wonder_market if w in game.items("ada"))
    game.play("ada", do="act", item=wonder, square="B4")
    assert game.player("ada").track == 1


@covers("technology.education")
def test_5_10_education_adds_a_coin_for_a_wonder() -> None:
    game = a_city().tech("ada", "education").at("cities")
    wonder = next(w for w in game.state.wonder_market if w in game.items("ada"))
    game.play("ada", do="act", item=wonder, square="B4")
    assert game.player("ada").tech_coins == {"education": 1}


def test_5_11_a_wonder_is_replaced_in_the_market() -> None:
    game = a_city().at("cities")
    wonder = next(w for w in game.state.wonder_market if w in game.items("ada"))
    game.play("ada", do="act", item=wonder, square="B4")
    assert len(game.state.wonder_market) == 4
    assert wonder not in game.state.wonder_market


@covers("technology.monarchy")
def test_5_12_monarchy_makes_an_ancient_wonder_obsolete_or_kills_a_unit() -> None:
    game = a_game().building("bo", "stonehenge", "E14").tech("ada", "monarchy")
    game.has("ada", tokens=["silk"]).at("cities")
    game.play("ada", do="use", use="technology:monarchy", on="wonder:stonehenge")
    assert game.player("bo").wonders == {}
    assert game.piece("E14") == "stonehenge"
    game = a_game().units("bo", "infantry.0").tech("ada", "monarchy").has("ada", tokens=["silk"])
    game.at("cities").play("ada", do="use", use="technology:monarchy", on="unit:1")
    assert game.player("bo").units == []


@covers("technology.gunpowder")
def test_5_12_gunpowder_destroys_buildings_or_clears_the_market() -> None:
    game = a_game().building("bo", "library", "E14").tech("ada", "gunpowder")
    game.has("ada", tokens=["silk", "spy"]).at("cities")
    game.play("ada", do="use", use="technology:gunpowder", on="building:E14")
    assert game.piece("E14") == ""
    game = a_game().tech("ada", "gunpowder").has("ada", tokens=["silk", "spy"]).at("cities")
    wonder = game.state.wonder_market[0]
    game.play("ada", do="use", use="technology:gunpowder", on=f"wonder:{wonder}")
    assert wonder in game.state.gone
    assert len(game.state.wonder_market) == 4


def test_5_13_what_is_built_over_makes_room() -> None:
    game = a_city().tech("ada", "writing").building("ada", "granary", "B4").at("cities")
    supply = game.state.supply["granary"]
    game.play("ada", do="act", item="library", square="B4")
    assert game.state.supply["granary"] == supply + 1
    game = a_city().tech("ada", "writing").marker("ada", "artist", "B4").at("cities")
    game.play("ada", do="act", item="library", square="B4")
    assert game.player("ada").reserve == ["artist"]
    game = a_city().tech("ada", "writing").building("ada", "stonehenge", "B4").at("cities")
    game.play("ada", do="act", item="library", square="B4")
    assert game.player("ada").wonders == {}
    assert "stonehenge" in game.state.gone


def test_5_14_a_city_gives_one_culture_and_what_its_squares_give() -> None:
    game = a_game().icon("culture", "B2").building("ada", "temple", "B3").at("cities")
    game.play("ada", do="act", item="arts")
    assert game.player("ada").culture == 4


@covers("civilization.indians")
def test_5_14_indians_harvest_culture_from_resources() -> None:
    game = a_game(civilizations=("indians",)).icon("iron", "B2", "B3")
    assert game.view().city_sheets[0].arts == 3
    assert game.icon("silk", "F8").scouts("ada", "F8").view().city_sheets[0].arts == 4
    game.tech("ada", "metal_casting").has("ada", resources={"silk": 1}).at("cities")
    game.state.market["silk"] -= 1
    game.play("ada", do="use", use="technology:metal_casting")
    assert game.player("ada").culture == 7


@covers("person.akira_kurosawa", "person.charles_darwin", "person.jerry_garcia")
def test_5_14_great_people_gain_by_the_arts() -> None:
    game = a_game().person("bo", "akira_kurosawa", "artist", "E14", shown=True)
    game.person("ada", "charles_darwin", "scientist", "D4", shown=True)
    game.at("cities").play("ada", do="use", use="person:charles_darwin")
    game.play("ada", do="act", item="arts")
    assert (game.player("ada").trade, game.player("ada").culture) == (1, 0)
    assert game.player("bo").culture == 1
    game = a_game().cities("ada", "C8").person("ada", "jerry_garcia", "artist", "D4").at("cities")
    game.play("ada", do="use", use="person:jerry_garcia")
    assert game.player("ada").culture == 4
    assert game.options("ada", "item", {"do": "act"})


def test_5_15_a_city_harvests_a_resource_of_its_squares() -> None:
    game = a_game().icon("iron", "B2").at("cities").play("ada", do="act", item="harvest:iron")
    assert game.player("ada").resources == {"iron": 1}
    assert game.state.market["iron"] == 1


def test_5_15_an_empty_market_gives_none() -> None:
    game = a_game().icon("iron", "B2")
    game.state.market["iron"] = 0
    assert "harvest:iron" not in game.at("cities").items("ada")


@covers("wonder.angkor_wat")
def test_5_15_angkor_wat_harvests_twice() -> None:
    game = a_game().icon("iron", "B2").building("ada", "angkor_wat", "B4").at("cities")
    game.play("ada", do="act", item="harvest:iron").choose("ada", "iron")
    assert game.player("ada").resources == {"iron": 2}


def test_5_15_the_owner_says_which_harvest_angkor_wat_doubles() -> None:
    game = a_game().icon("iron", "B2").icon("silk", "D8").building("ada", "angkor_wat", "B4")
    game.cities("ada", "C8").at("cities")
    game.play("ada", do="act", city="C3", item="harvest:iron").choose("ada", "nothing")
    game.play("ada", do="act", item="harvest:silk").choose("ada", "silk")
    assert game.player("ada").resources == {"iron": 1, "silk": 2}


def test_5_15_angkor_wat_is_not_used_up_where_nothing_more_is_left() -> None:
    game = a_game().icon("iron", "B2").icon("silk", "D8").building("ada", "angkor_wat", "B4")
    game.cities("ada", "C8").at("cities").state.market["iron"] = 1
    game.has("bo", resources={"iron": 1}).play("ada", do="act", city="C3", item="harvest:iron")
    game.play("ada", do="act", item="harvest:silk").choose("ada", "silk")
    assert game.player("ada").resources == {"iron": 1, "silk": 2}


@covers("technology.agriculture")
def test_5_16_the_capital_grows_with_agriculture() -> None:
    game = a_game().has("ada", trade=6).building("ada", "library", "D3").at("research")
    game.choose("ada", "agriculture")
    assert game.asked() == {"ada": "metropolis"}
    game.choose("ada", "D3")
    capital = cities_of(game.state, 0)[0]
    assert len(outskirts(game.state, capital)) == 10
    assert game.piece("D3") == ""
    sheet = game.view().city_sheets[0]
    assert (sheet.arts, sheet.defence) == (2, 14)


def test_5_16_a_capital_that_cannot_grow_waits() -> None:
    game = a_game().has("ada", trade=6).dark("E3", "C5").armies("bo", "C2").armies("bo", "B3")
    game.at("research").choose("ada", "agriculture")
    assert cities_of(game.state, 0)[0].second == -1
    for at in list(game.state.figures):
        figures.put(game.state, at, ())
    game.at("start").choose("ada", "C2")
    assert cities_of(game.state, 0)[0].second == game.at_square("C2")


def test_5_16_the_clock_grows_the_capital_over_nothing() -> None:
    game = a_game().tech("ada", "agriculture").building("ada", "stonehenge", "C2")
    game.token("hut", "spy", "B3").building("ada", "library", "D3").at("start")
    assert set(game.keys("ada")) == {"C2", "B3", "D3", "C4"}
    assert game.decision("ada", "metropolis").default == "C4"


@pytest.mark.parametrize("kind", ["hut", "village"])
def test_5_16_the_capital_grows_onto_a_hut_or_village_unseen(kind: str) -> None:
    game = a_game().tech("ada", "agriculture").token(kind, "spy", "D3")
    game.at("start").choose("ada", "D3")
    assert cities_of(game.state, 0)[0].second == game.at_square("D3")
    heap = game.state.huts if kind == "hut" else game.state.villages
    assert (game.state.tokens, heap[0]) == ({}, "spy")
    assert game.player("ada").tokens == []
    assert "spy" not in " ".join(map(str, game.heard("ada")))


def test_5_16_the_capital_grows_onto_a_relic_or_city_state() -> None:
    game = a_game().tech("ada", "agriculture").relic("ark_of_the_covenant", "D3").at("start")
    game.choose("ada", "D3")
    assert (game.state.relics, game.player("ada").track) == ({}, 0)
    game = a_game().tech("ada", "agriculture").city_state("cs1", "D3").at("start")
    game.choose("ada", "D3")
    assert (game.state.city_states, game.player("ada").culture) == ({}, 3)


@pytest.mark.parametrize("figure", ["armies", "scouts"])
def test_5_16_an_enemy_figure_keeps_the_capital_from_growing(figure: str) -> None:
    game = a_game().tech("ada", "agriculture").token("hut", "spy", "D3")
    getattr(game, figure)("bo", "B3")
    assert set(game.at("start").keys("ada")) == {"C2", "C4", "D3"}


def test_5_8_the_clock_builds_over_nothing() -> None:
    game = a_game().tech("ada", "writing").building("ada", "taj_mahal", "B2").at("start")
    game.play("ada", do="use", use="wonder:taj_mahal").choose("ada", "library")
    assert game.keys("ada")[0] == "B2"
    assert game.decision("ada", "building_square").default == "C2"


def test_5_4_the_clock_begins_no_battle() -> None:
    game = a_game().tech("ada", "plastics").armies("bo", "B2").at("start")
    game.play("ada", do="use", use="technology:plastics").choose("ada", "figure:army")
    assert game.keys("ada")[0] == "B2"
    assert game.decision("ada", "figure_square").default == "C2"

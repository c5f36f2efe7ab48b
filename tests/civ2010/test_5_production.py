"""Production: what cities make and do (rulebook chapter 5, sections 1 to 7)."""

from __future__ import annotations

import pytest

from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.combat.units import unit_cost
from engine.rulesets.civ2010.map.board import cities_of, count_figures
from engine.rulesets.civ2010.map.figures import supply
from tests.civ2010.builders import Game, a_game
from tests.covering import covers

FORESTS = ("B2", "C2", "D2", "B3")


def a_city(forests: int = 2) -> Game:
    """Ada's capital with two production for each forest, and one by Despotism."""
    return a_game().terrain("F", *FORESTS[:forests])


def made(game: Game, number: int = 0) -> int:
    return game.view().city_sheets[number].production


def test_5_each_city_acts_once() -> None:
    game = a_city().cities("ada", "C8").at("cities")
    game.play("ada", do="act", city="C3", item="arts").play("ada", do="act", item="arts")
    assert game.asked() == {"bo": "cities"}


def both_build() -> Game:
    """Ada and Bo manage their cities at the same time, and both could build Stonehenge."""
    game = a_game(start_and_production="together")
    for name in ("ada", "bo"):
        game.has(name, trade=27)
    game.terrain("F", "B2", "B3", "B4", "C2", "E13", "E14", "E15", "F13")
    game.state.wonder_market[0] = "stonehenge"
    return game.at("cities")


def test_5_together_each_acts_with_cities_of_their_own() -> None:
    game = both_build().play("bo", do="act", item="arts")
    assert game.asked() == {"ada": "cities"}
    assert game.play("ada", do="act", item="arts").asked() != {"bo": "cities"}


def test_5_together_a_wonder_goes_to_whoever_asks_first() -> None:
    game = both_build()
    assert "stonehenge" in game.items("ada")
    game.play("bo", do="act", item="stonehenge", square="E14")
    assert "stonehenge" in game.player("bo").wonders
    assert "stonehenge" not in game.items("ada")


def test_5_actions_picked_together_may_all_name_their_city() -> None:
    game = a_city().cities("ada", "C8").at("cities")
    game.play("ada", do="act", city="C3", item="arts")
    game.refuses("ada", {"do": "act", "city": "C3", "item": "arts"}, "city_has_acted", "actions")
    game.play("ada", do="act", city="C8", item="arts")
    assert game.asked() == {"bo": "cities"}


def test_5_a_city_that_acted_is_done() -> None:
    game = a_city().cards("ada", "lost").at("cities").play("ada", do="act", item="arts")
    game.refuses("ada", {"do": "act", "item": "arts"}, "no_action_left", "actions")


def test_5_1_forests_and_government_make_production() -> None:
    assert made(a_city(2)) == 5


@covers("government.despotism")
def test_5_1_despotism_adds_one_in_each_city() -> None:
    game = a_city(0).cities("ada", "C8")
    assert (made(game), made(game, 2)) == (1, 1)
    assert made(game.government("ada", "feudalism")) == 0


@covers("government.communism")
def test_5_1_under_communism_all_make_as_much_as_the_best() -> None:
    game = a_city(3).cities("ada", "C8").government("ada", "communism")
    assert made(game, 2) == 6


@pytest.mark.parametrize(
    ("arrange", "more"),
    [
        (lambda g: g.building("ada", "chichen_itza", "D4"), 3),
        (lambda g: g.tech("ada", "military_science").has("ada", coins=7), 2),
        (lambda g: g.person("ada", "susan_b_anthony", "humanitarian", "D4", shown=True), 3),
        (
            lambda g: (
                g.policy("ada", "urban_development")
                .building("ada", "library", "D4")
                .building("ada", "temple", "C4")
            ),
            3,
        ),
    ],
)
@covers(
    "wonder.chichen_itza",
    "technology.military_science",
    "person.susan_b_anthony",
    "policy.urban_development",
)
def test_5_1_cards_add_production(arrange: object, more: int) -> None:
    assert made(arrange(a_city(1))) == 3 + more  # type: ignore[operator]


def test_5_1_urban_development_counts_what_is_not_blockaded() -> None:
    game = a_city(1).policy("ada", "urban_development").building("ada", "library", "D4")
    assert made(game.building("ada", "temple", "C4").armies("bo", "C4")) == 3


BOOSTS = {
    "technology:animal_husbandry#1": 3,
    "technology:construction": 5,
    "technology:banking": 7,
    "technology:plastics#1": 10,
}


@pytest.mark.parametrize("key", BOOSTS)
@covers(
    "technology.animal_husbandry",
    "technology.construction",
    "technology.banking",
    "technology.plastics",
)
def test_5_1_wheat_adds_production(key: str) -> None:
    tech = key.partition(":")[2].partition("#")[0]
    game = a_city(1).tech("ada", tech).has("ada", tokens=["wheat"]).at("cities")
    game.play("ada", do="use", use=key, on="C3")
    assert made(game) == 3 + BOOSTS[key]


@pytest.mark.parametrize(
    ("card", "more"),
    [
        ("we_love_the_despot_day", 4),
        ("we_love_the_queen_day", 6),
        ("we_love_the_president_day", 8),
    ],
)
@covers(
    "card.we_love_the_despot_day", "card.we_love_the_queen_day", "card.we_love_the_president_day"
)
def test_5_1_a_day_of_love_adds_production(card: str, more: int) -> None:
    game = a_city(1).cards("ada", card).at("cities")
    game.play("ada", do="use", use=f"card:{card}", on="C3")
    assert made(game) == 3 + more


@covers("token.friendly_workers")
def test_5_1_friendly_workers_add_production() -> None:
    game = a_city(1).has("ada", tokens=["friendly_workers"]).at("cities")
    game.play("ada", do="use", use="token:friendly_workers", on="C3")
    assert made(game) == 7


def test_5_2_three_trade_buy_one_production() -> None:
    game = a_city(1).has("ada", trade=8).at("cities")
    game.play("ada", do="act", item="infantry")
    assert game.player("ada").trade == 2
    assert game.events(events.Built)[0].rushed == 6


@covers("civilization.americans")
def test_5_2_americans_buy_two() -> None:
    game = a_game(civilizations=("americans",)).terrain("F", "B2").has("ada", trade=8).at("cities")
    game.play("ada", do="act", item="infantry")
    assert game.player("ada").trade == 5


def test_5_3_example_a_a_program_doubles_the_squares() -> None:
    game = a_city(2).terrain("M", "D2").capital("ada", program=True)
    assert made(game) == 11
    game.at("cities").play("ada", do="act", item="army", square="D4")
    assert not cities_of(game.state, 0)[0].program


def test_5_3_a_city_stores_its_production_once() -> None:
    game = a_city().at("cities").play("ada", do="act", item="store")
    assert cities_of(game.state, 0)[0].program
    assert "store" not in game.at("cities").items("ada")


def test_5_3_what_cannot_be_made_is_refused() -> None:
    game = a_city(0).at("cities")
    game.refuses("ada", {"do": "act", "item": "scout"}, "too_little_production", "production")
    game.refuses("ada", {"do": "act", "item": "castle"}, "cannot_make", "actions")


@covers("government.monarchy")
def test_5_3_a_king_lets_the_capital_act_again_otherwise() -> None:
    game = a_city().government("ada", "monarchy").tech("ada", "monarchy").at("cities")
    game.play("ada", do="act", item="arts")
    assert "arts" not in game.items("ada")
    game.play("ada", do="act", item="store")
    assert game.asked() == {"bo": "cities"}


@covers("technology.engineering")
def test_5_3_engineering_splits_an_action() -> None:
    game = a_city(4).tech("ada", "engineering").at("cities")
    game.play("ada", do="act", item="army", square="D4")
    assert game.asked() == {"ada": "second_item"}
    game.choose("ada", {"item": "infantry"}, "second_item")
    assert len(game.player("ada").units) == 1


def test_5_3_the_second_item_of_a_split_action_may_be_rushed() -> None:
    game = a_city(1).tech("ada", "engineering").has("ada", trade=18).at("cities")
    game.play("ada", do="act", item="army", square="D4")
    assert game.player("ada").trade == 15
    game.choose("ada", {"item": "infantry"}, "second_item")
    assert (len(game.player("ada").units), game.player("ada").trade) == (1, 0)


@covers("civilization.americans")
def test_5_3_what_a_rush_leaves_over_goes_into_the_second_item() -> None:
    game = a_game(civilizations=("americans",)).terrain("F", "B2").tech("ada", "engineering")
    game.has("ada", trade=9).at("cities").play("ada", do="act", item="army", square="D4")
    assert game.player("ada").trade == 6
    game.choose("ada", {"item": "infantry"}, "second_item")
    assert game.player("ada").trade == 0


@covers("technology.masonry")
def test_5_3_masonry_builds_walls() -> None:
    game = a_city(3).tech("ada", "masonry").at("cities").play("ada", do="act", item="walls")
    assert cities_of(game.state, 0)[0].walls
    assert game.view().sheets[0].stacking == 3


@covers("technology.atomic_theory")
def test_5_3_atomic_theory_lets_all_cities_act_again_or_destroys_one() -> None:
    game = a_city().tech("ada", "atomic_theory").has("ada", tokens=["uranium", "uranium"])
    game.at("cities").play("ada", do="use", use="technology:atomic_theory")
    game.play("ada", do="act", item="arts").play("ada", do="act", item="arts")
    assert game.player("ada").culture == 2
    game.cities("bo", "F9").building("bo", "library", "F8").armies("bo", "E9").at("movement")
    game.play("ada", do="use", use="technology:atomic_theory#1", on="F9")
    assert (game.piece("F8"), game.figures_on("E9")) == ("", (0, 0))
    assert len(cities_of(game.state, 1)) == 1


@covers("card.supply_drop", "person.ada_lovelace")
def test_5_3_cards_let_a_city_act_again() -> None:
    game = a_city().cities("ada", "C8").cards("ada", "supply_drop")
    game.person("ada", "ada_lovelace", "builder", "D4").at("cities")
    game.play("ada", do="use", use="card:supply_drop#1", on="C8")
    game.play("ada", do="use", use="person:ada_lovelace", on="C3")
    for city in ("C3", "C8", "C3"):
        game.play("ada", do="act", city=city, item="arts")
    game.play("ada", do="act", item="arts")
    assert "act" not in game.actions("ada")
    trade = a_city().cards("ada", "supply_drop").at("start")
    assert trade.play("ada", do="use", use="card:supply_drop").player("ada").trade == 7


def test_5_3_in_anarchy_only_ada_lovelace_lets_the_capital_act() -> None:
    game = a_city().government("ada", "anarchy").tech("ada", "atomic_theory").cities("ada", "C8")
    game.has("ada", tokens=["uranium"]).person("ada", "ada_lovelace", "builder", "D4").at("cities")
    game.play("ada", do="use", use="technology:atomic_theory")
    game.play("ada", do="act", item="arts").play("ada", do="act", item="arts")
    assert "act" not in game.actions("ada")
    game.play("ada", do="use", use="person:ada_lovelace", on="C3").play(
        "ada", do="act", item="arts"
    )
    assert game.player("ada").culture == 3


def test_5_4_an_army_costs_four_and_a_scout_six() -> None:
    game = a_city(3).at("cities").play("ada", do="act", item="scout", square="D4")
    assert game.figures_on("D4") == (0, 1)
    assert game.events(events.Built)[0].cost == 6
    assert game.events(events.FigurePlaced) == [], "where it stands was said with its price"
    game = a_city(2).at("cities").play("ada", do="act", item="army", square="D4")
    assert game.figures_on("D4") == (1, 0)


def test_5_4_an_army_put_on_enemies_fights() -> None:
    game = a_city(2).scouts("bo", "D4").at("cities")
    game.play("ada", do="act", item="army", square="D4")
    assert game.figures_on("D4") == (1, 0)


@covers("technology.navy")
def test_5_4_navy_puts_armies_where_a_shipyard_is() -> None:
    game = a_city(2).cities("ada", "C8").terrain("W", "C9").building("ada", "shipyard", "C9")
    game.tech("ada", "navy").at("cities")
    game.play("ada", do="act", city="C3", item="army", square="D8")
    assert game.figures_on("D8") == (1, 0)


def test_5_4_a_blockaded_shipyard_brings_no_army() -> None:
    def squares(*enemies: str) -> list[str]:
        game = a_city().tech("ada", "navy").cities("ada", "C8").terrain("W", "B7")
        game.building("ada", "shipyard", "B7")
        for key in enemies:
            game.scouts("bo", key)
        said = {"do": "act", "city": "C3", "item": "army"}
        return game.at("cities").options("ada", "square", said)

    assert "D9" in squares()
    assert "D9" not in squares("B7")


@covers("policy.military_tradition")
def test_5_4_military_tradition_brings_a_unit() -> None:
    game = a_city(2).policy("ada", "military_tradition").at("cities")
    game.play("ada", do="act", item="army", square="D4").choose("ada", "mounted")
    assert [unit.type for unit in game.player("ada").units] == ["mounted"]


@covers("wonder.hanging_gardens")
def test_5_4_the_hanging_gardens_bring_a_figure() -> None:
    game = a_game().building("ada", "hanging_gardens", "B2").at("start")
    game.play("ada", do="use", use="wonder:hanging_gardens", on="scout")
    assert game.figures_on("B2") == (0, 1)


def test_5_5_figures_are_limited() -> None:
    game = a_game().tech("ada", "replaceable_parts").armies("ada", "C7", 6).scouts("ada", "C8", 2)
    assert (supply(game.state, 0, True), supply(game.state, 0, False)) == (0, 0)
    items = game.terrain("F", *FORESTS).at("cities").items("ada")
    assert "army" not in items
    assert "scout" not in items


@covers("civilization.russians", "civilization.spanish")
def test_5_5_russians_and_spanish_have_one_more() -> None:
    assert supply(a_game(civilizations=("russians",)).state, 0, True) == 7
    assert supply(a_game(civilizations=("spanish",)).state, 0, False) == 3
    assert a_game(civilizations=("russians",)).at("start").view().sheets[0].stacking == 3
    assert a_game(civilizations=("spanish",)).at("start").view().sheets[0].speed == 3


@pytest.mark.parametrize(
    ("techs", "rank"),
    [
        ((), 1),
        (("democracy",), 2),
        (("logistics",), 2),
        (("gunpowder",), 3),
        (("replaceable_parts",), 4),
    ],
)
@covers(
    "technology.democracy",
    "technology.logistics",
    "technology.gunpowder",
    "technology.replaceable_parts",
)
def test_5_6_a_unit_costs_by_rank(techs: tuple[str, ...], rank: int) -> None:
    game = a_game().tech("ada", *techs)
    assert unit_cost(game.state, 0, "infantry") == (5, 7, 9, 11)[rank - 1]


@pytest.mark.parametrize(
    ("tech", "kind", "rank"),
    [
        ("chivalry", "mounted", 2),
        ("railroad", "mounted", 3),
        ("combustion", "mounted", 4),
        ("mathematics", "artillery", 2),
        ("metal_casting", "artillery", 3),
        ("ballistics", "artillery", 4),
    ],
)
@covers("technology.railroad")
def test_5_6_technologies_raise_ranks(tech: str, kind: str, rank: int) -> None:
    assert a_game().tech("ada", tech).player("ada").ranks[kind] == rank


@covers("technology.flight")
def test_5_6_aircraft_need_flight() -> None:
    game = a_city(4).has("ada", trade=12)
    assert "aircraft" not in game.at("cities").items("ada")
    game.tech("ada", "flight").at("cities").play("ada", do="act", item="aircraft")
    assert [unit.type for unit in game.player("ada").units] == ["aircraft"]


@covers("wonder.leonardos_workshop")
def test_5_6_leonardos_workshop_makes_units_cheap() -> None:
    game = a_game().tech("ada", "replaceable_parts").building("ada", "leonardos_workshop", "B2")
    assert unit_cost(game.state, 0, "infantry") == 5


@covers("person.orville_wright")
def test_5_6_orville_wright_brings_an_aircraft() -> None:
    game = a_game().person("ada", "orville_wright", "builder", "D4").at("start")
    game.play("ada", do="use", use="person:orville_wright")
    assert [unit.type for unit in game.player("ada").units] == ["aircraft"]


def test_5_7_only_the_owner_sees_a_new_unit() -> None:
    game = a_city(2).at("cities").play("ada", do="act", item="infantry")
    assert [e for e in game.heard("bo") if isinstance(e, events.UnitSeen)] == []
    assert len([e for e in game.heard("ada") if isinstance(e, events.UnitSeen)]) == 1
    assert game.view("bo").sheets[0].units == 1
    assert len(game.view("ada").own.units) == 1


def test_5_7_an_empty_deck_recruits_none() -> None:
    game = a_city(2)
    game.state.units["infantry"].clear()
    assert "infantry" not in game.at("cities").items("ada")


@covers("civilization.germans")
def test_5_7_germans_gain_units_by_learning() -> None:
    game = a_game(civilizations=("germans",)).pyramid("ada", 2).has("ada", trade=11).at("research")
    game.choose("ada", "logistics").choose("ada", "iron")
    assert len(game.player("ada").units) == 3
    assert game.player("ada").resources == {"iron": 1}
    assert count_figures(game.state, 0) == (0, 0)


def test_5_3_a_festival_is_no_second_harvest_of_culture_for_a_king() -> None:
    game = a_city().government("ada", "monarchy").person("ada", "jerry_garcia", "artist", "D4")
    game.at("cities")
    assert "person:jerry_garcia" in game.uses("ada")
    game.play("ada", do="act", item="arts")
    assert "person:jerry_garcia" not in game.uses("ada")


def test_5_4_the_unit_of_military_tradition_fights_beside_its_army() -> None:
    game = a_game().policy("ada", "military_tradition").terrain("F", "B2", "C2")
    game.armies("bo", "D4").units("bo", "infantry.0", "infantry.1").at("cities")
    game.play("ada", do="act", item="army", square="D4").choose("ada", "mounted")
    assert [unit.type for unit in game.battle().sides[0].hand] == ["mounted"]

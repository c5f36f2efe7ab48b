"""The culture track, research and the pyramid (rulebook chapter 7)."""

from __future__ import annotations

import pytest

from engine.notation.phrases import Phrases
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.describing import NONE
from engine.rulesets.civ2010.sheet.culture import step_cost
from engine.rulesets.civ2010.sheet.pyramid import price_of
from engine.rulesets.civ2010.tables import TECHNOLOGIES
from tests.civ2010.builders import VOICE, Game, a_game
from tests.covering import covers


@covers("wonder.statue_of_liberty", "person.thomas_edison")
def test_7_learning_costs_nothing() -> None:
    game = a_game().tech("bo", "pottery", "currency").building("ada", "statue_of_liberty", "B2")
    game.person("ada", "thomas_edison", "builder", "D4").has("ada", trade=5).at("start")
    game.play("ada", do="use", use="wonder:statue_of_liberty", on="pottery")
    game.play("ada", do="use", use="person:thomas_edison", on="currency")
    assert game.player("ada").techs == ["pottery", "currency"]
    assert game.player("ada").trade == 5


@covers("technology.education")
def test_7_education_teaches_for_one_of_each_resource() -> None:
    game = a_game().tech("ada", "education")
    game.has("ada", tokens=["incense", "iron", "silk", "wheat"]).at("cities")
    game.play("ada", do="use", use="technology:education", on="pottery")
    assert "pottery" in game.player("ada").techs


def test_7_russians_can_type_that_they_learn_and_do_not_attack() -> None:
    game = a_game(civilizations=("russians", "mongols")).tech("bo", "pottery").armies("ada", "F12")
    decision = game.at("movement").decision("ada")
    phrases = Phrases("civ2010", ("Ada", "Bo"))
    for target, words in (("F14?", "move f12 > learn in f14"), ("F14", "move f12 > f14")):
        assert phrases.notation(decision, {"do": "move", "from": "F12", "target": target}) == words


@covers("civilization.russians")
def test_7_russians_learn_in_enemy_cities() -> None:
    game = a_game(civilizations=("russians",)).tech("bo", "pottery").scouts("ada", "F12")
    game.at("movement").play("ada", do="move", from_="F12", target="F14?")
    assert game.player("ada").techs == ["pottery"]
    assert game.figures_on("F12") == (0, 0)


@pytest.mark.parametrize(
    ("track", "culture", "trade"),
    [(0, 3, 0), (6, 3, 0), (7, 5, 3), (13, 5, 3), (14, 7, 6), (20, 7, 6)],
)
def test_7_1_a_step_costs_by_its_third(track: int, culture: int, trade: int) -> None:
    assert step_cost(a_game().state, 0, track + 1) == (culture, trade)


def test_7_1_steps_give_cards_and_great_people() -> None:
    game = a_game().has("ada", culture=9).at("cities")
    game.play("ada", do="advance").play("ada", do="advance").play("ada", do="advance")
    assert len(game.player("ada").cards) == 2
    assert game.asked() == {"ada": "place_person"}
    game.choose("ada", "B2")
    assert game.player("ada").culture == 0
    assert game.piece("B2")


def test_7_1_who_cannot_pay_is_refused() -> None:
    game = a_game().at("cities")
    game.refuses("ada", {"do": "advance"}, "cannot_advance", "culture-track")


@covers("technology.ecology")
def test_7_1_ecology_saves_trade_and_changes_terrain() -> None:
    game = a_game().tech("ada", "ecology").has("ada", coins=6, tokens=["wheat"])
    assert step_cost(game.state, 0, 8) == (5, 1)
    game.at("start").play("ada", do="use", use="technology:ecology", on="B2", then="forest")
    assert game.state.terrain[game.at_square("B2")] == "F"


@covers("person.william_shakespeare")
def test_7_1_shakespeare_passes_others() -> None:
    game = a_game().has("bo", track=1).has("ada", culture=3)
    game.person("ada", "william_shakespeare", "artist", "D4", shown=True).at("cities")
    game.play("ada", do="advance", step="2")
    assert (game.player("ada").track, game.player("ada").culture) == (2, 0)


@covers("wonder.sydney_opera_house", "person.andrew_carnegie", "person.mother_teresa")
def test_7_1_free_steps() -> None:
    game = a_game().building("ada", "sydney_opera_house", "B2").at("start")
    assert game.play("ada", do="use", use="wonder:sydney_opera_house").player("ada").track == 1
    game = a_game().has("ada", coins=6).person("ada", "andrew_carnegie", "industrialist", "D4")
    game.at("cities").play("ada", do="use", use="person:andrew_carnegie")
    assert game.player("ada").track == 2
    game = a_game().has("ada", coins=1).person("ada", "mother_teresa", "humanitarian", "D4")
    game.at("start").play("ada", do="use", use="person:mother_teresa", on="sheet>1")
    assert (game.player("ada").track, game.player("bo").coins) == (1, 1)


GAINS = {
    "technology:currency": (["incense"], 0, 3),
    "technology:chivalry": (["incense"], 0, 5),
    "technology:metal_casting": (["incense"], 0, 7),
}


@pytest.mark.parametrize("key", GAINS)
@covers("technology.currency", "technology.chivalry", "technology.metal_casting")
def test_7_1_incense_brings_culture(key: str) -> None:
    tokens, _, culture = GAINS[key]
    game = a_game().tech("ada", key.partition(":")[2]).has("ada", tokens=tokens).at("cities")
    assert game.play("ada", do="use", use=key).player("ada").culture == culture


@pytest.mark.parametrize(
    ("wonder", "trade", "culture"), [("colossus", 3, 0), ("stonehenge", 0, 1), ("louvre", 0, 3)]
)
@covers("wonder.colossus", "wonder.stonehenge", "wonder.louvre")
def test_7_1_wonders_pay_each_turn(wonder: str, trade: int, culture: int) -> None:
    game = a_game().building("ada", wonder, "B2").at("start")
    game.play("ada", do="use", use=f"wonder:{wonder}")
    assert (game.player("ada").trade, game.player("ada").culture) == (trade, culture)


@covers("wonder.big_ben")
def test_7_1_big_ben_takes_one_of_each() -> None:
    game = a_game().building("ada", "big_ben", "B2").at("start")
    game.play("ada", do="use", use="wonder:big_ben")
    assert game.player("ada").resources == {"incense": 1, "iron": 1, "silk": 1, "wheat": 1}


@covers("person.lorenzo_de_medici", "person.alan_turing", "person.st_francis_of_assisi")
def test_7_1_great_people_pay_by_what_there_is() -> None:
    game = a_game().has("ada", coins=6).person("ada", "lorenzo_de_medici", "industrialist", "D4")
    game.at("start").play("ada", do="use", use="person:lorenzo_de_medici")
    assert game.player("ada").culture == 2
    game = a_game().armies("ada", "C7", 2).person("ada", "alan_turing", "scientist", "D4")
    game.at("start").play("ada", do="use", use="person:alan_turing")
    assert (game.events(events.Gained)[0].trade, game.player("ada").culture) == (2, 2)
    game = (
        a_game().armies("ada", "C7", 2).person("ada", "st_francis_of_assisi", "humanitarian", "D4")
    )
    game.at("cities").play("ada", do="use", use="person:st_francis_of_assisi")
    assert game.player("ada").culture == 12


@covers("person.frank_lloyd_wright", "person.albert_einstein", "person.jim_henson")
def test_7_1_more_great_people_pay() -> None:
    game = a_game().building("ada", "library", "B2", "B3")
    game.person("ada", "frank_lloyd_wright", "builder", "D4").at("cities")
    game.play("ada", do="use", use="person:frank_lloyd_wright")
    assert (game.player("ada").trade, game.player("ada").culture) == (2, 2)
    game = a_game().has("ada", trade=9).person("ada", "albert_einstein", "scientist", "D4")
    game.at("cities").play("ada", do="use", use="person:albert_einstein", on="trade", then=5)
    assert (game.player("ada").trade, game.player("ada").culture) == (4, 5)
    game = a_game().person("ada", "jim_henson", "humanitarian", "D4", shown=True)
    game.has("ada", trade=27).terrain("F", "B2", "C2", "D2").at("cities")
    wonder = next(w for w in game.state.wonder_market if w in game.items("ada"))
    game.play("ada", do="act", item=wonder, square="B4")
    game.player("ada").trade = 0
    game.player("ada").used.clear()
    game.at("start").play("ada", do="use", use="person:jim_henson")
    assert (game.events(events.Gained)[0].trade, game.player("ada").culture) == (1, 1)


def test_7_3_the_hand_is_cut_at_once() -> None:
    game = a_game().cards("ada", "lost", "drought").has("ada", culture=3).at("cities")
    game.play("ada", do="advance")
    assert game.asked() == {"ada": "discard_card"}
    game.choose("ada", "lost")
    assert "lost" not in game.player("ada").cards
    assert len(game.player("ada").cards) == 2


@pytest.mark.parametrize(
    ("arrange", "hand"),
    [
        (lambda g: g, 2),
        (lambda g: g.tech("ada", "pottery"), 3),
        (lambda g: g.tech("ada", "civil_service"), 3),
        (lambda g: g.tech("ada", "theology"), 3),
        (lambda g: g.tech("ada", "computers").has("ada", coins=4), 3),
        (lambda g: g.building("ada", "cristo_redentor", "B2"), 6),
        (lambda g: g.has("ada", invested={"endowment_for_the_arts": 1}), 3),
    ],
)
@covers("technology.pottery", "technology.civil_service", "technology.computers")
def test_7_3_cards_make_the_hand_larger(arrange: object, hand: int) -> None:
    assert arrange(a_game()).at("start").view().sheets[0].culture_hand == hand  # type: ignore[operator]


@covers("wonder.cristo_redentor")
def test_7_3_cristo_redentor_draws_two_cards() -> None:
    game = a_game().building("ada", "cristo_redentor", "B2").at("start")
    game.play("ada", do="use", use="wonder:cristo_redentor", on="3")
    assert len(game.player("ada").cards) == 2


@covers("technology.mysticism")
def test_7_3_mysticism_draws_one_more_and_takes_coins() -> None:
    game = a_game().tech("ada", "mysticism").has("ada", culture=3, tokens=["spy"])
    game.has("bo", coins=1).at("cities").play("ada", do="advance")
    assert game.asked() == {"ada": "keep_card"}
    game.choose("ada", game.keys("ada")[0])
    assert len(game.player("ada").cards) == 1
    game.play("ada", do="use", use="technology:mysticism", on="1>sheet")
    assert game.player("bo").coins == 0


@covers("civilization.greeks")
def test_7_4_greeks_choose_great_people_and_gain_by_novelty() -> None:
    game = a_game(civilizations=("greeks",)).has("ada", track=2, culture=3, trade=6).at("cities")
    game.play("ada", do="advance")
    assert game.asked() == {"ada": "keep_person"}
    game.choose("ada", game.keys("ada")[0]).choose("ada", "reserve")
    game.player("ada").culture = 0
    game.at("research").choose("ada", "pottery")
    assert game.player("ada").culture == 1


def test_7_4_a_card_needs_its_great_person_on_the_map() -> None:
    game = a_game().person("ada", "orville_wright", "builder", "D4").armies("bo", "D4").at("start")
    assert "person:orville_wright" not in game.uses("ada")


def test_7_4_a_dead_great_person_takes_a_card_along() -> None:
    game = a_game().person("bo", "orville_wright", "builder", "E14").cards("ada", "mass_defection")
    game.scouts("ada", "D12").at("movement")
    game.play("ada", do="use", use="card:mass_defection", on="E14")
    assert game.player("bo").people == []
    assert game.piece("E14") == ""


@covers("civilization.aztecs")
def test_7_4_aztecs_get_units_with_a_great_person() -> None:
    game = a_game(civilizations=("aztecs",)).has("ada", track=2, culture=3).at("cities")
    game.play("ada", do="advance").choose("ada", "infantry").choose("ada", "mounted")
    game.choose("ada", "reserve")
    assert len(game.player("ada").units) == 2


@covers("technology.philosophy")
def test_7_4_philosophy_brings_a_great_person() -> None:
    game = a_game().tech("ada", "philosophy").has("ada", tokens=["spy", "iron", "silk"])
    game.at("cities").play("ada", do="use", use="technology:philosophy").choose("ada", "reserve")
    assert len(game.player("ada").reserve) == 1


def test_7_5_research_is_secret_until_all_have_chosen() -> None:
    game = a_game().has("ada", trade=6).has("bo", trade=6).at("research")
    game.choose("ada", "pottery")
    assert game.view("bo").researched == (0,)
    assert game.player("ada").techs == []
    game.choose("ada", "currency").choose("bo", "writing")
    assert (game.player("ada").techs, game.player("bo").techs) == (["currency"], ["writing"])


@covers("technology.bureaucracy")
def test_7_5_bureaucracy_changes_a_policy_meanwhile() -> None:
    game = a_game().tech("ada", "bureaucracy").has("ada", trade=6).at("research")
    game.play("ada", "interrupt", do="use", use="technology:bureaucracy")
    game.choose("ada", "natural_religion").choose("ada", "organized_religion")
    assert game.player("ada").policies == ["organized_religion"]
    assert game.asked() == {"ada": "research"}


@covers("person.nikola_tesla", "person.isaac_newton")
def test_7_5_tesla_lowers_a_technology_and_newton_is_one() -> None:
    game = a_game().has("ada", trade=11).person("ada", "nikola_tesla", "builder", "D4")
    game.at("research").play("ada", "interrupt", do="use", use="person:nikola_tesla")
    game.choose("ada", "sailing")
    assert (game.player("ada").techs, game.player("ada").rows) == (["sailing"], [1])
    game = a_game().pyramid("ada", 2).has("ada", trade=6)
    game.person("ada", "isaac_newton", "scientist", "D4").at("research")
    game.play("ada", "interrupt", do="use", use="person:isaac_newton", on="2")
    assert game.player("ada").rows == [1, 1, 2]


@covers("wonder.notre_dame")
def test_7_5_notre_dame_teaches_a_second_technology() -> None:
    game = a_game().building("ada", "notre_dame", "B2").has("ada", trade=12).at("research")
    game.choose("ada", "pottery").choose("ada", "writing")
    assert game.player("ada").techs == ["pottery", "writing"]


@pytest.mark.parametrize(("level", "cost"), [(1, 6), (2, 11), (3, 16), (4, 21), (5, 26)])
def test_7_6_a_technology_costs_by_level(level: int, cost: int) -> None:
    tech = next(name for name, card in TECHNOLOGIES.items() if card.level == level)
    assert price_of(a_game().state, 0, tech) == cost


def test_7_6_too_little_trade_is_refused() -> None:
    game = a_game().pyramid("ada", 2).has("ada", trade=6).at("research")
    game.refuses("ada", "sailing", "too_little_trade", "research-cost")


@covers("civilization.japanese", "wonder.porcelain_tower")
def test_7_6_some_research_cheaper() -> None:
    game = a_game(civilizations=("japanese",))
    assert price_of(game.state, 0, "pottery") == 3
    assert price_of(game.building("ada", "porcelain_tower", "B2").state, 0, "sailing") == 3


@covers("technology.civil_service")
def test_7_7_example_a_trade_drops_to_coins() -> None:
    game = a_game().pyramid("ada", 2).has("ada", trade=14, coins=2).at("research")
    game.choose("ada", "civil_service")
    assert game.player("ada").trade == 3


@covers("person.archimedes")
def test_7_7_archimedes_rewards_the_first() -> None:
    game = a_game().has("ada", trade=6).person("ada", "archimedes", "builder", "D4", shown=True)
    game.at("research").choose("ada", "pottery")
    assert game.player("ada").culture == 3


def test_7_8_a_row_is_shorter_than_the_one_below() -> None:
    game = a_game().pyramid("ada", 2, 1).has("ada", trade=27).at("research")
    game.refuses("ada", "sailing", "no_slot", "pyramid")
    assert "sailing" in a_game().pyramid("ada", 3, 1).has("ada", trade=27).at("research").keys(
        "ada"
    )


def test_7_8_what_is_known_is_not_researched_again() -> None:
    game = a_game().tech("ada", "pottery").has("ada", trade=6).at("research")
    game.refuses("ada", "pottery", "known_already", "research")


def test_7_9_errata_of_coins() -> None:
    assert TECHNOLOGIES["metal_casting"].bonuses.get("coins", 0) == 0
    assert TECHNOLOGIES["railroad"].bonuses["coins"] == 1


def test_7_9_everyone_may_have_the_same() -> None:
    game = a_game().has("ada", trade=6).has("bo", trade=6).at("research")
    game.choose("ada", "pottery").choose("bo", "pottery")
    assert game.player("ada").techs == game.player("bo").techs == ["pottery"]
    assert len(game.events(events.Learned)) == 2


def test_7_4_greeks_gain_for_each_player_who_neither_knows_nor_researches_the_same() -> None:
    def gained(*others: str) -> int:
        game = a_game(3, civilizations=("greeks",))
        for name in ("ada", "bo", "cy"):
            game.has(name, trade=6)
        game.at("research", first="bo")
        game.choose("ada", "pottery")
        for name, tech in zip(("bo", "cy"), others, strict=True):
            game.choose(name, tech)
        return game.player("ada").culture

    assert gained(NONE, NONE) == 2
    assert gained("pottery", NONE) == 1
    assert gained(NONE, "pottery") == 1
    assert gained("pottery", "pottery") == 0


def test_7_1_a_step_is_refused_with_its_price() -> None:
    game = a_game().has("ada", track=7, culture=4).at("cities")
    refused = game.refusal("ada", {"do": "advance"})
    assert VOICE.error(refused) == "The next step on the culture track costs 5 culture and 3 trade."


def test_7_5_tesla_lowers_a_technology_that_has_room_in_its_own_row_too() -> None:
    game = a_game().pyramid("ada", 3).has("ada", trade=11)
    game.person("ada", "nikola_tesla", "builder", "B2").at("research")
    game.play("ada", "interrupt", do="use", use="person:nikola_tesla")
    game.choose("ada", "sailing", "research")
    assert game.player("ada").rows == [1, 1, 1, 1]


def newton() -> Game:
    """Ada has chosen Civil Service for the last place in its row, and has Isaac Newton."""
    game = a_game().person("ada", "isaac_newton", "scientist", "D4").has("bo", trade=6)
    game.tech("ada", "philosophy", "pottery").has("ada", trade=11).at("research")
    return game.choose("ada", "civil_service", "research")


def test_7_5_a_choice_that_fits_no_more_is_made_again() -> None:
    game = newton().play("ada", "interrupt", do="use", use="person:isaac_newton", on="2")
    assert game.asked() == {"ada": "research", "bo": "research"}
    game.choose("bo", "pottery", "research").choose("ada", "currency", "research")
    assert game.player("ada").rows == [1, 1, 2, 1]


def test_7_5_a_choice_that_still_fits_stands() -> None:
    game = newton().play("ada", "interrupt", do="use", use="person:isaac_newton", on="1")
    assert game.asked() == {"bo": "research"}


def test_7_5_who_can_research_only_after_a_card_is_asked_then() -> None:
    game = a_game().person("ada", "marco_polo", "industrialist", "D4").has("bo", trade=6)
    game.at("research").play("ada", "any_time", do="use", use="person:marco_polo")
    assert game.asked() == {"ada": "research", "bo": "research"}


def test_7_5_bureaucracy_serves_where_nobody_can_research() -> None:
    game = a_game().tech("ada", "bureaucracy").at("research")
    assert (game.asked(), game.keys("ada")) == ({"ada": "research"}, ["nothing", "switch"])
    game.choose("ada", "switch").choose("ada", "natural_religion")
    game.choose("ada", "organized_religion")
    assert game.player("ada").policies == ["organized_religion"]
    assert game.state.turn == 2


def test_7_5_who_has_used_bureaucracy_is_awaited_no_more() -> None:
    game = a_game().tech("ada", "bureaucracy").at("research")
    game.choose("ada", {"do": "use", "use": "technology:bureaucracy"}, "interrupt")
    game.choose("ada", "natural_religion").choose("ada", "organized_religion")
    assert game.state.turn == 2


def test_7_5_who_switches_a_policy_and_then_finds_trade_chooses_again() -> None:
    game = a_game().tech("ada", "bureaucracy").person("ada", "marco_polo", "industrialist", "B2")
    game.has("bo", trade=6).at("research").choose("ada", "switch")
    game.play("ada", "any_time", do="use", use="person:marco_polo")
    assert set(game.asked()) == {"ada", "bo"}
    assert "pottery" in game.keys("ada")


def test_7_5_who_has_nothing_but_bureaucracy_may_do_without_it() -> None:
    game = a_game().tech("ada", "bureaucracy").at("research").choose("ada", "nothing")
    assert game.state.turn == 2

"""Movement, exploring, huts, villages, city-states, relics (rulebook chapter 6)."""

from __future__ import annotations

import pytest

from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.map.board import cities_of, combat_bonus, count_figures
from engine.rulesets.civ2010.tables import CITY_STATES, TOKENS
from engine.rulesets.civ2010.trade import income
from tests.civ2010.builders import Arrange, Game, a_game
from tests.civ2010.covered import covers


def targets(game: Game, start: str, *figures: str) -> list[str]:
    said = {"do": "move", "from": start}
    return game.options("ada", "target", said | ({"figures": list(figures)} if figures else {}))


def test_6_a_group_may_part() -> None:
    game = a_game().armies("ada", "D8", 2).at("movement")
    game.play("ada", do="move", from_="D8", figures=["army"], target="D9")
    assert (game.figures_on("D8"), game.figures_on("D9")) == ((1, 0), (1, 0))


def test_6_moves_picked_together_may_all_name_their_figure() -> None:
    game = a_game().armies("ada", "D8").scouts("ada", "D8").at("movement")
    game.play("ada", do="move", from_="D8", figures=["army"], target="D9")
    game.play("ada", do="move", from_="D8", figures=["scout"], target="E8")
    assert (game.figures_on("D9"), game.figures_on("E8")) == ((1, 0), (0, 1))


def test_6_a_finished_move_is_not_taken_up_again() -> None:
    game = a_game().armies("ada", "D8").armies("ada", "F8").at("movement")
    game.play("ada", do="move", from_="D8", target="D9")
    assert "D9+" in game.options("ada", "from", {"do": "move"})
    game.play("ada", do="move", from_="F8", target="F9")
    assert "D9+" not in game.options("ada", "from", {"do": "move"})
    move = {"do": "move", "from": "D9+", "target": "D10"}
    game.refuses("ada", move, "figures_moved", "movement")


def test_6_1_figures_go_two_squares_and_never_diagonally() -> None:
    game = a_game().policy("ada").scouts("ada", "D9").at("movement")
    found = targets(game, "D9")
    assert {"D7", "D11", "E10", "B9"} <= set(found)
    assert "D12" not in found
    assert len(found) == 12
    game.refuses("ada", {"do": "move", "from": "D9", "target": "D12"}, "out_of_reach", "movement")
    game.refuses("ada", {"do": "move", "from": "D9", "target": "Q1"}, "no_such_square", "movement")
    known = {"do": "move", "from": "D9", "target": "D9>D8"}
    game.refuses("ada", known, "explored_already", "exploring")


@pytest.mark.parametrize(
    ("tech", "speed"),
    [("horseback_riding", 3), ("sailing", 4), ("steam_power", 5), ("flight", 6)],
)
@covers("technology.sailing", "technology.steam_power")
def test_6_1_technologies_make_figures_faster(tech: str, speed: int) -> None:
    assert a_game().tech("ada", tech).at("start").view().sheets[0].speed == speed


@covers("policy.natural_religion")
def test_6_1_natural_religion_speeds_a_lone_army() -> None:
    game = a_game().policy("ada", "natural_religion").armies("ada", "D8").at("movement")
    assert "D11" in targets(game, "D8")


def test_6_1_natural_religion_speeds_no_army_that_moved_in_a_group() -> None:
    game = a_game().policy("ada", "natural_religion").armies("ada", "D8", 2).at("movement")
    game.play("ada", do="move", from_="D8", figures=["army", "army"], target="D9")
    assert "D10" in targets(game, "D9+", "army")
    assert "D11" not in targets(game, "D9+", "army")
    game.play("ada", do="move", from_="D9+", figures=["army", "army"], target="D10")
    assert game.asked() != {"ada": "movement"}


@covers("person.james_cook")
def test_6_1_james_cook_doubles_the_speed() -> None:
    game = a_game().person("ada", "james_cook", "industrialist", "D4").scouts("ada", "D8")
    game.at("movement").play("ada", do="use", use="person:james_cook")
    assert "D12" in targets(game, "D8")


@pytest.mark.parametrize(
    ("tech", "limit"),
    [("masonry", 3), ("printing_press", 4), ("biology", 5), ("replaceable_parts", 6)],
)
def test_6_2_technologies_allow_larger_stacks(tech: str, limit: int) -> None:
    assert a_game().tech("ada", tech).at("start").view().sheets[0].stacking == limit


def test_6_2_a_full_square_is_closed() -> None:
    game = a_game().policy("ada").armies("ada", "D8", 2).scouts("ada", "D9").at("movement")
    assert "D8" not in targets(game, "D9")
    game.refuses("ada", {"do": "move", "from": "D9", "target": "D8"}, "stack_full", "stacking")


@covers("technology.navigation")
def test_6_3_navigation_crosses_water() -> None:
    game = a_game().policy("ada").scouts("ada", "D8").terrain("W", "D9").at("movement")
    assert "D10" not in targets(game, "D8")
    game.tech("ada", "navigation").at("movement")
    assert "D10" in targets(game, "D8")
    move = {"do": "move", "from": "D8", "target": "D9"}
    game.refuses("ada", move, "no_way_on_water", "water")
    assert "D9" in targets(game.tech("ada", "sailing").at("movement"), "D8")


@covers("technology.steam_power")
def test_6_3_steam_ships_figures_to_any_water() -> None:
    game = a_game().tech("ada", "steam_power").has("ada", tokens=["silk"]).armies("ada", "D8", 2)
    game.terrain("W", "G14").at("cities")
    game.play("ada", do="use", use="technology:steam_power", on="D8", then="G14")
    assert game.figures_on("G14") == (2, 0)
    assert game.at("movement").asked() != {"ada": "movement"}


def test_6_4_a_city_centre_is_passed_but_no_place_to_stay() -> None:
    game = a_game().policy("ada").armies("ada", "C2", 2).at("movement")
    found = targets(game, "C2", "army", "army")
    assert "C3" not in found
    assert "C4" in found


def test_6_4_enemies_stop_a_move() -> None:
    game = a_game().policy("ada").armies("ada", "D8").armies("bo", "D9").at("movement")
    assert "D9" in targets(game, "D8")
    assert "D10" not in targets(game, "D8")


@covers("technology.flight")
def test_6_4_flight_passes_over_everything() -> None:
    game = a_game().tech("ada", "flight").scouts("ada", "D8").armies("bo", "D9").at("movement")
    found = targets(game, "D8")
    assert "D9" not in found
    assert "D10" in found


@pytest.mark.parametrize("meet", ["hut", "village", "figures", "city"])
def test_6_7_with_flight_too_nobody_explores_from_where_a_move_ends(meet: str) -> None:
    game = a_game().tech("ada", "flight").armies("ada", "D9").dark("D13")
    if meet == "figures":
        game.armies("bo", "D12")
    elif meet == "city":
        game.cities("bo", "D12")
    else:
        game.token(meet, "spy", "D12")
    found = targets(game.at("movement"), "D9")
    assert "D12" in found and "C12>C13" in found
    assert "D12>D13" not in found


@covers("wonder.brandenburg_gate")
def test_6_4_the_brandenburg_gate_closes_outskirts() -> None:
    game = a_game().building("bo", "brandenburg_gate", "G14").armies("ada", "E12", 1)
    game.policy("ada").at("movement")
    assert "E13" not in targets(game, "E12")
    game.armies("ada", "E14").at("movement").done("ada")
    assert game.figures_on("E14") == (0, 0)
    assert count_figures(game.state, 0) == (2, 0)


@covers("technology.combustion")
def test_6_4_combustion_razes_a_building() -> None:
    game = a_game().tech("ada", "combustion").building("bo", "library", "E14").armies("ada", "D14")
    game.at("movement").play("ada", do="move", from_="D14", target="E14")
    assert game.choose("ada", "destroy", "raze").piece("E14") == ""


def test_6_4_combustion_razes_once_a_turn_and_only_if_wanted() -> None:
    game = a_game().tech("ada", "combustion").building("bo", "library", "E14", "E13")
    game.armies("ada", "D14").armies("ada", "D13").at("movement")
    game.play("ada", do="move", from_="D14", target="E14").choose("ada", "spare", "raze")
    assert game.piece("E14") == "library"
    game.play("ada", do="move", from_="D13", target="E13").choose("ada", "destroy", "raze")
    assert (game.piece("E14"), game.piece("E13")) == ("library", "")


def test_6_4_combustion_razes_what_stands_under_a_beaten_enemy() -> None:
    game = a_game().tech("ada", "combustion").building("bo", "library", "E14").armies("ada", "D14")
    game.scouts("bo", "E14").at("movement").play("ada", do="move", from_="D14", target="E14")
    assert game.choose("ada", "destroy", "raze").piece("E14") == ""


def test_6_5_an_army_fortifies_a_city() -> None:
    game = a_game().armies("ada", "C2").at("movement")
    game.play("ada", do="move", from_="C2", target="C3")
    assert cities_of(game.state, 0)[0].fort
    assert count_figures(game.state, 0) == (0, 0)


def test_6_6_a_scout_becomes_a_caravan() -> None:
    game = a_game().scouts("ada", "C2").terrain("F", "B2").at("movement")
    game.play("ada", do="move", from_="C2", target="C3")
    assert cities_of(game.state, 0)[0].caravan
    game.at("cities").play("ada", do="act", item="infantry", caravan="use")
    assert not cities_of(game.state, 0)[0].caravan
    assert len(game.player("ada").units) == 1


def test_6_6_a_city_has_one_of_both_tokens() -> None:
    game = a_game().capital("ada", fort=True).scouts("ada", "C2").at("movement")
    assert "C3" not in targets(game, "C2")


def test_6_7_a_tile_is_laid_away_from_the_explorer() -> None:
    game = a_game().policy("ada").scouts("ada", "C8").dark("C9").at("movement")
    slot = game.state.slots[4]
    game.play("ada", do="move", from_="C8", target="C8>C9")
    assert game.state.slots[4] == type(slot)(slot.tile, "down", True)
    assert game.figures_on("C8") == (0, 1)
    game.play("ada", do="move", from_="C8+", target="B8")


def test_6_7_exploring_costs_a_step() -> None:
    game = a_game().policy("ada").scouts("ada", "C7").dark("C9").at("movement")
    game.play("ada", do="move", from_="C7", target="C8>C9")
    assert game.asked() != {"ada": "movement"}
    game = a_game().policy("ada").scouts("ada", "C6").dark("C9").at("movement")
    assert not [key for key in targets(game, "C6") if ">" in key]


def test_6_7_dark_squares_are_not_entered() -> None:
    game = a_game().policy("ada").scouts("ada", "C8").dark("C9").at("movement")
    game.refuses("ada", {"do": "move", "from": "C8", "target": "C9"}, "still_dark", "exploring")


def test_6_8_an_army_explores_a_hut_and_stops() -> None:
    game = a_game().armies("ada", "D8").token("hut", "spy", "D9").at("movement")
    game.play("ada", do="move", from_="D8", target="D9")
    assert game.player("ada").tokens == ["spy"]
    assert game.view("bo").sheets[0].tokens == 1
    assert events.TokenKept(0, "spy") not in game.heard("bo")


def test_6_8_scouts_do_not_enter_huts() -> None:
    game = a_game().scouts("ada", "D8").token("hut", "spy", "D9").at("movement")
    assert "D9" not in targets(game, "D8")


@covers("civilization.chinese")
def test_6_8_the_chinese_gain_culture_for_huts_and_rescue_a_unit() -> None:
    game = a_game(civilizations=("chinese",)).armies("ada", "D8").token("hut", "spy", "D9")
    game.at("movement").play("ada", do="move", from_="D8", target="D9")
    assert game.player("ada").culture == 3
    game = a_game(civilizations=("chinese",)).armies("ada", "D8").token("village", "spy", "D9")
    game.units("ada", "infantry.2").at("movement")
    game.play("ada", do="move", from_="D8", target="D9").fight_on()
    assert len(game.player("ada").units) == 1


def a_raid() -> Game:
    """Ada's army beside a village, with units that will win."""
    game = a_game().armies("ada", "D8").token("village", "uranium", "D9")
    game.has("ada", invested={"military_industrial_complex": 6})
    return game.units("ada", "infantry.0", "mounted.0", "artillery.0").at("movement")


def test_6_9_a_village_is_fought_for_and_the_next_player_leads() -> None:
    game = a_raid().play("ada", do="move", from_="D8", target="D9")
    sides = game.battle().sides
    assert (sides[1].leader, sides[1].owner, len(sides[1].hand)) == (1, -1, 3)
    game.fight_on()
    assert game.player("ada").tokens == ["uranium"]
    assert game.figures_on("D9") == (1, 0)


@covers("civilization.zulu", "civilization.romans")
def test_6_9_zulu_take_villages_in_peace_and_romans_take_a_step() -> None:
    game = a_game(civilizations=("zulu",)).armies("ada", "D8").token("village", "spy", "D9")
    game.at("movement").play("ada", do="move", from_="D8", target="D9")
    assert game.player("ada").tokens == ["spy"]


KEPT = [token for token, card in TOKENS.items() if card.keep]


@pytest.mark.parametrize("token", KEPT)
@covers(*(f"token.{token}" for token in KEPT))
def test_6_10_some_tokens_are_kept(token: str) -> None:
    game = a_game().armies("ada", "D8").token("hut", token, "D9").at("movement")
    game.play("ada", do="move", from_="D8", target="D9")
    assert game.player("ada").tokens == [token]


@covers("token.teacher")
def test_6_10_a_teacher_teaches_at_the_start_of_a_turn() -> None:
    game = a_game().has("ada", tokens=["teacher"]).at("start")
    game.play("ada", do="use", use="token:teacher", on="pottery")
    assert game.player("ada").techs == ["pottery"]


@covers("token.native_art_3", "token.native_art_6", "token.wealth", "token.great_person")
def test_6_10_others_are_done_at_once() -> None:
    def taken(token: str) -> Game:
        game = a_game().armies("ada", "D8").token("hut", token, "D9").at("movement")
        return game.play("ada", do="move", from_="D8", target="D9")

    assert taken("native_art_3").player("ada").culture == 3
    assert taken("native_art_6").player("ada").culture == 6
    assert taken("wealth").coins("ada") == 1
    assert taken("great_person").asked() == {"ada": "place_person"}


@covers("token.friendly_barbarian")
def test_6_10_friendly_barbarians_join() -> None:
    game = a_game().armies("ada", "D8").token("hut", "friendly_barbarian", "D9").at("movement")
    game.play("ada", do="move", from_="D8", target="D9").choose("ada", "figure:army")
    assert game.figures_on("D9") == (2, 0)


@covers("token.city_state")
def test_6_11_a_city_state_appears_and_is_controlled() -> None:
    game = a_game().armies("ada", "D8").token("hut", "city_state", "D9").at("movement")
    game.play("ada", do="move", from_="D8", target="D9")
    assert game.state.city_states == {
        game.at_square("D9"): game.events(events.CityStateFound)[0].marker
    }


@pytest.mark.parametrize("marker", CITY_STATES)
@covers(*(f"city_state.{marker}" for marker in CITY_STATES))
def test_6_11_a_controlled_city_state_gives_what_it_says(marker: str) -> None:
    game = a_game().city_state(marker, "F8").armies("ada", "F8")
    card = CITY_STATES[marker]
    sheet = game.view().city_sheets[0]
    assert income(game.state, 0) == card.trade
    assert sheet.production == 1 + card.production
    assert sheet.arts == 1 + card.culture
    assert game.coins("ada") == card.coin
    assert combat_bonus(game.state, 0) == card.combat
    harvests = [i for i in game.at("cities").items("ada") if i.startswith("harvest")]
    assert len(harvests) == (4 if card.resource else 0)


def test_6_11_a_city_on_it_destroys_it() -> None:
    game = a_game().city_state("cs1", "C8").scouts("ada", "C8").at("start")
    game.play("ada", do="found", at="C8").choose("ada", "rationalism")
    assert game.player("ada").culture == 3
    assert game.state.city_states == {}


def taken_relic(relic: str) -> Game:
    game = a_game().armies("ada", "D8").relic(relic, "D9").at("movement")
    return game.play("ada", do="move", from_="D8", target="D9")


@covers("relic.atlantis", "relic.seven_cities_of_gold")
def test_6_12_some_relics_pay_at_the_next_start() -> None:
    game = taken_relic("atlantis").at("start").play("ada", do="claim").choose("ada", "pottery")
    assert game.player("ada").techs == ["pottery"]
    game = taken_relic("seven_cities_of_gold").at("start").play("ada", do="claim")
    game.choose("ada", "infrastructure").choose("ada", "infrastructure")
    assert game.player("ada").invested == {"infrastructure": 2}


@covers("relic.school_of_confucius", "relic.attilas_village", "relic.ark_of_the_covenant")
def test_6_12_others_pay_at_once() -> None:
    school = taken_relic("school_of_confucius")
    school.choose("ada", "reserve").choose("ada", "reserve")
    assert len(school.player("ada").reserve) == 2
    attila = taken_relic("attilas_village").choose("ada", "infantry").choose("ada", "mounted")
    assert len(attila.player("ada").units) == 2
    ark = taken_relic("ark_of_the_covenant")
    assert ark.player("ada").track == 2


def test_6_12_a_scout_does_not_enter_alone() -> None:
    game = a_game().scouts("ada", "D8").relic("atlantis", "D9").at("movement")
    assert "D9" not in targets(game, "D8")


MOVES: dict[str, tuple[Arrange, str, str]] = {
    "scout to an army": (lambda g: g.armies("bo", "D9"), "scout", "scouts_do_not_fight"),
    "scout to a city": (lambda g: g.cities("bo", "D9"), "scout", "scouts_do_not_fight"),
    "scout to a hut": (lambda g: g.token("hut", "spy", "D9"), "scout", "scouts_do_not_explore"),
    "scout to a village": (
        lambda g: g.token("village", "spy", "D9"),
        "scout",
        "scouts_do_not_explore",
    ),
    "scout to a relic": (lambda g: g.relic("atlantis", "D9"), "scout", "relic_needs_army"),
    "army on water": (lambda g: g.terrain("W", "D9"), "army", "no_way_on_water"),
    "a second caravan": (
        lambda g: g.cities("ada", "D9", fort=True),
        "scout",
        "city_has_token",
    ),
    "closed outskirts": (
        lambda g: g.cities("bo", "D11").building("bo", "brandenburg_gate", "D10"),
        "army",
        "closed_border",
    ),
    "a full square": (lambda g: g.armies("ada", "D9", 2), "army", "stack_full"),
}


@pytest.mark.parametrize("case", MOVES)
def test_6_4_a_move_is_refused_with_its_reason(case: str) -> None:
    arrange, figure, code = MOVES[case]
    game = a_game()
    arrange(game)
    (game.armies if figure == "army" else game.scouts)("ada", "D8")
    target = "D10" if code == "closed_border" else "D9"
    value = {"do": "move", "from": "D8", "target": target}
    assert game.at("movement").refusal("ada", value).code == code


def test_6_4_two_do_not_enter_a_city_together() -> None:
    game = a_game().armies("ada", "C5", 2).at("movement")
    value = {"do": "move", "from": "C5", "figures": ["army", "army"], "target": "C3"}
    assert game.refusal("ada", value).code == "enters_alone"


def test_6_4_figures_that_are_held_stay_behind_the_brandenburg_gate() -> None:
    game = a_game().building("bo", "brandenburg_gate", "E14").armies("ada", "F13")
    game.tech("bo", "communism").has("bo", tokens=["spy"]).scouts("ada", "D8").at("movement")
    game.play("bo", "interrupt", do="use", use="technology:communism", on="F13").done("ada")
    assert game.figures_on("F13") == (1, 0)


def test_6_figures_that_are_held_are_refused_with_their_reason() -> None:
    game = a_game().tech("bo", "communism").has("bo", tokens=["spy"])
    game.armies("ada", "D8").armies("ada", "G8").at("movement")
    game.play("bo", "interrupt", do="use", use="technology:communism", on="D8")
    game.refuses("ada", {"do": "move", "from": "D8", "target": "D9"}, "figures_held", "movement")
    game.refuses("ada", {"do": "move", "from": "D9", "target": "D8"}, "nothing_to_move")

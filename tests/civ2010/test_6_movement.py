"""Movement, exploring, huts, villages, city-states, relics (rulebook chapter 6)."""

from __future__ import annotations

import pytest
from msgspec import structs

from engine.core.grammar import Value
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.map.board import cities_of, combat_bonus, count_figures
from engine.rulesets.civ2010.tables import CITY_STATES, TOKENS
from engine.rulesets.civ2010.trade import income
from tests.civ2010.builders import Arrange, Game, a_game
from tests.covering import covers


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


def test_6_6_a_city_has_a_fortification_and_a_caravan() -> None:
    game = a_game().armies("ada", "C2").scouts("ada", "D3").at("movement")
    game.play("ada", do="move", from_="C2", target="C3")
    game.play("ada", do="move", from_="D3", target="C3")
    capital = cities_of(game.state, 0)[0]
    assert capital.fort and capital.caravan
    game.armies("ada", "C4").scouts("ada", "B3").at("movement")
    assert "C3" not in targets(game, "C4") + targets(game, "B3")


def test_6_5_an_army_fortifies_a_city_that_has_a_caravan() -> None:
    game = a_game().capital("ada", caravan=True).armies("ada", "C2").at("movement")
    game.play("ada", do="move", from_="C2", target="C3")
    sheet = game.view().city_sheets[0]
    assert sheet.fortification and sheet.caravan


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


@pytest.mark.parametrize("token", TOKENS)
@covers(*(f"token.{token}" for token in TOKENS))
def test_6_10_every_token_is_kept_in_secret(token: str) -> None:
    game = a_game().armies("ada", "D8").token("hut", token, "D9").at("movement")
    before = game.view("bo").sheets[0]
    game.play("ada", do="move", from_="D8", target="D9")
    assert game.player("ada").tokens == [token]
    assert game.view("ada").own.tokens == (token,)
    sheet = game.view("bo").sheets[0]
    assert sheet == structs.replace(before, tokens=1)
    assert token not in " ".join(map(str, game.heard("bo")))


def with_token(token: str, phase: str = "movement", **options: Value) -> Game:
    """Ada holds a token, and has an army on open land."""
    game = a_game(**options).has("ada", tokens=[token]).armies("ada", "D9")
    for heap in (game.state.huts, game.state.villages):
        if token in heap:
            heap.remove(token)
            break
    return game.at(phase)


def use(game: Game, token: str, **said: Value) -> Game:
    return game.play("ada", do="use", use=f"token:{token}", **said)


def test_6_10_a_teacher_teaches_at_the_start_of_a_turn() -> None:
    game = use(with_token("teacher", "start"), "teacher", on="pottery")
    assert game.player("ada").techs == ["pottery"]


@pytest.mark.parametrize("phase", ["start", "cities", "movement"])
def test_6_10_a_token_shows_when_it_is_used(phase: str) -> None:
    game = use(with_token("native_art_3", phase), "native_art_3")
    assert game.player("ada").culture == 3
    assert game.player("ada").tokens == []
    assert events.Used(0, "token", "native_art_3", "") in game.heard("bo")
    assert game.revealed


def test_6_10_tokens_wait_for_the_own_part() -> None:
    game = with_token("native_art_6", "trade")
    value: Value = {"do": "use", "use": "token:native_art_6"}
    assert game.refusal("ada", value).code == "card_other_phase"


def test_6_10_what_a_token_gives_comes_when_it_is_used() -> None:
    assert use(with_token("native_art_6"), "native_art_6").player("ada").culture == 6
    assert use(with_token("wealth"), "wealth").coins("ada") == 1
    assert use(with_token("great_person"), "great_person").asked() == {"ada": "place_person"}


def test_6_10_friendly_barbarians_join_where_a_figure_stands() -> None:
    game = with_token("friendly_barbarian")
    said = {"do": "use", "use": "token:friendly_barbarian", "on": "scout"}
    assert game.options("ada", "then", said) == ["D9"]
    assert use(game, "friendly_barbarian", on="scout", then="D9").figures_on("D9") == (1, 1)
    game = use(with_token("friendly_barbarian"), "friendly_barbarian", on="infantry")
    assert [unit.type for unit in game.player("ada").units] == ["infantry"]


def test_6_10_friendly_barbarians_need_room_and_a_figure_in_supply() -> None:
    game = with_token("friendly_barbarian").armies("ada", "D9").scouts("ada", "G9", 2)
    said: dict[str, Value] = {"do": "use", "use": "token:friendly_barbarian"}
    assert game.at("movement").options("ada", "on", said) == ["infantry", "mounted", "artillery"]


def test_6_11_a_city_state_comes_where_its_owner_has_a_figure() -> None:
    game = use(with_token("city_state"), "city_state", on="D9")
    marker = game.events(events.CityStateFound)[0].marker
    assert game.state.city_states == {game.at_square("D9"): marker}
    assert game.revealed


TAKEN: dict[str, Arrange] = {
    "water": lambda g: g.terrain("W", "D9"),
    "something printed": lambda g: g.icon("wheat", "D9"),
    "outskirts": lambda g: g.cities("bo", "D10"),
    "a village": lambda g: g.token("village", "spy", "D9"),
    "a city-state": lambda g: g.city_state("cs1", "D9"),
}


@pytest.mark.parametrize("case", TAKEN)
def test_6_11_a_city_state_needs_open_land(case: str) -> None:
    game = with_token("city_state")
    TAKEN[case](game)
    value: Value = {"do": "use", "use": "token:city_state"}
    assert game.at("movement").refusal("ada", value).code == "card_no_target"


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
        lambda g: g.cities("ada", "D9", caravan=True),
        "scout",
        "caravan_already",
    ),
    "a second fortification": (
        lambda g: g.cities("ada", "D9", fort=True),
        "army",
        "fortified_already",
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

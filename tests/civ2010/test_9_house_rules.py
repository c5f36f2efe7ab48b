"""House rules and switches (rulebook chapter 9)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.grammar import OneOf, Value
from engine.rulesets.civ2010 import RULESET
from engine.rulesets.civ2010.map.board import cities_of, combat_bonus, count_figures
from engine.rulesets.civ2010.tables import FEWER_WATER, TILE_ROWS
from tests.civ2010.builders import VOICE, Game, a_game
from tests.covering import covers


def test_9_house_rules_are_off_at_first() -> None:
    options = a_game().state.options
    switches = ("join_groups", "no_relics", "free_program", "edge_cities", "military_tradition")
    assert [options[switch] for switch in switches] == [0] * 5


@covers("house.join_groups")
def test_9_1_armies_that_meet_go_on_together() -> None:
    game = a_game(join_groups="on").policy("ada").armies("ada", "D8").armies("ada", "E9")
    game.at("movement").play("ada", do="move", from_="D8", target="D9")
    game.play("ada", do="move", from_="E9", target="D9")
    game.play("ada", do="move", from_="D9", figures=["army", "army"], target="D10")
    assert game.figures_on("D10") == (2, 0)


def test_9_1_an_army_that_has_stopped_goes_on_only_with_one_that_joins_it() -> None:
    game = a_game(join_groups="on").policy("ada").armies("ada", "D8").armies("ada", "E9")
    game.armies("ada", "G8").at("movement").play("ada", do="move", from_="D8", target="D9")
    game.play("ada", do="move", from_="G8", target="G9")
    assert game.options("ada", "from", {"do": "move"}) == ["E9", "G9+"]


def test_9_1_an_army_that_has_stopped_does_not_go_on_alone() -> None:
    game = a_game(join_groups="on").policy("ada").tech("ada", "horseback_riding")
    game.armies("ada", "D8").armies("ada", "E10").armies("ada", "G8").at("movement")
    game.play("ada", do="move", from_="D8", target="D9")
    game.play("ada", do="move", from_="E10", target="D9")
    game.play("ada", do="move", from_="D9", figures=["army"], target="D10")
    assert game.options("ada", "from", {"do": "move"}) == ["G8"]


def test_9_1_scouts_do_not_join_armies() -> None:
    game = a_game(join_groups="on").policy("ada").armies("ada", "D8").scouts("ada", "D9")
    game.at("movement").play("ada", do="move", from_="D8", target="D9")
    assert game.options("ada", "from", {"do": "move"}) == ["D9", "D9+"]
    move = {"do": "move", "figures": ["army", "scout"], "target": "D10"}
    for party in ("D9", "D9+"):
        game.refusal("ada", {**move, "from": party})


def test_9_1_a_scout_that_arrives_joins_nobody() -> None:
    game = a_game(join_groups="on").policy("ada").tech("ada", "masonry").armies("ada", "D9")
    game.armies("ada", "D8").scouts("ada", "E9").at("movement")
    game.play("ada", do="move", from_="D8", target="D9")
    game.play("ada", do="move", from_="E9", target="D9")
    move: dict[str, Value] = {"do": "move", "from": "D9", "target": "D10"}
    game.refusal("ada", {**move, "figures": ["army", "scout"]})
    game.choose("ada", {**move, "figures": ["army", "army"]})
    assert (game.figures_on("D9"), game.figures_on("D10")) == ((0, 1), (2, 0))


def test_9_1_scouts_that_meet_do_not_go_on_together() -> None:
    game = a_game(join_groups="on").policy("ada").scouts("ada", "D8").scouts("ada", "E9")
    game.at("movement").play("ada", do="move", from_="D8", target="D9")
    game.play("ada", do="move", from_="E9", target="D9")
    move = {"do": "move", "from": "D9", "figures": ["scout", "scout"], "target": "D10"}
    game.refusal("ada", move)


def test_9_1_armies_that_met_fight_as_one_group() -> None:
    game = a_game(join_groups="on").policy("ada").armies("ada", "D8").armies("ada", "E9")
    game.units("ada", *["infantry.0"] * 5).armies("bo", "D10").at("movement")
    game.play("ada", do="move", from_="D8", target="D9")
    game.play("ada", do="move", from_="E9", target="D9")
    game.play("ada", do="move", from_="D9", figures=["army", "army"], target="D10")
    assert len(game.battle().sides[0].hand) == 5


def test_9_1_armies_join_one_that_came_before_others_moved() -> None:
    game = a_game(join_groups="on").policy("ada").armies("ada", "D8").armies("ada", "D9")
    game.armies("ada", "G8").at("movement").play("ada", do="move", from_="D8", target="D9")
    game.play("ada", do="move", from_="G8", target="G9")
    game.play("ada", do="move", from_="D9", figures=["army", "army"], target="D10")
    assert game.figures_on("D10") == (2, 0)


def test_9_1_armies_that_have_all_stopped_go_on_together() -> None:
    game = a_game(join_groups="on").policy("ada").armies("ada", "D8").armies("ada", "E9")
    game.armies("ada", "G8").at("movement").play("ada", do="move", from_="D8", target="D9")
    game.play("ada", do="move", from_="E9", target="D9")
    game.play("ada", do="move", from_="G8", target="G9")
    game.refusal("ada", {"do": "move", "from": "D9", "figures": ["army"], "target": "D10"})
    game.play("ada", do="move", from_="D9", target="D10")
    assert game.figures_on("D10") == (2, 0)


def test_9_1_armies_that_began_together_and_parted_do_not_join() -> None:
    game = a_game(join_groups="on").policy("ada").armies("ada", "D8", 2).at("movement")
    for _ in range(2):
        game.play("ada", do="move", from_="D8", figures=["army"], target="D9")
    assert game.options("ada", "from", {"do": "move"}) == ["D9+"]
    said = {"do": "move", "from": "D9+", "figures": ["army", "army"], "target": "D10"}
    game.refusal("ada", said)


def test_9_1_the_slowest_says_how_far() -> None:
    game = a_game(join_groups="on").policy("ada").tech("ada", "horseback_riding")
    game.armies("ada", "D7").armies("ada", "D9").at("movement")
    game.play("ada", do="move", from_="D7", target="D9")
    both: dict[str, Value] = {"do": "move", "from": "D9", "figures": ["army", "army"]}
    assert sorted(game.options("ada", "target", both)) == ["C9", "D10", "D8", "E9"]


@covers("house.no_relics")
def test_9_2_relics_stay_in_the_box() -> None:
    game = a_game(no_relics="on").scouts("ada", "C8").dark("C9").policy("ada")
    number = 4
    slot = game.state.slots[number]
    game.state.slots[number] = type(slot)("tile16")
    game.at("movement").play("ada", do="move", from_="C8", target="C8>C9")
    assert game.state.relics == {}


@covers("house.fewer_water_tiles")
def test_9_3_wet_tiles_are_left_out() -> None:
    state = a_game(fewer_water_tiles="on").state
    assert not {slot.tile for slot in state.slots} & set(FEWER_WATER)
    wet = [
        name
        for name, rows in TILE_ROWS.items()
        if name.startswith("tile") and sum(p.terrain == "W" for row in rows for p in row) >= 7
    ]
    assert sorted(wet) == sorted(FEWER_WATER)


@covers("house.military_tradition")
def test_9_4_a_unit_may_bring_an_army() -> None:
    game = a_game(military_tradition="3").policy("ada", "military_tradition")
    game.terrain("F", "B2", "C2", "D2", "B3").at("cities")
    game.play("ada", do="act", item="infantry").choose("ada", "D4")
    assert game.figures_on("D4") == (1, 0)
    assert len(game.player("ada").units) == 1


def test_9_4_the_army_of_a_unit_may_be_rushed() -> None:
    game = a_game(military_tradition="3").policy("ada", "military_tradition")
    game.terrain("F", "B2", "C2").has("ada", trade=9).at("cities")
    game.play("ada", do="act", item="infantry").choose("ada", "D4")
    assert (game.figures_on("D4"), game.player("ada").trade) == ((1, 0), 0)


def test_9_4_no_army_without_the_production_for_it() -> None:
    game = a_game(military_tradition="3").policy("ada", "military_tradition")
    game.terrain("F", "B2", "C2").has("ada", trade=8).at("cities")
    game.play("ada", do="act", item="infantry")
    assert "tradition_army" not in game.asked().values()


@covers("house.scouts_steal_combat")
def test_9_5_a_scout_sends_a_combat_bonus_home() -> None:
    def stolen(switch: str) -> int:
        game = a_game(scouts_steal_combat=switch).building("bo", "academy", "E14")
        return combat_bonus(game.scouts("ada", "E14").state, 0)

    assert (stolen("off"), stolen("on")) == (0, 4)


def test_9_5_a_general_is_no_building() -> None:
    game = a_game(scouts_steal_combat="on").marker("bo", "general", "E13").scouts("ada", "E13")
    assert combat_bonus(game.state, 0) == 0


@covers("house.free_program")
def test_9_6_a_program_can_wait() -> None:
    game = a_game(free_program="on").terrain("F", "B2", "C2", "D2").capital("ada", program=True)
    game.at("cities").play("ada", do="act", item="infantry", program="keep")
    assert cities_of(game.state, 0)[0].program


@covers("house.scouts_explore_huts")
def test_9_7_scouts_explore_huts() -> None:
    game = a_game(scouts_explore_huts="on").scouts("ada", "D8").token("hut", "spy", "D9")
    game.at("movement").play("ada", do="move", from_="D8", target="D9")
    assert game.player("ada").tokens == ["spy"]
    other = a_game(scouts_explore_huts="on").scouts("ada", "D8").token("village", "spy", "D9")
    said = {"do": "move", "from": "D8"}
    assert "D9" not in other.at("movement").options("ada", "target", said)


@covers("house.edge_cities")
def test_9_8_cities_stand_at_the_edge() -> None:
    game = a_game(edge_cities="on").scouts("ada", "A8").at("start")
    game.play("ada", do="found", at="A8").choose("ada", "rationalism")
    assert len(cities_of(game.state, 0)) == 2


@covers("house.optional_fortification")
def test_9_9_the_defender_chooses() -> None:
    def attacked(answer: str) -> tuple[int, bool]:
        game = a_game(optional_fortification="on").capital("bo", fort=True).armies("ada", "F12")
        game.policy("ada").units("ada", "infantry.0").units("bo", "infantry.0").at("movement")
        game.play("ada", do="move", from_="F12", target="F14").choose("bo", answer)
        return game.battle().sides[1].bonus, cities_of(game.state, 1)[0].fort

    assert attacked("use") == (14, False)
    assert attacked("keep") == (12, True)


SWITCHES = {
    "military_unit_tokens": "friendly_barbarian",
    "production_tokens": "friendly_workers",
    "culture_tokens": "native_art_3",
    "technology_tokens": "teacher",
}


@pytest.mark.parametrize("switch", SWITCHES)
@covers(*(f"house.{switch}" for switch in SWITCHES))
def test_9_10_kinds_of_tokens_can_stay_out(switch: str) -> None:
    def heap(value: str) -> list[str]:
        options: dict[str, Any] = {switch: value}
        state = a_game(**options).state
        return [*state.huts, *state.villages]

    assert SWITCHES[switch] in heap("on")
    assert SWITCHES[switch] not in heap("off")


@covers("house.coin_tokens")
def test_9_10_coins_can_stay_on_the_map() -> None:
    def used(value: str, **said: Value) -> Game:
        game = a_game(coin_tokens=value).armies("ada", "D9").has("ada", tokens=["wealth"])
        game.state.villages.remove("wealth")
        return game.at("movement").play("ada", do="use", use="token:wealth", **said)

    assert used("in").player("ada").coins == 1
    game = used("square", on="D9")
    assert game.player("ada").coins == 0
    assert game.state.icons[game.at_square("D9")] == "coin"
    assert "wealth" not in a_game(coin_tokens="out").state.villages


@covers("house.city_state_tokens")
def test_9_10_city_states_can_lose_their_defence() -> None:
    def defence(value: str) -> int:
        game = a_game(city_state_tokens=value).city_state("cs1", "D9").armies("bo", "D9")
        game.armies("ada", "D8").units("ada", "infantry.0").units("bo", "infantry.0")
        game.at("movement").play("ada", do="move", from_="D8", target="D9")
        return game.battle().sides[1].bonus

    assert (defence("in"), defence("undefended")) == (4, 0)
    assert "city_state" not in a_game(city_state_tokens="out").state.huts
    assert count_figures(a_game().state, 0) == (0, 0)


@covers("house.nobles")
def test_9_10_great_people_without_cards_are_markers_only() -> None:
    game = a_game(nobles="off").has("ada", track=2, culture=3).at("cities")
    game.play("ada", do="advance")
    assert game.asked() == {"ada": "place_person"}
    assert game.player("ada").people == []


@pytest.mark.parametrize("icon", ["wheat", "culture", "coin"])
def test_9_10_a_coin_is_not_laid_where_something_is_printed(icon: str) -> None:
    game = a_game(coin_tokens="square").armies("ada", "D9").has("ada", tokens=["wealth"])
    game.icon(icon, "D9").at("movement")
    assert game.refusal("ada", {"do": "use", "use": "token:wealth"}).code == "card_no_target"


def test_9_4_the_policy_is_offered_as_it_reads() -> None:
    def offered(price: str) -> str:
        game = a_game(military_tradition=price).scouts("ada", "D9").at("start")
        grammar = game.play("ada", do="found", at="D9").decision("ada", "adopt").grammar
        assert isinstance(grammar, OneOf)
        detail = grammar.describe("military_tradition").detail
        assert detail is not None
        return VOICE.text(detail)

    assert "the first army" in offered("off")
    assert "for 4 more production" in offered("4")


def test_9_4_the_card_reads_as_the_table_plays_it() -> None:
    for chosen, words in (("off", "brings one unlocked unit free"), ("3", "3 more production")):
        view = a_game(military_tradition=chosen).at("start").view("ada")
        card = RULESET.card("policy.military_tradition", view)
        assert words in VOICE.text(card.effects[0])

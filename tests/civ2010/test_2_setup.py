"""Set-up: decks, civilizations, capitals, first pieces (rulebook chapter 2)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.core.decision import Choice
from engine.core.dice import KeyedDice
from engine.rulesets.civ2010 import RULESET
from engine.rulesets.civ2010.map.board import cities_of, coins, count_figures, grid
from engine.rulesets.civ2010.state import State
from engine.rulesets.civ2010.tables import (
    CIVILIZATIONS,
    FEWER_WATER,
    LAYOUTS,
    NEUTRAL,
    TILE_ROWS,
    WONDERS,
)
from tests.civ2010.builders import a_game
from tests.covering import covers


def set_up(civilization: str, players: int = 2, **options: str) -> State:
    """A game whose first seat leads a civilization, at its first turn, untouched."""
    dice = KeyedDice(b"set-up", [b"seat"] * players)
    state = RULESET.start(players, options, dice).state
    while not state.turn:
        decision = next(d for d in RULESET.pending(state) if d.blocking)
        value = decision.default
        if decision.kind == "civilization":
            others = [key for key in decision.grammar.keys if key != civilization]  # type: ignore[attr-defined]
            value = others[0] if decision.seat else civilization
        state = RULESET.apply(state, Choice(decision.seat, decision.id, value), dice).state
    return state


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_2_1_tiles_lie_as_the_layout_says(players: int) -> None:
    state = set_up("romans", players)
    layout = LAYOUTS[players]
    assert sum(slot.up for slot in state.slots) == players
    assert len(state.slots) == len(layout.tiles)
    assert len(state.pool) == len(NEUTRAL) - (len(layout.tiles) - players)


@pytest.mark.parametrize("fewer", ["off", "on"])
def test_2_1_tiles_of_later_sets_fill_the_map_of_five_with_the_first_set(fewer: str) -> None:
    state = set_up("romans", 5, sets="base", fewer_water_tiles=fewer)
    lying = [slot.tile for slot in state.slots if slot.tile in NEUTRAL]
    first = [tile for tile, facts in NEUTRAL.items() if facts.set == "base"]
    assert len(lying) == len(set(lying)) == 17
    if fewer == "off":
        assert set(first) < set(lying)
    else:
        assert not set(lying) & set(FEWER_WATER)


def test_2_1_the_market_has_a_resource_of_each_kind_per_player() -> None:
    assert set(set_up("romans", 3).market.values()) == {3}


def test_2_1_ancient_wonders_are_on_top() -> None:
    state = set_up("romans")
    assert {WONDERS[w].era for w in state.wonder_market} == {"ancient"}
    eras = [WONDERS[w].era for w in reversed(state.wonder_deck)]
    assert eras == ["medieval"] * 4 + ["modern"] * 4


STARTS = {name: (card.technology, card.government) for name, card in CIVILIZATIONS.items()}


@pytest.mark.parametrize("name", CIVILIZATIONS)
def test_2_2_a_civilization_has_its_technology_government_and_tile(name: str) -> None:
    state = set_up(name)
    player = state.players[0]
    assert (player.techs[0], player.rows[0]) == (STARTS[name][0], 1)
    assert player.government == STARTS[name][1]
    home = next(n for n, slot in enumerate(state.slots) if slot.seat == 0)
    letters = Counter(print_.terrain for row in TILE_ROWS[name] for print_ in row)
    assert Counter(state.terrain[at] for at in grid(state).covered(home)) == letters


def test_2_2_civilizations_can_be_dealt() -> None:
    dice = KeyedDice(b"dealt", [b"seat"] * 2)
    state = RULESET.start(2, {"civilizations": "dealt"}, dice).state
    assert all(player.civilization for player in state.players)


def test_2_3_the_capital_stands_in_the_middle_and_not_on_water() -> None:
    state = set_up("aztecs")
    capital = cities_of(state, 0)[0]
    home = next(n for n, slot in enumerate(state.slots) if slot.seat == 0)
    middle = [grid(state).covered(home)[n] for n in (5, 6, 9, 10)]
    assert capital.at in middle
    assert state.terrain[capital.at] != "W"


@covers("civilization.americans")
def test_2_4_americans_begin_with_a_great_person() -> None:
    state = set_up("americans")
    people = len(state.players[0].reserve) + sum(p.role == "person" for p in state.pieces.values())
    assert people == 1


def test_2_4_the_chinese_capital_is_walled() -> None:
    assert cities_of(set_up("chinese"), 0)[0].walls


def test_2_4_egyptians_begin_with_a_wonder() -> None:
    state = set_up("egyptians")
    assert [WONDERS[wonder].era for wonder in state.players[0].wonders] == ["ancient"]
    eras = sorted(WONDERS[wonder].era for wonder in state.wonder_market)
    assert eras == ["ancient", "ancient", "ancient", "medieval"]


@pytest.mark.parametrize(
    ("name", "kind"), [("germans", "infantry"), ("mongols", "mounted"), ("zulu", "artillery")]
)
def test_2_4_some_begin_with_more_units(name: str, kind: str) -> None:
    units = Counter(unit.type for unit in set_up(name).players[0].units)
    assert units == Counter({"infantry": 1, "mounted": 1, "artillery": 1, kind: 3})


def test_2_4_russians_have_two_armies_and_spanish_two_scouts() -> None:
    assert count_figures(set_up("russians"), 0) == (2, 1)
    assert count_figures(set_up("spanish"), 0) == (1, 2)


def test_2_4_arabs_begin_with_resources_and_indians_with_a_metropolis() -> None:
    arabs = set_up("arabs")
    assert arabs.players[0].resources == {"incense": 1, "iron": 1, "silk": 1, "wheat": 1}
    assert set(arabs.market.values()) == {1}
    assert cities_of(set_up("indians"), 0)[0].second >= 0


def test_2_4_the_french_have_two_policies() -> None:
    assert len(set_up("french").players[0].policies) == 2
    assert len(set_up("romans").players[0].policies) == 1


def test_2_5_everyone_has_an_army_a_scout_and_three_units() -> None:
    state = set_up("romans")
    assert count_figures(state, 0) == count_figures(state, 1) == (1, 1)
    assert sorted(unit.type for unit in state.players[0].units) == [
        "artillery",
        "infantry",
        "mounted",
    ]


def test_2_5_trade_begins_with_that_of_the_outskirts() -> None:
    state = set_up("romans")
    assert state.players[0].trade == 3
    assert coins(state, 0) == 0


def test_2_5_figures_stand_in_the_outskirts() -> None:
    state = set_up("romans")
    around = grid(state).around[cities_of(state, 0)[0].at]
    assert [
        at for at, here in state.figures.items() if here[0].owner == 0 and at not in around
    ] == []
    assert a_game().state.turn == 1


def test_2_3_the_clock_puts_the_capital_where_the_tile_suggests() -> None:
    dice = KeyedDice(b"a test", [b"seat"] * 2)
    state = RULESET.start(2, {}, dice).state
    found: list[str] = []
    wanted = iter(("germans", "romans"))
    while len(found) < 2:
        decision = next(d for d in RULESET.pending(state) if d.blocking)
        value = next(wanted) if decision.kind == "civilization" else decision.default
        if decision.kind == "capital":
            found.append(value)
        state = RULESET.apply(state, Choice(decision.seat, decision.id, value), dice).state
    # The first home tile is upside down.
    assert found == ["B3", "G15"]

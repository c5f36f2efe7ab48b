"""What is kept (for the same technologies, cities, questions) is what would be found afresh.

Looked at all through random games.
"""

from __future__ import annotations

from operator import is_
from random import Random
from typing import Any

import pytest

from engine.core.decision import Decision
from engine.core.dice import KeyedDice
from engine.core.lazy import hand_over
from engine.rulesets.civ2010 import RULESET
from engine.rulesets.civ2010.cities.architecture import unlocked_buildings, wonder_cost
from engine.rulesets.civ2010.cities.founding import overlaps
from engine.rulesets.civ2010.map import figures
from engine.rulesets.civ2010.map.board import (
    city_on,
    coins,
    grid,
    icons_on,
    is_revealed,
    may_have_coins,
    own_outskirts,
    own_squares,
    printed_on,
    realm,
    total,
)
from engine.rulesets.civ2010.map.exploring import dark_ways
from engine.rulesets.civ2010.map.settled import settled
from engine.rulesets.civ2010.research import researchable
from engine.rulesets.civ2010.sheet import unlocked
from engine.rulesets.civ2010.sheet.bonuses import ranks_with, refresh, worth_of
from engine.rulesets.civ2010.sheet.government import unlocked_governments
from engine.rulesets.civ2010.sheet.paying import can_pay, ways
from engine.rulesets.civ2010.sheet_views import seat_sheets
from engine.rulesets.civ2010.state import Figure, State, Trade
from engine.rulesets.civ2010.tables import ABILITIES, COINS_TO_WIN, WONDERS

KEPT: tuple[Any, ...] = (
    unlocked.buildings_with,
    unlocked.governments_with,
    unlocked.unknown_with,
    unlocked.wonder_costs_with,
    ranks_with,
    worth_of,
)
COSTS = [ability.cost for ability in ABILITIES.values() if ability.cost]


def unlocked_for(state: State, seat: int) -> tuple[Any, ...]:
    """What a seat's technologies allow it."""
    return (
        unlocked_buildings(state, seat),
        unlocked_governments(state, seat),
        researchable(state, seat),
        [wonder_cost(state, seat, wonder) for wonder in WONDERS],
    )


def sheet_of(state: State, seat: int) -> tuple[Any, ...]:
    """What `refresh` keeps on a seat's sheet."""
    player = state.players[seat]
    return player.bonuses, player.able, player.ranks


@pytest.mark.parametrize("seats", [2, 4])
def test_figures_that_are_kept_are_those_found_afresh(seats: int) -> None:
    dice, rng = KeyedDice(b"figures", [b"seat"] * seats), Random(seats)
    state = RULESET.start(seats, {"turn_limit": 30}, dice).state
    looks = 0
    while asked := RULESET.asked(state):
        decision = rng.choice([each for each in asked if each.blocking])
        if decision.kind in ("start", "cities") and rng.random() < 0.2:
            seat = decision.seat
            kept, sheet = unlocked_for(state, seat), sheet_of(state, seat)
            for function in KEPT:
                function.cache_clear()
            assert unlocked_for(state, seat) == kept
            refresh(state.players[seat])
            assert sheet_of(state, seat) == sheet
            assert [can_pay(state, seat, cost) for cost in COSTS] == [
                bool(ways(state, seat, cost)) for cost in COSTS
            ]
            for wanted in range(1, COINS_TO_WIN + 1):
                rich = {each for each in range(seats) if coins(state, each) >= wanted}
                assert rich <= set(may_have_coins(state, wanted))
            looks += 1
        RULESET.carry_out(state, decision, decision.grammar.sample(rng), dice)
    assert looks > 20


def check_settled(state: State) -> None:
    """What is kept about the cities, square by square."""
    board, kept = grid(state), settled(state)
    for square in board.squares:
        covering = [city for city in state.cities if square in city.squares]
        assert city_on(state, square) == (covering[0] if covering else None)
        near = (square, *board.around[square])
        assert kept.taken.isdisjoint(near) is not overlaps(state, (square,), ())
    for seat in range(state.seats):
        own = [city for city in state.cities if city.owner == seat]
        assert kept.cities.get(seat, []) == own
        assert own_outskirts(state, seat) == [at for city in own for at in realm(state, city)]
        for square in board.squares if own else ():
            beside = [c.at for c in own if set(c.squares) & set(board.around[square])]
            assert kept.homes[seat].get(square) == (beside[0] if beside else None)
            nearest = min(own, key=lambda c: (board.distance(c.at, square), c.at))
            assert kept.nearest(seat, square) == nearest.at


def check_map(state: State) -> None:
    """What is kept about the tiles."""
    board, explored = grid(state), [at for at in grid(state).squares if state.terrain[at]]
    assert printed_on(state, "coin") == sum(icon == "coin" for icon in state.icons)
    for what in range(5):
        assert total(state, explored, what) == sum(icons_on(state, at)[what] for at in explored)
    for seat in range(state.seats):
        standing = [at for at, here in state.figures.items() if here[0].owner == seat]
        assert own_squares(state, seat) == sorted(standing)
    for square in board.squares:
        dark = [way for way in board.ways[square] if not state.terrain[way[0]]]
        assert dark_ways(state).get(square, []) == dark


@pytest.mark.parametrize("seats", [2, 5])
def test_what_is_kept_about_the_map_is_what_is_found_square_by_square(seats: int) -> None:
    dice, rng = KeyedDice(b"map", [b"seat"] * seats), Random(seats)
    state = RULESET.start(seats, {"turn_limit": 60}, dice).state
    founded = explored = 0
    while asked := RULESET.asked(state):
        if rng.random() < 0.03:
            check_settled(state)
            check_map(state)
        cities, dark = len(state.cities), state.terrain.count("")
        decision = rng.choice([each for each in asked if each.blocking])
        RULESET.carry_out(state, decision, decision.grammar.sample(rng), dice)
        founded += len(state.cities) > cities
        explored += state.terrain.count("") < dark
    assert founded > seats and explored


def same_question(kept: Decision, fresh: Decision) -> bool:
    """Whether two questions are alike, down to the answers that chance would give them."""
    if (kept.seat, kept.id, kept.blocking, kept.default) != (
        *(fresh.seat, fresh.id, fresh.blocking, fresh.default),
    ):
        return False
    return all(kept.grammar.sample(Random(n)) == fresh.grammar.sample(Random(n)) for n in range(4))


@pytest.mark.parametrize("seats", [2, 5])
def test_questions_that_are_kept_open_are_those_that_would_be_asked(seats: int) -> None:
    dice, rng = KeyedDice(b"questions", [b"seat"] * seats), Random(seats)
    step = RULESET.start(seats, {"turn_limit": 15}, dice)
    state, kept_trades = step.state, 0
    asked = step.asked or RULESET.asked(state)
    while asked:
        decision = rng.choice([each for each in asked if each.blocking])
        value = decision.grammar.sample(rng)
        step = RULESET.carry_out(state, decision, value, dice, asked)
        asked = fresh = RULESET.asked(state)
        if step.asked is not None and fresh:
            asked = step.asked
            assert len(asked) == len(fresh)
            assert all(map(same_question, asked, fresh))
            kept_trades += isinstance(state.frames[-1], Trade) and value.get("do") != "done"
    assert kept_trades > 20


@pytest.mark.parametrize("seats", [2, 5])
def test_sheets_that_are_kept_are_those_found_afresh(seats: int) -> None:
    dice, rng = KeyedDice(b"sheets", [b"seat"] * seats), Random(seats)
    options = {"turn_limit": 12, "scouts_steal_combat": "on"}
    state, same = RULESET.start(seats, options, dice).state, 0
    before = state.copy()
    while asked := RULESET.asked(state):
        decision = rng.choice([each for each in asked if each.blocking])
        RULESET.carry_out(state, decision, decision.grammar.sample(rng), dice, asked)
        now = state.copy()
        hand_over(before, now)
        kept, fresh = seat_sheets(now), seat_sheets(state.copy())
        assert [each[1:] for each in kept] == [each[1:] for each in fresh]
        same += sum(map(is_, kept, seat_sheets(before)))
        before = now
    assert same > 100, "sheets of seats that nothing happened to are not made again"


def test_a_figure_anywhere_is_seen_on_the_sheets_that_it_concerns() -> None:
    dice, rng = KeyedDice(b"anywhere", [b"seat"] * 3), Random(3)
    state = RULESET.start(3, {"turn_limit": 12}, dice).state
    while state.turn < 10 and (asked := RULESET.asked(state)):
        decision = rng.choice([each for each in asked if each.blocking])
        RULESET.carry_out(state, decision, decision.grammar.sample(rng), dice, asked)
    before, changed = [each[1:] for each in seat_sheets(state)], 0
    for square in [at for at in grid(state).squares if is_revealed(state, at)]:
        now = state.copy()
        hand_over(state, now)
        figures.put(now, square, [Figure(999, owner=1, army=False)])
        kept, fresh = seat_sheets(now), seat_sheets(now.copy())
        assert [each[1:] for each in kept] == [each[1:] for each in fresh], square
        changed += [each[1:] for n, each in enumerate(kept) if n != 1] != before[::2]
    assert changed > 5, "figures keep squares of others from giving anything"

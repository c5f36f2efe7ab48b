"""What is kept for the same technologies is what would be found afresh, all through a game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core.dice import KeyedDice
from engine.rulesets.civ2010.cities.architecture import unlocked_buildings, wonder_cost
from engine.rulesets.civ2010.map.board import coins, may_have_coins
from engine.rulesets.civ2010.research import researchable
from engine.rulesets.civ2010.ruleset import RULESET
from engine.rulesets.civ2010.sheet import unlocked
from engine.rulesets.civ2010.sheet.bonuses import ranks_with, refresh, worth_of
from engine.rulesets.civ2010.sheet.government import unlocked_governments
from engine.rulesets.civ2010.sheet.paying import can_pay, ways
from engine.rulesets.civ2010.state import State
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

"""Wonders: gold set aside and a die (rulebook 4.5 and 4.6)."""

from __future__ import annotations

from engine.core.flow import Play
from engine.rulesets.fast_play import events
from engine.rulesets.fast_play.state import State
from engine.rulesets.fast_play.tables import ERA_WONDERS, TABLES, WONDERS
from engine.world.state import NOBODY


def free_wonder(state: State) -> int | None:
    """The next wonder of the current era that nobody has."""
    for wonder in ERA_WONDERS[state.era]:
        if state.wonders[wonder] == NOBODY:
            return wonder
    return None


def price_range(era: int) -> tuple[int, int]:
    """The lowest and the highest price of a wonder of an era; a die of 1 never succeeds."""
    base = TABLES.wonder_step * (era + 1)
    return base + 2, base + 6


def attempt(play: Play[State], seat: int, aside: int) -> int:
    """Try to build a wonder with the gold set aside; gives how much of it was spent."""
    state = play.state
    wonder = free_wonder(state)
    assert wonder is not None
    (die,) = play.roll(1)
    price = TABLES.wonder_step * (state.era + 1) + die
    success = die > 1 and price <= aside
    play.tell(events.WonderTried(seat, aside, die, price, WONDERS[wonder].id if success else ""))
    if not success:
        return 0
    state.pay(seat, price)
    state.wonders[wonder] = seat
    return price

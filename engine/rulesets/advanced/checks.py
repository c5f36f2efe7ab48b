"""What must always hold, and what may be exchanged without a seat noticing. For the tests."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from engine.rulesets.advanced.orders import StandingOrders
from engine.rulesets.advanced.state import State
from engine.rulesets.standard import checks as standard
from engine.rulesets.standard.frames import Battle
from engine.rulesets.standard.state import Orders


def census(state: State) -> Mapping[str, int]:
    """Standard's, since no card or piece is made of nothing here either."""
    return standard.census(state)


def exchange_hidden(state: State, seat: int | None, rng: Random) -> None:
    """Exchange what the seat cannot know: unseen markers, others' offers and orders."""
    standard.exchange_markers_and_offers(state, seat, rng)
    for other in range(state.seats):
        if other != seat:
            state.orders[other] = other_orders(state, other, rng)


def other_orders(state: State, other: int, rng: Random) -> Orders:
    """Other standing orders for another seat, such that nothing visible would follow at once."""
    choices = StandingOrders.choices
    in_battle = isinstance(state.frames[-1] if state.frames else None, Battle)
    return Orders(
        tuple(rng.choice(StandingOrders.toward) for _ in range(state.seats)),
        trade=rng.choice(choices["trade"]),
        battle=state.orders[other].battle if in_battle else rng.choice(choices["battle"]),
    )

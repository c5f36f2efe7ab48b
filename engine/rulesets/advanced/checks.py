"""What must always hold, and what may be exchanged without a seat noticing. For the tests."""

from __future__ import annotations

from random import Random

from engine.rulesets.advanced.orders import StandingOrders
from engine.rulesets.advanced.state import State
from engine.rulesets.standard import checks as standard
from engine.rulesets.standard.state import Orders
from engine.world.duels import Battle


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

"""What every game on the world board is made of besides its pieces: gold."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.components import PUBLIC, Component, Spot
from engine.world.state import WorldState


def gold_spots(state: WorldState) -> Iterator[Spot]:
    """What the seats have, and the bank."""
    for gold in (*state.gold, state.bank):
        yield Spot("gold", PUBLIC, times=gold)


GOLD = Component("gold", gold_spots)

"""What every game on the world board is made of besides its pieces: gold, and offers in private."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.components import PUBLIC, Component, Shared, Spot
from engine.world.goods import Offer, TradingState
from engine.world.state import WorldState


def gold_spots(state: WorldState) -> Iterator[Spot]:
    """What the seats have, and the bank."""
    for gold in (*state.gold, state.bank):
        yield Spot("gold", PUBLIC, times=gold)


def parties(offer: Offer) -> tuple[int, int]:
    """Between whom an offer is."""
    return offer.maker, offer.to


def offers(state: TradingState) -> list[Offer]:
    """The offers that are open."""
    return state.offers


GOLD = Component("gold", gold_spots)
OFFERS = Shared(offers, parties)

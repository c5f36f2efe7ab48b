"""What must always hold, and what may be exchanged without a seat noticing. For the tests."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import msgspec

from engine.rulesets.standard.orders import StandingOrders
from engine.rulesets.standard.state import Orders, State
from engine.rulesets.standard.wonders import claims
from engine.world import checks
from engine.world.duels import Battle
from engine.world.goods import Bundle, Offer


def census(state: State) -> Mapping[str, int]:
    """Markers and technologies, too, wherever they are."""
    laid = sum(marker is not None for marker in state.markers)
    return {
        **checks.census(state),
        "markers": laid + len(state.box) + len(state.discards),
        "technologies": len(state.technologies),
    }


def exchange_hidden(state: State, seat: int | None, rng: Random) -> None:
    """Exchange what the seat cannot know: unseen markers, others' offers and orders."""
    exchange_markers_and_offers(state, seat, rng)
    for other in range(state.seats):
        if other != seat:
            state.orders[other] = other_orders(state, other, rng)


def exchange_markers_and_offers(state: State, seat: int | None, rng: Random) -> None:
    """Exchange unseen markers, and the offers between others."""
    shuffle_markers(state, seat, rng)
    state.offers = [
        offer
        for offer in (other_offer(offer, seat, rng) for offer in state.offers)
        if offer is not None
    ]


def other_offer(offer: Offer, seat: int | None, rng: Random) -> Offer | None:
    """An offer between others may be another one, or not be there."""
    if seat is not None and seat in (offer.maker, offer.to):
        return offer
    if rng.random() < 0.5:
        return None
    return msgspec.structs.replace(
        offer, give=Bundle(rng.randrange(9)), get=Bundle(rng.randrange(9))
    )


def shuffle_markers(state: State, seat: int | None, rng: Random) -> None:
    """Mix the face-down markers the seat has not seen, and those in the box."""
    unseen = [
        region
        for region, marker in enumerate(state.markers)
        if marker is not None and not marker.up and (seat is None or not marker.known >> seat & 1)
    ]
    kinds = [m.kind for region in unseen if (m := state.markers[region]) is not None] + state.box
    rng.shuffle(kinds)
    for region in unseen:
        marker = state.markers[region]
        if marker is not None:
            state.markers[region] = msgspec.structs.replace(marker, kind=kinds.pop())
    state.box = kinds


def other_orders(state: State, other: int, rng: Random) -> Orders:
    """Other standing orders for somebody else, such that nothing visible would follow at once."""
    if isinstance(state.frames[-1] if state.frames else None, Battle):
        battle = state.orders[other].battle
    else:
        battle = rng.choice(StandingOrders.choices["battle"])
    # Whoever could announce a wonder and has not done so has no order to: that shows.
    due = any(other in able for able in claims(state).values())
    return Orders(
        tuple(rng.choice(StandingOrders.toward) for _ in range(state.seats)),
        state.orders[other].wonders if due else rng.choice(StandingOrders.choices["wonders"]),
        rng.choice(StandingOrders.choices["trade"]),
        battle,
    )

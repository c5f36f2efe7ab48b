"""What must always hold, and what may be exchanged without a seat noticing. For the tests."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import msgspec

from engine.rulesets.rhye.orders import StandingOrders
from engine.rulesets.rhye.state import GREY, NO_MARKER, NOWHERE, Orders, State
from engine.rulesets.rhye.tables import CITY, VILLAGE
from engine.world import checks
from engine.world.duels import Battle
from engine.world.goods import Bundle, Offer
from engine.world.state import BOARD, NOBODY


def census(state: State) -> Mapping[str, int]:
    """Markers, capitals, colonies and wonders, too, and that nothing stands out of play."""
    within = state.ground.within
    markers = sum(kind != NO_MARKER for kind in state.markers)
    return {
        **checks.census(state),
        "markers": markers + len(state.box) + len(state.discards),
        "out_of_play": sum(
            not within[region]
            and bool(
                state.spaces[region] or state.settlements[region] or state.markers[region] >= 0
            )
            for region in BOARD.land
        ),
        "odd_sizes": sum(s.size not in (VILLAGE, CITY) for _, s in state.settled()),
        "lost_capitals": sum(
            capital != NOWHERE and not state.is_home(capital, seat)
            for seat, capital in enumerate(state.capitals)
        ),
        "colonies_on_nothing": sum(
            owner != NOBODY and state.resource_at(region) is None
            for region, owner in enumerate(state.colonies)
        ),
        "misplaced_wonders": misplaced_wonders(state),
        "settled_wilds": sum(state.face_down[region] for region, _ in state.settled()),
    }


def misplaced_wonders(state: State) -> int:
    """Wonders whose owner is not that of the settlement they stand in."""
    wrong = 0
    for site, owner in zip(state.sites, state.wonders, strict=True):
        if site >= 0:
            settlement = state.settlements[site]
            wrong += settlement is None or (settlement.owner != owner and settlement.owner != GREY)
    return wrong


def exchange_hidden(state: State, seat: int | None, rng: Random) -> None:
    """Exchange what the seat cannot know: face-down markers, others' offers and orders."""
    hidden = [region for region, down in enumerate(state.face_down) if down]
    kinds = [state.markers[region] for region in hidden] + state.box
    rng.shuffle(kinds)
    for region in hidden:
        state.markers[region] = kinds.pop()
    state.box = kinds
    offers = (other_offer(offer, seat, rng) for offer in state.offers)
    state.offers = [offer for offer in offers if offer is not None]
    fighting = bool(state.frames) and isinstance(state.frames[-1], Battle)
    for other in range(state.seats):
        if other != seat:
            chosen = {name: rng.choice(keys) for name, keys in StandingOrders.choices.items()}
            if fighting:
                chosen["battle"] = state.orders[other].battle
            state.orders[other] = Orders(**chosen)


def other_offer(offer: Offer, seat: int | None, rng: Random) -> Offer | None:
    """An offer between others may be another one, or not be there."""
    if seat is not None and seat in (offer.maker, offer.to):
        return offer
    if rng.random() < 0.5:
        return None
    return msgspec.structs.replace(
        offer, give=Bundle(rng.randrange(9)), get=Bundle(rng.randrange(9))
    )

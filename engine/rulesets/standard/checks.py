"""What must always hold, and what may be exchanged without a seat noticing. For the tests."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import msgspec

from engine.rulesets.standard.frames import Battle
from engine.rulesets.standard.orders import BATTLE, TOWARD, TRADE, WONDERS
from engine.rulesets.standard.state import Bundle, Offer, Orders, State
from engine.rulesets.standard.tables import AIRCRAFT, FLEETS
from engine.rulesets.standard.wonders import claims
from engine.world.state import BOARD

SEAWORTHY = FLEETS | AIRCRAFT


def census(state: State) -> Mapping[str, int]:
    """Markers, cards, gold and pieces, wherever they are, and the tallies against the board."""
    pieces = [p for stack in state.spaces for p in stack]
    counted = [[0] * len(row) for row in state.tally]
    for piece in pieces:
        counted[piece.owner][piece.kind] += 1
    sizes = [[0] * 4 for _ in range(state.seats)]
    for settlement in state.settlements:
        if settlement is not None:
            sizes[settlement.owner][settlement.size - 1] += 1
    fleets = {p.id for p in pieces}
    return {
        "markers": sum(m is not None for m in state.markers) + len(state.box) + len(state.discards),
        "technologies": len(state.technologies),
        "wonders": len(state.wonders),
        "gold": sum(state.gold) + state.bank,
        "in_debt": sum(gold < 0 for gold in state.gold),
        "unaccounted_pieces": state.born - state.dead - len(pieces),
        "tally_errors": int(counted != state.tally)
        + int(sizes != state.sizes)
        + sum(
            {p.owner for p in stack} != {s for s in range(state.seats) if holders >> s & 1}
            for stack, holders in zip(state.spaces, state.holders, strict=True)
        ),
        "lost_cargo": sum(p.aboard != 0 and p.aboard not in fleets for p in pieces),
        "overloaded": sum(
            sum(p.aboard == fleet for p in stack) > 3
            for stack in state.spaces
            for fleet in {p.aboard for p in stack if p.aboard}
        ),
        "swimmers": sum(
            p.aboard == 0 and p.kind not in SEAWORTHY
            for space in BOARD.sea
            for p in state.spaces[space]
        ),
    }


def exchange_hidden(state: State, seat: int | None, rng: Random) -> None:
    """Exchange what the seat cannot know: unseen markers, others' offers and orders."""
    shuffle_markers(state, seat, rng)
    for other in range(state.seats):
        if other != seat:
            state.orders[other] = other_orders(state, other, rng)
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
        battle = rng.choice(BATTLE)
    # Whoever could announce a wonder and has not done so has no order to: that shows.
    due = any(other in able for able in claims(state).values())
    return Orders(
        tuple(rng.choice(TOWARD) for _ in range(state.seats)),
        state.orders[other].wonders if due else rng.choice(WONDERS),
        rng.choice(TRADE),
        battle,
    )

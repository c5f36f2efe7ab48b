"""What must always hold on the world board, and what may be exchanged unnoticed. For the tests."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from engine.world.orders import StandingOrders
from engine.world.state import BIT, BOARD, SIZES, SPACES, WorldState


def census(state: WorldState) -> dict[str, int]:
    """Gold, wonders and pieces, wherever they are, and the tallies against the board."""
    pieces = [piece for stack in state.spaces for piece in stack]
    ids = {piece.id for piece in pieces}
    capacity, seaworthy = state.tables.fleet_capacity, state.roster.seaworthy
    loads = [[p.aboard for p in stack if p.aboard] for stack in state.spaces]
    return {
        "wonders": len(state.wonders),
        "gold": sum(state.gold) + state.bank,
        "in_debt": sum(gold < 0 for gold in state.gold),
        "unaccounted_pieces": state.born - state.dead - len(pieces),
        "tally_errors": tally_errors(state),
        "lost_cargo": sum(piece.aboard not in ids for piece in pieces if piece.aboard),
        "overloaded": sum(load.count(ship) > capacity for load in loads for ship in set(load)),
        "swimmers": sum(
            not piece.aboard and piece.kind not in seaworthy
            for zone in BOARD.sea
            for piece in state.spaces[zone]
        ),
    }


def tally_errors(state: WorldState) -> int:
    """How many of the tallies are not what the board shows."""
    counted = [[0] * len(row) for row in state.tally]
    holders = [0] * len(state.spaces)
    for space, stack in enumerate(state.spaces):
        for piece in stack:
            counted[piece.owner][piece.kind] += 1
            holders[space] |= BIT[piece.owner]
    sizes = [[0] * len(SIZES) for _ in state.sizes]
    for _, settlement in state.settled():
        sizes[settlement.owner][settlement.size - 1] += 1
    forgotten = [
        seat
        for seat in range(state.seats)
        if state.homes(seat) != tuple(r for r, held in state.settled() if held.owner == seat)
        or state.held_spaces(seat) != tuple(s for s in SPACES if holders[s] & BIT[seat])
    ]
    wrong = (counted != state.tally, sizes != state.sizes, holders != state.holders)
    return sum(wrong) + len(forgotten)


def exchange_orders(
    state: Any, seat: int | None, rng: Random, standing: StandingOrders[Any]
) -> None:
    """Other standing orders for the other seats, but for those that have shown."""
    for other, now in enumerate(state.orders):
        if other == seat:
            continue
        shown = standing.shown(state, other)
        chosen: dict[str, Any] = {
            name: rng.choice(keys) for name, keys in standing.choices.items() if name not in shown
        }
        if standing.toward:
            chosen["toward"] = tuple(rng.choice(standing.toward) for _ in now.toward)
        state.orders[other] = msgspec.structs.replace(now, **chosen)

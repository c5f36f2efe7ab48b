"""What the kit of the world board keeps beside the board must be what the board shows."""

from __future__ import annotations

from collections.abc import Iterator

from engine.world.state import BIT, BOARD, SIZES, SPACES, WorldState


def board_faults(state: WorldState) -> Iterator[str]:
    """What is wrong with the pieces, the tallies and the gold of a state."""
    pieces = [piece for stack in state.spaces for piece in stack]
    if state.born - state.dead != len(pieces):
        yield f"{state.born} pieces born, {state.dead} dead, {len(pieces)} on the board"
    if min(state.gold) < 0:
        yield f"in debt: {state.gold}"
    ids = {piece.id for piece in pieces}
    capacity, seaworthy = state.tables.fleet_capacity, state.roster.seaworthy
    for space, stack in state.occupied():
        loads = [piece.aboard for piece in stack if piece.aboard]
        if not ids.issuperset(loads):
            yield f"cargo without a fleet in {BOARD.spaces[space].id}"
        if any(loads.count(ship) > capacity for ship in set(loads)):
            yield f"an overloaded fleet in {BOARD.spaces[space].id}"
        if space in BOARD.sea and any(not p.aboard and p.kind not in seaworthy for p in stack):
            yield f"pieces swim in {BOARD.spaces[space].id}"
    yield from wrong_tallies(state)


def wrong_tallies(state: WorldState) -> Iterator[str]:
    """Which of the tallies are not what the board shows."""
    counted = [[0] * len(row) for row in state.tally]
    holders = [0] * len(state.spaces)
    for space, stack in enumerate(state.spaces):
        for piece in stack:
            counted[piece.owner][piece.kind] += 1
            holders[space] |= BIT[piece.owner]
    sizes = [[0] * len(SIZES) for _ in state.sizes]
    for _, settlement in state.settled():
        sizes[settlement.owner][settlement.size - 1] += 1
    for what, kept, right in (
        ("pieces", state.tally, counted),
        ("settlements", state.sizes, sizes),
        ("holders", state.holders, holders),
    ):
        if kept != right:
            yield f"{what} are tallied as {kept}, not {right}"
    for seat in range(state.seats):
        if state.homes(seat) != tuple(r for r, held in state.settled() if held.owner == seat):
            yield f"the homes of seat {seat} are remembered wrong"
        if state.held_spaces(seat) != tuple(s for s in SPACES if holders[s] & BIT[seat]):
            yield f"the spaces that seat {seat} holds are remembered wrong"

"""What must hold at every moment of a game of Fast Play."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rulesets.fast_play.frames import Battles, Movement
from engine.rulesets.fast_play.state import State
from engine.rulesets.fast_play.tables import ENOUGH, FLEETS, RESOURCES, SETTLER, TABLES
from engine.world.state import BARBARIANS, BOARD


def faults(state: State) -> Iterator[str]:
    """Which limit is passed, and who stands where they may not."""
    worked = [r for r, done in enumerate(state.worked) if done]
    exploited = [sum(state.markers[r] == kind for r in worked) for kind in range(len(RESOURCES))]
    if exploited != state.exploited:
        yield f"resources are exploited {exploited} times, not {state.exploited}"
    if any(n > TABLES.pieces.settlement for row in state.sizes for n in row):
        yield "too many settlements"
    if any(row[SETTLER] > TABLES.pieces.settler for row in state.tally[:BARBARIANS]):
        yield "too many settlers"
    if any(n > ENOUGH for row in state.technologies for n in row):
        yield "too many technologies"
    for region in BOARD.land:
        if any(
            p.kind in FLEETS and not state.is_home(region, p.owner) for p in state.spaces[region]
        ):
            yield f"a stranded fleet in {BOARD.spaces[region].id}"
    if any(state.is_unexplored(region) for region, _ in state.settled()):
        yield "a settlement in the wilds"
    if not any(isinstance(frame, (Movement, Battles)) for frame in state.frames):
        for space, stack in state.occupied():
            if state.stranger(space, stack[0].owner) is not None:
                yield f"two share {BOARD.spaces[space].id} in peace"

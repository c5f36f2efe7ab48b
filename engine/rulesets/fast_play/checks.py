"""What must always hold. For the tests."""

from __future__ import annotations

from collections.abc import Mapping

from engine.rulesets.fast_play.frames import Battles, Movement
from engine.rulesets.fast_play.state import State
from engine.rulesets.fast_play.tables import ENOUGH, FLEETS, RESOURCES, SETTLER, TABLES
from engine.world import checks
from engine.world.state import BARBARIANS, BOARD


def census(state: State) -> Mapping[str, int]:
    """Markers, piece limits and technologies, too, and that nobody shares a space in peace."""
    worked = [r for r, done in enumerate(state.worked) if done]
    exploited = [sum(state.markers[r] == kind for r in worked) for kind in range(len(RESOURCES))]
    return {
        **checks.census(state),
        "markers": sum(state.bag) + sum(kind >= 0 for kind in state.markers),
        "exploited_errors": int(exploited != state.exploited),
        "too_many_pieces": sum(n > TABLES.pieces.settlement for row in state.sizes for n in row)
        + sum(row[SETTLER] > TABLES.pieces.settler for row in state.tally[:BARBARIANS]),
        "too_many_technologies": sum(n > ENOUGH for row in state.technologies for n in row),
        "stranded_fleets": sum(
            p.kind in FLEETS and not state.is_home(region, p.owner)
            for region in BOARD.land
            for p in state.spaces[region]
        ),
        "shared_spaces": 0 if is_contested(state) else shared(state),
        "settled_wilds": sum(state.is_unexplored(region) for region, _ in state.settled()),
    }


def is_contested(state: State) -> bool:
    """Whether a seat is moving or fighting, so that two may be in a space."""
    return any(isinstance(frame, (Movement, Battles)) for frame in state.frames)


def shared(state: State) -> int:
    """Spaces with pieces or a settlement of two."""
    return sum(
        state.stranger(space, stack[0].owner) is not None for space, stack in state.occupied()
    )

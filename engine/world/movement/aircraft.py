"""Aircraft that have moved and find no base, or none with room for them."""

from __future__ import annotations

from typing import Any

from engine.core.flow import Play
from engine.world import events
from engine.world.state import IDS, Piece, WorldState


def stranded_aircraft(state: WorldState, seat: int) -> list[tuple[int, Piece]]:
    """A seat's aircraft beyond what their bases have room for, and where they are."""
    if not state.owns_any(seat, state.roster.aircraft):
        return []
    found = []
    for space in state.held_spaces(seat):
        planes = state.aircraft(space, (seat,))
        if planes:
            found += [(space, plane) for plane in planes[state.berths(space, seat) :]]
    return found


def ground_lost_aircraft(play: Play[Any], seat: int, crowded: bool = False) -> None:
    """Aircraft that end movement without a base are lost (rule: aircraft-movement).

    With `crowded`, so are those for which their base has no room.
    """
    state = play.state
    stranded = stranded_aircraft(state, seat)
    for space in dict.fromkeys(space for space, _ in stranded):
        if crowded or not state.is_base(space, seat):
            lost = [piece for there, piece in stranded if there == space]
            state.remove_pieces(space, lost)
            play.tell(events.AircraftLost(seat, IDS[space], len(lost)))
    state.check_fallen(play)

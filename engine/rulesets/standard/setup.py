"""Set-up: the markers, the order, the starting regions (rulebook chapter 2)."""

from __future__ import annotations

from typing import TypeVar

from engine.core.flow import Play, roll_off
from engine.rulesets.standard import events
from engine.rulesets.standard.state import Marker, State
from engine.world.exploration import find_treasure
from engine.world.flow import Turn
from engine.world.pieces import placement
from engine.world.pieces.placement import Placement
from engine.world.state import BOARD, IDS

IGNORED_AT_START = ("minor_civilization", "plague", "desert")
TAKEN_AT_START = ("treasure", "free_technology", "no_encounter")
S = TypeVar("S", bound=State)


def set_up(play: Play[S]) -> None:
    """Lay the markers, pay the gold, roll for the order of placing."""
    state = play.state
    mixed = play.shuffle(state.box)
    regions = len(BOARD.land)
    state.markers = [Marker(kind) for kind in mixed[:regions]]
    state.box = mixed[regions:]
    for seat in range(state.seats):
        state.receive(seat, state.tables.starting_gold)
    winner, rolls = roll_off(play, range(state.seats))
    play.tell(events.OrderRolled(winner, tuple(rolls), placing=True))
    play.push(Placement.forth_and_back(winner, state.seats))


class PlacementPhase(placement.PlacementPhase[S]):
    """Two starting regions each; then the markers there are turned up (rule: setup-placement)."""

    def begin_play(self, play: Play[S]) -> None:
        for seat, region in self.starts(play.state):
            flip(play, seat, region)
        begin_first_turn(play)

    def starts(self, state: S) -> list[tuple[int, int]]:
        """The starting regions with their seats, as they were chosen."""
        found = [
            (state.spaces[region][0].id, settlement.owner, region)
            for region, settlement in state.settled()
        ]
        # Pieces are numbered as they come, so the lowest numbers stand where was chosen first.
        return [(seat, region) for _, seat, region in sorted(found)]


def begin_first_turn(play: Play[S]) -> None:
    """Everyone rolls for the first turn, and it begins (rule: setup-first-turn)."""
    winner, rolls = roll_off(play, range(play.state.seats))
    play.state.first = winner
    play.tell(events.OrderRolled(winner, tuple(rolls), placing=False))
    play.push(Turn())


def flip(play: Play[S], seat: int, region: int) -> None:
    """Turn up the marker of a starting region; it takes effect, unless it is a bad one."""
    state, marker = play.state, play.state.markers[region]
    assert marker is not None
    kind, place = state.tables.marker_names[marker.kind], IDS[region]
    ignored = kind in IGNORED_AT_START
    play.tell(events.StartFlipped(seat, place, kind, ignored))
    if not ignored and kind not in TAKEN_AT_START:
        state.markers[region] = Marker(marker.kind, True)
        return
    state.discard(region)
    if kind == "treasure":
        find_treasure(play, seat, place)
    elif kind == "free_technology":
        state.find_technology(play, seat, region)

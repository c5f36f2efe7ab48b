"""Pieces that a seat receives for nothing, and places at once where it likes and there is room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from engine.core.flow import Play
from engine.world import events
from engine.world.exploration import add_newcomer
from engine.world.flow import PickPhase, SeatFrame
from engine.world.pieces.rooms import Rooms
from engine.world.purchase import harbours
from engine.world.state import BOARD, IDS, Piece, WorldState

S = TypeVar("S", bound=WorldState)


class FreePieces(SeatFrame, frozen=True, tag=True):
    """A seat places pieces that came free; the `source` is what gave them."""

    kind: int
    count: int
    source: str


class FreePiecesPhase(PickPhase[S, FreePieces]):
    """One piece after the other, as far as there is room; what finds none is lost."""

    title = "purchase"
    kind = "free_pieces"
    rule = "placing"

    def rooms(self, state: S, seat: int) -> Rooms:
        """What room a seat's settlements have for new pieces."""
        raise NotImplementedError

    def put(self, state: S, frame: FreePieces, space: int) -> Piece:
        """One of the pieces stands; it moves in the next turn."""
        return add_newcomer(state, frame.seat, frame.kind, space)

    def sites(self, state: S, frame: FreePieces) -> tuple[int, ...]:
        """Where a piece can be placed."""
        rooms = self.rooms(state, frame.seat)
        return rooms.harbours if frame.kind in state.roster.fleets else rooms.roomy

    def options(self, state: S, frame: FreePieces) -> list[str]:
        return [IDS[space] for space in self.sites(state, frame)]

    def default(self, state: S, frame: FreePieces, options: Sequence[str]) -> str:
        return largest(state, frame.seat, options)

    def about(self, state: S, frame: FreePieces) -> dict[str, Any]:
        unit = state.roster.ids[frame.kind]
        return {"unit": unit, "n": frame.count, "source": frame.source}

    def pick(self, play: Play[S], frame: FreePieces, key: str) -> None:
        """Some of the pieces stand; the others are still to be placed."""
        state, space = play.state, BOARD.index[key]
        count = self.bound_for(state, frame, space)
        if frame.count > count:
            play.push(FreePieces(frame.seat, frame.kind, frame.count - count, frame.source))
        new = [self.put(state, frame, space) for _ in range(count)]
        unit = state.roster.ids[new[0].kind]
        play.tell(events.PiecesReceived(frame.seat, key, unit, count, frame.source))

    def bound_for(self, state: S, frame: FreePieces, space: int) -> int:
        """How many of the pieces go to a space with one choice: more than one if it is forced."""
        if len(self.sites(state, frame)) > 1:
            return 1
        return min(frame.count, self.rooms(state, frame.seat).at(space))

    def pass_over(self, play: Play[S], frame: FreePieces) -> None:
        state, seat = play.state, frame.seat
        at_sea = frame.kind in state.roster.fleets
        inland = at_sea and not harbours(state.homes(seat))
        unit = state.roster.ids[frame.kind]
        play.tell(events.PiecesLost(seat, unit, frame.count, frame.source, inland))


def largest(state: WorldState, seat: int, options: Sequence[str]) -> str:
    """The place with the largest settlement of a seat; for a sea zone the largest beside it."""

    def size(key: str) -> int:
        place = BOARD.index[key]
        near = [r for r in state.homes(seat) if r == place or place in BOARD.coasts[r]]
        return max([state.size_at(region) for region in near], default=0)

    return max(options, key=size)

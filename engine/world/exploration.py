"""What is found on the land and takes effect at once: treasure, plague, a minor civilization."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from engine.core.flow import Play
from engine.core.grammar import Option
from engine.core.text import Text
from engine.world import events
from engine.world.flow import Moves, PickPhase, SeatFrame
from engine.world.state import BOARD, IDS, STOPPED, Piece, WorldState

S = TypeVar("S", bound=WorldState)


def find_treasure(play: Play[Any], seat: int, place: str) -> None:
    """A seat receives the gold that lay in the ground."""
    gold = play.state.tables.treasure
    play.state.receive(seat, gold)
    play.tell(events.TreasureFound(seat, place, gold))


def strike_with_plague(play: Play[Any], region: int, radius: int) -> None:
    """All pieces within the radius die, and the settlements there lose a size (rule: plague)."""
    state = play.state
    regions = BOARD.within(region, radius, "land")
    sizes = state.shrink_all(regions)
    for struck in regions:
        stack = state.spaces[struck]
        lost = state.roster.count_by_owner(stack)
        state.remove_pieces(struck, stack)
        if lost or sizes[struck]:
            play.tell(events.PlagueStruck(IDS[struck], lost, sizes[struck]))
    state.check_fallen(play)


def add_newcomer(state: WorldState, owner: int, kind: int, space: int) -> Piece:
    """Put a new piece on the board that does not move before the next turn."""
    piece = state.add_piece(owner, kind, space)
    moves = next((frame for frame in state.frames if isinstance(frame, Moves)), None)
    if moves is not None and owner in moves.order[moves.at :]:
        rests = msgspec.structs.replace(piece, spent=STOPPED)
        state.spaces[space] = (*state.spaces[space][:-1], rests)
    return piece


class MinorCivilization(SeatFrame, frozen=True, tag=True):
    """The seat that a minor civilization has joined chooses its army."""

    region: int


class MinorCivilizationPhase(PickPhase[S, MinorCivilization]):
    """A new village has an army of its owner's choice (rule: minor-civilization)."""

    title = "movement"
    kind = "minor_army"
    rule = "minor-civilization"

    def use(self, state: S, unit: str) -> Text:
        """What a unit is for, in words."""
        raise NotImplementedError

    def joined(self, play: Play[S], frame: MinorCivilization, unit: str) -> None:
        """The army stands in its region: tell it, and see to what follows."""
        raise NotImplementedError

    def describe(self, state: S, frame: MinorCivilization, key: str) -> Option:
        name, place = state.unit_name(state.roster.index[key]), IDS[frame.region]
        return Option(key, Text(f"unit.{name}"), place=place, detail=self.use(state, key))

    def about(self, state: S, frame: MinorCivilization) -> dict[str, Any]:
        return {"place": IDS[frame.region]}

    def pick(self, play: Play[S], frame: MinorCivilization, key: str) -> None:
        """The army appears; it first moves next turn."""
        add_newcomer(play.state, frame.seat, play.state.roster.index[key], frame.region)
        self.joined(play, frame, key)

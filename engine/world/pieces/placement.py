"""Set-up: starting regions are chosen in turn, forth and back."""

from __future__ import annotations

from functools import partial
from typing import ClassVar, TypeVar

from engine.core.decision import Decision
from engine.core.flow import Play
from engine.core.grammar import OneOf, Value
from engine.core.question import Fault, Question
from engine.world import events
from engine.world.describing import PLACE, place_option, start
from engine.world.flow import InTurn, InTurnPhase, Turn
from engine.world.state import BOARD, FIRST_SEA, IDS, Settlement, WorldState, clockwise

S = TypeVar("S", bound=WorldState)
RULE = "setup-placement"


class Placement(InTurn, frozen=True, tag=True):
    """Starting regions are chosen in this order of seats, each seat twice."""

    @classmethod
    def forth_and_back(cls, first: int, seats: int) -> Placement:
        """From one seat on clockwise, then back again."""
        order = clockwise(first, seats)
        return cls(order + order[::-1])


class PlacementPhase(InTurnPhase[S, Placement]):
    """Each seat places its starting settlements and pieces."""

    title = "placement"
    rule: ClassVar[str] = RULE
    starting_units: ClassVar[tuple[str, ...]] = ("swordsman", "settler")

    def regions(self, state: S, frame: Placement) -> list[int]:
        """What the seat may choose: the land regions without a settlement."""
        return [region for region, held in enumerate(state.settlements) if held is None]

    def advance(self, play: Play[S], frame: Placement) -> bool:
        if not frame.is_over:
            return False
        play.pop()
        self.begin_play(play)
        return True

    def begin_play(self, play: Play[S]) -> None:
        """All have placed: go into the first turn."""
        play.push(Turn())

    def open(self, state: S, frame: Placement) -> list[Decision]:
        regions = self.regions(state, frame)
        return [
            Decision(
                frame.seat,
                "placement",
                OneOf(
                    [IDS[region] for region in regions],
                    lambda key: place_option(key, start(state, BOARD.index[key])),
                ),
                default=IDS[roomiest(state, regions)],
                rule=self.rule,
                about={"second": frame.at >= state.seats},
            )
        ]

    def answer(self, play: Play[S], frame: Placement, decision: Decision, value: Value) -> None:
        self.place(play, decision.seat, BOARD.index[value])
        play.tell(events.Placed(decision.seat, value))
        play.update(at=frame.at + 1)

    def place(self, play: Play[S], seat: int, region: int) -> None:
        """A village and its pieces stand in a region."""
        state = play.state
        state.put_settlement(region, Settlement(seat, 1))
        for unit in self.starting_units:
            state.add_piece(seat, state.roster.index[unit], region)

    def asks(
        self, state: S, frame: Placement, decision: Decision, value: Value, path: tuple[str, ...]
    ) -> Question[int]:
        return Question(PLACE, BOARD.land, partial(self.fault, state, frame))

    def fault(self, state: S, frame: Placement, space: int) -> Fault:
        """What keeps a seat from beginning in a space."""
        if space >= FIRST_SEA:
            return "settle_on_land"
        return None if state.settlements[space] is None else "settled_already"


def roomiest(state: WorldState, regions: list[int]) -> int:
    """The region with the most free land neighbours: what the clock chooses."""
    free = {region for region, held in enumerate(state.settlements) if held is None}
    return max(regions, key=lambda r: (len(free.intersection(BOARD.beside[r])), -r))

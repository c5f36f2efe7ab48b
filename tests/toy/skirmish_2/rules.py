"""What is new: captured villages burn, and state, frame and event have each a field more.

Games of the first version go on by its rule; what they stored gets the new shape by a step.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from engine.core.flow import Frame, Phase, Play
from engine.core.grammar import Value
from engine.core.upgrades import Raw, Upgrades
from engine.world import events
from engine.world.flow import Turn
from engine.world.pieces.placement import Placement
from engine.world.state import IDS, Settlement
from tests.toy.skirmish import rules as first

BURNS = 2
"""The version since which a captured village burns down."""


class Captured(events.SettlementTaken, frozen=True):
    """A village changes hands, or burns."""

    burnt: bool


class March(first.March, frozen=True, tag=True):
    """It knows the turn it belongs to."""

    since: int = 0


class State(first.State, kw_only=True):
    """It counts the villages of each seat."""

    villages: list[int]
    frames: list[Placement | Turn | March | first.Duels]  # type: ignore[assignment]

    @classmethod
    def initial(cls, seats: int, options: Mapping[str, Value]) -> dict[str, Any]:
        return {**super().initial(seats, options), "villages": [0] * seats}

    def put_settlement(self, region: int, settlement: Settlement | None) -> None:
        for held, change in ((self.settlements[region], -1), (settlement, 1)):
            if held is not None:
                self.villages[held.owner] += change
        super().put_settlement(region, settlement)


class TurnPhase(first.TurnPhase):
    """A march begins in its turn."""

    def enter(self, play: Play[Any], step: str) -> None:
        play.push(March(since=play.state.turn))


class DuelsPhase(first.DuelsPhase):
    """Whoever is alone with a village of another burns it; until version 2 it was captured."""

    def capture(self, play: Play[Any], captor: int, space: int) -> None:
        state, held = play.state, play.state.built_at(space)
        burnt = state.version >= BURNS
        state.put_settlement(space, None if burnt else Settlement(captor, held.size))
        play.tell(Captured(captor, held.owner, IDS[space], held.size, burnt))


def state_from_1(state: Raw) -> None:
    """Villages are counted, and a march knows its turn."""
    owners = [held[0] for held in state["settlements"] if held is not None]
    state["villages"] = [owners.count(seat) for seat in range(state["seats"])]
    for frame in state["frames"]:
        if frame["type"] == "March":
            frame["since"] = state["turn"]


def event_from_1(event: Raw) -> None:
    """Nothing burnt."""
    if event["type"] == "Captured":
        event.setdefault("burnt", False)


class Skirmish(first.Skirmish):
    """Skirmish in its second version."""

    version = 2
    upgrades = Upgrades(states={1: state_from_1}, events={1: event_from_1})
    phases: ClassVar[Mapping[type[Frame], Phase[Any, Any]]] = {
        **{kind: each for kind, each in first.Skirmish.phases.items() if kind is not first.March},
        Turn: TurnPhase(),
        March: first.MarchPhase(),
        first.Duels: DuelsPhase(),
    }
    events = events.events_of({**vars(events), "Captured": Captured})


RULESET = Skirmish(State)

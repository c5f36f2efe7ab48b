"""What the rule sets on the world board have in common as rule sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, TypeVar

from engine.core.decision import Choice, Decision
from engine.core.grammar import Value
from engine.core.ruleset import Ruleset
from engine.core.view import Outcome, View
from engine.world.checks import census
from engine.world.seeing import world_view
from engine.world.state import WorldState
from engine.world.steward.deciding import Steward
from engine.world.view import WorldView

S = TypeVar("S", bound=WorldState)


class WorldRuleset(Ruleset[S]):
    """A rule set whose state says how it begins and what it is worth, with a stand-in player."""

    seats = range(2, 7)
    view_type: ClassVar[type[WorldView]] = WorldView
    stand_in: ClassVar[Steward[Any]]

    def __init__(self, state_type: type[S]) -> None:
        super().__init__(state_type)
        self.state_type = state_type

    def new_state(self, seats: int, options: Mapping[str, Value]) -> S:
        fields = self.state_type.initial(seats, options)
        fields |= {"version": self.version, "shape": self.version}
        return self.state_type(ruleset=self.name, seats=seats, **fields)

    def view(self, state: S, seat: int | None) -> WorldView:
        return world_view(self, state, seat)

    def outcome(self, state: S) -> Outcome | None:
        return state.outcome()

    def turn(self, state: S) -> int:
        return state.turn

    def copy(self, state: S) -> S:
        return state.copy()

    def census(self, state: S) -> Mapping[str, int]:
        return census(state)

    def steward(self, view: View, decisions: Sequence[Decision], rng: Random) -> Choice:
        assert isinstance(view, WorldView)
        return self.stand_in.decide(view, decisions, rng)

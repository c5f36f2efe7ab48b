"""What the rule sets on the world board have in common as rule sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, TypeVar

from engine.core.advice import Suggestion
from engine.core.charts import FactCard
from engine.core.components import Component
from engine.core.decision import Choice, Decision
from engine.core.grammar import Value
from engine.core.ruleset import Ruleset
from engine.core.text import Text
from engine.core.view import Goal, Outcome, View
from engine.world.cards import WorldCards
from engine.world.components import GOLD
from engine.world.flow import Turn, TurnPhase
from engine.world.state import WorldState
from engine.world.steward.care import is_grave_move
from engine.world.steward.deciding import Steward
from engine.world.steward.forms import kind_of
from engine.world.steward.survey import BOARD
from engine.world.view import WorldView
from engine.world.viewing import world_view

S = TypeVar("S", bound=WorldState)


class WorldRuleset(Ruleset[S]):
    """A rule set whose state says how it begins and what it is worth, with a stand-in player."""

    seats = range(2, 7)
    view_type: ClassVar[type[WorldView]] = WorldView
    components: ClassVar[Sequence[Component[Any]]] = (GOLD,)
    stand_in: ClassVar[Steward[Any] | None] = None
    """The steward; a rule set without one answers `steward` itself."""
    card_book: ClassVar[WorldCards | None] = None

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

    def steward(self, view: View, decisions: Sequence[Decision], rng: Random) -> Choice:
        assert isinstance(view, WorldView) and self.stand_in is not None
        return self.stand_in.decide(view, decisions, rng)

    @property
    def turn_phases(self) -> tuple[str, ...]:
        turn = self.phases.get(Turn)
        if not isinstance(turn, TurnPhase):
            return ()
        return tuple(step for step in turn.steps if step not in turn.occasional)

    def cards(self) -> tuple[str, ...]:
        return () if self.card_book is None else self.card_book.ids

    def card(self, name: str, view: View | None = None) -> FactCard:
        if self.card_book is None:
            raise KeyError(name)
        return self.card_book.card(name, view if isinstance(view, WorldView) else None)

    def suggest(
        self, view: View, decisions: Sequence[Decision], rng: Random, most: int = 10
    ) -> tuple[Suggestion, ...]:
        if self.stand_in is None:
            return super().suggest(view, decisions, rng, most)
        assert isinstance(view, WorldView)
        return self.stand_in.suggest(view, decisions, rng, most)

    def outlook(self, view: View, decision: Decision, value: Value) -> Text | None:
        if self.stand_in is None:
            return None
        assert isinstance(view, WorldView)
        return self.stand_in.outlook(view, decision, value)

    def is_grave(self, view: View, decision: Decision, value: Value) -> bool:
        """A march to where others are, and one that leaves a settlement without its last unit."""
        assert isinstance(view, WorldView)
        return decision.kind == "movement" and is_grave_move(view, decision.seat, value)

    def goals(self, view: View) -> tuple[Goal, ...]:
        """The wonders that are to be had by reaching something."""
        assert isinstance(view, WorldView)
        return tuple(
            Goal(Text("goal.wonder", {"wonder": w.id, "thing": w.thing}), w.progress, w.goal)
            for w in view.wonders
            if w.owner is None and w.progress and w.goal
        )

    def follow_up(self, view: View, decision: Decision, value: Value) -> tuple[Value, ...]:
        """Settlers look, or explore, where they arrive."""
        assert isinstance(view, WorldView)
        if decision.kind != "movement" or value.get("do") != "move":
            return ()
        space = BOARD.index.get(value["to"])
        if space is None or "settler" not in map(kind_of, value["units"]):
            return ()
        there = view.spaces[space]
        if there.unexplored:
            # Where others are the battle comes first.
            if any(units.owner != decision.seat for units in there.units):
                return ()
            return ({"do": "explore", "at": value["to"]},)
        if there.marker is not None and there.marker.face == "down":
            return ({"do": "look", "at": value["to"], "empty": "leave"},)
        return ()

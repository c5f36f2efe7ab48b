"""The Fast Play rules, put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from engine.core.decision import Choice, Decision
from engine.core.flow import Frame, Phase, Play
from engine.core.grammar import Amount, Field, Value, form
from engine.core.ruleset import Ruleset
from engine.core.view import Outcome, View
from engine.rulesets.fast_play import events, setup
from engine.rulesets.fast_play.battle import AftermathPhase, BattlesPhase, LossesPhase
from engine.rulesets.fast_play.checks import census, exchange_hidden
from engine.rulesets.fast_play.frames import (
    Aftermath,
    Battles,
    Losses,
    Movement,
    Purchase,
    Retreat,
    Settling,
)
from engine.rulesets.fast_play.movement import MovementPhase
from engine.rulesets.fast_play.orders import Removing, StandingOrders
from engine.rulesets.fast_play.purchase import PurchasePhase
from engine.rulesets.fast_play.retreat import RetreatPhase
from engine.rulesets.fast_play.settling import SettlingPhase
from engine.rulesets.fast_play.state import State
from engine.rulesets.fast_play.steward import STEWARD
from engine.rulesets.fast_play.turn import TurnPhase
from engine.rulesets.fast_play.view import make_view
from engine.world.flow import Turn
from engine.world.placement import Placement
from engine.world.view import WorldView


class FastPlay(Ruleset[State]):
    """The Fast Play rules of the 2002 board game, for two to six players."""

    name = "fast_play"
    version = 1
    seats = range(2, 7)
    options = form(Field("turn_limit", Amount(0, 500)))
    option_defaults: ClassVar[Mapping[str, Value]] = {"turn_limit": 0}
    phases: ClassVar[Mapping[type[Frame], Phase[Any, Any]]] = {
        Placement: setup.PlacementPhase(),
        Turn: TurnPhase(),
        Purchase: PurchasePhase(),
        Movement: MovementPhase(),
        Battles: BattlesPhase(),
        Losses: LossesPhase(),
        Retreat: RetreatPhase(),
        Aftermath: AftermathPhase(),
        Settling: SettlingPhase(),
    }
    opportunities = (StandingOrders(), Removing())
    view_type = WorldView
    events = events.AnyEvent

    def new_state(self, seats: int, options: Mapping[str, Value]) -> State:
        fields = State.initial(seats, options)
        return State(ruleset=self.name, version=self.version, seats=seats, **fields)

    def set_up(self, play: Play[State]) -> None:
        setup.set_up(play)

    def view(self, state: State, seat: int | None) -> WorldView:
        return make_view(self, state, seat)

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome()

    def copy(self, state: State) -> State:
        return state.copy()

    def census(self, state: State) -> Mapping[str, int]:
        return census(state)

    def exchange_hidden(self, state: State, seat: int | None, rng: Random) -> None:
        exchange_hidden(state, seat, rng)

    def steward(self, view: View, decisions: Sequence[Decision], rng: Random) -> Choice:
        assert isinstance(view, WorldView)
        return STEWARD.decide(view, decisions, rng)


RULESET = FastPlay(State)

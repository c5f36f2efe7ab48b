"""The Standard rules, put together."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from engine.core.flow import Frame, Phase, Play
from engine.core.grammar import Amount, Field, OneOf, Option, Value, form
from engine.core.text import Text
from engine.rulesets.standard import events, setup
from engine.rulesets.standard.battle import BattlePhase
from engine.rulesets.standard.checks import census, exchange_hidden
from engine.rulesets.standard.declaring import BattlesPhase, DeclaringPhase, JoiningPhase
from engine.rulesets.standard.exploration import MinorCivilizationPhase
from engine.rulesets.standard.frames import (
    Battle,
    Battles,
    Declaring,
    Joining,
    MinorCivilization,
    Movement,
    Purchase,
)
from engine.rulesets.standard.movement import MovementPhase
from engine.rulesets.standard.orders import StandingOrders
from engine.rulesets.standard.purchase import PurchasePhase
from engine.rulesets.standard.state import State
from engine.rulesets.standard.steward import STEWARD
from engine.rulesets.standard.trade import TradePhase
from engine.rulesets.standard.turn import TurnPhase
from engine.rulesets.standard.upgrades import UPGRADES
from engine.rulesets.standard.view import make_view
from engine.rulesets.standard.wonders import Announcing, standing_claims
from engine.world.flow import Turn
from engine.world.placement import Placement
from engine.world.ruleset import WorldRuleset
from engine.world.trade import Trade
from engine.world.view import WorldView


def describe(key: str) -> Option:
    """A table option in words."""
    return Option(key, Text(f"table.{key}"))


class Standard(WorldRuleset[State]):
    """The Standard rules of the 2002 board game, for two to six players."""

    name = "standard"
    version = 2
    upgrades = UPGRADES
    options = form(
        Field("empty_markers", OneOf(("all", "fewer"), describe)),
        Field("purchases", OneOf(("in_turn", "together"), describe)),
        Field("turn_limit", Amount(0, 500)),
    )
    option_defaults: ClassVar[Mapping[str, Value]] = {
        "empty_markers": "all",
        "purchases": "in_turn",
        "turn_limit": 0,
    }
    phases: ClassVar[Mapping[type[Frame], Phase[Any, Any]]] = {
        Placement: setup.PlacementPhase(),
        Turn: TurnPhase(),
        Movement: MovementPhase(),
        MinorCivilization: MinorCivilizationPhase(),
        Declaring: DeclaringPhase(),
        Battles: BattlesPhase(),
        Joining: JoiningPhase(),
        Battle: BattlePhase(),
        Trade: TradePhase(),
        Purchase: PurchasePhase(),
    }
    opportunities = (Announcing(), StandingOrders())
    events = events.AnyEvent
    stand_in = STEWARD

    def set_up(self, play: Play[State]) -> None:
        setup.set_up(play)

    def between(self, play: Play[State]) -> None:
        standing_claims(play)

    def view(self, state: State, seat: int | None) -> WorldView:
        return make_view(self, state, seat)

    def census(self, state: State) -> Mapping[str, int]:
        return census(state)

    def exchange_hidden(self, state: State, seat: int | None, rng: Random) -> None:
        exchange_hidden(state, seat, rng)


RULESET = Standard(State)

"""The Advanced rules, put together: what is not named here is Standard's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from engine.core.flow import Frame, Phase
from engine.core.grammar import Field, OneOf, Value, form
from engine.core.ruleset import Ruleset, table_option
from engine.core.text import Text
from engine.core.view import Goal, View
from engine.rulesets.advanced import events, setup
from engine.rulesets.advanced.assigning import Assigning
from engine.rulesets.advanced.battle import BattlePhase, BattlesPhase
from engine.rulesets.advanced.cards import CARDS
from engine.rulesets.advanced.frames import FreeGrowth, FreeTechnology, Starting
from engine.rulesets.advanced.gifts import FreeGrowthPhase, FreePiecesPhase, FreeTechnologyPhase
from engine.rulesets.advanced.powers import Declaring, Destroying, Exchanging
from engine.rulesets.advanced.purchase import PurchasePhase
from engine.rulesets.advanced.reference import GROUPS
from engine.rulesets.advanced.state import State
from engine.rulesets.advanced.steward import STEWARD
from engine.rulesets.advanced.steward.care import CARE
from engine.rulesets.advanced.trade import TRADE
from engine.rulesets.advanced.turn import TurnPhase
from engine.rulesets.advanced.view import AdvancedView, make_view
from engine.rulesets.standard.frames import Battles, Purchase
from engine.rulesets.standard.orders import StandingOrders
from engine.rulesets.standard.ruleset import Standard
from engine.world.duels import Battle
from engine.world.flow import Turn
from engine.world.pieces.gifts import FreePieces
from engine.world.pieces.placement import Placement
from engine.world.trade import Trade


class Advanced(Standard[State]):
    """The Advanced rules of the 2002 board game, for two to six players."""

    name = "advanced"
    between = Ruleset.between  # nobody announces wonders
    view_type = AdvancedView
    options = form(
        Field("length", OneOf(("short", "medium", "long"), table_option)),
        Field("dealt_bonuses", OneOf(("with", "without"), table_option)),
        Field("battleships", OneOf(("stay", "become_carriers"), table_option)),
        *Standard.options.fields,
    )
    option_defaults: ClassVar[Mapping[str, Value]] = {
        "length": "short",
        "dealt_bonuses": "with",
        "battleships": "stay",
        **Standard.option_defaults,
    }
    phases: ClassVar[Mapping[type[Frame], Phase[Any, Any]]] = {
        **Standard.phases,
        Placement: setup.PlacementPhase(),
        Starting: setup.StartingPhase(),
        Turn: TurnPhase(),
        Battles: BattlesPhase(),
        Battle: BattlePhase(),
        Trade: TRADE,
        Purchase: PurchasePhase(),
        FreeTechnology: FreeTechnologyPhase(),
        FreePieces: FreePiecesPhase(),
        FreeGrowth: FreeGrowthPhase(),
    }
    opportunities = (Declaring(), Destroying(), Exchanging(), StandingOrders(), Assigning())
    events = events.AnyEvent
    stand_in = STEWARD
    care = CARE
    card_book = CARDS
    reference_groups = GROUPS

    def goals(self, view: View) -> tuple[Goal, ...]:
        """Points alone: wonders come with technologies, and nothing else is raced for."""
        return (Goal(Text("goal.points"), view.scores),)

    def view(self, state: State, seat: int | None) -> AdvancedView:
        return make_view(self, state, seat)


RULESET = Advanced(State)

"""The Standard rules, put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from engine.core.charts import ReferenceGroup
from engine.core.flow import Frame, Opportunity, Phase, Play
from engine.core.grammar import Amount, Field, OneOf, Value, form
from engine.core.ruleset import table_option
from engine.rulesets.standard import events, setup
from engine.rulesets.standard.battle import BattlePhase
from engine.rulesets.standard.cards import CARDS
from engine.rulesets.standard.components import MARKERS
from engine.rulesets.standard.declaring import BattlesPhase, DeclaringPhase, JoiningPhase
from engine.rulesets.standard.exploration import MinorCivilizationPhase
from engine.rulesets.standard.frames import Battles, Declaring, LastCall, Movement, Purchase
from engine.rulesets.standard.movement import MovementPhase
from engine.rulesets.standard.orders import OrdersWithWonders
from engine.rulesets.standard.purchase import PurchasePhase
from engine.rulesets.standard.reference import GROUPS
from engine.rulesets.standard.state import State
from engine.rulesets.standard.steward import STEWARD
from engine.rulesets.standard.steward.care import CARE
from engine.rulesets.standard.trade import TradePhase
from engine.rulesets.standard.turn import TurnPhase
from engine.rulesets.standard.view import StandardView, make_view
from engine.rulesets.standard.wonders import ROUTINE, Announcing, LastCallPhase, standing_claims
from engine.world.components import GOLD
from engine.world.duels import Battle, Joining
from engine.world.exploration import MinorCivilization
from engine.world.flow import Turn
from engine.world.goods import OFFERS
from engine.world.pieces.placement import Placement
from engine.world.ruleset import WorldRuleset
from engine.world.trade import Trade

S = TypeVar("S", bound=State)


class Standard(WorldRuleset[S]):
    """The Standard rules of the 2002 board game, for two to six players. Advanced extends them."""

    name = "standard"
    view_type: ClassVar[type[StandardView]] = StandardView
    options = form(
        Field("empty_markers", OneOf(("all", "fewer"), table_option)),
        Field("purchases", OneOf(("in_turn", "together"), table_option)),
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
        LastCall: LastCallPhase(),
    }
    opportunities: ClassVar[Sequence[Opportunity[Any]]] = (Announcing(), OrdersWithWonders())
    routine = ROUTINE
    events = events.AnyEvent
    stand_in = STEWARD
    care = CARE
    card_book = CARDS
    turn_ends = ("movement", "trade", "purchase")
    rests_by: ClassVar[Mapping[str, tuple[str, str]]] = {"trade": ("trade", "offers")}
    reference_groups: ClassVar[tuple[ReferenceGroup, ...]] = GROUPS
    components = (GOLD, MARKERS)
    shared = OFFERS

    def set_up(self, play: Play[S]) -> None:
        setup.set_up(play)

    def between(self, play: Play[S]) -> None:
        standing_claims(play)

    def view(self, state: S, seat: int | None) -> StandardView:
        return make_view(self, state, seat)


RULESET = Standard(State)

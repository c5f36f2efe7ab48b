"""The Fast Play rules, put together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from engine.core.flow import Frame, Phase, Play
from engine.core.grammar import Amount, Field, OneOf, Value, form
from engine.core.ruleset import table_option
from engine.core.text import Text
from engine.core.view import Goal, View
from engine.rulesets.fast_play import events, setup
from engine.rulesets.fast_play.battle.fighting import AftermathPhase, BattlesPhase, LossesPhase
from engine.rulesets.fast_play.battle.retreat import RetreatPhase
from engine.rulesets.fast_play.cards import CARDS
from engine.rulesets.fast_play.components import MARKERS
from engine.rulesets.fast_play.exploration import MinorCivilizationPhase
from engine.rulesets.fast_play.frames import (
    Aftermath,
    Battles,
    Losses,
    Movement,
    Purchase,
    PurchaseTogether,
    Retreat,
    Settling,
    Shortage,
)
from engine.rulesets.fast_play.movement import MovementPhase
from engine.rulesets.fast_play.orders import Removing, StandingOrders
from engine.rulesets.fast_play.plague import ShortagePhase
from engine.rulesets.fast_play.purchase.phase import PurchasePhase, PurchaseTogetherPhase
from engine.rulesets.fast_play.reference import GROUPS
from engine.rulesets.fast_play.settling import SettlingPhase
from engine.rulesets.fast_play.state import State
from engine.rulesets.fast_play.steward import STEWARD
from engine.rulesets.fast_play.steward.care import CARE
from engine.rulesets.fast_play.tables import ENOUGH, LAST_ERA
from engine.rulesets.fast_play.turn import TurnPhase
from engine.rulesets.fast_play.view import FastPlayView, make_view
from engine.world.components import GOLD
from engine.world.exploration import MinorCivilization
from engine.world.flow import Turn
from engine.world.pieces.placement import Placement
from engine.world.ruleset import WorldRuleset


class FastPlay(WorldRuleset[State]):
    """The Fast Play rules of the 2002 board game, for two to six players."""

    name = "fast_play"
    view_type = FastPlayView
    options = form(
        Field("purchases", OneOf(("in_turn", "together"), table_option)),
        Field("turn_limit", Amount(0, 500)),
    )
    option_defaults: ClassVar[Mapping[str, Value]] = {"purchases": "in_turn", "turn_limit": 0}
    turn_ends = ("purchase", "movement")
    phases: ClassVar[Mapping[type[Frame], Phase[Any, Any]]] = {
        Placement: setup.PlacementPhase(),
        Turn: TurnPhase(),
        Purchase: PurchasePhase(),
        PurchaseTogether: PurchaseTogetherPhase(),
        Movement: MovementPhase(),
        MinorCivilization: MinorCivilizationPhase(),
        Battles: BattlesPhase(),
        Losses: LossesPhase(),
        Retreat: RetreatPhase(),
        Aftermath: AftermathPhase(),
        Shortage: ShortagePhase(),
        Settling: SettlingPhase(),
    }
    opportunities = (StandingOrders(), Removing())
    events = events.AnyEvent
    stand_in = STEWARD
    care = CARE
    card_book = CARDS
    reference_groups = GROUPS
    components = (GOLD, MARKERS)

    def set_up(self, play: Play[State]) -> None:
        setup.set_up(play)

    def goals(self, view: View) -> tuple[Goal, ...]:
        """The technologies of the era: one more than enough of them begins the next, or ends it."""
        assert isinstance(view, FastPlayView)
        reached = tuple(player.technologies_by_era[view.era_number] for player in view.players)
        facts = {"era": view.era, "last": view.era_number == LAST_ERA}
        return (Goal(Text("goal.era", facts), reached, ENOUGH + 1),)

    def view(self, state: State, seat: int | None) -> FastPlayView:
        return make_view(self, state, seat)


RULESET = FastPlay(State)

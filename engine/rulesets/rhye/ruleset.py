"""The Rhye's and Fall rules, put together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from engine.core.events import Event
from engine.core.flow import Frame, Phase, Play
from engine.core.grammar import Amount, Field, OneOf, Value, form
from engine.core.lobby import LobbyChoice
from engine.core.ruleset import table_option
from engine.core.text import Text
from engine.core.view import Goal, View
from engine.rulesets.rhye import events, setup
from engine.rulesets.rhye.actions.carrying_out import CarryingOutPhase
from engine.rulesets.rhye.actions.choosing import ActionsPhase
from engine.rulesets.rhye.actions.frames import Actions, CarryingOut
from engine.rulesets.rhye.capitals import NewCapitalPhase
from engine.rulesets.rhye.cards import CARDS
from engine.rulesets.rhye.components import MARKERS
from engine.rulesets.rhye.frames import (
    Civilizations,
    Displaced,
    FreeTechnology,
    Movement,
    NewCapital,
    Revolts,
    Spoils,
    Wars,
    WonderFate,
)
from engine.rulesets.rhye.learning import FreeTechnologyPhase
from engine.rulesets.rhye.movement import MovementPhase
from engine.rulesets.rhye.orders import StandingOrders
from engine.rulesets.rhye.reference import GROUPS
from engine.rulesets.rhye.revolts import DisplacedPhase, RevoltsPhase
from engine.rulesets.rhye.state import State
from engine.rulesets.rhye.steward import STEWARD
from engine.rulesets.rhye.steward.care import CARE
from engine.rulesets.rhye.tables import TABLES
from engine.rulesets.rhye.territory import WonderFatePhase
from engine.rulesets.rhye.trade import DEALS, Trading
from engine.rulesets.rhye.turn import TurnPhase
from engine.rulesets.rhye.view import RhyeView, make_view
from engine.rulesets.rhye.war.battle import BattlePhase
from engine.rulesets.rhye.war.spoils import SpoilsPhase
from engine.rulesets.rhye.war.wars import JoiningPhase, WarsPhase
from engine.world.components import GOLD
from engine.world.duels import Battle, Joining
from engine.world.flow import Turn
from engine.world.goods import OFFERS
from engine.world.pieces.placement import Placement
from engine.world.ruleset import WorldRuleset
from engine.world.view import WorldView

ROUTINE: frozenset[type[Event]] = frozenset(
    {
        *(events.TurnBegan, events.PhaseBegan, events.MovementEnded),
        *(events.ActionsRevealed, events.ActionBegan),
    }
)
"""Events that take nothing from anybody that could be on offer."""


class Rhye(WorldRuleset[State]):
    """Rhye's and Fall on the world board, for two to five players."""

    name = "rhye"
    seats = range(2, 6)
    options = form(
        Field("civilizations", OneOf(("dealt", "chosen"), table_option)),
        Field("starts", OneOf(("historical", "free"), table_option)),
        Field("turn_limit", Amount(0, 500)),
    )
    option_defaults: ClassVar[Mapping[str, Value]] = {
        "civilizations": "dealt",
        "starts": "historical",
        "turn_limit": 0,
    }
    phases: ClassVar[Mapping[type[Frame], Phase[Any, Any]]] = {
        Civilizations: setup.CivilizationsPhase(),
        Placement: setup.PlacementPhase(),
        Turn: TurnPhase(),
        Revolts: RevoltsPhase(),
        Displaced: DisplacedPhase(),
        Movement: MovementPhase(),
        FreeTechnology: FreeTechnologyPhase(),
        Wars: WarsPhase(),
        Joining: JoiningPhase(),
        Battle: BattlePhase(),
        Spoils: SpoilsPhase(),
        WonderFate: WonderFatePhase(),
        NewCapital: NewCapitalPhase(),
        Actions: ActionsPhase(),
        CarryingOut: CarryingOutPhase(),
    }
    opportunities = (Trading(), StandingOrders())
    routine = ROUTINE
    events = events.AnyEvent
    view_type = RhyeView
    card_book = CARDS
    reference_groups = GROUPS
    components = (GOLD, MARKERS)
    shared = OFFERS
    stand_in = STEWARD
    care = CARE

    def set_up(self, play: Play[State]) -> None:
        setup.set_up(play)

    def lobby_choice(self, options: Mapping[str, Value]) -> LobbyChoice | None:
        return setup.lobby_choice(options)

    def between(self, play: Play[State]) -> None:
        """Units move and fall while offers are open: some cannot be kept then (rule: offers)."""
        if play.state.offers:
            DEALS.void_broken(play)

    def goals(self, view: View) -> tuple[Goal, ...]:
        """The regions that dominate the world."""
        assert isinstance(view, RhyeView)
        reached = tuple(realm.regions for realm in view.realms)
        return (Goal(Text("goal.domination"), reached, TABLES.domination_regions),)

    def view(self, state: State, seat: int | None) -> WorldView:
        return make_view(self, state, seat)


RULESET = Rhye(State)

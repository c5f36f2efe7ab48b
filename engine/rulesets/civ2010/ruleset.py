"""The 2010 rules, put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

import msgspec

from engine.core.advice import Suggestion
from engine.core.charts import FactCard
from engine.core.decision import Choice, Decision
from engine.core.flow import Frame, Phase, Play
from engine.core.grammar import Amount, Field, OneOf, Value, form
from engine.core.lobby import LobbyChoice
from engine.core.ruleset import Ruleset, table_option
from engine.core.text import Text
from engine.core.view import Goal, Outcome, View
from engine.rulesets.civ2010 import cards, events, operations, questions, setup
from engine.rulesets.civ2010.abilities.answering import AnsweringPhase
from engine.rulesets.civ2010.cities.phase import CitiesPhase
from engine.rulesets.civ2010.cities.second_item import SecondItemPhase
from engine.rulesets.civ2010.combat.ending import abandon_battles
from engine.rulesets.civ2010.combat.fighting import BattlePhase
from engine.rulesets.civ2010.components import COMPONENTS, SHARED
from engine.rulesets.civ2010.map.exploring import take_relics
from engine.rulesets.civ2010.movement import MovementPhase
from engine.rulesets.civ2010.orders import AnyTime, Interrupt, StandingOrders
from engine.rulesets.civ2010.questions.picks import PickPhase, abandon_all
from engine.rulesets.civ2010.reference import GROUPS
from engine.rulesets.civ2010.research import ResearchPhase
from engine.rulesets.civ2010.sheet.culture import check_hands
from engine.rulesets.civ2010.start import StartPhase
from engine.rulesets.civ2010.state import (
    Answering,
    Battle,
    Cities,
    Movement,
    Pick,
    Research,
    SecondItem,
    SetUp,
    Start,
    State,
    Trade,
    Turn,
)
from engine.rulesets.civ2010.steward import decide, suggest
from engine.rulesets.civ2010.steward.care import CARE, is_grave
from engine.rulesets.civ2010.tables import COINS_TO_WIN, STEPS
from engine.rulesets.civ2010.trade import TradePhase
from engine.rulesets.civ2010.turn import PHASES, TurnPhase
from engine.rulesets.civ2010.victory import NO_COINS, check_coins, outcome
from engine.rulesets.civ2010.view import make_view
from engine.tiles.civ import CivView

REGISTERED = (operations, questions)
"""Modules whose operations and questions register themselves when they are read."""


def switch(name: str) -> Field:
    """An option that is on or off."""
    return Field(name, OneOf(("off", "on"), table_option))


class Civ2010(Ruleset[State]):
    """The 2010 board game on square tiles, for two to five players."""

    name = "civ2010"
    view_type = CivView
    seats = range(2, 6)
    options = form(
        Field("civilizations", OneOf(("chosen", "dealt"), table_option)),
        Field("sets", OneOf(("all", "base"), table_option)),
        Field("start_and_production", OneOf(("in_turn", "together"), table_option)),
        switch("investments"),
        switch("invest_one_per_turn"),
        switch("nobles"),
        switch("join_groups"),
        switch("no_relics"),
        switch("fewer_water_tiles"),
        Field("military_tradition", OneOf(("off", "2", "3", "4"), table_option)),
        switch("scouts_steal_combat"),
        switch("free_program"),
        switch("scouts_explore_huts"),
        switch("edge_cities"),
        switch("optional_fortification"),
        Field("city_state_tokens", OneOf(("in", "undefended", "out"), table_option)),
        Field("coin_tokens", OneOf(("in", "square", "out"), table_option)),
        switch("military_unit_tokens"),
        switch("production_tokens"),
        switch("culture_tokens"),
        switch("technology_tokens"),
        Field("turn_limit", Amount(0, 200)),
    )
    option_defaults: ClassVar[Mapping[str, Value]] = {
        "civilizations": "chosen",
        "sets": "all",
        "start_and_production": "in_turn",
        "investments": "on",
        "invest_one_per_turn": "off",
        "nobles": "on",
        "join_groups": "off",
        "no_relics": "off",
        "fewer_water_tiles": "off",
        "military_tradition": "off",
        "scouts_steal_combat": "off",
        "free_program": "off",
        "scouts_explore_huts": "off",
        "edge_cities": "off",
        "optional_fortification": "off",
        "city_state_tokens": "in",
        "coin_tokens": "in",
        "military_unit_tokens": "on",
        "production_tokens": "on",
        "culture_tokens": "on",
        "technology_tokens": "on",
        "turn_limit": 0,
    }
    phases: ClassVar[Mapping[type[Frame], Phase[Any, Any]]] = {
        SetUp: setup.SetUpPhase(),
        Turn: TurnPhase(),
        Start: StartPhase(),
        Trade: TradePhase(),
        Cities: CitiesPhase(),
        SecondItem: SecondItemPhase(),
        Movement: MovementPhase(),
        Research: ResearchPhase(),
        Pick: PickPhase(),
        Battle: BattlePhase(),
        Answering: AnsweringPhase(),
    }
    components = COMPONENTS
    shared = SHARED
    care = CARE
    opportunities = (StandingOrders(), AnyTime(), Interrupt())
    routine = NO_COINS
    events = events.AnyEvent
    turn_ends = ("start", "trade", "cities", "movement")
    rests_by: ClassVar[Mapping[str, tuple[str, str]]] = {"trade": ("trade", "offers")}
    reference_groups = GROUPS

    def __init__(self, state_type: type[State]) -> None:
        super().__init__(state_type)
        # Squares are numbers, and the encoder puts only text keys in order by itself.
        plain = msgspec.msgpack.Encoder().encode
        self._encode = lambda state: plain(state.canonical())

    def new_state(self, seats: int, options: Mapping[str, Value]) -> State:
        return setup.new_state(self.name, self.version, seats, options)

    def set_up(self, play: Play[State]) -> None:
        setup.set_up(play)

    def lobby_choice(self, options: Mapping[str, Value]) -> LobbyChoice | None:
        return setup.lobby_choice(options)

    def between(self, play: Play[State]) -> None:
        """A victory stops the flow at once; hands are cut down, relics under armies are taken."""
        state = play.state
        if state.turn and not state.end:
            check_coins(play)
            check_hands(play)
            if not state.end:
                take_relics(play)
        if state.end:
            abandon_all(state)
            abandon_battles(state)
            state.frames.clear()

    def view(self, state: State, seat: int | None) -> CivView:
        return make_view(state, seat, self.basics(state, seat))

    def outcome(self, state: State) -> Outcome | None:
        return outcome(state)

    def turn(self, state: State) -> int:
        return state.turn

    def copy(self, state: State) -> State:
        return state.copy()

    def steward(self, view: View, decisions: Sequence[Decision], rng: Random) -> Choice:
        assert isinstance(view, CivView)
        return decide(view, decisions, rng)

    @property
    def turn_phases(self) -> tuple[str, ...]:
        return PHASES

    def cards(self) -> tuple[str, ...]:
        return cards.IDS

    def card(self, name: str, view: View | None = None) -> FactCard:
        return cards.card(name, view if isinstance(view, CivView) else None)

    def goals(self, view: View) -> tuple[Goal, ...]:
        """Coins, and steps on the culture track."""
        assert isinstance(view, CivView)
        players = view.players
        return (
            Goal(Text("goal.coins"), tuple(each.coins for each in players), COINS_TO_WIN),
            Goal(Text("goal.culture"), tuple(each.track for each in players), STEPS),
        )

    def is_grave(self, view: View, decision: Decision, value: Value) -> bool:
        assert isinstance(view, CivView)
        return isinstance(value, dict) and is_grave(view, decision, value)

    def suggest(
        self, view: View, decisions: Sequence[Decision], rng: Random, most: int = 10
    ) -> tuple[Suggestion, ...]:
        assert isinstance(view, CivView)
        return suggest(view, decisions, rng, most)


RULESET = Civ2010(State)

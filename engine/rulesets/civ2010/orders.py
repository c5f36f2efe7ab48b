"""Standing orders, and cards that can be played at any time (rules: standing-orders, any-time)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core import standing_orders
from engine.core.decision import Decision
from engine.core.flow import Opportunity, Play
from engine.core.grammar import (
    Answers,
    Field,
    Form,
    Grammar,
    OneOf,
    Value,
)
from engine.core.lazy import lazy
from engine.core.script import Look
from engine.core.standing_orders import question
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.abilities.choices import CARD_FIELDS, SeatChoices, choices_of
from engine.rulesets.civ2010.abilities.using import Use, offered
from engine.rulesets.civ2010.describing import effect, option
from engine.rulesets.civ2010.map.board import bonus
from engine.rulesets.civ2010.sheet.people import show, usable
from engine.rulesets.civ2010.state import Movement, Orders, Research, Start, State
from engine.rulesets.civ2010.tables import ANY_TIME, PEOPLE


class StandingOrders(standing_orders.StandingOrders[State]):
    """When to answer others' plays, whether to trade, how much of a start to be asked about.

    Who has the United Nations also says whether cards may be played on them all the same.
    """

    choices = {  # noqa: RUF012 - a constant of the rules
        "cards": ("never", "on_me", "always", "ask_on_me", "ask"),
        "abilities": ("never", "on_me", "always", "ask_on_me", "ask"),
        "actions": ("never", "wonders", "always", "ask_wonders", "ask"),
        "trade": ("ask", "offers", "skip"),
        "start": ("ask", "short"),
        "agree": ("never", "always"),
    }

    def open(self, state: State) -> Iterable[Decision]:
        if not state.turn:
            return ()
        return [question(self, seat, player.orders) for seat, player in enumerate(state.players)]

    def orders_of(self, state: State, seat: int) -> Orders:
        return state.players[seat].orders

    def give(self, state: State, seat: int, orders: Orders) -> None:
        state.players[seat].orders = orders

    def changed(self, seat: int) -> events.OrdersChanged:
        return events.OrdersChanged(seat)

    def shown(self, state: State, seat: int) -> tuple[str, ...]:
        """A seat at its start has not skipped it; on whom culture cards can be played is known."""
        starts = any(isinstance(frame, Start) and seat in frame.acting for frame in state.frames)
        found = (("start", starts), ("agree", bonus(state, seat, "untouchable")))
        return tuple(name for name, known in found if known)


class AnyTimeChoices(SeatChoices):
    """Cards that a seat can play whenever it likes, and great people's cards to lay open."""

    phase = ANY_TIME

    @lazy
    def people(self) -> list[str]:
        """Hidden cards that work while they lie open."""
        return [
            card.name
            for card in self.player.people
            if not card.shown
            and (PEOPLE[card.name].bonuses or PEOPLE[card.name].revive)
            and usable(self.state, self.seat, card)
        ]

    @lazy
    def actions(self) -> list[str]:
        found = ["use"] if self.uses else []
        return [*found, "show"] if self.people else found

    def ask_show(self, said: Answers) -> Grammar | None:
        """Which card to lay open."""
        return OneOf(self.people, lambda key: option("person", key, detail=effect("person", key)))


ANY_FIELDS = (
    Field("do", AnyTimeChoices.ask_action),
    Field("show", AnyTimeChoices.ask_show, ("show",)),
    *CARD_FIELDS,
)


class AnyTime(Opportunity[State]):
    """Great people's cards, in any player's turn."""

    kind = "any_time"

    def open(self, state: State) -> Iterable[Decision]:
        if not state.options["nobles"] or not state.turn:
            return
        for seat, player in enumerate(state.players):
            if player.people:
                choices = AnyTimeChoices(state, seat)
                if choices.actions:
                    cards = [*choices.uses, *(f"person:{name}" for name in choices.people)]
                    form, about = Form(ANY_FIELDS, choices), {"cards": cards}
                    yield self.decision(seat, form, rule="any-time", secret=True, about=about)

    def answer(self, play: Play[State], decision: Decision, value: Value) -> None:
        choices = choices_of(decision.grammar)
        if value["do"] == "show":
            show(play, decision.seat, value["show"])
        else:
            choices.carry_out(play, value)


class InterruptChoices(SeatChoices):
    """Cards that interrupt another player's movement, or serve while all research."""

    def __init__(self, state: State, seat: int, phase: str) -> None:
        super().__init__(state, seat)
        self.phase = phase

    @lazy
    def uses(self) -> dict[str, Look[Use]]:
        return offered(self.state, self.seat, self.phase, interrupting=self.phase == "movement")

    @lazy
    def actions(self) -> list[str]:
        return ["use"] if self.uses else []


INTERRUPT_FIELDS = (Field("do", InterruptChoices.ask_action), *CARD_FIELDS)


class Interrupt(Opportunity[State]):
    """Plays into another player's movement, and cards of the research phase."""

    kind = "interrupt"

    def open(self, state: State) -> Iterable[Decision]:
        frame = state.frames[-1]
        if isinstance(frame, Movement):
            if frame.at == len(frame.order):
                return
            mover = frame.order[frame.at]
            seats = [seat for seat in range(state.seats) if seat != mover]
            phase = "movement"
        elif isinstance(frame, Research):
            seats, phase = list(range(state.seats)), "research"
        else:
            return
        for seat in seats:
            choices = InterruptChoices(state, seat, phase)
            if choices.actions:
                form, about = Form(INTERRUPT_FIELDS, choices), {"cards": list(choices.uses)}
                yield self.decision(seat, form, rule="interrupts", secret=True, about=about)

    def answer(self, play: Play[State], decision: Decision, value: Value) -> None:
        choices_of(decision.grammar).carry_out(play, value)

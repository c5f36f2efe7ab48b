"""The contract of a rule set: four verbs on a state, and what surrounds them.

>>> from engine.core.registry import ruleset
>>> rules = ruleset("standard")
>>> step = rules.start(3, {}, KeyedDice(b"server", [b"a", b"b", b"c"]))
>>> decision = rules.pending(step.state)[0]
>>> step = rules.apply(step.state, Choice(decision.seat, decision.id, "gobi"), dice)
>>> rules.view(step.state, 0), rules.outcome(step.state)
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from engine.core.absence import Care
from engine.core.advice import Suggestion, with_the_rest
from engine.core.charts import FactCard, QuickReference, ReferenceGroup
from engine.core.components import Component, Shared
from engine.core.decision import Choice, Decision
from engine.core.dice import Dice, Draw
from engine.core.errors import BadTable, IllegalChoice
from engine.core.events import Disclosure, Event, TakenBack
from engine.core.flow import Frame, GameState, Opportunity, Phase, Play
from engine.core.grammar import Form, Option, Unfit, Value, is_shallow
from engine.core.lazy import kept_answers
from engine.core.lobby import LobbyChoice
from engine.core.question import Question
from engine.core.reference import turn_order, word
from engine.core.text import Text
from engine.core.upgrades import Upgrades
from engine.core.view import Goal, Outcome, View

S = TypeVar("S", bound=GameState)

AWAITED = "awaited"
"""Under this name it is kept with a state who is awaited in it."""
FINISHED = "finished"
"""The title of the phase after the last one."""


def table_option(key: str) -> Option:
    """A setting of the table in words."""
    return Option(key, Text(f"table.{key}"))


class Step(msgspec.Struct, Generic[S], frozen=True):
    """What a choice did: the state after it, what happened, what was drawn.

    `revealed` says that something came to light, so that the choice can't be taken back alone.
    `asked` are the decisions of the flow in this state, as long as it stays as it is; None where
    nobody has found them yet.
    """

    state: S
    events: tuple[Disclosure, ...]
    draws: tuple[Draw, ...]
    revealed: bool
    asked: Sequence[Decision] | None = None


def awaited_seats(pending: Iterable[Decision]) -> tuple[int, ...]:
    """The seats that a game with these open decisions waits for."""
    return tuple(sorted({each.seat for each in pending if each.blocking}))


class Ruleset(ABC, Generic[S]):
    """One set of rules. Holds no game: every method takes the state it speaks of.

    A subclass gives the tables (`phases`, `opportunities`, `options`) and the abstract methods; the
    flow, the checks and the codec are here.
    """

    name: ClassVar[str]
    version: ClassVar[int] = 1
    seats: ClassVar[range]
    options: ClassVar[Form]
    """The grammar of the table's options; every field has a default in `option_defaults`."""
    option_defaults: ClassVar[Mapping[str, Value]]
    phases: ClassVar[Mapping[type[Frame], Phase[Any, Any]]]
    opportunities: ClassVar[Sequence[Opportunity[Any]]] = ()
    upgrades: ClassVar[Upgrades] = Upgrades()
    """How stored games of older versions come up to date."""
    view_type: ClassVar[type[View]] = View
    """The class of the rule set's views, for storing and reading them."""
    routine: ClassVar[frozenset[type[Event]]] = frozenset()
    """Events after which there is nothing to do `between` two steps of the flow."""
    events: ClassVar[Any]
    """The union of the rule set's event types, for storing and reading them."""
    reference_groups: ClassVar[tuple[ReferenceGroup, ...]] = ()
    """The groups of the quick reference after the order of the phases."""
    turn_ends: ClassVar[tuple[str, ...]] = ()
    """The kinds of decisions whose default ends a part of the turn, in the order of the parts."""
    rests_by: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """The standing order, and its value, by which a seat is asked a kind of decision only when
    something new comes up."""
    components: ClassVar[Sequence[Component[Any]]] = ()
    """Where the things of the game lie, and who knows them."""
    shared: ClassVar[Sequence[Shared[Any]]] = ()
    """What some seats share, and the others must not notice."""
    care: ClassVar[Care] = Care()
    """What a stand-in answers for a player who is only absent, and what it leaves to them."""

    def __init__(self, state_type: type[S]) -> None:
        self._encode = msgspec.msgpack.Encoder(order="deterministic").encode
        self._decode = msgspec.msgpack.Decoder(state_type).decode
        self._state_type = state_type
        self._any_event = self.events | TakenBack
        self._by_kind = {opportunity.kind: opportunity for opportunity in self.opportunities}

    # The four verbs.

    def pending(self, state: S) -> tuple[Decision, ...]:
        """Every decision open now, for every seat; those of the flow first."""
        return (*self.asked(state), *self.opportunities_now(state))

    def asked(self, state: S) -> Sequence[Decision]:
        """The decisions of the flow, without the standing opportunities."""
        if not state.frames:
            return ()
        frame = state.frames[-1]
        return self.phases[type(frame)].open(state, frame)

    def opportunities_now(self, state: S) -> list[Decision]:
        """The decisions outside the flow that are open now."""
        found: list[Decision] = []
        if state.frames:
            for opportunity in self.opportunities:
                found += opportunity.open(state)
        return found

    def opportunities_of(self, state: S, seat: int) -> list[Decision]:
        """Those of one seat."""
        found: list[Decision] = []
        if state.frames:
            for opportunity in self.opportunities:
                found += opportunity.open_to(state, seat)
        return found

    def apply(self, state: S, choice: Choice, dice: Dice) -> Step[S]:
        """Carry out a choice on a copy of the state; the state given is untouched.

        Raises `IllegalChoice` when the rules do not allow it.
        """
        return self.play(self.copy(state), choice, dice)

    @abstractmethod
    def view(self, state: S, seat: int | None) -> View:
        """What `seat` (or a spectator) may know, built by naming what is shown."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """The result, or None while the game goes on."""

    def phase(self, state: S) -> str:
        """What the game is at now: the title of the innermost phase that has one."""
        for frame in reversed(state.frames):
            title = self.phases[type(frame)].title
            if title:
                return title
        return FINISHED

    def step(self, state: S) -> str:
        """The part of the turn that the game is in: what is within it, as battles are within
        movement, belongs to it."""
        titles = [self.phases[type(frame)].title for frame in state.frames]
        # The lowest frame is the turn itself, or what comes before the first one.
        return next(filter(None, (*titles[1:], *titles)), FINISHED)

    def turn(self, state: S) -> int:
        """The number of the turn; a rule set whose state knows it need not make a view for it."""
        return self.view(state, None).turn

    @property
    def titles(self) -> frozenset[str]:
        """Everything that `phase` can give."""
        titles = {phase.title for phase in self.phases.values()}
        return frozenset({*titles, FINISHED} - {""})

    def awaited(self, state: S) -> tuple[int, ...]:
        """The seats that the game waits for: opportunities are awaited never."""
        known: tuple[int, ...] | None = kept_answers(state).get(AWAITED)
        return awaited_seats(self.asked(state)) if known is None else known

    def pending_for_good(self, state: S) -> tuple[Decision, ...]:
        """`pending` of a copy that stays as it is: who is awaited in it is noted for its views."""
        found = self.pending(state)
        kept_answers(state)[AWAITED] = awaited_seats(found)
        return found

    def active(self, state: S) -> tuple[int, ...]:
        """Whose turn it is within the phase: one seat, several, or none."""
        if not state.frames:
            return ()
        frame = state.frames[-1]
        return self.phases[type(frame)].active(state, frame)

    def to_come(self, state: S) -> tuple[int, ...]:
        """The seats that act later in this part of the turn, as everybody knows: one after the
        other, behind the one that acts now."""
        return tuple([seat for frame in state.frames for seat in frame.to_come])

    def basics(self, state: S, seat: int | None) -> dict[str, Any]:
        """The fields of a view that are the same in every rule set."""
        return {
            "ruleset": self.name,
            "seat": seat,
            "seats": state.seats,
            "phase": self.phase(state),
            "step": self.step(state),
            "awaited": self.awaited(state),
            "active": self.active(state),
        }

    # Starting and carrying out.

    def start(
        self, seats: int, options: Mapping[str, Value], dice: Dice, version: int | None = None
    ) -> Step[S]:
        """A new game, played on to its first decisions. Raises `BadTable` for a wrong table.

        `version` is an older one for a game that was played by its rules.
        """
        if seats not in self.seats:
            least, most = self.seats.start, self.seats.stop - 1
            raise BadTable(f"{self.name} is for {least} to {most} players, not {seats}")
        try:
            chosen = self.options.validate({**self.option_defaults, **options})
        except Unfit as unfit:
            raise BadTable(f"option {'.'.join(unfit.path)}: {unfit.code}") from None
        state = self.new_state(seats, chosen)
        state.version, state.shape = version or self.version, self.version
        play = Play(state, dice, self.routine)
        self.set_up(play)
        return self.settle(play)

    def play(
        self, state: S, choice: Choice, dice: Dice, decision: Decision | None = None
    ) -> Step[S]:
        """Carry out a choice in the state itself, for a caller that owns it and wants no copy.

        `decision`, when given, must come from `pending` of this very state. An illegal choice
        leaves the state untouched here too: everything is validated before anything changes.
        """
        if decision is None:
            decision = self.decision(state, choice)
        try:
            value = decision.grammar.validate(choice.value)
        except Unfit as unfit:
            raise self.why_not(state, decision, choice.value, unfit) from None
        return self.carry_out(state, decision, value, dice)

    def carry_out(
        self,
        state: S,
        decision: Decision,
        value: Value,
        dice: Dice,
        asked: Sequence[Decision] | None = None,
    ) -> Step[S]:
        """Carry out an answer that is known to be legal, in the state itself.

        The decision must come from `pending` of this very state, the value be in normal form: it
        was validated by, or sampled from, the decision's grammar. `asked` are the decisions of the
        flow in this state, where the caller has them.
        """
        play = Play(state, dice, self.routine, asked)
        state.choices += 1
        opportunity = self._by_kind.get(decision.kind)
        if opportunity is not None:
            opportunity.answer(play, decision, value)
        else:
            frame = state.frames[-1]
            self.phases[type(frame)].answer(play, frame, decision, value)
        return self.settle(play)

    def decision(self, state: S, choice: Choice) -> Decision:
        """The open decision a choice answers; raises `IllegalChoice` when there is none."""
        # Exactly an int: Python takes True for seat 1.
        if type(choice.seat) is not int or not 0 <= choice.seat < state.seats:
            raise IllegalChoice("unknown_seat", seat=choice.seat)
        # Nearly always one of the flow, found without looking for opportunities.
        for decision in self.asked(state):
            if decision.seat == choice.seat and decision.id == choice.decision:
                return decision
        pending = self.pending(state)
        for decision in pending:
            if decision.seat == choice.seat and decision.id == choice.decision:
                return decision
        if not pending:
            raise IllegalChoice("game_over")
        for decision in pending:
            if decision.id == choice.decision and decision.blocking:
                raise IllegalChoice("not_yours", decision.rule, seat=decision.seat)
        named = choice.decision if isinstance(choice.decision, str) else ""
        raise IllegalChoice("not_open", decision=named[:60])

    def settle(self, play: Play[S]) -> Step[S]:
        """Let the flow go on until it waits for someone or the game is over."""
        state, phases = play.state, self.phases
        frames = state.frames
        while frames:
            if play.has_news:
                self.between(play)
                play.has_news, play.kept_open = False, None
                continue
            frame = frames[-1]
            if not phases[type(frame)].advance(play, frame):
                break
        return Step(state, tuple(play.events), tuple(play.draws), play.revealed, play.asked)

    def between(self, play: Play[S]) -> None:
        """Done after every step that had events, `routine` aside: standing orders that act at
        once, a victory that ends the game on the spot."""

    def asks(
        self, state: S, decision: Decision, value: Value, path: tuple[str, ...]
    ) -> Question[Any] | None:
        """What the part of a decision at a path of the answer asks, where a fault says why not."""
        frame = state.frames[-1]
        if decision.kind in self._by_kind or type(frame) not in self.phases:
            return None
        return self.phases[type(frame)].asks(state, frame, decision, value, path)

    def why_not(self, state: S, decision: Decision, value: Value, unfit: Unfit) -> IllegalChoice:
        """Why a value does not fit an open decision, as exactly as the rules can say it."""
        # What is nested without end was meant by no player, and a look at it might never end.
        if is_shallow(value):
            opportunity = self._by_kind.get(decision.kind)
            if opportunity is None:
                frame = state.frames[-1]
                reason = self.phases[type(frame)].why_not(state, frame, decision, value, unfit)
            else:
                reason = opportunity.why_not(state, decision, value, unfit)
            if reason is not None:
                return reason
        return IllegalChoice(
            unfit.code, decision.rule, field=".".join(unfit.path), kind=decision.kind, **unfit.data
        )

    @abstractmethod
    def new_state(self, seats: int, options: Mapping[str, Value]) -> S:
        """The state before set-up."""

    @abstractmethod
    def set_up(self, play: Play[S]) -> None:
        """Lay out the board and push the first frame."""

    def lobby_choice(self, options: Mapping[str, Value]) -> LobbyChoice | None:
        """What players may choose in the lobby of a table with these options; None for nothing.

        `options` has a value for every field of the table's options.
        """
        return None

    # Storing.

    @abstractmethod
    def copy(self, state: S) -> S:
        """An independent copy, fast."""

    def encode(self, state: S) -> bytes:
        """The state as bytes; equal states give equal bytes."""
        return self._encode(state)

    def decode(self, data: bytes) -> S:
        """The state from `encode`'s bytes, upgraded when an older version made them."""
        try:
            state = self._decode(data)
            if state.shape == self.version:
                return state
        except msgspec.ValidationError:
            pass
        raw = self.upgrades.state(msgspec.msgpack.decode(data), self.version)
        return msgspec.convert(raw, self._state_type)

    def read_event(self, raw: Mapping[str, Any]) -> Event:
        """An event that a game of any version has stored. Raises `msgspec.ValidationError`."""
        event: Event = msgspec.convert(self.upgrades.event(dict(raw)), self._any_event)
        return event

    def hash(self, state: S) -> str:
        """The fingerprint of a state."""
        return self.hash_of(self._encode(state))

    @staticmethod
    def hash_of(data: bytes) -> str:
        """The fingerprint of a stored state, whatever version made it."""
        return hashlib.sha256(data).hexdigest()

    # For players.

    @abstractmethod
    def steward(self, view: View, decisions: Sequence[Decision], rng: Random) -> Choice:
        """A competent player's answer to one of its own open decisions, from its own view only."""

    def is_grave(self, view: View, decision: Decision, value: Value) -> bool:
        """Whether an answer is too grave to be given for an absent player, as things stand.

        An attack, or the last defender leaving: what `care` cannot say by kinds. From the seat's
        view only.
        """
        return False

    def suggest(
        self, view: View, decisions: Sequence[Decision], rng: Random, most: int = 10
    ) -> tuple[Suggestion, ...]:
        """Answers that a good player would consider now, best first, from the seat's view only.

        `decisions` are the seat's own and not empty. Each answer is complete and legal by itself;
        several of one decision may be carried out one after the other, as far as they still fit.
        """
        choice = self.steward(view, decisions, rng)
        asked = next(each for each in decisions if each.id == choice.decision)
        return with_the_rest(asked, [Suggestion(choice.decision, choice.value)], most)

    def follow_up(self, view: View, decision: Decision, value: Value) -> tuple[Value, ...]:
        """Further answers to a decision that belong to one as a matter of course.

        They are carried out after it as far as they fit by then: a settler that was sent somewhere
        looks where it has arrived. From the seat's view only.
        """
        return ()

    def outlook(self, view: View, decision: Decision, value: Value) -> Text | None:
        """What an answer leads to that its options cannot say: the odds of an attack.

        From the seat's view only; None where there is nothing to foresee.
        """
        return None

    def goals(self, view: View) -> tuple[Goal, ...]:
        """What the players race for now, as far as the view's seat may know."""
        return ()

    # For looking things up.

    @property
    def turn_phases(self) -> tuple[str, ...]:
        """The phases of a turn in their order, as `phase.<name>` in the catalog; may be unknown."""
        return ()

    def ends_after(self, kind: str) -> tuple[str, ...]:
        """The kinds of decisions by which a seat ends later parts of a turn than the one of a kind:
        what "end my turn" passes over. None for a kind that ends no part of the turn."""
        kinds = self.turn_ends
        return kinds[kinds.index(kind) + 1 :] if kind in kinds else ()

    def cards(self) -> tuple[str, ...]:
        """The ids of everything that has a card; an id is its title's key: `unit.galley`."""
        return ()

    def card(self, name: str, view: View | None = None) -> FactCard:
        """The card of an id of `cards`; with a view, as things stand for its seat."""
        raise KeyError(name)

    def quick_reference(self) -> QuickReference:
        """What players ask most, from the tables; the phases come first where they are known."""
        order = (turn_order(self.turn_phases),) if self.turn_phases else ()
        return QuickReference(word("title"), (*order, *self.reference_groups))

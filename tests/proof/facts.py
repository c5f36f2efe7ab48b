"""What is written down of a game, fact by fact, each of a kind.

A kind is what can change by itself: an option's label while its price stays, a sentence while its
event stays. Whatever is written goes through the doors of the engine; nothing of a state is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Literal, get_args

import msgspec

from engine.conformance.misfits import misfits
from engine.core.decision import Choice, Decision
from engine.core.errors import IllegalChoice
from engine.core.grammar import Value
from engine.core.messages import Voice, catalog
from engine.core.registry import ruleset
from engine.core.ruleset import Step
from engine.core.text import Text
from engine.core.view import View
from engine.notation.phrases import Phrases
from tests.proof.games import Case, Size, cases
from tests.proof.offers import bounds, options_of, parts

Kind = Literal[
    "choices",
    "orders",
    "questions",
    "options",
    "labels",
    "prices",
    "details",
    "refusals",
    "views",
    "suggestions",
    "events",
    "sentences",
    "reveals",
    "draws",
    "results",
    "cards",
]
KINDS: tuple[Kind, ...] = get_args(Kind)
NAMES = ("Angela", "Brad", "Chris", "Dora", "Emil", "Fay", "Gus", "Hana", "Ines", "Jon")
REFUSED = 1
"""Of how many questions of a kind, in one position, the refusals are looked at."""
ELSEWHERE = 4
"""How many keys of other places are tried for each part of an answer."""


class Fact(msgspec.Struct, frozen=True):
    """Something that has to stay as it is. `about` says what it is of, `seat` who may know it."""

    game: str
    entry: int
    seat: int | None
    kind: Kind
    about: str
    is_: Any = msgspec.field(name="is")

    def line(self) -> bytes:
        """As JSON that is the same in every process."""
        return _encode(self)

    @property
    def place(self) -> tuple[str, int, int | None, Kind, str]:
        return self.game, self.entry, self.seat, self.kind, self.about


def _unusual(value: Any) -> Any:
    """What JSON has no form for."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence):
        return list(value)
    raise TypeError(f"nothing to compare: {value!r}")


_encode = msgspec.json.Encoder(order="deterministic", enc_hook=_unusual).encode


def facts(case: Case, size: Size) -> Iterator[Fact]:
    """Everything that is compared of a game."""
    return Watched(case, size).facts()


class Watched:
    """A game that is played under observation."""

    def __init__(self, case: Case, size: Size) -> None:
        self.case = case
        self.rules = case.rules
        self.most = case.entries(size)
        self.share = size.positions / self.most
        names = NAMES[: case.seats]
        self.voice = Voice(catalog(case.ruleset), names)
        self.phrases = Phrases(case.ruleset, names)
        self.number = 0
        self.seen: set[str] = set()

    def facts(self) -> Iterator[Fact]:
        """Everything, from the options of the table to the result."""
        rules, case = self.rules, self.case
        yield self.fact("choices", "options", case.options)
        step = rules.start(case.seats, case.options, case.dice)
        yield from self.told(step)
        state = step.state
        while self.number < self.most and (pending := rules.pending(state)):
            self.number += 1
            if self.is_looked_at(pending):
                yield from self.position(state, pending)
            choice = case.choice(self.number, state, pending)
            yield self.fact("choices", choice.decision, choice.value, choice.seat)
            decision = rules.decision(state, choice)
            yield self.fact(
                "orders", decision.id, self.phrases.notation(decision, choice.value), choice.seat
            )
            step = rules.play(state, choice, case.dice, decision)
            yield from self.told(step)
        self.number += 1
        yield from self.views(state)
        yield from self.result(state)

    def fact(self, kind: Kind, about: str, what: Any, seat: int | None = None) -> Fact:
        return Fact(str(self.case), self.number, seat, kind, about, what)

    def words(self, text: Text | None) -> Any:
        """A message with its words."""
        return None if text is None else [text, self.voice.text(text)]

    def is_looked_at(self, pending: Sequence[Decision]) -> bool:
        """Whether a position is: where a question is new, and now and then."""
        new = {f"{each.kind} {each.blocking}" for each in pending} - self.seen
        self.seen |= new
        return bool(new) or self.case.rng(f"look {self.number}").random() < self.share

    # What happened.

    def told(self, step: Step[Any]) -> Iterator[Fact]:
        """What a choice did, and what everybody reads of it."""
        for at, each in enumerate(step.events):
            event = msgspec.to_builtins(each.event)
            yield self.fact("events", f"{at} {type(each.event).__name__}", [event, each.audience])
        for seat in (None, *range(self.case.seats)):
            # Most seats read what everybody reads.
            if seat is None or any(each.audience is not None for each in step.events):
                yield self.fact("sentences", "report", self.voice.report(step.events, seat), seat)
        yield self.fact("reveals", "revealed", step.revealed)
        if step.draws:
            yield self.fact("draws", "draws", step.draws)

    def result(self, state: Any) -> Iterator[Fact]:
        """How the game ended, if it did."""
        outcome = self.rules.outcome(state)
        if outcome is not None:
            yield self.fact("results", "outcome", [outcome, self.voice.outcome(outcome)])

    # What a position shows.

    def position(self, state: Any, pending: Sequence[Decision]) -> Iterator[Fact]:
        """Everything about a position."""
        yield from self.views(state)
        known: dict[str, None] = {}
        asked: Counter[str] = Counter()
        for decision in pending:
            yield self.question(decision)
            for fact in self.offered(decision):
                if fact.kind == "options":
                    known |= dict.fromkeys(fact.is_[0])
                yield fact
        for decision in pending:
            asked[decision.kind] += 1
            yield from self.suggested(state, decision)
            if asked[decision.kind] <= REFUSED:
                yield from self.refused(state, decision, list(known))

    def question(self, asked: Decision) -> Fact:
        """A question, without what it offers."""
        skipped = ("grammar", "seat")
        said = {f: getattr(asked, f) for f in asked.__struct_fields__ if f not in skipped}
        return self.fact("questions", asked.id, [said, self.voice.prompt(asked)], asked.seat)

    def offered(self, asked: Decision) -> Iterator[Fact]:
        """What a question offers."""
        for path, grammar in parts(asked.grammar, f"{self.case} {self.number} {asked.id}"):
            about, options = f"{asked.id}: {path}".strip(), options_of(grammar)
            keys = [each.key for each in options]
            places = [each.place for each in options]
            offer = [keys, places, type(grammar).__name__, bounds(grammar)]
            yield self.fact("options", about, offer, asked.seat)
            labels = {each.key: self.words(each.label) for each in options}
            prices = {each.key: each.price for each in options if each.price}
            details = {each.key: self.words(each.detail) for each in options if each.detail}
            yield self.fact("labels", about, labels, asked.seat)
            if prices:
                yield self.fact("prices", about, prices, asked.seat)
            if details:
                yield self.fact("details", about, details, asked.seat)

    def refused(self, state: Any, asked: Decision, known: list[str]) -> Iterator[Fact]:
        """Why everything else is not accepted."""
        rng = self.case.rng(f"refused {self.number} {asked.seat} {asked.id}")
        value = asked.grammar.sample(rng)
        elsewhere = rng.sample(known, min(len(known), ELSEWHERE))
        for wrong, misfit in misfits(asked.grammar, value, elsewhere):
            yield self.fact(
                "refusals", f"{asked.id}: {wrong}", self.reason(state, asked, misfit), asked.seat
            )

    def reason(self, state: Any, asked: Decision, misfit: Value) -> Any:
        """Why a value is refused."""
        try:
            choice = Choice(asked.seat, asked.id, misfit)
            self.rules.play(self.rules.copy(state), choice, self.case.dice, asked)
        except IllegalChoice as refused:
            return [refused.code, refused.rule, refused.data, self.voice.error(refused)]
        return "accepted"

    def suggested(self, state: Any, asked: Decision) -> Iterator[Fact]:
        """What a player who asks is advised."""
        view = self.rules.view(state, asked.seat)
        found = self.rules.suggest(view, (asked,), Random(asked.seat))
        for at, each in enumerate(found):
            told = [
                each.value,
                self.words(each.reason),
                each.then,
                self.words(each.towards),
                self.words(self.rules.outlook(view, asked, each.value)),
                self.rules.follow_up(view, asked, each.value),
            ]
            yield self.fact("suggestions", f"{asked.id} {at}", told, asked.seat)

    def views(self, state: Any) -> Iterator[Fact]:
        """What everybody may know."""
        for seat in (None, *range(self.case.seats)):
            view = self.rules.view(state, seat)
            yield self.fact("views", "fields", view, seat)
            yield self.fact("views", "shown", self.shown(view), seat)

    def shown(self, view: View) -> dict[str, Any]:
        """What a view says besides its fields, for what shows all games alike."""
        of_seats = ("sheet", "income_lines", "production_lines", "score_lines", "forces")
        return {
            "phase": self.words(view.phase_title),
            "areas": view.areas,
            "charts": view.charts,
            "goals": self.rules.goals(view),
            "holdings": [view.holdings(seat) for seat in range(view.seats)],
            **{
                name: [getattr(view, name)(seat) for seat in range(view.seats)] for name in of_seats
            },
        }


def facts_of_rules(name: str) -> Iterator[Fact]:
    """What can be looked up without a game: cards, the quick reference, the table's options."""
    rules, voice = ruleset(name), Voice(catalog(name), NAMES)

    def said(text: Text | None) -> Any:
        return None if text is None else [text, voice.text(text)]

    for each in rules.cards():
        card = rules.card(each)
        words = [said(text) for text in (card.title, card.kind, card.cost, *card.effects)]
        yield Fact(name, 0, None, "cards", each, [card, words])
    yield Fact(name, 0, None, "cards", "quick reference", rules.quick_reference())
    for path, grammar in parts(rules.options, name):
        offer = [[o.key for o in options_of(grammar)], type(grammar).__name__, bounds(grammar)]
        yield Fact(name, 0, None, "cards", f"table: {path}", offer)


def all_facts(name: str, size: Size) -> Iterator[Fact]:
    """Everything that is compared of a rule set."""
    yield from facts_of_rules(name)
    for case in cases(name, size):
        yield from facts(case, size)

"""Asks a person in a terminal: any grammar, answered by numbers, with help a `?` away."""

from __future__ import annotations

import shutil
from collections.abc import Sequence

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.grammar import (
    Amount,
    Answers,
    Form,
    Grammar,
    OneOf,
    Ordering,
    Settings,
    Subset,
    Unfit,
    Value,
)
from engine.core.messages import Voice, catalog
from engine.rulebook import UnknownSection, rulebook

HELP = """\
Choose by number, or type a part of the name. Where several can be chosen, give their numbers with
spaces between (the same number twice for two of them), or "all", or "none".
  Enter  what the clock would choose, where that is offered
  b      begin this question again
  o      decide something else
  u      take your last choice back
  q      leave the game
  ?      this help, and the rule in question"""
EVERYTHING = "all"
NOTHING = "none"
MARGIN = 3


class Back(Exception):
    """The person wants to begin again."""


class TakeBack(Exception):
    """The person wants the latest choice undone."""


class Quit(Exception):
    """The person leaves."""


class _Other(Exception):
    """The person wants to decide something else."""


class _Default(Exception):
    """The person leaves it to the default."""


class _Misread(Exception):
    """What was typed is no answer; the message says what would be."""


ORDERS: dict[str, type[Exception]] = {"b": Back, "u": TakeBack, "q": Quit, "o": _Other}


class Questions:
    """Asks one person at a terminal, in the words of a rule set."""

    def __init__(self, ruleset: str, names: Sequence[str]) -> None:
        self.voice = Voice(catalog(ruleset), names)
        self.book = rulebook(ruleset)
        self.rule = ""
        self.untouched = False
        """Whether Enter still stands for the decision's default."""

    def ask(self, decisions: Sequence[Decision]) -> tuple[Decision, Value]:
        """The first decision, unless the person picks another, and a valid answer to it.

        Raises `Back`, `TakeBack` or `Quit` when the person wants that instead.
        """
        decision = decisions[0]
        try:
            return decision, self.answer(decision)
        except _Other:
            decision = self.pick(decisions)
        try:
            return decision, self.answer(decision)
        except _Other:
            raise Back from None

    def pick(self, decisions: Sequence[Decision]) -> Decision:
        """One of the open decisions."""
        self.untouched = False
        labels = [self.voice.prompt(decision) for decision in decisions]
        show(labels)
        while True:
            try:
                return decisions[number_of(self.read(""), labels)]
            except _Misread as misread:
                print(misread)

    def answer(self, decision: Decision) -> Value:
        """The answer to a decision."""
        self.rule, self.untouched = decision.rule, decision.blocking
        print(self.voice.prompt(decision))
        if decision.blocking:
            print(f"  Enter: {self.voice.choice(decision, decision.default)}")
        try:
            return self.value(decision.kind, "", decision.grammar)
        except _Default:
            return decision.default

    def value(self, kind: str, title: str, grammar: Grammar) -> Value:
        """A valid value of any grammar. What leaves no choice is not asked."""
        if isinstance(grammar, Form):
            return self.form(kind, grammar)
        if isinstance(grammar, Settings):
            return self.settings(kind, grammar)
        if not self.untouched and is_forced(grammar):
            return next(grammar.enumerate())
        labels = []
        if isinstance(grammar, OneOf | Subset | Ordering):
            labels = [self.voice.option(option) for option in grammar.options()]
            show([label + copies(grammar, at) for at, label in enumerate(labels)])
        elif isinstance(grammar, Amount) and grammar.describe is not None:
            for number in grammar.enumerate():
                print(f"    {self.voice.option(grammar.describe(number))}")
        while True:
            typed = self.read(title + bounds(grammar))
            try:
                found = grammar.validate(understood(grammar, labels, typed))
            except _Misread as misread:
                print(misread)
            except Unfit as unfit:
                print(self.voice.error(IllegalChoice(unfit.code, **unfit.data)))
            else:
                self.untouched = False
                return found

    def form(self, kind: str, grammar: Form) -> Value:
        """The fields of a form, one after the other."""
        said: Answers = {}
        for field in grammar.fields:
            inner = field.given(said, grammar.source)
            if inner is not None:
                title = self.voice.field(kind, field.name)
                said[field.name] = self.value(kind, title, inner)
        return said

    def settings(self, kind: str, grammar: Settings) -> Value:
        """Settings to change, one after the other, until nothing is typed."""
        changes: Answers = {}
        while True:
            labels = [self.voice.option(option) for option in grammar.options()]
            show(labels)
            self.untouched = False
            typed = self.read("")
            try:
                if not typed:
                    return grammar.validate(changes)
                part = grammar.parts[number_of(typed, labels)]
            except _Misread as misread:
                print(misread)
            except Unfit as unfit:
                print(self.voice.error(IllegalChoice(unfit.code, **unfit.data)))
                changes = {}
            else:
                title = self.voice.label(part.title)
                changes[part.name] = self.value(kind, title, part.grammar)

    def read(self, title: str) -> str:
        """What the person types; helps, and raises, where that is asked for."""
        while True:
            typed = input(f"{title}> ").strip()
            if not typed and self.untouched:
                raise _Default
            if typed in ORDERS:
                raise ORDERS[typed]
            if typed != "?":
                return typed
            self.help()

    def help(self) -> None:
        """How to answer, and the rule that the question comes from."""
        print(HELP)
        try:
            section = self.book.section(self.rule)
        except UnknownSection:
            return
        print(f"\n{section.number} {section.title}\n{section.body}\n")


def is_forced(grammar: Grammar) -> bool:
    """Whether there is but one answer."""
    if isinstance(grammar, Amount):
        return grammar.least == grammar.most
    return isinstance(grammar, OneOf | Ordering) and len(grammar.keys) == 1


def copies(grammar: Grammar, at: int) -> str:
    """How many of an option there are to take, where there are several."""
    room = grammar.room(grammar.keys[at]) if isinstance(grammar, Subset) else 1
    return f" (x{room})" if room > 1 else ""


def bounds(grammar: Grammar) -> str:
    """How long an answer may be, in figures."""
    if isinstance(grammar, Amount):
        return f" ({grammar.least}-{grammar.most})"
    if isinstance(grammar, Subset):
        return f" ({grammar.least}-{grammar.cap()})"
    return ""


def understood(grammar: Grammar, labels: Sequence[str], typed: str) -> Value:
    """What was typed as a value, which may still be an illegal one."""
    if isinstance(grammar, Amount):
        return whole(typed)
    assert isinstance(grammar, OneOf | Subset | Ordering)
    if isinstance(grammar, OneOf):
        return grammar.keys[number_of(typed, labels)]
    if typed == NOTHING or not typed:
        return [] if isinstance(grammar, Subset) else list(grammar.keys)
    if typed == EVERYTHING:
        room = grammar.room if isinstance(grammar, Subset) else lambda key: 1
        return [key for key in grammar.keys for _ in range(room(key))]
    return [grammar.keys[number_of(word, labels)] for word in typed.split()]


def whole(typed: str) -> int:
    """A typed number."""
    try:
        return int(typed)
    except ValueError:
        raise _Misread("A number, please; ? helps.") from None


def number_of(typed: str, labels: Sequence[str]) -> int:
    """The place of the label that was meant, by its number or by a part that no other has."""
    if typed.isdecimal():
        number = int(typed[:9])
        if 1 <= number <= len(labels):
            return number - 1
        raise _Misread(f"A number from 1 to {len(labels)}, please.")
    found = [at for at, label in enumerate(labels) if typed and typed.lower() in label.lower()]
    exact = [at for at in found if labels[at].lower() == typed.lower()]
    if len(found) == 1 or exact:
        return (exact or found)[0]
    if not found:
        raise _Misread("Choose by number, or by a part of the name; ? helps.")
    raise _Misread("Which of these? " + ", ".join(f"{at + 1} {labels[at]}" for at in found))


def show(labels: Sequence[str]) -> None:
    """Numbered labels in as many columns as the terminal is wide."""
    cells = [f"{at:>3} {label}" for at, label in enumerate(labels, start=1)]
    width = max(map(len, cells)) + MARGIN
    columns = max(1, shutil.get_terminal_size().columns // width)
    rows = -(-len(cells) // columns)
    for row in range(rows):
        print("".join(cell.ljust(width) for cell in cells[row::rows]).rstrip())

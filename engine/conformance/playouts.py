"""Random games, played once for each table and shared by every check of the conformance suite.

Nothing of this package knows a rule set by name: a rule set that follows the
contract passes, and one that needs an exception does not follow it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from engine.conformance.twins import Census, census
from engine.core.decision import Choice, Decision
from engine.core.dice import Dice, Draw, KeyedDice
from engine.core.events import Disclosure
from engine.core.grammar import Form, OneOf
from engine.core.registry import ruleset
from engine.core.ruleset import Ruleset, Step

OPENING = 300
"""How many choices of a game are looked at, where it is not played to its end."""
WHOLE = 50_000
"""Far more choices than a game between random players takes."""
SELDOM = 150
"""Moments where something new can be done are kept for a closer look, and one in so many others."""
FIRST_VALUES = 60
STEWARDS, DRAWN_OPTIONS = 0.5, 0.5
"""How often a seat of a mixed game is a steward's, and how often its table has drawn options."""


class Table(NamedTuple):
    """One game to play: everything about it follows from these."""

    ruleset: str
    seats: int
    seed: int
    limit: int

    def __str__(self) -> str:
        whole = "-whole" if self.limit == WHOLE else ""
        return f"{self.ruleset}-{self.seats}-seats-seed-{self.seed}{whole}"

    @property
    def rules(self) -> Ruleset[Any]:
        return ruleset(self.ruleset)

    def dice(self, server: str = "server") -> KeyedDice:
        """The game's dice; with another word, those of a server that has drawn another seed."""
        players = [b"player %d" % seat for seat in range(self.seats)]
        return KeyedDice(f"{server} {self.seed}".encode(), players)

    def twin_dice(self) -> tuple[Dice, Dice]:
        """For games that differ only in what nobody knows: the rolls to come, among others."""
        return self.dice(), self.dice("twin server")

    def rng(self, purpose: str) -> Random:
        return Random(f"{self.ruleset} {self.seats} {self.seed} {purpose}")


class Entry(NamedTuple):
    """One choice as it was played, and what came of it."""

    choice: Choice
    events: tuple[Disclosure, ...]
    draws: tuple[Draw, ...]
    revealed: bool
    hash: str
    census: Census
    open: bool
    forced: list[str]
    finished: bool


class Moment(NamedTuple):
    """A state kept for a closer look, before the choice with this number."""

    number: int
    state: Any
    pending: tuple[Decision, ...]


class Playout(NamedTuple):
    """A game, or its opening, between random players."""

    table: Table
    start: Step[Any]
    start_hash: str
    start_census: Census
    entries: list[Entry]
    moments: list[Moment]
    last: Any


def random_choice(pending: tuple[Decision, ...], rng: Random) -> tuple[Decision, Choice]:
    """What a random player does: mostly what is awaited, now and then a standing opportunity."""
    awaited = [decision for decision in pending if decision.blocking]
    decision = rng.choice(awaited) if awaited and rng.random() < 0.95 else rng.choice(pending)
    return decision, Choice(decision.seat, decision.id, decision.grammar.sample(rng))


def is_forced(decision: Decision) -> bool:
    """Whether somebody is awaited for what leaves no choice, and not to make something final."""
    alone = decision.blocking and not decision.confirms
    return alone and len(list(islice(decision.grammar.enumerate(), 2))) < 2


def sorts(pending: tuple[Decision, ...]) -> set[tuple[str, bool, str]]:
    """What can be done in a moment, roughly: kinds of decisions, with their forms' first keys."""
    found = set()
    for decision in pending:
        first = decision.grammar
        if isinstance(first, Form):
            first = first.fields[0].given({}, first.source) or first
        keys = first.keys if isinstance(first, OneOf) and first is not decision.grammar else [""]
        found |= {(decision.kind, decision.blocking, key) for key in keys}
    return found


@cache
def playout(table: Table) -> Playout:
    """Play a table. Asked again, the same playout is given: nobody may change it."""
    return play_out(table)


def play_out(table: Table) -> Playout:
    """Play a table afresh."""
    rules, dice = table.rules, table.dice()
    rng, keeper = table.rng("players"), table.rng("moments")
    start = rules.start(table.seats, {}, dice)
    state = rules.copy(start.state)
    game = Playout(table, start, rules.hash(state), census(rules, state), [], [], state)
    seen: set[tuple[str, bool, str]] = set()
    pending = rules.pending(state)
    while pending and len(game.entries) < table.limit:
        new = sorts(pending) - seen
        seen |= new
        if new or keeper.random() < 1 / SELDOM:
            kept = rules.copy(state)
            game.moments.append(Moment(len(game.entries), kept, rules.pending(kept)))
        decision, choice = random_choice(pending, rng)
        step = rules.play(state, choice, dice, decision)
        pending = rules.pending(state)
        game.entries.append(
            Entry(
                choice,
                step.events,
                step.draws,
                step.revealed,
                rules.hash(state),
                census(rules, state),
                any(decision.blocking for decision in pending),
                [decision.kind for decision in pending if is_forced(decision)],
                rules.outcome(state) is not None,
            )
        )
    return game


class Position(NamedTuple):
    """A state of a mixed game with the choice that is made in it; good until the next one."""

    state: Any
    pending: tuple[Decision, ...]
    choice: Choice
    is_new: bool
    """Whether something can be done that could not be done before in this game."""


def mixed_game(table: Table) -> Iterator[Position]:
    """A game in which chance says who is a steward, who a random player, and often the options."""
    rules, dice, rng = table.rules, table.dice(), table.rng("mixed")
    options = rules.options.sample(rng) if rng.random() < DRAWN_OPTIONS else {}
    stewards = [rng.random() < STEWARDS for _ in range(table.seats)]
    state = rules.start(table.seats, options, dice).state
    seen: set[tuple[str, bool, str]] = set()
    for _ in range(table.limit):
        pending = rules.pending(state)
        if not pending:
            return
        decision, choice = random_choice(pending, rng)
        if stewards[choice.seat] and decision.blocking:
            own = [each for each in pending if each.seat == choice.seat]
            choice = rules.steward(rules.view(state, choice.seat), own, rng)
        new = sorts(pending) - seen
        seen |= new
        yield Position(state, pending, choice, bool(new))
        state = rules.apply(state, choice, dice).state


def some_values(decision: Decision, rng: Random, listed: int, drawn: int) -> Iterator[Any]:
    """The first values of a decision, then some drawn from all of it."""
    yield from islice(decision.grammar.enumerate(), listed)
    for _ in range(drawn):
        yield decision.grammar.sample(rng)


def varied_values(decision: Decision, rng: Random) -> list[Any]:
    """Values drawn from a decision, one for each thing its form asks first."""
    found: dict[str, Any] = {}
    for _ in range(24):
        value = decision.grammar.sample(rng)
        first = next(iter(value.values()), "") if isinstance(value, dict) else ""
        found.setdefault(str(first), value)
    return list(found.values())

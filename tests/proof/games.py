"""The games that are compared: kept ones, and ones that random players and stewards play.

Chance is drawn anew for each entry, from the name of the game and the entry's number: whatever else
changes, the same position of the same game gets the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from engine.core.decision import Choice, Decision
from engine.core.dice import KeyedDice
from engine.core.policies import Eyes, policy
from engine.core.record import Record, load
from engine.core.registry import ruleset, rulesets
from engine.core.ruleset import Ruleset
from tests.games import record_again

KEPT = Path(record_again.__file__).parent
POLICIES = ("random", "steward")
SET = 0.5
"""How often an option of the table is drawn, where it else has its default."""


class Size(NamedTuple):
    """How much is looked at: seeds for each rule set, number of seats and policy, and so on."""

    seeds: int
    entries: int
    """How many choices of a game are played; those of kept games all are."""
    positions: int
    """How many positions of a game are looked at closely, besides those with something new."""


SHORT = Size(1, 90, 6)
LONG = Size(2, 2_000, 40)


class Case(msgspec.Struct, frozen=True, dict=True):
    """A game: everything about it follows from these."""

    ruleset: str
    seats: int
    policy: str
    """How the seats are played; for a kept game the name of its file."""
    seed: int = 0

    def __str__(self) -> str:
        return f"{self.ruleset}-{self.seats}-{self.policy}-{self.seed}"

    @property
    def rules(self) -> Ruleset[Any]:
        return ruleset(self.ruleset)

    @cached_property
    def record(self) -> Record | None:
        """What was chosen in a kept game."""
        if self.policy in POLICIES:
            return None
        record = load((KEPT / f"{self.policy}.json").read_bytes())
        assert isinstance(record, Record)
        return record

    @cached_property
    def options(self) -> Mapping[str, Any]:
        """The options of the table, each drawn by itself."""
        if self.record is not None:
            return self.record.table.options
        said: dict[str, Any] = {}
        form = self.rules.options
        for field in form.fields:
            rng = self.rng(f"option {field.name}")
            grammar = field.given(dict(said), form.source)
            if grammar is not None:
                drawn, default = grammar.sample(rng), self.rules.option_defaults[field.name]
                said[field.name] = drawn if rng.random() < SET else default
        return said

    @cached_property
    def dice(self) -> KeyedDice:
        if self.record is not None:
            seeds = [bytes.fromhex(seed) for seed in self.record.table.player_seeds]
            return KeyedDice(bytes.fromhex(self.record.server_seed), seeds)
        return KeyedDice(b"server %d" % self.seed, [b"%d" % seat for seat in range(self.seats)])

    def rng(self, purpose: object) -> Random:
        return Random(f"{self} {purpose}")

    def entries(self, size: Size) -> int:
        """How many choices are played at the most."""
        return len(self.record.entries) if self.record is not None else size.entries

    def choice(self, number: int, state: Any, pending: Sequence[Decision]) -> Choice:
        """What is chosen in a position."""
        if self.record is not None:
            entry = self.record.entries[number - 1]
            return Choice(entry.seat, entry.decision, entry.value)
        rng = self.rng(number)
        asked = sorted((each for each in pending if each.blocking), key=lambda d: (d.seat, d.id))
        seat = rng.choice(asked).seat
        own = [each for each in pending if each.seat == seat]
        return policy(self.policy).choose(
            Eyes(self.rules, seat, own, lambda of: self.rules.view(state, of)), rng
        )


def cases(name: str, size: Size) -> Iterator[Case]:
    """The games of a rule set."""
    for file in sorted(KEPT.glob("*.json")):
        kept = Case(name, 0, file.stem)
        if kept.record is not None and kept.record.table.ruleset == name:
            yield Case(name, len(kept.record.table.names), file.stem)
    for seed in range(size.seeds):
        for seats in ruleset(name).seats:
            for player in POLICIES:
                yield Case(name, seats, player, seed)


def names() -> tuple[str, ...]:
    """The rule sets whose games are compared."""
    return rulesets()

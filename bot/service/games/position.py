"""The engine's side of an open game: the rules' state, its journal, and where it last rested."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from bot.service.games.snapshot import Snapshot
from engine.core.decision import Decision
from engine.core.game import Game, Journal
from engine.core.ruleset import Ruleset

TAG_LENGTH = 8
BYTES_PER_ENCODED = 30
"""Bytes in memory for each byte of an encoded state, as measured."""


class Stage(NamedTuple):
    """Where a game has come to rest: what everybody sees of it, and which questions are open."""

    turn: int
    phase: str
    asked: frozenset[tuple[int, str, str]]
    """Seat, decision and tag of everything that is awaited."""
    secrets: frozenset[bytes]
    """The secret questions that are open."""

    @property
    def seats(self) -> frozenset[int]:
        """The seats that are awaited."""
        return frozenset(seat for seat, _, _ in self.asked)


class Post(NamedTuple):
    """A phase post: the entries it covers, and its number in the outbox once it is there."""

    since: int = -1
    number: int = 0
    message: int | None = None


class Position:
    """The engine's side of a table, kept in memory between calls."""

    def __init__(
        self,
        game: Game,
        since: Mapping[int, int],
        lapses: Mapping[int, int],
        encoded_size: int = 0,
    ) -> None:
        self.game = game
        self.since = dict(since)
        """The number of each seat's latest entry, or of the latest undo by consent."""
        self.lapses = dict(lapses)
        """How often in a row the clock has chosen for a seat."""
        self.rest: Stage | None = None
        """Where the game last came to rest, as far as it is known."""
        self.post = Post()
        """The latest phase post."""
        self._snapshot: Snapshot | None = None
        self._encoded = encoded_size

    @property
    def size(self) -> int:
        """About how many bytes of memory it takes: the state, its copy, and those to go back to."""
        states = 2 + len(self.journal.run)
        return states * self._encoded * BYTES_PER_ENCODED

    @property
    def rules(self) -> Ruleset[Any]:
        """The rules of the game."""
        return self.game.rules

    @property
    def journal(self) -> Journal:
        """The log, as far as it is in memory."""
        assert self.game.journal is not None
        return self.game.journal

    @property
    def number(self) -> int:
        """How many entries the log has."""
        return self.journal.count

    def snapshot(self) -> Snapshot:
        """The game as it is now, for reading; made once until the next choice."""
        if self._snapshot is None or self._snapshot.number != self.number:
            copied = self.rules.copy(self.game.state)
            self._snapshot = Snapshot(self.rules, copied, self.number)
        return self._snapshot

    def tag(self, decision: Decision) -> str:
        """The name of this very asking of a decision.

        It changes when the seat has answered, and when the question is about something else; not
        when others have done something that leaves the question as it was.
        """
        facts = (decision.seat, decision.id, decision.about, self.since.get(decision.seat, 0))
        data = msgspec.json.encode(facts, order="deterministic")
        return hashlib.sha256(data).hexdigest()[:TAG_LENGTH]

    def stage(self) -> Stage:
        """Where the game is now."""
        rules, state, pending = self.rules, self.game.state, self.game.pending()
        asked = ((each.seat, each.id, self.tag(each)) for each in pending if each.blocking)
        secrets = (question(each) for each in pending if each.secret)
        return Stage(rules.turn(state), rules.phase(state), frozenset(asked), frozenset(secrets))

    def can_take_back(self, seat: int) -> bool:
        """Whether a seat may take its latest choice back alone."""
        run = self.journal.run
        return bool(run) and run[-1].seat == seat and bool(self.game.pending())

    def encoded(self) -> bytes:
        """The state as it is stored."""
        found = self.rules.encode(self.game.state)
        self._encoded = len(found)
        return found

    def written(self) -> None:
        """Note that the entries in memory are stored: they need not stay here."""
        journal = self.journal
        journal.skipped += len(journal.entries)
        journal.entries.clear()
        journal.told.clear()


def question(decision: Decision) -> bytes:
    """What is asked of whom: unlike a tag, it stays the same whatever the seat does meanwhile."""
    return msgspec.json.encode((decision.seat, decision.id, decision.about), order="deterministic")

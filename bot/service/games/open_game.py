"""A table: a game in memory, with everything about it that the store keeps.

States of the engine are seen here and in `loading`, and nowhere else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from time import perf_counter
from typing import Any, NamedTuple

import msgspec

from bot.service.clock import hours
from bot.service.errors import NotPlaying, NotSeated, StandInPlays
from bot.service.responses import GameInfo
from bot.store.clocks import Clock
from bot.store.games import Game
from bot.store.moment import Moment
from bot.store.people import User
from bot.store.prepared import Prepared
from bot.store.seats import Seat
from engine.core.decision import Choice, Decision
from engine.core.dice import Dice
from engine.core.errors import IllegalChoice
from engine.core.events import Event, Told
from engine.core.game import Game as Match
from engine.core.game import Journal, TakenBack
from engine.core.grammar import Unfit
from engine.core.lazy import lazy
from engine.core.messages import Catalog, catalog
from engine.core.ruleset import Ruleset
from engine.core.view import View
from engine.notation.option_index import Index

TAG_LENGTH = 8


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


class Still:
    """A copy of a game between two choices. It stays as it is, whatever is played meanwhile."""

    def __init__(self, rules: Ruleset[Any], state: Any, number: int) -> None:
        self.rules = rules
        self.state = state
        self.number = number
        self.indexes: dict[tuple[int, tuple[str, ...]], Index] = {}
        """What can be chosen, by words: for those who have typed something (see `Orders`)."""

    @lazy
    def pending(self) -> tuple[Decision, ...]:
        """Every open decision."""
        return self.rules.pending(self.state)

    def open_to(self, seat: int) -> list[Decision]:
        """A seat's open decisions, awaited ones first."""
        own = [decision for decision in self.pending if decision.seat == seat]
        return sorted(own, key=lambda decision: not decision.blocking)

    def view(self, seat: int | None) -> View:
        """What a seat, or a spectator, may know."""
        return self.rules.view(self.state, seat)

    def check(self, choice: Choice) -> None:
        """Raise `IllegalChoice` if the rules do not allow a choice."""
        decision = self.rules.decision(self.state, choice)
        try:
            decision.grammar.validate(choice.value)
        except Unfit as unfit:
            raise self.rules.why_not(self.state, decision, choice.value, unfit) from None

    def asks_again(self, asked: Decision, dice: Dice) -> bool:
        """Whether the same is asked of the seat again even after what the clock would answer.

        Then any answer settles its question, and what is asked next is another one: the second
        placement, the next round. Otherwise answers like a move's are parts of one question.
        """
        key = asked.seat, asked.id
        state = self.rules.copy(self.state)
        decision = self.rules.decision(state, Choice(*key))
        self.rules.carry_out(state, decision, decision.default, dice)
        return any(
            each.blocking and (each.seat, each.id) == key for each in self.rules.pending(state)
        )


class Position:
    """The engine's side of a table, kept in memory between calls."""

    def __init__(self, match: Match, since: Mapping[int, int], lapses: Mapping[int, int]) -> None:
        self.match = match
        self.since = dict(since)
        """The number of each seat's latest entry, or of the latest undo by consent."""
        self.lapses = dict(lapses)
        """How often in a row the clock has chosen for a seat."""
        self.rest: Stage | None = None
        """Where the game last came to rest, as far as it is known."""
        self.post = Post()
        """The latest phase post."""
        self._still: Still | None = None

    @property
    def rules(self) -> Ruleset[Any]:
        """The rules of the game."""
        return self.match.rules

    @property
    def journal(self) -> Journal:
        """The log, as far as it is in memory."""
        assert self.match.journal is not None
        return self.match.journal

    @property
    def number(self) -> int:
        """How many entries the log has."""
        return self.journal.count

    def still(self) -> Still:
        """The game as it is now, for reading; made once until the next choice."""
        if self._still is None or self._still.number != self.number:
            copied = self.rules.copy(self.match.state)
            self._still = Still(self.rules, copied, self.number)
        return self._still

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
        view, pending = self.match.view(None), self.match.pending()
        asked = ((each.seat, each.id, self.tag(each)) for each in pending if each.blocking)
        secrets = (question(each) for each in pending if each.secret)
        return Stage(view.turn, view.phase, frozenset(asked), frozenset(secrets))

    def can_take_back(self, seat: int) -> bool:
        """Whether a seat may take its latest choice back alone."""
        run = self.journal.run
        return bool(run) and run[-1].seat == seat and bool(self.match.pending())

    def encoded(self) -> bytes:
        """The state as it is stored."""
        return self.rules.encode(self.match.state)

    def written(self) -> None:
        """Note that the entries in memory are stored: they need not stay here."""
        journal = self.journal
        journal.skipped += len(journal.entries)
        journal.entries.clear()
        journal.told.clear()


class Table:
    """A game under its lock: the rows as they are now, and its position unless it is a lobby.

    The rows are read anew each time a table is opened, so that whatever was changed elsewhere
    (another process, another part) is seen.
    """

    def __init__(
        self,
        row: Game,
        seats: Iterable[Seat],
        clocks: Iterable[Clock],
        prepared: Iterable[Prepared],
        wishes: Mapping[int, User],
        position: Position | None,
        now: Moment,
    ) -> None:
        self.row = row
        self.seats = tuple(seats)
        self.clocks = list(clocks)
        self.prepared = list(prepared)
        self.wishes = wishes
        self._position = position
        self.now = now
        self.opened = perf_counter()
        """When the work on the next choice began, for the log."""

    @property
    def info(self) -> GameInfo:
        """The game and its seats."""
        return GameInfo(self.row, self.seats)

    @property
    def position(self) -> Position:
        """The engine's side; raises `NotPlaying` in a lobby or a game ended in it."""
        if self._position is None:
            raise NotPlaying(status=self.row.status)
        return self._position

    @property
    def is_ahead(self) -> bool:
        """Whether something was played here that is not in the store."""
        return self._position is not None and self._position.number != self.row.choice_count

    @property
    def words(self) -> Catalog:
        """The rule set's words in the game's language."""
        return catalog(self.row.ruleset, self.row.language)

    def must_run(self) -> None:
        """Raise `NotPlaying` unless the game is being played now."""
        if self.row.status != "running":
            raise NotPlaying(status=self.row.status)

    def seat_of(self, user_id: int) -> Seat:
        """A user's seat; raises `NotSeated`."""
        found = self.info.seat_of(user_id)
        if found is None:
            raise NotSeated()
        return found

    def playing_seat(self, user_id: int) -> Seat:
        """The seat a user plays; raises `NotSeated`, or `StandInPlays` if a stand-in does."""
        seat = self.seat_of(user_id)
        if seat.kind != "human":
            raise StandInPlays()
        return seat

    def wishes_of(self, seat: int) -> User:
        """How the occupant of a seat wants to be treated."""
        user_id = self.seats[seat].user_id
        if user_id is None:
            return User(user_id=0)
        return self.wishes.get(user_id) or User(user_id=user_id)

    def plays_itself(self, seat: int) -> bool:
        """Whether an AI player has the seat, or a stand-in plays for its absent player."""
        if self.seats[seat].kind != "human":
            return True
        wishes = self.wishes_of(seat)
        return wishes.when_away == "stand_in" and hours.is_away(wishes, self.now)

    @property
    def is_deserted(self) -> bool:
        """Whether nobody is there but AI players and stand-ins."""
        return all(self.plays_itself(seat.seat) for seat in self.seats)

    def is_restless(self) -> bool:
        """Whether something can be played at once: an AI player's choice, or a prepared one.

        A table that everybody has left for a while waits for them.
        """
        if self.row.status != "running" or self._position is None or self.is_deserted:
            return False
        kept = {(each.seat, each.kind) for each in self.prepared if each.is_waiting}
        return any(
            decision.blocking
            and (self.plays_itself(decision.seat) or (decision.seat, decision.kind) in kept)
            for decision in self.position.match.pending()
        )

    def explain(self, illegal: IllegalChoice, names: Iterable[str]) -> str:
        """Why the rules do not allow something, as a sentence."""
        return self.words.error(illegal, tuple(names))


def question(decision: Decision) -> bytes:
    """What is asked of whom: unlike a tag, it stays the same whatever the seat does meanwhile."""
    return msgspec.json.encode((decision.seat, decision.id, decision.about), order="deterministic")


def stored_events(told: Iterable[Told]) -> list[Any]:
    """Events as they are stored: each with the seats that learn of it."""
    return [{"event": msgspec.to_builtins(each.event), "audience": each.audience} for each in told]


def told(rules: Ruleset[Any], events: Iterable[Mapping[str, Any]]) -> list[Told]:
    """Stored events as the engine's."""
    kinds: type[Event] = rules.events | TakenBack
    return [
        Told(msgspec.convert(each["event"], kinds), _audience(each["audience"])) for each in events
    ]


def _audience(seats: list[int] | None) -> tuple[int, ...] | None:
    return None if seats is None else tuple(seats)

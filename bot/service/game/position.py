"""The engine's side of an open game: the rules' state, its journal, and where it last rested."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

import msgspec

from bot.moment import Moment
from bot.service.announcing.announcements import Waiting
from bot.service.game.snapshot import Snapshot
from engine.core.decision import Decision
from engine.core.events import Disclosure
from engine.core.game import CONSENT, Game, Journal
from engine.core.lazy import hand_over
from engine.core.ruleset import Ruleset

TAG_LENGTH = 8
BY_HAND = ("player", CONSENT)
"""How entries come about that a player made, or agreed to, there and then."""
BYTES_PER_ENCODED = 30
"""Bytes in memory for each byte of an encoded state, as measured."""


class Stage(NamedTuple):
    """Where a game has come to rest: what everybody sees of it, and which questions are open."""

    turn: int
    phase: str
    step: str
    """The part of the turn that the phase belongs to."""
    asked: frozenset[tuple[int, str, str]]
    """Seat, decision and tag of everything that is awaited."""
    secrets: frozenset[bytes]
    """The secret questions that are open."""

    @property
    def part(self) -> tuple[int, str]:
        """The part of a turn."""
        return self.turn, self.step


class Post(NamedTuple):
    """A phase post: the entries it covers, its number in the outbox once it is there, and the seats
    that it mentions because they have lost something."""

    since: int = -1
    number: int = -1
    message: int | None = None
    notify: tuple[int, ...] = ()
    called: frozenset[int] = frozenset()
    """The seats that were mentioned in it, or after it in the same part of the turn."""
    calls: int = 0
    """How many messages there are beside it, up to the next post."""
    losers: frozenset[int] = frozenset()
    """The seats that lost something after it, as everybody saw."""
    part: tuple[int, str] = (-1, "")
    """The part of a turn that it is about."""
    told: int = -1
    """The entry up to which it says what happened, with the latest edit of it."""
    is_behind: bool = False
    """Whether something has happened since that all may know."""
    waiting: Waiting = Waiting()
    """Whom it says that the game waits for, with the latest edit of it."""
    edit_at: Moment = 0
    """When that edit is sent, if it is put off."""

    def after_call(self, seats: Iterable[int]) -> Post:
        """The same when seats were mentioned in a message beside it."""
        return self._replace(called=self.called | {*seats}, calls=self.calls + 1)


def deadline_of(interaction: str | None) -> str:
    """The deadline that a clock's choice belongs to, by the name of its `click`.

    A stand-in may need many choices for one question, and they are one deadline.
    """
    return (interaction or "").rpartition(":")[0]


UndoGone = Literal["", "revealed", "reached", "answered"]
"""Why Undo is gone: something came to light, the choice reached another player (an offer), or
someone else has answered since."""


class Position:
    """The engine's side of a table, kept in memory between calls."""

    def __init__(
        self,
        game: Game,
        since: Mapping[int, int],
        lapses: Mapping[int, int],
        encoded_size: int = 0,
    ) -> None:
        assert game.journal is not None
        self.game = game
        self.rules: Ruleset[Any] = game.rules
        self.journal: Journal = game.journal
        """The log, as far as it is in memory."""
        self.since = dict(since)
        """The number of each seat's latest entry, or of the latest undo by consent."""
        self.lapses = dict(lapses)
        """How many deadlines in a row a seat has missed."""
        self.latest_deadline: dict[int, str] = {}
        """The deadline that each seat missed last, as far as it is remembered."""
        self.doubted: dict[int, str] = {}
        """After which deadline each player was asked whether they are still there."""
        self.by_hand: dict[int, int] = {}
        """The latest entry of each seat that its player made, as far as they are remembered."""
        self.rest: Stage | None = None
        """Where the game last came to rest, as far as it is known."""
        self.is_rest_sought = False
        """Whether it was looked up in the log where the game last came to rest."""
        self.post = Post()
        """The latest phase post."""
        self.words: dict[int, str] = {}
        """What Undo would take back, by entries."""
        self.sealed: dict[int, UndoGone] = {}
        """Why the latest choices of seats cannot be taken back, where they brought it about."""
        self._undo_known_at = -1
        self._undo_known: dict[int, int] = {}
        """The entry that each seat can take back, as of entry `_undo_known_at`."""
        self._snapshot: Snapshot | None = None
        self._tags: dict[tuple[int, str], tuple[tuple[object, ...], str]] = {}
        """The tag of each decision that was open, with what it was made of."""
        self._encoded = encoded_size

    def misses(self, seat: int) -> int:
        """How many deadlines in a row a seat has missed."""
        return self.lapses.get(seat, 0)

    @property
    def size(self) -> int:
        """About how many bytes of memory it takes: the state, its copy, and those to go back to."""
        states = 2 + len(self.journal.run)
        return states * self._encoded * BYTES_PER_ENCODED

    @property
    def number(self) -> int:
        """How many entries the log has."""
        # As `Journal.count`: it is asked for a dozen times for each choice.
        journal = self.journal
        return journal.skipped + len(journal.entries)

    def snapshot(self) -> Snapshot:
        """The game as it is now, for reading; made once until the next choice."""
        before = self._snapshot
        if before is None or before.number != self.number:
            state = self.game.copied()
            hand_over(self.game.state, state)
            if before is not None:
                hand_over(before.state, state)
            self._snapshot = before = Snapshot(self.rules, state, self.number)
        return before

    def pending(self) -> tuple[Decision, ...]:
        """Every decision open now: those of the snapshot, so that they are found once."""
        return self.snapshot().pending

    def awaited(self) -> list[tuple[int, str]]:
        """The seats that the game waits for, each with the kind of its decision."""
        return [(each.seat, each.kind) for each in self.pending() if each.blocking]

    def tag(self, decision: Decision, since: Mapping[int, int] | None = None) -> str:
        """The name of this very asking of a decision.

        It changes when the seat has answered, and when the question is about something else; not
        when others have done something that leaves the question as it was. It is keyed with the
        server's seed: else its reader could find out by trying which number the entry has, and so
        how much others have done in secret. With `since`, as of these entries of the seats.
        """
        latest = (self.since if since is None else since).get(decision.seat, 0)
        facts = (decision.seat, decision.id, decision.about, latest)
        known = self._tags.get(facts[:2])
        if known is not None and known[0] == facts:
            return known[1]
        data = msgspec.json.encode(facts, order="deterministic")
        # Keyed BLAKE2, since HMAC gives the interpreter's lock away with every call.
        digest = hashlib.blake2b(data, digest_size=TAG_LENGTH // 2, key=self.game.server_seed)
        tag = digest.hexdigest()
        self._tags[facts[:2]] = facts, tag
        return tag

    def stage(self) -> Stage:
        """Where the game is now."""
        return self._stage(self.game.state, self.pending())

    def stage_then(self, state: Any, since: Mapping[int, int]) -> Stage:
        """Where the game was in an earlier state, with these latest entries of the seats."""
        return self._stage(state, self.rules.pending(state), since)

    def _stage(
        self, state: Any, pending: Iterable[Decision], since: Mapping[int, int] | None = None
    ) -> Stage:
        rules, pending = self.rules, tuple(pending)
        asked = ((each.seat, each.id, self.tag(each, since)) for each in pending if each.blocking)
        secrets = (question(each) for each in pending if each.secret)
        return Stage(
            rules.turn(state),
            rules.phase(state),
            rules.step(state),
            frozenset(asked),
            frozenset(secrets),
        )

    def can_take_back(self, seat: int) -> bool:
        """Whether a seat may take its latest choice back alone."""
        return bool(self._to_take_back(seat))

    def is_latest_to_take_back(self, number: int) -> bool:
        """Whether an entry is the latest that can be taken back by its seat."""
        run = self.journal.run
        return bool(run) and run[-1].number == number

    def undo_words(self, seat: int) -> str:
        """What a seat's choice was that it can take back; empty where it is not known."""
        return self.words.get(self._to_take_back(seat), "")

    def why_no_undo(self, seat: int) -> UndoGone:
        """Why a seat cannot take its latest choice back alone; empty where that is not known."""
        if self.can_take_back(seat):
            return ""
        if seat in self.sealed:
            return self.sealed[seat]
        return "answered" if any(each.seat == seat for each in self.journal.run) else ""

    def _to_take_back(self, seat: int) -> int:
        """The entry that a seat can take back, found once until the next choice; 0 if none."""
        if self._undo_known_at != self.number:
            self._undo_known_at, self._undo_known = self.number, {}
        if seat not in self._undo_known:
            has_any = self.journal.run and self.pending()
            self._undo_known[seat] = self.game.to_take_back(seat) if has_any else 0
        return self._undo_known[seat]

    def note_choice(
        self, number: int, seat: int, words: str, disclosures: Iterable[Disclosure] | None
    ) -> None:
        """Remember what a choice was, for Undo; and, if it cannot be taken back, what it showed."""
        kept = {each.number for each in self.journal.run}
        self.words = {at: said for at, said in self.words.items() if at in kept}
        if words:
            self.words[number] = words
        if disclosures is None:
            self.sealed.pop(seat, None)
        else:
            self.sealed[seat] = why_sealed(seat, disclosures)

    def encoded(self) -> bytes:
        """The state as it is stored."""
        found = self.game.encoded()
        self._encoded = len(found)
        return found

    def written(self) -> None:
        """Note that the entries in memory are stored: they need not stay here."""
        journal = self.journal
        journal.skipped += len(journal.entries)
        journal.entries.clear()
        journal.disclosures.clear()


def why_sealed(seat: int, disclosures: Iterable[Disclosure]) -> UndoGone:
    """Why a seat cannot take a choice back by which this was learnt.

    What only some others learn, and nothing else, has reached them: an offer.
    """
    audiences = [each.audience for each in disclosures]
    reached = all(audience and set(audience) - {seat} for audience in audiences)
    return "reached" if audiences and reached else "revealed"


def question(decision: Decision) -> bytes:
    """What is asked of whom: unlike a tag, it stays the same whatever the seat does in between."""
    return msgspec.json.encode((decision.seat, decision.id, decision.about), order="deterministic")

"""Pages of a game's log as its reader leafs through them: only entries that say something to them.

Nothing of a page depends on entries that its reader learns nothing of, not its length, its ends or
whether there are more: else it would tell how much others have done in secret. A page names who
chose, and when, only where its reader learnt of it at that moment.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from bot.moment import HOUR, Moment, Span
from bot.service.choices.done_for import is_done_for, own_part
from bot.service.game.events import read_all_events
from bot.service.game.log import entries_after, entries_before
from bot.service.responses import LogGroup, LogPage
from bot.store import Store, Transaction
from bot.store.choices import SETUP, By, LogEntry
from bot.store.games import GameRow
from engine.core.events import Disclosure
from engine.core.messages import Voice
from engine.core.ruleset import Ruleset

BATCH = 100
"""How many entries are read from the store at once."""
PIECES_MOST = 60
"""How many pieces a page tells of, unless that is too much to show."""
HEADING = 60
"""How many letters it takes to say who did something, and when."""
WHILE: Span = HOUR
"""What someone did within that time needs the time of its beginning only."""


class Piece(NamedTuple):
    """What a reader learns of an entry in one turn.

    `by` is "player" also for what a reader is not to know about: that a choice was prepared.
    """

    place: int
    turn: int
    at: Moment
    seat: int | None
    by: By
    events: tuple[Disclosure, ...]
    idle: str = ""
    secret: str = ""
    begins_turn: bool = False


def place_of(number: int) -> int:
    """The place of an entry in the log; what belongs to the next turn comes right after it."""
    return 2 * number + 1


def entry_at(place: int) -> int:
    """The number of the entry that has a place."""
    return (place - 1) // 2


class LogReader:
    """Reads a game's log for one seat, or for a spectator."""

    def __init__(
        self, store: Store, rules: Ruleset[Any], row: GameRow, seat: int | None, voice: Voice
    ) -> None:
        self._store = store
        self._rules = rules
        self._row = row
        self._seat = seat
        self._voice = voice

    async def since(self, number: int, letters: int) -> LogPage:
        """The page that follows the last entry of a turn: it begins with the next turn."""
        first = place_of(number + 1)
        pieces = [each async for each in _at_most(2, self._onward(first))]
        if len(pieces) > 1 and pieces[0].place == first and pieces[1].place == first + 1:
            # The entry that begins the turn also ends the one before it.
            first += 1
        return await self.starting(first, letters)

    async def starting(self, place: int, letters: int) -> LogPage:
        """The page that begins with a place, in so many letters at most.

        It ends with a whole turn if it can.
        """
        pieces, more = await _some(self._onward(place))
        while len(pieces) > 1 and self._length(pieces) > letters:
            pieces, more = pieces[: (len(pieces) + 1) // 2], True
        if more:
            last = max((n for n, each in enumerate(pieces) if each.begins_turn), default=0)
            pieces = pieces[: last or len(pieces)]
        earlier = await _any(self._back(place - 1))
        return self._page(pieces, place, earlier, more)

    async def ending(self, place: int | None, letters: int) -> LogPage:
        """The page that ends with a place, or with the log; it begins with a turn if it can."""
        last = place_of(self._row.choice_count) + 1 if place is None else place
        pieces, earlier = await _some(self._back(last))
        while len(pieces) > 1 and self._length(pieces[::-1]) > letters:
            pieces, earlier = pieces[: (len(pieces) + 1) // 2], True
        if earlier:
            whole = max((n for n, each in enumerate(pieces) if each.begins_turn), default=-1)
            pieces = pieces[: whole + 1 or len(pieces)]
        more = await _any(self._onward(last + 1))
        return self._page(pieces[::-1], last + 1, earlier, more)

    def _page(self, pieces: Sequence[Piece], place: int, earlier: bool, more: bool) -> LogPage:
        first, last = (pieces[0].place, pieces[-1].place) if pieces else (place, place - 1)
        continued = bool(pieces) and earlier and not pieces[0].begins_turn
        return LogPage(first, last, tuple(self._groups(pieces)), more, earlier, continued)

    def _groups(self, pieces: Iterable[Piece]) -> Iterator[LogGroup]:
        began: Moment = 0
        latest: tuple[int, int | None, By] | None = None

        def key(piece: Piece) -> tuple[int, int | None, By, Moment]:
            nonlocal began, latest
            same = (piece.turn, piece.seat, piece.by)
            if same != latest or piece.at - began > WHILE:
                began, latest = piece.at, same
            return *same, began

        for (turn, seat, by, at), several in groupby(pieces, key):
            group = list(several)
            events = (event for piece in group for event in piece.events)
            yield LogGroup(
                turn=turn,
                at=at,
                seat=seat,
                by=by,
                lines=tuple(line for line in self._voice.report(events, self._seat) if line),
                idle=tuple(dict.fromkeys(each.idle for each in group if each.idle)),
                secret=tuple(dict.fromkeys(each.secret for each in group if each.secret)),
            )

    def _length(self, pieces: Sequence[Piece]) -> int:
        groups = self._groups(pieces)
        return sum(HEADING + sum(len(line) + 1 for line in each.lines) for each in groups)

    async def _onward(self, place: int) -> AsyncIterator[Piece]:
        """What is heard from a place on, in order."""
        number = entry_at(place) - 1
        while True:
            entries = await self._store.read(partial(self._entries_after, number))
            for piece in await self._heard(entries):
                if piece.place >= place:
                    yield piece
            if len(entries) < BATCH:
                return
            number = entries[-1].number

    async def _back(self, place: int) -> AsyncIterator[Piece]:
        """What is heard up to a place, the latest first."""
        number = entry_at(place) + 1
        while number > SETUP:
            entries = await self._store.read(partial(self._entries_before, number))
            for piece in reversed(await self._heard(entries[::-1])):
                if piece.place <= place:
                    yield piece
            if not entries:
                return
            number = entries[-1].number

    async def _entries_after(self, number: int, tx: Transaction) -> list[LogEntry]:
        return await entries_after(tx, self._row.id, number, self._row.choice_count, BATCH)

    async def _entries_before(self, number: int, tx: Transaction) -> list[LogEntry]:
        return await entries_before(tx, self._row.id, number, self._row.choice_count, BATCH)

    async def _heard(self, entries: list[LogEntry]) -> list[Piece]:
        """What the reader learns of some entries."""
        by_entry = await read_all_events(self._rules, entries)
        found: list[Piece] = []
        for entry, events in zip(entries, by_entry, strict=True):
            found += self._pieces(entry, [each for each in events if each.reaches(self._seat)])
        return found

    def _pieces(self, entry: LogEntry, events: list[Disclosure]) -> Iterator[Piece]:
        """What an entry says: once more for each turn that begins in it, from there on."""
        begins = [at for at, each in enumerate(events) if each.event.begins_turn]
        ends = begins[0] if begins else len(events)
        place, turn = place_of(entry.number), entry.turn - len(begins)
        first = self._first(entry, events[:ends])
        if first is not None:
            yield first._replace(place=place, turn=turn)
        if begins:
            yield Piece(
                place + 1, entry.turn, entry.at, None, "player", tuple(events[ends:]), "", "", True
            )

    def _first(self, entry: LogEntry, events: list[Disclosure]) -> Piece | None:
        """What an entry says of the turn in which it was made; None where that is nothing."""
        own = own_part(entry.seat, self._seat, events)
        is_own = self._seat is not None and entry.seat == self._seat
        # That the time of a player is over is told to all, and for which question.
        is_told = is_own or entry.by == "clock"
        absent = is_done_for(entry, entry.seat) and is_told
        did_nothing = absent and not self._did_something(own)
        secret = entry.kind if did_nothing and entry.secret and is_own else ""
        idle = entry.kind if did_nothing and not entry.secret else ""
        if not events and not idle and not secret:
            return None
        is_named = is_own or bool(own) or bool(idle)
        return Piece(
            0,
            0,
            entry.at,
            entry.seat if is_named else None,
            entry.by if is_named and (is_told or entry.by == "ai") else "player",
            tuple(events),
            idle,
            secret,
        )

    def _did_something(self, own: Sequence[Disclosure]) -> bool:
        """Whether there is more to say of what someone did than that they are done."""
        digest = self._voice.digest(own, self._seat)
        return bool(digest.lines or digest.headlines)


async def _any(pieces: AsyncIterator[Piece]) -> bool:
    async for _ in pieces:
        return True
    return False


async def _at_most(count: int, pieces: AsyncIterator[Piece]) -> AsyncIterator[Piece]:
    async for piece in pieces:
        yield piece
        count -= 1
        if not count:
            return


async def _some(pieces: AsyncIterator[Piece]) -> tuple[list[Piece], bool]:
    """As many pieces as a page has, and whether there are more."""
    found: list[Piece] = []
    async for piece in pieces:
        if len(found) == PIECES_MOST:
            return found, True
        found.append(piece)
    return found, False

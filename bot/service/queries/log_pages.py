"""Pages of a game's log as its reader leafs through them: only entries that say something to them.

Nothing of a page depends on entries that its reader learns nothing of, not its length, its ends or
whether there are more: else it would tell how much others have done in secret.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from typing import Any, NamedTuple

from bot.service.games.events import read_all_events
from bot.service.games.log import entries_after, entries_before
from bot.service.responses import LogPage
from bot.store import Store, Transaction
from bot.store.choices import SETUP, LogEntry
from bot.store.games import GameRow
from engine.core.events import Disclosure
from engine.core.messages import Voice
from engine.core.ruleset import Ruleset

BATCH = 100
"""How many entries are read from the store at once."""
ENTRIES_MOST = 60
"""How many entries a page tells of, unless that is too much to show."""


class Heard(NamedTuple):
    """An entry of which a reader learns something."""

    number: int
    events: tuple[Disclosure, ...]

    def from_turn(self) -> Heard:
        """The same without what belongs to the turn before, if a turn begins in it."""
        begins = (at for at, each in enumerate(self.events) if each.event.begins_turn)
        return self._replace(events=self.events[next(begins, 0) :])


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

    async def after(self, number: int, letters: int, *, from_turn: bool = False) -> LogPage:
        """The page that follows an entry, in so many letters at most.

        The choice that ends a turn also begins the next one: with `from_turn`, what the first entry
        tells of the turn before is left out.
        """
        heard, more = await _some(self._onward(number))
        if from_turn and heard:
            heard[0] = heard[0].from_turn()
        while len(heard) > 1 and self._length(heard) > letters:
            heard, more = heard[: (len(heard) + 1) // 2], True
        earlier = await self._any(self._back(number + 1))
        return self._page(heard, number, earlier, more)

    async def before(self, number: int, letters: int) -> LogPage:
        """The page that ends before an entry, in so many letters at most."""
        heard, earlier = await _some(self._back(number))
        while len(heard) > 1 and self._length(heard) > letters:
            heard, earlier = heard[: (len(heard) + 1) // 2], True
        more = await self._any(self._onward(number - 1))
        return self._page(heard[::-1], number - 1, earlier, more)

    def _page(self, heard: list[Heard], number: int, earlier: bool, more: bool) -> LogPage:
        first, last = (heard[0].number, heard[-1].number) if heard else (number + 1, number)
        return LogPage(first - 1, last, tuple(self._lines(heard)), more, earlier)

    def _lines(self, heard: list[Heard]) -> list[str]:
        return self._voice.report((each for one in heard for each in one.events), self._seat)

    def _length(self, heard: list[Heard]) -> int:
        return sum(len(line) + 1 for line in self._lines(heard))

    async def _any(self, entries: AsyncIterator[Heard]) -> bool:
        async for _ in entries:
            return True
        return False

    async def _onward(self, number: int) -> AsyncIterator[Heard]:
        """What is heard after an entry, in order."""
        while True:
            entries = await self._store.read(partial(self._entries_after, number))
            for heard in await self._heard(entries):
                yield heard
            if len(entries) < BATCH:
                return
            number = entries[-1].number

    async def _back(self, number: int) -> AsyncIterator[Heard]:
        """What is heard before an entry, the latest first."""
        while number > SETUP:
            entries = await self._store.read(partial(self._entries_before, number))
            for heard in await self._heard(entries):
                yield heard
            if not entries:
                return
            number = entries[-1].number

    async def _entries_after(self, number: int, tx: Transaction) -> list[LogEntry]:
        return await entries_after(tx, self._row.id, number, self._row.choice_count, BATCH)

    async def _entries_before(self, number: int, tx: Transaction) -> list[LogEntry]:
        return await entries_before(tx, self._row.id, number, self._row.choice_count, BATCH)

    async def _heard(self, entries: list[LogEntry]) -> list[Heard]:
        found = []
        by_entry = await read_all_events(self._rules, entries)
        for entry, everything in zip(entries, by_entry, strict=True):
            events = [each for each in everything if each.reaches(self._seat)]
            if events:
                found.append(Heard(entry.number, tuple(events)))
        return found


async def _some(entries: AsyncIterator[Heard]) -> tuple[list[Heard], bool]:
    """As many entries as a page has, and whether there are more."""
    found: list[Heard] = []
    async for heard in entries:
        if len(found) == ENTRIES_MOST:
            return found, True
        found.append(heard)
    return found, False

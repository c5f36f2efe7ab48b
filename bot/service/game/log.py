"""Reads the log of a game where it is as it was written, and nowhere else.

Each entry must follow the one before it, also the first of those that are read, and none may be
missing. That an entry's own content is as it was written, `read_events` makes sure of.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.store import Transaction, choices
from bot.store.choices import SETUP, LogEntry
from bot.store.errors import BrokenChain
from engine.core.game import CONSENT


async def entries_after(
    tx: Transaction, game_id: int, number: int, count: int, limit: int
) -> list[LogEntry]:
    """Up to `limit` entries after one, in order, of a log that has `count` of them at least.

    Raises `BrokenChain`.
    """
    if number > count:
        return []
    first = max(number, SETUP)
    entries = await choices.of_game(tx, game_id, after=first - 1, limit=limit + 1)
    must_follow(game_id, entries, first)
    found = [each for each in entries if each.number > number][:limit]
    if len(found) < min(limit, count - max(number, SETUP - 1)):
        raise BrokenChain(game_id, first + len(entries), "the entry is missing")
    return found


async def entries_before(
    tx: Transaction, game_id: int, number: int, count: int, limit: int
) -> list[LogEntry]:
    """Up to `limit` entries before one, the latest first; raises `BrokenChain`."""
    last = min(number, count)
    entries = await choices.before(tx, game_id, last + 1, limit + 1)
    if len(entries) < min(limit + 1, last + 1 - SETUP):
        raise BrokenChain(game_id, last - len(entries), "the entry is missing")
    must_follow(game_id, entries[::-1], last + 1 - len(entries))
    return [each for each in entries if each.number < number][:limit]


async def end_of_turn(tx: Transaction, game_id: int, turn: int) -> int:
    """The number of the last entry that left a game in a turn, or in an earlier one.

    It and the one after it must say so themselves; raises `BrokenChain`.
    """
    number = await choices.end_of_turn(tx, game_id, turn)
    for entry in await choices.of_game(tx, game_id, after=number - 1, limit=2):
        if not entry.is_as_written():
            raise BrokenChain(game_id, entry.number, "the entry was changed")
    return number


def must_follow(game_id: int, entries: Iterable[LogEntry], first: int) -> None:
    """Raise `BrokenChain` unless entries follow each other, from number `first` on."""
    before: LogEntry | None = None
    for number, entry in enumerate(entries, start=first):
        if entry.number != number:
            raise BrokenChain(game_id, number, "the entry is missing")
        if before is not None and entry.prev_hash != before.hash:
            raise BrokenChain(game_id, number, "it does not follow the entry before it")
        before = entry


def standing(entries: Iterable[LogEntry]) -> list[LogEntry]:
    """The entries that were not taken back, those that take others back among them.

    A player takes back one choice, the table everything from one on.
    """
    kept: list[LogEntry] = []
    for entry in entries:
        if entry.by == CONSENT:
            kept = [each for each in kept if each.number < entry.undoes]
        elif entry.undoes:
            kept = [each for each in kept if each.number != entry.undoes]
        kept.append(entry)
    return kept

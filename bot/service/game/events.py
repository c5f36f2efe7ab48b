"""Events as they are stored in the log, and back."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from bot.service.game.states import must_be_as_written
from bot.store.choices import LogEntry
from bot.store.errors import BrokenChain
from engine.core.events import Disclosure
from engine.core.ruleset import Ruleset

AT_ONCE = 8
"""So few entries are read on the event loop: a thread would take longer than they do."""


def stored_events(disclosures: Iterable[Disclosure]) -> list[Any]:
    """Events as they are stored: each with the seats that learn of it."""
    return [
        {"event": msgspec.to_builtins(each.event), "audience": each.audience}
        for each in disclosures
    ]


def read_events(rules: Ruleset[Any], entry: LogEntry) -> list[Disclosure]:
    """An entry's events as the engine's; raises `BrokenChain` where the entry is damaged."""
    must_be_as_written(entry)
    try:
        return [
            Disclosure(rules.read_event(each["event"]), _audience(each["audience"]))
            for each in entry.events
        ]
    except (msgspec.MsgspecError, LookupError, TypeError, ValueError):
        # What they are may be secret: nothing of it is passed on.
        raise BrokenChain(entry.game_id, entry.number, "its events cannot be read") from None


async def read_all_events(
    rules: Ruleset[Any], entries: Sequence[LogEntry]
) -> list[list[Disclosure]]:
    """The events of each of some entries; of many, without holding up the event loop.

    Raises `BrokenChain`.
    """
    if len(entries) <= AT_ONCE:
        return [read_events(rules, entry) for entry in entries]
    return await asyncio.to_thread(lambda: [read_events(rules, entry) for entry in entries])


def _audience(seats: list[int] | None) -> tuple[int, ...] | None:
    return None if seats is None else tuple(seats)

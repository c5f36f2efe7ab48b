"""The file of a running game proves nothing: whatever its events say can be read, or is refused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec

from engine.conformance.playouts import Playout
from engine.core.events import Disclosure, Event
from engine.core.messages import Voice, catalog

NAMES = tuple(f"Player {letter}" for letter in "ABCDEFGHIJ")
FALSE: dict[type, tuple[Any, ...]] = {int: (99, -1, 2**62), str: ("", "nowhere", "\u202e")}


def one_of_each(game: Playout) -> list[Event]:
    """An event of each sort that everybody was told of."""
    events = (each.event for entry in game.entries for each in entry.events)
    return list({type(event): event for event in events}.values())


def falsified(raw: Any) -> Iterator[Any]:
    """A value with one fact in it that is false."""
    if isinstance(raw, dict):
        for key, value in raw.items():
            yield from ({**raw, key: each} for each in falsified(value) if key != "type")
    elif isinstance(raw, list | tuple):
        for at, value in enumerate(raw):
            yield from ([*raw[:at], each, *raw[at + 1 :]] for each in falsified(value))
    else:
        yield from FALSE.get(type(raw), ())


def test_whatever_an_event_of_a_file_says_is_put_into_words_or_refused(game: Playout) -> None:
    rules, voice = game.table.rules, Voice(catalog(game.table.ruleset), NAMES)
    for event in one_of_each(game):
        for raw in falsified(msgspec.to_builtins(event)):
            try:
                forged = rules.read_event(raw)
            except msgspec.ValidationError:
                continue
            # `herald replay` refuses what the rules do not know (tests/bot/cli/test_records.py).
            with suppress(LookupError):
                assert voice.report([Disclosure(forged)], None) is not None

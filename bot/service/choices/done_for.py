"""What was done in a player's name while they were not there, by a clock, a stand-in or a plan."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import takewhile

from bot.service.game.position import BY_HAND
from bot.service.responses import DoneForYou
from bot.store.choices import By, LogEntry
from engine.core.events import Disclosure
from engine.core.messages import Voice

Told = tuple[LogEntry, Sequence[Disclosure]]
"""An entry of the log with its events."""


def done_for(
    seat: int, told: Sequence[Told], voice: Voice, reader: int | None
) -> Iterator[DoneForYou]:
    """What clocks, stand-ins and prepared choices did for a seat, each of them together.

    What the `reader` does not learn is left out; None is a spectator.
    """
    played: dict[By, list[Told]] = defaultdict(list)
    for entry, disclosures in told:
        if is_done_for(entry, seat):
            played[entry.by].append((entry, disclosures))
    for by, entries in played.items():
        did = [(entry, own_part(seat, reader, events)) for entry, events in entries]
        busy = {e.kind for e, events in did if voice.digest(events, reader).lines.get(seat)}
        quiet = [entry for entry, _ in did if entry.kind not in busy]
        events = [each for _, own in did for each in own]
        yield DoneForYou(
            by,
            voice.digest(events, reader).lines.get(seat, ()),
            tuple(dict.fromkeys(each.kind for each in quiet if not each.secret)),
            tuple(dict.fromkeys(each.kind for each in quiet if each.secret)),
        )


def is_done_for(entry: LogEntry, seat: int | None) -> bool:
    """Whether an entry is a choice of that seat which was not made by hand."""
    return entry.seat == seat and entry.by not in (*BY_HAND, "host") and not entry.undoes


def own_part(
    seat: int | None, reader: int | None, disclosures: Sequence[Disclosure]
) -> list[Disclosure]:
    """What a seat did itself by a choice, without what followed from it for all."""
    known = (each for each in disclosures if each.reaches(reader))
    return list(takewhile(lambda each: each.event.actor == seat, known))

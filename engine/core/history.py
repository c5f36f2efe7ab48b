"""A recorded game phase by phase: the view at the end of each, and what happened in it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.core.events import Event
from engine.core.record import Record, replay
from engine.core.registry import ruleset
from engine.core.view import View


class Snapshot(msgspec.Struct, frozen=True):
    """The end of a phase as a seat, or a spectator, saw it, and the events it saw in it."""

    view: View
    events: tuple[Event, ...]


def snapshots(record: Record, seat: int | None = None) -> Iterator[Snapshot]:
    """Play a record again: the end of every phase, the last one included.

    Raises `BadRecord` when the record cannot be played.
    """
    rules = ruleset(record.table.ruleset)
    last: View | None = None
    events: list[Event] = []
    for _, step in replay(record):
        view = rules.view(step.state, seat)
        if last is not None and (view.turn, view.phase) != (last.turn, last.phase):
            yield Snapshot(last, tuple(events))
            events = []
        events += (each.event for each in step.events if each.reaches(seat))
        last = view
    if last is not None:
        yield Snapshot(last, tuple(events))

"""Reports: a row of events as lines of text, where similar ones share a line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from engine.core.events import Event

if TYPE_CHECKING:
    from engine.core.messages.voice import Voice


class Merger(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How events of one type that follow each other become one sentence.

    They must be alike in the fields `by`. `each` is filled for every one and the results stand in
    `text` as the fact `each`; the fields of `total` are added up there. Those that differ only in
    the fields `count` and `total` become one with the sum. With `alike`, those that differ in
    nothing become one with the fact `times`. Events of the types `across` may stand between them.
    """

    each: str
    text: str
    by: tuple[str, ...] = ()
    total: tuple[str, ...] = ()
    count: tuple[str, ...] = ()
    across: tuple[str, ...] = ()
    alike: bool = False


def lines(events: Sequence[Event], voice: Voice) -> list[str]:
    """The events as lines. Before a headline comes an empty line, unless it follows another."""
    said: list[str] = []
    after_headline = True
    for group in groups(events, voice.catalog.mergers):
        headline = group[0].headline
        if headline and not after_headline:
            said.append("")
        after_headline = headline
        said.append(sentence(group, voice))
    return said


def groups(events: Sequence[Event], mergers: Mapping[str, Merger]) -> list[list[Event]]:
    """The events in their order, those that share a sentence together."""
    found: list[list[Event]] = []
    for event in events:
        merger = mergers.get(type(event).__name__)
        across = merger.across if merger is not None else ()
        earlier = (each for each in reversed(found) if type(each[0]).__name__ not in across)
        group = next(earlier, None)
        if group is not None and alike(group[-1], event, mergers):
            group.append(event)
        else:
            found.append([event])
    return found


def alike(one: Event, other: Event, mergers: Mapping[str, Merger]) -> bool:
    """Whether two events can share a sentence."""
    merger = mergers.get(type(one).__name__)
    if merger is None or type(one) is not type(other):
        return False
    return all(getattr(one, field) == getattr(other, field) for field in merger.by)


def sentence(group: Sequence[Event], voice: Voice) -> str:
    """One event's sentence, or the one that several share."""
    if len(group) == 1:
        return voice.event(group[0])
    merger = voice.catalog.mergers[type(group[0]).__name__]
    known = [voice.catalog.facts(event) for event in group]
    totals = added(known, merger.total)
    if merger.count:
        known = counted(known, (*merger.count, *merger.total))
    if merger.alike:
        known = counted([{**each, "times": 1} for each in known], ("times",))
    parts = voice.join(voice.fill(merger.each, each) for each in known)
    return voice.fill(merger.text, {**known[0], **totals, "each": parts})


def added(known: Sequence[Mapping[str, Any]], fields: Iterable[str]) -> dict[str, int]:
    """The sums of some fields."""
    return {field: sum(each[field] for each in known) for field in fields}


def counted(known: Sequence[dict[str, Any]], fields: tuple[str, ...]) -> list[dict[str, Any]]:
    """Facts that differ only in some fields, as one with the sums of those."""
    same: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for each in known:
        rest = tuple(value for field, value in each.items() if field not in fields)
        same.setdefault(rest, []).append(each)
    return [{**alike[0], **added(alike, fields)} for alike in same.values()]

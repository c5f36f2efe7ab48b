"""Reports: events in a row as lines of text, with like ones drawn together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from engine.core.events import Event
from engine.core.messages.speech import Speech
from engine.core.messages.template import parse


class Merger(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How events of one type that follow each other become one sentence.

    They must be alike in the fields `by`. `each` is filled for every one and the results stand in
    `text` as the fact `each`; the fields of `total` are added up there.
    """

    each: str
    text: str
    by: tuple[str, ...] = ()
    total: tuple[str, ...] = ()


def lines(
    events: Sequence[Event],
    mergers: Mapping[str, Merger],
    speech: Speech,
    facts: Callable[[Event], dict[str, Any]],
) -> list[str]:
    """The events as lines. Before a headline comes an empty line, unless it follows another."""
    told: list[str] = []
    after_headline = True
    for group in groups(events, mergers):
        headline = group[0].headline
        if headline and not after_headline:
            told.append("")
        after_headline = headline
        told.append(sentence(group, mergers, speech, facts))
    return told


def groups(events: Sequence[Event], mergers: Mapping[str, Merger]) -> list[list[Event]]:
    """The events in their order, those that share a sentence together."""
    found = [[event] for event in events[:1]]
    for last, event in pairwise(events):
        if alike(last, event, mergers):
            found[-1].append(event)
        else:
            found.append([event])
    return found


def alike(one: Event, other: Event, mergers: Mapping[str, Merger]) -> bool:
    """Whether two events can share a sentence."""
    merger = mergers.get(type(one).__name__)
    if merger is None or type(one) is not type(other):
        return False
    return all(getattr(one, field) == getattr(other, field) for field in merger.by)


def sentence(
    group: Sequence[Event],
    mergers: Mapping[str, Merger],
    speech: Speech,
    facts: Callable[[Event], dict[str, Any]],
) -> str:
    """One event's sentence, or the one that several share."""
    if len(group) == 1:
        return speech.say(group[0].key(), **facts(group[0]))
    merger = mergers[type(group[0]).__name__]
    known = [facts(event) for event in group]
    totals = {field: sum(each[field] for each in known) for field in merger.total}
    parts = speech.join(speech.fill(parse(merger.each), each) for each in known)
    return speech.fill(parse(merger.text), {**known[0], **totals, "each": parts})

"""The whole answers to a decision, in parts that fit into a select; the suggested ones first."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import islice
from typing import NamedTuple

import msgspec

from bot.discord.panels.draft import OutdatedDraft
from bot.discord.screen import OPTIONS_MOST
from engine.core.advice import Suggestion
from engine.core.decision import Decision
from engine.core.grammar import Option, Settings, Value
from engine.core.text import Text
from engine.core.wholes import Group, groups, sensible

PART_MOST = 4 * OPTIONS_MOST
"""How many answers of one part are listed; the rest is reached step by step."""

SHARING_MOST = 4
"""So many groups share a list at most: its title names them all."""

Pick = tuple[int, int]
"""An answer by its part and its place in that part."""

FollowUp = Callable[[Value], tuple[Value, ...]]
"""What belongs to an answer as a matter of course."""


class Entry(NamedTuple):
    """A whole answer, why it is suggested if it is, and what belongs to it."""

    value: Value
    reason: Text | None = None
    then: tuple[Value, ...] = ()

    @property
    def mark(self) -> int:
        """What tells it apart from whatever else could stand in its place."""
        return mark_of(self.value)


def mark_of(value: Value) -> int:
    """A short number for a value."""
    return zlib.crc32(msgspec.json.encode(value, order="deterministic")) & 0xFFFFF


class Part(NamedTuple):
    """Some of the answers: groups that fit into a list together; none for the best of all."""

    groups: tuple[Group, ...] = ()

    @property
    def options(self) -> tuple[Option, ...]:
        """What the groups are about."""
        return tuple(each.option for each in self.groups if each.option is not None)

    @property
    def is_listed(self) -> bool:
        """Whether its answers can be picked whole."""
        return bool(self.groups) and all(each.listed for each in self.groups)


class Catalogue:
    """What can be chosen whole. Parts are listed only when they are looked at.

    Without `follow_up`, answers are carried out alone.
    """

    def __init__(
        self,
        decision: Decision,
        suggestions: Sequence[Suggestion] = (),
        follow_up: FollowUp | None = None,
        words: Callable[[Entry], str] | None = None,
    ) -> None:
        """With `words` the first part goes by them, not the best first."""
        self.decision = decision
        self.words = words
        self.suggestions = suggestions
        self.follow_up = follow_up
        self._entries: dict[int, list[Entry]] = {}

    @cached_property
    def groups(self) -> list[Group]:
        """All groups of answers."""
        return groups(self.decision.grammar, once=not self.decision.again)

    @cached_property
    def folded(self) -> list[Group]:
        """Small groups, which are listed with the best: they need no menu of their own."""
        if isinstance(self.decision.grammar, Settings):
            return []
        room = OPTIONS_MOST - len(self.suggestions)
        small = [each for each in self.groups if each.listed and len(each.said) <= 1]
        sizes = [(len(self._of(each, room + 1)), at) for at, each in enumerate(small)]
        found = []
        for size, at in sorted(sizes):
            if size <= room:
                room -= size
                found.append(small[at])
        return [each for each in small if each in found]

    @cached_property
    def parts(self) -> list[Part]:
        """The parts; the first one is the best of all.

        Groups share a part where a list has room for them all, so that there are few lists.
        """
        found, rooms = [Part()], [0]
        for group in self.groups:
            if group in self.folded:
                continue
            if not self._may_share(group):
                found.append(Part((group,)))
                rooms.append(0)
                continue
            size = len(self._of(group, OPTIONS_MOST + 1))
            fits = (at for at, room in enumerate(rooms) if size <= room)
            at = next((at for at in fits if len(found[at].groups) < SHARING_MOST), None)
            if at is None:
                found.append(Part((group,)))
                rooms.append(OPTIONS_MOST - size)
            else:
                found[at] = Part((*found[at].groups, group))
                rooms[at] -= size
        return found

    def _may_share(self, group: Group) -> bool:
        return group.listed and not isinstance(self.decision.grammar, Settings)

    def _of(self, group: Group, most: int) -> list[Value]:
        """The answers of a group but the one that the clock would give: that has its button."""
        found = sensible(self.decision.grammar, most + 1, group.said)
        return [value for value in found if value != self.decision.default][:most]

    def entries(self, part: int) -> list[Entry]:
        """The answers of a part; raises `OutdatedDraft` if there is no such part."""
        if part not in self._entries:
            if not 0 <= part < len(self.parts):
                raise OutdatedDraft
            shown = self.parts[part]
            if not shown.groups:
                self._entries[part] = self._first()
            else:
                self._entries[part] = [
                    self._entry(value)
                    for group in shown.groups
                    if group.listed
                    for value in sorted(self._of(group, PART_MOST), key=numbers_in)
                ]
        return self._entries[part]

    def _entry(self, value: Value) -> Entry:
        return Entry(value, None, self._then(value))

    def _then(self, value: Value) -> tuple[Value, ...]:
        return () if self.follow_up is None else self.follow_up(value)

    def _first(self) -> list[Entry]:
        default = self.decision.default
        found = [
            Entry(each.value, each.reason, each.then or self._then(each.value))
            for each in self.suggestions
            if each.value != default
        ]
        known = [each.value for each in found]
        rest = [value for each in self.folded for value in self._of(each, OPTIONS_MOST)]
        found += (self._entry(value) for value in rest if value not in known)
        return found if self.words is None else sorted(found, key=self.words)

    @property
    def has_best(self) -> bool:
        """Whether something is suggested; else the list of the best has what there is in any
        order."""
        return any(each.value != self.decision.default for each in self.suggestions)

    def entry(self, pick: Pick) -> Entry:
        """A picked answer; raises `OutdatedDraft` if there is none in that place."""
        found = self.entries(pick[0])
        if not 0 <= pick[1] < len(found):
            raise OutdatedDraft
        return found[pick[1]]

    def start(self) -> int:
        """The part to begin with: the best, or the first one if nothing is suggested."""
        if self.entries(0):
            return 0
        return next((at for at, each in enumerate(self.parts) if each.is_listed), 0)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to pick: the form alone has to be filled in."""
        if self.entries(0):
            return False
        return all(not part.options and not part.is_listed for part in self.parts[1:])

    @cached_property
    def says_all(self) -> bool:
        """Whether the list of the best names every answer there is, with that of the clock."""
        if len(self.parts) > 1:
            return not self.entries(0) and not any(part.is_listed for part in self.parts)
        named = [each.value for each in self.entries(0)]
        there = islice(self.decision.grammar.enumerate(), len(named) + 2)
        return all(value in named or value == self.decision.default for value in there)


def numbers_in(value: Value) -> tuple[int, ...]:
    """The numbers of an answer: lists go by them, so that one of each comes before two of one."""
    parts = value.values() if isinstance(value, dict) else ()
    return tuple(part for part in parts if isinstance(part, int))


def picks_of(work: Sequence[int]) -> list[Pick]:
    """The picks that are written into a panel's ids; raises `OutdatedDraft`."""
    if len(work) % 2:
        raise OutdatedDraft
    return [(work[at], work[at + 1]) for at in range(0, len(work), 2)]


def packed(picks: Sequence[Pick]) -> tuple[int, ...]:
    """Picks as they are written into ids."""
    return tuple(number for pick in picks for number in pick)

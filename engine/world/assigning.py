"""Things that a seat assigns to its settlements, by hand or by what is best for it.

A `Giver` serves a number of settlements with something of a kind; each settlement takes one of a
kind. What is assigned by hand holds as long as the giver and the settlement do.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from functools import partial
from operator import add
from typing import Any, ClassVar, NamedTuple

import msgspec

from engine.core.charts import Mood
from engine.core.grammar import OneOf, Option, Setting, Settings, Subset, Unfit, Value
from engine.core.lazy import lazy
from engine.core.text import Text
from engine.world.state import BOARD, IDS

WAY = "cities"
WAYS = ("for_me", "by_hand")


class Giver(NamedTuple):
    """Something that serves a `number` of settlements."""

    key: str
    kind: Mood
    number: int


class Assignments(msgspec.Struct, frozen=True, array_like=True):
    """For each giver's key the regions that it serves; by hand it may be left idle: none."""

    given: tuple[tuple[str, tuple[int, ...]], ...] = ()

    def by_key(self) -> dict[str, tuple[int, ...]]:
        """The regions that each giver serves."""
        return dict(self.given)

    def served(self, givers: Sequence[Giver], *kinds: Mood) -> list[tuple[int, ...]]:
        """For each of some kinds the regions that givers of it serve."""
        given = self.by_key()
        return [
            tuple([r for g in givers if g.kind == kind for r in given.get(g.key, ())])
            for kind in kinds
        ]

    def left_of(self, givers: Sequence[Giver]) -> list[Giver]:
        """The givers, each for the settlements that it could serve beside; none of idle ones."""
        given = dict(self.given)
        return [
            giver._replace(number=giver.number - len(given.get(giver.key, ())))
            for giver in givers
            if given.get(giver.key) != ()
        ]

    def with_more(self, more: Assignments, givers: Sequence[Giver]) -> Assignments:
        """Both together, without what is left idle."""
        own, added = dict(self.given), dict(more.given)
        given = ((g.key, (*own.get(g.key, ()), *added.get(g.key, ()))) for g in givers)
        return Assignments(tuple((key, regions) for key, regions in given if regions))


def hand_out(givers: Sequence[Giver], wanted: Mapping[str, Sequence[int]]) -> Assignments:
    """Which giver serves which of the regions that are chosen for each kind."""
    left = {kind: list(regions) for kind, regions in wanted.items()}
    given = []
    for giver in givers:
        served = left[giver.kind][: giver.number]
        del left[giver.kind][: giver.number]
        if served:
            given.append((giver.key, tuple(served)))
    return Assignments(tuple(given))


def still_valid(
    assigned: Assignments, givers: Sequence[Giver], held: Container[int]
) -> Assignments:
    """What holds of assignments made by hand: givers still owned, settlements still held."""
    wanted, given = dict(assigned.given), []
    for giver in givers:
        chosen = wanted.get(giver.key)
        regions = tuple(region for region in chosen or () if region in held)
        if chosen is not None and (regions or not chosen):
            given.append((giver.key, regions))
    return Assignments(tuple(given))


class Assigned:
    """What serves which settlements: what is assigned by hand, and the rest where it is best."""

    kinds: ClassVar[tuple[Mood, ...]]

    def __init__(
        self, regions: Container[int], givers: Sequence[Giver], assigned: Assignments | None
    ) -> None:
        self.givers = givers
        self.by_hand = assigned and still_valid(assigned, givers, regions)
        """What is assigned by hand, as far as it holds; None where all is done for the seat."""

    def best(self, numbers: Sequence[int]) -> Sequence[tuple[int, ...]]:
        """For each kind the regions to serve beside the chosen ones, so many at the most."""
        raise NotImplementedError

    @lazy
    def chosen(self) -> Sequence[tuple[int, ...]]:
        """For each kind the regions that are served by hand."""
        if self.by_hand is None:
            return ((),) * len(self.kinds)
        return self.by_hand.served(self.givers, *self.kinds)

    @lazy
    def left(self) -> Sequence[Giver]:
        """What is not assigned by hand, nor left idle."""
        return self.givers if self.by_hand is None else self.by_hand.left_of(self.givers)

    @lazy
    def rest(self) -> Sequence[tuple[int, ...]]:
        """For each kind the regions that are served beside the chosen ones."""
        numbers = dict.fromkeys(self.kinds, 0)
        for _, kind, number in self.left:
            numbers[kind] += number
        return self.best(list(numbers.values()))

    @lazy
    def served(self) -> Sequence[tuple[int, ...]]:
        """For each kind the regions that are served."""
        return self.rest if self.by_hand is None else list(map(add, self.chosen, self.rest))

    @lazy
    def given(self) -> Assignments:
        """Where everything is now."""
        more = hand_out(self.left, dict(zip(self.kinds, self.rest, strict=True)))
        return more if self.by_hand is None else self.by_hand.with_more(more, self.givers)

    @property
    def spare(self) -> list[tuple[Giver, int]]:
        """What is not assigned, or not to as many settlements as it could be, and to how many."""
        given = self.given.by_key()
        left = [(giver, giver.number - len(given.get(giver.key, ()))) for giver in self.givers]
        return [(giver, count) for giver, count in left if count > 0]


class AssignmentSettings:
    """What a seat may assign, found out when it is looked at."""

    def __init__(self, state: Any, seat: int) -> None:
        self.state = state
        self.seat = seat

    @lazy
    def now(self) -> Assigned:
        """What is assigned to the seat's settlements."""
        raise NotImplementedError

    def places(self, kind: Mood) -> list[str]:
        """The settlements that something of a kind can be for."""
        raise NotImplementedError

    @staticmethod
    def describe_place(now: Any, key: str) -> Option:
        """A settlement in words, by what is assigned now."""
        raise NotImplementedError

    def name_of(self, key: str) -> Text:
        """What is assigned, in words."""
        raise NotImplementedError

    @property
    def grammar(self) -> Settings:
        """A setting for each thing to assign, and one for who does it."""
        return Settings(lambda: self.settings, self.conflict)

    @lazy
    def settings(self) -> tuple[Setting, ...]:
        """The settings of the grammar."""
        way = WAYS[self.now.by_hand is not None]
        given, named = self.now.given.by_key(), (self.now.by_hand or Assignments()).by_key()
        found = [Setting(WAY, OneOf(WAYS, describe_way), way)]
        places = {kind: self.places(kind) for kind in self.now.kinds}
        describe = partial(self.describe_place, self.now)
        for key, kind, number in self.now.givers:
            if places[kind]:
                grammar = Subset(places[kind], 0, number, describe=describe)
                now = [IDS[region] for region in sorted(given.get(key, ()))]
                automatic = key not in named
                found.append(Setting(key, grammar, now, self.name_of(key), automatic))
        return tuple(found)

    def conflict(self, values: dict[str, Value]) -> Unfit | None:
        """Each settlement takes one thing of each kind."""
        served: set[tuple[Mood, str]] = set()
        for giver in self.now.givers:
            for place in values.get(giver.key, ()):
                if (giver.kind, place) in served:
                    return Unfit("served_twice", (giver.key,), key=place)
                served.add((giver.kind, place))
        return None

    def after(self, value: dict[str, Value]) -> Assignments | None:
        """What is assigned by hand once an answer is given."""
        if value.get(WAY) == "for_me":
            return None
        named = {
            key: tuple(BOARD.index[place] for place in places)
            for key, places in value.items()
            if key != WAY
        }
        if not named:
            # Taking over as a whole keeps everything where it is.
            given = self.now.given.by_key()
            named = {g.key: tuple(sorted(given.get(g.key, ()))) for g in self.now.givers}
        by_hand = (self.now.by_hand or Assignments()).by_key()
        return Assignments(tuple({**by_hand, **named}.items()))


def describe_way(key: str) -> Option:
    """Whether what is best is assigned, or what the player says."""
    return Option(key, Text(f"assign.{key}"), detail=Text(f"detail.assign.{key}"))

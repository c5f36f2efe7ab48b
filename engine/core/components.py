"""What lies where in a game, and who knows it: what a rule set says of its hidden information.

A rule set says it once, in `Ruleset.components` and `Ruleset.shared`. From it follow that nothing
appears or vanishes, and which other states a seat cannot tell from the true one. What waits in a
`Simultaneous` frame and standing orders are hidden by their own classes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, MutableSequence, Sequence
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

S = TypeVar("S")

NOBODY_KNOWS = 0
PUBLIC = -1
"""Who knows a thing is a bit mask of seats; these are nobody, and everyone with all spectators."""


class Spot(NamedTuple):
    """A place where a thing lies, so many `times`.

    To a seat that does not know it, the thing may be any of those that lie unknown at spots with
    one of the same `alike`. `put` lays another there; a spot whose thing never changes in secret
    needs none.
    """

    thing: Hashable
    known: int = PUBLIC
    alike: tuple[Hashable, ...] = ()
    put: Callable[[Any], None] | None = None
    times: int = 1

    def is_known_to(self, seat: int | None) -> bool:
        """Whether a seat, or a spectator, knows what lies here."""
        return self.known == PUBLIC if seat is None else bool(self.known >> seat & 1)


class Component(NamedTuple, Generic[S]):
    """A kind of thing in the box, of which there is always the same: cards, markers, gold.

    `spots` are all places of a state where some of it lies, also those that everyone sees.
    """

    name: str
    spots: Callable[[S], Iterable[Spot]]


class Shared(NamedTuple, Generic[S]):
    """Entries of a list of the state that some seats share, such as offers from one to another.

    Nobody else knows what they say, nor that they are there.
    """

    entries: Callable[[S], MutableSequence[Any]]
    seats: Callable[[Any], Sequence[int]]


def known_to(*seats: int) -> int:
    """The bit mask of some seats; barbarians and others without a seat know nothing."""
    mask = 0
    for seat in seats:
        mask |= 1 << seat if seat >= 0 else 0
    return mask


def open_spots(things: Iterable[Hashable]) -> Iterator[Spot]:
    """Things that all can see."""
    return map(Spot, things)


def list_spots(things: MutableSequence[Any], known: int, *alike: Hashable) -> Iterator[Spot]:
    """The things of a list, a deck or a hand, all known to the same seats."""
    for at, thing in enumerate(things):
        yield Spot(thing, known, alike, partial(things.__setitem__, at))

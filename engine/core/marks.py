"""What events leave on a board to be marked: moves, battles, what is new."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from engine.core.events import Event


class Move(msgspec.Struct, frozen=True):
    """Pieces that went from one place to another; `count` is how many, 0 if it does not matter."""

    owner: int
    origin: str
    target: str
    count: int = 0


class Battle(msgspec.Struct, frozen=True):
    """A battle that was fought, or is being fought while `winner` is None. -1: nobody is left."""

    place: str
    winner: int | None = None


class Change(msgspec.Struct, frozen=True):
    """Something new at a place: `kind` is "made", "found" or "explored"."""

    owner: int
    place: str
    kind: str


class Marks(msgspec.Struct, frozen=True):
    """What is marked on a board: what the last phase brought, and `highlights`, the places that
    the viewer can choose or, with `happened`, where something did. `changes` are marked on boards
    of tiles only; `news` are places that matter to all, such as that of a plague: a close-up shows
    them."""

    moves: Sequence[Move] = ()
    battles: Sequence[Battle] = ()
    changes: Sequence[Change] = ()
    highlights: Sequence[str] = ()
    happened: bool = False
    news: Sequence[str] = ()


UNMARKED = Marks()


def marks_of(events: Iterable[Event]) -> Marks:
    """Everything that events mark on a board."""
    events = tuple(events)
    news = dict.fromkeys(each.location for each in events if each.headline and each.location)
    return Marks(moves_of(events), battles_of(events), changes_of(events), news=tuple(news))


def moves_of(events: Iterable[Event]) -> tuple[Move, ...]:
    """Who went from where to where; what went the same way in several steps is one move."""
    counts: dict[tuple[int, str, str], int] = {}
    for event in events:
        if event.journey is not None and event.actor is not None:
            origin, target, count = event.journey
            key = event.actor, origin, target
            counts[key] = counts.get(key, 0) + count
    return tuple(Move(*key, count) for key, count in counts.items())


def battles_of(events: Iterable[Event]) -> tuple[Battle, ...]:
    """Where battles ended, each with its winner."""
    ended = (event for event in events if event.victor is not None)
    return tuple({e.location: Battle(e.location, e.victor) for e in ended}.values())


def changes_of(events: Iterable[Event]) -> tuple[Change, ...]:
    """What was built, found or turned up, each place once by its latest change."""
    found: dict[str, Change] = {}
    for event in events:
        if event.mark and event.location and event.actor is not None:
            found[event.location] = Change(event.actor, event.location, event.mark)
    return tuple(found.values())

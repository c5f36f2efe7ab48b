"""Moves, battles and changes read from events, for the marks on a map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core.events import Event
from engine.tiles import events as tiles
from engine.world.events import BattleEnded, BattleFought, Moved
from render.scene import Battle, Change, Marks, Move


def marks_of(events: Iterable[Event]) -> Marks:
    """Everything that events mark on a board."""
    events = tuple(events)
    news = dict.fromkeys(each.location for each in events if each.headline and each.location)
    return Marks(moves_of(events), battles_of(events), changes_of(events), news=tuple(news))


def moves_of(events: Iterable[Event]) -> tuple[Move, ...]:
    """Who went from where to where; what went the same way in several steps is one move."""
    counts: dict[tuple[int, str, str], int] = {}
    for owner, origin, target, count in _moves(events):
        key = owner, origin, target
        counts[key] = counts.get(key, 0) + count
    return tuple(Move(*key, count) for key, count in counts.items())


def _moves(events: Iterable[Event]) -> Iterator[tuple[int, str, str, int]]:
    for event in events:
        if isinstance(event, Moved):
            many = sum(count for _, count in event.units)
            yield event.seat, event.origin, event.target, many
        elif isinstance(event, tiles.Moved):
            yield event.seat, event.start, event.place, event.armies + event.scouts


def battles_of(events: Iterable[Event]) -> tuple[Battle, ...]:
    """Where battles ended, each with its winner."""
    kinds = BattleEnded | BattleFought | tiles.BattleEnded
    ended = (event for event in events if isinstance(event, kinds))
    return tuple({event.place: Battle(event.place, event.winner) for event in ended}.values())


def changes_of(events: Iterable[Event]) -> tuple[Change, ...]:
    """What was built, found or turned up, each place once by its latest change."""
    found: dict[str, Change] = {}
    for event in events:
        if event.mark and event.location and event.actor is not None:
            found[event.location] = Change(event.actor, event.location, event.mark)
    return tuple(found.values())

"""Moves and battles read from events, for the marks on a map."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.events import Event
from engine.world.events import BattleEnded, BattleFought, Moved
from render.scene import Battle, Move


def moves_of(events: Iterable[Event]) -> tuple[Move, ...]:
    """Who went from where to where; what went the same way in several steps is one move."""
    counts: dict[tuple[int, str, str], int] = {}
    for event in events:
        if isinstance(event, Moved):
            key = event.seat, event.origin, event.target
            counts[key] = counts.get(key, 0) + sum(count for _, count in event.units)
    return tuple(Move(*key, count) for key, count in counts.items())


def battles_of(events: Iterable[Event]) -> tuple[Battle, ...]:
    """Where battles ended, each with its winner."""
    ended = (event for event in events if isinstance(event, BattleEnded | BattleFought))
    return tuple({event.place: Battle(event.place, event.winner) for event in ended}.values())

"""Moves and battles out of what was told, for the marks on a map.

Rule sets have their own events; all that tell of a move name a seat, where from, where to and the
units. All that tell of a battle's end name the place and the winner, and either the losers or,
where all is decided at once, both sides.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.events import Event
from render.scene import Battle, Move


def moves_of(events: Iterable[Event]) -> tuple[Move, ...]:
    """Who went from where to where; what went the same way in several steps is one move."""
    counts: dict[tuple[int, str, str], int] = {}
    for event in events:
        facts = [getattr(event, name, None) for name in ("seat", "origin", "target")]
        seat, origin, target = facts
        if isinstance(seat, int) and isinstance(origin, str) and isinstance(target, str):
            key = seat, origin, target
            counts[key] = counts.get(key, 0) + _many(getattr(event, "units", ()))
    return tuple(Move(*key, count) for key, count in counts.items())


def battles_of(events: Iterable[Event]) -> tuple[Battle, ...]:
    """Where battles ended, each with its winner."""
    found: dict[str, Battle] = {}
    for event in events:
        place, winner = getattr(event, "place", None), getattr(event, "winner", None)
        over = hasattr(event, "losers") or hasattr(event, "attacker")
        if over and isinstance(place, str) and isinstance(winner, int):
            found[place] = Battle(place, winner)
    return tuple(found.values())


def _many(units: object) -> int:
    """How many pieces a list of (kind, number) tells of."""
    if not isinstance(units, tuple):
        return 0
    return sum(pair[1] for pair in units if isinstance(pair, tuple) and isinstance(pair[1], int))

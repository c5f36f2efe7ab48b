"""Whom a game waits for, until when, and who has answered: as everybody may know it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

import msgspec

from bot.moment import MINUTE, Moment
from bot.service.announcing.announcements import Waiting
from bot.service.game.open_game import OpenGame
from bot.service.responses import Awaited
from bot.store.clocks import Clock
from bot.store.seats import Seat

DIGEST_BYTES = 6

Ends = Mapping[int, Moment]
"""When the time of each seat that has a clock is over."""


def ends_of(clocks: Iterable[Clock]) -> dict[int, Moment]:
    """The ends of clocks that run; of several of a seat, the first."""
    found: dict[int, Moment] = {}
    for clock in clocks:
        if clock.seat is not None and clock.paused_at is None:
            found[clock.seat] = min(clock.due_at, found.get(clock.seat, clock.due_at))
    return found


def awaited_of(game: OpenGame, ends: Ends) -> tuple[tuple[Awaited, ...], tuple[Seat, ...]]:
    """Who is awaited until when, and who has answered the same question already."""
    pending = game.position.pending()
    kinds = {decision.kind for decision in pending if decision.blocking}
    waiting: dict[int, list[str]] = {}
    for decision in pending:
        if decision.blocking:
            waiting.setdefault(decision.seat, []).append(decision.kind)
    awaited = [
        Awaited(game.seats[seat], tuple(asked), ends.get(seat))
        for seat, asked in sorted(waiting.items())
    ]
    answered = sorted(
        {d.seat for d in pending if d.kind in kinds and not d.blocking} - waiting.keys()
    )
    return tuple(awaited), tuple(game.seats[seat] for seat in answered)


def waiting(game: OpenGame, ends: Ends, *, is_paused: bool = False) -> Waiting:
    """What a post of the game says now of whom it waits for."""
    if is_paused:
        return Waiting(others="paused")
    awaited, answered = awaited_of(game, ends)
    names = [each.seat.name for each in awaited], [seat.seat for seat in answered]
    others = hashlib.blake2b(msgspec.json.encode(names), digest_size=DIGEST_BYTES).hexdigest()
    until = ((each.seat.seat, (each.due_at or 0) // MINUTE * MINUTE) for each in awaited)
    return Waiting(tuple(until), others)

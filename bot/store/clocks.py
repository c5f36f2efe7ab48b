"""Queries about clocks: rows, so that a restart forgets no deadline."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec
from sqlalchemy import Select, bindparam, case, delete, func, select, update

from bot.moment import Moment, Span
from bot.store.connection import Statement
from bot.store.tables import clocks, seats
from bot.store.transaction import Transaction, unnumbered

Kind = Literal["decision", "turn", "lobby", "vote"]
"""What lapses: a seat's decision, a whole turn, a lobby nobody starts, a vote."""


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """A clock of a game; `id` and `game_id` are 0 until it is started.

    `seat` is None where it is the whole table's. `remind_at` is when the next reminder is due, None
    when there is none to come; `reminded` counts those given. A paused clock stands since
    `paused_at`. `told_alone` says that a reminder told its player that everybody waits for them
    alone.
    """

    id: int = 0
    game_id: int = 0
    seat: int | None = None
    decision: str
    kind: Kind = "decision"
    opened_at: Moment
    due_at: Moment
    remind_at: Moment | None = None
    reminded: int = 0
    paused_at: Moment | None = None
    told_alone: bool = False

    @property
    def is_started(self) -> bool:
        """Whether it is in the store."""
        return self.id != 0

    def remaining(self, now: Moment) -> Span:
        """How much is left; while the clock is paused it stays the same. Below 0 it has lapsed."""
        return self.due_at - (now if self.paused_at is None else self.paused_at)


_RUNNING = clocks.c.paused_at.is_(None)
_LAPSES = _RUNNING & (clocks.c.kind != "turn")
"""The clock of a turn says until when the others run; by itself it does nothing."""


def _clocks() -> Select[Any]:
    return select(clocks).order_by(clocks.c.due_at, clocks.c.id)


_THIS = clocks.c.id == bindparam("clock")
_BY_ID = select(clocks).where(_THIS)
_OF_GAME = _clocks().where(clocks.c.game_id == bindparam("game"))
_OF_USER = (
    _clocks()
    .join(seats, (seats.c.game_id == clocks.c.game_id) & (seats.c.seat == clocks.c.seat))
    .where(seats.c.user_id == bindparam("user"), seats.c.kind == "human")
)
_LAPSED = _clocks().where(_LAPSES, clocks.c.due_at <= bindparam("now"))
_TO_REMIND = _clocks().where(
    _LAPSES, clocks.c.remind_at <= bindparam("now"), clocks.c.due_at > bindparam("now")
)
_NEXT = select(
    func.min(
        case((clocks.c.remind_at < clocks.c.due_at, clocks.c.remind_at), else_=clocks.c.due_at)
    )
).where(_LAPSES)
_NEXT_END = select(func.min(clocks.c.due_at)).where(_LAPSES)
_REMINDED = update(clocks).where(_THIS, clocks.c.reminded == bindparam("before"))
_POSTPONE = update(clocks).where(_THIS)


async def start(tx: Transaction, game_id: int, new: Clock) -> int:
    """Start a clock and give its number. Raises `Conflict` when the question has one already."""
    (number,) = await start_all(tx, game_id, [new])
    return number


async def start_all(tx: Transaction, game_id: int, new: Iterable[Clock]) -> tuple[int, ...]:
    """`start` for several at once; their numbers in the same order."""
    fresh = (msgspec.structs.replace(clock, game_id=game_id) for clock in new)
    return await tx.insert_all(clocks, [unnumbered(clock) for clock in fresh])


async def stop(tx: Transaction, game_id: int, ids: Iterable[int] | None = None) -> None:
    """Take away some of a game's clocks, or all. Those that are gone already do not matter."""
    await tx.write_all(stopping(game_id, ids))


def stopping(game_id: int, ids: Iterable[int] | None = None) -> list[Statement]:
    """What `stop` does, to be done together with other things."""
    if ids is None:
        return [(_STOP_ALL, {"game": game_id})]
    wanted = list(ids)
    return [(_STOP, {"game": game_id, "ids": wanted})] if wanted else []


_STOP_ALL = delete(clocks).where(clocks.c.game_id == bindparam("game"))
_STOP = _STOP_ALL.where(clocks.c.id.in_(bindparam("ids", expanding=True)))


async def get(tx: Transaction, clock_id: int) -> Clock | None:
    """One clock, or None when it was stopped."""
    return await tx.first(_BY_ID, Clock, {"clock": clock_id})


async def of_game(tx: Transaction, game_id: int) -> list[Clock]:
    """A game's clocks, soonest first."""
    return await tx.many(_OF_GAME, Clock, {"game": game_id})


async def of_user(tx: Transaction, user_id: int) -> list[Clock]:
    """The clocks that run for a user in all games, soonest first."""
    return await tx.readable(_OF_USER, Clock, {"user": user_id}, clocks.c.id)


async def lapsed(tx: Transaction, now: Moment) -> list[Clock]:
    """The running clocks that are due, soonest first."""
    return await tx.readable(_LAPSED, Clock, {"now": now}, clocks.c.id)


async def to_remind(tx: Transaction, now: Moment) -> list[Clock]:
    """The running clocks that are owed a reminder and have not lapsed, soonest first."""
    return await tx.readable(_TO_REMIND, Clock, {"now": now}, clocks.c.id)


async def next_moment(tx: Transaction) -> Moment | None:
    """When the next clock lapses or reminds; None when no clock runs."""
    return await _moment(tx, _NEXT)


async def next_end(tx: Transaction) -> Moment | None:
    """When the next clock lapses; None when no clock runs."""
    return await _moment(tx, _NEXT_END)


async def _moment(tx: Transaction, query: Select[tuple[Any]]) -> Moment | None:
    found = await tx.scalar(query)
    # SQLite finds text, which a damaged row may hold, only where there is no number.
    return found if isinstance(found, int) else None


async def reminded(
    tx: Transaction, clock_id: int, stage: int, next_at: Moment | None, told_alone: bool = False
) -> bool:
    """Note that reminder `stage` (from 1) was given, and when the next is due.

    False when it was given before, or the clock stopped: then nobody must be reminded again.
    """
    values = {"clock": clock_id, "before": stage - 1, "reminded": stage, "remind_at": next_at}
    values["told_alone"] = told_alone
    return await tx.write(_REMINDED, values) == 1


async def pause(tx: Transaction, game_id: int, now: Moment) -> None:
    """Stop the time of a game's clocks. Those that stand already go on standing."""
    await tx.write(
        update(clocks).where(clocks.c.game_id == game_id, _RUNNING).values(paused_at=now)
    )


async def resume(tx: Transaction, game_id: int, now: Moment) -> None:
    """Let a game's clocks run on with what they had left when they were paused."""
    gone = now - clocks.c.paused_at
    await tx.write(
        update(clocks)
        .where(clocks.c.game_id == game_id, clocks.c.paused_at.is_not(None))
        .values(
            opened_at=clocks.c.opened_at + gone,
            due_at=clocks.c.due_at + gone,
            remind_at=clocks.c.remind_at + gone,
            paused_at=None,
        )
    )


async def postpone(
    tx: Transaction, clock_id: int, due_at: Moment, remind_at: Moment | None
) -> None:
    """Give a clock another end and another next reminder."""
    await tx.write(_POSTPONE, {"clock": clock_id, "due_at": due_at, "remind_at": remind_at})

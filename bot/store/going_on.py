"""Which running games have something to do by themselves, found without opening any.

A game's row says which seats are awaited. Whether an AI player has one of them, its player is on a
vacation, a choice was prepared for it or its clock is missing, other tables say.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import ColumnElement, and_, bindparam, cast, exists, func, literal, or_, select
from sqlalchemy import Text as SqlText
from sqlalchemy.sql import FromClause

from bot.moment import Moment
from bot.store.tables import clocks, games, lessons, prepared_choices, seats, users
from bot.store.transaction import Transaction

Awaited = tuple[int, str]
"""A seat that a game waits for, and the kind of its decision."""


def as_column(awaited: Iterable[Awaited]) -> str:
    """Who is awaited, as a game's row has it.

    >>> as_column([(2, "trade"), (0, "movement")])
    ' 0:movement 2:trade '
    """
    return "".join(f" {seat}:{kind}" for seat, kind in sorted(set(awaited))) + " "


async def at_once(tx: Transaction, now: Moment) -> list[int]:
    """The games in which something can be played at once or a clock is to be started.

    There may be more of them than have something to do, never less. A table that everybody has left
    for a while is none of them.
    """
    return await tx.column(_AT_ONCE, {"now": now})


async def when_back(tx: Transaction, now: Moment) -> dict[int, Moment]:
    """The games that everybody has left for a while, and when the first is back."""
    found = await tx.plain(_WHEN_BACK, {"now": now})
    return {row["id"]: row["back"] for row in found if isinstance(row["back"], int)}


def _is_away(seat: FromClause) -> ColumnElement[bool]:
    """Whether a stand-in plays for the absent player of a seat."""
    return exists().where(users.c.user_id == seat.c.user_id, _AWAY)


def _is_awaited(seat: FromClause, kind: ColumnElement[str]) -> ColumnElement[bool]:
    return games.c.awaited.like(literal("% ") + cast(seat.c.seat, SqlText) + ":" + kind + "%")


_AWAY = and_(
    users.c.when_away == "stand_in",
    users.c.away_from <= bindparam("now"),
    or_(users.c.away_until.is_(None), users.c.away_until > bindparam("now")),
)
_sitting, _own = seats.alias("sitting"), seats.alias("own")
_IS_ATTENDED = exists().where(
    _sitting.c.game_id == games.c.id, _sitting.c.kind == "human", ~_is_away(_sitting)
)
_IS_PREPARED = (
    exists()
    .where(
        prepared_choices.c.game_id == _own.c.game_id,
        prepared_choices.c.seat == _own.c.seat,
        prepared_choices.c.returned.is_(None),
        _is_awaited(_own, prepared_choices.c.kind + " "),
    )
    .correlate(games, _own)
)
_HAS_CLOCK = exists().where(
    clocks.c.game_id == _own.c.game_id, clocks.c.seat == _own.c.seat, clocks.c.kind == "decision"
)
# A practice game waits for ever.
_IS_PRACTICE = exists().where(lessons.c.game_id == _own.c.game_id)
_HAS_TO_DO = exists().where(
    _own.c.game_id == games.c.id,
    _is_awaited(_own, literal("")),
    or_(
        _own.c.kind != "human",
        _is_away(_own),
        and_(~_HAS_CLOCK, ~_IS_PRACTICE),
        _IS_PREPARED,
    ),
)
_RUNS = games.c.status == "running"
_AT_ONCE = select(games.c.id).where(_RUNS, _IS_ATTENDED, _HAS_TO_DO).order_by(games.c.id)
_WHEN_BACK = (
    select(games.c.id, func.min(users.c.away_until).label("back"))
    .join(seats, seats.c.game_id == games.c.id)
    .join(users, users.c.user_id == seats.c.user_id)
    .where(_RUNS, seats.c.kind == "human", _AWAY, ~_IS_ATTENDED)
    .group_by(games.c.id)
)

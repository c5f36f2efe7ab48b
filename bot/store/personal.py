"""Queries about a person across all tables: where they are, and what takes them out.

`HOLDS` names every column that may hold a user's number, name or words. A test compares it with the
tables: a new column has to be looked at here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Select, Text, delete, or_, select, type_coerce, update

from bot.store.games import LIVE_STATUSES, Json
from bot.store.tables import (
    advised_choices,
    ballots,
    choices,
    games,
    lessons,
    outbox_messages,
    prepared_choices,
    seat_changes,
    seats,
    users,
    votes,
)
from bot.store.transaction import Transaction

NOBODY = 0
"""Who hosts a game that nobody hosts any more."""

NOTHING_SEEN = {"user_id": None, "dm_ok": None, "seen_at": None, "seen_number": 0, "away_from": 0}
"""A seat of which no player is known."""

HOLDS: Mapping[str, tuple[str, ...]] = {
    "users": ("user_id",),
    "lessons": ("user_id",),
    "games": ("host_user_id",),
    "seats": ("user_id", "name", "player_seed"),
    "seat_changes": ("from_user_id", "from_name", "to_user_id", "to_name"),
    "votes": ("detail",),
    "prepared_choices": ("value", "line", "returned"),
    "outbox_messages": ("target", "user_id", "payload", "supersedes", "last_error"),
}
"""A share of the dice (`player_seed`) stays, for the game could not be proved without it."""

Row = dict[str, Any]


class Noted(msgspec.Struct, frozen=True):
    """The words of an outbox message that may name somebody."""

    id: int
    payload: Json
    supersedes: str | None
    last_error: str | None


class Line(msgspec.Struct, frozen=True):
    """A prepared order as it was typed, and why it came back."""

    id: int
    line: str | None
    returned: Json


def _names(column: ColumnElement[Any], user_id: int) -> ColumnElement[bool]:
    return type_coerce(column, Text).like(f"%{user_id}%")


def _about(user_id: int) -> tuple[Select[Any], ...]:
    """Selects the numbers of games, each in another table that may name a user."""
    change = seat_changes.c
    return (
        select(seats.c.game_id).where(seats.c.user_id == user_id),
        select(change.game_id).where(
            or_(change.from_user_id == user_id, change.to_user_id == user_id)
        ),
        select(games.c.id).where(games.c.host_user_id == user_id),
        select(votes.c.game_id).where(_names(votes.c.detail, user_id)),
        select(outbox_messages.c.game_id).where(
            or_(
                outbox_messages.c.user_id == user_id,
                _names(outbox_messages.c.payload, user_id),
                _names(outbox_messages.c.last_error, user_id),
            )
        ),
    )


async def games_about(tx: Transaction, user_id: int) -> list[int]:
    """The numbers of all games that have, or may have, something about a user, oldest first."""
    found: set[int] = set()
    for query in _about(user_id):
        found.update(each for each in await tx.column(query.distinct()) if each is not None)
    return sorted(found)


async def is_known(tx: Transaction, user_id: int) -> bool:
    """Whether anything is stored about a user."""
    for table in (users, lessons):
        if await tx.scalar(select(table.c.user_id).where(table.c.user_id == user_id)) is not None:
            return True
    return bool(await games_about(tx, user_id))


async def rename_seat(tx: Transaction, game_id: int, seat: int, name: str) -> None:
    """Give a seat another name."""
    here = (seats.c.game_id == game_id, seats.c.seat == seat)
    await tx.write(update(seats).where(*here).values(name=name))


async def rename_change(tx: Transaction, change_id: int, **names: str) -> None:
    """Give who left or took a seat another name: `from_name`, `to_name`."""
    await tx.write(update(seat_changes).where(seat_changes.c.id == change_id).values(**names))


async def messages(tx: Transaction, game_id: int) -> list[Noted]:
    """All messages of a game's outbox, whatever became of them."""
    query = select(*(outbox_messages.c[name] for name in Noted.__struct_fields__)).where(
        outbox_messages.c.game_id == game_id
    )
    return await tx.readable(query, Noted, {}, outbox_messages.c.id)


async def change_message(tx: Transaction, changed: Noted) -> None:
    """Change the words of a message."""
    values = msgspec.structs.asdict(changed)
    await tx.write(update(outbox_messages).where(outbox_messages.c.id == changed.id).values(values))


async def lines(tx: Transaction, game_id: int) -> list[Line]:
    """What was typed in advance in a game."""
    query = select(*(prepared_choices.c[name] for name in Line.__struct_fields__)).where(
        prepared_choices.c.game_id == game_id
    )
    return await tx.readable(query, Line, {}, prepared_choices.c.id)


async def change_line(tx: Transaction, changed: Line) -> None:
    """Change what was typed in advance."""
    values = msgspec.structs.asdict(changed)
    here = prepared_choices.c.id == changed.id
    await tx.write(update(prepared_choices).where(here).values(values))


async def change_vote(tx: Transaction, vote_id: int, detail: Json) -> None:
    """Change what a vote is about."""
    await tx.write(update(votes).where(votes.c.id == vote_id).values(detail=detail))


async def forget(tx: Transaction, user_id: int) -> None:
    """Take a user's number out of all rows, and delete those that are about nobody else.

    Names and words are replaced before, game by game.
    """
    await tx.write(delete(outbox_messages).where(outbox_messages.c.user_id == user_id))
    for table in (users, lessons):
        await tx.write(delete(table).where(table.c.user_id == user_id))
    for column in (seat_changes.c.from_user_id, seat_changes.c.to_user_id):
        await tx.write(update(seat_changes).where(column == user_id).values({column.name: None}))
    live = select(games.c.id).where(games.c.status.in_(LIVE_STATUSES))
    own = seats.c.user_id == user_id
    # A seat that could not be left, since its game is damaged.
    await tx.write(update(seats).where(own, seats.c.game_id.in_(live)).values(kind="stand_in"))
    await tx.write(update(seats).where(own).values(**NOTHING_SEEN))
    for game_id in await tx.column(select(games.c.id).where(games.c.host_user_id == user_id)):
        heirs = select(seats.c.user_id).where(
            seats.c.game_id == game_id, seats.c.user_id.is_not(None)
        )
        heir = await tx.scalar(heirs.order_by(seats.c.seat).limit(1))
        await tx.write(
            update(games).where(games.c.id == game_id).values(host_user_id=heir or NOBODY)
        )


async def settings(tx: Transaction, user_id: int) -> list[Row]:
    """What a user has set."""
    return await tx.plain(select(users).where(users.c.user_id == user_id))


async def lessons_of(tx: Transaction, user_id: int) -> list[Row]:
    """How far a user has come in lessons."""
    return await tx.plain(select(lessons).where(lessons.c.user_id == user_id))


async def letters_to(tx: Transaction, user_id: int) -> list[Row]:
    """What was written to a user: about which game, when, and what became of it."""
    names = ("game_id", "kind", "state", "created_at", "done_at")
    query = select(*(outbox_messages.c[name] for name in names))
    mine = query.where(outbox_messages.c.user_id == user_id)
    return await tx.plain(mine.order_by(outbox_messages.c.id))


async def at_seat(tx: Transaction, game_id: int, seat: int) -> dict[str, list[Row]]:
    """What was chosen, prepared and voted at a seat of a game, by whomever."""
    found: dict[str, Sequence[str]] = {
        "choices": ("number", "turn", "decision", "kind", "value", "by", "undoes", "at"),
        "prepared": ("kind", "value", "line", "returned", "created_at"),
        "votes": ("kind", "state", "detail", "opened_at", "closed_at"),
        "advice": ("number",),
    }
    tables = (choices, prepared_choices, votes, advised_choices)
    rows: dict[str, list[Row]] = {}
    for (name, columns), table in zip(found.items(), tables, strict=True):
        query = select(*(table.c[each] for each in columns)).where(
            table.c.game_id == game_id, table.c.seat == seat
        )
        rows[name] = await tx.plain(query)
    cast = select(ballots.c.vote_id, ballots.c.agrees, ballots.c.at).join(
        votes, votes.c.id == ballots.c.vote_id
    )
    rows["ballots"] = await tx.plain(cast.where(votes.c.game_id == game_id, ballots.c.seat == seat))
    return rows

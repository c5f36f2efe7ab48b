"""Queries about votes: consent to what one player alone may not decide."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from sqlalchemy import Select, bindparam, delete, func, literal_column, select, update

from bot.moment import Moment
from bot.store import games
from bot.store.connection import Statement
from bot.store.errors import VoteOpen
from bot.store.games import Json
from bot.store.tables import ballots as ballots_table
from bot.store.tables import votes
from bot.store.transaction import Transaction, unnumbered

Kind = Literal["extension", "undo", "pause", "end", "replace"]
State = Literal["open", "passed", "refused", "lapsed", "withdrawn"]


class Vote(msgspec.Struct, frozen=True, kw_only=True):
    """A question to the table, asked by a seat or, with None, by the host; `id` is 0 before."""

    id: int = 0
    game_id: int
    kind: Kind
    seat: int | None = None
    detail: dict[str, Json] = {}
    state: State = "open"
    opened_at: Moment
    closes_at: Moment | None = None
    closed_at: Moment | None = None


class Ballot(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat answered last."""

    vote_id: int
    seat: int
    agrees: bool
    at: Moment


def _votes() -> Select[Any]:
    return select(votes).order_by(votes.c.id)


# Written out, as in the outbox.
_OPEN = votes.c.state == literal_column("'open'")
_BY_ID = _votes().where(votes.c.id == bindparam("vote"))
_OF_GAME = _votes().where(votes.c.game_id == bindparam("game"))
_OPEN_IN_GAME = _OF_GAME.where(_OPEN)
_LAPSED = _votes().where(_OPEN, votes.c.closes_at <= bindparam("now"))
_NEXT = select(func.min(votes.c.closes_at)).where(_OPEN)
_FORGET_BALLOTS = delete(ballots_table).where(
    ballots_table.c.seat == bindparam("of_seat"),
    ballots_table.c.vote_id.in_(
        select(votes.c.id).where(votes.c.game_id == bindparam("game"), _OPEN)
    ),
)
_CLOSE_ALL = update(votes).where(votes.c.game_id == bindparam("game"), _OPEN)


async def propose(tx: Transaction, new: Vote) -> int:
    """Open a vote and give its number; raises `VoteOpen` when one of its kind is open."""
    await games.lock(tx, new.game_id)
    for other in await open_votes(tx, new.game_id):
        if other.kind == new.kind:
            raise VoteOpen(new.game_id, new.kind, other.id)
    return await tx.insert(votes, unnumbered(new))


async def cast(tx: Transaction, vote_id: int, seat: int, agrees: bool, at: Moment) -> bool:
    """Note a seat's answer, which replaces its earlier one. False when the vote is closed."""
    # The lock keeps the vote from being closed between the question and the answer.
    query = select(votes.c.state).where(votes.c.id == vote_id).with_for_update()
    if await tx.scalar(query) != "open":
        return False
    row = {"vote_id": vote_id, "seat": seat, "agrees": agrees, "at": at}
    await tx.put(ballots_table, row)
    return True


async def ballots(tx: Transaction, vote_id: int) -> list[Ballot]:
    """The answers so far, by seat; one that cannot be read was not given."""
    query = select(ballots_table).where(ballots_table.c.vote_id == vote_id)
    in_order = query.order_by(ballots_table.c.seat)
    return await tx.readable(in_order, Ballot, {}, ballots_table.c.seat)


async def close(tx: Transaction, vote_id: int, state: State, at: Moment) -> bool:
    """End a vote. False when it had ended already."""
    changed = await tx.write(
        update(votes)
        .where(votes.c.id == vote_id, votes.c.state == "open")
        .values(state=state, closed_at=at)
    )
    return changed == 1


def closing(game_id: int, at: Moment) -> list[Statement]:
    """What ends the open votes of a game that is over, to be done together with other things."""
    return [(_CLOSE_ALL, {"game": game_id, "state": "withdrawn", "closed_at": at})]


async def forget_ballots(tx: Transaction, game_id: int, seat: int) -> None:
    """Take a seat's answers out of a game's open votes: someone else sits there now."""
    await tx.write(_FORGET_BALLOTS, {"game": game_id, "of_seat": seat})


async def get(tx: Transaction, vote_id: int) -> Vote | None:
    """One vote, or None."""
    return await tx.first(_BY_ID, Vote, {"vote": vote_id})


async def open_votes(tx: Transaction, game_id: int) -> list[Vote]:
    """A game's open votes that can be read, oldest first."""
    return await tx.readable(_OPEN_IN_GAME, Vote, {"game": game_id}, votes.c.id)


async def of_game(tx: Transaction, game_id: int) -> list[Vote]:
    """All votes of a game that can be read, oldest first."""
    return await tx.readable(_OF_GAME, Vote, {"game": game_id}, votes.c.id)


async def lapsed(tx: Transaction, now: Moment) -> list[Vote]:
    """The open votes whose time is over."""
    return await tx.readable(_LAPSED, Vote, {"now": now}, votes.c.id)


async def next_moment(tx: Transaction) -> Moment | None:
    """When the time of the next vote is over; None when none is open."""
    found = await tx.scalar(_NEXT)
    # SQLite finds text, which a damaged row may hold, only where there is no number.
    return found if isinstance(found, int) else None

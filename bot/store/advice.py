"""Queries about advice: for which choices of a game each seat asked for it."""

from __future__ import annotations

import msgspec
from sqlalchemy import bindparam, func, select

from bot.store.tables import advised_choices as advised
from bot.store.transaction import Transaction


class Advised(msgspec.Struct, frozen=True):
    """How often a seat asked for advice in a game."""

    seat: int
    times: int


async def note(tx: Transaction, game_id: int, seat: int, number: int) -> None:
    """Write down that a seat asked after entry `number`; asking again changes nothing."""
    row = {"game_id": game_id, "seat": seat, "number": number}
    if await tx.scalar(_KNOWN, row) is None:
        await tx.add(advised, row)


async def of_game(tx: Transaction, game_id: int) -> list[Advised]:
    """The seats that asked, and how often."""
    return await tx.many(_OF_GAME, Advised, {"game_id": game_id})


_KNOWN = select(advised.c.number).where(
    advised.c.game_id == bindparam("game_id"),
    advised.c.seat == bindparam("seat"),
    advised.c.number == bindparam("number"),
)
_OF_GAME = (
    select(advised.c.seat, func.count().label("times"))
    .where(advised.c.game_id == bindparam("game_id"))
    .group_by(advised.c.seat)
    .order_by(advised.c.seat)
)

"""Queries about prepared choices: answers queued for decisions that are not open yet."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from sqlalchemy import bindparam, delete, select, update

from bot.moment import Moment
from bot.store.connection import Statement
from bot.store.games import Json
from bot.store.tables import prepared_choices as prepared
from bot.store.transaction import Transaction, unnumbered


class Prepared(msgspec.Struct, frozen=True, kw_only=True):
    """An answer kept for the next decision of a kind; `id` is 0 until it is stored.

    Either its `value`, or a `line` that is read when the decision opens. An empty line stands for
    what the clock would choose. With a `turn` it counts in that turn of the game only. Those of a
    seat are used in the order of their numbers. `returned` says why it could not be played; then it
    is kept for its player to see.
    """

    id: int = 0
    game_id: int
    seat: int
    kind: str
    value: Json = None
    line: str | None = None
    turn: int | None = None
    created_at: Moment
    returned: Json = None

    @property
    def is_waiting(self) -> bool:
        """Whether it is still to be played."""
        return self.returned is None


async def add(tx: Transaction, new: Prepared) -> int:
    """Keep an answer behind those the seat prepared before, and give its number."""
    return await tx.insert(prepared, unnumbered(new))


async def of_game(tx: Transaction, game_id: int) -> list[Prepared]:
    """All answers kept in a game that can be read, in the order they were prepared."""
    return await tx.readable(_OF_GAME, Prepared, {"game": game_id}, prepared.c.id)


async def hand_back(tx: Transaction, game_id: int, ids: Iterable[int], why: Json) -> None:
    """Note that some prepared answers of a game could not be played, and why."""
    await tx.write(_HAND_BACK, {"game": game_id, "ids": list(ids), "returned": why})


async def remove(tx: Transaction, game_id: int, ids: Iterable[int] | None = None) -> None:
    """Take away some of a game's prepared answers, or all."""
    await tx.write_all(removing(game_id, ids))


def removing(game_id: int, ids: Iterable[int] | None = None) -> list[Statement]:
    """What `remove` does, to be done together with other things."""
    if ids is None:
        return [(_REMOVE_ALL, {"game": game_id})]
    wanted = list(ids)
    return [(_REMOVE, {"game": game_id, "ids": wanted})] if wanted else []


_IN_GAME = prepared.c.game_id == bindparam("game")
_THESE = prepared.c.id.in_(bindparam("ids", expanding=True))
_OF_GAME = select(prepared).where(_IN_GAME).order_by(prepared.c.id)
_HAND_BACK = update(prepared).where(_IN_GAME, _THESE)
_REMOVE_ALL = delete(prepared).where(_IN_GAME)
_REMOVE = delete(prepared).where(_IN_GAME, _THESE)

"""Queries about lessons: how far each user has come, and in which practice game."""

from __future__ import annotations

import msgspec
from sqlalchemy import bindparam, delete, select

from bot.store.tables import lessons
from bot.store.transaction import Transaction


class LessonRow(msgspec.Struct, frozen=True):
    """A user's lesson in a rule set: the next step, and the entry of the game it began after."""

    user_id: int
    ruleset: str
    game_id: int
    step: int
    since: int


async def of_user(tx: Transaction, user_id: int, ruleset: str) -> LessonRow | None:
    """A user's lesson in a rule set; one that cannot be read is begun again."""
    values = {"user": user_id, "rules": ruleset}
    found = await tx.readable(_OF_USER, LessonRow, values, lessons.c.user_id)
    return found[0] if found else None


async def of_game(tx: Transaction, game_id: int) -> LessonRow | None:
    """The lesson that is taught in a game."""
    return await tx.first(_OF_GAME, LessonRow, {"game": game_id})


async def save(tx: Transaction, row: LessonRow) -> None:
    """Write down how far a user has come."""
    await tx.write(_REMOVE, {"user": row.user_id, "rules": row.ruleset})
    await tx.add(lessons, msgspec.structs.asdict(row))


_MINE = (lessons.c.user_id == bindparam("user"), lessons.c.ruleset == bindparam("rules"))
_OF_USER = select(lessons).where(*_MINE)
_OF_GAME = select(lessons).where(lessons.c.game_id == bindparam("game"))
_REMOVE = delete(lessons).where(*_MINE)

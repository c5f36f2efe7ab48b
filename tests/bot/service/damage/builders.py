"""Rows of a played game, changed behind Herald's back."""

from __future__ import annotations

from typing import Any

from sqlalchemy import text, update

from bot.service import Herald, Store
from bot.store import tables
from tests.bot.service.builders import a_game, answer, awaited


async def a_played_game(herald: Herald, choices: int) -> int:
    """A game of so many choices, the latest of which can be taken back."""
    info = await a_game(herald)
    for _ in range(choices):
        await answer(herald, info.id, (await awaited(herald, info.id))[0])
    return info.id


async def change(store: Store, statement: Any) -> None:
    """Change rows that are there."""
    async with store.transaction() as tx:
        await tx.write(text("PRAGMA defer_foreign_keys = ON"))
        assert await tx.write(statement)


def entry(game_id: int, number: int) -> Any:
    """The statement that changes an entry of the log, but for its values."""
    log = tables.choices
    return update(log).where(log.c.game_id == game_id, log.c.number == number)

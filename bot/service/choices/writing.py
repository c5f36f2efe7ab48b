"""Writes announcements that come of something else than a choice, or remembers nothing of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from bot.service.choices.deciding import note_posted
from bot.service.game.open_game import OpenGame
from bot.store import Store, Transaction, outbox
from bot.store.outbox import NewMessage


@asynccontextmanager
async def announcing(
    store: Store, game: OpenGame, decide: Callable[[], list[NewMessage]]
) -> AsyncIterator[Transaction]:
    """A transaction that also announces what is decided before it begins."""
    position = game.position
    rest, post = position.rest, position.post
    try:
        messages = decide()
        async with store.transaction(game.row.id) as tx:
            yield tx
            numbers = await outbox.post_all(tx, game.row.id, messages, game.now)
    except BaseException:
        position.rest, position.post = rest, post
        raise
    note_posted(game, messages, numbers)

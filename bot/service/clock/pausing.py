"""Stops a game and its clocks: by someone's hand, by a vote, or because nobody is there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec

from bot.service.announcing.announcements import Paused, say_in_channel
from bot.service.choices import deciding
from bot.service.choices.writing import announcing
from bot.service.errors import NotPlaying
from bot.service.game.open_game import OpenGame
from bot.service.game.open_games import OpenGames
from bot.store import Transaction, lifecycle
from bot.store.errors import WrongStatus

MISSED_TWICE = 2
"""So many deadlines in a row a player must have missed before their seat can be given away."""


async def pause(
    open_games: OpenGames,
    game: OpenGame,
    said: Paused,
    also: Callable[[Transaction], Awaitable[None]] | None = None,
) -> None:
    """Stop a game that runs; `also` is written with it."""
    game.must_run()
    try:
        game.row = msgspec.structs.replace(game.row, status="paused")
        async with announcing(open_games.store, game, lambda: deciding.at_change(game, {})) as tx:
            if also is not None:
                await also(tx)
            await lifecycle.pause_game(tx, game.row.id, game.now)
            await say_in_channel(tx, game.row, said, game.now)
    except WrongStatus as wrong:
        raise NotPlaying(status=wrong.status) from None

"""Films of finished games: each made once, one at a time, and one for each user who waits.

A film takes seconds, and pressing *Replay* costs nothing: so films have a process of their own with
a low priority, and nobody's queue of films holds up another game's map.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from bot.discord.screen import Picture
from bot.memory_budget import budget_of

WAITING_MOST = 20
"""How many films are being made or wait for it, of all users together."""

Make = Callable[[], Awaitable[Picture | None]]


class OneFilmAtATime(Exception):
    """The user waits for a film already."""


class TooManyFilms(Exception):
    """As many films wait as are made in a few minutes."""


class Films:
    """Makes films in the order they were asked for, and keeps the latest."""

    def __init__(self) -> None:
        self._one_at_a_time = asyncio.Lock()
        self._making: dict[int, asyncio.Task[Picture | None]] = {}
        self._kept: OrderedDict[int, Picture] = OrderedDict()
        self._waiting: set[int] = set()
        """The users who wait for a film."""

    async def film(self, game_id: int, user_id: int, make: Make) -> Picture | None:
        """The film of a finished game, made by `make` unless it was before; None if it cannot be.

        Raises `OneFilmAtATime` and `TooManyFilms`. All who ask for the same film get the same one.
        """
        if (kept := self._kept.get(game_id)) is not None:
            self._kept.move_to_end(game_id)
            return kept
        if user_id in self._waiting:
            raise OneFilmAtATime
        if game_id not in self._making:
            if len(self._making) >= WAITING_MOST:
                raise TooManyFilms
            self._making[game_id] = asyncio.create_task(self._make(game_id, make))
        self._waiting.add(user_id)
        try:
            # Another who waits for it must not lose it because one of them turns away.
            return await asyncio.shield(self._making[game_id])
        finally:
            self._waiting.discard(user_id)

    async def _make(self, game_id: int, make: Make) -> Picture | None:
        try:
            async with self._one_at_a_time:
                film = await make()
        finally:
            del self._making[game_id]
        if film is not None:
            self._keep(game_id, film)
        return film

    def _keep(self, game_id: int, film: Picture) -> None:
        self._kept[game_id] = film
        room = budget_of("films")
        while sum(len(each.content) for each in self._kept.values()) > room:
            self._kept.popitem(last=False)

    def forget(self) -> None:
        """Make all films anew when they are asked for: names in them may have changed."""
        self._kept.clear()

    async def close(self) -> None:
        """Give up what is being made."""
        making = list(self._making.values())
        for task in making:
            task.cancel()
        await asyncio.gather(*making, return_exceptions=True)

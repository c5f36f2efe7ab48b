"""Games kept in memory, each behind its lock, and which of them need attention."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from weakref import WeakValueDictionary

from bot.moment import Moment
from bot.service.clock.time_source import Time
from bot.service.errors import UnknownGame
from bot.service.games import loading
from bot.service.games.open_game import OpenGame
from bot.service.games.position import Position
from bot.store import Store, Transaction, clocks, games, people, prepared, seats
from bot.store.errors import NoSuchGame
from engine.core.messages import Voice


class OpenGames:
    """What all parts of the service share.

    `restless` are the games that have something to play at once; `wake` is set whenever there may
    be something to do earlier than was thought. `later` are games whose last try failed.
    """

    def __init__(
        self,
        store: Store,
        time: Time,
        escape: Callable[[str], str],
        rng: Random,
        hot_tables: int,
    ) -> None:
        self.store = store
        self.time = time
        self.escape = escape
        self.rng = rng
        self.playable: set[int] = set()
        self.retry_at: dict[int, Moment] = {}
        self.wake = asyncio.Event()
        self._most = hot_tables
        self._hot: OrderedDict[int, Position] = OrderedDict()
        # A lock lives as long as somebody holds it or waits for it.
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def now(self) -> Moment:
        """The moment it is."""
        return self.time.now()

    def schedule(self, game_id: int) -> None:
        """Have a game looked after soon."""
        self.playable.add(game_id)
        self.wake.set()

    @asynccontextmanager
    async def open(self, game_id: int) -> AsyncIterator[OpenGame]:
        """A game under its lock, as it is in the store now. Raises `UnknownGame`.

        If what was played in the block did not reach the store, it is forgotten.
        """
        lock = self._locks.setdefault(game_id, asyncio.Lock())
        async with lock:
            game = await self._open(game_id)
            try:
                yield game
            finally:
                if game.is_ahead:
                    self._hot.pop(game_id, None)

    async def _open(self, game_id: int) -> OpenGame:
        async with self.store.reading() as tx:
            try:
                row = await games.get(tx, game_id)
            except NoSuchGame:
                raise UnknownGame() from None
            seated = await seats.of_game(tx, game_id)
            position = None
            if row.started_at is not None:
                position = await self._position(tx, game_id, row, seated)
            users = [seat.user_id for seat in seated if seat.user_id is not None]
            return OpenGame(
                row,
                seated,
                await clocks.of_game(tx, game_id),
                await prepared.of_game(tx, game_id),
                await people.users(tx, users),
                position,
                self.now(),
            )

    async def _position(
        self, tx: Transaction, game_id: int, row: games.GameRow, seated: list[seats.Seat]
    ) -> Position:
        found = self._hot.get(game_id)
        if found is None or found.journal.head != row.head_hash:
            found = self._hot[game_id] = await loading.position(tx, row, seated)
            self._cool()
        self._hot.move_to_end(game_id)
        return found

    def _cool(self) -> None:
        """Let the tables go that nobody has looked at for longest."""
        while len(self._hot) > self._most:
            self._hot.popitem(last=False)

    def voice(self, game: OpenGame) -> Voice:
        """Speaks of a game, with its players' names escaped."""
        return Voice(game.catalog, (seat.name for seat in game.seats), self.escape)

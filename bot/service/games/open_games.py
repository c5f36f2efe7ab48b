"""The hall: the tables in memory, the lock of each, and what needs attention."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from weakref import WeakValueDictionary

from bot.service.clock.time_source import Time
from bot.service.errors import UnknownGame
from bot.service.games import loading
from bot.service.games.open_game import Position, Table
from bot.store import Store, Transaction, clocks, games, people, prepared, seats
from bot.store.errors import NoSuchGame
from bot.store.moment import Moment


class Hall:
    """What all parts of the service share.

    `restless` are the games that have something to play at once; `wake` is set whenever there may
    be something to do earlier than was thought. `later` are games whose last try failed.
    """

    def __init__(
        self,
        store: Store,
        time: Time,
        spell: Callable[[str], str],
        rng: Random,
        hot_tables: int,
    ) -> None:
        self.store = store
        self.time = time
        self.spell = spell
        self.rng = rng
        self.restless: set[int] = set()
        self.later: dict[int, Moment] = {}
        self.wake = asyncio.Event()
        self._most = hot_tables
        self._hot: OrderedDict[int, Position] = OrderedDict()
        # A lock lives as long as somebody holds it or waits for it.
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def now(self) -> Moment:
        """The moment it is."""
        return self.time.now()

    def stir(self, game_id: int) -> None:
        """Have a game looked after soon."""
        self.restless.add(game_id)
        self.wake.set()

    @asynccontextmanager
    async def table(self, game_id: int) -> AsyncIterator[Table]:
        """A game under its lock, as it is in the store now. Raises `UnknownGame`.

        If what was played in the block did not reach the store, it is forgotten.
        """
        lock = self._locks.setdefault(game_id, asyncio.Lock())
        async with lock:
            table = await self._open(game_id)
            try:
                yield table
            finally:
                if table.is_ahead:
                    self._hot.pop(game_id, None)

    async def _open(self, game_id: int) -> Table:
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
            return Table(
                row,
                seated,
                await clocks.of_game(tx, game_id),
                await prepared.of_game(tx, game_id),
                await people.users(tx, users),
                position,
                self.now(),
            )

    async def _position(
        self, tx: Transaction, game_id: int, row: games.Game, seated: list[seats.Seat]
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

    def names(self, table: Table) -> tuple[str, ...]:
        """The players' names, fit to be shown."""
        return tuple(self.spell(seat.name) for seat in table.seats)

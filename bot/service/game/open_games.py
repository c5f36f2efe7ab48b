"""Games kept in memory, each behind its lock, and which of them need attention."""

from __future__ import annotations

import asyncio
import math
from collections import OrderedDict
from collections.abc import Callable
from random import Random
from time import monotonic
from types import TracebackType
from weakref import WeakValueDictionary

from bot.memory_budget import budget_of
from bot.moment import Moment
from bot.service.errors import UnknownGame
from bot.service.game import loading
from bot.service.game.open_game import OpenGame, Rows
from bot.service.game.position import Position
from bot.service.game.voices import voice_of
from bot.service.timing.time_source import Time
from bot.store import Store, Transaction, clocks, games, people, prepared, seats
from bot.store.errors import BrokenChain, NoSuchGame
from engine.core.messages import Voice


class OpenGames:
    """What all parts of the service share.

    `playable` are the games in which something can be played at once; `wake` is set whenever the
    scheduler may have something to do earlier than it thought. `retry_at` says when games are
    looked at again whose last try failed.
    """

    def __init__(
        self,
        store: Store,
        time: Time,
        escape: Callable[[str], str],
        rng: Random,
        memory: int | None = None,
    ) -> None:
        """`memory` is how many bytes of games are kept, as far as that can be estimated; as many as
        the machine has room for, unless it is said."""
        self.store = store
        self.time = time
        self.escape = escape
        self.rng = rng
        self.playable: set[int] = set()
        self.retry_at: dict[int, Moment] = {}
        self.wake = asyncio.Event()
        self.recheck = True
        """Whether the scheduler has to ask the store when something is due."""
        self.due: Moment | None = None
        """The earliest end or reminder of the clocks that were started since it asked."""
        self.opened_at = -math.inf
        """When a game was last opened, on the clock of `time.monotonic`."""
        self.when_chosen: list[Callable[[str, float], None]] = []
        """Called for each choice that was written down: by whom, and how many seconds it took."""
        self._memory = budget_of("games") if memory is None else memory
        self._used = 0
        self._kept: OrderedDict[int, Rows] = OrderedDict()
        self._sizes: dict[int, int] = {}
        # A lock lives as long as a task holds it or waits for it.
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def now(self) -> Moment:
        """The moment it is."""
        return self.time.now()

    def schedule(self, game_id: int) -> None:
        """Have the scheduler look at a game, and at all clocks, soon."""
        self.playable.add(game_id)
        self.wake_scheduler()

    def wake_scheduler(self) -> None:
        """Have the scheduler ask the store what is due."""
        self.recheck = True
        self.wake.set()

    def note_due(self, moment: Moment) -> None:
        """Note that something will be due, so that the scheduler does not sleep longer."""
        if self.due is None or moment < self.due:
            self.due = moment
            self.wake.set()

    def note_playable(self, game_id: int) -> None:
        """Note that something can be played in a game at once."""
        self.playable.add(game_id)
        self.wake.set()

    def open(self, game_id: int) -> Opening:
        """A game under its lock, as it is in the store now, as a block. Raises `UnknownGame`.

        If what was played in the block did not reach the store, it is forgotten.
        """
        return Opening(self, game_id)

    def lock_of(self, game_id: int) -> asyncio.Lock:
        """The lock of a game."""
        lock = self._locks.get(game_id)
        if lock is None:
            lock = self._locks[game_id] = asyncio.Lock()
        return lock

    async def rows(self, game_id: int) -> Rows:
        """The rows of a game: those in memory, unless they may have changed in the store."""
        version = await self.store.version(game_id)
        kept = self._kept.get(game_id)
        if kept is None or version is None or kept.version != version:
            position = None if kept is None else kept.position

            async def load(tx: Transaction) -> Rows:
                return await load_rows(tx, game_id, position)

            kept = (await self.store.read(load)).at(version)
            self._keep(kept)
        self._kept.move_to_end(game_id)
        return kept

    def written(self, game: OpenGame) -> None:
        """Keep the rows of a game as they are after a write of its own that changed them so."""
        game.version = self.store.version_after_own(game.version, game.row.id)
        self._keep(game.rows())

    def _keep(self, rows: Rows) -> None:
        self.forget(rows.row.id)
        self._kept[rows.row.id] = rows
        size = self._sizes[rows.row.id] = rows.size
        self._used += size
        while self._used > self._memory and len(self._kept) > 1:
            self.forget(next(iter(self._kept)))

    def forget(self, game_id: int) -> None:
        """Keep a game in memory no longer: it is read again when it is opened."""
        self._kept.pop(game_id, None)
        self._used -= self._sizes.pop(game_id, 0)

    def voice(self, game: OpenGame) -> Voice:
        """Speaks of a game, with its players' names escaped."""
        return voice_of(game.catalog, game.names, self.escape)


class Opening:
    """`OpenGames.open`: a generator would cost as much as all that is done in it."""

    __slots__ = ("_game", "_game_id", "_lock", "_open_games")

    def __init__(self, open_games: OpenGames, game_id: int) -> None:
        self._open_games = open_games
        self._game_id = game_id

    async def __aenter__(self) -> OpenGame:
        open_games = self._open_games
        open_games.opened_at = monotonic()
        self._lock = lock = open_games.lock_of(self._game_id)
        await lock.acquire()
        try:
            self._game = OpenGame(await open_games.rows(self._game_id), open_games.now())
        except BaseException:
            lock.release()
            raise
        return self._game

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if self._game.is_ahead:
                self._open_games.forget(self._game_id)
        finally:
            self._lock.release()


async def load_rows(tx: Transaction, game_id: int, position: Position | None) -> Rows:
    """Everything about a game that the store keeps; `position` is used if it is still the latest.

    Raises `UnknownGame`, and `BrokenChain` for what does not fit together.
    """
    try:
        row = await games.get(tx, game_id)
    except NoSuchGame:
        raise UnknownGame() from None
    seated = await seats.of_game(tx, game_id)
    if [each.seat for each in seated] != list(range(len(seated))):
        raise BrokenChain(game_id, row.choice_count, "a seat is missing")
    if row.started_at is None:
        position = None
    elif position is None or position.journal.head != row.head_hash:
        position = await loading.position(tx, row, seated)
    users = [seat.user_id for seat in seated if seat.user_id is not None]
    return Rows(
        row=row,
        seats=tuple(seated),
        clocks=tuple(await clocks.of_game(tx, game_id)),
        prepared=tuple(await prepared.of_game(tx, game_id)),
        wishes=await people.users(tx, users),
        position=position,
    )

"""The scheduler: does everything that is due, then sleeps until the next moment or a wake-up."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import NoReturn

from bot.moment import DAY, MINUTE, Moment
from bot.service.announcing.announcements import AwaitedEdit, PhasePost
from bot.service.choices.stand_ins import StandIns
from bot.service.game.open_games import OpenGames
from bot.store import Transaction, clocks, going_on, outbox, votes

log = logging.getLogger("herald.service")

AT_ONCE = 4
"""How many tables play by themselves at the same time."""
ROUNDS = 1000
"""What follows from what was due is done at once, up to so many times."""
AFTER_A_FAULT = MINUTE
REMEMBERED = 30 * DAY
"""How long the outbox keeps what was sent."""
POSTS = (PhasePost.kind(), AwaitedEdit.kind())
"""What says what was announced last: a game may stand still for longer."""


class Scheduler:
    """Keeps all games going."""

    def __init__(
        self,
        open_games: OpenGames,
        stand_ins: StandIns,
        duties: Mapping[str, Callable[[], Awaitable[None]]],
    ) -> None:
        self.open_games = open_games
        self.stand_ins = stand_ins
        self.duties = duties
        """What is done by the clock in every game for which it is time, by name for the log."""
        self._knows_all = False
        self._failed_at: Moment | None = None
        self._tidy_at: Moment = 0

    async def tick(self) -> None:
        """Do all that is due: AI players and prepared choices, clocks, reminders, votes."""
        self.open_games.wake.clear()
        if not self._knows_all:
            await self._look_around()
        if self.open_games.now() >= self._tidy_at:
            await self._try("tidying up", self._tidy)
        for _ in range(ROUNDS):
            await self._settle()
            for name, duty in self.duties.items():
                await self._try(name, duty)
            if not await self._is_due():
                return

    async def _look_around(self) -> None:
        """After a start any game may have been left in the middle of something."""
        now = self.open_games.now()

        async def look(tx: Transaction) -> tuple[list[int], dict[int, Moment]]:
            return await going_on.at_once(tx, now), await going_on.when_back(tx, now)

        playable, later = await self.open_games.store.read(look)
        self.open_games.playable.update(playable)
        self.open_games.retry_at.update(later)
        self._knows_all = True

    async def _tidy(self) -> None:
        """Once a day, forget messages of long ago, some at a time: others wait for each."""
        now = self.open_games.now()
        self._tidy_at = now + DAY
        while await self.open_games.store.write(
            lambda tx: outbox.forget(tx, now - REMEMBERED, keep=POSTS), quiet=True
        ):
            continue

    async def _settle(self) -> None:
        now = self.open_games.now()
        for game_id, when in list(self.open_games.retry_at.items()):
            if when <= now:
                del self.open_games.retry_at[game_id]
                self.open_games.playable.add(game_id)
        waiting = sorted(self.open_games.playable)
        free = asyncio.Semaphore(AT_ONCE)

        async def one(game_id: int) -> None:
            async with free:
                await self.stand_ins.settle(game_id)

        async with asyncio.TaskGroup() as group:
            for game_id in waiting:
                group.create_task(one(game_id))

    async def _try(self, what: str, work: Callable[[], Awaitable[None]]) -> None:
        """Do something; a fault is noted and leaves the rest undisturbed."""
        try:
            await work()
        except Exception:
            log.exception("%s failed; it is tried again in a while", what)
            self._failed_at = self.open_games.now()

    async def _is_due(self) -> bool:
        soonest = await self.next_moment()
        return soonest is not None and soonest <= self.open_games.now()

    async def next_deadline(self) -> Moment | None:
        """When the next clock of any game runs out; None when no clock runs."""
        return await self.open_games.store.read(clocks.next_end)

    async def next_moment(self) -> Moment | None:
        """When `tick` has something to do again; not after now if there is already."""
        now = self.open_games.now()
        if self.open_games.playable or not self._knows_all:
            return now
        async with self.open_games.store.reading() as tx:
            found = [await clocks.next_moment(tx), await votes.next_moment(tx)]
        moments = [each for each in found if each is not None]
        moments += self.open_games.retry_at.values()
        soonest = min(moments, default=None)
        if soonest is not None and self._failed_at is not None:
            soonest = max(soonest, self._failed_at + AFTER_A_FAULT)
            if now >= self._failed_at + AFTER_A_FAULT:
                self._failed_at = None
        return soonest

    async def run(self) -> NoReturn:
        """Tick whenever something is due, until cancelled. A tick that fails is logged.

        The store is asked what is due only when that may have changed: most choices start clocks
        that end long after the next one.
        """
        soonest: Moment | None = None
        while True:
            try:
                if self.open_games.recheck or self._is_over(soonest):
                    self.open_games.recheck, self.open_games.due = False, None
                    await self.tick()
                    soonest = await self.next_moment()
                else:
                    self.open_games.wake.clear()
                    await self._settle()
                soonest = self._earliest(soonest, self.open_games.due, self._tidy_at)
            except Exception:
                log.exception("the scheduler failed; it goes on in a minute")
                self.open_games.recheck = True
                soonest = self.open_games.now() + AFTER_A_FAULT
            await self.open_games.time.wait(soonest, self.open_games.wake)

    def _is_over(self, moment: Moment | None) -> bool:
        return moment is not None and moment <= self.open_games.now()

    def _earliest(self, *moments: Moment | None) -> Moment | None:
        known = [each for each in moments if each is not None]
        return min([*known, *self.open_games.retry_at.values()], default=None)

"""When Herald, at work in the same event loop, has nothing left to do."""

from __future__ import annotations

import asyncio

from bot.discord.client import Bot
from bot.local_discord.server import LocalDiscord
from bot.local_discord.world.world import Event
from bot.store import outbox

PATIENCE = 120.0
"""Seconds after which what is waited for will never happen."""
ROUNDS = 4
"""How many looks in a row must find nothing; one may fall between two pieces of work."""


class Resting:
    """Watches the interactions of a table, and waits until Herald is done with all of them."""

    def __init__(self, table: LocalDiscord) -> None:
        self.table = table
        self.unanswered: set[int] = set()
        """The interactions that still wait for a first answer."""
        table.world.listen(self._hear)

    def _hear(self, event: Event) -> None:
        interaction = event.facts.get("interaction")
        if interaction is None:
            return
        if event.name == "INTERACTION_CREATE":
            self.unanswered.add(interaction.id)
        else:
            self.unanswered.discard(interaction.id)

    async def until(self, bot: Bot) -> None:
        """Return when nothing is under way and nothing is due."""
        calm = 0
        async with asyncio.timeout(PATIENCE):
            while calm < ROUNDS:
                await asyncio.sleep(0.004)
                busy = self._is_busy(bot) or (calm >= 2 and await self._has_something_due(bot))
                calm = 0 if busy else calm + 1

    def _is_busy(self, bot: Bot) -> bool:
        # A deferral is an answer, too: what follows it is still being made.
        if self.unanswered or bot._answering or bot.sender._underway or bot.sender._wake.is_set():
            return True
        names = [task.get_name() for task in asyncio.all_tasks()]
        return any(name.startswith("discord.py: on_") or name == "command" for name in names)

    async def _has_something_due(self, bot: Bot) -> bool:
        now = self.table.time.now()
        async with bot.herald.store.reading() as tx:
            due = await outbox.next_moment(tx, now)
        soonest = await bot.herald.scheduler.next_moment()
        return any(moment is not None and moment <= now for moment in (due, soonest))

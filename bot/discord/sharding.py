"""Shards: the connections to Discord that share the servers between them.

Discord refuses one connection for 2,500 servers and more. It says how many shards it would like,
and how many of them may identify themselves at once.
"""

from __future__ import annotations

import asyncio
import logging

import discord

log = logging.getLogger("herald.discord")

IDENTIFY_SECONDS = 5.0
"""So long after one shard has identified itself, the next of its group may."""


class Shards:
    """How many shards a client has, and when each may identify itself.

    `wanted` is how many there are to be; with None as many as Discord recommends.
    """

    def __init__(self, client: discord.AutoShardedClient, wanted: int | None) -> None:
        self.client = client
        self.wanted = wanted
        self._groups = 1
        self._next: dict[int, float] = {}
        """When the next shard of each group may identify itself."""

    async def agree(self) -> None:
        """Find out, after logging in, how many shards there are; raises what Discord answers."""
        count = self.wanted
        if count != 1:
            recommended, _, limits = await self.client.http.get_bot_gateway()
            self._groups = max(1, limits["max_concurrency"])
            count = count or recommended
            if limits["remaining"] < count:
                log.warning(
                    "Discord allows %d more connections today; %d are needed",
                    limits["remaining"],
                    count,
                )
        self.client.shard_count = count
        if count > 1:
            log.info("connecting with %d shards", count)

    async def wait_for_turn(self, shard_id: int) -> None:
        """Return when a shard may identify itself."""
        group, now = shard_id % self._groups, asyncio.get_running_loop().time()
        turn = max(now, self._next.get(group, now))
        self._next[group] = turn + IDENTIFY_SECONDS
        await asyncio.sleep(turn - now)

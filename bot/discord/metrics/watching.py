"""Measures now and then what nobody reports: the loop, the outbox, the clocks, the connection."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, NoReturn

from bot.discord.metrics.figures import Errors, Figures, Shard
from bot.moment import SECOND
from bot.service import StoreError

if TYPE_CHECKING:
    from bot.discord.client import Bot

EVERY = 15.0
"""Seconds between two looks at the database: as often as Prometheus usually asks."""
LAG_EVERY = 0.5

log = logging.getLogger("herald.discord")


@asynccontextmanager
async def watching(bot: Bot, figures: Figures) -> AsyncIterator[None]:
    """Inside this, what happens is counted, and the rest is measured."""
    errors = Errors(figures)
    hooks = (
        (bot.herald.when_chosen, figures.chosen),
        (bot.when_answered, figures.answered),
        (bot.parts.pictures.when_drawn, figures.drawn),
    )
    logging.getLogger("herald").addHandler(errors)
    for called, hook in hooks:
        called.append(hook)  # type: ignore[arg-type]  # mypy does not pair them up
    tasks = [asyncio.create_task(each) for each in (_lag(figures), _look(bot, figures))]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for called, hook in hooks:
            called.remove(hook)  # type: ignore[arg-type]  # mypy does not pair them up
        logging.getLogger("herald").removeHandler(errors)


async def _lag(figures: Figures) -> NoReturn:
    while True:
        planned = time.monotonic() + LAG_EVERY
        await asyncio.sleep(LAG_EVERY)
        figures.loop_lag_seconds.observe(max(0.0, time.monotonic() - planned))


async def _look(bot: Bot, figures: Figures) -> NoReturn:
    while True:
        try:
            await look(bot, figures)
        except StoreError as error:
            # /health says so; the next look may find the database again.
            log.warning("nothing could be measured: %s", error)
        await asyncio.sleep(EVERY)


async def look(bot: Bot, figures: Figures) -> None:
    """Measure once. Raises a `StoreError`."""
    figures.servers.set(len(bot.guilds))
    figures.connected(shards_of(bot))
    found = await bot.herald.backlog()
    figures.outbox_waiting.set(found.messages)
    figures.outbox_oldest_seconds.set(found.oldest_message / SECOND)
    figures.clocks_late.set(found.clocks)
    figures.clocks_late_seconds.set(found.oldest_clock / SECOND)
    for status, number in found.games.items():
        figures.games.labels(status).set(number)
    figures.watched_at.set_to_current_time()


def shards_of(bot: Bot) -> dict[int, Shard]:
    """How each shard is connected."""
    is_there = bot.is_ready() and not bot.is_closed()
    found: dict[int, Shard] = {}
    for number in range(bot.shard_count or 1):
        each = bot.get_shard(number)
        is_up = is_there and each is not None and not each.is_closed()
        latency = math.inf if each is None else each.latency
        found[number] = Shard(is_up, latency if math.isfinite(latency) else 0.0)
    return found

"""`/metrics` and `/health` on loopback."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from aiohttp import web

from bot.config import BadConfig
from bot.discord.metrics.figures import Figures
from bot.discord.metrics.watching import shards_of, watching
from bot.moment import MINUTE
from bot.service import StoreError

if TYPE_CHECKING:
    from bot.discord.client import Bot

LOOPBACK = "127.0.0.1"
LATE = 5 * MINUTE
"""A clock that is later than that is acted on by nobody."""

log = logging.getLogger("herald.discord")


@asynccontextmanager
async def at_port(bot: Bot, port: int) -> AsyncIterator[str]:
    """Answer at a port of loopback inside this (see `served`); 0 takes any free one."""
    figures = Figures()
    runner = web.AppRunner(application(bot, figures), access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, LOOPBACK, port)
        try:
            await site.start()
        except OSError as error:
            raise BadConfig("HERALD_METRICS", f"port {port}: {error.strerror}") from None
        host, taken, *_ = runner.addresses[0]
        address = f"http://{host}:{taken}"
        log.info("metrics at %s/metrics, health at %s/health", address, address)
        async with watching(bot, figures):
            yield address
    finally:
        await runner.cleanup()


def application(bot: Bot, figures: Figures) -> web.Application:
    """What answers."""

    async def metrics(request: web.Request) -> web.Response:
        figures.connected(shards_of(bot))
        return web.Response(body=figures.page(), headers={"Content-Type": PROMETHEUS})

    async def health(request: web.Request) -> web.Response:
        wrong = await troubles(bot)
        body = {"status": "trouble" if wrong else "ok", "troubles": wrong}
        return web.json_response(body, status=503 if wrong else 200)

    app = web.Application()
    app.add_routes([web.get("/metrics", metrics), web.get("/health", health)])
    return app


PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"


async def troubles(bot: Bot) -> list[str]:
    """What keeps Herald from playing now, in words; nothing where all is well."""
    found: list[str] = []
    if bot.is_closed() or bot.is_stopping:
        found.append("stopping")
    if bot.fault:
        found.append(f"{bot.fault} stopped")
    down = [str(number) for number, shard in shards_of(bot).items() if not shard.is_up]
    if down:
        found.append(f"no connection to Discord: shard {', '.join(down)}")
    try:
        backlog = await bot.herald.backlog()
    except StoreError as error:
        return [*found, f"the database: {error}"]
    if backlog.oldest_clock > LATE:
        found.append("clocks have run out and nobody acts on them")
    return found

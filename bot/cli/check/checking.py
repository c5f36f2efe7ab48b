"""Everything that is looked at, in the order in which a host would mend it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from bot.cli.check import games, machine
from bot.cli.check.findings import Finding, status_of
from bot.cli.check.on_discord import discord_side
from bot.cli.console import DO_NOT_RESTART, OK, printable
from bot.config import BadConfig, Config, load
from bot.service import SystemTime, Time


async def findings(config: Config, time: Time) -> AsyncIterator[Finding]:
    """All findings, each as soon as it is known."""
    for each in machine.settings(config):
        yield each
    now = time.now()
    found, database = await games.inspected(config, now)
    yield database
    for part in (machine.disk(config), machine.fonts(), machine.zones(), games.state(found, now)):
        for each in part:
            yield each
    async for each in discord_side(config.discord_token, found.hosted if found else (), time):
        yield each


async def _run(config: Config, time: Time) -> int:
    found = []
    async for each in findings(config, time):
        print(printable(str(each)), flush=True)
        found.append(each)
    wrong = len([each for each in found if each.status != OK])
    verb = "is" if wrong == 1 else "are"
    print(f"{wrong} of {len(found)} things {verb} wrong." if wrong else "All is right.")
    return status_of(found)


def run(time: Time | None = None) -> int:
    """Print what is right and wrong with this installation; gives the exit status."""
    try:
        config = load()
    except BadConfig as error:
        print(printable(str(Finding("configuration", str(error), DO_NOT_RESTART))))
        return DO_NOT_RESTART
    return asyncio.run(_run(config, time or SystemTime()))

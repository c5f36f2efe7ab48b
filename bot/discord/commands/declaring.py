"""Declares the slash commands on Discord: for every server, or for one alone."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import discord

from bot import private_files
from bot.discord.commands.tree import Tree
from bot.discord.discord_errors import DISCORD_ERRORS, is_temporary
from bot.moment import MINUTE
from bot.service import Time

NOTE = "command-guilds"
"""The file in the data folder that lists the servers with commands of their own."""

log = logging.getLogger("herald.discord")


class CommandGuilds:
    """The server that alone has the commands, if one is `wanted`, and those that had them before.

    Discord does not forget what was declared for a server: it would show those commands beside the
    ones for every server. So it is noted in a file where some were declared.
    """

    def __init__(self, wanted: int | None = None, folder: Path | None = None) -> None:
        self.wanted = wanted
        self._file = None if folder is None else folder / NOTE
        self._noted = self._read()

    def _read(self) -> set[int]:
        if self._file is None or not self._file.exists():
            return set()
        return {int(each) for each in self._file.read_text("utf-8").split() if each.isdecimal()}

    def former(self) -> list[int]:
        """Servers that may still have commands of their own, and shall not."""
        return sorted(self._noted - {self.wanted})

    def note(self, guild_id: int) -> None:
        """A server is about to get commands of its own."""
        self._keep(self._noted | {guild_id})

    def forget(self, guild_id: int) -> None:
        """A server has no commands of its own any more."""
        self._keep(self._noted - {guild_id})

    def _keep(self, guilds: set[int]) -> None:
        if guilds != self._noted and self._file is not None:
            private_files.write(
                self._file, "".join(f"{each}\n" for each in sorted(guilds)).encode()
            )
        self._noted = guilds


class Declaring:
    """Declares the commands at the start, and again while Discord does not take them."""

    def __init__(self, tree: Tree, guilds: CommandGuilds) -> None:
        self._tree = tree
        self._guilds = guilds

    async def later(self, time: Time) -> None:
        """Try again every minute until Discord takes the commands."""
        declared = False
        while not declared:
            await time.wait(time.now() + MINUTE, asyncio.Event())
            declared = await self.declare()

    async def declare(self) -> bool:
        """Declare the commands; False while Discord does not take them.

        Commands that it refuses are no reason not to serve: those declared before still work.
        """
        try:
            await self._declare()
        except DISCORD_ERRORS as error:
            if is_temporary(error):
                log.warning("the commands are not declared yet: %s", error)
                return False
            log.warning("Discord refuses the commands, and keeps those it had: %s", error)
        return True

    async def _declare(self) -> None:
        guild_id = self._guilds.wanted
        if guild_id is not None:
            guild = discord.Object(guild_id)
            self._guilds.note(guild_id)
            self._tree.copy_global_to(guild=guild)
            await self._tree.sync(guild=guild)
            # Only now: had they been refused there, those for every server would go on working.
            self._tree.clear_commands(guild=None)
        await self._tree.sync()
        for former in self._guilds.former():
            await self._clear(former)

    async def _clear(self, guild_id: int) -> None:
        try:
            self._tree.clear_commands(guild=discord.Object(guild_id))
            await self._tree.sync(guild=discord.Object(guild_id))
        except DISCORD_ERRORS as error:
            if is_temporary(error):
                raise
            # Herald is not there now. Should it be invited again, its next start sees to it.
            log.info("the commands of guild=%s cannot be cleared: %s", guild_id, error)
        else:
            self._guilds.forget(guild_id)

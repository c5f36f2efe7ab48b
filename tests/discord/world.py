"""A server on a Discord in this process, with Herald in it and people who press and type."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import simcord
from simcord import ChannelHandle, InteractionResult, MemberActor, ResponseMessage
from simcord.components import walk_components

from bot.config import Config
from bot.discord.client import Bot
from bot.discord.pictures import Artist
from bot.discord.run import assembled
from bot.service import GameInfo, Herald
from bot.store.moment import SECOND, Moment, moment

BUTTON, SELECT, TEXT = 2, 3, 10


class VirtualTime:
    """The time of the simulated Discord, for the game master."""

    def __init__(self) -> None:
        self.env: simcord.Env | None = None

    def now(self) -> Moment:
        assert self.env is not None
        return moment(self.env.now())

    async def wait(self, until: Moment | None, wake: asyncio.Event) -> None:
        assert self.env is not None
        seconds = None if until is None else max(0, until - self.now()) / SECOND

        async def waiting() -> None:
            try:
                async with asyncio.timeout(seconds):
                    await wake.wait()
            except TimeoutError:
                return

        await self.env.external_wait(waiting(), reason="the game master's clock")


class Panel:
    """A message as its reader sees it: text, buttons, selects."""

    def __init__(self, components: list[dict[str, Any]], message: Any) -> None:
        self.components = components
        self.message = message

    @property
    def text(self) -> str:
        """All it says."""
        parts = [str(each["content"]) for each in walk_components(self.components) if each["type"] == TEXT]
        return "\n".join(parts)

    def buttons(self) -> list[dict[str, Any]]:
        """Every button."""
        return [each for each in walk_components(self.components) if each["type"] == BUTTON]

    def selects(self) -> list[dict[str, Any]]:
        """Every select."""
        return [each for each in walk_components(self.components) if each["type"] == SELECT]

    def labels(self) -> list[str]:
        """What the buttons say."""
        return [str(each.get("label")) for each in self.buttons()]

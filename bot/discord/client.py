"""The Discord client: what it listens to, how it starts and stops, what runs beside it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import msgspec
from discord import app_commands

from bot.discord.answers import Reply, answer
from bot.discord.courier import Courier
from bot.discord.ids import ForeignId, Ids, OldId, Press
from bot.discord.panels.desk import Kit
from bot.discord.panels.state import Stash, Writer
from bot.discord.pictures import Artist
from bot.discord.press import VERBS, Pressed, chosen, typed
from bot.discord.screen import notify
from bot.discord.words import Talk, words
from bot.service import Actor, GameInfo, Herald, Person, Time
from bot.store import people

log = logging.getLogger("herald.discord")

GUILD_READY_TIMEOUT = 0.5
"""How long to wait for each guild's members at the start: nothing here needs them."""


class Bot(discord.Client):
    """The game master on Discord.

    It keeps no game and no panel in memory. `herald.run` ticks beside it, and the courier sends
    what is to be said.
    """

    def __init__(
        self,
        herald: Herald,
        ids: Ids,
        artist: Artist,
        time: Time,
        *,
        command_guild: int | None = None,
        language: str = "en",
    ) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=notify(),
            guild_ready_timeout=GUILD_READY_TIMEOUT,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
        )
        self.herald = herald
        self.ids = ids
        self.writer = Writer(ids, Stash())
        self.artist = artist
        self.language = language
        self.tree = Tree(self)
        self.courier = Courier(self, time)
        self._command_guild = command_guild
        self._beside: list[asyncio.Task[Any]] = []
        self.fault = ""
        """What has stopped and made the bot stop, if anything has."""

    # Starting and stopping.

    async def setup_hook(self) -> None:
        """Declare the commands, and let the clocks and the courier run."""
        # Imported here, for the commands are made with the client.
        from bot.discord.commands import add_all

        if not self.tree.get_commands():
            add_all(self)
        if self._command_guild is None:
            await self.tree.sync()
        else:
            guild = discord.Object(self._command_guild)
            self.tree.copy_global_to(guild=guild)
            await self.tree.sync(guild=guild)
        self._beside = [
            asyncio.create_task(self._lasting("the clocks", self.herald.run)),
            asyncio.create_task(self._lasting("the courier", self.courier.run)),
        ]

    async def _lasting(self, name: str, work: Callable[[], Awaitable[Any]]) -> None:
        try:
            await work()
        except asyncio.CancelledError:
            raise
        except Exception:
            # Without clocks or posts a game would silently stand still: better to stop, and be
            # started again.
            log.critical("%s stopped", name, exc_info=True)
            self.fault = name
            await self.close()

    async def close(self) -> None:
        """Stop what runs beside the client, then leave Discord."""
        current = asyncio.current_task()
        others = [task for task in self._beside if task is not current]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        self._beside = []
        await super().close()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Invited, perhaps again: what waited for this server can go out."""
        await self._note_guild(guild.id, joined=True)
        self.courier.ring()

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Sent away. Its games are kept, and go on when Herald is invited again."""
        await self._note_guild(guild.id, joined=False)

    async def _note_guild(self, guild_id: int, *, joined: bool) -> None:
        now = self.herald.time.now()
        log.info("%s guild=%s", "joined" if joined else "left", guild_id)
        async with self.herald.store.transaction() as tx:
            known = await people.guild(tx, guild_id)
            times = {"joined_at": now, "left_at": None} if joined else {"left_at": now}
            await people.save_guild(tx, msgspec.structs.replace(known, **times))

    # Presses.

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a press of a button, a select or a modal; commands are the tree's."""
        kind = interaction.type
        if kind not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        data: dict[str, Any] = dict(interaction.data or {})
        custom_id = str(data.get("custom_id", ""))
        talk = self.talk()
        try:
            press = self.ids.read(custom_id)
        except (ForeignId, OldId, ValueError) as wrong:
            key = "press.old" if isinstance(wrong, OldId) else "press.foreign"
            log.warning("%s id=%r user=%s", key, custom_id[:100], interaction.user.id)
            await self._say(interaction, talk(key))
            return
        await self._pressed(interaction, press)

    async def _pressed(self, interaction: discord.Interaction[Any], press: Press) -> None:
        known = VERBS.get(press.verb)
        if known is None:
            await self._say(interaction, self.talk()("press.old"))
            return
        reply = Reply(interaction, update=not known.fresh, private=not known.public)

        async def work(reply: Reply) -> None:
            pressed = Pressed(
                self,
                reply,
                press,
                interaction.user,
                chosen(interaction),
                typed(interaction),
                interaction.message,
            )
            await known.handler(pressed)

        await answer(reply, self.talk(), f"press:{press.verb}", work, slow=known.slow)
        self.courier.ring()

    async def _say(self, interaction: discord.Interaction[Any], sentence: str) -> None:
        async def work(reply: Reply) -> None:
            await reply.tell(sentence)

        await answer(Reply(interaction), self.talk(), "press", work)

    # What everything here needs.

    def talk(self, info: GameInfo | None = None) -> Talk:
        """The sentences, in a game's language."""
        return words(self.language if info is None else info.game.language)

    def kit(self, info: GameInfo | None = None) -> Kit:
        """What screens are made with."""
        return Kit(self.ids, self.writer, self.talk(info))


class Tree(app_commands.CommandTree[Bot]):
    """The commands. Each answers through `answers`, so what arrives here is a fault of ours."""

    async def on_error(
        self, interaction: discord.Interaction[Bot], error: app_commands.AppCommandError, /
    ) -> None:
        """Apologise for a command that broke before it could answer."""

        async def work(reply: Reply) -> None:
            raise error

        name = interaction.command.qualified_name if interaction.command else "?"
        await answer(Reply(interaction), interaction.client.talk(), f"command:{name}", work)


def person(user: discord.User | discord.Member) -> Person:
    """Somebody, as they are called where they are."""
    return Person(user.id, user.display_name[:32] or str(user.id))


def actor(interaction: discord.Interaction[Any]) -> Actor:
    """Somebody, with the power the server gives them in this channel."""
    allowed = interaction.permissions
    moderator = interaction.guild_id is not None and (
        allowed.administrator or allowed.manage_guild or allowed.manage_channels
    )
    return Actor(interaction.user.id, moderator)

"""The Discord client: what it listens to, how it starts and stops, what runs beside it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import discord
import msgspec

from bot.discord.answers import Reply, answer
from bot.discord.arrivals import Arrivals
from bot.discord.courier import Courier
from bot.discord.ids import ForeignId, Ids, OldId, Press
from bot.discord.lines import FAILURES, is_passing
from bot.discord.panels.desk import Kit
from bot.discord.panels.state import Stash, Writer
from bot.discord.pictures import Artist
from bot.discord.press import VERBS, Pressed, chosen, is_offered, typed
from bot.discord.screen import notify
from bot.discord.tree import Tree
from bot.discord.words import Talk, words
from bot.moment import MINUTE
from bot.service import Actor, GameInfo, Herald, Person, Time
from bot.store import outbox, people

log = logging.getLogger("herald.discord")

GUILD_READY_TIMEOUT = 0.5
"""How long to wait for each guild's members at the start: nothing here needs them."""
LAST_ANSWERS = 3.0
"""How many seconds are left for answers when the bot is stopped: Discord waits no longer."""
RATE_LIMIT_MOST = 30.0
"""How many seconds a request waits for a rate limit; longer ones are left to another try."""


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
            max_ratelimit_timeout=RATE_LIMIT_MOST,
        )
        parsers = self._connection.parsers
        parsers["INTERACTION_CREATE"] = Arrivals(self, parsers["INTERACTION_CREATE"])
        self.herald = herald
        self.ids = ids
        self.writer = Writer(ids, Stash())
        self.artist = artist
        self.language = language
        self.tree = Tree(self)
        self.courier = Courier(self, time)
        self._command_guild = command_guild
        self._beside: list[asyncio.Task[Any]] = []
        self._answering: set[asyncio.Task[Any]] = set()
        self._letterboxes: dict[int, int] = {}
        """The private channel of everybody who was written to."""
        self.fault = ""
        """What has stopped and made the bot stop, if anything has."""

    # Starting and stopping.

    async def setup_hook(self) -> None:
        """Declare the commands, and let the clocks and the courier run."""
        # Imported here, for the commands are made with the client.
        from bot.discord.commands import add_all

        if not self.tree.get_commands():
            add_all(self)
        self._beside = [
            asyncio.create_task(self._lasting("the clocks", self.herald.run)),
            asyncio.create_task(self._lasting("the courier", self.courier.run)),
        ]
        if not await self._declared():
            self._beside.append(asyncio.create_task(self._lasting("declaring", self._declare)))

    async def _declared(self) -> bool:
        """Declare the commands; False while Discord does not take them."""
        guild = None if self._command_guild is None else discord.Object(self._command_guild)
        if guild is not None:
            self.tree.copy_global_to(guild=guild)
        try:
            await self.tree.sync(guild=guild)
        except FAILURES as error:
            if not is_passing(error):
                raise
            # Those declared before still work.
            log.warning("the commands are not declared yet: %s", error)
            return False
        return True

    async def _declare(self) -> None:
        """Declare the commands as soon as Discord takes them."""
        declared = False
        while not declared:
            time = self.courier.time
            await time.wait(time.now() + MINUTE, asyncio.Event())
            declared = await self._declared()

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
        """Stop what runs beside the client, answer who has pressed, then leave Discord."""
        current = asyncio.current_task()
        if last := self._answering - {current}:
            await asyncio.wait(last, timeout=LAST_ANSWERS)
        others = [task for task in self._beside if task is not current]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        self._beside = []
        await super().close()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Invited, perhaps again: what waited for this server can go out."""
        await self._note_guild(guild.id, joined=True)
        await self._hurry(guild)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Perhaps Herald may speak again."""
        await self._hurry(after.guild)

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Perhaps Herald may speak again."""
        await self._hurry(after.guild)

    async def _hurry(self, guild: discord.Guild) -> None:
        """Try at once what waits for a server."""
        places = [each.id for each in (*guild.channels, *guild.threads)]
        async with self.herald.store.transaction() as tx:
            await outbox.hurry(tx, places, self.herald.time.now())
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
        with self.answering():
            await self._on_press(interaction)

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Somebody waits for an answer: the client does not close at once."""
        task = asyncio.current_task()
        assert task is not None
        self._answering.add(task)
        try:
            yield
        finally:
            self._answering.discard(task)

    async def _on_press(self, interaction: discord.Interaction[Any]) -> None:
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
        if not is_offered(interaction):
            await self._say(interaction, self.talk()("press.unfit"))
            return
        reply = Reply(
            interaction, update=not known.fresh, private=not known.public, asks=known.asks
        )

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

    async def letterbox(self, user_id: int) -> discord.PartialMessageable:
        """Where somebody is written to in private.

        Discord lets few private channels be opened at a time and discord.py soon forgets them, so
        that each is opened once.
        """
        if user_id not in self._letterboxes:
            opened = await self.create_dm(discord.Object(user_id))
            self._letterboxes[user_id] = opened.id
        return self.get_partial_messageable(self._letterboxes[user_id])

    def talk(self, info: GameInfo | None = None) -> Talk:
        """The sentences, in a game's language."""
        return words(self.language if info is None else info.game.language)

    def kit(self, info: GameInfo | None = None) -> Kit:
        """What screens are made with."""
        return Kit(self.ids, self.writer, self.talk(info))


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

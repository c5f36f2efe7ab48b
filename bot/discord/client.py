"""The discord.py client: what it listens to, how it starts and stops, its background tasks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import discord

from bot.discord.ask import Parts
from bot.discord.commands import register as register  # registers what the client answers
from bot.discord.commands.declaring import CommandGuilds, Declaring
from bot.discord.commands.tree import Tree
from bot.discord.delivery.fresh_panels import FreshPanels
from bot.discord.delivery.games_boards import GamesBoards
from bot.discord.delivery.letterbox import Letterbox
from bot.discord.delivery.sender import Sender
from bot.discord.greeting import Greeter
from bot.discord.interactions.user_limits import UserLimits
from bot.discord.interactions.validation import Arrivals
from bot.discord.membership import Membership
from bot.discord.page import Page
from bot.discord.permissions import INTENTS, invitation
from bot.discord.pictures.films import Films
from bot.discord.pictures.pictures import Pictures
from bot.discord.posts.composing import Composer
from bot.discord.presses import answer_press
from bot.discord.screen import notify
from bot.discord.sharding import Shards
from bot.discord.slash import declare
from bot.service import Herald, Time

log = logging.getLogger("herald.discord")

# Herald never speaks: that it could not is worth no warning.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

GUILD_READY_TIMEOUT = 0.5
"""How long to wait for each guild's members at the start: nothing here needs them."""
LAST_ANSWERS = 3.0
"""How many seconds are left for answers when the bot is stopped: Discord waits no longer."""
RATE_LIMIT_MOST = 30.0
"""How many seconds a request waits for a rate limit; longer ones are left to another try."""


class Bot(discord.AutoShardedClient):
    """The game master on Discord, with `shards` connections, or as many as Discord recommends.

    It keeps no game and no panel in memory. Two tasks run beside it: `herald.scheduler.run` for
    the clocks and the sender for the outbox.
    """

    def __init__(
        self,
        herald: Herald,
        page: Page,
        pictures: Pictures,
        time: Time,
        *,
        command_guilds: CommandGuilds | None = None,
        shards: int | None = None,
    ) -> None:
        super().__init__(
            intents=INTENTS,
            shard_count=shards,
            allowed_mentions=notify(),
            guild_ready_timeout=GUILD_READY_TIMEOUT,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_ratelimit_timeout=RATE_LIMIT_MOST,
        )
        parsers = self._connection.parsers
        parsers["INTERACTION_CREATE"] = Arrivals(
            self, page.say("press.unreadable"), parsers["INTERACTION_CREATE"]
        )
        self.herald = herald
        self.page = page
        self.limits = UserLimits()
        self.tree = Tree(self)
        letterbox = Letterbox(self)
        membership = Membership(self, herald, self.wake)
        herald.votes.look_up = membership.rights_now
        composer = Composer(self, herald, page, membership, pictures)
        fresh_panels = FreshPanels(composer, time)
        boards = GamesBoards(self, herald.servers, page, time)
        self.sender = Sender(self, composer, letterbox, fresh_panels, boards, time)
        self.greeter = Greeter(herald.servers, page.voice)
        self.parts = Parts(
            page=page,
            herald=herald,
            membership=membership,
            pictures=pictures,
            films=Films(),
            composer=composer,
            fresh_panels=fresh_panels,
            letterbox=letterbox,
            boards=boards,
            wake=self.wake,
        )
        self._declaring = Declaring(self.tree, command_guilds or CommandGuilds())
        self._shards = Shards(self, shards)
        self._tasks: list[asyncio.Task[Any]] = []
        self._answering: set[asyncio.Task[Any]] = set()
        self._stopped = asyncio.Event()
        """Set as soon as the bot is about to leave Discord."""
        self.when_answered: list[Callable[[str, float], None]] = []
        """Called for each interaction: what it asked for, and how many seconds the answer took."""
        self.fault = ""
        """The background task whose failure stopped the bot, if one did."""

    def wake(self) -> None:
        """There may be something to send."""
        self.sender.wake()

    # Starting and stopping.

    async def setup_hook(self) -> None:
        """Agree on shards, declare the commands, and start the clocks and the sender."""
        await self._shards.agree()
        if not self.tree.get_commands():
            declare(self.tree)
        self._tasks = [
            asyncio.create_task(self._keep_running("the clocks", self.herald.scheduler.run)),
            asyncio.create_task(self._keep_running("the sender", self.sender.run)),
        ]
        if not await self._declaring.declare():
            later = partial(self._declaring.later, self.sender.time)
            self._tasks.append(asyncio.create_task(self._keep_running("declaring", later)))

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until a shard may identify itself."""
        await self._shards.wait_for_turn(shard_id or 0)

    async def launch_shards(self) -> None:
        """Connect all shards, unless Herald is stopped first: the library would try for ever."""
        launching = asyncio.create_task(super().launch_shards())
        stopped = asyncio.create_task(self._stopped.wait())
        try:
            await asyncio.wait((launching, stopped), return_when=asyncio.FIRST_COMPLETED)
        finally:
            stopped.cancel()
            while not launching.done():
                # Once is not enough: with a connection that just fails, `wait_for` forgets it.
                launching.cancel()
                await asyncio.wait((launching,), timeout=0.1)
        if not launching.cancelled():
            launching.result()

    async def _keep_running(self, name: str, work: Callable[[], Awaitable[Any]]) -> None:
        try:
            await work()
        except asyncio.CancelledError:
            raise
        except Exception:
            # Without clocks or posts every game would silently stand still: stop, so that the
            # service manager starts Herald again.
            log.critical("%s stopped", name, exc_info=True)
            self.fault = name
            await self.close()

    @property
    def is_stopping(self) -> bool:
        """Whether the bot is about to leave Discord: nothing new is taken on."""
        return self._stopped.is_set()

    async def close(self) -> None:
        """Let open answers finish, stop the background tasks, then disconnect."""
        self._stopped.set()
        current = asyncio.current_task()
        if last := self._answering - {current}:
            _, late = await asyncio.wait(last, timeout=LAST_ANSWERS)
            # Without a connection they could only fail; what they have done is written down.
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        others = [task for task in self._tasks if task is not current]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        self._tasks = []
        await self.parts.boards.close()
        await self.parts.films.close()
        await super().close()

    async def on_ready(self) -> None:
        """As long as Herald is nowhere, the log says how it is invited."""
        if not self.guilds and self.application_id is not None:
            log.warning("on no server yet; invite it: %s", invitation(self.application_id))
        # The link works while Herald is not online.
        for guild in self.guilds:
            await self.greeter.greet(guild)
        await self.parts.boards.refresh_all()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Herald was invited, perhaps again: messages that waited for this server go out."""
        await self._note_guild(guild.id, joined=True)
        await self._retry_now(guild)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Herald may have got a permission back that messages wait for."""
        await self._retry_now(after.guild)

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Herald may have got a permission back that messages wait for."""
        await self._retry_now(after.guild)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """A thread may have been unlocked that messages wait for; the cache knows no archived."""
        await self.herald.delivery.hurry([payload.thread_id])
        self.sender.wake()

    async def _retry_now(self, guild: discord.Guild) -> None:
        """Retry at once what waits for a server, the greeting included."""
        places = [each.id for each in (*guild.channels, *guild.threads)]
        await self.herald.delivery.hurry(places)
        self.sender.wake()
        self.parts.boards.refresh(guild.id)
        await self.greeter.greet(guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Herald was removed. Its games are kept, and go on when it is invited again."""
        await self._note_guild(guild.id, joined=False)

    async def on_member_ban(
        self, guild: discord.Guild, user: discord.User | discord.Member
    ) -> None:
        """A banned user loses their seats in this server's games."""
        await self.parts.membership.left(guild.id, user.id)

    async def on_member_unban(self, guild: discord.Guild, user: discord.User) -> None:
        """An unbanned user may come back."""
        self.parts.membership.joined(guild.id, user.id)

    async def _note_guild(self, guild_id: int, *, joined: bool) -> None:
        log.info("%s guild=%s", "joined" if joined else "left", guild_id)
        await self.herald.servers.note(guild_id, joined=joined)

    # Presses.

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a press of a button, a select or a modal; commands are the tree's."""
        kind = interaction.type
        if kind not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        if self.is_stopping:
            return
        with self.answering():
            await answer_press(self.parts, interaction)

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Someone waits for an answer: `close` gives this task a few seconds to finish."""
        task = asyncio.current_task()
        assert task is not None
        self._answering.add(task)
        try:
            yield
        finally:
            self._answering.discard(task)

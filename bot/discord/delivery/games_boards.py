"""Keeps each server's board of games up to date: one message, edited when a game's post changes.

Nothing of it is kept but where it stands: what it says follows from the games. Who is away when
something changes, or stops before it is shown, shows it the next time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable

import discord

from bot.discord.delivery.failures import UNKNOWN_MESSAGE
from bot.discord.discord_errors import DISCORD_ERRORS, mark
from bot.discord.interactions.replies import with_retries
from bot.discord.page import Page
from bot.discord.posts.games_board import games_board
from bot.discord.screen import Screen
from bot.discord.voices import plain_voice
from bot.moment import SECOND, Span
from bot.service import GamesBoard, Standing, Time
from bot.service.seats.servers import Servers

log = logging.getLogger("herald.boards")

REST: Span = 10 * SECOND
"""A board is edited no more often than that."""
SEARCHED = 100
"""How many messages of its channel are searched for a board that was posted and not noted."""


class GamesBoards:
    """The boards of the servers that this process sees."""

    def __init__(self, client: discord.Client, servers: Servers, page: Page, time: Time) -> None:
        self._client = client
        self._servers = servers
        self._page = page
        self._time = time
        self._is_closed = False
        self._games: set[int] = set()
        self._changed: set[int] = set()
        self._underway: dict[int, asyncio.Task[None]] = {}
        self._looking: asyncio.Task[None] | None = None
        self._shown: dict[int, object] = {}
        """What each board says, as far as it is known."""

    def game_changed(self, game_id: int) -> None:
        """A post of a game says something else now: so may the board of its server."""
        self._games.add(game_id)
        if self._looking is None and not self._is_closed:
            self._looking = asyncio.create_task(self._look())

    def refresh(self, guild_id: int) -> None:
        """Bring a server's board up to date, now or when it was left alone for long enough."""
        self._changed.add(guild_id)
        if guild_id not in self._underway and not self._is_closed:
            self._underway[guild_id] = asyncio.create_task(self._keep(guild_id))

    async def refresh_all(self) -> None:
        """Bring all boards up to date: what happened since they were last edited is not known."""
        for guild_id in await self._servers.with_boards():
            self.refresh(guild_id)

    async def move(self, guild_id: int, channel_id: int | None) -> None:
        """Put a server's board into another channel, or take it away."""
        before = await self._servers.set_board(guild_id, channel_id)
        if before.channel_id == channel_id:
            return
        self._shown.pop(guild_id, None)
        if before.channel_id is not None and before.message_id is not None:
            place = self._client.get_partial_messageable(before.channel_id)
            try:
                await with_retries(place.get_partial_message(before.message_id).delete)
            except DISCORD_ERRORS as error:
                log.warning("guild=%s the old board stays: %s", guild_id, error)
        self.refresh(guild_id)

    async def close(self) -> None:
        """Stop; what is not shown yet is shown after the next start."""
        self._is_closed = True
        tasks = [*self._underway.values(), *([self._looking] if self._looking else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _look(self) -> None:
        """Find out which boards show the games that have changed."""
        try:
            while self._games:
                games, self._games = self._games, set()
                for guild_id in await self._servers.with_boards(games):
                    self.refresh(guild_id)
        except Exception:
            log.exception("no board follows its games; the next change will bring them up to date")
        finally:
            self._looking = None

    async def _keep(self, guild_id: int) -> None:
        try:
            while guild_id in self._changed:
                self._changed.discard(guild_id)
                if await self._show(guild_id):
                    await self._time.wait(self._time.now() + REST, asyncio.Event())
        except DISCORD_ERRORS as error:
            log.warning("guild=%s the board of games cannot be shown: %s", guild_id, error)
        except Exception:
            log.exception("guild=%s the board of games cannot be shown", guild_id)
        finally:
            self._changed.discard(guild_id)
            del self._underway[guild_id]

    async def _show(self, guild_id: int) -> bool:
        """Post or edit a board where it does not say what is true; whether that was done."""
        board = await self._servers.board(guild_id)
        guild = self._client.get_guild(guild_id)
        if guild is None or board.channel_id is None:
            return False
        channel = guild.get_channel(board.channel_id)
        if not isinstance(channel, discord.TextChannel):
            return False
        settings = await self._servers.settings(guild_id)
        seen = [each for each in board.games if await self._is_seen(each, channel)]
        screen = games_board(seen, plain_voice(settings.language or self._page.language))
        says = channel.id, screen.components()
        if self._shown.get(guild_id) == says:
            return False
        await self._put(guild_id, board, channel, screen)
        self._shown[guild_id] = says
        return True

    async def _put(
        self, guild_id: int, board: GamesBoard, channel: discord.TextChannel, screen: Screen
    ) -> None:
        allowed, sign = screen.allowed_mentions(), mark(f"games of {guild_id}")
        number = board.message_id or await self._find(channel, sign)
        if number is not None:
            old = channel.get_partial_message(number)
            try:
                await with_retries(
                    lambda: old.edit(view=screen.view(mark=sign), allowed_mentions=allowed)
                )
            except discord.HTTPException as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise
                number = None
        if number is None:
            nonce = f"games.{guild_id:x}.{self._time.now() // SECOND:x}"
            sent = await with_retries(
                lambda: channel.send(
                    view=screen.view(mark=sign),
                    nonce=nonce[-25:],
                    allowed_mentions=allowed,
                    silent=True,
                )
            )
            number = None if sent is None else sent.id
        if number is not None and number != board.message_id:
            await self._servers.note_board(guild_id, channel.id, number)

    async def _find(self, channel: discord.TextChannel, sign: int) -> int | None:
        """The board that was posted here before a crash kept that from being noted."""
        try:
            async for found in channel.history(limit=SEARCHED):
                if any(getattr(each, "id", None) == sign for each in found.components):
                    return found.id
        except discord.Forbidden:
            # Where we may not read we cannot know; better twice than never.
            return None
        return None

    async def _is_seen(self, game: Standing, board: discord.TextChannel) -> bool:
        """Whether all who can read the board can see a game's channel: it betrays no other."""
        number = game.info.game.channel_id
        if number is None:
            return False
        place = board.guild.get_channel_or_thread(number)
        if place is None:
            try:
                # The cache knows no archived threads.
                place = await board.guild.fetch_channel(number)
            except (discord.HTTPException, discord.InvalidData):
                return False
        if isinstance(place, discord.Thread):
            if place.is_private() or place.parent is None:
                return False
            place = place.parent
        return all(place.permissions_for(each).view_channel for each in readers(board))


def readers(channel: discord.TextChannel) -> Iterable[discord.Role]:
    """The roles whose members can see a channel."""
    for role in channel.guild.roles:
        if channel.permissions_for(role).view_channel:
            yield role

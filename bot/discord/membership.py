"""What a user may do in a game's own channel and server, looked up there.

An interaction on the game's server carries the member and their permissions. For one from elsewhere
(another server, a DM) Discord is asked for the member, and its answer is kept for a minute: Herald
does without the privileged members intent, so nobody reports a kick. For what only hosts and
moderators may do it is asked each time: a role may have been taken while a form was open. A look-up
that fails is repeated, and if Discord still does not answer, rights are unknown: players play on.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import discord

from bot.discord.discord_errors import DISCORD_ERRORS, is_temporary
from bot.discord.interactions.replies import with_retries
from bot.moment import MINUTE, Moment, Span
from bot.service import Actor, GameInfo, GameRow, Herald, Person, Rights
from bot.service.seats.names import clean_name
from bot.service.seats.powers import Power, is_hosting

log = logging.getLogger("herald.discord")

REMEMBERED_FOR: Span = MINUTE
REMEMBERED_MOST = 10_000
UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013

NOBODY: Final = Rights(member=False, sees=False)
UNKNOWN: Final = Rights(sees=False, known=False)
"""Herald is not on the server any more, or Discord does not answer: players play on."""
NO_CHAT: Final = Rights(sees=False)
"""A game that no channel hosts is its players' alone."""


Hosting = discord.abc.GuildChannel | discord.Thread
"""What a game is played in."""


class _Remembered(NamedTuple):
    found: discord.Member | Hosting | None
    until: Moment


class Membership:
    """Looks up who is on which server, and what they may do in a game's channel."""

    def __init__(self, client: discord.Client, herald: Herald, wake: Callable[[], None]) -> None:
        self._client = client
        self._herald = herald
        self._wake = wake
        self._remembered: OrderedDict[tuple[int, int], _Remembered] = OrderedDict()
        """Members and channels of servers, by the server's id and their own."""

    async def actor(
        self, interaction: discord.Interaction[Any], info: GameInfo, power: Power = Power.SEE
    ) -> Actor:
        """Who asks, with the rights they have where the game is played, for the use of a power."""
        user, game = interaction.user, info.game
        if isinstance(user, discord.Member) and user.guild.id == game.guild_id:
            # Their roles come with the interaction.
            self._remember(user.guild.id, user.id, user)
            if interaction.channel_id == game.channel_id:
                return Actor(user.id, rights_here(interaction))
        elif is_hosting(power):
            return Actor(user.id, await self.rights_now(user.id, info))
        return Actor(user.id, await self.rights(user.id, info))

    async def rights_now(self, user_id: int, info: GameInfo) -> Rights:
        """The same as `rights`, by asking Discord: for who is about to get a seat, or to host."""
        if info.game.guild_id is not None:
            self._remembered.pop((info.game.guild_id, user_id), None)
        return await self.rights(user_id, info)

    async def rights(self, user_id: int, info: GameInfo) -> Rights:
        """What a user may do where a game is played; who has left its server loses their seat."""
        game = info.game
        if game.guild_id is None:
            return NO_CHAT
        guild = self._client.get_guild(game.guild_id)
        if guild is None or guild.unavailable:
            return UNKNOWN
        try:
            member = await self._member(guild, user_id)
            if member is not None:
                return await self._rights_there(member, game)
        except DISCORD_ERRORS as error:
            if not is_temporary(error):
                raise
            log.warning("user=%s guild=%s cannot be looked up: %s", user_id, guild.id, error)
            return UNKNOWN
        if info.seat_of(user_id) is not None and game.is_live:
            await self.left(guild.id, user_id)
        return NOBODY

    async def parent_of(self, game: GameRow) -> int | None:
        """The channel that a game's thread belongs to; None where it is none, or is not found."""
        guild = None if game.guild_id is None else self._client.get_guild(game.guild_id)
        if guild is None or game.channel_id is None or not game.is_thread:
            return None
        found = await self._channel(guild, game)
        return found.parent_id if isinstance(found, discord.Thread) else None

    async def left(self, guild_id: int, user_id: int) -> None:
        """A user is not on a server any more: a stand-in takes over in its games."""
        self._remember(guild_id, user_id, None)
        await self._herald.seats.member_left(guild_id, user_id)
        self._wake()

    def joined(self, guild_id: int, user_id: int) -> None:
        """A user may be on a server again: ask Discord next time."""
        self._remembered.pop((guild_id, user_id), None)

    def forget(self, user_id: int) -> None:
        """Keep nothing about a user."""
        for key in [key for key in self._remembered if key[1] == user_id]:
            del self._remembered[key]

    async def _member(self, guild: discord.Guild, user_id: int) -> discord.Member | None:
        known = self._known(guild.id, user_id)
        if known is not None and not isinstance(known.found, Hosting):
            return known.found
        try:
            member = await with_retries(lambda: guild.fetch_member(user_id))
        except discord.NotFound as error:
            if error.code not in (UNKNOWN_MEMBER, UNKNOWN_USER):
                raise
            member = None
        self._remember(guild.id, user_id, member)
        return member

    def _known(self, guild_id: int, some_id: int) -> _Remembered | None:
        known = self._remembered.get((guild_id, some_id))
        return known if known and self._herald.time.now() < known.until else None

    def _remember(
        self, guild_id: int, some_id: int, found: discord.Member | Hosting | None
    ) -> None:
        until = self._herald.time.now() + REMEMBERED_FOR
        self._remembered[guild_id, some_id] = _Remembered(found, until)
        self._remembered.move_to_end((guild_id, some_id))
        while len(self._remembered) > REMEMBERED_MOST:
            self._remembered.popitem(last=False)

    async def _rights_there(self, member: discord.Member, game: GameRow) -> Rights:
        """The rights of a member in a game's own channel; without it, those on the server."""
        channel = None if game.channel_id is None else await self._channel(member.guild, game)
        if channel is None:
            granted = member.guild_permissions
            return Rights(sees=False, moderates=_moderates(granted), roles=_roles(member))
        rights = _rights(channel.permissions_for(member), member)
        if isinstance(channel, discord.Thread) and channel.is_private() and not rights.moderates:
            sees = rights.sees and await _is_in(channel, member)
            return Rights(sees=sees, roles=rights.roles)
        return rights

    async def _channel(self, guild: discord.Guild, game: GameRow) -> Hosting | None:
        """A game's channel; None when it was deleted or Herald cannot see it."""
        channel_id = game.channel_id
        assert channel_id is not None
        found = guild.get_channel_or_thread(channel_id)
        if found is not None or not game.is_thread:
            return found
        known = self._known(guild.id, channel_id)
        if known is not None and not isinstance(known.found, discord.Member):
            return known.found
        try:
            # A thread that was archived is not among those Discord tells of.
            found = await with_retries(lambda: guild.fetch_channel(channel_id))
        except (discord.NotFound, discord.Forbidden):
            found = None
        self._remember(guild.id, channel_id, found)
        return found


def person(user: discord.User | discord.Member, rights: Rights = NOBODY) -> Person:
    """A user under the name they have on this server, or under any that can be shown."""
    names = (user.display_name, user.name, str(user.id))
    return Person(user.id, next(filter(None, map(clean_name, names))), rights)


def rights_here(interaction: discord.Interaction[Any]) -> Rights:
    """What who asks may do in the channel where they ask, as Discord has worked it out itself."""
    return _rights(interaction.permissions, interaction.user)


def manages_server(interaction: discord.Interaction[Any]) -> bool:
    """Whether who asks may manage the server where they ask."""
    granted = interaction.permissions
    is_there = interaction.guild_id is not None and isinstance(interaction.user, discord.Member)
    return is_there and (granted.administrator or granted.manage_guild)


def _rights(granted: discord.Permissions, user: discord.User | discord.Member) -> Rights:
    moderates, roles = _moderates(granted), _roles(user)
    return Rights(sees=granted.view_channel, moderates=moderates, roles=roles)


def _roles(user: discord.User | discord.Member) -> frozenset[int]:
    return frozenset(role.id for role in getattr(user, "roles", ()))


def _moderates(granted: discord.Permissions) -> bool:
    return granted.administrator or granted.manage_guild or granted.manage_channels


async def _is_in(thread: discord.Thread, member: discord.Member) -> bool:
    try:
        await with_retries(lambda: thread.fetch_member(member.id))
    except discord.NotFound:
        return False
    return True

"""Queries about users, guilds and channels: their settings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec
from sqlalchemy import bindparam, select

from bot.moment import Moment
from bot.store.games import Json
from bot.store.tables import channels, guilds
from bot.store.tables import users as users_table
from bot.store.transaction import Transaction

Notify = Literal["channel", "dm", "none"]
WhenAway = Literal["clock_stands", "stand_in"]


class User(msgspec.Struct, frozen=True, kw_only=True):
    """A user's wishes. Quiet hours are minutes after midnight in `time_zone` and may span midnight.

    Between `away_from` and `away_until` their clocks stand, or a stand-in plays for them.
    `language` is None as long as the user's Discord decides. `looks_on_arrival` says whether
    settlers that are sent somewhere from a list look, or explore, where they arrive.
    """

    user_id: int
    notify: Notify = "channel"
    quiet_from: int | None = None
    quiet_until: int | None = None
    time_zone: str = "UTC"
    away_from: Moment | None = None
    away_until: Moment | None = None
    when_away: WhenAway = "clock_stands"
    language: str | None = None
    looks_on_arrival: bool = True


class Guild(msgspec.Struct, frozen=True, kw_only=True):
    """A guild's settings. `left_at` says since when Herald is not in it."""

    guild_id: int
    language: str = "en"
    settings: dict[str, Json] = {}
    joined_at: Moment | None = None
    left_at: Moment | None = None


class _Channel(msgspec.Struct, frozen=True):
    channel_id: int
    rules: str


_USERS = select(users_table).where(users_table.c.user_id.in_(bindparam("users", expanding=True)))


async def user(tx: Transaction, user_id: int) -> User:
    """A user's wishes, the usual ones for someone who never set any."""
    return (await users(tx, [user_id]))[user_id]


async def users(tx: Transaction, user_ids: Iterable[int]) -> dict[int, User]:
    """The wishes of several users. A damaged row must not stop the games of who has it: the usual
    wishes take its place."""
    wanted, key = list(user_ids), users_table.c.user_id
    found = await tx.readable(_USERS, User, {"users": wanted}, key) if wanted else []
    said = {user.user_id: user for user in found}
    return {user_id: said.get(user_id) or User(user_id=user_id) for user_id in wanted}


async def save_user(tx: Transaction, changed: User) -> None:
    """Store a user's wishes."""
    await tx.put(users_table, msgspec.structs.asdict(changed))


async def guild(tx: Transaction, guild_id: int) -> Guild:
    """A guild's settings, the usual ones for one that is not known yet."""
    query = select(guilds).where(guilds.c.guild_id == guild_id)
    found = await tx.readable(query, Guild, {}, guilds.c.guild_id)
    return found[0] if found else Guild(guild_id=guild_id)


async def save_guild(tx: Transaction, changed: Guild) -> None:
    """Store a guild's settings."""
    await tx.put(guilds, msgspec.structs.asdict(changed))


async def rules_of_channel(tx: Transaction, channel_id: int) -> str | None:
    """The rule set that questions in a channel are about, if one was chosen."""
    query = select(channels).where(channels.c.channel_id == channel_id)
    found = await tx.readable(query, _Channel, {}, channels.c.channel_id)
    return found[0].rules if found else None


async def save_rules_of_channel(tx: Transaction, channel_id: int, rules: str) -> None:
    """Store which rule set questions in a channel are about."""
    await tx.put(channels, {"channel_id": channel_id, "rules": rules})

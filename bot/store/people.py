"""Queries about users, guilds and channels: their settings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec
from sqlalchemy import bindparam, select

from bot.moment import Moment
from bot.store.games import Pace, PaceKind, at_pace
from bot.store.tables import channels, games, guilds
from bot.store.tables import users as users_table
from bot.store.transaction import Transaction

Notify = Literal["channel", "dm", "none"]
Opener = Literal["anyone", "roles", "moderators"]
WhenAway = Literal["clock_stands", "stand_in"]


class User(msgspec.Struct, frozen=True, kw_only=True):
    """A user's wishes. Quiet hours are minutes after midnight in `time_zone` and may span midnight.

    Between `away_from` and `away_until` their clocks stand, or a stand-in plays for them.
    `looks_on_arrival` says whether settlers that are sent somewhere from a list look, or explore,
    where they arrive.
    """

    user_id: int
    notify: Notify = "channel"
    quiet_from: int | None = None
    quiet_until: int | None = None
    time_zone: str = "UTC"
    away_from: Moment | None = None
    away_until: Moment | None = None
    when_away: WhenAway = "clock_stands"
    looks_on_arrival: bool = True


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What the managers of a guild have decided about games there.

    With `opened_by` roles, members who have one of `roles` open games, and moderators always.
    Without `channels` games are played in any; a thread counts as its channel. What is None is
    chosen for each game (`ruleset`), as usual (`language`) or not limited (`games_most`).
    """

    opened_by: Opener = "anyone"
    roles: tuple[int, ...] = ()
    channels: tuple[int, ...] = ()
    games_most: int | None = None
    ruleset: str | None = None
    pace_kind: PaceKind = "relaxed"
    phase_minutes: int = 24 * 60
    time_zone: str = "UTC"
    language: str | None = None

    @property
    def usual_pace(self) -> Pace:
        """The pace of a game whose host says nothing else."""
        pace = Pace(phase_minutes=self.phase_minutes, time_zone=self.time_zone)
        return at_pace(pace, self.pace_kind)


class Guild(msgspec.Struct, frozen=True, kw_only=True):
    """A guild, as far as it is known. `left_at` says since when Herald is not in it, `greeted`
    that nobody there has to be told any more how to begin. Its board of games belongs into the
    channel `board_channel_id` and is the message `board_message_id` there, once it was posted."""

    guild_id: int
    settings: ServerSettings = ServerSettings()
    joined_at: Moment | None = None
    left_at: Moment | None = None
    greeted: bool = False
    board_channel_id: int | None = None
    board_message_id: int | None = None


class _Channel(msgspec.Struct, frozen=True):
    channel_id: int
    rules: str


_WITH_BOARD = (
    select(guilds.c.guild_id)
    .where(guilds.c.board_channel_id.is_not(None), guilds.c.left_at.is_(None))
    .order_by(guilds.c.guild_id)
)
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


async def guild(tx: Transaction, guild_id: int, *, lock: bool = False) -> Guild:
    """A guild, with the usual settings if it is not known yet. With `lock` nobody else changes it,
    or opens a game there by its settings, until this transaction is over."""
    query = select(guilds).where(guilds.c.guild_id == guild_id)
    if lock:
        query = query.with_for_update()
    found = await tx.readable(query, Guild, {}, guilds.c.guild_id)
    return found[0] if found else Guild(guild_id=guild_id)


async def save_guild(tx: Transaction, changed: Guild) -> None:
    """Store what is known of a guild."""
    await tx.put(guilds, msgspec.structs.asdict(changed))


async def with_boards(tx: Transaction, game_ids: Iterable[int] | None = None) -> list[int]:
    """The guilds that have a board of games: all, or those where one of some games is played."""
    if game_ids is None:
        return await tx.column(_WITH_BOARD)
    there = select(games.c.guild_id).where(games.c.id.in_(list(game_ids)))
    return await tx.column(_WITH_BOARD.where(guilds.c.guild_id.in_(there)))


async def rules_of_channel(tx: Transaction, channel_id: int) -> str | None:
    """The rule set that questions in a channel are about, if one was chosen."""
    query = select(channels).where(channels.c.channel_id == channel_id)
    found = await tx.readable(query, _Channel, {}, channels.c.channel_id)
    return found[0].rules if found else None


async def save_rules_of_channel(tx: Transaction, channel_id: int, rules: str) -> None:
    """Store which rule set questions in a channel are about."""
    await tx.put(channels, {"channel_id": channel_id, "rules": rules})

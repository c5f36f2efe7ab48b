"""Queries about games: what is agreed, where they are played, how far they are."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Literal, TypedDict, Unpack

import msgspec
from sqlalchemy import Select, and_, bindparam, func, or_, select, update

from bot.moment import Moment
from bot.store.errors import ChannelTaken, Conflict, NoSuchGame
from bot.store.tables import games, seats
from bot.store.transaction import Transaction, unnumbered

Status = Literal["lobby", "running", "paused", "finished", "abandoned"]
Json = Any
"""A JSON value: str, int, float, bool, None, list or dict of these."""

PaceKind = Literal["relaxed", "steady", "daily"]
AtTheEnd = Literal["careful", "stand_in", "default"]

LIVE_STATUSES: tuple[Status, ...] = ("lobby", "running", "paused")
"""A game in one of these is not over."""

CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels, so that no code is a word; no digits, so that none looks like a letter."""
CODE_LENGTH = 5
CODE_TRIES = 20


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """How fast the table plays. Times of day are minutes after midnight in `time_zone`.

    *Relaxed*: each question has its clock of `phase_minutes`. *Steady*: the questions after the
    first part of a turn have `later_minutes`. *Daily*: each turn ends at `turn_ends`; whatever is
    open then is carried out.
    """

    kind: PaceKind = "relaxed"
    phase_minutes: int = 24 * 60
    later_minutes: int = 8 * 60
    turn_ends: int = 20 * 60
    parts: tuple[int, ...] = ()
    """Until when the parts of a daily turn but the last are to be answered; empty as usual."""
    quiet_from: int | None = None
    quiet_until: int | None = None
    time_zone: str = "UTC"
    extension_minutes: int = 12 * 60
    extensions: int = 2
    """How often one phase may be prolonged by vote."""
    at_the_end: AtTheEnd = "careful"
    """What plays for a seat whose clock ran out: the steward with care or without, or nothing but
    the default."""
    advice: bool = True
    """Whether players may ask what a good player would do."""

    @property
    def has_clocks(self) -> bool:
        """Whether anybody is in a hurry: a practice game waits for ever."""
        return self.phase_minutes > 0


NIGHT = (23 * 60, 8 * 60)
"""The quiet hours of a table that has chosen none, where its pace needs some."""


def at_pace(pace: Pace, kind: PaceKind) -> Pace:
    """A table's pace changed to one of the named ones; what else the table chose stays.

    Clocks that are shorter than a day have to stop at night.
    """
    changed = msgspec.structs.replace(pace, kind=kind)
    if kind == "relaxed" or pace.quiet_from is not None:
        return changed
    start, until = NIGHT
    return msgspec.structs.replace(changed, quiet_from=start, quiet_until=until)


class GameRow(msgspec.Struct, frozen=True, kw_only=True):
    """A game, but for the server's seed, which stays secret until the end and which only
    `server_seed` gives; `id` and `code` are given by `create`.

    `seats_wanted` is how many the table has room for; it may begin with fewer. A game that is
    `open_to_outsiders` can be looked at by people who are not on its server. `head_hash`
    fingerprints the latest entry of the log and is the `prev_hash` of the next; `state_hash` the
    state after it. Both are None in the lobby. `agreed_hash` fingerprints what was agreed with the
    names that stand there now, where one was replaced because its player was forgotten; the log's
    first entry has the fingerprint of then.
    """

    id: int = 0
    code: str = ""
    ruleset: str
    ruleset_version: int
    options: dict[str, Json] = {}
    status: Status = "lobby"
    seats_wanted: int = 6
    guild_id: int | None = None
    channel_id: int | None = None
    is_thread: bool = False
    host_user_id: int
    open_to_outsiders: bool = False
    pace: Pace = Pace()
    language: str = "en"
    theme: str = "classic"
    commitment: str
    lobby_message_id: int | None = None
    phase_message_id: int | None = None
    choice_count: int = 0
    head_hash: str | None = None
    state_hash: str | None = None
    outcome: Json = None
    created_at: Moment
    started_at: Moment | None = None
    finished_at: Moment | None = None
    agreed_hash: str | None = None

    @property
    def is_live(self) -> bool:
        """Whether the game is not over."""
        return self.status in LIVE_STATUSES


class Changes(TypedDict, total=False):
    """What may be changed about a game besides its progress."""

    ruleset_version: int
    options: dict[str, Json]
    seats_wanted: int
    guild_id: int | None
    channel_id: int | None
    is_thread: bool
    host_user_id: int
    open_to_outsiders: bool
    pace: Pace
    language: str
    theme: str
    lobby_message_id: int | None
    phase_message_id: int | None
    agreed_hash: str | None


class _Secret(msgspec.Struct):
    server_seed: bytes


_COLUMNS = [games.c[name] for name in GameRow.__struct_fields__]


def _games() -> Select[Any]:
    return select(*_COLUMNS)


_THIS = games.c.id == bindparam("game")
_BY_ID = _games().where(_THIS)
_LOCKED = _BY_ID.with_for_update()
_BY_CODE = _games().where(games.c.code == bindparam("code"))
_IN_CHANNEL = _games().where(
    games.c.channel_id == bindparam("channel"),
    or_(*(games.c.status == status for status in LIVE_STATUSES)),
)
_OF_USER = (
    _games()
    .join(seats, seats.c.game_id == games.c.id)
    .where(
        seats.c.user_id == bindparam("user"),
        games.c.status.in_(bindparam("statuses", expanding=True)),
    )
    .order_by(games.c.id)
)
_WITHOUT_CHANNEL = (
    select(func.count())
    .select_from(games.join(seats, seats.c.game_id == games.c.id))
    .where(
        seats.c.user_id == bindparam("user"),
        games.c.channel_id.is_(None),
        games.c.created_at >= bindparam("since"),
    )
)
_CHANGE = update(games).where(_THIS)
_IN_CHANNELS_OF_HOST = (
    select(func.count())
    .select_from(games)
    .where(games.c.host_user_id == bindparam("host"), games.c.channel_id.is_not(None))
)
_WAITING_OF_HOST = _IN_CHANNELS_OF_HOST.where(games.c.status == "lobby")
_OPENED_BY_HOST = _IN_CHANNELS_OF_HOST.where(games.c.created_at > bindparam("since"))
_OF_GUILD = select(games.c.id).where(games.c.guild_id == bindparam("guild"))
_IS_LIVE_IN_GUILD = and_(
    games.c.guild_id == bindparam("guild"),
    or_(*(games.c.status == status for status in LIVE_STATUSES)),
)
_LIVE_IN_GUILD = select(func.count()).select_from(games).where(_IS_LIVE_IN_GUILD)
_ALL_IN_GUILD = _games().where(_IS_LIVE_IN_GUILD, games.c.channel_id.is_not(None))
_SERVER_SEED = select(games.c.server_seed).where(_THIS)


async def create(tx: Transaction, new: GameRow, server_seed: bytes, rng: Random) -> GameRow:
    """Create a game in the lobby, with a code of its own drawn from `rng`.

    Raises `ChannelTaken` when the channel hosts a game that is not over.
    """
    row = unnumbered(new) | {"server_seed": server_seed}
    for _ in range(CODE_TRIES):
        if new.channel_id is not None:
            other = await in_channel(tx, new.channel_id)
            if other is not None:
                raise ChannelTaken(new.channel_id, other.id)
        code = "".join(rng.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        if await by_code(tx, code) is not None:
            continue
        try:
            async with tx.attempt():
                return await get(tx, await tx.insert(games, row | {"code": code}))
        except Conflict:
            # Another process was faster with the code or in the channel; anything else is a fault.
            taken = new.channel_id is not None and await in_channel(tx, new.channel_id)
            if not taken and await by_code(tx, code) is None:
                raise
    raise Conflict(f"no free code for a game in {CODE_TRIES} tries")


async def get(tx: Transaction, game_id: int) -> GameRow:
    """The game of that number; raises `NoSuchGame`."""
    found = await tx.first(_BY_ID, GameRow, {"game": game_id})
    if found is None:
        raise NoSuchGame(game_id)
    return found


async def lock(tx: Transaction, game_id: int) -> GameRow:
    """The game as it is now, with every other writer kept out of it until the transaction ends."""
    found = await tx.first(_LOCKED, GameRow, {"game": game_id})
    if found is None:
        raise NoSuchGame(game_id)
    return found


async def by_code(tx: Transaction, code: str) -> GameRow | None:
    """The game with that public code, in capitals or not."""
    return await tx.first(_BY_CODE, GameRow, {"code": code.upper()})


async def in_channel(tx: Transaction, channel_id: int) -> GameRow | None:
    """The game that a channel hosts now. Games that are over do not count."""
    return await tx.first(_IN_CHANNEL, GameRow, {"channel": channel_id})


async def running(tx: Transaction, guild_id: int | None = None) -> list[int]:
    """The numbers of the games that run, of one guild if given, oldest first.

    Not their rows: one that is damaged must not keep the others from going on.
    """
    query = select(games.c.id).where(games.c.status == "running").order_by(games.c.id)
    if guild_id is not None:
        query = query.where(games.c.guild_id == guild_id)
    return await tx.column(query)


async def of_user(
    tx: Transaction, user_id: int, statuses: Sequence[Status] = LIVE_STATUSES
) -> list[GameRow]:
    """The games in which a user has a seat, oldest first, without those that cannot be read."""
    values = {"user": user_id, "statuses": list(statuses)}
    return await tx.readable(_OF_USER, GameRow, values, games.c.id)


async def opened_by(tx: Transaction, user_id: int, since: Moment) -> tuple[int, int]:
    """How many games in channels a user hosts that have not begun, and opened since a moment."""
    waiting = await tx.scalar(_WAITING_OF_HOST, {"host": user_id})
    return int(waiting), int(await tx.scalar(_OPENED_BY_HOST, {"host": user_id, "since": since}))


async def live_in_guild(tx: Transaction, guild_id: int) -> int:
    """How many games of a guild are not over."""
    return int(await tx.scalar(_LIVE_IN_GUILD, {"guild": guild_id}))


async def in_guild(tx: Transaction, guild_id: int) -> list[GameRow]:
    """The games of a guild's channels that are not over, oldest first, without those that cannot
    be read."""
    query = _ALL_IN_GUILD.order_by(games.c.id)
    return await tx.readable(query, GameRow, {"guild": guild_id}, games.c.id)


async def known_guild(tx: Transaction, guild_id: int) -> bool:
    """Whether a guild has, or had, a game."""
    return await tx.scalar(_OF_GUILD.limit(1), {"guild": guild_id}) is not None


async def without_channel(tx: Transaction, user_id: int, since: Moment) -> int:
    """How many games that no channel hosts were opened with a seat for a user since a moment."""
    return int(await tx.scalar(_WITHOUT_CHANNEL, {"user": user_id, "since": since}))


async def change(tx: Transaction, game_id: int, **changes: Unpack[Changes]) -> None:
    """Change what is agreed about a game, or note where its messages are.

    Raises `ChannelTaken` when it is moved to a channel that hosts another game.
    """
    channel_id = changes.get("channel_id")
    if channel_id is not None:
        other = await in_channel(tx, channel_id)
        if other is not None and other.id != game_id:
            raise ChannelTaken(channel_id, other.id)
    values = {"game": game_id, **changes}
    if not await tx.write(_CHANGE, values):
        raise NoSuchGame(game_id)


async def server_seed(tx: Transaction, game_id: int) -> bytes:
    """The secret that the dice are keyed with. Show it to nobody before the game is over."""
    found = await tx.first(_SERVER_SEED, _Secret, {"game": game_id})
    if found is None:
        raise NoSuchGame(game_id)
    return found.server_seed

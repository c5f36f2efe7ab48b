"""The log of a game: entry 0 is the set-up, each further entry a choice or the taking back of one.

Entries are added and never changed. `prev_hash` is the `hash` of the entry before; what the hashes
are made of is the engine's business. They do not cover everything in an entry, and are slow to make
again: so each entry has a checksum as well, by which damage shows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal
from zlib import crc32

import msgspec
from sqlalchemy import bindparam, delete, func, select

from bot.moment import Moment
from bot.store import games
from bot.store.connection import Statement
from bot.store.errors import BrokenChain, StaleWrite, StoreError, WrongStatus
from bot.store.games import GameRow, Json, Status
from bot.store.tables import choices, snapshots
from bot.store.transaction import Transaction

By = Literal["player", "clock", "orders", "ai", "undo", "host"]
"""Who made an entry: a player, a clock that ran out, a prepared choice, an AI player, an undo by
consent, the host."""

PLAYED: tuple[Status, ...] = ("running", "paused")
"""The statuses of a game in which choices are made."""

SETUP = 0
KEEP_EVERY = 50
"""The state after every so many entries is kept for good, so that any moment is near one."""
_BATCH = 500


class LogEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the log, and the `turn` in which it leaves the game.

    `interaction_id` names the click or deadline that caused it: the same one is recorded once.
    `revealed` says that something came to light, so that it cannot be taken back alone;
    `secret` that what was chosen is not known to all when it is chosen;
    `undoes` is the number of the entry that this one takes back, 0 for a choice. `draws` and
    `events` are the engine's, as plain JSON; events can be secret, so show them by their audience.
    """

    game_id: int
    number: int
    turn: int = 0
    seat: int | None
    decision: str
    kind: str = ""
    value: Json = None
    by: By = "player"
    undoes: int = 0
    revealed: bool = False
    secret: bool = False
    interaction_id: str | None = None
    draws: list[Json] = []
    events: list[Json] = []
    prev_hash: str
    hash: str
    state_hash: str
    at: Moment
    checksum: int = 0
    """That of all the others as they were written; it is made when the entry is added."""

    def is_as_written(self) -> bool:
        """Whether it is what was written, as far as a checksum tells."""
        return self.checksum == checksum(self)


class AlreadyRecorded(StoreError):
    """This very click was recorded before, as `choice`. Nothing was written again."""

    def __init__(self, choice: LogEntry) -> None:
        super().__init__(choice)
        self.choice = choice

    def __str__(self) -> str:
        return f"game {self.choice.game_id}: choice {self.choice.number} was recorded already"


class Outline(msgspec.Struct, frozen=True, kw_only=True):
    """What kind of entry one is, without what was chosen and what happened."""

    number: int
    seat: int | None
    by: By
    undoes: int
    revealed: bool
    interaction_id: str | None


class StoredState(msgspec.Struct, frozen=True, kw_only=True):
    """The encoded state after entry `number`."""

    game_id: int
    number: int
    state: bytes


class _Latest(msgspec.Struct):
    seat: int
    number: int


class _Last(msgspec.Struct):
    number: int | None


_IN_GAME = choices.c.game_id == bindparam("game")
_BY_INTERACTION = select(choices).where(choices.c.interaction_id == bindparam("interaction"))
_AFTER = (
    select(choices)
    .where(_IN_GAME, choices.c.number > bindparam("after"))
    .order_by(choices.c.number)
)
_FIRST_BY_HAND = (
    select(choices)
    .where(
        _IN_GAME,
        choices.c.seat == bindparam("of_seat"),
        choices.c.by == "player",
        choices.c.at >= bindparam("since"),
    )
    .order_by(choices.c.number)
    .limit(1)
)
_OUTLINES = (
    select(*(choices.c[name] for name in Outline.__struct_fields__))
    .where(_IN_GAME, choices.c.number > bindparam("after"))
    .order_by(choices.c.number)
)
_SOME_AFTER = _AFTER.limit(bindparam("most"))
_SOME_BEFORE = (
    select(choices)
    .where(_IN_GAME, choices.c.number < bindparam("before"))
    .order_by(choices.c.number.desc())
    .limit(bindparam("most"))
)
_END_OF_TURN = select(func.max(choices.c.number).label("number")).where(
    _IN_GAME, choices.c.turn <= bindparam("turn")
)
_ENTRY = select(choices).where(_IN_GAME, choices.c.number == bindparam("at"))
_LATEST_BY_SEAT = (
    select(choices.c.seat, func.max(choices.c.number).label("number"))
    .where(_IN_GAME, choices.c.seat.is_not(None))
    .group_by(choices.c.seat)
)
_STATE = (
    select(snapshots)
    .where(snapshots.c.game_id == bindparam("game"), snapshots.c.number <= bindparam("latest"))
    .order_by(snapshots.c.number.desc())
    .limit(1)
)
_KEPT = (
    select(snapshots.c.number)
    .where(snapshots.c.game_id == bindparam("game"))
    .order_by(snapshots.c.number)
)
NEVER = 1 << 30
"""A number that no entry reaches."""

_encode = msgspec.json.Encoder().encode
assert LogEntry.__struct_fields__[-1] == "checksum"


def checksum(entry: LogEntry) -> int:
    """The checksum of all that an entry holds."""
    return crc32(_encode(msgspec.structs.astuple(entry)[:-1]))


async def first_by_hand(tx: Transaction, game_id: int, seat: int, since: Moment) -> LogEntry | None:
    """The first choice that a seat's player made at some moment or later."""
    about = {"game": game_id, "of_seat": seat, "since": since}
    return await tx.first(_FIRST_BY_HAND, LogEntry, about)


async def check_next(tx: Transaction, new: LogEntry) -> GameRow:
    """Lock the game and make sure that `new` is what comes next in it.

    Raises `AlreadyRecorded`, `WrongStatus` or `StaleWrite`, in this order: the second click of a
    pair gets the outcome of the first, whatever happened since.
    """
    game = await games.lock(tx, new.game_id)
    if new.interaction_id is not None:
        before = await by_interaction(tx, new.interaction_id)
        if before is not None:
            raise AlreadyRecorded(before)
    if game.status not in PLAYED:
        raise WrongStatus(game.id, game.status)
    if new.number != game.choice_count + 1 or new.prev_hash != game.head_hash:
        raise StaleWrite(game.id, new.number, new.prev_hash, game.choice_count, game.head_hash)
    return game


def appending(new: LogEntry, state: bytes) -> list[Statement]:
    """What adds an entry and the state after it, and let go of the states nobody needs any more.

    Kept are the latest state, every `KEEP_EVERY`th, and all since something was last revealed. For
    `lifecycle`, which keeps the game's row in step.
    """
    kept = {"game_id": new.game_id, "number": new.number, "state": state}
    statements: list[Statement] = [
        (_ADD_ENTRY, msgspec.structs.asdict(new) | {"checksum": checksum(new)}),
        (_ADD_STATE, kept),
    ]
    if new.revealed:
        # Nobody can go back behind this entry alone any more.
        statements.append((_LET_GO, {"game": new.game_id, "revealed": new.number}))
    return statements


_ADD_ENTRY = choices.insert()
_ADD_STATE = snapshots.insert()
_LET_GO = delete(snapshots).where(
    snapshots.c.game_id == bindparam("game"),
    snapshots.c.number < bindparam("revealed"),
    snapshots.c.number % KEEP_EVERY != 0,
)


async def by_interaction(tx: Transaction, interaction_id: str) -> LogEntry | None:
    """The entry that a click or a deadline caused, or None."""
    return await tx.first(_BY_INTERACTION, LogEntry, {"interaction": interaction_id})


async def of_game(
    tx: Transaction, game_id: int, *, after: int = SETUP, limit: int | None = None
) -> list[LogEntry]:
    """A game's entries with a number above `after`, in order. `after=-1` includes the set-up."""
    values = {"game": game_id, "after": after}
    if limit is None:
        return await tx.many(_AFTER, LogEntry, values)
    return await tx.many(_SOME_AFTER, LogEntry, values | {"most": limit})


async def before(tx: Transaction, game_id: int, number: int, limit: int) -> list[LogEntry]:
    """A game's entries with a lower number, the latest first, the set-up included."""
    values = {"game": game_id, "before": number, "most": limit}
    return await tx.many(_SOME_BEFORE, LogEntry, values)


async def end_of_turn(tx: Transaction, game_id: int, turn: int) -> int:
    """The number of the last entry that left a game in a turn, or in an earlier one."""
    found = await tx.first(_END_OF_TURN, _Last, {"game": game_id, "turn": turn})
    return SETUP if found is None or found.number is None else found.number


async def outlines(tx: Transaction, game_id: int, *, after: int) -> list[Outline]:
    """The outlines of a game's entries with a number above `after`, in order."""
    return await tx.many(_OUTLINES, Outline, {"game": game_id, "after": after})


async def get(tx: Transaction, game_id: int, number: int) -> LogEntry | None:
    """One entry, or None; number 0 is the set-up."""
    return await tx.first(_ENTRY, LogEntry, {"game": game_id, "at": number})


async def latest_by_seat(tx: Transaction, game_id: int) -> dict[int, int]:
    """The number of each seat's latest entry; seats that have none are left out."""
    found = await tx.many(_LATEST_BY_SEAT, _Latest, {"game": game_id})
    return {row.seat: row.number for row in found}


async def snapshot(
    tx: Transaction, game_id: int, at_or_before: int | None = None
) -> StoredState | None:
    """The latest kept state, or the latest one not after an entry; None in the lobby."""
    latest = NEVER if at_or_before is None else at_or_before
    return await tx.first(_STATE, StoredState, {"game": game_id, "latest": latest})


async def kept_states(tx: Transaction, game_id: int) -> list[int]:
    """The numbers of the entries whose states are kept."""
    return await tx.column(_KEPT, {"game": game_id})


async def verify_chain(
    tx: Transaction,
    game_id: int,
    *,
    fingerprint: Callable[[LogEntry], str] | None = None,
    hash_state: Callable[[bytes], str] | None = None,
) -> int:
    """Prove that a game's stored history holds together; the number of choices in it.

    Entries must be numbered without a gap, each must name the hash of the one before, and the
    game's row and latest state must agree with the last. `fingerprint`, where given, makes an
    entry's hash again (the set-up's excepted, which covers the table too), `hash_state` that of a
    kept state. Raises `BrokenChain`.
    """
    game = await games.get(tx, game_id)
    kept = set(await kept_states(tx, game_id))
    last: LogEntry | None = None
    while batch := await of_game(
        tx, game_id, after=last.number if last else SETUP - 1, limit=_BATCH
    ):
        for entry in batch:
            _check_link(entry, last)
            if fingerprint is not None and entry.number != SETUP:
                _check(
                    entry, fingerprint(entry) == entry.hash, "its hash is not that of its content"
                )
            _check(entry, entry.is_as_written(), "it has another checksum")
            if hash_state is not None and entry.number in kept:
                found = await snapshot(tx, game_id, entry.number)
                same = found is not None and hash_state(found.state) == entry.state_hash
                _check(entry, same, "the kept state has another hash")
            last = entry
    if last is None:
        if game.started_at is None:
            return 0
        raise BrokenChain(game_id, SETUP, "the set-up is missing")
    _check(last, game.choice_count == last.number, f"the game counts {game.choice_count} choices")
    _check(last, game.head_hash == last.hash, "the game's row names another entry as the last")
    _check(last, game.state_hash == last.state_hash, "the game's row names another state")
    _check(last, last.number in kept, "the latest state is missing")
    return last.number


def _check_link(entry: LogEntry, before: LogEntry | None) -> None:
    expected = SETUP if before is None else before.number + 1
    if entry.number != expected:
        raise BrokenChain(entry.game_id, expected, "the entry is missing")
    if before is not None:
        _check(entry, entry.prev_hash == before.hash, "it does not follow the entry before it")


def _check(entry: LogEntry, holds: bool, problem: str) -> None:
    if not holds:
        raise BrokenChain(entry.game_id, entry.number, problem)

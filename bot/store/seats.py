"""Queries about seats: who plays, and who played before."""

from __future__ import annotations

from typing import Literal, TypedDict, Unpack

import msgspec
from sqlalchemy import bindparam, delete, select, update

from bot.moment import Moment
from bot.store import games
from bot.store.errors import NoSuchGame, SeatTaken, WrongStatus
from bot.store.tables import seat_changes, seats
from bot.store.transaction import Transaction

Kind = Literal["human", "ai", "stand_in"]
"""`ai` plays by agreement; `stand_in` plays for a human who is away or gone."""


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat and who occupies it. `dm_ok` is None until a test message was tried.

    `preference` is what its player chose in the lobby, before the game asks for it. Its player
    looked at the game last at `seen_at`, when its log had come to `seen_number`; the time before
    they had been away since entry `away_from`.
    """

    game_id: int
    seat: int
    user_id: int | None = None
    kind: Kind = "human"
    name: str
    colour: str | None = None
    preference: str | None = None
    player_seed: bytes
    dm_ok: bool | None = None
    joined_at: Moment
    left_at: Moment | None = None
    seen_at: Moment | None = None
    seen_number: int = 0
    away_from: int = 0


class SeatChange(msgspec.Struct, frozen=True, kw_only=True):
    """A seat passed from one occupant to another. `reason` names a message."""

    id: int
    game_id: int
    seat: int
    from_user_id: int | None
    from_kind: Kind
    from_name: str
    to_user_id: int | None
    to_kind: Kind
    to_name: str
    reason: str
    at: Moment


class Details(TypedDict, total=False):
    """What may change about a seat without its passing to someone else."""

    name: str
    colour: str | None
    preference: str | None
    dm_ok: bool | None
    player_seed: bytes
    left_at: Moment | None
    seen_at: Moment | None
    seen_number: int
    away_from: int


_IN_GAME = seats.c.game_id == bindparam("game")
_AT = seats.c.seat == bindparam("at")
_OF_GAME = select(seats).where(_IN_GAME).order_by(seats.c.seat)
_ONE = select(seats).where(_IN_GAME, _AT)
_OF_USER = select(seats).where(_IN_GAME, seats.c.user_id == bindparam("user"))
_GIVEN = select(seats.c.seat).where(
    seats.c.user_id == bindparam("user"),
    seats.c.player_seed == bindparam("share"),
    seats.c.game_id != bindparam("game"),
)
_CHANGE = update(seats).where(_IN_GAME, _AT)
_HISTORY = (
    select(seat_changes)
    .where(seat_changes.c.game_id == bindparam("game"))
    .order_by(seat_changes.c.id)
)


async def sit(tx: Transaction, new: Seat) -> None:
    """Seat someone in the lobby.

    Raises `SeatTaken` when the seat is taken or the user sits in the game already, `WrongStatus`
    when the game has begun.
    """
    await _in_lobby(tx, new.game_id)
    for other in await of_game(tx, new.game_id):
        same_user = new.user_id is not None and other.user_id == new.user_id
        if other.seat == new.seat or same_user:
            raise SeatTaken(new.game_id, other.seat, other.user_id)
    await tx.add(seats, msgspec.structs.asdict(new))


async def leave(tx: Transaction, game_id: int, seat: int) -> None:
    """Free a seat in the lobby; those behind it move up, for seats have no gaps.

    Raises `WrongStatus` when the game has begun: then a seat is passed on (`pass_on`), never freed.
    """
    await _in_lobby(tx, game_id)
    if not await tx.write(delete(seats).where(seats.c.game_id == game_id, seats.c.seat == seat)):
        return
    # One by one, lowest first: the numbers are unique at every moment.
    for behind in await of_game(tx, game_id):
        if behind.seat > seat:
            await tx.write(
                update(seats)
                .where(seats.c.game_id == game_id, seats.c.seat == behind.seat)
                .values(seat=behind.seat - 1)
            )


async def of_game(tx: Transaction, game_id: int) -> list[Seat]:
    """The seats of a game in order."""
    return await tx.many(_OF_GAME, Seat, {"game": game_id})


async def get(tx: Transaction, game_id: int, seat: int) -> Seat | None:
    """One seat, or None."""
    return await tx.first(_ONE, Seat, {"game": game_id, "at": seat})


async def of_user(tx: Transaction, game_id: int, user_id: int) -> Seat | None:
    """A user's seat in a game, or None."""
    return await tx.first(_OF_USER, Seat, {"game": game_id, "user": user_id})


async def gave_before(tx: Transaction, game_id: int, user_id: int, share: bytes) -> bool:
    """Whether a user's seat in another game has, or had, the same share of the dice."""
    values = {"user": user_id, "share": share, "game": game_id}
    return await tx.scalar(_GIVEN, values) is not None


async def change(tx: Transaction, game_id: int, seat: int, **details: Unpack[Details]) -> None:
    """Change details of a seat, such as its colour or since when its player is gone."""
    if not await tx.write(_CHANGE, {"game": game_id, "at": seat, **details}):
        raise NoSuchGame(game_id)


async def prefer(tx: Transaction, game_id: int, seat: int, preference: str | None) -> None:
    """Note what a player chose in the lobby, or that they choose nothing yet.

    Raises `SeatTaken` when another seat has chosen the same, `WrongStatus` when the game has begun.
    """
    await _in_lobby(tx, game_id)
    for other in await of_game(tx, game_id):
        if preference is not None and other.preference == preference and other.seat != seat:
            raise SeatTaken(game_id, other.seat, other.user_id)
    await change(tx, game_id, seat, preference=preference)


async def pass_on(
    tx: Transaction,
    game_id: int,
    seat: int,
    *,
    user_id: int | None,
    kind: Kind,
    name: str,
    reason: str,
    at: Moment,
) -> None:
    """Give a seat to someone else, or to a stand-in, and note it in the seat's history.

    The seat keeps its colour and its seed: the dice of a game are keyed once and for all. A human's
    stand-in may keep `user_id`, so that the human can come back. Raises `SeatTaken` when the user
    sits elsewhere in the game.
    """
    await games.lock(tx, game_id)
    old = await get(tx, game_id, seat)
    if old is None:
        raise NoSuchGame(game_id)
    if user_id is not None:
        elsewhere = await of_user(tx, game_id, user_id)
        if elsewhere is not None and elsewhere.seat != seat:
            raise SeatTaken(game_id, elsewhere.seat, user_id)
    await tx.insert(
        seat_changes,
        {
            "game_id": game_id,
            "seat": seat,
            "from_user_id": old.user_id,
            "from_kind": old.kind,
            "from_name": old.name,
            "to_user_id": user_id,
            "to_kind": kind,
            "to_name": name,
            "reason": reason,
            "at": at,
        },
    )
    same_person = user_id is not None and user_id == old.user_id
    await tx.write(
        update(seats)
        .where(seats.c.game_id == game_id, seats.c.seat == seat)
        .values(
            user_id=user_id,
            kind=kind,
            name=name,
            dm_ok=old.dm_ok if same_person else None,
            joined_at=old.joined_at if same_person else at,
            seen_at=old.seen_at if same_person else at,
            left_at=at if kind == "stand_in" else None,
        )
    )


async def history(tx: Transaction, game_id: int) -> list[SeatChange]:
    """Every passing of a seat in a game, oldest first."""
    return await tx.many(_HISTORY, SeatChange, {"game": game_id})


async def _in_lobby(tx: Transaction, game_id: int) -> None:
    game = await games.lock(tx, game_id)
    if game.status != "lobby":
        raise WrongStatus(game_id, game.status)

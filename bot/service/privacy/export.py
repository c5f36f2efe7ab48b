"""All that is stored about a person, as a file they can read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from bot.moment import as_datetime
from bot.store import Store, Transaction, games, personal, seats, votes
from bot.store.games import GameRow
from bot.store.personal import Row
from bot.store.seats import Seat, SeatChange
from bot.version import MADE_BY
from engine.core.dice import share_text

FOREVER = 1 << 62
WHEN = ("at", "created_at", "done_at", "opened_at", "closed_at", "away_from", "away_until")


class PersonalFile(msgspec.Struct, frozen=True):
    """A person's data."""

    file_name: str
    content: bytes


async def export(store: Store, user_id: int) -> PersonalFile:
    """All rows about a user, as JSON (see `Herald.export_me`)."""
    found = await store.read(lambda tx: _everything(tx, user_id))
    content = msgspec.json.format(msgspec.json.encode(found), indent=2)
    return PersonalFile("herald-my-data.json", content)


async def _everything(tx: Transaction, user_id: int) -> dict[str, Any]:
    about = [await games.get(tx, each) for each in await personal.games_about(tx, user_id)]
    codes = {row.id: row.code for row in about}
    letters = await personal.letters_to(tx, user_id)
    return {
        "made_by": MADE_BY,
        "user_id": str(user_id),
        "settings": [_readable(each) for each in await personal.settings(tx, user_id)],
        "lessons": [_readable(each) for each in await personal.lessons_of(tx, user_id)],
        "games": [await _game(tx, row, user_id) for row in about],
        "letters": [_readable({"game": codes.get(each.pop("game_id"))} | each) for each in letters],
    }


async def _game(tx: Transaction, row: GameRow, user_id: int) -> dict[str, Any]:
    """What a game has of a user: their seats, and what was chosen there while it was they."""
    seated, history = await seats.of_game(tx, row.id), await seats.history(tx, row.id)
    found: dict[str, Any] = {
        "game": row.code,
        "rules": row.ruleset,
        "status": row.status,
        "server": row.guild_id and str(row.guild_id),
        "channel": row.channel_id and str(row.channel_id),
        "you_host": row.host_user_id == user_id,
        "seats": [],
        "asked_for_a_seat": [
            {"name": vote.detail["name"], "at": _when(vote.opened_at), "state": vote.state}
            for vote in await votes.of_game(tx, row.id)
            if vote.detail.get("user_id") == user_id
        ],
    }
    for seat in seated:
        past = [change for change in history if change.seat == seat.seat]
        times = tenures(seat, past, user_id)
        if times:
            found["seats"].append(await _seat(tx, seat, past, times, user_id))
    return found


Tenure = tuple[int, int]


def tenures(seat: Seat, past: Sequence[SeatChange], user_id: int) -> list[Tenure]:
    """From when until when a seat was a user's own."""
    found: list[Tenure] = []
    holder, since = (past[0].from_user_id if past else seat.user_id), 0
    for change in past:
        if holder == user_id:
            found.append((since, change.at))
        holder, since = change.to_user_id, change.at
    return [*found, (since, FOREVER)] if holder == user_id else found


async def _seat(
    tx: Transaction,
    seat: Seat,
    past: Sequence[SeatChange],
    times: Sequence[Tenure],
    user_id: int,
) -> dict[str, Any]:
    def own(row: Row) -> bool:
        moments = [row[field] for field in ("at", "opened_at") if field in row]
        return any(start <= each < end for each in moments for start, end in times)

    is_now = seat.user_id == user_id
    rows = await personal.at_seat(tx, seat.game_id, seat.seat)
    names = {change.from_name for change in past if change.from_user_id == user_id}
    found: dict[str, Any] = {
        "seat": seat.seat,
        "names": sorted(names | ({seat.name} if is_now else set())),
        "from": [_when(start) for start, _ in times if start],
        "until": [_when(end) for _, end in times if end != FOREVER],
        # What others can do with it now is theirs.
        "choices": [_readable(each) for each in rows["choices"] if own(each)],
        "votes": [_readable(each) for each in rows["votes"] if own(each)],
        "ballots": [_readable(each) for each in rows["ballots"] if own(each)],
    }
    if is_now:
        found |= {
            "colour": seat.colour,
            "preference": seat.preference,
            "letters_reach_you": seat.dm_ok,
            "seen_at": None if seat.seen_at is None else _when(seat.seen_at),
            "prepared": [_readable(each) for each in rows["prepared"]],
            "advice_at": [each["number"] for each in rows["advice"]],
        }
    if not past or past[0].from_user_id == user_id:
        found["share_of_the_dice"] = share_text(seat.player_seed)
    return found


def _readable(row: Row) -> Row:
    """A row with moments as people write them, and without what is not there."""
    return {
        name: _when(value) if name in WHEN else str(value) if name == "user_id" else value
        for name, value in row.items()
        if value is not None and name != "game_id"
    }


def _when(moment: int) -> str:
    return as_datetime(moment).isoformat()

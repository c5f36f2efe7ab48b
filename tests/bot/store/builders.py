"""Games and choices for the tests of the store, made in one line."""

from __future__ import annotations

import hashlib
from itertools import count
from random import Random
from typing import Any

import msgspec

from bot.moment import HOUR, Moment
from bot.store import Store, choices, games, lifecycle, seats
from bot.store.choices import LogEntry, checksum
from bot.store.clocks import Clock
from bot.store.games import GameRow
from bot.store.lifecycle import Recorded, SetUp
from bot.store.outbox import NewMessage
from bot.store.seats import Seat

NOON: Moment = 1_760_000_000_000_000
"""The moment at which the tests take place."""

_channels = count(1000)


def sha(text: str) -> str:
    """Stands for any of the engine's hashes."""
    return hashlib.sha256(text.encode()).hexdigest()


async def a_lobby(store: Store, *, channel_id: int | None = None, players: int = 3) -> GameRow:
    """A game in the lobby, with users 1, 2, 3... seated."""
    new = GameRow(
        ruleset="standard",
        ruleset_version=1,
        options={"turn_limit": 12},
        guild_id=7,
        channel_id=next(_channels) if channel_id is None else channel_id,
        host_user_id=1,
        commitment=sha("seed"),
        created_at=NOON,
    )
    async with store.transaction() as tx:
        game = await games.create(tx, new, b"seed", Random())
        for seat in range(players):
            await seats.sit(tx, a_seat(game, seat))
    return game


def a_seat(game: GameRow, seat: int, **details: Any) -> Seat:
    """User `seat` + 1 on that seat."""
    usual = {"user_id": seat + 1, "name": f"Player {seat + 1}", "player_seed": bytes([seat])}
    return Seat(game_id=game.id, seat=seat, joined_at=NOON, **{**usual, **details})


async def a_game(store: Store, *, players: int = 3, channel_id: int | None = None) -> GameRow:
    """A game that has just begun."""
    lobby = await a_lobby(store, channel_id=channel_id, players=players)
    set_up = SetUp(hash=sha(f"table {lobby.id}"), state_hash=sha("state 0"))
    async with store.transaction() as tx:
        await lifecycle.start_game(tx, lobby.id, set_up, b"state 0", at=NOON)
        return await games.get(tx, lobby.id)


def a_choice(game: GameRow, **details: Any) -> LogEntry:
    """What comes next in a game as it was read: seat 0 builds a city."""
    number = game.choice_count + 1
    entry = {
        "game_id": game.id,
        "number": number,
        "seat": 0,
        "decision": "purchase",
        "value": {"buy": ["city"], "where": "gobi"},
        "draws": [[6, 2]],
        "events": [{"type": "Built", "what": "city"}],
        "prev_hash": game.head_hash,
        "state_hash": sha(f"state {number}"),
        "at": NOON + number,
        **details,
    }
    made = LogEntry(hash=fingerprint(entry), **entry)
    return msgspec.structs.replace(made, checksum=checksum(made))


def fingerprint(entry: dict[str, Any]) -> str:
    """A hash of an entry's content."""
    return sha(f"{entry['seat']} {entry['decision']} {entry['value']} {entry['prev_hash']}")


def fingerprint_of(choice: LogEntry) -> str:
    """The same for an entry as stored."""
    return fingerprint({name: getattr(choice, name) for name in LogEntry.__struct_fields__})


def a_state(number: int) -> bytes:
    """The encoded state after an entry."""
    return f"state {number}".encode()


async def play(store: Store, game_id: int, times: int = 1, **details: Any) -> GameRow:
    """Make the next choices of a game, each in a transaction of its own."""
    async with store.reading() as tx:
        game = await games.get(tx, game_id)
    for _ in range(times):
        async with store.transaction() as tx:
            choice = a_choice(game, **details)
            await lifecycle.record_choice(tx, choice, a_state(choice.number))
            game = await games.get(tx, game_id)
    return game


async def record(store: Store, choice: LogEntry, **rest: Any) -> Recorded:
    """Record a choice in a transaction of its own."""
    async with store.transaction() as tx:
        return await lifecycle.record_choice(tx, choice, a_state(choice.number), **rest)


def a_clock(seat: int | None = 0, decision: str = "purchase", **details: Any) -> Clock:
    """A clock of two hours that reminds after one."""
    usual = {"opened_at": NOON, "due_at": NOON + 2 * HOUR, "remind_at": NOON + HOUR}
    return Clock(seat=seat, decision=decision, **{**usual, **details})


def a_post(text: str = "Jade has chosen", channel_id: int = 5, **details: Any) -> NewMessage:
    """Something said in channel 5."""
    return NewMessage(kind="phase", channel_id=channel_id, payload={"content": text}, **details)


def a_dm(text: str = "Your move", user_id: int = 1, **details: Any) -> NewMessage:
    """Something said to user 1."""
    return NewMessage(kind="ask", user_id=user_id, payload={"content": text}, **details)


async def history(store: Store, game_id: int) -> list[LogEntry]:
    """All entries of a game's log after the set-up."""
    async with store.reading() as tx:
        return await choices.of_game(tx, game_id)

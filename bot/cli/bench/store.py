"""Measures the store: committed choices, each with its state, a clock and a message."""

from __future__ import annotations

import asyncio
import hashlib
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

from bot.cli.bench.figures import Figure
from bot.moment import HOUR, Moment, now
from bot.store import Store, Transaction, games, lifecycle, seats
from bot.store.choices import LogEntry
from bot.store.clocks import Clock
from bot.store.games import GameRow
from bot.store.lifecycle import Recorded, SetUp
from bot.store.outbox import NewMessage
from bot.store.seats import Seat

STATE = Random(2002).randbytes(2500)
"""As large as a state in the middle of a game of six."""
TABLES = 8
REVEAL_EVERY = 4
LEAST = 5
"""Choices that are measured even when the time is over."""


def bench_store(seconds: float, folder: Path | None = None) -> Iterator[Figure]:
    """Measure commits to a SQLite file in `folder` (the folder for temporary files if None)."""
    for tables in (1, TABLES):
        with tempfile.TemporaryDirectory(prefix="herald-bench-", dir=folder) as place:
            spans, spent = asyncio.run(_commits(f"sqlite:///{place}/herald.db", tables, seconds))
        where = "1 table" if tables == 1 else f"{tables} tables"
        yield Figure(f"choices committed, {where}", len(spans) / spent, "choices/s")
        yield Figure(f"commit, median, {where}", _quantile(spans, 0.5) * 1e3, "ms")
        yield Figure(f"commit, 99 of 100, {where}", _quantile(spans, 0.99) * 1e3, "ms")


async def _commits(url: str, tables: int, seconds: float) -> tuple[list[float], float]:
    """How long each commit took, waiting for the other tables included, and all together."""
    spans: list[float] = []
    async with await Store.open(url) as store:
        started = [await _start(store, number) for number in range(tables)]
        began = time.perf_counter()

        async def play(game: GameRow) -> None:
            clock: tuple[int, ...] = ()
            prev_hash = str(game.head_hash)
            number = 0
            while time.perf_counter() - began < seconds or number < LEAST:
                number += 1
                choice = _choice(game.id, number, prev_hash)
                asked = time.perf_counter()
                recorded = await store.write(partial(_record, choice, clock), game_id=game.id)
                spans.append(time.perf_counter() - asked)
                clock, prev_hash = recorded.clocks, choice.hash

        await asyncio.gather(*map(play, started))
        return spans, time.perf_counter() - began


async def _record(choice: LogEntry, stop: tuple[int, ...], tx: Transaction) -> Recorded:
    """Write a choice as the service does."""
    said = NewMessage(kind="bench", channel_id=choice.game_id, payload={"n": choice.number})
    return await lifecycle.record_choice(
        tx,
        choice,
        STATE,
        stop_clocks=stop,
        start_clocks=[_clock(choice.number, choice.at)],
        say=[said],
    )


async def _start(store: Store, number: int) -> GameRow:
    at = now()
    new = GameRow(
        ruleset="standard",
        ruleset_version=1,
        channel_id=number,
        host_user_id=1,
        commitment="",
        created_at=at,
    )
    async with store.transaction() as tx:
        game = await games.create(tx, new, b"bench", Random(number))
        seat = Seat(game_id=game.id, seat=0, user_id=1, name="", player_seed=b"", joined_at=at)
        await seats.sit(tx, seat)
        await lifecycle.start_game(tx, game.id, SetUp(hash="", state_hash=""), STATE, at=at)
        return await games.get(tx, game.id)


def _choice(game_id: int, number: int, prev_hash: str) -> LogEntry:
    digest = hashlib.sha256(f"{prev_hash} {number}".encode()).hexdigest()
    return LogEntry(
        game_id=game_id,
        number=number,
        seat=0,
        decision="movement",
        value={"stack": "gobi", "units": ["swordsman", "settler"], "path": ["steppe", "taiga"]},
        revealed=number % REVEAL_EVERY == 0,
        interaction_id=f"{game_id} {number}",
        draws=[[6, 1], [6, 5]],
        events=[{"type": "Moved", "seat": 0, "from": "gobi", "to": "taiga", "units": 2}],
        prev_hash=prev_hash,
        hash=digest,
        state_hash=digest,
        at=now(),
    )


def _clock(number: int, at: Moment) -> Clock:
    return Clock(seat=0, decision=f"movement {number}", opened_at=at, due_at=at + HOUR)


def _quantile(spans: list[float], part: float) -> float:
    return sorted(spans)[min(len(spans) - 1, int(len(spans) * part))]

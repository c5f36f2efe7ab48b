"""What moves a game on: starting, each choice, pausing, the end. Each is one atomic step.

Call these inside `Store.transaction`: everything a step writes (the entry of the log, the state,
the clocks, the messages) is kept together or not at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import update

from bot.store import choices, clocks, games, outbox, prepared, votes
from bot.store.choices import SETUP, Choice
from bot.store.clocks import NewClock
from bot.store.errors import WrongStatus
from bot.store.games import Json
from bot.store.moment import Moment
from bot.store.outbox import NewMessage
from bot.store.tables import games as games_table
from bot.store.transaction import Transaction


class SetUp(msgspec.Struct, frozen=True, kw_only=True):
    """The set-up of a game: entry 0 of its log. `hash` is the `prev_hash` of the first choice."""

    draws: list[Json] = []
    events: list[Json] = []
    hash: str
    state_hash: str


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    """What a step wrote: the entry, and the numbers of the clocks and messages in order."""

    choice: Choice
    clocks: tuple[int, ...]
    messages: tuple[int, ...]


async def start_game(
    tx: Transaction,
    game_id: int,
    set_up: SetUp,
    state: bytes,
    *,
    at: Moment,
    start_clocks: Sequence[NewClock] = (),
    say: Sequence[NewMessage] = (),
) -> Recorded:
    """Leave the lobby: log the set-up, keep its state, start clocks, announce.

    Raises `WrongStatus` when the game is not in the lobby.
    """
    game = await games.lock(tx, game_id)
    if game.status != "lobby":
        raise WrongStatus(game_id, game.status)
    entry = Choice(
        game_id=game_id,
        number=SETUP,
        seat=None,
        decision="",
        by="host",
        revealed=True,
        draws=set_up.draws,
        events=set_up.events,
        prev_hash="",
        hash=set_up.hash,
        state_hash=set_up.state_hash,
        at=at,
    )
    await clocks.stop(tx, game_id)
    return await _write(
        tx, entry, state, start_clocks, say, {"status": "running", "started_at": at}
    )


async def record_choice(
    tx: Transaction,
    choice: Choice,
    state: bytes,
    *,
    stop_clocks: Iterable[int] = (),
    start_clocks: Sequence[NewClock] = (),
    say: Sequence[NewMessage] = (),
    used_prepared: Iterable[int] = (),
    outcome: Json = None,
) -> Recorded:
    """Log an accepted choice with everything that follows from it.

    `state` is the encoded state after it. With an `outcome` the game is finished: its clocks stop,
    its prepared choices and open votes go. Raises `AlreadyRecorded` for a click that was recorded
    before, `StaleWrite` when the game went on since the writer read it, `WrongStatus` when it is
    not being played. Then nothing is written, and the transaction may go on.
    """

    async def step(part: Transaction) -> Recorded:
        await choices.check_next(part, choice)
        await clocks.stop(part, choice.game_id, stop_clocks)
        await prepared.remove(part, choice.game_id, used_prepared)
        progress: dict[str, Any] = {}
        if outcome is not None:
            await _clear(part, choice.game_id, choice.at)
            progress = {"status": "finished", "finished_at": choice.at, "outcome": outcome}
        return await _write(part, choice, state, start_clocks, say, progress)

    return await tx.at_once(step)


async def _write(
    tx: Transaction,
    entry: Choice,
    state: bytes,
    start_clocks: Sequence[NewClock],
    say: Sequence[NewMessage],
    progress: dict[str, Any],
) -> Recorded:
    await choices.append(tx, entry, state)
    started = [await clocks.start(tx, entry.game_id, clock) for clock in start_clocks]
    said = [await outbox.post(tx, entry.game_id, message, entry.at) for message in say]
    await _set(
        tx,
        entry.game_id,
        choice_count=entry.number,
        head_hash=entry.hash,
        state_hash=entry.state_hash,
        **progress,
    )
    return Recorded(choice=entry, clocks=tuple(started), messages=tuple(said))


async def pause_game(tx: Transaction, game_id: int, at: Moment) -> None:
    """Pause a running game and the time of its clocks; raises `WrongStatus` for any other."""
    game = await games.lock(tx, game_id)
    if game.status != "running":
        raise WrongStatus(game_id, game.status)
    await clocks.pause(tx, game_id, at)
    await _set(tx, game_id, status="paused")


async def resume_game(tx: Transaction, game_id: int, at: Moment) -> None:
    """Resume a paused game; its clocks have left what they had. `WrongStatus` for any other."""
    game = await games.lock(tx, game_id)
    if game.status != "paused":
        raise WrongStatus(game_id, game.status)
    await clocks.resume(tx, game_id, at)
    await _set(tx, game_id, status="running")


async def abandon_game(
    tx: Transaction, game_id: int, at: Moment, say: Sequence[NewMessage] = ()
) -> None:
    """End a game without a result, in the lobby or in play; raises `WrongStatus` if it is over."""
    game = await games.lock(tx, game_id)
    if not game.is_live:
        raise WrongStatus(game_id, game.status)
    await _clear(tx, game_id, at)
    for message in say:
        await outbox.post(tx, game_id, message, at)
    await _set(tx, game_id, status="abandoned", finished_at=at)


async def _clear(tx: Transaction, game_id: int, at: Moment) -> None:
    """Take away what only a game in play needs."""
    await clocks.stop(tx, game_id)
    await prepared.remove(tx, game_id)
    await votes.close_all(tx, game_id, at)


async def _set(tx: Transaction, game_id: int, **progress: Any) -> None:
    await tx.write(update(games_table).where(games_table.c.id == game_id).values(**progress))

"""The writes that move a game on: start, choice, pause, end, each one atomic step.

Call these inside `Store.transaction`: everything a step writes (the entry of the log, the state,
the clocks, the messages) is kept together or not at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Update, bindparam, exists, or_, update

from bot.moment import Moment
from bot.store import choices, clocks, games, going_on, outbox, prepared, votes
from bot.store.choices import SETUP, LogEntry
from bot.store.clocks import Clock
from bot.store.connection import Statement
from bot.store.errors import WrongStatus
from bot.store.games import Json
from bot.store.going_on import Awaited
from bot.store.outbox import NewMessage
from bot.store.tables import choices as choices_table
from bot.store.tables import games as games_table
from bot.store.transaction import Transaction


class SetUp(msgspec.Struct, frozen=True, kw_only=True):
    """The set-up of a game: entry 0 of its log. `hash` is the `prev_hash` of the first choice."""

    turn: int = 0
    draws: list[Json] = []
    events: list[Json] = []
    hash: str
    state_hash: str


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    """What a step wrote: the entry, and the numbers of the clocks and messages in order."""

    choice: LogEntry
    clocks: tuple[int, ...]
    messages: tuple[int, ...]


async def start_game(
    tx: Transaction,
    game_id: int,
    set_up: SetUp,
    state: bytes,
    *,
    at: Moment,
    awaited: Iterable[Awaited] = (),
    start_clocks: Sequence[Clock] = (),
    say: Sequence[NewMessage] = (),
) -> Recorded:
    """Leave the lobby: log the set-up, keep its state, note who is awaited, start clocks, announce.

    Raises `WrongStatus` when the game is not in the lobby.
    """
    game = await games.lock(tx, game_id)
    if game.status != "lobby":
        raise WrongStatus(game_id, game.status)
    entry = LogEntry(
        game_id=game_id,
        number=SETUP,
        turn=set_up.turn,
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
    await _set(tx, game_id, **_progress(entry, awaited), status="running", started_at=at)
    await tx.write_all(clocks.stopping(game_id) + choices.appending(entry, state))
    return await _announce(tx, entry, start_clocks, say)


async def record_choice(
    tx: Transaction,
    choice: LogEntry,
    state: bytes,
    *,
    awaited: Iterable[Awaited] = (),
    stop_clocks: Iterable[int] = (),
    start_clocks: Sequence[Clock] = (),
    say: Sequence[NewMessage] = (),
    used_prepared: Iterable[int] = (),
    outcome: Json = None,
) -> Recorded:
    """Log an accepted choice with everything that follows from it.

    `state` is the encoded state after it, in which these seats are `awaited`. With an `outcome` the
    game is finished: its clocks stop, its prepared choices and open votes go. Raises
    `AlreadyRecorded` for a click that was recorded before, `StaleWrite` when the game went on since
    the writer read it, `WrongStatus` when it is not being played. Then nothing is written, and the
    transaction may go on.
    """
    await _move_on(tx, choice, awaited, outcome)
    if outcome is None:
        gone = clocks.stopping(choice.game_id, stop_clocks)
        gone += prepared.removing(choice.game_id, used_prepared)
    else:
        gone = _clearing(choice.game_id, choice.at)
    await tx.write_all(gone + choices.appending(choice, state))
    return await _announce(tx, choice, start_clocks, say)


async def _move_on(
    tx: Transaction, choice: LogEntry, awaited: Iterable[Awaited], outcome: Json
) -> None:
    """Lock the game's row and move it on to `choice`; raises what `choices.check_next` raises."""
    progress = _progress(choice, awaited)
    if outcome is not None:
        progress |= {"status": "finished", "finished_at": choice.at, "outcome": outcome}
    # One statement does it all when nothing is wrong, as nearly always.
    given = {"game": choice.game_id, "before": choice.number - 1, "after": choice.prev_hash}
    given["interaction"] = choice.interaction_id
    if not await tx.write(_IF_NEXT, progress | given):
        await choices.check_next(tx, choice)
        # The choice before this one was committed by another process in between.
        await _set(tx, choice.game_id, **progress)


def _if_next() -> Update:
    """Changes a game's row if the choice is what comes next in it."""
    seen = exists().where(choices_table.c.interaction_id == bindparam("interaction"))
    return update(games_table).where(
        games_table.c.id == bindparam("game"),
        games_table.c.choice_count == bindparam("before"),
        games_table.c.head_hash == bindparam("after"),
        or_(*(games_table.c.status == status for status in choices.PLAYED)),
        ~seen,
    )


_IF_NEXT = _if_next()


async def _announce(
    tx: Transaction,
    entry: LogEntry,
    start_clocks: Sequence[Clock],
    say: Sequence[NewMessage],
) -> Recorded:
    started = await clocks.start_all(tx, entry.game_id, start_clocks)
    said = await outbox.post_all(tx, entry.game_id, say, entry.at)
    return Recorded(choice=entry, clocks=started, messages=said)


def _progress(entry: LogEntry, awaited: Iterable[Awaited]) -> dict[str, Any]:
    """How a game's row says that `entry` is its latest."""
    return {
        "choice_count": entry.number,
        "head_hash": entry.hash,
        "state_hash": entry.state_hash,
        "awaited": going_on.as_column(awaited),
    }


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
    await tx.write_all(_clearing(game_id, at))
    await outbox.post_all(tx, game_id, say, at)
    await _set(tx, game_id, status="abandoned", finished_at=at)


def _clearing(game_id: int, at: Moment) -> list[Statement]:
    """What takes away the things that only a game in play needs."""
    return [*clocks.stopping(game_id), *prepared.removing(game_id), *votes.closing(game_id, at)]


async def _set(tx: Transaction, game_id: int, **progress: Any) -> None:
    await tx.write(_SET, {"game": game_id, **progress})


_SET = update(games_table).where(games_table.c.id == bindparam("game"))

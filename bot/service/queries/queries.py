"""Queries: status, views, log, inbox, result and export of games."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from bot.service.errors import NotFinished, UnknownGame
from bot.service.games.events import told
from bot.service.games.loading import engine_entry, engine_table, state_after
from bot.service.games.open_game import OpenGame
from bot.service.games.open_games import OpenGames
from bot.service.games.snapshot import Snapshot
from bot.service.queries.desks import NEVER, asked_of, desk_of
from bot.service.responses import (
    Awaited,
    Desk,
    Export,
    GameInfo,
    InboxItem,
    LogPage,
    Result,
    Status,
    VoteInfo,
)
from bot.service.seats.votes import electorate
from bot.store import Transaction, choices, clocks, games, seats, votes
from bot.store.choices import SETUP
from bot.store.errors import NoSuchGame
from bot.store.games import GameRow
from engine.core.decision import Choice
from engine.core.dice import Draw
from engine.core.errors import IllegalChoice
from engine.core.events import Event, Told
from engine.core.game import Entry, Game, Journal, Setup
from engine.core.record import Record, encode, mark_of, record_of, replay
from engine.core.registry import ruleset
from engine.core.view import Outcome, View


class Looking:
    """Reads, and changes nothing."""

    def __init__(self, open_games: OpenGames) -> None:
        self.open_games = open_games

    async def game(self, game_id: int) -> GameInfo:
        """A game and its seats; raises `UnknownGame`."""

        async def read(tx: Transaction) -> GameInfo:
            return await info_of(tx, await games.get(tx, game_id))

        try:
            return await self.open_games.store.read(read)
        except NoSuchGame:
            raise UnknownGame() from None

    async def in_channel(self, channel_id: int) -> GameInfo | None:
        """The game that a channel hosts now."""

        async def read(tx: Transaction) -> GameInfo | None:
            row = await games.in_channel(tx, channel_id)
            return None if row is None else await info_of(tx, row)

        return await self.open_games.store.read(read)

    async def by_code(self, code: str) -> GameInfo | None:
        """The game of that public code."""

        async def read(tx: Transaction) -> GameInfo | None:
            row = await games.by_code(tx, code.strip())
            return None if row is None else await info_of(tx, row)

        return await self.open_games.store.read(read)

    async def desk(self, game_id: int, user_id: int) -> Desk:
        """A player's desk (see `Herald.desk`)."""
        async with self.open_games.open(game_id) as game:
            return desk_of(self.open_games, game, game.seat_of(user_id))

    async def why_not(self, game_id: int, user_id: int, decision: str, value: Any) -> str:
        """Why a choice is not allowed now; empty when it is."""
        async with self.open_games.open(game_id) as game:
            seat = game.seat_of(user_id).seat
            try:
                game.position.snapshot().check(Choice(seat, decision, value))
            except IllegalChoice as illegal:
                return self.open_games.voice(game).error(illegal)
            return ""

    async def status(self, game_id: int) -> Status:
        """Where a game stands (see `Herald.status`)."""
        async with self.open_games.open(game_id) as game:

            async def read(tx: Transaction) -> list[VoteInfo]:
                return [
                    VoteInfo(
                        vote,
                        tuple(await votes.ballots(tx, vote.id)),
                        *electorate(game, vote.kind),
                    )
                    for vote in await votes.open_votes(tx, game_id)
                ]

            ballots = await self.open_games.store.read(read)
            if game.row.started_at is None:
                return Status(
                    info=game.info,
                    number=0,
                    view=None,
                    phase="",
                    awaited=(),
                    answered=(),
                    votes=tuple(ballots),
                )
            view = game.position.snapshot().view(None)
            awaited, answered = awaited_of(game)
            return Status(
                info=game.info,
                number=game.position.number,
                view=view,
                phase=self.open_games.voice(game).text(view.phase_title),
                awaited=awaited,
                answered=answered,
                votes=tuple(ballots),
                outcome=outcome_of(game.row),
            )

    async def view(self, game_id: int, user_id: int | None, number: int | None) -> View:
        """What a user may know, now or after an entry (see `Herald.view`)."""
        async with self.open_games.open(game_id) as game:
            position = game.position
            seat = seat_number(game.info, user_id)
            if number is None or number == position.number:
                return position.snapshot().view(seat)
            number = max(SETUP, min(number, position.number))
            state = await self.open_games.store.read(
                lambda tx: state_after(tx, position.rules, game_id, number)
            )
            return Snapshot(position.rules, state, number).view(seat)

    async def log(
        self, game_id: int, user_id: int | None, since: int, until: int | None, limit: int
    ) -> LogPage:
        """What a user was told (see `Herald.log`)."""
        async with self.open_games.open(game_id) as game:
            rules = game.position.rules
            entries = await self.open_games.store.read(
                lambda tx: choices.of_game(tx, game_id, after=since, limit=limit + 1)
            )
            inside = [each for each in entries if until is None or each.number <= until]
            page = inside[:limit]
            events = [each for entry in page for each in told(rules, entry.events)]
            seat = seat_number(game.info, user_id)
            lines = self.open_games.voice(game).report(events, seat)
            last = page[-1].number if page else since
            return LogPage(since, last, tuple(lines), len(inside) > limit)

    async def happened(self, game_id: int, since: int, until: int, limit: int) -> list[Event]:
        """What everybody was told (see `Herald.happened`)."""
        row = (await self.game(game_id)).game
        rules = ruleset(row.ruleset)
        entries = await self.open_games.store.read(
            lambda tx: choices.of_game(tx, game_id, after=since, limit=limit)
        )
        inside = [each for each in entries if each.number <= until]
        everything = [each for entry in inside for each in told(rules, entry.events)]
        return [each.event for each in everything if each.audience is None]

    async def log_mark(self, game_id: int, number: int) -> str:
        """The mark of the log after an entry (see `Herald.log_mark`)."""
        async with self.open_games.store.reading() as tx:
            entry = await choices.get(tx, game_id, number)
            server_seed = await games.server_seed(tx, game_id)
        return "" if entry is None else mark_of(entry.hash, server_seed)

    async def inbox(self, user_id: int) -> list[InboxItem]:
        """What awaits a user (see `Herald.inbox`)."""
        async with self.open_games.store.reading() as tx:
            own = await games.of_user(tx, user_id)
            due: dict[int, int] = {}
            for clock in await clocks.of_user(tx, user_id):
                if clock.paused_at is None:
                    due.setdefault(clock.game_id, clock.due_at)
        items = [await self._inbox_item(game, user_id, due.get(game.id)) for game in own]
        return sorted(items, key=lambda item: (item.due_at or NEVER, item.info.id))

    async def _inbox_item(self, row: GameRow, user_id: int, due: int | None) -> InboxItem:
        async with self.open_games.open(row.id) as game:
            seat = game.seat_of(user_id)
            if game.row.status != "running" or seat.kind != "human":
                return InboxItem(game.info, seat, (), (), None)
            own = [d for d in game.position.snapshot().open_to(seat.seat) if d.blocking]
            asked = [asked_of(self.open_games, game, decision) for decision in own]
            return InboxItem(
                game.info,
                seat,
                tuple(each.decision.id for each in asked),
                tuple(each.prompt for each in asked),
                due,
                len([p for p in game.prepared if p.seat == seat.seat and not p.is_waiting]),
            )

    async def export(self, game_id: int) -> Export:
        """A game as one file (see `Herald.export`)."""
        async with self.open_games.open(game_id) as game:
            engine_game = await self._whole(game)
            code, over = game.row.code, engine_game.outcome() is not None
        content = await asyncio.to_thread(lambda: encode(record_of(engine_game)))
        return Export(f"herald-{code}.json", content, over)

    async def _whole(self, game: OpenGame) -> Game:
        """The game with its complete log, from the store."""
        position, row = game.position, game.row
        async with self.open_games.store.reading() as tx:
            entries = await choices.of_game(tx, row.id, after=SETUP - 1)
            agreed = await engine_table(tx, row, game.seats)
        first, *chosen = entries
        return whole_match(
            agreed,
            position.game.server_seed,
            position.rules.copy(position.game.state),
            Setup(tuple(map(Draw._make, first.draws)), first.state_hash),
            [engine_entry(each) for each in chosen],
            [each for entry in entries for each in told(position.rules, entry.events)],
            (entries[-1].hash, entries[-1].state_hash),
        )

    async def result(self, game_id: int) -> Result:
        """How a game ended (see `Herald.result`)."""
        async with self.open_games.open(game_id) as game:
            outcome = outcome_of(game.row)
            if outcome is None:
                raise NotFinished()
            engine_game = await self._whole(game)
            words = self.open_games.voice(game).outcome(outcome)
            info = game.info
        record = record_of(engine_game)
        assert isinstance(record, Record)
        scores = await asyncio.to_thread(scores_by_turn, record)
        return Result(
            info,
            outcome,
            words,
            engine_game.server_seed.hex(),
            info.game.commitment,
            record.seal,
            scores,
        )


async def info_of(tx: Transaction, row: GameRow) -> GameInfo:
    """A game with its seats."""
    return GameInfo(row, tuple(await seats.of_game(tx, row.id)))


def whole_match(
    agreed: Any,
    server_seed: bytes,
    state: Any,
    setup: Setup,
    entries: list[Entry],
    events: list[Told],
    latest: tuple[str, str],
) -> Game:
    """A game with all of its log, fit to make a record of."""
    journal = Journal.resume(agreed, setup, *latest, entries=entries, told=events)
    return Game.resume(agreed, server_seed, state, journal)


def scores_by_turn(record: Record) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The scores at the end of each turn, from a replay.

    Looks only where a headline was told, since a turn never ends without one.
    """
    rules = ruleset(record.table.ruleset)
    found: dict[int, tuple[int, ...]] = {}
    last: Any = None
    for _, step in replay(record, trusted=True):
        last = step.state
        if any(type(each.event).headline for each in step.events):
            view = rules.view(step.state, None)
            found[view.turn] = view.scores
    if last is not None:
        view = rules.view(last, None)
        found[view.turn] = view.scores
    return tuple(sorted(found.items()))


def outcome_of(row: GameRow) -> Outcome | None:
    """The result of a finished game."""
    return None if row.outcome is None else msgspec.convert(row.outcome, Outcome)


def seat_number(info: GameInfo, user_id: int | None) -> int | None:
    """A user's seat; None for a spectator."""
    seat = None if user_id is None else info.seat_of(user_id)
    return None if seat is None else seat.seat


def awaited_of(game: OpenGame) -> tuple[tuple[Awaited, ...], tuple[Any, ...]]:
    """Who is awaited until when, and who has answered the same question already."""
    pending = game.position.snapshot().pending
    kinds = {decision.kind for decision in pending if decision.blocking}
    waiting: dict[int, list[str]] = {}
    for decision in pending:
        if decision.blocking:
            waiting.setdefault(decision.seat, []).append(decision.kind)
    ends: dict[int, int] = {}
    for clock in game.clocks:
        if clock.seat is not None and clock.paused_at is None:
            ends.setdefault(clock.seat, clock.due_at)
    awaited = [
        Awaited(game.seats[seat], tuple(asked), ends.get(seat))
        for seat, asked in sorted(waiting.items())
    ]
    answered = sorted(
        {d.seat for d in pending if d.kind in kinds and not d.blocking} - waiting.keys()
    )
    return tuple(awaited), tuple(game.seats[seat] for seat in answered)

"""Queries: status, views, log, inbox, result and export of games."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from itertools import takewhile
from typing import Any

import msgspec

from bot.service.choices.catching_up import catch_up, heard, missed_since
from bot.service.choices.desks import NEVER, asked_of, desk_of
from bot.service.choices.done_for import done_for
from bot.service.choices.fair_turns import FairTurns
from bot.service.errors import NotFinished, UnknownGame
from bot.service.game.awaited import awaited_of, ends_of
from bot.service.game.events import read_all_events
from bot.service.game.log import end_of_turn, entries_after, standing
from bot.service.game.open_games import OpenGames
from bot.service.game.snapshot import Snapshot
from bot.service.game.states import must_be_as_written, rules_of, state_after
from bot.service.game.voices import game_catalog, voice_of
from bot.service.queries.log_pages import LogReader
from bot.service.queries.suggesting import Suggesting
from bot.service.queries.whole_games import Scores, WholeGame, scores_by_turn
from bot.service.responses import (
    CatchUp,
    Desk,
    DoneForYou,
    Export,
    GameInfo,
    InboxItem,
    LogPage,
    LogReport,
    Result,
    Status,
    VoteInfo,
)
from bot.service.seats.votes import electorate
from bot.store import Transaction, advice, choices, clocks, games, seats, votes
from bot.store.choices import SETUP, LogEntry
from bot.store.errors import BrokenChain, DatabaseCorrupt, NoSuchGame
from bot.store.games import GameRow
from bot.version import MADE_BY
from engine.core.decision import Choice
from engine.core.errors import IllegalChoice
from engine.core.events import Event
from engine.core.messages.digest import Digest
from engine.core.posted import mark_of
from engine.core.record import Record, encode, record_of
from engine.core.view import Outcome, View

log = logging.getLogger("herald.service")

CHOICES_OF_CLOCK = 100
"""How many choices at most a stand-in makes for one question."""
TURNS_LATELY = 2
"""Who has not been away, or has no seat, is shown what happened after the turn so far back."""
EXPORTS_KEPT = 8
"""How many files of games are kept in memory."""


class Looking:
    """Reads, and changes nothing."""

    def __init__(self, open_games: OpenGames, turns: FairTurns) -> None:
        self.open_games = open_games
        self.turns = turns
        """For what takes long: whole games, and how things stood long ago."""
        self._suggesting = Suggesting()
        self._exports: OrderedDict[tuple[int, str, str | None], Export] = OrderedDict()

    async def game(self, game_id: int) -> GameInfo:
        """A game and its seats. Raises `UnknownGame`."""

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
        """What a player's private panel shows now. Raises `NotSeated`, `NotPlaying`."""
        async with self.open_games.open(game_id) as game:
            desk = desk_of(self.open_games, game, game.seat_of(user_id))
            if not desk.decisions or desk.seat.kind != "human":
                return desk
            snapshot = game.position.snapshot()
        suggestions = await self._suggesting.suggested(snapshot, desk.seat.seat)
        return msgspec.structs.replace(desk, suggestions=suggestions)

    async def why_not(self, game_id: int, user_id: int, decision: str, value: Any) -> str:
        """Why a choice is not allowed now, as a sentence; empty when it is. Changes nothing."""
        async with self.open_games.open(game_id) as game:
            seat = game.seat_of(user_id).seat
            try:
                game.position.snapshot().check(Choice(seat, decision, value))
            except IllegalChoice as illegal:
                return self.open_games.voice(game).error(illegal)
            return ""

    async def status(self, game_id: int) -> Status:
        """Where a game stands, for everybody."""
        async with self.open_games.open(game_id) as game:

            async def read(tx: Transaction) -> list[VoteInfo]:
                return [
                    VoteInfo(
                        vote,
                        tuple(await votes.ballots(tx, vote.id)),
                        *electorate(game, vote.kind, vote.detail),
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
            running = (each for each in game.clocks if each.due_at > game.now)
            awaited, answered = awaited_of(game, ends_of(running))
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

    async def view(
        self, game_id: int, user_id: int | None = None, number: int | None = None
    ) -> View:
        """What a user's seat may know, now or after an entry; with None, what a spectator may.

        Someone without a seat is a spectator. Raises `NotPlaying` in the lobby.
        """
        async with self.open_games.open(game_id) as game:
            position = game.position
            seat = seat_number(game.info, user_id)
            if number is None or number == position.number:
                return position.snapshot().view(seat)
            rules, row, at = position.rules, game.row, max(SETUP, min(number, position.number))

        # Outside the lock: entries of the log never change.
        async def earlier() -> View:
            state = await self.open_games.store.read(lambda tx: state_after(tx, rules, row, at))
            return Snapshot(rules, state, at).view(seat)

        # What Herald itself posts is not held up by anybody's requests.
        return await (earlier() if user_id is None else self.turns.run_async(user_id, earlier))

    async def log(
        self,
        game_id: int,
        user_id: int | None = None,
        *,
        since: int = -1,
        until: int | None = None,
        limit: int = 200,
    ) -> LogReport:
        """What a user's seat, or a spectator, may know of the entries after `since`, as sentences.

        -1 begins with the set-up. At most `limit` entries are read.
        """
        async with self.open_games.open(game_id) as game:
            rules = game.position.rules
            entries = await self.open_games.store.read(
                lambda tx: entries_after(tx, game_id, since, game.row.choice_count, limit + 1)
            )
            inside = [each for each in entries if until is None or each.number <= until]
            page = inside[:limit]
            events = [each for found in await read_all_events(rules, page) for each in found]
            seat = seat_number(game.info, user_id)
            lines = self.open_games.voice(game).report(events, seat)
            last = page[-1].number if page else since
            return LogReport(since, last, tuple(lines), len(inside) > limit)

    async def log_page(
        self,
        game_id: int,
        user_id: int | None = None,
        *,
        since: int | None = None,
        first: int | None = None,
        last: int | None = None,
        letters: int,
    ) -> LogPage:
        """A page of the log, for leafing; without more said, the latest.

        Or that which follows entry `since`, the last one of a turn; or that which begins with the
        place `first`, or ends with the place `last`. It has whole turns where they fit. It does not
        depend on what others did in secret, except for the places of what it says.
        """

        async def page() -> LogPage:
            reader = await self._log_reader(game_id, user_id)
            if since is not None:
                return await reader.since(since, letters)
            if first is not None:
                return await reader.starting(first, letters)
            return await reader.ending(last, letters)

        # Who hears little of a long game has much of its log read for one page.
        return await (page() if user_id is None else self.turns.run_async(user_id, page))

    async def _log_reader(self, game_id: int, user_id: int | None) -> LogReader:
        """What reads the log for a user."""
        async with self.open_games.open(game_id) as game:
            rules, voice, row = game.position.rules, self.open_games.voice(game), game.row
            seat = seat_number(game.info, user_id)
        # Outside the lock: entries of the log never change.
        return LogReader(self.open_games.store, rules, row, seat, voice)

    async def end_of_turn(self, game_id: int, turn: int) -> int:
        """The number of the last entry that left a game in a turn, or in an earlier one."""
        return await self.open_games.store.read(lambda tx: end_of_turn(tx, game_id, turn))

    async def digest(
        self,
        game_id: int,
        user_id: int | None = None,
        *,
        since: int | None = None,
        until: int | None = None,
        limit: int = 1000,
    ) -> Digest:
        """What a user's seat, or a spectator, may know after an entry, in a few words.

        Without `since`: after the seat's own latest entry, or from the beginning.
        """
        async with self.open_games.open(game_id) as game:
            rules, voice = game.position.rules, self.open_games.voice(game)
            seat, count = seat_number(game.info, user_id), game.row.choice_count
            if since is None:
                since = game.position.since.get(-1 if seat is None else seat, 0)
        after = since
        entries = await self.open_games.store.read(
            lambda tx: entries_after(tx, game_id, after, count, limit)
        )
        inside = [each for each in entries if until is None or each.number <= until]
        by_entry = await read_all_events(rules, standing(inside))
        return voice.digest([each for events in by_entry for each in events], seat)

    async def catch_up(
        self, game_id: int, user_id: int, since: int | None = None
    ) -> CatchUp | None:
        """What happened in a game after an entry, as a user may know it; None for nothing.

        Without `since`: while the user was away, the last time, or lately for a spectator.
        """
        return await self.turns.run_async(user_id, lambda: self._catch_up(game_id, user_id, since))

    async def _catch_up(self, game_id: int, user_id: int, since: int | None) -> CatchUp | None:
        async with self.open_games.open(game_id) as game:
            rules, voice, info = game.position.rules, self.open_games.voice(game), game.info
            seat, now = info.seat_of(user_id), game.position.snapshot()
            if since is None and seat is not None:
                since = missed_since(game, seat) or seat.away_from or None
        reader = None if seat is None else seat.seat
        row, view = info.game, now.view(reader)
        if since is None:
            since = await self.end_of_turn(game_id, view.turn - TURNS_LATELY)
        after, count = max(SETUP, since), row.choice_count

        async def read(tx: Transaction) -> tuple[list[LogEntry], Any]:
            entries = await entries_after(tx, game_id, after, count, count + 1)
            return entries, await state_after(tx, rules, row, after)

        entries, state = await self.open_games.store.read(read)
        kept = standing(entries)
        told = heard(reader, zip(kept, await read_all_events(rules, kept), strict=True))
        if not told:
            return None
        before = Snapshot(rules, state, after).view(reader)
        return await asyncio.to_thread(catch_up, info, reader, told, before, view, voice)

    async def done_by_clock(self, game_id: int, number: int) -> DoneForYou | None:
        """What all may know of what was done when a player's time was over, up to an entry."""
        info = await self.game(game_id)
        row, rules = info.game, rules_of(info.game)
        after = max(SETUP, number - CHOICES_OF_CLOCK)
        entries = await self.open_games.store.read(
            lambda tx: entries_after(tx, game_id, after, row.choice_count, number - after)
        )
        last = entries[-1]
        if last.seat is None:
            return None
        own = (each for each in reversed(entries) if each.seat == last.seat)
        same = takewhile(lambda each: (each.by, each.kind) == (last.by, last.kind), own)
        asked = list(same)[::-1]
        told = list(zip(asked, await read_all_events(rules, asked), strict=True))
        catalog = game_catalog(row.ruleset, row.language)
        voice = voice_of(catalog, info.names, self.open_games.escape)
        return next(done_for(last.seat, told, voice, None), None)

    async def happened(
        self, game_id: int, since: int, until: int, *, limit: int = 200
    ) -> list[Event]:
        """The public events after one entry, up to another, for pictures."""
        row = (await self.game(game_id)).game
        rules = rules_of(row)
        entries = await self.open_games.store.read(
            lambda tx: entries_after(tx, game_id, since, row.choice_count, limit)
        )
        inside = [each for each in entries if each.number <= until]
        by_entry = await read_all_events(rules, standing(inside))
        return [each.event for events in by_entry for each in events if each.audience is None]

    async def heard(self, game_id: int, user_id: int, *, limit: int = 400) -> list[Event]:
        """The latest events that a user's seat, or a spectator, may see, oldest first."""
        return await self.turns.run_async(user_id, lambda: self._heard(game_id, user_id, limit))

    async def _heard(self, game_id: int, user_id: int, limit: int) -> list[Event]:
        info = await self.game(game_id)
        if not info.game.started_at:
            return []
        rules, seat = rules_of(info.game), info.seat_of(user_id)
        since = max(info.game.choice_count - limit, -1)
        entries = await self.open_games.store.read(
            lambda tx: entries_after(tx, game_id, since, info.game.choice_count, limit)
        )
        number = None if seat is None else seat.seat
        by_entry = await read_all_events(rules, entries)
        return [each.event for events in by_entry for each in events if each.reaches(number)]

    async def log_mark(self, game_id: int, number: int) -> str:
        """What is posted of the log's fingerprint after an entry, to hold a record against."""
        async with self.open_games.store.reading() as tx:
            entry = await choices.get(tx, game_id, number)
            server_seed = await games.server_seed(tx, game_id)
        if entry is None:
            return ""
        must_be_as_written(entry)
        return mark_of(entry.hash, server_seed)

    async def inbox(self, user_id: int) -> list[InboxItem]:
        """What awaits a user in all games, soonest clock first; then their other games."""
        return await self.turns.run_async(user_id, lambda: self._inbox(user_id))

    async def _inbox(self, user_id: int) -> list[InboxItem]:
        async with self.open_games.store.reading() as tx:
            own = await games.of_user(tx, user_id)
            due: dict[int, int] = {}
            for clock in await clocks.of_user(tx, user_id):
                if clock.paused_at is None and clock.due_at > self.open_games.now():
                    due.setdefault(clock.game_id, clock.due_at)
        items = [await self._readable_item(game, user_id, due.get(game.id)) for game in own]
        readable = [item for item in items if item is not None]
        return sorted(readable, key=lambda item: (item.due_at or NEVER, item.info.id))

    async def _readable_item(self, row: GameRow, user_id: int, due: int | None) -> InboxItem | None:
        """An item of the inbox; a game that is damaged keeps no other from being shown.

        None where not even who sits there can be read.
        """
        try:
            return await self._inbox_item(row, user_id, due)
        except (BrokenChain, DatabaseCorrupt) as damaged:
            log.error("game=%s cannot be read: %s", row.code, damaged)
        try:
            info = await self.open_games.store.read(lambda tx: info_of(tx, row))
        except DatabaseCorrupt:
            return None
        seat = info.seat_of(user_id)
        return None if seat is None else InboxItem(info, seat, (), (), None, is_damaged=True)

    async def _inbox_item(self, row: GameRow, user_id: int, due: int | None) -> InboxItem:
        async with self.open_games.open(row.id) as game:
            seat = game.seat_of(user_id)
            if game.row.status != "running" or seat.kind != "human":
                return InboxItem(game.info, seat, (), (), None)
            own = [d for d in game.position.snapshot().open_to(seat.seat) if d.blocking]
            voice = self.open_games.voice(game)
            asked = [asked_of(game, voice, decision) for decision in own]
            return InboxItem(
                game.info,
                seat,
                tuple(each.decision.id for each in asked),
                tuple(each.prompt for each in asked),
                due,
                len([p for p in game.prepared if p.seat == seat.seat and not p.is_waiting]),
                missed_since(game, seat) is not None,
            )

    async def export(self, game_id: int, user_id: int = 0) -> Export:
        """A game as one file, for a user. Raises `NotPlaying` in the lobby, and `TooBusy`."""
        return await self.turns.run_async(user_id, lambda: self._export(game_id))

    async def _export(self, game_id: int) -> Export:
        async with self.open_games.open(game_id) as game:
            whole = WholeGame.of(game)
        # A name that was replaced since changes the file, and nothing in the log.
        known = game_id, whole.head, whole.row.agreed_hash
        if known not in self._exports:
            made = await whole.read(self.open_games.store)
            over = made.outcome() is not None
            content = await asyncio.to_thread(lambda: encode(record_of(made, MADE_BY)))
            self._exports[known] = Export(f"herald-{whole.row.code}.json", content, over)
            while len(self._exports) > EXPORTS_KEPT:
                self._exports.popitem(last=False)
        return self._exports[known]

    async def result(self, game_id: int) -> Result:
        """How a game ended. Raises `NotFinished`."""
        async with self.open_games.open(game_id) as game:
            outcome = outcome_of(game.row)
            if outcome is None:
                raise NotFinished()
            words = self.open_games.voice(game).outcome(outcome)
            info, whole = game.info, WholeGame.of(game)
        seal, scores = await self._proof(whole)
        return Result(
            info,
            outcome,
            words,
            whole.server_seed.hex(),
            info.game.commitment,
            seal,
            scores,
            tuple(await self.open_games.store.read(lambda tx: advice.of_game(tx, game_id))),
        )

    async def _proof(self, whole: WholeGame) -> tuple[str, Scores]:
        """The seal of a finished game's log, and its scores by turn; nothing where it is damaged.

        How the game ended is known all the same.
        """
        try:
            made = await whole.read(self.open_games.store)
        except (BrokenChain, DatabaseCorrupt) as damaged:
            log.error("game=%s has ended, and its log is damaged: %s", whole.row.code, damaged)
            return "", ()
        record = record_of(made)
        assert isinstance(record, Record)
        return record.seal, await asyncio.to_thread(scores_by_turn, record)


async def info_of(tx: Transaction, row: GameRow) -> GameInfo:
    """A game with its seats."""
    return GameInfo(row, tuple(await seats.of_game(tx, row.id)))


def outcome_of(row: GameRow) -> Outcome | None:
    """The result of a finished game; raises `BrokenChain` for a row that holds something else."""
    try:
        return None if row.outcome is None else msgspec.convert(row.outcome, Outcome)
    except msgspec.ValidationError as wrong:
        raise BrokenChain(row.id, row.choice_count, f"no result: {wrong}") from None


def seat_number(info: GameInfo, user_id: int | None) -> int | None:
    """A user's seat; None for a spectator."""
    seat = None if user_id is None else info.seat_of(user_id)
    return None if seat is None else seat.seat

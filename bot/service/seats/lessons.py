"""Lessons: practice games against a steward, taught step by step (`/learn`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from bot.moment import DAY
from bot.service.choices.fair_turns import FairTurns
from bot.service.choices.stand_ins import StandIns
from bot.service.errors import NoLessonHere, TooManyLessons
from bot.service.game.events import read_events
from bot.service.game.log import entries_after
from bot.service.game.open_games import OpenGames
from bot.service.requests import Actor, NewLobby, Person
from bot.service.responses import GameInfo
from bot.service.seats.lobby import Lobby
from bot.store import Transaction, games, lessons, lifecycle, seats
from bot.store.choices import LogEntry
from bot.store.lessons import LessonRow
from engine.core.events import Event
from engine.core.registry import ruleset
from engine.core.view import View
from engine.lessons import Goal, Lesson, NoLesson, Step, lesson_of

ENTRIES_MOST = 600
"""How many entries of the log are looked through for a goal; a step takes far fewer."""


BEGUN_MOST = 20
"""How many practice games a user can begin in a day: each is kept with its log."""


class LessonProgress(NamedTuple):
    """How far a learner is. `step` is None when the lesson is over.

    `went_on` says that a goal was just reached, `tried` that something else was done instead.
    `passed` are steps that were done on the way before the learner could read them.
    """

    lesson: Lesson
    number: int
    step: Step | None
    went_on: bool = False
    tried: bool = False
    passed: tuple[Step, ...] = ()


class Lessons:
    """Opens practice games and follows what learners do in them."""

    def __init__(
        self, open_games: OpenGames, lobby: Lobby, stand_ins: StandIns, turns: FairTurns
    ) -> None:
        self.open_games = open_games
        self.lobby = lobby
        self.stand_ins = stand_ins
        self.turns = turns

    async def begin(
        self, person: Person, rules: str, *, language: str = "en", restart: bool = False
    ) -> GameInfo:
        """A user's practice game of a rule set: the one under way, or a new one.

        Raises `NoLessonHere`, `TooManyLessons` and `TooBusy`.
        """
        try:
            lesson = lesson_of(rules)
        except NoLesson:
            raise NoLessonHere(rules=rules) from None
        # One at a time: two presses at once begin one game.
        return await self.turns.run_async(
            person.user_id, lambda: self._begin(person, rules, lesson, language, restart)
        )

    async def _begin(
        self, person: Person, name: str, lesson: Lesson, language: str, restart: bool
    ) -> GameInfo:
        info = await self._running(person.user_id, name)
        if info is not None and not restart:
            return info
        since = self.open_games.now() - DAY
        begun = await self.open_games.store.read(
            lambda tx: games.without_channel(tx, person.user_id, since)
        )
        if begun >= BEGUN_MOST:
            raise TooManyLessons(most=BEGUN_MOST)
        by = Actor(person.user_id, person.rights)
        if info is not None:
            async with self.open_games.store.transaction(info.id) as tx:
                await lifecycle.abandon_game(tx, info.id, self.open_games.now())
        new = NewLobby(
            ruleset=name,
            host=person,
            seats=2,
            options=lesson.options,
            language=language,
            practice=True,
        )
        info = await self.lobby.open(new)
        await self.lobby.add_ai(info.id, by)
        started = await self.lobby.start(info.id, by, interaction=str(info.id))
        await self.stand_ins.settle(info.id)
        row = LessonRow(person.user_id, name, info.id, 0, 0)
        async with self.open_games.store.transaction(info.id) as tx:
            await lessons.save(tx, row)
        return started

    async def _running(self, user_id: int, name: str) -> GameInfo | None:
        async with self.open_games.store.reading() as tx:
            row = await lessons.of_user(tx, user_id, name)
            if row is None:
                return None
            game = await games.get(tx, row.game_id)
            if game.status != "running":
                return None
            return GameInfo(game, tuple(await seats.of_game(tx, game.id)))

    async def progress(
        self, game_id: int, user_id: int, *, read: bool = False
    ) -> LessonProgress | None:
        """How far a user has come in the lesson of a practice game; None in any other game.

        A goal that was reached since is noted. With `read` the user has read a step that has none.
        """
        async with self.open_games.store.reading() as tx:
            row = await lessons.of_game(tx, game_id)
        if row is None or row.user_id != user_id:
            return None
        lesson = lesson_of(row.ruleset)
        if row.step >= len(lesson.steps):
            return LessonProgress(lesson, row.step, None)
        seen, latest = await self._seen(row)
        done, passed = await self._done(row, lesson.steps[row.step :], seen)
        if read and lesson.steps[row.step].goal is None:
            done = 1
        if not done:
            return LessonProgress(lesson, row.step, lesson.steps[row.step], tried=any(seen))
        row = msgspec.structs.replace(row, step=row.step + done, since=latest)
        async with self.open_games.store.transaction(game_id) as tx:
            await lessons.save(tx, row)
        following = lesson.steps[row.step] if row.step < len(lesson.steps) else None
        return LessonProgress(lesson, row.step, following, went_on=True, passed=passed)

    async def _done(
        self, row: LessonRow, steps: Sequence[Step], seen: list[list[Event]]
    ) -> tuple[int, tuple[Step, ...]]:
        """How many steps were done by what was `seen`, and those of them that nobody read.

        One press can do several: a settler moves, and looks where it arrives.
        """
        async with self.open_games.open(row.game_id) as game:
            seat = game.seat_of(row.user_id).seat
            view = game.position.snapshot().view(seat)
        read = any(seen)
        unread: list[Step] = []
        for number, step in enumerate(steps):
            used = None if step.goal is None else entries_until(step.goal, seat, seen, view)
            if used is None:
                return number, tuple(unread)
            if number or not read:
                unread.append(step)
            seen = seen[used:]
        return len(steps), tuple(unread)

    async def _seen(self, row: LessonRow) -> tuple[list[list[Event]], int]:
        """The events that the learner saw since the step began, entry by entry of the log.

        With it comes the number of the latest entry.
        """
        async with self.open_games.open(row.game_id) as game:
            seat, count = game.seat_of(row.user_id).seat, game.row.choice_count

        async def entries(tx: Transaction) -> list[LogEntry]:
            return await entries_after(tx, row.game_id, row.since, count, ENTRIES_MOST)

        found = await self.open_games.store.read(entries)
        rules = ruleset(row.ruleset)
        seen = [
            [each.event for each in read_events(rules, entry) if each.reaches(seat)]
            for entry in found
        ]
        return seen, found[-1].number if found else row.since


def entries_until(goal: Goal, seat: int, seen: list[list[Event]], view: View) -> int | None:
    """How many entries of the log it took to reach a goal; None while it is not reached."""
    happened: list[Event] = []
    for used, events in enumerate([[], *seen]):
        happened += events
        if goal.is_reached(seat, happened, view):
            return used
    return None

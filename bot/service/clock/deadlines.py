"""Deadlines: reminders, what is played when time is over, and clocks moved by a vote or a pause."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

from bot.service.announcing.announcements import (
    Ended,
    Lapsed,
    Paused,
    Reminder,
    in_channel,
    to_user,
)
from bot.service.choices import deciding
from bot.service.choices.choosing import Choosing
from bot.service.choices.stand_ins import StandIns
from bot.service.choices.writing import announcing
from bot.service.clock.pausing import MISSED_TWICE, pause
from bot.service.game import clocks, days
from bot.service.game.clocks import NEARLY_OVER, ClockPlan, Setting
from bot.service.game.open_game import OpenGame
from bot.service.game.open_games import OpenGames
from bot.service.timing import hours
from bot.store import clocks as rows
from bot.store import lifecycle, outbox, people
from bot.store.clocks import Clock
from bot.store.errors import StaleWrite
from bot.store.outbox import NewMessage
from bot.store.people import User
from engine.core.decision import Decision

log = logging.getLogger("herald.service")
T = TypeVar("T")


class Deadlines:
    """Keeps the games going when people do not answer."""

    def __init__(self, open_games: OpenGames, choosing: Choosing, stand_ins: StandIns) -> None:
        self.open_games = open_games
        self.choosing = choosing
        self.stand_ins = stand_ins

    async def remind(self) -> None:
        """Remind those who are missing and asked to be reminded, in the way they chose."""
        owed = await self.open_games.store.read(
            lambda tx: rows.to_remind(tx, self.open_games.now())
        )
        by_game: dict[int, list[int]] = defaultdict(list)
        for clock in owed:
            by_game[clock.game_id].append(clock.id)

        async def remind(game_id: int) -> None:
            async with self.open_games.open(game_id) as game:
                ids = by_game[game_id]
                await self._remind(game, [each for each in game.clocks if each.id in ids])

        await one_by_one(by_game, remind)

    async def _remind(self, game: OpenGame, owed: list[Clock]) -> None:
        in_public: dict[int, list[Clock]] = defaultdict(list)
        alone = 0
        async with self.open_games.store.transaction(game.row.id) as tx:
            for clock in owed:
                assert clock.seat is not None
                stage = clocks.stage_of(game, clock)
                resting = clocks.rest(game, clock.seat)
                following = (
                    None if stage == NEARLY_OVER else clocks.last_reminder(game, clock, resting)
                )
                others = 0 if clock.told_alone else waiting_for(game, clock.seat)
                told = clock.told_alone or others > 0
                if not await rows.reminded(tx, clock.id, clock.reminded + 1, following, told):
                    continue
                alone = others or alone
                if deciding.called_in_channel(game, clock.seat):
                    in_public[stage].append(clock)
                elif deciding.reached_in_private(game, clock.seat):
                    said = reminder(game, [clock], stage, others)
                    user_id = deciding.user_of(game, clock.seat)
                    await outbox.post(tx, game.row.id, to_user(user_id, said), game.now)
            for stage, several in sorted(in_public.items()):
                for message in in_channel(game.row, reminder(game, several, stage, alone)):
                    await outbox.post(tx, game.row.id, message, game.now)

    async def lapse(self) -> None:
        """Play for everybody whose time is over."""
        over = await self.open_games.store.read(lambda tx: rows.lapsed(tx, self.open_games.now()))

        async def lapse(clock: Clock) -> None:
            try:
                async with self.open_games.open(clock.game_id) as game:
                    await self._lapse(game, clock)
            except StaleWrite:
                # Another process was faster.
                self.open_games.wake_scheduler()

        await one_by_one(over, lapse)

    async def _lapse(self, game: OpenGame, lapsed: Clock) -> None:
        clock = next((each for each in game.clocks if each.id == lapsed.id), None)
        if clock is None or clock.due_at > game.now or clock.paused_at is not None:
            return
        if clock.kind == "lobby":
            await self._close_lobby(game)
            return
        decision = awaited_by(game, clock)
        if decision is None or game.plays_itself(decision.seat):
            # On vacation: from now on a stand-in plays, and no clock is needed.
            async with self.open_games.store.transaction(game.row.id) as tx:
                await rows.stop(tx, game.row.id, [clock.id])
            self.open_games.schedule(game.row.id)
            return
        await self._play_for_absent(game, clock, decision)

    async def _play_for_absent(self, game: OpenGame, clock: Clock, decision: Decision) -> None:
        stand_in = game.row.pace.at_the_end != "default"

        def say(number: int, plan: ClockPlan) -> list[NewMessage]:
            said = Lapsed(
                game_id=game.row.id,
                seat=decision.seat,
                decision_kind=decision.kind,
                number=number,
                in_a_row=game.position.misses(decision.seat),
                stand_in=stand_in,
            )
            # A stand-in may need many choices for one question: it is announced after the last.
            done = clock.id in {each.id for each in plan.stop}
            return in_channel(game.row, said) if done or not stand_in else []

        # Numbers of clocks are used again once the latest is gone.
        deadline = days.turn_clock(game) or clock
        click = f"clock:{deadline.id}.{deadline.opened_at}:{game.position.number + 1}"
        await self.stand_ins.play_absent(game, decision, by="clock", interaction=click, say=say)
        if game.row.status == "running" and is_abandoned(game):
            said = Paused(game_id=game.row.id, by=None, is_there=False)
            await pause(self.open_games, game, said)

    async def _close_lobby(self, game: OpenGame) -> None:
        closed = Ended(game_id=game.row.id, reason="lobby_closed")
        async with self.open_games.store.transaction(game.row.id) as tx:
            await lifecycle.abandon_game(tx, game.row.id, game.now, in_channel(game.row, closed))

    async def change_wishes(self, user_id: int, change: Callable[[User], User]) -> User:
        """Change a user's wishes, and set the user's clocks accordingly."""
        async with self.open_games.store.transaction() as tx:
            old = await people.user(tx, user_id)
            new = change(old)
            await people.save_user(tx, new)
            running = await rows.of_user(tx, user_id)
        for game_id in {clock.game_id for clock in running}:
            async with self.open_games.open(game_id) as game:
                await self._set_again(game, old, new)
            self.open_games.schedule(game_id)
        return new

    async def _set_again(self, game: OpenGame, old: User, new: User) -> None:
        settings: list[Setting] = []
        turn = days.turn_clock(game) if game.row.pace.kind == "daily" else None
        if turn is not None:
            settings = _in_turn(game, turn, new.user_id)
        for clock in game.clocks if turn is None else ():
            own = clock.seat is not None and game.seats[clock.seat].user_id == new.user_id
            if not own or clock.paused_at is not None or clock.due_at <= game.now:
                continue
            left = hours.waking(game.now, clock.due_at, hours.rest_of(game.row.pace, old))
            settings.append(clocks.set_for(game, clock, left))
        ends = ClockPlan((), (), tuple(settings)).ends(game.clocks)
        store = self.open_games.store
        async with announcing(store, game, lambda: deciding.at_change(game, ends)) as tx:
            for each in settings:
                await rows.postpone(tx, each.clock.id, each.due_at, each.remind_at)


async def one_by_one(items: Iterable[T], work: Callable[[T], Awaitable[None]]) -> None:
    """Do the same to several things; one that fails does not keep the others from being done.

    Raises what was raised last.
    """
    failed: Exception | None = None
    for item in items:
        try:
            await work(item)
        except Exception as error:
            log.exception("%r failed", item)
            failed = error
    if failed is not None:
        raise failed


def _in_turn(game: OpenGame, turn: Clock, user_id: int) -> list[Setting]:
    """A daily turn and the clocks in it after a user's wishes have changed: the user's own, and
    all of them where the turn lasts for longer, or less long, for a vacation."""
    if turn.paused_at is not None:
        return []
    end = days.turn_end_again(game, turn)
    found = [Setting(turn, end, None)] if end != turn.due_at else []
    for clock in game.clocks:
        if clock.kind != "decision" or clock.seat is None or clock.due_at <= game.now:
            continue
        if found or game.seats[clock.seat].user_id == user_id:
            due = clocks.until_vacation(game, clock.seat, days.due(game, clock.seat, end))
            found.append(clocks.setting(game, clock, due, clocks.rest(game, clock.seat)))
    return found


def is_abandoned(game: OpenGame) -> bool:
    """Whether all people at the table have missed two deadlines in a row, and nobody looked in."""
    people = [each for each in game.info.humans if not game.plays_itself(each.seat)]
    long_ago = game.now - clocks.span(game)
    return bool(people) and all(
        game.position.misses(each.seat) >= MISSED_TWICE
        and (each.seen_at is None or each.seen_at <= long_ago)
        for each in people
        if each.seat not in game.fallen
    )


def waiting_for(game: OpenGame, seat: int) -> int:
    """How many other people wait for a seat alone; 0 where it is not the only one missing."""
    missing = {each.seat for each in game.position.pending() if each.blocking}
    if missing != {seat}:
        return 0
    people = [each.seat for each in game.info.humans if not game.plays_itself(each.seat)]
    return len([each for each in people if each != seat and each not in game.fallen])


def reminder(game: OpenGame, owed: list[Clock], stage: int, others: int) -> Reminder:
    """A reminder of some clocks, named by the one that ends first; so many `others` wait."""
    seats = tuple(sorted({clock.seat for clock in owed if clock.seat is not None}))
    due = min(clock.due_at for clock in owed)
    return Reminder(game_id=game.row.id, seats=seats, stage=stage, due_at=due, others=others)


def awaited_by(game: OpenGame, clock: Clock) -> Decision | None:
    """The decision that a clock runs for, if it is still awaited."""
    for decision in game.position.pending():
        if (decision.seat, decision.id) == (clock.seat, clock.decision) and decision.blocking:
            return decision
    return None

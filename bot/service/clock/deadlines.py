"""Deadlines: reminders, what is played when time is over, and clocks that people set anew."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

from bot.service.announcing import deciding
from bot.service.announcing.announcements import Ended, Lapsed, Reminder, in_channel, to_user
from bot.service.clock import clocks, hours
from bot.service.clock.clocks import NEARLY_OVER, ClockPlan, Setting
from bot.service.games.open_game import Table
from bot.service.games.open_games import Hall
from bot.service.play.choosing import Choosing
from bot.service.play.stand_ins import StandIns
from bot.store import clocks as rows
from bot.store import lifecycle, outbox, people
from bot.store.clocks import Clock
from bot.store.errors import StaleWrite
from bot.store.outbox import NewMessage
from bot.store.people import User
from engine.core.decision import Choice, Decision

log = logging.getLogger("herald.service")
T = TypeVar("T")


class Deadlines:
    """Keeps the games going when people do not answer."""

    def __init__(self, hall: Hall, choosing: Choosing, stand_ins: StandIns) -> None:
        self.hall = hall
        self.choosing = choosing
        self.stand_ins = stand_ins

    async def remind(self) -> None:
        """Remind those who are missing and asked to be reminded, in the way they chose."""
        async with self.hall.store.reading() as tx:
            owed = await rows.to_remind(tx, self.hall.now())
        by_game: dict[int, list[int]] = defaultdict(list)
        for clock in owed:
            by_game[clock.game_id].append(clock.id)

        async def remind(game_id: int) -> None:
            async with self.hall.table(game_id) as table:
                ids = by_game[game_id]
                await self._remind(table, [each for each in table.clocks if each.id in ids])

        await one_by_one(by_game, remind)

    async def _remind(self, table: Table, owed: list[Clock]) -> None:
        in_public: dict[int, list[Clock]] = defaultdict(list)
        async with self.hall.store.transaction() as tx:
            for clock in owed:
                assert clock.seat is not None
                stage = clocks.stage_of(table, clock)
                resting = clocks.rest(table, clock.seat)
                following = (
                    None
                    if stage == NEARLY_OVER
                    else clocks.last_reminder(table, clock.due_at, resting)
                )
                if not await rows.reminded(tx, clock.id, clock.reminded + 1, following):
                    continue
                if deciding.called_in_channel(table, clock.seat):
                    in_public[stage].append(clock)
                elif deciding.reached_in_private(table, clock.seat):
                    said = reminder(table, [clock], stage)
                    user_id = deciding.user_of(table, clock.seat)
                    await outbox.post(tx, table.row.id, to_user(user_id, said), table.now)
            for stage, several in sorted(in_public.items()):
                for message in in_channel(table.row, reminder(table, several, stage)):
                    await outbox.post(tx, table.row.id, message, table.now)

    async def lapse(self) -> None:
        """Play for everybody whose time is over."""
        async with self.hall.store.reading() as tx:
            over = await rows.lapsed(tx, self.hall.now())

        async def lapse(clock: Clock) -> None:
            try:
                async with self.hall.table(clock.game_id) as table:
                    await self._lapse(table, clock)
            except StaleWrite:
                # Another process was faster.
                self.hall.wake.set()

        await one_by_one(over, lapse)

    async def _lapse(self, table: Table, lapsed: Clock) -> None:
        clock = next((each for each in table.clocks if each.id == lapsed.id), None)
        if clock is None or clock.due_at > table.now or clock.paused_at is not None:
            return
        if clock.kind == "lobby":
            await self._close_lobby(table)
            return
        decision = awaited_by(table, clock)
        if decision is None or table.plays_itself(decision.seat):
            # On vacation: from now on a stand-in plays, and no clock is needed.
            async with self.hall.store.transaction() as tx:
                await rows.stop(tx, table.row.id, [clock.id])
            self.hall.stir(table.row.id)
            return
        await self._play_for_absent(table, clock, decision)

    async def _play_for_absent(self, table: Table, clock: Clock, decision: Decision) -> None:
        stand_in = table.row.pace.at_the_end == "stand_in"
        if stand_in:
            choice = await self.stand_ins.advice(table, decision)
        else:
            choice = Choice(decision.seat, decision.id, decision.default)

        def say(number: int, plan: ClockPlan) -> list[NewMessage]:
            said = Lapsed(
                game_id=table.row.id,
                seat=decision.seat,
                decision_kind=decision.kind,
                number=number,
                in_a_row=table.position.lapses[decision.seat],
                stand_in=stand_in,
            )
            # A stand-in may need many choices for one question: it is said after the last.
            done = clock.id in {each.id for each in plan.stop}
            return in_channel(table.row, said) if done or not stand_in else []

        click = f"clock:{clock.id}:{table.position.number + 1}"
        await self.choosing.accept(table, choice, by="clock", interaction=click, say=say)

    async def _close_lobby(self, table: Table) -> None:
        closed = Ended(game_id=table.row.id, reason="lobby_closed")
        async with self.hall.store.transaction() as tx:
            await lifecycle.abandon_game(tx, table.row.id, table.now, in_channel(table.row, closed))

    async def wishes_changed(self, old: User, new: User) -> None:
        """Store a user's new wishes, and set the user's clocks accordingly."""
        async with self.hall.store.transaction() as tx:
            await people.save_user(tx, new)
            running = await rows.of_user(tx, new.user_id)
        for game_id in {clock.game_id for clock in running}:
            async with self.hall.table(game_id) as table:
                await self._set_anew(table, old, new)
            self.hall.stir(game_id)

    async def _set_anew(self, table: Table, old: User, new: User) -> None:
        settings: list[Setting] = []
        for clock in table.clocks:
            own = clock.seat is not None and table.seats[clock.seat].user_id == new.user_id
            if not own or clock.paused_at is not None or clock.due_at <= table.now:
                continue
            left = hours.waking(table.now, clock.due_at, hours.rest_of(table.row.pace, old))
            settings.append(clocks.set_for(table, clock, left))
        async with self.hall.store.transaction() as tx:
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


def reminder(table: Table, owed: list[Clock], stage: int) -> Reminder:
    """A reminder of some clocks, named by the one that ends first."""
    seats = tuple(sorted({clock.seat for clock in owed if clock.seat is not None}))
    due = min(clock.due_at for clock in owed)
    return Reminder(game_id=table.row.id, seats=seats, stage=stage, due_at=due)


def awaited_by(table: Table, clock: Clock) -> Decision | None:
    """The decision that a clock runs for, if it is still awaited."""
    for decision in table.position.match.pending():
        if (decision.seat, decision.id) == (clock.seat, clock.decision) and decision.blocking:
            return decision
    return None

"""Clocks run, remind, stand still and lapse, whatever happens to the process."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.moment import DAY, HOUR, MINUTE, as_datetime, moment, now
from bot.store import Store, clocks, seats, tables
from bot.store.errors import Conflict
from tests.bot.store.builders import NOON, a_clock, a_game


async def test_the_soonest_clock_comes_first_and_lapses_when_it_is_due(store: Store) -> None:
    game = await a_game(store)
    async with store.transaction() as tx:
        late = await clocks.start(tx, game.id, a_clock(0, due_at=NOON + 2 * HOUR))
        soon = await clocks.start(tx, game.id, a_clock(1, due_at=NOON + HOUR))
    async with store.reading() as tx:
        assert [clock.id for clock in await clocks.of_game(tx, game.id)] == [soon, late]
        assert await clocks.lapsed(tx, NOON + HOUR - 1) == []
        assert [clock.id for clock in await clocks.lapsed(tx, NOON + HOUR)] == [soon]
        assert [clock.id for clock in await clocks.lapsed(tx, NOON + DAY)] == [soon, late]


async def test_the_next_moment_is_a_reminder_or_an_end(store: Store) -> None:
    game = await a_game(store)
    async with store.transaction() as tx:
        assert await clocks.next_moment(tx) is None
        await clocks.start(tx, game.id, a_clock(0, due_at=NOON + 5 * HOUR, remind_at=None))
        assert await clocks.next_moment(tx) == NOON + 5 * HOUR
        await clocks.start(
            tx, game.id, a_clock(1, due_at=NOON + 6 * HOUR, remind_at=NOON + 3 * HOUR)
        )
        assert await clocks.next_moment(tx) == NOON + 3 * HOUR
        await clocks.pause(tx, game.id, NOON)
        assert await clocks.next_moment(tx) is None


async def test_a_reminder_is_given_once_and_not_after_the_end(store: Store) -> None:
    game = await a_game(store)
    async with store.transaction() as tx:
        clock = await clocks.start(tx, game.id, a_clock())
        assert await clocks.to_remind(tx, NOON + HOUR - 1) == []
        assert [c.id for c in await clocks.to_remind(tx, NOON + HOUR)] == [clock]
        assert await clocks.reminded(tx, clock, 1, NOON + HOUR + 50 * MINUTE)
        assert not await clocks.reminded(tx, clock, 1, None)
        assert await clocks.to_remind(tx, NOON + HOUR) == []
        assert [c.reminded for c in await clocks.to_remind(tx, NOON + HOUR + 55 * MINUTE)] == [1]
        assert await clocks.to_remind(tx, NOON + 2 * HOUR) == []
        assert not await clocks.reminded(tx, clock + 1, 1, None)


async def test_a_paused_clock_keeps_what_it_has_left(store: Store) -> None:
    game = await a_game(store)
    async with store.transaction() as tx:
        number = await clocks.start(tx, game.id, a_clock())
        await clocks.pause(tx, game.id, NOON + 30 * MINUTE)
        await clocks.pause(tx, game.id, NOON + 80 * MINUTE)
        standing = await clocks.get(tx, number)
        await clocks.resume(tx, game.id, NOON + DAY)
        running = await clocks.get(tx, number)
        await clocks.resume(tx, game.id, NOON + 3 * DAY)
        assert await clocks.get(tx, number) == running
    assert standing is not None
    assert standing.remaining(NOON + 7 * DAY) == 90 * MINUTE
    assert running is not None
    assert running.remaining(NOON + DAY) == 90 * MINUTE
    assert running.due_at - running.opened_at == 2 * HOUR
    assert running.remind_at == NOON + DAY + 30 * MINUTE


async def test_a_clock_that_lapsed_before_the_pause_lapses_after_it(store: Store) -> None:
    game = await a_game(store)
    async with store.transaction() as tx:
        number = await clocks.start(tx, game.id, a_clock(remind_at=None))
        await clocks.pause(tx, game.id, NOON + 3 * HOUR)
        assert await clocks.lapsed(tx, NOON + 4 * HOUR) == []
        await clocks.resume(tx, game.id, NOON + DAY)
        assert [clock.id for clock in await clocks.lapsed(tx, NOON + DAY)] == [number]


async def test_pausing_one_game_leaves_the_others_running(store: Store) -> None:
    one, two = await a_game(store), await a_game(store)
    async with store.transaction() as tx:
        await clocks.start(tx, one.id, a_clock())
        running = await clocks.start(tx, two.id, a_clock())
        await clocks.pause(tx, one.id, NOON)
        assert [clock.id for clock in await clocks.lapsed(tx, NOON + DAY)] == [running]


async def test_an_extension_moves_the_end(store: Store) -> None:
    game = await a_game(store)
    async with store.transaction() as tx:
        number = await clocks.start(tx, game.id, a_clock())
        await clocks.postpone(tx, number, NOON + 5 * HOUR, NOON + 4 * HOUR)
        clock = await clocks.get(tx, number)
    assert clock is not None
    assert (clock.due_at, clock.remind_at) == (NOON + 5 * HOUR, NOON + 4 * HOUR)


@pytest.mark.parametrize("seat", [0, None])
async def test_a_question_has_one_clock(store: Store, seat: int | None) -> None:
    game = await a_game(store)
    async with store.transaction() as tx:
        await clocks.start(tx, game.id, a_clock(seat))
        await clocks.start(tx, game.id, a_clock(seat, "trade"))
        await clocks.start(tx, game.id, a_clock(1))
    with pytest.raises(Conflict):
        async with store.transaction() as tx:
            await clocks.start(tx, game.id, a_clock(seat))


async def test_clocks_started_together_have_their_numbers_in_order(store: Store) -> None:
    game = await a_game(store)
    async with store.transaction() as tx:
        numbers = await clocks.start_all(tx, game.id, [a_clock(seat) for seat in (2, 0, 1)])
        started = [await clocks.get(tx, number) for number in numbers]
        assert await clocks.start_all(tx, game.id, []) == ()
    assert [clock.seat for clock in started if clock is not None] == [2, 0, 1]


async def test_stopping_names_the_clocks_or_means_all_of_the_game(store: Store) -> None:
    game, other = await a_game(store), await a_game(store)
    async with store.transaction() as tx:
        first = await clocks.start(tx, game.id, a_clock(0))
        second = await clocks.start(tx, game.id, a_clock(1))
        elsewhere = await clocks.start(tx, other.id, a_clock(0))
        await clocks.stop(tx, game.id, [])
        await clocks.stop(tx, game.id, [first, elsewhere, 999])
        assert [clock.id for clock in await clocks.of_game(tx, game.id)] == [second]
        await clocks.stop(tx, game.id)
        assert await clocks.of_game(tx, game.id) == []
        assert [clock.id for clock in await clocks.of_game(tx, other.id)] == [elsewhere]


async def test_an_inbox_shows_a_users_clocks_in_all_games(store: Store) -> None:
    one, two = await a_game(store), await a_game(store)
    async with store.transaction() as tx:
        late = await clocks.start(tx, one.id, a_clock(1, due_at=NOON + 9 * HOUR))
        soon = await clocks.start(tx, two.id, a_clock(1, due_at=NOON + 3 * HOUR))
        await clocks.start(tx, two.id, a_clock(0))
        await clocks.start(tx, two.id, a_clock(None))
        assert [clock.id for clock in await clocks.of_user(tx, 2)] == [soon, late]
        await seats.pass_on(
            tx, two.id, 1, user_id=2, kind="stand_in", name="Ada", reason="away", at=NOON
        )
        assert [clock.id for clock in await clocks.of_user(tx, 2)] == [late]


def test_moments_are_exact_and_need_a_time_zone() -> None:
    when = datetime(2026, 2, 28, 23, 59, 59, 999_999, tzinfo=UTC)
    assert as_datetime(moment(when)) == when
    assert as_datetime(moment(when) + 1) == datetime(2026, 3, 1, tzinfo=UTC)
    assert as_datetime(now()).tzinfo is UTC
    with pytest.raises(ValueError, match="time zone"):
        moment(datetime(2026, 1, 1))


async def test_a_statement_for_no_values_at_all_is_not_carried_out(store: Store) -> None:
    game = await a_game(store)
    async with store.transaction() as tx:
        await clocks.start(tx, game.id, a_clock(0, due_at=NOON + HOUR))
        assert await tx.write(tables.clocks.insert(), []) == 0
        assert await tx.write(tables.clocks.delete(), []) == 0
        assert len(await clocks.of_game(tx, game.id)) == 1

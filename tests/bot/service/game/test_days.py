"""A turn a day: the table's hour, the parts of a turn, and what moves them; a steady pace."""

from __future__ import annotations

import pytest

from bot.moment import DAY, HOUR, MINUTE, Moment
from bot.service import Actor, Herald, Pace
from bot.service.announcing.announcements import Lapsed, Reminder
from bot.service.errors import BadPace
from bot.service.game.days import shares, usual_parts
from bot.store import Store, clocks
from bot.store.clocks import Clock
from bot.store.people import User
from engine.core.registry import ruleset, rulesets
from tests.bot.builders.virtual_time import NOON, VirtualTime
from tests.bot.service.builders import (
    ADA,
    BEA,
    HOST,
    a_game,
    answer,
    answer_all,
    awaited,
    clocks_of,
    hours,
    kind_awaited,
    log_of,
    said,
)

DAILY = Pace(kind="daily", turn_ends=20 * 60, quiet_from=23 * 60, quiet_until=8 * 60)
STEADY = Pace(kind="steady", quiet_from=23 * 60, quiet_until=8 * 60)
FIRST_END = NOON + hours(32)
"""The first evening at 20:00 that is half a day off."""
LONG = {"turn_limit": 6}


async def turn_of(herald: Herald, game_id: int) -> int:
    """The turn that is played."""
    status = await herald.look.status(game_id)
    assert status.view is not None
    return status.view.turn


async def turn_clock(store: Store, game_id: int) -> Clock:
    """The clock of the turn: there is one."""
    async with store.reading() as tx:
        (found,) = [c for c in await clocks.of_game(tx, game_id) if c.kind == "turn"]
    return found


async def pass_until(herald: Herald, time: VirtualTime, when: Moment) -> None:
    """Let time pass as it does: everything happens when it is due."""
    while (due := await herald.scheduler.next_moment()) is not None and due <= when:
        time.pass_by(max(0, due - time.now()))
        await herald.scheduler.tick()
    time.pass_by(when - time.now())


@pytest.mark.parametrize("name", rulesets())
async def test_a_table_that_nobody_looks_after_plays_a_turn_a_day(
    herald: Herald, store: Store, time: VirtualTime, name: str
) -> None:
    info = await a_game(herald, people=3, pace=DAILY, ruleset=name, options=LONG)
    for day in range(3):
        await pass_until(herald, time, FIRST_END + day * DAY - HOUR)
        assert await turn_of(herald, info.id) <= 1 + day
        # Who looks in, though they answer nothing, has not left the table.
        await herald.note_seen(info.id, ADA.user_id)
        status = await herald.look.status(info.id)
        assert all(each.due_at and each.due_at > time.now() for each in status.awaited)
        await pass_until(herald, time, FIRST_END + day * DAY)
        # Herald may be down at the hour, and carries the turn out when it is back.
        await Herald(store, time).scheduler.tick()
        assert await turn_of(herald, info.id) == 2 + day
        assert (await turn_clock(store, info.id)).due_at == FIRST_END + (day + 1) * DAY


async def test_who_is_late_costs_the_others_only_a_part_of_the_day(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    info = await a_game(herald, people=3, pace=DAILY, options=LONG)
    await pass_until(herald, time, FIRST_END)
    await herald.note_seen(info.id, ADA.user_id)
    end = FIRST_END + DAY
    moves, trade, _ = (end - (20 * 60 - minute) % (24 * 60) * MINUTE for minute in parts())
    called = []
    while (kind := await kind_awaited(herald, info.id)) != "trade":
        for seat, clock in (await clocks_of(store, info.id)).items():
            assert clock.due_at > time.now()
            called += [(seat, clock.due_at)] if kind == "movement" else []
        await pass_until(herald, time, await herald.scheduler.next_deadline() or end)
        await herald.scheduler.tick()
    assert len({seat for seat, _ in called}) == 3, "everybody has had their own time"
    ends = [due for _, due in called]
    assert ends == sorted(ends) and ends[-1] <= moves < trade < end
    assert all(8 <= due // HOUR % 24 < 23 for due in ends), "nobody's time ends at night"


def parts() -> tuple[int, ...]:
    """When the parts of a turn end at the usual times."""
    return usual_parts("standard", DAILY)


async def test_a_turn_that_is_done_early_shortens_nobodys_next(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    info = await a_game(herald, people=2, pace=DAILY, options=LONG)
    while await turn_of(herald, info.id) < 2:
        await answer(herald, info.id, (await awaited(herald, info.id))[0])
        await herald.scheduler.tick()
    assert (await turn_clock(store, info.id)).due_at == FIRST_END
    await pass_until(herald, time, NOON + hours(24))
    while await turn_of(herald, info.id) < 3:
        await answer(herald, info.id, (await awaited(herald, info.id))[0])
        await herald.scheduler.tick()
    assert (await turn_clock(store, info.id)).due_at == FIRST_END + DAY
    assert {e.by for e in await log_of(store, info.id)} <= {"player", "clock"}


async def test_a_missed_day_is_one_missed_deadline_and_few_posts(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    info = await a_game(herald, people=2, pace=DAILY, options=LONG)
    for day in range(3):
        await herald.note_seen(info.id, ADA.user_id)
        await pass_until(herald, time, FIRST_END + day * DAY)
        await herald.scheduler.tick()
    lapsed = await said(store, info.id, Lapsed)
    for seat in (0, 1):
        own = [each.in_a_row for each in lapsed if each.seat == seat]
        assert own[-1] <= 3 and own == sorted(own)
    assert all(each.due_at > NOON for each in await said(store, info.id, Reminder))
    entries = [e for e in await log_of(store, info.id) if e.by in ("clock", "ai")]
    assert len(lapsed) < len(entries) / 2


async def test_more_time_moves_the_end_of_the_turn(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    info = await a_game(herald, people=2, pace=DAILY, options=LONG)
    (before,) = (await clocks_of(store, info.id)).values()
    vote = await herald.votes.propose(info.id, ADA.user_id, "extension")
    await herald.votes.vote(info.id, BEA.user_id, vote.vote.id, True)
    (after,) = (await clocks_of(store, info.id)).values()
    assert after.due_at > before.due_at
    assert (await turn_clock(store, info.id)).due_at == FIRST_END + hours(12)


async def test_after_a_pause_the_turn_ends_at_the_tables_hour(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    info = await a_game(herald, people=2, pace=DAILY, options=LONG)
    await herald.votes.pause(info.id, HOST)
    time.pass_by(3 * DAY + hours(2))
    await herald.scheduler.tick()
    assert await turn_of(herald, info.id) <= 1
    await herald.votes.resume(info.id, HOST)
    end = (await turn_clock(store, info.id)).due_at
    assert end >= FIRST_END + 3 * DAY + hours(2)
    assert end // HOUR % 24 == 20 and end - FIRST_END - 3 * DAY <= DAY


async def test_the_table_waits_for_who_is_away_with_a_standing_clock(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    info = await a_game(herald, people=2, pace=DAILY, options=LONG)
    await answer_all(herald, info.id, "trade")
    back = NOON + 5 * DAY
    away = User(user_id=BEA.user_id, away_from=NOON + HOUR, away_until=back)
    await herald.save_me(away)
    assert (await turn_clock(store, info.id)).due_at == back + hours(32)
    running = await clocks_of(store, info.id)
    assert all(clock.due_at > back for clock in running.values())
    await pass_until(herald, time, NOON + 2 * DAY)
    assert await turn_of(herald, info.id) == 1
    await herald.save_me(User(user_id=BEA.user_id))
    assert (await turn_clock(store, info.id)).due_at == NOON + 3 * DAY + hours(8)


async def test_a_table_whose_people_are_all_away_gives_them_time_when_they_are_back(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    info = await a_game(herald, people=2, ais=1, pace=DAILY, options=LONG)
    back = NOON + 4 * DAY
    for user in (1, 2):
        wishes = User(user_id=user, away_from=NOON + HOUR, away_until=back, when_away="stand_in")
        await herald.save_me(wishes)
    await pass_until(herald, time, back + HOUR)
    await herald.scheduler.tick()
    status = await herald.look.status(info.id)
    assert status.awaited and status.view is not None and status.view.turn <= 1
    assert all(each.due_at and each.due_at > time.now() + HOUR for each in status.awaited)


async def test_a_steady_table_has_less_time_for_later_questions(
    herald: Herald, store: Store
) -> None:
    info = await a_game(herald, people=2, pace=STEADY)
    await answer_all(herald, info.id, "movement")
    (first,) = (await clocks_of(store, info.id)).values()
    await answer_all(herald, info.id, "trade")
    later = (await clocks_of(store, info.id)).values()
    assert first.due_at - NOON == hours(24 + 9), "a day of waking hours"
    assert {clock.due_at - NOON for clock in later} == {hours(8)}


async def test_a_change_of_pace_is_for_what_is_asked_afterwards(
    herald: Herald, store: Store
) -> None:
    info = await a_game(herald, people=2, pace=DAILY, options=LONG)
    await herald.lobby.set_pace(info.id, Pace(), Actor(ADA.user_id))
    await answer(herald, info.id, (await awaited(herald, info.id))[0])
    async with store.reading() as tx:
        assert {each.kind for each in await clocks.of_game(tx, info.id)} == {"decision"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"turn_ends": 2 * 60},
        {"turn_ends": 24 * 60},
        {"parts": (18 * 60, 12 * 60)},
        {"parts": (12 * 60, 3 * 60)},
        {"later_minutes": 1},
    ],
)
async def test_times_that_make_no_sense_are_refused(
    herald: Herald, wrong: dict[str, object]
) -> None:
    info = await a_game(herald, people=2, pace=DAILY)
    fields = {name: getattr(DAILY, name) for name in DAILY.__struct_fields__}
    with pytest.raises(BadPace):
        await herald.lobby.set_pace(info.id, Pace(**{**fields, **wrong}), HOST)


@pytest.mark.parametrize("name", rulesets())
def test_the_parts_of_a_turn_are_those_of_the_rules(name: str) -> None:
    rules, known = ruleset(name), list(shares(name))
    order = [step for step in rules.turn_phases if step in known]
    assert order == known
    assert set(known) <= rules.titles
    times = usual_parts(name, DAILY)
    assert len(times) == len(known) and times[-1] == DAILY.turn_ends
    assert all(8 * 60 <= each <= 20 * 60 or 20 * 60 < each < 23 * 60 for each in times)

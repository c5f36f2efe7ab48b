"""Clocks: one for each awaited decision, reminders to those missing, what is played at the end."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from bot.moment import DAY, MINUTE, moment
from bot.service import Herald, Pace
from bot.service.announcing.announcements import Extended, Lapsed, PhasePost, Reminder, YourTurn
from bot.service.errors import BadPace, NoMoreExtensions, NothingToExtend, VoteRunning
from bot.store import Store, people
from bot.store.people import User
from tests.bot.builders.virtual_time import NOON, VirtualTime
from tests.bot.service.builders import (
    ADA,
    BEA,
    HOST,
    a_game,
    answer,
    answer_all,
    asked,
    awaited,
    clocks_of,
    hours,
    log_of,
    said,
    said_to,
)

A_DAY = Pace(phase_minutes=24 * 60)


async def test_a_clock_runs_for_whoever_is_awaited(herald: Herald, store: Store) -> None:
    info = await a_game(herald, people=3, pace=A_DAY)
    await answer_all(herald, info.id, "trade")
    running = await clocks_of(store, info.id)
    assert {seat: (c.decision, c.due_at - NOON) for seat, c in running.items()} == {
        seat: ("trade", hours(24)) for seat in (0, 1, 2)
    }
    await answer(herald, info.id, BEA.user_id)
    assert sorted(await clocks_of(store, info.id)) == [0, 2]


async def test_ai_players_have_no_clock(herald: Herald, store: Store) -> None:
    info = await a_game(herald, people=1, ais=2)
    assert list(await clocks_of(store, info.id)) == [0]


async def test_a_clock_goes_on_through_the_orders_of_one_movement(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    info = await a_game(herald, pace=A_DAY)
    await answer_all(herald, info.id, "movement")
    user = (await awaited(herald, info.id))[0]
    (before,) = (await clocks_of(store, info.id)).values()
    time.pass_by(hours(3))
    await answer(herald, info.id, user, await a_move(herald, info.id, user))
    (after,) = (await clocks_of(store, info.id)).values()
    assert (after.id, after.due_at) == (before.id, before.due_at)


async def test_who_is_playing_is_not_cut_off(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    info = await a_game(herald, pace=A_DAY)
    await answer_all(herald, info.id, "movement")
    user = (await awaited(herald, info.id))[0]
    time.pass_by(hours(23))
    await answer(herald, info.id, user, await a_move(herald, info.id, user))
    (clock,) = (await clocks_of(store, info.id)).values()
    assert clock.due_at == time.now() + hours(6)


async def a_move(herald: Herald, game_id: int, user_id: int) -> Any:
    """Any move that a user can order."""
    question = await asked(herald, game_id, user_id)
    return next(v for v in question.decision.grammar.enumerate() if v["do"] == "move")


@pytest.mark.databases
async def test_those_missing_are_reminded_half_way_and_near_the_end(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    info = await a_game(herald, people=3, pace=A_DAY)
    await answer_all(herald, info.id, "trade")
    await answer(herald, info.id, BEA.user_id)
    for passed, stages in ((11, []), (1, [1]), (8, [1]), (1, [1, 2]), (2, [1, 2])):
        time.pass_by(hours(passed))
        await herald.scheduler.tick()
        reminders = await said(store, info.id, Reminder)
        assert [each.stage for each in reminders] == stages
        assert all(each.seats == (0, 2) for each in reminders)


async def test_who_changes_their_wishes_is_still_reminded_half_way(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    info = await a_game(herald, people=2, pace=A_DAY)
    await answer_all(herald, info.id, "trade")
    time.pass_by(hours(2))
    await herald.save_me(User(user_id=1, notify="dm"))
    time.pass_by(hours(10))
    await herald.scheduler.tick()
    assert [r.stage for r in await said_to(store, info.id, "user:1", Reminder)] == [1]
    await herald.save_me(User(user_id=1, notify="dm", time_zone="Europe/Rome"))
    time.pass_by(hours(9))
    await herald.scheduler.tick()
    assert [r.stage for r in await said_to(store, info.id, "user:1", Reminder)] == [1, 2]


async def test_everybody_is_reminded_in_the_way_they_chose(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    await herald.save_me(User(user_id=1, notify="dm"))
    await herald.save_me(User(user_id=2, notify="none"))
    info = await a_game(herald, people=3, pace=A_DAY)
    await answer_all(herald, info.id, "trade")
    time.pass_by(hours(12))
    await herald.scheduler.tick()
    channel = f"channel:{info.game.channel_id}"
    assert [r.seats for r in await said_to(store, info.id, channel, Reminder)] == [(2,)]
    assert [r.seats for r in await said_to(store, info.id, "user:1", Reminder)] == [(0,)]
    assert await said_to(store, info.id, "user:2", Reminder) == []
    assert await said_to(store, info.id, "user:1", YourTurn) != []


async def test_who_cannot_be_written_to_is_called_in_the_channel(
    herald: Herald, store: Store
) -> None:
    await herald.save_me(User(user_id=1, notify="dm"))
    info = await a_game(herald, people=3)
    await herald.note_dm(info.id, 1, False)
    await answer_all(herald, info.id, "trade")
    assert 0 in {seat for post in await said(store, info.id, PhasePost) for seat in post.ping}


@pytest.mark.databases
async def test_at_the_end_the_clock_plays_the_default_and_says_so(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    info = await a_game(herald, people=3, pace=A_DAY)
    await answer_all(herald, info.id, "trade")
    await answer(herald, info.id, ADA.user_id)
    time.pass_by(hours(24) - MINUTE)
    await herald.scheduler.tick()
    assert len(await awaited(herald, info.id)) == 2
    time.pass_by(MINUTE)
    await herald.scheduler.tick()
    entries = [e for e in await log_of(store, info.id) if e.by == "clock"]
    assert [(e.seat, e.kind, e.value) for e in entries] == [
        (1, "trade", {"do": "done"}),
        (2, "trade", {"do": "done"}),
    ]
    lapsed = await said(store, info.id, Lapsed)
    assert [(each.seat, each.number) for each in lapsed] == [(e.seat, e.number) for e in entries]
    assert [each.in_a_row for each in lapsed] == [1, 1]


async def test_a_table_where_somebody_only_looks_on_is_played_by_its_clocks(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    info = await a_game(herald, pace=A_DAY)
    for _ in range(40):
        time.pass_by(hours(12))
        await herald.note_seen(info.id, ADA.user_id)
        time.pass_by(hours(12))
        await herald.scheduler.tick()
    assert (await herald.look.game(info.id)).game.status == "finished"
    entries = await log_of(store, info.id)
    assert {entry.by for entry in entries} == {"clock"}
    assert max(each.in_a_row for each in await said(store, info.id, Lapsed)) > 3


async def test_a_player_who_acts_has_not_lapsed_in_a_row(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    info = await a_game(herald, pace=A_DAY)
    time.pass_by(hours(24))
    await herald.scheduler.tick()
    missed = (await said(store, info.id, Lapsed))[-1].seat
    while True:
        user = (await awaited(herald, info.id))[0]
        await answer(herald, info.id, user)
        if info.seats[missed].user_id == user:
            break
    while (await said(store, info.id, Lapsed))[-1].number == 1 or (
        await said(store, info.id, Lapsed)
    )[-1].seat != missed:
        time.pass_by(hours(24))
        await herald.scheduler.tick()
    assert (await said(store, info.id, Lapsed))[-1].in_a_row == 1


async def test_a_table_may_want_a_stand_in_at_the_end_of_the_clock(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    pace = Pace(phase_minutes=24 * 60, at_the_end="stand_in")
    info = await a_game(herald, pace=pace)
    await answer_all(herald, info.id, "movement")
    user = (await awaited(herald, info.id))[0]
    time.pass_by(hours(24))
    await herald.scheduler.tick()
    entries = [e for e in await log_of(store, info.id) if e.by == "clock"]
    moves = [e for e in entries if e.kind == "movement"]
    assert len(moves) > 1
    assert user not in await awaited(herald, info.id)
    (lapsed,) = await said(store, info.id, Lapsed)
    assert (lapsed.stand_in, info.seats[lapsed.seat].user_id) == (True, user)


@pytest.mark.databases
async def test_a_stand_in_that_answers_a_question_bit_by_bit_has_missed_one_deadline(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    info = await a_game(herald, pace=A_DAY)
    await answer_all(herald, info.id, "movement")
    for _ in range(6):
        time.pass_by(hours(12))
        await herald.note_seen(info.id, ADA.user_id)
        time.pass_by(hours(12))
        # Each after a restart.
        await Herald(store, time).scheduler.tick()
    clocks = [e for e in await log_of(store, info.id) if e.by == "clock"]
    assert len([e for e in clocks if e.kind == "movement"]) > 4
    lapsed = await said(store, info.id, Lapsed)
    for seat in (0, 1):
        missed = [each.in_a_row for each in lapsed if each.seat == seat]
        assert missed == list(range(1, len(missed) + 1))
    assert len(lapsed) >= 6


async def test_quiet_hours_of_the_table_and_of_the_user_stop_the_clock(
    herald: Herald, store: Store
) -> None:
    await herald.save_me(
        User(user_id=1, quiet_from=20 * 60, quiet_until=22 * 60, time_zone="Europe/London")
    )
    pace = Pace(phase_minutes=12 * 60, quiet_from=22 * 60, quiet_until=8 * 60)
    info = await a_game(herald, people=2, pace=pace)
    await answer_all(herald, info.id, "trade")
    due = {seat: clock.due_at - NOON for seat, clock in (await clocks_of(store, info.id)).items()}
    assert due == {0: hours(24), 1: hours(22)}


async def test_a_vacation_lets_the_clock_sleep(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    info = await a_game(herald, people=2, pace=A_DAY)
    await answer_all(herald, info.id, "trade")
    away = User(user_id=1, away_from=NOON + hours(6), away_until=NOON + hours(106))
    await herald.save_me(away)
    clocks = await clocks_of(store, info.id)
    assert (clocks[0].due_at - NOON, clocks[1].due_at - NOON) == (hours(124), hours(24))
    time.pass_by(hours(50))
    await herald.save_me(User(user_id=1))
    assert (await clocks_of(store, info.id))[0].due_at == time.now() + hours(18)


async def test_a_vacation_with_a_stand_in_lets_it_play_from_leaving_to_coming_back(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    info = await a_game(herald, people=2, pace=A_DAY)
    await answer_all(herald, info.id, "trade")
    away = User(
        user_id=1,
        away_from=NOON + hours(6),
        away_until=NOON + hours(200),
        when_away="stand_in",
    )
    await herald.save_me(away)
    time.pass_by(hours(6))
    await herald.scheduler.tick()
    assert await awaited(herald, info.id) == [BEA.user_id]
    assert {e.by for e in await log_of(store, info.id) if e.seat == 0 and e.kind == "trade"} == {
        "ai"
    }
    assert await said(store, info.id, Lapsed) == []
    time.pass_by(hours(194))
    await herald.scheduler.tick()
    users = set()
    for _ in range(4):
        users.update(await awaited(herald, info.id))
        for user in await awaited(herald, info.id):
            await answer(herald, info.id, user)
    assert ADA.user_id in users


async def test_a_table_that_everybody_left_for_a_while_waits_for_them(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    info = await a_game(herald, people=2, ais=1, pace=A_DAY)
    for user, days in ((1, 9), (2, 5)):
        wishes = User(
            user_id=user,
            away_from=NOON + hours(1),
            away_until=NOON + hours(24 * days),
            when_away="stand_in",
        )
        await herald.save_me(wishes)
    time.pass_by(hours(2))
    await herald.scheduler.tick()
    number = (await herald.look.status(info.id)).number
    time.pass_by(hours(24 * 4))
    await herald.scheduler.tick()
    assert (await herald.look.status(info.id)).number == number
    assert await herald.scheduler.next_moment() == NOON + hours(24 * 5)
    time.pass_by(NOON + hours(24 * 5) - time.now())
    await herald.scheduler.tick()
    assert await awaited(herald, info.id) == [BEA.user_id]
    assert (await clocks_of(store, info.id))[1].due_at == time.now() + hours(24)


async def test_who_takes_a_seat_while_the_game_is_paused_has_a_clock_afterwards(
    herald: Herald, store: Store
) -> None:
    info = await a_game(herald, people=2)
    (user,) = await awaited(herald, info.id)
    seat = next(each.seat for each in info.seats if each.user_id == user)
    await herald.votes.pause(info.id, HOST)
    await herald.seats.stand_in(info.id, user)
    assert await clocks_of(store, info.id) == {}
    await herald.seats.come_back(info.id, user)
    await herald.votes.resume(info.id, HOST)
    await herald.scheduler.tick()
    assert list(await clocks_of(store, info.id)) == [seat]


async def test_a_new_pace_is_for_clocks_that_start_afterwards(herald: Herald, store: Store) -> None:
    info = await a_game(herald, people=2, pace=A_DAY)
    await herald.lobby.set_pace(info.id, Pace(phase_minutes=60), HOST)
    assert {c.due_at - NOON for c in (await clocks_of(store, info.id)).values()} == {hours(24)}
    await answer(herald, info.id, (await awaited(herald, info.id))[0])
    assert {c.due_at - NOON for c in (await clocks_of(store, info.id)).values()} == {hours(1)}


async def test_a_fault_with_one_clock_holds_up_no_other(
    herald: Herald, time: VirtualTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    sick = await a_game(herald, people=2, pace=A_DAY)
    well = await a_game(herald, people=2, pace=A_DAY)
    lapse = herald._deadlines._lapse

    async def stumble(table: Any, clock: Any) -> None:
        if table.row.id == sick.id:
            raise OSError("no disk")
        await lapse(table, clock)

    monkeypatch.setattr(herald._deadlines, "_lapse", stumble)
    time.pass_by(hours(24))
    await herald.scheduler.tick()
    assert (await herald.look.status(sick.id)).number == 0
    assert (await herald.look.status(well.id)).number == 1
    assert await herald.scheduler.next_moment() == time.now() + MINUTE
    monkeypatch.undo()
    time.pass_by(MINUTE)
    await herald.scheduler.tick()
    assert (await herald.look.status(sick.id)).number == 1


@pytest.mark.parametrize(("leaves", "days"), [(0, 366), (0, 2_900_000), (366, 1)])
async def test_nobody_is_away_for_longer_than_a_year(
    herald: Herald, leaves: int, days: int
) -> None:
    start = NOON + leaves * DAY
    with pytest.raises(BadPace):
        await herald.save_me(User(user_id=1, away_from=start, away_until=start + days * DAY))
    assert await herald.me(1) == User(user_id=1)


async def test_a_vacation_until_the_end_of_all_calendars_does_not_stop_the_others(
    herald: Herald, store: Store
) -> None:
    info = await a_game(herald)
    (first,) = await awaited(herald, info.id)
    (other,) = {1, 2} - {first}
    # As it could be stored before there was a limit.
    forever = User(
        user_id=other,
        away_from=NOON,
        away_until=moment(datetime(9999, 12, 31, tzinfo=UTC)),
        when_away="clock_stands",
        quiet_from=22 * 60,
        quiet_until=6 * 60,
    )
    async with store.transaction() as tx:
        await people.save_user(tx, forever)
    await answer(herald, info.id, first)
    assert await awaited(herald, info.id) == [other]
    (awaited_now,) = (await herald.look.status(info.id)).awaited
    assert awaited_now.due_at is not None and awaited_now.due_at < NOON + 400 * DAY


async def test_nobody_comes_back_before_they_leave(herald: Herald) -> None:
    with pytest.raises(BadPace):
        await herald.save_me(User(user_id=1, away_from=NOON, away_until=NOON))
    with pytest.raises(BadPace):
        await herald.save_me(User(user_id=1, time_zone="Nowhere"))
    assert await herald.me(1) == User(user_id=1)


@pytest.mark.databases
async def test_a_pause_stops_the_clocks_and_they_have_left_what_they_had(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    pace = Pace(phase_minutes=12 * 60, quiet_from=22 * 60, quiet_until=8 * 60)
    info = await a_game(herald, people=2, pace=pace)
    await answer_all(herald, info.id, "trade")
    time.pass_by(hours(4))
    await herald.votes.pause(info.id, HOST)
    time.pass_by(hours(1000))
    await herald.scheduler.tick()
    assert await said(store, info.id, Lapsed) == []
    await herald.votes.resume(info.id, HOST)
    # It is 8:00 in the morning, and eight waking hours were left.
    assert {c.due_at - time.now() for c in (await clocks_of(store, info.id)).values()} == {hours(8)}


@pytest.mark.databases
async def test_the_table_gives_itself_more_time_by_vote(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    pace = Pace(phase_minutes=24 * 60, extension_minutes=6 * 60, extensions=1)
    info = await a_game(herald, people=3, pace=pace)
    await answer_all(herald, info.id, "trade")
    vote = await herald.votes.propose(info.id, ADA.user_id, "extension")
    assert (vote.vote.state, vote.needed, vote.missing) == ("open", 2, (1, 2))
    with pytest.raises(VoteRunning):
        await herald.votes.propose(info.id, BEA.user_id, "extension")
    vote = await herald.votes.vote(info.id, BEA.user_id, vote.vote.id, True)
    assert vote.vote.state == "passed"
    due = {clock.due_at - NOON for clock in (await clocks_of(store, info.id)).values()}
    assert due == {hours(30)}
    assert [each.minutes for each in await said(store, info.id, Extended)] == [360]
    with pytest.raises(NoMoreExtensions):
        await herald.votes.propose(info.id, BEA.user_id, "extension")
    time.pass_by(hours(29))
    await herald.scheduler.tick()
    assert len(await awaited(herald, info.id)) == 3


async def test_another_phase_can_be_extended_again(herald: Herald) -> None:
    pace = Pace(phase_minutes=24 * 60, extensions=1)
    info = await a_game(herald, people=1, ais=1, pace=pace)
    assert (await herald.votes.propose(info.id, 1, "extension")).vote.state == "passed"
    with pytest.raises(NoMoreExtensions):
        await herald.votes.propose(info.id, 1, "extension")
    await answer_all(herald, info.id, "movement")
    assert (await herald.votes.propose(info.id, 1, "extension")).vote.state == "passed"


async def test_nothing_is_extended_where_no_clock_runs(herald: Herald) -> None:
    info = await a_game(herald, people=2)
    (user,) = await awaited(herald, info.id)
    await herald.seats.stand_in(info.id, user)
    other = next(seat.user_id for seat in info.seats if seat.user_id != user)
    assert other is not None
    with pytest.raises(NothingToExtend):
        await herald.votes.propose(info.id, other, "extension")


async def test_the_caretaker_sleeps_until_something_is_due(
    herald: Herald, time: VirtualTime
) -> None:
    assert await herald.scheduler.next_moment() == NOON
    await herald.scheduler.tick()
    assert await herald.scheduler.next_moment() is None
    await a_game(herald, people=2, pace=A_DAY)
    assert await herald.scheduler.next_moment() == NOON + hours(12)
    time.pass_by(hours(12))
    await herald.scheduler.tick()
    assert await herald.scheduler.next_moment() == NOON + hours(21)


async def test_clocks_stand_still_while_herald_is_not_on_the_server(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    info = await a_game(herald, pace=A_DAY, guild_id=7)
    await herald.servers.note(7, joined=False)
    time.pass_by(hours(72))
    await herald.scheduler.tick()
    assert await said(store, info.id, Lapsed) == []
    await herald.servers.note(7, joined=True)
    time.pass_by(hours(23))
    await herald.scheduler.tick()
    assert await said(store, info.id, Lapsed) == []
    time.pass_by(hours(2))
    await herald.scheduler.tick()
    assert await said(store, info.id, Lapsed)

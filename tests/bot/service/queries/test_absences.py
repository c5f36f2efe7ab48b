"""Who has been away is shown what they missed, once, and what was done in their name."""

from __future__ import annotations

from bot.moment import HOUR
from bot.service import Herald, Pace, Person
from bot.store import Store
from tests.bot.builders.virtual_time import NOON, VirtualTime
from tests.bot.service.builders import ADA, BEA, HOST, a_game, answer, answer_all, awaited, hours


async def test_who_looks_in_now_and_then_has_missed_nothing(
    herald: Herald, time: VirtualTime
) -> None:
    info = await a_game(herald, people=2)
    for _ in range(4):
        time.pass_by(hours(3))
        await answer(herald, info.id, (await awaited(herald, info.id))[0])
        for user in (ADA.user_id, BEA.user_id):
            assert not (await herald.look.desk(info.id, user)).has_missed
            await herald.note_seen(info.id, user)


async def test_after_half_a_day_one_has_missed_what_others_did_and_only_once(
    herald: Herald, time: VirtualTime
) -> None:
    info = await a_game(herald, people=2)
    first, other = await awaited(herald, info.id), {ADA.user_id, BEA.user_id}
    absent = (other - {*first}).pop()
    await herald.note_seen(info.id, absent)
    time.pass_by(hours(13))
    await answer(herald, info.id, first[0])
    assert (await herald.look.desk(info.id, absent)).has_missed
    found = await herald.look.catch_up(info.id, absent)
    assert found is not None and found.happened and not found.done_for_you
    await herald.note_seen(info.id, absent)
    desk = await herald.look.desk(info.id, absent)
    assert not desk.has_missed and desk.looked_lately
    again = await herald.look.catch_up(info.id, absent)
    assert again is not None and again.happened == found.happened, "/catchup shows it again"


async def test_what_the_clock_did_is_said_at_once_also_after_a_restart(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    pace = Pace(phase_minutes=60, at_the_end="default")
    info = await a_game(herald, people=2, pace=pace)
    await herald.note_seen(info.id, ADA.user_id)
    await answer_all(herald, info.id, "movement")
    late = (await awaited(herald, info.id))[0]
    time.pass_by(hours(2))
    await herald.scheduler.tick()
    for again in (herald, Herald(store, time)):
        desk = await again.look.desk(info.id, late)
        assert desk.has_missed
        found = await again.look.catch_up(info.id, late)
        assert found is not None
        assert [(each.by, each.idle) for each in found.done_for_you] == [("clock", ("movement",))]
    await herald.note_seen(info.id, late)
    assert not (await herald.look.desk(info.id, late)).has_missed


async def test_that_someone_looks_is_written_down_once_an_hour(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    info = await a_game(herald, people=2)
    moments = set()
    for _ in range(9):
        await herald.note_seen(info.id, ADA.user_id)
        seat = (await herald.look.game(info.id)).seat_of(ADA.user_id)
        assert seat is not None and seat.seen_at is not None
        moments.add((seat.seen_at - NOON) // HOUR)
        time.pass_by(hours(1 / 3))
    assert moments == {0, 1, 2}


async def test_who_takes_a_seat_over_has_not_been_away(herald: Herald, time: VirtualTime) -> None:
    info = await a_game(herald, people=2)
    time.pass_by(hours(48))
    await herald.seats.stand_in(info.id, BEA.user_id)
    await herald.seats.replace(info.id, 1, Person(9, "Gil"), HOST)
    assert not (await herald.look.desk(info.id, 9)).has_missed


async def test_a_spectator_reads_what_all_may_know(herald: Herald) -> None:
    info = await a_game(herald, people=2)
    await answer_all(herald, info.id, "movement")
    found = await herald.look.catch_up(info.id, 77)
    assert found is not None and found.seat is None and found.done_for_you == ()

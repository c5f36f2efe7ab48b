"""Seats in play: leaving, standing in, coming back, being replaced."""

from __future__ import annotations

import pytest

from bot.service import Actor, Herald, Person
from bot.service.announcing.announcements import Ended, SeatPassed
from bot.service.errors import (
    KnowsAnotherSeat,
    NotHost,
    NotPlaying,
    NotSeated,
    SeatedAlready,
    SeatOccupied,
    StandInPlays,
)
from bot.store import Store
from engine.core.record import Record, load, verify
from tests.bot.builders.virtual_time import VirtualTime
from tests.bot.service.builders import (
    ADA,
    BEA,
    CHRIS,
    HOST,
    a_click,
    a_game,
    answer,
    answer_all,
    awaited,
    clocks_of,
    hours,
    log_of,
    play_to_the_end,
    said,
)

DORA = Person(4, "Dora")


async def test_a_stand_in_plays_for_who_left(herald: Herald, store: Store) -> None:
    info = await a_game(herald, people=2)
    info = await herald.seats.leave(info.id, BEA.user_id)
    assert (info.seats[1].kind, info.seats[1].user_id, info.seats[1].name) == (
        "stand_in",
        None,
        "Bea",
    )
    (passed,) = await said(store, info.id, SeatPassed)
    assert (passed.seat, passed.to_kind, passed.reason) == (1, "stand_in", "left")
    await herald.scheduler.tick()
    assert await awaited(herald, info.id) == [ADA.user_id]
    await play_to_the_end(herald, info.id)
    by = {entry.by for entry in await log_of(store, info.id) if entry.seat == 1}
    assert by == {"ai"}
    with pytest.raises(NotSeated):
        await herald.look.desk(info.id, BEA.user_id)


async def test_the_clock_of_who_left_stops(herald: Herald, store: Store) -> None:
    info = await a_game(herald, people=3)
    await answer_all(herald, info.id, "trade")
    await herald.seats.leave(info.id, BEA.user_id)
    assert sorted(await clocks_of(store, info.id)) == [0, 2]


@pytest.mark.databases
async def test_the_host_gives_the_seat_of_who_left_to_somebody_else(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    info = await a_game(herald, people=2)
    await answer_all(herald, info.id, "trade")
    await herald.seats.leave(info.id, BEA.user_id)
    time.pass_by(hours(5))
    info = await herald.seats.replace(info.id, 1, DORA, HOST)
    assert (info.seats[1].user_id, info.seats[1].name, info.seats[1].kind) == (4, "Dora", "human")
    assert (await clocks_of(store, info.id))[1].due_at == time.now() + hours(24)
    await answer(herald, info.id, DORA.user_id)
    await play_to_the_end(herald, info.id)
    record = load((await herald.look.export(info.id)).content)
    assert isinstance(record, Record)
    assert record.table.names == ("Ada", "Bea")
    assert verify(record).outcome == (await herald.look.result(info.id)).outcome
    assert "Dora" in (await herald.look.result(info.id)).words


async def test_a_player_may_hand_over_their_own_seat(herald: Herald) -> None:
    info = await a_game(herald, people=2)
    info = await herald.seats.replace(info.id, 1, DORA, Actor(BEA.user_id))
    assert info.names == ("Ada", "Dora")


async def test_nobody_is_replaced_who_plays(herald: Herald) -> None:
    info = await a_game(herald, people=2)
    with pytest.raises(SeatOccupied):
        await herald.seats.replace(info.id, 1, DORA, HOST)
    with pytest.raises(NotHost):
        await herald.seats.replace(info.id, 1, DORA, Actor(99))
    await herald.seats.stand_in(info.id, BEA.user_id)
    with pytest.raises(SeatedAlready):
        await herald.seats.replace(info.id, 1, ADA, HOST)
    with pytest.raises(NotSeated):
        await herald.seats.replace(info.id, 7, DORA, HOST)


async def test_who_has_seen_the_secrets_of_a_seat_takes_no_other(herald: Herald) -> None:
    info = await a_game(herald, people=3)
    await herald.seats.leave(info.id, BEA.user_id)
    await herald.seats.leave(info.id, CHRIS.user_id)
    with pytest.raises(KnowsAnotherSeat):
        await herald.seats.replace(info.id, 2, BEA, HOST)
    with pytest.raises(KnowsAnotherSeat):
        await herald.votes.volunteer(info.id, 2, BEA)
    with pytest.raises(KnowsAnotherSeat):
        await herald.seats.replace(info.id, 0, CHRIS, HOST)
    info = await herald.seats.replace(info.id, 1, BEA, HOST)
    assert info.seats[1].user_id == BEA.user_id


async def test_who_was_missed_twice_can_be_replaced(herald: Herald, time: VirtualTime) -> None:
    info = await a_game(herald, people=2)
    missed = 0
    while missed < 2:
        (user, *_) = await awaited(herald, info.id)
        if user == ADA.user_id:
            await answer(herald, info.id, user)
        else:
            with pytest.raises(SeatOccupied):
                await herald.seats.replace(info.id, 1, DORA, HOST)
            time.pass_by(hours(24))
            await herald.scheduler.tick()
            missed += 1
    assert (await herald.seats.replace(info.id, 1, DORA, HOST)).names == ("Ada", "Dora")


async def test_a_stand_in_keeps_the_seat_warm(herald: Herald, store: Store) -> None:
    info = await a_game(herald, people=2)
    info = await herald.seats.stand_in(info.id, BEA.user_id)
    assert (info.seats[1].kind, info.seats[1].user_id) == ("stand_in", BEA.user_id)
    assert [each.reason for each in await said(store, info.id, SeatPassed)] == ["away"]
    with pytest.raises(StandInPlays):
        await herald.play.choose(info.id, BEA.user_id, "placement", "gobi", interaction=a_click())
    assert (await herald.look.desk(info.id, BEA.user_id)).seat.seat == 1
    await herald.scheduler.tick()
    info = await herald.seats.come_back(info.id, BEA.user_id)
    assert info.seats[1].kind == "human"
    assert [each.reason for each in await said(store, info.id, SeatPassed)] == ["back"]
    await answer_all(herald, info.id, "trade")
    assert BEA.user_id in await awaited(herald, info.id)
    assert await herald.seats.come_back(info.id, BEA.user_id) == await herald.look.game(info.id)


async def test_the_hosts_role_passes_on_when_the_host_leaves(herald: Herald) -> None:
    info = await a_game(herald, people=3)
    info = await herald.seats.leave(info.id, ADA.user_id)
    assert info.game.host_user_id == BEA.user_id


async def test_a_game_that_everybody_has_left_is_over(herald: Herald, store: Store) -> None:
    info = await a_game(herald, people=2, ais=1)
    await herald.seats.leave(info.id, ADA.user_id)
    info = await herald.seats.leave(info.id, BEA.user_id)
    assert info.game.status == "abandoned"
    assert [each.reason for each in await said(store, info.id, Ended)] == ["nobody_left"]
    with pytest.raises(NotPlaying):
        await herald.seats.come_back(info.id, BEA.user_id)


async def test_the_table_lets_a_volunteer_in(herald: Herald, store: Store) -> None:
    info = await a_game(herald, people=3)
    await herald.seats.leave(info.id, BEA.user_id)
    with pytest.raises(SeatOccupied):
        await herald.votes.volunteer(info.id, 0, DORA)
    vote = await herald.votes.volunteer(info.id, 1, DORA)
    assert (vote.voters, vote.needed, vote.agreeing) == ((0, 2), 2, ())
    await herald.votes.vote(info.id, ADA.user_id, vote.vote.id, True)
    done = await herald.votes.vote(info.id, CHRIS.user_id, vote.vote.id, True)
    assert done.vote.state == "passed"
    info = await herald.look.game(info.id)
    assert info.names == ("Ada", "Dora", "Chris")
    assert (await said(store, info.id, SeatPassed))[-1].to_name == "Dora"


async def test_the_table_may_not_want_a_volunteer(herald: Herald) -> None:
    info = await a_game(herald, people=3, ais=1)
    vote = await herald.votes.volunteer(info.id, 3, DORA)
    await herald.votes.vote(info.id, ADA.user_id, vote.vote.id, False)
    done = await herald.votes.vote(info.id, BEA.user_id, vote.vote.id, False)
    assert done.vote.state == "refused"
    assert (await herald.look.game(info.id)).seats[3].kind == "ai"

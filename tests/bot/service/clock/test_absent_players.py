"""Who does not answer: asked whether they are there, offered for replacement, never for good."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from bot.moment import DAY, HOUR
from bot.service import Actor, Herald, Pace, Person
from bot.service.announcing.announcements import (
    Lapsed,
    PhasePost,
    Reminder,
    SecretAsk,
    StillThere,
    YourTurn,
    announcement,
)
from bot.service.errors import NotHost, NotSeated, SeatOccupied
from bot.service.game.days import next_hour as turn_ends
from bot.store import Store
from bot.store.people import User
from tests.bot.builders.virtual_time import VirtualTime
from tests.bot.service.builders import (
    BEA,
    HOST,
    PEOPLE,
    a_game,
    answer,
    awaited,
    hours,
    log_of,
    messages_of,
    said,
)

PLAIN = Pace(phase_minutes=24 * 60, at_the_end="default")
GIL = Person(9, "Gil")
NEVER = 1 << 62


async def miss(herald: Herald, time: VirtualTime) -> None:
    """Let the time of everybody who is awaited run out."""
    time.pass_by(hours(24))
    await herald.scheduler.tick()


async def a_game_missed_by(herald: Herald, time: VirtualTime, missing: int, times: int) -> int:
    """A game of three in which one player has missed so many deadlines in a row."""
    info = await a_game(herald, people=3, pace=PLAIN, options={"turn_limit": 9})
    await miss_while_another_answers(herald, time, info.id, missing, times)
    while missing not in await awaited(herald, info.id):
        await answer(herald, info.id, (await awaited(herald, info.id))[0])
        await herald.scheduler.tick()
    return info.id


async def test_who_missed_a_first_deadline_is_asked_in_private_instead_of_called(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    game = await a_game_missed_by(herald, time, BEA.user_id, 1)
    (asked,) = await said(store, game, StillThere)
    assert asked.seat == 1
    lapsed = (await said(store, game, Lapsed))[-1].number
    assert not [each for each in await said(store, game, YourTurn) if each.number > lapsed]
    posts = [each for each in await said(store, game, PhasePost) if each.number > lapsed]
    assert not [each for each in posts if 1 in each.ping]


async def test_who_wants_no_calls_is_not_asked_either(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    await herald.save_me(User(user_id=BEA.user_id, notify="none"))
    game = await a_game_missed_by(herald, time, BEA.user_id, 1)
    assert await said(store, game, StillThere) == []


async def test_after_the_second_miss_a_volunteer_can_be_voted_in_and_the_absent_has_no_vote(
    herald: Herald, time: VirtualTime
) -> None:
    game = await a_game_missed_by(herald, time, BEA.user_id, 1)
    with pytest.raises(SeatOccupied):
        await herald.votes.volunteer(game, 1, GIL)
    await miss(herald, time)
    vote = await herald.votes.volunteer(game, 1, GIL)
    assert (vote.voters, vote.needed) == ((0, 2), 2)


async def test_who_answers_again_keeps_the_seat(herald: Herald, time: VirtualTime) -> None:
    game = await a_game_missed_by(herald, time, BEA.user_id, 2)
    vote = await herald.votes.volunteer(game, 1, GIL)
    await answer(herald, game, BEA.user_id)
    found = await herald.votes.find(vote.vote.id)
    assert found is not None and found.state == "withdrawn"


async def test_the_leaver_may_come_back_until_a_turn_was_played_there(
    herald: Herald, time: VirtualTime
) -> None:
    game = await a_game_missed_by(herald, time, BEA.user_id, 2)
    await herald.seats.replace(game, 1, GIL, HOST)
    await answer(herald, game, GIL.user_id)
    back = await herald.seats.come_back(game, BEA.user_id)
    assert back.seats[1].user_id == BEA.user_id
    turn = await turn_of(herald, game)
    await herald.seats.leave(game, BEA.user_id)
    await herald.seats.replace(game, 1, Person(10, "Hal"), HOST)
    played = False
    while await turn_of(herald, game) == turn or not played:
        user = (await awaited(herald, game))[0]
        played |= user == 10
        await answer(herald, game, user)
        await herald.scheduler.tick()
        turn = turn if played else await turn_of(herald, game)
    with pytest.raises(NotSeated):
        await herald.seats.come_back(game, BEA.user_id)


async def turn_of(herald: Herald, game: int) -> int:
    view = (await herald.look.status(game)).view
    assert view is not None
    return view.turn


async def test_a_table_that_everybody_left_alone_pauses_and_any_player_resumes_it(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    info = await a_game(herald, people=2, pace=PLAIN, options={"turn_limit": 9})
    for _ in range(8):
        await miss(herald, time)
    assert (await herald.look.game(info.id)).game.status == "paused"
    lapses = await said(store, info.id, Lapsed)
    assert len(lapses) == 4 and {each.seat for each in lapses[-2:]} == {0, 1}
    with pytest.raises(NotHost):
        await herald.votes.resume(info.id, Actor(77))
    await Herald(store, time).votes.resume(info.id, Actor(BEA.user_id))
    assert (await herald.look.game(info.id)).game.status == "running"


@pytest.mark.parametrize("pace", [PLAIN, Pace(kind="daily")], ids=["plain", "daily"])
async def test_a_table_that_goes_on_does_not_stop_again_before_anybody_can_answer(
    herald: Herald, time: VirtualTime, pace: Pace
) -> None:
    info = await a_game(
        herald, people=2, pace=pace, options={"turn_limit": 9, "purchases": "together"}
    )
    await miss_while_another_answers(herald, time, info.id, missing=BEA.user_id, times=3)
    while (await herald.look.game(info.id)).game.status != "paused":
        await miss(herald, time)
    await herald.votes.resume(info.id, HOST)
    await herald.scheduler.tick()
    status = await herald.look.status(info.id)
    assert status.info.game.status == "running"
    ends = {each.due_at or 0 for each in status.awaited}
    if pace is PLAIN:
        assert ends == {time.now() + DAY}
    else:
        assert all(time.now() + 12 * HOUR <= each <= time.now() + 36 * HOUR for each in ends)
        assert all(each <= turn_ends(pace, time.now() + 12 * HOUR) for each in ends)


async def miss_while_another_answers(
    herald: Herald, time: VirtualTime, game: int, missing: int, times: int
) -> None:
    """One player misses so many deadlines in a row, the others answer."""
    while times:
        for user in await awaited(herald, game):
            if user != missing:
                await answer(herald, game, user)
                await herald.scheduler.tick()
        if await awaited(herald, game) == [missing]:
            await miss(herald, time)
            times -= 1


async def test_who_alone_is_awaited_is_told_so_once(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    info = await a_game(herald, people=4, pace=PLAIN)
    time.pass_by(hours(13))
    await herald.scheduler.tick()
    time.pass_by(hours(9))
    await herald.scheduler.tick()
    assert [each.others for each in await said(store, info.id, Reminder)] == [3, 0]


async def play_with_restarts(store: Store, time: VirtualTime, seed: int, restarts: int) -> int:
    """Two of four people play for days, with restarts at any moment; the game that they play."""
    rng, herald = Random(seed), Herald(store, time, rng=Random(seed))
    info = await a_game(herald, people=4, pace=PLAIN, options={"turn_limit": 30})
    for person in PEOPLE[1:3]:
        await herald.save_me(User(user_id=person.user_id, notify="dm"))
    for _ in range(restarts):
        for _ in range(rng.randrange(1, 4)):
            if rng.random() < 0.6:
                here = [each for each in await awaited(herald, info.id) if each in (1, 2)]
                if here:
                    await answer(herald, info.id, rng.choice(here))
            if rng.random() < 0.7:
                await herald.scheduler.tick()
            time.pass_by(hours(rng.choice((0, 1, 5, 11, 13))))
        herald = Herald(store, time, rng=Random(rng.randrange(NEVER)))
        if (await herald.look.game(info.id)).game.status == "paused":
            await herald.votes.resume(info.id, HOST)
    await herald.scheduler.tick()
    return info.id


async def calls_and_reminders(store: Store, game: int) -> tuple[Counter[object], Counter[object]]:
    """How often each player was called for each asking, and reminded of each clock."""
    calls, reminders = Counter[object](), Counter[object]()
    log = await log_of(store, game)

    def asking(seat: int, number: int) -> tuple[int, int]:
        """A seat, and its latest answer before it was called."""
        own = (each.number for each in log if each.seat == seat and each.number <= number)
        return seat, max(own, default=0)

    for message in await messages_of(store, game):
        what = announcement(message)
        if isinstance(what, YourTurn | StillThere | SecretAsk):
            seats = what.seats if isinstance(what, YourTurn) else (what.seat,)
            calls.update(asking(seat, what.number) for seat in seats)
        elif isinstance(what, PhasePost):
            calls.update(asking(seat, what.number) for seat in what.ping)
        elif isinstance(what, Reminder):
            reminders.update((seat, what.due_at) for seat in what.seats)
    return calls, reminders


@pytest.mark.parametrize("seed", range(3))
async def test_nobody_is_called_twice_whatever_is_restarted(
    store: Store, time: VirtualTime, seed: int
) -> None:
    game = await play_with_restarts(store, time, seed, 24)
    calls, reminders = await calls_and_reminders(store, game)
    assert len(calls) > 5 and len(reminders) > 2
    assert max(calls.values()) == 1
    assert max(reminders.values()) <= 2


@pytest.mark.soak
async def test_nobody_is_called_twice_in_200_restarts(store: Store, time: VirtualTime) -> None:
    game = await play_with_restarts(store, time, 2026, 200)
    calls, reminders = await calls_and_reminders(store, game)
    assert len(calls) > 20 and len(reminders) > 20
    assert max(calls.values()) == 1
    assert max(reminders.values()) <= 2

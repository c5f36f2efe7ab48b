"""At a start no game is opened in which nothing can happen by itself, and every other one is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random

import pytest
from sqlalchemy import select

from bot.moment import DAY, HOUR
from bot.service import Herald, Person
from bot.service.game import open_games
from bot.service.game.open_game import Rows
from bot.service.game.position import Position
from bot.store import Store, Transaction, outbox, tables
from bot.store.people import User
from bot.store.tables import games
from engine.core.registry import rulesets
from tests.bot.builders.virtual_time import VirtualTime
from tests.bot.service.builders import (
    ADA,
    BEA,
    HOST,
    a_game,
    a_lobby,
    answer,
    answer_all,
    awaited,
    clocks_of,
)
from tests.bot.service.random_play import random_choice

Situation = Callable[[Herald], Awaitable[int]]
"""Makes a game and leaves it as a crash may; gives its number."""


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """The games that are read from the store."""
    found: set[int] = set()
    load_rows = open_games.load_rows

    async def load(tx: Transaction, game_id: int, position: Position | None) -> Rows:
        found.add(game_id)
        return await load_rows(tx, game_id, position)

    monkeypatch.setattr(open_games, "load_rows", load)
    return found


async def mover_of(herald: Herald, game_id: int) -> tuple[int, int]:
    """Who is awaited, and the other of Ada and Bea."""
    (user,) = await awaited(herald, game_id)
    return user, BEA.user_id if user == ADA.user_id else ADA.user_id


async def just_begun(herald: Herald) -> int:
    info = await a_lobby(herald, people=1, ais=2)
    await herald.lobby.start(info.id, HOST)
    return info.id


async def an_ai_player_is_next(herald: Herald) -> int:
    info = await a_game(herald, people=1, ais=2, options={"turn_limit": 3})
    await answer_all(herald, info.id, "movement")
    await answer(herald, info.id, ADA.user_id)
    return info.id


async def an_ai_player_was_halfway(herald: Herald) -> int:
    game_id = await an_ai_player_is_next(herald)
    assert await herald.stand_ins._go_on(game_id)
    return game_id


async def a_prepared_choice_is_next(herald: Herald) -> int:
    info = await a_game(herald)
    await answer_all(herald, info.id, "movement")
    mover, other = await mover_of(herald, info.id)
    await herald.prepared.prepare(info.id, other, "movement", {"do": "end"})
    await answer(herald, info.id, mover)
    return info.id


async def a_player_left(herald: Herald) -> int:
    info = await a_game(herald)
    await answer_all(herald, info.id, "movement")
    mover, _ = await mover_of(herald, info.id)
    await herald.seats.leave(info.id, mover)
    return info.id


async def a_player_went_away(herald: Herald) -> int:
    info = await a_game(herald)
    await answer_all(herald, info.id, "movement")
    mover, _ = await mover_of(herald, info.id)
    now = herald.time.now()
    away = User(user_id=mover, away_from=now, away_until=now + DAY, when_away="stand_in")
    await herald.save_me(away)
    return info.id


async def a_player_came_back(herald: Herald) -> int:
    info = await a_game(herald)
    await answer_all(herald, info.id, "movement")
    mover, _ = await mover_of(herald, info.id)
    await herald.votes.pause(info.id, HOST)
    await herald.seats.stand_in(info.id, mover)
    await herald.scheduler.tick()
    await herald.seats.come_back(info.id, mover)
    await herald.votes.resume(info.id, HOST)
    assert not await clocks_of(herald.store, info.id)
    return info.id


async def resumed_before_an_ai_player(herald: Herald) -> int:
    game_id = await an_ai_player_is_next(herald)
    await herald.votes.pause(game_id, HOST)
    await herald.scheduler.tick()
    await herald.votes.resume(game_id, HOST)
    return game_id


async def the_learner_of_a_lesson_has_chosen(herald: Herald) -> int:
    info = await herald.lessons.begin(Person(77, "Zoe"), "standard")
    while await awaited(herald, info.id) == [77]:
        await answer(herald, info.id, 77)
    return info.id


@pytest.mark.databases
@pytest.mark.parametrize(
    "situation",
    [
        just_begun,
        an_ai_player_is_next,
        an_ai_player_was_halfway,
        a_prepared_choice_is_next,
        a_player_left,
        a_player_went_away,
        a_player_came_back,
        resumed_before_an_ai_player,
        the_learner_of_a_lesson_has_chosen,
    ],
)
async def test_what_was_left_in_the_middle_goes_on(
    herald: Herald, store: Store, opened: set[int], situation: Situation
) -> None:
    game_id = await situation(herald)
    fresh = Herald(store, herald.time)
    opened.clear()
    await fresh.scheduler.tick()
    assert opened == {game_id}
    status = await fresh.look.status(game_id)
    seats = {each.seat.seat for each in status.awaited}
    assert {each.seat.kind for each in status.awaited} == {"human"}
    practice = situation is the_learner_of_a_lesson_has_chosen
    assert set(await clocks_of(store, game_id)) == (set() if practice else seats)
    opened.clear()
    await Herald(store, herald.time).scheduler.tick()
    assert opened == set()


async def a_person_is_awaited(herald: Herald) -> int:
    info = await a_game(herald, people=1, ais=2)
    await answer_all(herald, info.id, "movement")
    return info.id


async def something_is_prepared_for_later(herald: Herald) -> int:
    info = await a_game(herald)
    await answer_all(herald, info.id, "movement")
    mover, _ = await mover_of(herald, info.id)
    await herald.prepared.prepare(info.id, mover, "trade", {"do": "pass"})
    return info.id


async def paused_before_an_ai_player(herald: Herald) -> int:
    game_id = await an_ai_player_is_next(herald)
    await herald.votes.pause(game_id, HOST)
    return game_id


async def ended_before_an_ai_player(herald: Herald) -> int:
    game_id = await an_ai_player_is_next(herald)
    await herald.votes.end(game_id, HOST)
    return game_id


async def in_the_lobby(herald: Herald) -> int:
    return (await a_lobby(herald, people=1, ais=2)).id


async def a_lesson_waits(herald: Herald) -> int:
    return (await herald.lessons.begin(Person(77, "Zoe"), "standard")).id


@pytest.mark.databases
@pytest.mark.parametrize(
    "situation",
    [
        a_person_is_awaited,
        something_is_prepared_for_later,
        paused_before_an_ai_player,
        ended_before_an_ai_player,
        in_the_lobby,
        a_lesson_waits,
    ],
)
async def test_what_rests_is_not_opened(
    herald: Herald, store: Store, opened: set[int], situation: Situation
) -> None:
    await situation(herald)
    opened.clear()
    await Herald(store, herald.time).scheduler.tick()
    assert opened == set()


async def test_clocks_and_lessons_of_other_games_do_not_count(
    herald: Herald, store: Store, opened: set[int]
) -> None:
    await a_lesson_waits(herald)
    both = await a_game(herald)
    await answer_all(herald, both.id, "trade")
    assert set(await clocks_of(store, both.id)) == {0, 1}
    game_id = await a_player_came_back(herald)
    opened.clear()
    await Herald(store, herald.time).scheduler.tick()
    assert opened == {game_id}


@pytest.mark.databases
async def test_a_table_that_everybody_left_goes_on_when_the_first_is_back(
    herald: Herald, store: Store, time: VirtualTime, opened: set[int]
) -> None:
    game_id = await an_ai_player_is_next(herald)
    now = time.now()
    away = User(user_id=ADA.user_id, away_from=now, away_until=now + DAY, when_away="stand_in")
    await herald.save_me(away)
    number = (await herald.look.status(game_id)).number
    fresh = Herald(store, time)
    opened.clear()
    await fresh.scheduler.tick()
    assert (opened, await fresh.scheduler.next_moment()) == (set(), now + DAY)
    time.pass_by(DAY)
    await fresh.scheduler.tick()
    assert (await fresh.look.status(game_id)).number > number


@pytest.mark.parametrize("rules", rulesets())
async def test_a_games_row_says_who_is_awaited(herald: Herald, store: Store, rules: str) -> None:
    info = await a_game(herald, people=3, ruleset=rules, options={})
    rng = Random(11)
    seen = set()
    for number in range(25):
        await random_choice(herald, info.id, rng, f"click {number}")
        status = await herald.look.status(info.id)
        # Neither opened nor ticked in between: what the choice itself wrote.
        async with store.reading() as tx:
            kept = await tx.scalar(select(games.c.awaited).where(games.c.id == info.id))
        asked = {f"{each.seat.seat}:{kind}" for each in status.awaited for kind in each.kinds}
        assert set(kept.split()) == asked
        seen.add(kept)
    assert len(seen) > 1


async def test_a_guild_that_is_left_or_joined_opens_no_game(
    herald: Herald, store: Store, opened: set[int], time: VirtualTime
) -> None:
    info = await a_game(herald, guild_id=7)
    due = {seat: clock.due_at for seat, clock in (await clocks_of(store, info.id)).items()}
    fresh = Herald(store, time)
    opened.clear()
    await fresh.servers.note(7, joined=False)
    time.pass_by(HOUR)
    await fresh.servers.note(7, joined=True)
    assert opened == set()
    later = {seat: clock.due_at for seat, clock in (await clocks_of(store, info.id)).items()}
    assert later == {seat: moment + HOUR for seat, moment in due.items()}


async def test_old_messages_go_a_few_at_a_time(
    herald: Herald, store: Store, time: VirtualTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "FORGOTTEN_AT_ONCE", 3)
    info = await a_game(herald)
    async with store.transaction() as tx:
        for number in range(8):
            new = outbox.NewMessage(kind="old", channel_id=number + 1, payload={})
            await outbox.post(tx, info.id, new, time.now())
        for message in await outbox.of_game(tx, info.id):
            await outbox.sent(tx, message, 1, time.now())
    time.pass_by(31 * DAY)
    transactions = 0
    write = Store.write

    async def count(self: Store, *args: object, **named: object) -> object:
        nonlocal transactions
        transactions += bool(named.get("quiet"))
        return await write(self, *args, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "write", count)
    await herald.scheduler._tidy()
    async with store.reading() as tx:
        kept = select(tables.outbox_messages.c.kind).where(tables.outbox_messages.c.kind == "old")
        assert await tx.column(kept) == []
    assert transactions > 2

"""Many at once: one choice counts, everybody gets an answer, nothing is lost."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest
from sqlalchemy import delete, update

from bot.moment import HOUR, SECOND
from bot.service import Herald, Receipt, SystemTime
from bot.service.announcing.announcements import Lapsed
from bot.service.errors import Refused, StalePress, WrongChoice
from bot.store import Store, choices, outbox, tables
from bot.store.errors import BrokenChain, DatabaseFault
from tests.bot.builders.virtual_time import VirtualTime
from tests.bot.service.builders import (
    ADA,
    HOST,
    PEOPLE,
    a_click,
    a_game,
    a_lobby,
    answer,
    asked,
    awaited,
    clocks_of,
    hours,
    log_of,
    messages_of,
    said,
)
from tests.bot.service.random_play import play_randomly

CROWD = 20


async def all_at_once(*calls: Any) -> tuple[list[Receipt], list[BaseException]]:
    """What came of some calls that were made at the same time."""
    found = await asyncio.gather(*calls, return_exceptions=True)
    receipts = [each for each in found if isinstance(each, Receipt)]
    return receipts, [each for each in found if isinstance(each, BaseException)]


@pytest.mark.databases
async def test_of_twenty_presses_on_one_panel_one_counts(herald: Herald, store: Store) -> None:
    info = await a_game(herald)
    user = (await awaited(herald, info.id))[0]
    question = await asked(herald, info.id, user)
    places = list(question.decision.grammar.enumerate())[:CROWD]
    accepted, refused = await all_at_once(
        *(
            herald.play.choose(
                info.id, user, "placement", place, interaction=a_click(), tag=question.tag
            )
            for place in places
        )
    )
    assert len(accepted) == 1
    assert len(refused) == CROWD - 1
    assert all(isinstance(each, StalePress) for each in refused)
    assert [entry.number for entry in await log_of(store, info.id)] == [accepted[0].number]


async def test_of_twenty_typed_choices_those_count_that_are_still_legal(
    herald: Herald, store: Store
) -> None:
    info = await a_game(herald)
    user = (await awaited(herald, info.id))[0]
    question = await asked(herald, info.id, user)
    places = list(question.decision.grammar.enumerate())[:CROWD]
    accepted, refused = await all_at_once(
        *(
            herald.play.choose(info.id, user, "placement", place, interaction=a_click())
            for place in places
        )
    )
    assert len(accepted) == 1
    assert all(isinstance(each, WrongChoice) for each in refused)
    assert len(await log_of(store, info.id)) == 1


@pytest.mark.databases
async def test_the_same_click_twenty_times_at_once_is_one_choice(
    herald: Herald, store: Store
) -> None:
    info = await a_game(herald)
    user = (await awaited(herald, info.id))[0]
    accepted, refused = await all_at_once(
        *(
            herald.play.choose(info.id, user, "placement", "gobi", interaction="one")
            for _ in range(CROWD)
        )
    )
    assert refused == []
    assert {receipt.number for receipt in accepted} == {1}
    assert [receipt.repeated for receipt in accepted].count(False) == 1
    assert len(await log_of(store, info.id)) == 1


async def test_twenty_games_at_once_are_in_nobodys_way(herald: Herald, store: Store) -> None:
    infos = [await a_game(herald) for _ in range(CROWD)]

    async def play(game_id: int) -> None:
        for _ in range(4):
            await answer(herald, game_id, (await awaited(herald, game_id))[0])

    await asyncio.gather(*(play(info.id) for info in infos))
    for info in infos:
        assert [entry.number for entry in await log_of(store, info.id)] == [1, 2, 3, 4]
        async with store.reading() as tx:
            assert await choices.verify_chain(tx, info.id) == 4


@pytest.mark.databases
async def test_everybody_may_sit_down_at_once(herald: Herald) -> None:
    info = await a_lobby(herald, people=1, seats=4)
    found = await asyncio.gather(
        *(herald.lobby.join(info.id, person) for person in PEOPLE[1:]), return_exceptions=True
    )
    assert sum(isinstance(each, Refused) for each in found) == 2
    info = await herald.look.game(info.id)
    assert len(info.seats) == 4
    assert len({seat.colour for seat in info.seats}) == 4


@pytest.mark.databases
async def test_two_game_masters_over_one_database_do_not_overwrite_each_other(
    herald: Herald, store: Store, other_store: Store
) -> None:
    info = await a_game(herald, people=3, options={"turn_limit": 4})
    masters = [herald, Herald(other_store, herald.time), Herald(store, herald.time)]
    rng = Random(4)
    for _ in range(40):
        users = await awaited(herald, info.id)
        calls = []
        for user in users:
            master = rng.choice(masters)
            desk = await master.look.desk(info.id, user)
            if not desk.decisions:
                # This one has not heard yet of what another did: its desk is a moment old.
                continue
            question = desk.decisions[0]
            calls.append(
                master.play.choose(
                    info.id,
                    user,
                    question.decision.id,
                    question.decision.default,
                    interaction=a_click(),
                    tag=question.tag,
                )
            )
        _, refused = await all_at_once(*calls)
        assert all(isinstance(each, Refused) for each in refused)
    async with store.reading() as tx:
        assert await choices.verify_chain(tx, info.id) == len(await log_of(store, info.id))


@pytest.mark.databases
async def test_of_two_that_look_after_the_clocks_one_plays_for_the_absent(
    herald: Herald, store: Store, other_store: Store, time: VirtualTime
) -> None:
    info = await a_game(herald, people=3, ais=1, options={"turn_limit": 2})
    masters = [herald, Herald(other_store, time)]
    for _ in range(8):
        time.pass_by(hours(24))
        await asyncio.gather(*(master.scheduler.tick() for master in masters))
    entries = await log_of(store, info.id)
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    assert {entry.by for entry in entries} == {"ai", "clock"}
    async with store.reading() as tx:
        assert await choices.verify_chain(tx, info.id) == len(entries)
    # Each lapse is told once, and once the caretakers are done every awaited player has a clock.
    numbers = [each.number for each in await said(store, info.id, Lapsed)]
    assert sorted(numbers) == [entry.number for entry in entries if entry.by == "clock"]
    running = await clocks_of(store, info.id)
    users = {info.seats[seat].user_id for seat in running}
    assert users == set(await awaited(herald, info.id))


@pytest.mark.databases
async def test_of_two_that_send_messages_each_message_has_one_sender_and_its_order(
    herald: Herald, store: Store, other_store: Store
) -> None:
    info = await a_game(herald, people=2)
    for _ in range(6):
        await answer(herald, info.id, (await awaited(herald, info.id))[0])
    carried: list[int] = []

    async def carry(own: Store, worker: str) -> None:
        while True:
            async with own.transaction() as tx:
                claimed = await outbox.claim(tx, worker, herald.time.now())
            for message in claimed:
                carried.append(message.id)
                await asyncio.sleep(0)
                async with own.transaction() as tx:
                    await outbox.sent(tx, message, message.id, herald.time.now())
            async with own.reading() as tx:
                if not (await outbox.counts(tx))["pending"]:
                    return

    await asyncio.gather(carry(store, "one"), carry(other_store, "two"))
    channel = [m.id for m in await messages_of(store, info.id) if m.channel_id is not None]
    assert [number for number in carried if number in channel] == channel
    assert len(set(carried)) == len(carried)


@pytest.mark.parametrize("after", range(0, 40, 3))
async def test_a_choice_that_is_cut_off_is_done_or_not_done(
    herald: Herald, store: Store, after: int
) -> None:
    info = await a_game(herald)
    user = (await awaited(herald, info.id))[0]
    task = asyncio.create_task(
        herald.play.choose(info.id, user, "placement", "gobi", interaction="cut off")
    )
    for _ in range(after):
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    again = await herald.play.choose(info.id, user, "placement", "gobi", interaction="cut off")
    assert again.number == 1
    assert len(await log_of(store, info.id)) == 1
    await answer(herald, info.id, (await awaited(herald, info.id))[0])


async def test_a_choice_that_the_store_could_not_keep_was_not_made(
    herald: Herald, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = await a_game(herald)
    user = (await awaited(herald, info.id))[0]
    before = await herald.look.view(info.id)

    async def full(*args: Any, **rest: Any) -> Any:
        raise DatabaseFault("herald.db", "the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("bot.service.choices.choosing.lifecycle.record_choice", full)
        with pytest.raises(DatabaseFault):
            await herald.play.choose(info.id, user, "placement", "gobi", interaction="full")
    assert await herald.look.view(info.id) == before
    receipt = await herald.play.choose(info.id, user, "placement", "gobi", interaction="full")
    assert (receipt.number, receipt.repeated) == (1, False)


async def test_people_may_look_while_ai_players_think(herald: Herald) -> None:
    info = await a_game(herald, people=1, ais=3, options={"turn_limit": 2})
    await answer(herald, info.id, ADA.user_id)
    ticking = asyncio.create_task(herald.scheduler.tick())
    numbers = []
    while not ticking.done():
        numbers.append((await herald.look.desk(info.id, ADA.user_id)).number)
    await ticking
    assert numbers == sorted(numbers)


async def test_the_caretaker_runs_by_itself(store: Store, time: VirtualTime) -> None:
    herald = Herald(store, time, rng=Random(3))
    running = asyncio.create_task(herald.scheduler.run())
    info = await a_lobby(herald, people=1, ais=1)
    await herald.lobby.start(info.id, HOST)
    while await awaited(herald, info.id) != [ADA.user_id]:
        await asyncio.sleep(0)
    number = (await herald.look.status(info.id)).number
    time.pass_by(hours(24))
    while (await herald.look.status(info.id)).number == number:
        await asyncio.sleep(0)
    assert (await log_of(store, info.id))[number].by == "clock"
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


async def test_the_systems_time_waits_until_it_is_time_or_somebody_calls() -> None:
    time, wake = SystemTime(), asyncio.Event()
    await time.wait(time.now() - SECOND, wake)
    await time.wait(time.now() + SECOND // 100, wake)
    wake.set()
    await time.wait(None, wake)
    await time.wait(time.now() + HOUR, wake)


async def test_a_state_that_is_not_the_one_of_the_log_is_not_played_on(
    herald: Herald, store: Store
) -> None:
    info = await a_game(herald)
    for damage in (
        update(tables.games).values(state_hash="0" * 64),
        delete(tables.snapshots),
    ):
        async with store.transaction() as tx:
            await tx.write(damage)
        with pytest.raises(BrokenChain):
            await Herald(store, herald.time).look.desk(info.id, ADA.user_id)


async def test_d_a_damaged_snapshot_is_rebuilt_from_the_log(herald: Herald, store: Store) -> None:
    info = await a_game(herald)
    for _ in range(3):
        await answer(herald, info.id, (await awaited(herald, info.id))[0])
    before = await herald.look.view(info.id, ADA.user_id)
    for state in (b"nonsense", b""):
        async with store.transaction() as tx:
            latest = tables.snapshots.c.number == 3
            await tx.write(update(tables.snapshots).where(latest).values(state=state))
        again = Herald(store, herald.time)
        assert await again.look.view(info.id, ADA.user_id) == before
    await answer(again, info.id, (await awaited(again, info.id))[0])
    async with store.reading() as tx:
        assert await choices.verify_chain(tx, info.id) == 4


async def test_d_a_clock_set_back_stalls_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    time = SystemTime()
    before = time.now()
    monkeypatch.setattr("bot.moment.now", lambda: before - 10 * HOUR)
    later = [time.now() for _ in range(3)]
    assert before <= later[0] <= later[1] <= later[2] < before + HOUR


async def test_random_games_on_many_tables_hold_together(herald: Herald, store: Store) -> None:
    infos = [await a_game(herald, people=2, ais=1) for _ in range(4)]

    async def play(game_id: int, seed: int) -> None:
        async for _ in play_randomly(herald, game_id, Random(seed), 15):
            pass

    await asyncio.gather(*(play(info.id, seed) for seed, info in enumerate(infos)))
    for info in infos:
        async with store.reading() as tx:
            assert await choices.verify_chain(tx, info.id) >= 15

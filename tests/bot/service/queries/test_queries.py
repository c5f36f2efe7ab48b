"""Looking at games: status, views, the log, the inbox, the result and the file."""

from __future__ import annotations

from random import Random

import pytest

from bot.service import Herald, Pace
from bot.service.announcing.announcements import ResultPost
from bot.service.errors import NotFinished, NotPlaying, NotSeated, UnknownGame
from bot.store import Store
from bot.store.people import User
from bot.version import VERSION
from engine.core.dice import commitment
from engine.core.record import PublicRecord, Record, load, verify
from tests.bot.builders.virtual_time import NOON, VirtualTime
from tests.bot.service.builders import (
    ADA,
    BEA,
    CHRIS,
    HOST,
    a_game,
    a_lobby,
    answer,
    answer_all,
    awaited,
    hours,
    play_to_the_end,
    said,
)
from tests.bot.service.random_play import play_randomly


async def test_a_lobby_has_a_status_and_no_view(herald: Herald) -> None:
    info = await a_lobby(herald)
    status = await herald.look.status(info.id)
    assert (status.info.game.status, status.view, status.awaited) == ("lobby", None, ())
    for call in (herald.look.view(info.id), herald.look.desk(info.id, 1), herald.look.log(info.id)):
        with pytest.raises(NotPlaying):
            await call
    with pytest.raises(UnknownGame):
        await herald.look.status(404)


async def test_the_status_says_who_is_awaited_until_when(herald: Herald) -> None:
    info = await a_game(herald, people=2)
    status = await herald.look.status(info.id)
    (waiting,) = status.awaited
    assert (waiting.kinds, waiting.due_at) == (("placement",), NOON + hours(24))
    assert (status.phase, status.number) == ("Placement", 0)
    assert status.view is not None
    assert status.view.seat is None


async def test_everybody_sees_with_their_own_eyes(herald: Herald) -> None:
    info = await a_game(herald, people=2)
    assert (await herald.look.view(info.id, BEA.user_id)).seat == 1
    assert (await herald.look.view(info.id, 99)).seat is None
    assert (await herald.look.view(info.id)).seat is None
    with pytest.raises(NotSeated):
        await herald.look.desk(info.id, 99)


async def test_the_log_is_told_to_each_as_they_may_know_it(herald: Herald) -> None:
    info = await a_game(herald, people=2, options={"turn_limit": 8})
    async for receipt in play_randomly(herald, info.id, Random(3), 60):
        if receipt.kind == "standing_orders":
            break
    own = await herald.look.log(info.id, info.seats[receipt.seat].user_id, since=receipt.number - 1)
    assert "Your standing orders are set." in own.lines
    for other in (info.seats[1 - receipt.seat].user_id, None):
        page = await herald.look.log(info.id, other, since=receipt.number - 1)
        assert "Your standing orders are set." not in page.lines


async def test_the_log_is_read_page_by_page(herald: Herald) -> None:
    info = await a_game(herald, people=2)
    await play_to_the_end(herald, info.id)
    whole = await herald.look.log(info.id)
    assert whole.lines[0].startswith("The dice for placing:")
    assert not whole.more
    since, pages = -1, []
    while True:
        page = await herald.look.log(info.id, since=since, limit=3)
        pages.append(page)
        since = page.until
        if not page.more:
            break
    assert since == whole.until == (await herald.look.status(info.id)).number
    assert len(pages) > 3
    few = await herald.look.log(info.id, since=2, until=4)
    assert (few.until, few.more) == (4, False)


async def test_the_inbox_shows_all_games_soonest_clock_first(herald: Herald) -> None:
    slow = await a_game(herald, people=1, ais=1, pace=Pace(phase_minutes=48 * 60))
    quick = await a_game(herald, people=1, ais=1, pace=Pace(phase_minutes=6 * 60))
    lobby = await a_lobby(herald, people=1)
    items = await herald.look.inbox(ADA.user_id)
    assert [item.info.id for item in items] == [quick.id, slow.id, lobby.id]
    assert [item.decisions for item in items] == [("placement",), ("placement",), ()]
    assert items[0].prompts[0].startswith("Where do your people begin?")
    assert [item.due_at for item in items] == [NOON + hours(6), NOON + hours(48), None]
    assert await herald.look.inbox(99) == []


async def test_the_inbox_is_empty_for_who_has_answered(herald: Herald) -> None:
    info = await a_game(herald, people=3)
    await answer_all(herald, info.id, "trade")
    await answer(herald, info.id, CHRIS.user_id)
    (item,) = await herald.look.inbox(CHRIS.user_id)
    assert (item.info.id, item.decisions, item.due_at) == (info.id, (), None)


async def test_a_finished_game_has_a_result_a_seed_and_a_file_that_proves_it(
    herald: Herald, store: Store
) -> None:
    info = await a_game(herald, people=2, ais=1)
    with pytest.raises(NotFinished):
        await herald.look.result(info.id)
    await play_to_the_end(herald, info.id)
    result = await herald.look.result(info.id)
    assert commitment(bytes.fromhex(result.server_seed)) == info.game.commitment
    assert result.words.splitlines()[0].endswith("points.")
    assert {part for each in result.outcome.standings for part in each.parts} == {
        "settlements",
        "technologies",
        "wonders",
    }
    assert [turn for turn, _ in result.scores] == [0, 1, 2]
    final = {each.seat: each.score for each in result.outcome.standings}
    assert result.scores[-1][1] == tuple(final[seat] for seat in range(3))
    export = await herald.look.export(info.id)
    assert (export.file_name, export.finished) == (f"herald-{info.code}.json", True)
    record = load(export.content)
    assert record.made_by == f"Herald {VERSION}"
    assert isinstance(record, Record)
    assert verify(record).outcome == result.outcome
    (post,) = await said(store, info.id, ResultPost)
    assert post.number == len(record.entries)
    assert (await herald.look.status(info.id)).outcome == result.outcome
    assert await awaited(herald, info.id) == []


async def test_a_running_game_has_a_file_without_secrets(herald: Herald, store: Store) -> None:
    info = await a_game(herald, people=2, options={"turn_limit": 8})
    async for _ in play_randomly(herald, info.id, Random(3), 40):
        pass
    export = await herald.look.export(info.id)
    assert not export.finished
    record = load(export.content)
    assert isinstance(record, PublicRecord)
    assert b"server_seed" not in export.content
    assert record.table.commitment == info.game.commitment


async def test_a_game_that_was_ended_has_no_result(herald: Herald) -> None:
    info = await a_game(herald)
    await herald.votes.end(info.id, HOST)
    with pytest.raises(NotFinished):
        await herald.look.result(info.id)
    assert not (await herald.look.export(info.id)).finished


async def test_the_bot_remembers_where_its_messages_are(herald: Herald) -> None:
    info = await a_lobby(herald)
    await herald.note_message(info.id, lobby=11)
    await herald.note_message(info.id, phase=22)
    await herald.note_message(info.id)
    game = (await herald.look.game(info.id)).game
    assert (game.lobby_message_id, game.phase_message_id) == (11, 22)
    await herald.note_dm(info.id, ADA.user_id, True)
    await herald.note_dm(info.id, 99, True)
    assert [seat.dm_ok for seat in (await herald.look.game(info.id)).seats] == [True, None]


async def test_wishes_are_remembered(herald: Herald, time: VirtualTime) -> None:
    wishes = User(user_id=5, notify="dm", quiet_from=0, quiet_until=420, time_zone="Asia/Tokyo")
    await herald.save_me(wishes)
    assert await herald.me(5) == wishes
    assert (await herald.me(6)).notify == "channel"
    assert time.now() == NOON


async def test_old_tables_cool_down_and_come_back(store: Store, time: VirtualTime) -> None:
    herald = Herald(store, time, memory=1, rng=Random(1))
    infos = [await a_game(herald) for _ in range(4)]
    for info in infos * 2:
        for user in await awaited(herald, info.id):
            await answer(herald, info.id, user)
    assert [(await herald.look.status(info.id)).number for info in infos] == [2, 2, 2, 2]


async def test_a_clock_that_has_run_out_is_shown_no_more(herald: Herald, time: VirtualTime) -> None:
    info = await a_game(herald, people=2)
    user = (await awaited(herald, info.id))[0]
    assert (await herald.look.desk(info.id, user)).decisions[0].due_at is not None
    time.pass_by(hours(72))
    (waiting,) = (await herald.look.status(info.id)).awaited
    (item,) = await herald.look.inbox(user)
    asked = (await herald.look.desk(info.id, user)).decisions[0]
    assert (waiting.due_at, item.due_at, asked.due_at) == (None, None, None)

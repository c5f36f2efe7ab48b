"""AI players and stand-ins: they play on until a person is awaited, whatever goes wrong."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from bot.moment import MINUTE
from bot.service import Herald
from bot.service.announcing.announcements import PhasePost
from bot.store import Store
from engine.core.decision import Choice
from tests.bot.builders.virtual_time import VirtualTime
from tests.bot.service.builders import (
    ADA,
    a_game,
    answer,
    answer_all,
    awaited,
    log_of,
    play_to_the_end,
    said,
)


async def test_ai_players_play_until_a_person_is_awaited_each_choice_logged(
    herald: Herald, store: Store
) -> None:
    info = await a_game(herald, people=1, ais=3, options={"turn_limit": 2})
    await play_to_the_end(herald, info.id)
    by = {(entry.seat, entry.by) for entry in await log_of(store, info.id)}
    assert by == {(0, "player"), (1, "ai"), (2, "ai"), (3, "ai")}


async def test_what_ai_players_did_is_told_in_one_post(herald: Herald, store: Store) -> None:
    info = await a_game(herald, people=1, ais=3)
    await answer_all(herald, info.id, "movement")
    await answer(herald, info.id, ADA.user_id)
    posts = len(await said(store, info.id, PhasePost))
    await herald.scheduler.tick()
    after = await said(store, info.id, PhasePost)
    assert len(after) == posts + 1
    assert after[-1].number - after[-1].since > 1
    assert after[-1].since == after[-2].number


async def test_a_steward_that_fails_plays_the_default(
    herald: Herald,
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(*args: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr("bot.service.choices.stand_ins.think", fail)
    with caplog.at_level(logging.ERROR):
        info = await a_game(herald, people=1, ais=1)
        await play_to_the_end(herald, info.id)
    assert (await herald.look.game(info.id)).game.status == "finished"
    assert "the steward fails" in caplog.text


async def test_a_steward_that_cheats_plays_the_default(
    herald: Herald, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def cheat(still: Any, seat: int, rng: Any, modest: Any) -> Choice:
        decision = still.open_to(seat)[0]
        return Choice(seat, decision.id, {"do": "win"})

    monkeypatch.setattr("bot.service.choices.stand_ins.think", cheat)
    info = await a_game(herald, people=1, ais=1)
    assert await awaited(herald, info.id) == [ADA.user_id]
    await answer_all(herald, info.id, "movement")
    assert "the steward's choice is illegal" in caplog.text
    assert "win" not in caplog.text


async def test_a_table_in_trouble_is_tried_again_and_holds_up_no_other(
    herald: Herald, time: VirtualTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    sick = await a_game(herald, people=1, ais=1)
    await answer_all(herald, sick.id, "movement")
    play = herald.stand_ins._play

    async def stumble(table: Any) -> None:
        if table.row.id == sick.id:
            raise OSError("no disk")
        await play(table)

    monkeypatch.setattr(herald.stand_ins, "_play", stumble)
    while await awaited(herald, sick.id):
        await answer(herald, sick.id, ADA.user_id)
    well = await a_game(herald, people=1, ais=1)
    assert await awaited(herald, well.id) == [ADA.user_id]
    assert await awaited(herald, sick.id) == []
    assert await herald.scheduler.next_moment() == time.now() + MINUTE
    monkeypatch.undo()
    time.pass_by(MINUTE)
    await herald.scheduler.tick()
    assert await awaited(herald, sick.id) == [ADA.user_id]


async def test_the_same_seeds_make_the_same_stewards(herald: Herald) -> None:
    info = await a_game(herald, people=2)
    async with herald._open_games.open(info.id) as game:
        decision = next(each for each in game.position.game.pending() if each.blocking)
        advice = [await herald.stand_ins.advice(game, decision) for _ in range(3)]
    assert advice[0] == advice[1] == advice[2]

"""Every question has its full time, also one that follows another of its kind at once."""

from __future__ import annotations

from itertools import pairwise
from typing import get_args

import pytest

from bot.service import AtTheEnd, Herald, Pace
from bot.service.announcing.announcements import Lapsed
from bot.store import Store
from engine.core.registry import rulesets
from tests.bot.builders.virtual_time import VirtualTime
from tests.bot.service.builders import (
    ADA,
    a_game,
    answer,
    asked,
    awaited,
    clocks_of,
    hours,
    kind_awaited,
    log_of,
    said,
)

A_DAY = Pace(phase_minutes=24 * 60, at_the_end="default")
PACES = [Pace(phase_minutes=24 * 60, at_the_end=plays) for plays in get_args(AtTheEnd)]


async def before_two_placements(herald: Herald, game_id: int) -> int:
    """Have all but the last place once; the user who is to place twice in a row now."""
    for _ in range(2):
        (user,) = await awaited(herald, game_id)
        await answer(herald, game_id, user)
    (user,) = await awaited(herald, game_id)
    return user


@pytest.mark.parametrize("pace", PACES)
async def test_after_the_clock_chose_the_next_question_has_its_full_time(
    herald: Herald, store: Store, time: VirtualTime, pace: Pace
) -> None:
    info = await a_game(herald, people=3, pace=pace)
    user = await before_two_placements(herald, info.id)
    time.pass_by(hours(24))
    await herald.scheduler.tick()
    entries = [e for e in await log_of(store, info.id) if e.by == "clock"]
    assert [e.kind for e in entries if e.kind != "standing_orders"] == ["placement"]
    assert len(await said(store, info.id, Lapsed)) == 1
    assert await awaited(herald, info.id) == [user]
    (clock,) = (await clocks_of(store, info.id)).values()
    assert (clock.opened_at, clock.due_at) == (time.now(), time.now() + hours(24))
    assert clock.remind_at == time.now() + hours(12)


async def test_after_an_answer_the_next_question_has_its_full_time(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    info = await a_game(herald, people=3, pace=A_DAY)
    user = await before_two_placements(herald, info.id)
    time.pass_by(hours(20))
    await answer(herald, info.id, user)
    assert await awaited(herald, info.id) == [user]
    (clock,) = (await clocks_of(store, info.id)).values()
    assert clock.due_at == time.now() + hours(24)


async def test_nobody_wins_time_by_taking_back_again_and_again(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    info = await a_game(herald, people=3, pace=A_DAY)
    user = await before_two_placements(herald, info.id)
    (before,) = (await clocks_of(store, info.id)).values()
    for turn in range(8):
        await answer(herald, info.id, user)
        await herald.undo.alone(info.id, user, interaction=f"undo {turn}")
        time.pass_by(hours(5))
    (clock,) = (await clocks_of(store, info.id)).values()
    assert clock.due_at == before.opened_at + hours(48)


@pytest.mark.parametrize("ruleset", rulesets())
async def test_a_clock_chooses_for_a_seat_once_in_its_time(
    herald: Herald, store: Store, time: VirtualTime, ruleset: str
) -> None:
    info = await a_game(herald, people=2, pace=A_DAY, ruleset=ruleset)
    while await kind_awaited(herald, info.id) != "over":
        for user in await awaited(herald, info.id):
            assert (await asked(herald, info.id, user)).due_at == time.now() + hours(24)
        time.pass_by(hours(12))
        await herald.note_seen(info.id, ADA.user_id)
        time.pass_by(hours(12))
        await herald.scheduler.tick()
    entries = await log_of(store, info.id)
    assert {entry.by for entry in entries} == {"clock"}
    for seat in (0, 1):
        moments = [entry.at for entry in entries if entry.seat == seat]
        assert all(after - before >= hours(24) for before, after in pairwise(moments))

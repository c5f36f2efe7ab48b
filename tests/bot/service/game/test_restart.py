"""A restart at any moment changes nothing: a fresh game master goes on exactly."""

from __future__ import annotations

import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.moment import DAY, MINUTE
from bot.service import Herald, Receipt
from bot.service.announcing.announcements import PhasePost
from bot.service.choices.stand_ins import think
from bot.store import Store, clocks, outbox
from engine.core.grammar import Subset
from tests.bot.builders.virtual_time import VirtualTime
from tests.bot.service.builders import (
    ADA,
    HOST,
    a_game,
    a_lobby,
    answer,
    answer_all,
    asked,
    awaited,
    lay_out,
    log_of,
    said,
)
from tests.bot.service.random_play import random_choice
from tests.standard.builders import a_game as a_case

Choose = Callable[[Herald, int, int], Awaitable[Receipt | None]]


async def traces(store: Store, game_id: int) -> dict[str, Any]:
    """All that a game has left in the store, but for numbers that are drawn by chance."""
    async with store.reading() as tx:
        said = [
            (m.kind, m.target, m.payload, m.edits, m.state, m.due_at)
            for m in await outbox.of_game(tx, game_id)
        ]
        running = await clocks.of_game(tx, game_id)
    return {"log": await log_of(store, game_id), "said": said, "clocks": running}


async def played(
    file: Path, *, interrupted: bool, state: Any, choose: Choose, most: int
) -> tuple[set[str], dict[str, Any]]:
    """A game as it is played with and without a restart before and after every choice."""
    time = VirtualTime()
    async with await Store.open(f"sqlite:///{file}") as store:
        herald = Herald(store, time, rng=Random(7))
        info = await a_game(herald, people=3, channel_id=5, options={"turn_limit": 9})
        if state is not None:
            await lay_out(store, info.id, state)
            herald = Herald(store, time)
        kinds = set()
        for number in range(most):
            if interrupted:
                herald = Herald(store, time)
            receipt = await choose(herald, info.id, number)
            if receipt is None:
                break
            kinds.add(receipt.kind)
            if interrupted:
                herald = Herald(store, time)
            time.pass_by(MINUTE)
            await herald.scheduler.tick()
        return kinds, await traces(store, info.id)


def anything(seed: int) -> Choose:
    """Players who do anything that is legal."""
    rng = Random(seed)

    async def choose(herald: Herald, game_id: int, number: int) -> Receipt | None:
        return await random_choice(herald, game_id, rng, f"click {number}")

    return choose


async def curious(herald: Herald, game_id: int, number: int) -> Receipt | None:
    """Players who look at every marker, fight whoever they meet, and let all else be."""
    (user, *_) = await awaited(herald, game_id)
    decision = (await asked(herald, game_id, user)).decision
    value = decision.default
    if decision.kind == "movement":
        looks = (v for v in decision.grammar.enumerate() if v["do"] == "look")
        value = next(looks, value)
    elif isinstance(decision.grammar, Subset):
        value = list(decision.grammar.keys[:1])
    return await herald.play.choose(
        game_id, user, decision.id, value, interaction=f"click {number}"
    )


def crowd_in_gobi() -> Any:
    """Three players with troops in one region, at the end of the first one's movement."""
    case = a_case(players=3)
    for name in ("angela", "brad", "chris"):
        case = case.with_units(name, "gobi", swordsman=2, horseman=1)
    return case.at("movement", mover="angela").state


def strangers_in_gobi() -> Any:
    """A settler beside a marker under which a minor civilization lives."""
    case = a_case(players=3).with_units("angela", "gobi", settler=1)
    return case.with_marker("gobi", "minor_civilization").at("movement", mover="angela").state


@pytest.mark.parametrize(
    ("state", "choose", "most", "kinds"),
    [
        (
            lambda: None,
            lambda: anything(6),
            40,
            {"placement", "movement", "trade", "purchase", "challenge", "standing_orders"},
        ),
        (crowd_in_gobi, lambda: curious, 12, {"movement", "declare", "join", "fight"}),
        (strangers_in_gobi, lambda: curious, 4, {"movement", "minor_army"}),
    ],
    ids=["anything", "a battle", "a minor civilization"],
)
async def test_a_game_interrupted_after_every_choice_is_the_game_it_would_have_been(
    tmp_path: Path,
    template: Path,
    state: Callable[[], Any],
    choose: Callable[[], Choose],
    most: int,
    kinds: set[str],
) -> None:
    found = []
    for interrupted in (False, True):
        file = tmp_path / f"{interrupted}.db"
        shutil.copy(template, file)
        chosen, left = await played(
            file, interrupted=interrupted, state=state(), choose=choose(), most=most
        )
        assert chosen >= kinds
        found.append(left)
    whole, pieces = found
    for name in whole:
        assert pieces[name] == whole[name]


async def test_ai_players_go_on_where_a_crash_cut_them_off(
    herald: Herald, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = await a_game(herald, people=1, ais=3, options={"turn_limit": 3})
    await answer_all(herald, info.id, "movement")
    await answer(herald, info.id, ADA.user_id)
    posts = await said(store, info.id, PhasePost)
    number = (await herald.look.status(info.id)).number
    thoughts = iter((think, think))

    def think_until_the_crash(*args: Any) -> Any:
        return next(thoughts, crash)(*args)

    with monkeypatch.context() as patch, pytest.raises(BaseExceptionGroup):
        patch.setattr("bot.service.choices.stand_ins.think", think_until_the_crash)
        await Herald(store, herald.time).scheduler.tick()
    assert (await herald.look.status(info.id)).number == number + 2
    assert await said(store, info.id, PhasePost) == posts

    fresh = Herald(store, herald.time)
    await fresh.scheduler.tick()
    assert await awaited(fresh, info.id) == [ADA.user_id]
    post = (await said(store, info.id, PhasePost))[-1]
    assert (post.since, post.number) == (
        posts[-1].number,
        (await fresh.look.status(info.id)).number,
    )


class Crash(BaseException):
    """The end of the process, as far as a test can have it."""


def crash(*args: Any) -> Any:
    raise Crash


async def test_after_weeks_the_latest_post_is_known_and_nothing_is_told_again(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    info = await a_game(herald, people=2, options={"turn_limit": 2})
    await answer_all(herald, info.id, "movement")
    number = (await herald.look.status(info.id)).number
    async with store.transaction() as tx:
        for message in await outbox.of_game(tx, info.id, "pending"):
            await outbox.sent(tx, message, 1, time.now())
    await herald.votes.pause(info.id, HOST)
    time.pass_by(40 * DAY)
    fresh = Herald(store, time)
    await fresh.scheduler.tick()
    (*_, kept) = await said(store, info.id, PhasePost)
    assert kept.number == number
    await fresh.votes.resume(info.id, HOST)
    for _ in range(2):
        # Both move, and the next part of the turn has a post.
        await answer(fresh, info.id, (await awaited(fresh, info.id))[0])
    (*_, before, post) = await said(store, info.id, PhasePost)
    assert before == kept and post.since == number


async def test_a_game_that_just_began_goes_on(herald: Herald, store: Store) -> None:
    info = await a_lobby(herald, people=1, ais=2)
    await herald.lobby.start(info.id, HOST)
    fresh = Herald(store, herald.time)
    await fresh.scheduler.tick()
    assert await awaited(fresh, info.id) == [ADA.user_id]

"""One guest cannot slow the others: floods of every kind, on a simulated Discord."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable

import pytest

from bot.discord.interactions import user_limits
from bot.discord.interactions.user_limits import (
    AT_ONCE,
    SUGGESTING_AT_ONCE,
    WAITING_MOST,
    UserLimits,
)
from bot.discord.pictures.films import Films, OneFilmAtATime
from bot.discord.screen import Picture
from bot.service.errors import TooBusy, TooManyLobbies, TooManyOpened
from bot.service.seats import lobby as lobby_module
from engine import rulebook as rulebook_module
from engine.rulebook import rulebook
from engine.rulebook.search import Index
from tests.bot.discord.builders.world import World

ADA, BEA = 1, 2


class Work:
    """Work that goes on until it is let, and knows how much of it there was at once."""

    def __init__(self, limits: UserLimits) -> None:
        self.limits = limits
        self.let = asyncio.Event()
        self.now = self.most = 0
        self.done: list[int] = []

    async def one(self, user: int, number: int) -> None:
        async with self.limits.place(user):
            self.now += 1
            self.most = max(self.now, self.most)
            await self.let.wait()
            self.now -= 1
            self.done.append(number)


async def turns(count: int = 5) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def without_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_limits, "REST", 0)


async def test_a_flood_of_one_user_is_worked_on_a_few_at_a_time_and_in_order() -> None:
    work = Work(UserLimits())
    asked = [asyncio.create_task(work.one(ADA, at)) for at in range(AT_ONCE + WAITING_MOST)]
    await turns()
    assert work.now == AT_ONCE
    with pytest.raises(TooBusy):
        await work.one(ADA, 99)
    work.let.set()
    await asyncio.gather(*asked)
    assert work.most == AT_ONCE and work.done == list(range(AT_ONCE + WAITING_MOST))
    assert not work.limits._lines


async def test_another_user_does_not_wait_behind_a_flood() -> None:
    work = Work(UserLimits())
    asked = [asyncio.create_task(work.one(ADA, at)) for at in range(AT_ONCE + 5)]
    asked.append(asyncio.create_task(work.one(BEA, 50)))
    await turns()
    assert work.now == AT_ONCE + 1
    work.let.set()
    await asyncio.gather(*asked)


@pytest.mark.parametrize("moment", ["waiting", "called"])
async def test_who_turns_away_keeps_no_place(moment: str) -> None:
    work = Work(UserLimits())
    asked = [asyncio.create_task(work.one(ADA, at)) for at in range(AT_ONCE + 2)]
    await turns()
    gone = asked[AT_ONCE]
    if moment == "called":
        work.let.set()
        await asyncio.sleep(0)
    gone.cancel()
    work.let.set()
    await asyncio.gather(*asked, return_exceptions=True)
    assert AT_ONCE + 1 in work.done and not work.limits._lines


async def test_suggestions_are_made_for_what_is_typed_last_not_for_every_letter() -> None:
    limits = UserLimits()
    rooms = [limits.suggesting(ADA) for _ in range(SUGGESTING_AT_ONCE + 2)]
    entered = [each.__enter__() for each in rooms]
    assert entered == [True] * SUGGESTING_AT_ONCE + [False, False]
    with limits.suggesting(BEA) as has_room:
        assert has_room
    for each in rooms:
        each.__exit__(None, None, None)
    with limits.suggesting(ADA) as has_room:
        assert has_room
    assert not limits._lines


async def test_every_command_and_press_goes_through_the_limit(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, _ = await world.running(2)
    monkeypatch.setattr(user_limits, "AT_ONCE", 0)
    monkeypatch.setattr(user_limits, "WAITING_MOST", 0)
    for name in ("board", "map", "log", "inbox", "play", "rules", "help", "game status"):
        assert "Slow down" in await ada.slash(name), name
    pressed = await ada.press(world.posts()[-1], "My move")
    assert "Slow down" in pressed


async def test_one_user_presses_replay_once() -> None:
    films, let = Films(), asyncio.Event()

    async def make() -> Picture | None:
        await let.wait()
        return Picture("film.webp", b"1")

    first = asyncio.create_task(films.film(7, ADA, make))
    await asyncio.sleep(0)
    again = asyncio.create_task(films.film(7, ADA, make))
    another = asyncio.create_task(films.film(7, BEA, make))
    await turns()
    let.set()
    with pytest.raises(OneFilmAtATime):
        await again
    assert await first is await another


@pytest.mark.parametrize(
    ("name", "most", "error"),
    [("WAITING_MOST", 2, TooManyLobbies), ("OPENED_MOST", 3, TooManyOpened)],
)
async def test_nobody_fills_a_server_with_games_in_threads(
    world: World, monkeypatch: pytest.MonkeyPatch, name: str, most: int, error: type[Exception]
) -> None:
    monkeypatch.setattr(lobby_module, name, most)
    ada = world.person("Ada")
    for _ in range(most):
        assert "Slow" not in await ada.slash("game new", rules="standard", thread=True)
        if error is TooManyOpened:
            await ada.slash("game leave", game=(await world.herald.look.inbox(ada.id))[0].info.code)
    posts = len(world.posts())
    refused = await ada.slash("game new", rules="standard", thread=True)
    assert f"{most} games" in refused
    with pytest.raises(error):
        await world.herald.lobby.may_open(ada.id)
    assert len(world.posts()) == posts
    # Somebody else opens one as before, and so does she on another day.
    await world.herald.lobby.may_open(BEA)
    if error is TooManyOpened:
        await world.pass_time(hours=25)
        await world.herald.lobby.may_open(ada.id)


async def test_a_question_right_after_the_start_holds_up_nobody_else(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, _ = await world.running(2)
    book, builders = rulebook("standard"), list[threading.Thread]()
    index = book.index

    def noted(*_: object) -> Index:
        builders.append(threading.current_thread())
        return index

    monkeypatch.setattr(rulebook_module, "index_of", noted)

    async def right_after_the_start(ask: Awaitable[object]) -> None:
        book.__dict__.pop("index", None)
        await ask

    await right_after_the_start(ada.slash("rules", about="how do settlers move"))
    await right_after_the_start(ada.suggestions("rules", "about", "settlers"))
    await right_after_the_start(ada.slash("why", about="buy a galley"))
    await right_after_the_start(ada.slash("why", about="why can I not build a wonder"))
    assert len(builders) >= 3
    assert threading.main_thread() not in builders

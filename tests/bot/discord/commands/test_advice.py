"""*Suggest* on a panel: what a good player would do, and why."""

from __future__ import annotations

import msgspec
import pytest

from bot.service import Actor
from tests.bot.discord.builders.playing import choose, desk, settle_everywhere
from tests.bot.discord.builders.world import Panel, Person, World


@pytest.fixture
async def mover(world: World) -> Person:
    """Who is the first to move in a game of three."""
    await world.running()
    await settle_everywhere(world)
    (mover,) = await world.awaited()
    return mover


async def advice_for(person: Person) -> Panel:
    return await person.press(await person.slash("play"), "Suggest")


async def set_advice(world: World, is_on: bool) -> None:
    game = await world.game()
    pace = msgspec.structs.replace(game.game.pace, advice=is_on)
    await world.herald.lobby.set_pace(game.id, pace, Actor(game.game.host_user_id))


async def test_the_best_comes_with_its_reason_and_nothing_is_done(mover: Person) -> None:
    before = await desk(mover)
    shown = await advice_for(mover)
    assert "What a good player would do" in shown
    assert "Why: " in shown
    assert "Second best: " in shown
    assert shown.stored.is_ephemeral
    assert (await desk(mover)).number == before.number


async def test_do_it_does_the_best(mover: Person) -> None:
    before = await desk(mover)
    best = before.suggestions["movement"][0]
    await mover.press(await advice_for(mover), "Do it")
    moved = await desk(mover)
    assert moved.number == before.number + 1 + len(best.then)


async def test_an_old_press_does_nothing_and_shows_what_is_true_now(mover: Person) -> None:
    shown = await advice_for(mover)
    await choose(mover, "movement", {"do": "end"})
    number = (await desk(mover)).number
    answer = await mover.press(shown, "Do it")
    assert (await desk(mover)).number == number
    assert "✅" not in answer
    assert "What a good player would do" not in answer


async def test_advice_that_is_no_longer_the_best_is_not_done(mover: Person) -> None:
    shown = await advice_for(mover)
    second = (await desk(mover)).suggestions["movement"][0].value
    await choose(mover, "movement", second)
    number = (await desk(mover)).number
    await mover.press(shown, "Do it")
    assert (await desk(mover)).number == number


async def test_a_table_can_play_without_advice(world: World, mover: Person) -> None:
    panel = await mover.slash("play")
    await set_advice(world, False)
    assert "plays without advice" in await mover.press(panel, "Suggest")
    assert "Suggest" not in (await mover.slash("play")).buttons()


async def test_without_advice_moves_are_listed_by_their_words_and_nothing_is_called_best(
    world: World, mover: Person
) -> None:
    ranked = await mover.slash("play")
    assert "Best first" in str(ranked.selects())
    best = {each["label"] for each in ranked.selects()[0]["options"]}
    await set_advice(world, False)
    shown = await mover.slash("play")
    assert "best" not in str(shown.stored.components).casefold()
    (listed, *_) = shown.selects()
    labels = [each["label"] for each in listed["options"]]
    assert labels == sorted(labels)
    assert best == {*labels}
    answer = await mover.pick(shown, labels[0])
    assert "▸" in answer


async def test_the_host_switches_advice_off_by_a_press(world: World) -> None:
    (host, *_) = await world.lobby()
    shown = await host.press(world.posts()[0], "Options")
    await host.pick(shown, "Nobody is given advice")
    assert not (await world.game()).game.pace.advice
    assert "Nobody is given advice." in world.posts()[0]

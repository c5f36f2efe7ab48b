"""Whenever a game waits, its channel says all that everybody may know, and who is awaited.

pytest -m soak -s tests/bot/discord/test_never_behind.py  # up to 6,300 rests, a line a table
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.moment import MINUTE
from bot.service import Actor, Person, User
from engine.core.registry import rulesets
from tests.bot.discord.builders.mixed_tables import Mix, Sketches, Table, shown
from tests.bot.discord.builders.playing import an_offer, choose, to_second_trade
from tests.bot.discord.builders.world import Panel, World, a_world


async def watched(folder: Path, mix: Mix, seed: int, rests: int) -> Table:
    """A table of some people and AI players, looked at whenever it waits for somebody."""
    async with a_world(folder, Sketches()) as world:
        table = Table(world, mix, seed)
        await table.begin()
        await table.check()
        while table.rests < rests:
            await table.go_on()
            if await table.is_over():
                break
            await table.check()
    print(f"{mix} {seed}: {table.rests} rests, {table.kills} kills, {table.secrets} secrets")
    return table


@pytest.mark.parametrize("seats", [(1, 1, 1), (0, 1, 2)], ids=str)
@pytest.mark.parametrize("rules", rulesets())
async def test_the_channel_is_never_behind(
    tmp_path: Path, rules: str, seats: tuple[int, int, int]
) -> None:
    table = await watched(tmp_path, Mix(rules, *seats), seed=2, rests=20)
    assert table.rests >= 20


MIXES = [(1, 0, 2), (2, 1, 0), (0, 1, 2), (1, 1, 2), (3, 0, 0), (0, 2, 1), (1, 2, 1)]


@pytest.mark.soak
@pytest.mark.parametrize("rules", rulesets())
@pytest.mark.parametrize("seats", MIXES, ids=str)
@pytest.mark.parametrize("seed", range(3))
async def test_so_it_is_at_any_table(
    tmp_path: Path, rules: str, seats: tuple[int, int, int], seed: int
) -> None:
    await watched(tmp_path, Mix(rules, *seats), seed, rests=60)


def phase_post(world: World) -> Panel:
    """The newest post of a phase."""
    return [each for each in world.posts() if "Rules" in each.buttons()][-1]


async def due(world: World) -> list[int]:
    """The times until which people are awaited, to the minute, as seconds."""
    awaited = (await world.herald.look.status((await world.game()).id)).awaited
    return sorted({(each.due_at or 0) // MINUTE * 60 for each in awaited})


async def test_more_time_by_a_secret_choice_is_shown_when_the_time_shown_is_over(
    world: World,
) -> None:
    ada, bea = await world.running(2)
    await to_second_trade(world)
    await world.pass_time(hours=23.5)
    post, (before,) = phase_post(world), await due(world)
    seen = shown(post.components)
    assert seen.dues == [before]
    for person, to in ((ada, 1), (bea, 0), (ada, 1)):
        await choose(person, "trade", an_offer(to, give=1, get=2))
        assert shown(post.components) == seen, "who is not concerned learns of no offer"
    (later,) = await due(world)
    assert later > before + 4 * 3600
    await world.restart()
    await world.env.settle()
    assert shown(post.components) == seen
    await world.pass_time(hours=0.6)
    assert shown(post.components).dues == [later] == await due(world)


async def test_what_changes_by_no_choice_is_shown_too(world: World) -> None:
    ada, bea = await world.running(2)
    game, post = await world.game(), phase_post(world)
    first = shown(post.components).dues
    assert first == await due(world)
    await world.herald.votes.pause(game.id, Actor(ada.id))
    await world.env.settle()
    assert "Waiting for" not in post and "paused" in post
    await world.pass_time(hours=30)
    await world.herald.votes.resume(game.id, Actor(ada.id))
    await world.env.settle()
    resumed = shown(post.components).dues
    assert resumed == await due(world) != first
    vote = await world.herald.votes.propose(game.id, ada.id, "extension")
    await world.herald.votes.vote(game.id, bea.id, vote.vote.id, True)
    await world.env.settle()
    longer = shown(post.components).dues
    assert longer == await due(world) != resumed
    await world.herald.save_me(User(user_id=ada.id, quiet_from=0, quiet_until=9 * 60))
    await world.herald.save_me(User(user_id=bea.id, quiet_from=0, quiet_until=9 * 60))
    await world.env.settle()
    assert shown(post.components).dues == await due(world) != longer


async def test_who_takes_a_seat_is_named_as_awaited(world: World) -> None:
    ada, bea, _ = await world.running(3)
    (awaited,) = await world.awaited()
    host, post = ada if awaited is not ada else bea, phase_post(world)
    game, zoe = await world.game(), world.person("Zoe")
    seat = game.seat_of(awaited.id)
    assert seat is not None
    await world.herald.seats.stand_in(game.id, host.id)
    await world.herald.seats.replace(game.id, seat.seat, Person(zoe.id, "Zoe"), Actor(awaited.id))
    await world.env.settle()
    (line,) = (each for each in post.text.splitlines() if "Waiting for" in each)
    assert "Zoe" in line
    assert shown(post.components).dues == await due(world)


async def test_a_game_that_is_ended_leaves_a_post_of_all_that_happened(world: World) -> None:
    ada, _ = await world.running(2)
    (first,) = await world.awaited()
    await choose(first, "placement", "gobi")
    post = phase_post(world)
    assert "settled in Gobi" in post
    await world.herald.votes.end((await world.game()).id, Actor(ada.id))
    await world.env.settle()
    assert "settled in Gobi" in post and not post.buttons()

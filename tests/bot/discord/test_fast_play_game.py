"""Fast Play on Discord, from the lobby to the result, every choice by an interaction."""

from __future__ import annotations

import pytest

from tests.bot.discord.builders.players import Players
from tests.bot.discord.builders.playing import proved
from tests.bot.discord.builders.world import World


async def test_three_people_play_two_turns(world: World) -> None:
    people = await world.running(3, "fast_play", turn_limit=2)
    players = Players(world, 5)
    await players.play()

    result = world.posts()[-1]
    assert "The end of game" in result
    assert "the turn limit of the table was reached" in result
    assert {"placement", "movement", "purchase"} <= set(players.made)
    assert {"panel", "words", "orders"} <= set(players.ways)
    record = await proved(world, people[0], result)
    assert record.table.ruleset == "fast_play"
    assert record.server_seed in result.text


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
async def test_three_people_play_a_whole_game(world: World, seed: int) -> None:
    people = await world.running(3, "fast_play")
    players = Players(world, seed)
    await players.play(most=3000)

    result = world.posts()[-1]
    assert "The end of game" in result
    record = await proved(world, people[0], result)
    assert record.outcome.reason in ("beyond_modern", "no_fuel", "last_one_standing")
    assert {"placement", "movement", "purchase", "settle"} <= set(players.made)

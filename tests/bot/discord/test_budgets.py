"""What Herald posts is counted: a part of a turn has two messages and pings nobody twice.

The counts are printed with `pytest -s`.
"""

from __future__ import annotations

import pytest

from engine.core.registry import rulesets
from tests.bot.discord.budgets import Watched
from tests.bot.discord.builders.world import World

MESSAGES_MOST = 2
PINGS_MOST = 1
LONG = ("advanced", "civ2010")
"""Rule sets of which a turn has many choices."""


async def watched(world: World, name: str, seats: int, turns: int) -> Watched:
    """A game of people who choose as stewards would, watched to its end."""
    people = {"civilizations": "chosen"} if name == "rhye" else {}
    await world.running(seats, name, turn_limit=turns, **people)
    game = Watched(world)
    await game.play()
    print(game)
    return game


def check(game: Watched) -> None:
    """Nothing is over its budget."""
    assert {at: n for at, n in game.messages.items() if n > MESSAGES_MOST} == {}
    assert {at: n for at, n in game.pings.items() if n > PINGS_MOST} == {}
    assert game.pings.total() >= len(game.messages) / 2, "people are called at all"


@pytest.mark.parametrize("name", rulesets())
async def test_a_part_of_a_turn_has_two_messages_and_pings_nobody_twice(
    world: World, name: str
) -> None:
    check(await watched(world, name, seats=3, turns=1 if name in LONG else 2))


@pytest.mark.soak
@pytest.mark.parametrize("name", rulesets())
async def test_so_it_is_in_long_games_with_battles(world: World, name: str) -> None:
    game = await watched(world, name, seats=4, turns=7)
    check(game)
    assert game.letters.total() > 4

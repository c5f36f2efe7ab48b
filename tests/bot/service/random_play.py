"""Whole games through the service, by players who do anything that is legal."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

from bot.service import Herald, Receipt
from engine.core.grammar import Grammar, OneOf
from tests.bot.service.builders import awaited

CORNER = 8
OPPORTUNITIES = 0.1
"""How often a player takes up something that is not awaited."""


def crowded(grammar: Grammar) -> Grammar:
    """The grammar itself; of a choice among the whole board a corner, so that people meet."""
    if isinstance(grammar, OneOf) and len(grammar.keys) > 3 * CORNER:
        return OneOf(grammar.keys[:CORNER], grammar.describe)
    return grammar


async def random_choice(herald: Herald, game_id: int, rng: Random, click: str) -> Receipt | None:
    """One legal choice of somebody who is awaited; None when the game is over."""
    users = await awaited(herald, game_id)
    if not users:
        return None
    user = rng.choice(users)
    desk = await herald.look.desk(game_id, user)
    open_ones = [each for each in desk.decisions if not each.decision.blocking]
    question = desk.decisions[0]
    if open_ones and rng.random() < OPPORTUNITIES:
        question = rng.choice(open_ones)
    value = crowded(question.decision.grammar).sample(rng)
    return await herald.play.choose(
        game_id, user, question.decision.id, value, interaction=click, tag=question.tag
    )


async def play_randomly(
    herald: Herald, game_id: int, rng: Random, most: int
) -> AsyncIterator[Receipt]:
    """Legal choices, one after the other, with all that follows by itself."""
    for number in range(most):
        receipt = await random_choice(herald, game_id, rng, f"random {game_id} {number}")
        if receipt is None:
            return
        await herald.scheduler.tick()
        yield receipt

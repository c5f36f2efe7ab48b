"""What a game's dice will show is looked at by nobody: they fall for what is logged, and once."""

from __future__ import annotations

from random import Random

import pytest

from bot.service import Herald, Store
from engine.core import game
from engine.core.dice import KeyedDice
from tests.bot.service.builders import a_game, awaited, log_of
from tests.bot.service.random_play import crowded

CHOICES = 50


class Watched(KeyedDice):
    """A game's own dice, with the numbers of all draws that anything has asked them for."""

    drawn: list[int]

    def draw(self, number: int, sides: int) -> int:
        self.drawn.append(number)
        return super().draw(number, sides)


@pytest.mark.parametrize("name", ["fast_play", "rhye"])
async def test_nothing_is_drawn_beside_what_is_logged(
    herald: Herald, store: Store, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Players type orders to see what would come of them, choose, and take back what they can."""
    drawn: list[int] = []
    monkeypatch.setattr(Watched, "drawn", drawn, raising=False)
    monkeypatch.setattr(game, "KeyedDice", Watched)
    info = await a_game(herald, people=3, ruleset=name, options={"turn_limit": 12})
    phrases, rng = await herald.orders.phrases(info.id), Random(1)
    set_up, tried = len(drawn), 0
    for at in range(CHOICES):
        users = await awaited(herald, info.id)
        if not users:
            break
        user = rng.choice(users)
        question = (await herald.look.desk(info.id, user)).decisions[0]
        value = crowded(question.decision.grammar).sample(rng)
        read = await herald.orders.read(info.id, user, phrases.notation(question.decision, value))
        tried += read.is_good
        await herald.play.choose(
            info.id, user, question.decision.id, value, interaction=f"{at}", tag=question.tag
        )
        if at % 3 == 0 and (await herald.look.desk(info.id, user)).can_take_back:
            await herald.undo.alone(info.id, user, interaction=f"undo {at}")
        await herald.scheduler.tick()
    logged = sum(len(entry.draws) for entry in await log_of(store, info.id))
    assert tried > CHOICES / 2
    assert logged
    assert drawn == [*range(set_up + logged)]

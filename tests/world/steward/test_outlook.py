"""The odds that panels show are those of the dice."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core.registry import ruleset
from engine.core.text import Text
from engine.rulesets.rhye.steward.odds import skirmish, war
from engine.rulesets.rhye.tables import TABLES
from tests.fast_play import builders as fast_play
from tests.standard import builders as standard

TRIES = 4000


def rolled(rng: Random, dice: int) -> int:
    return sum(rng.randint(1, 6) >= TABLES.hit_from for _ in range(dice))


def a_war(rng: Random, ours: list[int], theirs: list[int]) -> bool:
    """Skirmishes as rulebook 6.3 has them, ties rolled again."""
    while ours and theirs:
        own, other = rolled(rng, ours[0]), rolled(rng, theirs[0])
        if own != other:
            (theirs if own > other else ours).pop(0)
    return bool(ours)


@pytest.mark.parametrize(("ours", "theirs"), [((2,), (1, 1)), ((3, 2), (2, 2)), ((1,), (4,))])
def test_6_3_the_odds_of_a_war_are_those_of_its_skirmishes(
    ours: tuple[int, ...], theirs: tuple[int, ...]
) -> None:
    rng = Random(7)
    won = sum(a_war(rng, [*ours], [*theirs]) for _ in range(TRIES)) / TRIES
    assert war(ours, theirs, 0).win == pytest.approx(won, abs=0.03)


def test_6_3_a_tie_decides_nothing() -> None:
    assert skirmish(2, 2, 0) == pytest.approx((0.5, 0.0, 0.5))


def outlook(name: str, state: Any, move: dict[str, Any]) -> Text | None:
    rules = ruleset(name)
    (asked,) = (each for each in rules.pending(state) if each.kind == "movement")
    return rules.outlook(rules.view(state, asked.seat), asked, move)


def test_a_move_into_an_army_says_its_odds() -> None:
    game = (
        standard.a_game(2)
        .with_units("angela", "gobi", swordsman=2)
        .with_units("brad", "steppe", swordsman=1)
        .with_settlement("brad", "persia")
        .at("movement")
    )
    order = {"do": "move", "from": "gobi", "units": ["swordsman", "swordsman"], "to": "steppe"}
    two = outlook("standard", game.state, order)
    one = outlook("standard", game.state, {**order, "units": ["swordsman"]})
    assert two is not None
    assert one is not None
    assert two.key == one.key == "reason.attack"
    assert one.data["win"] < two.data["win"] < 100
    assert outlook("standard", game.state, {**order, "to": "manchuria"}) is None


def test_an_undefended_settlement_is_simply_taken() -> None:
    game = (
        fast_play.a_game(2)
        .with_units("angela", "gobi", swordsman=1)
        .with_settlement("brad", "steppe")
        .at("movement")
    )
    order = {"do": "move", "from": "gobi", "units": ["swordsman"], "to": "steppe"}
    found = outlook("fast_play", game.state, order)
    assert found is not None
    assert found.data["free"] is True

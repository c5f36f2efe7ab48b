"""AI players choose alike on every Python: from 3.12 on, `sum` adds fractions in another way."""

from __future__ import annotations

import builtins
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from engine.core.game import Game
from engine.core.policies import play_out, policy
from engine.core.registry import rulesets
from tests.cast import PEOPLE

NAMES = PEOPLE[:3]
add_up = sum


def whole_sum(things: Iterable[Any], start: Any = 0) -> Any:
    """`sum`, for everything but fractions."""
    found = add_up(things, start)
    assert not isinstance(found, float), "math.fsum gives the same on every Python"
    return found


@pytest.mark.parametrize("name", rulesets())
def test_fractions_are_added_by_fsum(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new(name, NAMES, {}, b"python", [b"one", b"two", b"three"])
    monkeypatch.setattr(builtins, "sum", whole_sum)
    for style in ("steward", "advised"):
        assert play_out(game, [policy(style)] * len(NAMES), Random(1), 150) == 150

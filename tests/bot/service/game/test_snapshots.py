"""Copies of a game for reading: what one of them has found out serves the next."""

from __future__ import annotations

from random import Random

import pytest

from bot.service.game.position import Position
from engine.core.game import Game
from engine.core.policies import play_out, policy
from engine.world.view import WorldView


@pytest.mark.parametrize("ruleset", ["standard", "fast_play", "advanced", "rhye"])
def test_snapshots_of_a_game_share_the_spaces_that_did_not_change(ruleset: str) -> None:
    game = Game.new(ruleset, ["Ada", "Bo", "Cy"], {}, b"server", [b"a", b"b", b"c"])
    position = Position(game, {}, {})
    rng = Random(7)
    play_out(game, [policy("random")] * 3, rng, 60)
    before = position.snapshot().view(None)
    play_out(game, [policy("random")] * 3, rng, 1)
    after = position.snapshot().view(None)
    assert isinstance(before, WorldView) and isinstance(after, WorldView)
    for old, new in zip(before.spaces, after.spaces, strict=True):
        assert (old is new) == (old == new)

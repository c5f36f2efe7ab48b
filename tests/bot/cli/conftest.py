"""Games as files, for the commands that read them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.cli.simulation import Plan, new_game, play_game
from engine.core.policies import play_out, policy
from engine.core.record import export

PLAN = Plan("standard", ("random",) * 3, 21, {"turn_limit": 2})


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that is over."""
    path = tmp_path_factory.mktemp("games") / "finished.json"
    path.write_bytes(export(play_game(PLAN, 1, record=True)[0]))
    return path


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that goes on."""
    path = tmp_path_factory.mktemp("games") / "running.json"
    game = new_game(PLAN, 1, record=True)
    play_out(game, [policy("random")] * 3, Random(1), 12)
    path.write_bytes(export(game))
    return path

"""Where to begin: among starts about equally good, chance decides."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.world.steward.survey import BOARD

ALIKE = 0.75
"""Starts whose room differs by less are equally good, so that not every game begins alike."""


def best_start(options: list[str], room: Callable[[int], float], rng: Random) -> str:
    """The region with the most room, as the rule set counts it."""
    scores = {key: room(BOARD.index[key]) for key in options}
    best = max(scores.values())
    return rng.choice([key for key in options if scores[key] >= best - ALIKE])

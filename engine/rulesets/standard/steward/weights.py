"""What the steward holds things to be worth: `weights.toml` has the figures and the reasons."""

from __future__ import annotations

from engine.world.steward.strategy import StrategyWeights
from engine.world.steward.weights import read_weights


class Weights(StrategyWeights, frozen=True, kw_only=True):
    """The steward's judgement in figures."""

    point: float
    interest: float
    longest: int
    research: float
    patience: int
    growth_option: float
    era_delay: float
    floor: float
    pair: float
    kinds_to_come: int
    trust: float
    rivalry: float
    surprise: float
    bold: float
    wary: float
    fairness: float
    margin: float
    approach: float


WEIGHTS = read_weights(__package__, Weights)

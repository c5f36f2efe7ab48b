"""What the steward holds things to be worth: `weights.toml` has the figures and the reasons."""

from __future__ import annotations

from typing import Annotated

import msgspec

from engine.world.steward.strategy import StrategyWeights
from engine.world.steward.weights import Count, Rate, Share, read_weights


class Weights(StrategyWeights, frozen=True, kw_only=True):
    """The steward's judgement in figures."""

    point: Share
    interest: Rate
    longest: Count
    research: Rate
    patience: Count
    growth_option: Share
    era_delay: Share
    floor: Share
    pair: Share
    kinds_to_come: Count
    trust: Share
    rivalry: Share
    surprise: Share
    bold: Share
    wary: Share
    fairness: Share
    margin: Share
    approach: Annotated[float, msgspec.Meta(ge=0, le=0.9)]


WEIGHTS = read_weights(__package__, Weights)

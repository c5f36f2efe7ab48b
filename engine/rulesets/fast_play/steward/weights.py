"""What the steward holds things to be worth: `weights.toml` has the figures and the reasons."""

from __future__ import annotations

import msgspec

from engine.world.steward.weights import read_weights


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """The steward's judgement in figures; worth is counted in points."""

    purchases: tuple[str, ...]
    spearhead: int
    striking_distance: int
    enough_land: int
    most_fleets: int

    bold: float
    sure: float
    prisoner: float
    casualty: float
    nuisance: float

    unexplored: float
    rich: float
    paying: float
    plain: float
    risk: float
    better: float
    nearer: float

    room: tuple[float, ...]
    coast: float
    beside_a_rival: float


WEIGHTS = read_weights(__package__, Weights)

"""What the steward holds things to be worth: `weights.toml` has the figures and the reasons."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from engine.world.steward.weights import Count, Rate, Share, read_weights

Purpose = Literal["grow", "expand", "defend", "wonder", "study", "arm"]
"""What gold can be spent on."""


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """The steward's judgement in figures; worth is counted in points."""

    purchases: tuple[Purpose, ...]
    spearhead: Count
    striking_distance: Count
    enough_land: Count
    most_fleets: Count

    bold: Share
    sure: Share
    prisoner: Share
    casualty: Share
    nuisance: Share

    unexplored: Share
    rich: Share
    paying: Share
    plain: Share
    risk: Share
    better: Rate
    nearer: Share

    room: Annotated[tuple[Share, ...], msgspec.Meta(min_length=1)]
    coast: Share
    beside_a_rival: Share


WEIGHTS = read_weights(__package__, Weights)

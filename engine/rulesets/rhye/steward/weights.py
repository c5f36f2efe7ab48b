"""What the steward holds things to be worth: `weights.toml` has the figures and the reasons."""

from __future__ import annotations

import msgspec

from engine.world.steward.weights import Share, read_weights


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The steward's judgement."""

    village: Share
    city: Share
    wonder: Share
    technology: Share
    first: Share
    level: Share
    danger: Share
    gold: Share
    recruit: Share
    wave: Share
    guard: Share
    caution: Share
    prize: Share
    alarm: Share
    levy: Share
    wary: Share
    garrison: Share
    raid: Share
    reserve: Share
    space: Share
    haste: Share
    hunger: Share
    enough: Share


WEIGHTS = read_weights("engine.rulesets.rhye.steward", Weights)

"""The tables of names in the Fast Play catalog, and plausible facts for its events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.core.registry import ruleset
from engine.rulesets.fast_play import tables
from engine.rulesets.fast_play.turn import TurnPhase
from engine.world import world
from engine.world.state import SIZES

UNITS = [unit.id for unit in tables.UNITS]
SOME_UNITS = ((("swordsman", 2), ("settler", 1)), (("galley", 1),))
ENDS = ("beyond_modern", "no_fuel", "last_one_standing", "turn_limit")

TABLES: Mapping[str, Iterable[str]] = {
    "unit": UNITS,
    "units": UNITS,
    "technology": (*tables.ERAS, "last"),
    "a_technology": (*tables.ERAS, "last"),
    "detail.role": {unit.role for unit in tables.UNITS},
    "wonder": [wonder.id for wonder in tables.WONDERS],
    "marker": tables.MARKERS,
    "era": tables.ERAS,
    "size": [str(size + 1) for size in range(len(SIZES))],
    "space": [space.id for space in world().spaces],
    "phase": {*TurnPhase.steps, *ruleset("fast_play").titles},
    "end": ENDS,
    "points": {"settlements", "technologies", "wonders"},
    # Random players seldom come to retreat by choice.
    "field.retreat": ("to", "units"),
}
VALUES: Mapping[str, Sequence[Any]] = {
    "place": ("gobi", "north_sea"),
    "places": (("gobi",), ("gobi", "steppe", "north_sea")),
    "origin": ("gobi", "north_sea"),
    "target": ("steppe", "north_sea"),
    "zones": ((), ("north_sea",), ("north_sea", "biscay_sea")),
    "era": tables.ERAS,
    "TechnologyBought.era": (*tables.ERAS, "last"),
    "phase": TurnPhase.steps,
    "marker": tables.MARKERS,
    "Settled.marker": ("", "wine", "horses", "fertile"),
    "resource": ("horses", "iron", "oil", "coal"),
    "unit": UNITS,
    "wonder": ("pyramids", ""),
    "reason": ENDS,
    "size": (1, 2, 3, 4),
    "PlagueStruck.size": (2, 0),
    "radius": (0, 1, 2),
    "die": (2, 1, 6),
    "winner": (1, -1),
    "Side.seat": (0, -1),
    "bonuses": ((("era", 4), ("place", -1), ("science", 2)), ()),
    "UnitsLost.seat": (0, -1),
    "units": SOME_UNITS,
    "lost": (((0, SOME_UNITS[0]), (1, SOME_UNITS[1]), (-1, SOME_UNITS[1])),),
    "PlagueStruck.lost": (((0, SOME_UNITS[0]), (-1, SOME_UNITS[1])), ()),
    "faces": ((6, 1), (6,)),
}

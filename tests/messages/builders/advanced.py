"""What the tests of messages must know of the words of the Advanced rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.rulesets.advanced import RULESET
from engine.rulesets.advanced.powers import FIELDS
from engine.rulesets.advanced.tables import TABLES as FIGURES
from engine.rulesets.advanced.turn import TurnPhase

LEVELS = [level.id for level in FIGURES.levels]
UNITS = [*(unit.id for unit in FIGURES.units), *LEVELS]
LIMITS = ("last_one_standing", "turn_limit")
ENDINGS = (
    "die",
    "era",
    "conquest",
    "diplomatic",
    "military",
    "space",
    "last_one_standing",
    "turn_limit",
)


def tables(standard: Mapping[str, Iterable[str]]) -> dict[str, Iterable[str]]:
    """The tables of names: Standard's, with those of more units, wonders and buildings."""
    return {
        **standard,
        "unit": {*UNITS},
        "units": {*UNITS},
        "wonder": [wonder.id for wonder in FIGURES.wonders],
        "field.exchange": [field.name for field in FIELDS],
        "improvement": [each.id for each in FIGURES.improvements],
        "phase": {*TurnPhase.steps, *RULESET.titles},
        "end": {*ENDINGS, "modern_technologies"},
        "points": {"settlements", "technologies", "wonders", "seminal", "units", "united_nations"},
    }


def values(standard: Mapping[str, Sequence[Any]]) -> dict[str, Sequence[Any]]:
    """Values for the fields of events."""
    return {
        **standard,
        "unit": [unit.id for unit in FIGURES.units],
        "wonder": [wonder.id for wonder in FIGURES.wonders],
        "wonders": (("colossus", "oracle"), ()),
        "Produced.wonders": (0, 5),
        "improvement": [each.id for each in FIGURES.improvements],
        "level": LEVELS,
        "Fighter.level": (0, 2),
        "source": ("wheel", "pyramids"),
        "reason": ENDINGS,
        "EndDeclared.reason": ("space", "diplomatic", "military", "era"),
        "given": ("gobi",),
        "taken": ("steppe",),
        "RegionDestroyed.lost": (((0, (("tank", 2),)),), ()),
        "RegionDestroyed.size": (3, 0),
        "gave": (("loan:gobi", "settlement:gobi", "technology:wheel", "wonder:great_wall"), ()),
        "got": (("swordsman@gobi", "galley#12@north_sea"), ()),
    }

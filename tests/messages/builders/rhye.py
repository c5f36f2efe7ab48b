"""The tables of names in the catalog of Rhye's and Fall, and plausible facts for its events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.core.registry import ruleset
from engine.rulesets.rhye import tables
from engine.rulesets.rhye.actions.action import ACTIONS
from engine.rulesets.rhye.turn import TurnPhase
from engine.world import world
from engine.world.duels import SIDES

UNITS = [unit.id for unit in tables.UNITS]
SOME_UNITS = ((("swordsman", 2), ("catapult", 1)), (("galley", 1),))
LOST = (((0, SOME_UNITS[0]), (-1, SOME_UNITS[1])), ())
ENDS = ("space_race", "domination", "score", "last_one_standing", "turn_limit")
TECHNOLOGIES = [each.id for each in tables.TECHNOLOGIES]
WONDERS = [each.id for each in tables.WONDERS]
CIVILIZATIONS = [each.id for each in tables.CIVILIZATIONS]
THINGS = ("resource:gobi", "settlement:gobi", "technology:writing")
PIECES = ("swordsman@gobi", "swordsman@gobi", "galley#12@north_sea")
ROLLS = (((0, (4, 5), 9), (1, (6, 3), 9), (0, (1, 1), 2), (1, (2, 1), 3)), ((0, (6, 6), 12),))

PLAN = (
    *("infantry", "found", "upgrade", "wonder", "site", "way", "units", "technology", "how"),
    *("besides", "government", "religion"),
)
SOURCES = ("marker", "research", "bought", "republic", "wonder", "traded")
WHY = (
    *("consolidation", "fascism", "founding", "communism", "revolution", "taxation", "shock"),
    *("wonder", "buddhism", "first_technology", "destroyed", "minor_conquest", "islam"),
)

TABLES: Mapping[str, Iterable[str]] = {
    "unit": UNITS,
    "units": UNITS,
    "technology": TECHNOLOGIES,
    "detail.technology": TECHNOLOGIES,
    "wonder": WONDERS,
    "detail.wonder": WONDERS,
    "civilization": CIVILIZATIONS,
    "card": CIVILIZATIONS,
    "government": [each.id for each in tables.GOVERNMENTS],
    "religion": [each.id for each in tables.RELIGIONS],
    "stability": tables.LEVELS,
    "condition": tables.LEVELS,
    "action": ACTIONS,
    "headline.action": ACTIONS,
    "marker": tables.MARKERS,
    "size": ("1", "3"),
    "space": [space.id for space in world().spaces],
    "phase": {*TurnPhase.steps, *ruleset("rhye").titles},
    "end": ENDS,
    "won_by": {"space_race", "domination"},
    "points": {"victory", "gold", "cities", "wonders", "firsts"},
    "side": SIDES,
    # What random players seldom come to.
    "field.action": ("action", *PLAN),
    "field.replan": PLAN,
    "field.trade": ("do", "to", "give_gold", "give", "get_gold", "get", "offer"),
    "spot_name": ("place", "fleet", "air", "nuke"),
    "origin": ("place", "fleet", "air", "nuke"),
    "source": SOURCES,
    "why": WHY,
}
VALUES: Mapping[str, Sequence[Any]] = {
    "place": ("gobi", "north_sea"),
    "origin": ("gobi", "north_sea"),
    "target": ("steppe", "north_sea"),
    "era": ("",),
    "phase": TurnPhase.steps,
    "marker": tables.MARKERS,
    "NothingHappened.marker": ("plague", "barbarian_uprising"),
    "resource": tables.RESOURCES,
    "technology": TECHNOLOGIES,
    "civilization": CIVILIZATIONS,
    "government": [each.id for each in tables.GOVERNMENTS],
    "religion": [each.id for each in tables.RELIGIONS],
    "level": tables.LEVELS,
    "source": SOURCES,
    "StabilityChanged.why": WHY,
    "StabilityChanged.change": (2, -1),
    "UnitsGained.why": ("islam", "first_technology"),
    "why": ("withdrawn", "declined", "void"),
    "action": tuple(ACTIONS),
    "actions": (((0, "taxation"), (1, "research")),),
    "unit": UNITS,
    "better": UNITS,
    "wonder": WONDERS,
    "wonders": (("oracle",), ("oracle", "pyramids")),
    "reason": ENDS,
    "size": (1, 3),
    "Exploded.size": (1, 0),
    "PlagueStruck.size": (1, 0),
    "radius": (1,),
    "die": (4, 1),
    "winner": (1,),
    "BattleEnded.winner": (-1, 1),
    "Fighter.seat": (0, -1),
    "SettlementDestroyed.seat": (0, -1),
    "WondersDestroyed.seat": (0, -1),
    "ColonyDestroyed.seat": (0, -1),
    "Fighter.owner": (0, 1),
    "Fighter.lost": (False, True),
    "extra": ((), (("capital", 1), ("great_wall", 1)), (("judaism", 1),), (("christianity", 1),)),
    "hits": (1, 0, 2),
    "units": SOME_UNITS,
    "cargo": ((), *SOME_UNITS),
    "rolls": ROLLS,
    "lost": LOST,
    "attackers": ((0,), (0, 1)),
    "defenders": ((1,), (1, 2), (-1,)),
    "losers": ((1,), (), (-1,)),
    "faces": ((3,), (3, 5), ()),
    "gave": (THINGS, (), PIECES),
    "got": (PIECES, (), THINGS),
}

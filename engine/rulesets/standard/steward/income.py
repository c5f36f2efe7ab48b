"""The average income, from the rules of production (rulebook chapter 7)."""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum

from engine.rulesets.standard.tables import LAST_ERA, RESOURCES, TABLES
from engine.world.steward.survey import BOARD

LARGEST = max(TABLES.monopolies)
MOST = len(BOARD.land) + 2
"""More resources of one kind than anyone can have, two more included."""
MONOPOLIES = tuple(TABLES.monopolies.get(min(n, LARGEST), 0) for n in range(MOST + 1))
"""What so many resources of one kind pay (rule: monopolies)."""


def _critical_chances() -> tuple[dict[str, float], ...]:
    found = []
    for era in range(LAST_ERA + 1):
        chances = dict.fromkeys(RESOURCES, 0.0)
        for a in range(1, 7):
            for b in range(1, 7):
                kind = TABLES.critical.resource(era, a + b)
                chances[kind] += 1 / 36
        found.append(chances)
    return tuple(found)


CRITICAL = _critical_chances()
"""For each era, how likely each resource is the critical one (rule: critical-resource)."""


LUCK = tuple(
    {kind: CRITICAL[era][kind] + CRITICAL[min(LAST_ERA, era + 1)][kind] for kind in RESOURCES}
    for era in range(LAST_ERA + 1)
)
"""For each era, how likely each resource is critical in it and in the next, added up."""


def monopoly(count: int) -> int:
    """What so many resources of one kind pay."""
    return MONOPOLIES[count]


def expected_income(held: Mapping[str, int], cities: int, technologies: int, era: int) -> float:
    """The average income of the next production (rule: production)."""
    kinds = [kind for kind, count in held.items() if count > 0]
    lucky = fsum(map(CRITICAL[era].__getitem__, kinds))
    paid = sum(map(MONOPOLIES.__getitem__, map(held.__getitem__, kinds)))
    rest = technologies * len(kinds) + paid
    least = TABLES.minimum_income
    return (1 - lucky) * max(least, cities + rest) + lucky * max(least, 2 * cities + rest)

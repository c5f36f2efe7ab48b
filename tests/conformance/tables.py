"""The tables that the suite is run over: every rule set, and a toy that needs little."""

from __future__ import annotations

from engine.conformance.playouts import OPENING, WHOLE, Table
from engine.core.registry import add_ruleset, ruleset, rulesets

add_ruleset("skirmish", "tests.toy.skirmish")
RULESETS = (*rulesets(), "skirmish")
"""All rule sets, and a toy that shows how little one needs."""
SEED = 1
WHOLE_SEEDS = (3,)
SOAK_SEEDS = range(100, 108)
SOAK_OPENINGS = range(98, 100)


def opening_tables() -> list[Table]:
    """The tables of every rule set between the smallest and the largest."""
    return [Table(name, seats, SEED, OPENING) for name in RULESETS for seats in between(name)]


def between(name: str) -> list[int]:
    """The numbers of seats of a rule set of which no whole game is played."""
    return sorted(ruleset(name).seats)[1:-1]


def whole_tables() -> list[Table]:
    """The smallest and the largest table of every rule set, played to the end."""
    return [
        Table(name, seats, seed, WHOLE)
        for name in RULESETS
        for seats in sorted(set(ruleset(name).seats) - set(between(name)))
        for seed in WHOLE_SEEDS
    ]


def largest_table(name: str) -> Table:
    """The whole game of a rule set that most play in."""
    return max((table for table in whole_tables() if table.ruleset == name), key=lambda t: t.seats)


def soak_tables() -> list[Table]:
    """Openings and whole games of every size, for the long run."""
    played = [(seed, OPENING) for seed in SOAK_OPENINGS] + [(seed, WHOLE) for seed in SOAK_SEEDS]
    return [
        Table(name, seats, seed, limit)
        for name in RULESETS
        for seats in ruleset(name).seats
        for seed, limit in played
    ]

"""No marker, resource, way of retreating, era or end is without a case that shows it.

The lists are read off the tables, the code and the catalog; what a case claims to show is checked
by running it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from engine.core.messages import catalog
from engine.rulesets.fast_play.orders import StandingOrders
from engine.rulesets.fast_play.tables import ERAS, MARKERS, RESOURCES
from tests.covering import covered, shown_by
from tests.fast_play.watching import RETREATS, watching

WAYS = product(("attacker", "defender"), ("land", "sea"), ("left", "asked", "trapped"))
ALL = {
    "marker": MARKERS,
    "resource": RESOURCES,
    "retreat": (
        *(".".join(way) for way in WAYS),
        *(f"order.{order}" for order in StandingOrders.choices["retreat"]),
        *RETREATS,
        "nobody_left",
    ),
    "era": ERAS[1:],
    "end": [
        key.removeprefix("end.") for key in catalog("fast_play").entries if key.startswith("end.")
    ],
}
KNOWN = {f"{kind}.{name}" for kind, names in ALL.items() for name in names}
UNSEEN = {"retreat.nobody_left"}
"""Where nobody must leave there is no retreat to watch."""


@cache
def claims() -> dict[Callable[..., None], set[str]]:
    """What each case says it exercises."""
    found: dict[Callable[..., None], set[str]] = {}
    for thing, cases in covered(Path(__file__).parent).items():
        for case in cases:
            found.setdefault(case, set()).add(thing)
    return found


@cache
def shown() -> dict[Callable[..., None], set[str]]:
    """What each of these cases really exercises."""
    return {
        case: shown_by(case, watching) | (claimed & UNSEEN) for case, claimed in claims().items()
    }


@pytest.mark.parametrize("kind", ALL)
def test_everything_has_a_case(kind: str) -> None:
    exercised = {thing for things in shown().values() for thing in things}
    assert [name for name in ALL[kind] if f"{kind}.{name}" not in exercised] == []


def test_nothing_is_covered_that_does_not_exist() -> None:
    claimed = {thing for things in claims().values() for thing in things}
    assert sorted(claimed - KNOWN) == []


def test_every_case_shows_what_it_claims() -> None:
    empty = {
        case.__name__: sorted(missing)
        for case, claimed in claims().items()
        if (missing := claimed - shown()[case])
    }
    assert not empty


def test_only_cases_cover() -> None:
    assert [case.__name__ for case in claims() if not case.__name__.startswith("test_")] == []

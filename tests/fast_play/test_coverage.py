"""No marker, resource, way of retreating, era or end is without a case that is named after it."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from engine.core.messages import catalog
from engine.rulesets.fast_play.tables import ERAS, MARKERS, RESOURCES
from tests.fast_play.covered import COVERED

RETREATS = (
    "attacker_one_way",
    "attacker_choice",
    "attacker_by_sea",
    "attacker_fleets_gone",
    "attacker_way_taken",
    "attacker_already_there",
    "no_limit_over_fleets",
    "defender_free",
    "defender_not_where_the_attacker_came_from",
    "defender_own",
    "defender_split",
    "defender_by_sea",
    "defender_trapped",
    "fleet_attacker",
    "fleet_defender",
    "fleet_harbour",
    "fleet_harbour_lost",
    "settlers",
    "nobody_left",
    "order_home",
    "order_together",
)
ENDS = ("beyond_modern", "no_fuel", "last_one_standing", "turn_limit")
ALL = {
    "marker": MARKERS,
    "resource": RESOURCES,
    "retreat": RETREATS,
    "era": ERAS[1:],
    "end": ENDS,
}


def cases() -> dict[str, set[str]]:
    """What the cases say they exercise, all files read."""
    for file in Path(__file__).parent.glob("test_[0-9]*.py"):
        importlib.import_module(f"tests.fast_play.{file.stem}")
    return COVERED


@pytest.mark.parametrize("kind", ALL)
def test_everything_has_a_case(kind: str) -> None:
    covered = cases()
    assert [name for name in ALL[kind] if f"{kind}.{name}" not in covered] == []


def test_nothing_is_covered_that_does_not_exist() -> None:
    known = {f"{kind}.{name}" for kind, names in ALL.items() for name in names}
    assert sorted(set(cases()) - known) == []


def test_only_cases_cover() -> None:
    names = [name for covering in cases().values() for name in covering]
    assert [name for name in names if not name.startswith("test_")] == []


def test_the_ends_are_those_that_have_words() -> None:
    keys = catalog("fast_play").keys()
    spoken = {key for key in keys if key.startswith("end.")}
    assert spoken == {f"end.{reason}" for reason in ENDS}

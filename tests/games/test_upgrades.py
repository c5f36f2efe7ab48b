"""Stored games of older versions are brought up to date, one version at a time."""

from __future__ import annotations

import pytest

from engine.core.upgrades import Upgrades


def test_steps_are_chained_from_version_to_version() -> None:
    upgrades = Upgrades(
        states={
            1: lambda raw: raw.update(gold=[raw.pop("purse")]),
            2: lambda raw: raw["gold"].append(0),
        }
    )
    assert upgrades.state({"purse": 7}, 3) == {"gold": [7, 0], "shape": 3}
    assert upgrades.state({"gold": [7], "shape": 2}, 3) == {"gold": [7, 0], "shape": 3}


def test_a_missing_step_is_not_passed_over() -> None:
    with pytest.raises(KeyError):
        Upgrades(states={1: lambda raw: None}).state({}, 3)

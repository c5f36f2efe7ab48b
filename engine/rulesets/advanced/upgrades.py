"""How stored Advanced games of older versions come up to date."""

from __future__ import annotations

from engine.core.upgrades import Raw, Upgrades
from engine.rulesets.standard.upgrades import from_3


def from_1(state: Raw) -> None:
    """New fleets are noted by themselves; games of version 1 go on noting them at settlements."""
    state["launched"] = []


def from_2(state: Raw) -> None:
    """Rules changed, and no shape: games keep their rules by their version."""


UPGRADES = Upgrades(states={1: from_1, 2: from_2, 3: from_3})

"""How stored Advanced games of older versions come up to date."""

from __future__ import annotations

from engine.core.upgrades import Raw, Upgrades


def from_1(state: Raw) -> None:
    """New fleets are noted by themselves; games of version 1 go on noting them at settlements."""
    state["launched"] = []


UPGRADES = Upgrades(states={1: from_1})

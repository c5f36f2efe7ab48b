"""How stored 2010 games of older versions come up to date."""

from __future__ import annotations

from engine.core.upgrades import Raw, Upgrades


def from_1(state: Raw) -> None:
    """Rules changed, and no shape: games keep their rules by their version."""


def from_2(state: Raw) -> None:
    """Rules changed; a battle begun before keeps its attackers on the square they came from."""


def from_3(state: Raw) -> None:
    """Rules changed; standing orders and the trade phase have a field more, with its default."""


UPGRADES = Upgrades(states={1: from_1, 2: from_2, 3: from_3})

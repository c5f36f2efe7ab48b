"""Ideas: complete answers with what they are worth, and the reason a player would hear."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import NamedTuple

from engine.core.grammar import Value
from engine.core.text import Text

ICONS = ("trade", "production", "culture", "coins", "combat")
"""What squares and buildings give, in the order of the tables."""


class Idea(NamedTuple):
    """An answer, its worth among the answers to the same decision, and why."""

    worth: float
    value: Value
    reason: Text | None = None


def best_first(ideas: Iterable[Idea]) -> list[Idea]:
    """Ideas by worth; equal ones stay in their order."""
    return sorted(ideas, key=lambda idea: -idea.worth)


def in_turn(groups: Iterable[list[Idea]]) -> list[Idea]:
    """The best idea of each group, then the second of each: what can be done one after another."""
    ordered = sorted((best_first(group) for group in groups if group), key=lambda g: -g[0].worth)
    return [idea for row in zip_longest(*ordered) for idea in row if idea is not None]


def yields(icons: Sequence[int], resources: int = 0) -> tuple[Text, ...]:
    """What squares or a building give, for a reason; what is not given is left out."""
    found = dict(zip(ICONS, icons, strict=True)) | {"resources": resources}
    return tuple(Text(f"reason.yield.{kind}", {"n": n}) for kind, n in found.items() if n)

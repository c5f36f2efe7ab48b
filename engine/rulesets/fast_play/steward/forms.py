"""Reading the grammar of a decision: what the steward may say, field by field."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.answering import field, keys
from engine.core.grammar import Answers, Grammar, Subset
from engine.rulesets.fast_play.steward.situation import BOARD


def unit_of(key: str) -> str:
    """The type of a piece in an order: `settler+1` is a settler."""
    return key.partition("+")[0]


class Moves:
    """The moves over land that the movement form offers, read once."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self.actions = keys(field(grammar, "do", {}))
        self._targets: dict[int, list[int]] = {}

    @property
    def origins(self) -> list[int]:
        """Where land pieces can start."""
        if "move" not in self.actions:
            return []
        return self.spaces(field(self.grammar, "from", {"do": "move"}))

    def spaces(self, grammar: Grammar | None) -> list[int]:
        """The spaces of a choice among spaces."""
        return [BOARD.index[key] for key in keys(grammar)]

    def targets(self, origin: int) -> list[int]:
        """Where pieces of a region can go."""
        if origin not in self._targets:
            said = {"do": "move", "from": BOARD.id(origin)}
            self._targets[origin] = self.spaces(field(self.grammar, "to", said))
        return self._targets[origin]

    def movers(self, origin: int, target: int) -> tuple[Mapping[str, int], int]:
        """Which pieces can go from one region to another, and how many at once."""
        said = {"do": "move", "from": BOARD.id(origin), "to": BOARD.id(target)}
        units = field(self.grammar, "units", said)
        if not isinstance(units, Subset):
            return {}, 0
        return {key: units.room(key) for key in units.keys}, units.cap()


def march(origin: int, target: int, units: list[str]) -> Answers:
    """The order to move over land."""
    return {"do": "move", "from": BOARD.id(origin), "to": BOARD.id(target), "units": units}

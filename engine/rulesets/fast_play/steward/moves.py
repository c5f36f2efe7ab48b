"""The moves over land that the movement form offers, read once."""

from __future__ import annotations

from engine.core.answering import field, keys
from engine.core.grammar import Answers, Escorted, Grammar, Subset
from engine.world.steward.forms import kind_of, march, rooms, spaces
from engine.world.steward.survey import BOARD

MOVE: Answers = {"do": "move"}


class Moves:
    """Where the pieces of each region can go, and which of them."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self.actions = keys(field(grammar, "do", {}))
        self.origins = spaces(field(grammar, "from", MOVE)) if "move" in self.actions else []
        self._targets: dict[int, list[int]] = {}
        self._movers: dict[tuple[int, int], tuple[dict[str, int], int]] = {}

    def targets(self, origin: int) -> list[int]:
        """Where pieces of a region can go."""
        if origin not in self._targets:
            said = {**MOVE, "from": BOARD.id(origin)}
            self._targets[origin] = spaces(field(self.grammar, "to", said))
        return self._targets[origin]

    def movers(self, origin: int, target: int) -> tuple[dict[str, int], int]:
        """Which pieces can go from one region to another on their own, and how many at once."""
        way = (origin, target)
        if way not in self._movers:
            said = {**MOVE, "from": BOARD.id(origin), "to": BOARD.id(target)}
            units = field(self.grammar, "units", said)
            pieces, most = rooms(units), units.cap() if isinstance(units, Subset) else 0
            if isinstance(units, Escorted):
                led = units.followers
                pieces = {key: room for key, room in pieces.items() if key not in led}
            self._movers[way] = pieces, most
        return self._movers[way]

    def settlers(self, origin: int, target: int) -> list[str]:
        """The settlers that can go from one region to another."""
        return [key for key in self.movers(origin, target)[0] if kind_of(key) == "settler"]


def go(origin: int, target: int, units: list[str]) -> Answers:
    """The order to move over land."""
    return march(BOARD.id(origin), units, BOARD.id(target))

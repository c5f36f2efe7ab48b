"""Reading the grammar of a decision: what the steward may say, field by field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.core.answering import field, keys
from engine.core.grammar import Answers, Grammar, Subset
from engine.rulesets.standard.steward.situation import BOARD, FIRST_SEA, Situation


class Band(NamedTuple):
    """Pieces that can still move from one place: the name of the place, and how many of each."""

    key: str
    place: int
    means: str
    pieces: Mapping[str, int]


def bands(s: Situation, grammar: Grammar) -> list[Band]:
    """Everything of the steward's that can still move."""
    found = []
    for key in keys(field(grammar, "from", {"do": "move"})):
        pieces = field(grammar, "units", {"do": "move", "from": key})
        if not isinstance(pieces, Subset):
            continue
        where = whereabouts(s, key)
        if where is not None:
            counts = {unit: pieces.room(unit) for unit in pieces.keys}
            found.append(Band(key, where[0], where[1], counts))
    return found


def whereabouts(s: Situation, key: str) -> tuple[int, str] | None:
    """The space a band starts in, and how it travels."""
    place, _, air = key.partition("/")
    if place in BOARD.index:
        space = BOARD.index[place]
        if air:
            return space, "air"
        return space, "land" if space < FIRST_SEA else "sea"
    for ship in s.ships:
        if ship.key == key:
            return ship.zone, "cargo"
    return None


def kind_of(piece: str) -> str:
    """The type of a piece in an order: `settler+1` is a settler."""
    return piece.partition("+")[0].partition("#")[0]


def march(origin: str, units: list[str], to: str) -> Answers:
    """The order to move."""
    return {"do": "move", "from": origin, "units": units, "to": to}

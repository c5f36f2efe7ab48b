"""Reading the grammar of orders on the board: which pieces, from where to where."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.core.answering import field, keys
from engine.core.grammar import Answers, Form, Grammar, Subset
from engine.world.steward.survey import ALL, BOARD, Survey

STARTS = {
    **{space.id: (space.index, "sea" if space.is_sea else "land") for space in BOARD.spaces},
    **{f"{space.id}/air": (space.index, "air") for space in BOARD.spaces},
}
"""Where bands start that do not start aboard a ship, and how they travel."""


@lru_cache(maxsize=4096)
def kind_of(piece: str) -> str:
    """The type of a piece in an order: `settler+1` is a settler, `galley#3` a galley."""
    return piece.partition("+")[0].partition("#")[0]


def spaces(grammar: Grammar | None) -> list[int]:
    """The spaces of a choice among spaces."""
    return [BOARD.index[key] for key in keys(grammar)]


def rooms(grammar: Grammar | None) -> dict[str, int]:
    """How often each key of a subset can be taken; none of anything else."""
    if not isinstance(grammar, Subset):
        return {}
    copies = grammar.copies
    return {key: copies.get(key, 1) for key in grammar.keys}


def goods(grammar: Grammar) -> list[str]:
    """What a purchase form offers."""
    return keys(field(grammar, "buy", {}))


def places(grammar: Grammar, good: str) -> list[str]:
    """Where a good can be had; nowhere if it cannot."""
    return keys(field(grammar, "where", {"buy": good}))


def march(origin: str, units: Sequence[str], to: str) -> Answers:
    """The order to move pieces."""
    return {"do": "move", "from": origin, "units": list(units), "to": to}


class Band(NamedTuple):
    """Pieces that can still move from one place: the name of the place, and how many of each."""

    key: str
    place: int
    means: str
    pieces: Mapping[str, int]


def bands(s: Survey, grammar: Grammar, among: Container[int] = ALL) -> list[Band]:
    """Everything of the steward's that can still move, where the form asks for pieces first.

    `among` are the spaces to look at, if not all of them.
    """
    if not isinstance(grammar, Form):
        return []
    found, spaces, memory = [], s.view.spaces, s.memory
    asked = next(each for each in grammar.fields if each.name == "units")
    for key in keys(field(grammar, "from", {"do": "move"})):
        where = STARTS[key] if key in STARTS else whereabouts(s, key)
        if where is None or where[0] not in among:
            continue
        # A space whose pieces are as they were, what they have moved included, has the same units
        # in the view: the same object. Aircraft depend on bases elsewhere, too.
        units = spaces[where[0]].units
        known = memory.get(key)
        if known is None or known[0] is not units or where[1] == "air":
            pieces = rooms(asked.given({"do": "move", "from": key}, grammar.source))
            known = memory[key] = units, Band(key, *where, pieces)
        if known[1].pieces:
            found.append(known[1])
    return found


def whereabouts(s: Survey, ship: str) -> tuple[int, str] | None:
    """The space where a band aboard a ship starts, and how it travels."""
    return next(((each.zone, "cargo") for each in s.ships if each.key == ship), None)

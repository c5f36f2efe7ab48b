"""Reading the grammar of orders on the board: which pieces, from where to where."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.core.answering import field, keys
from engine.core.grammar import Answers, Grammar, Subset
from engine.world.steward.survey import BOARD

INDEX = dict(BOARD.index)
"""The same as `BOARD.index`, which is read-only and slower for that."""


@lru_cache(maxsize=4096)
def kind_of(piece: str) -> str:
    """The type of a piece in an order: `settler+1` is a settler, `galley#3` a galley."""
    return piece.partition("+")[0].partition("#")[0]


def spaces(grammar: Grammar | None) -> list[int]:
    """The spaces of a choice among spaces."""
    return list(map(INDEX.__getitem__, keys(grammar)))


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

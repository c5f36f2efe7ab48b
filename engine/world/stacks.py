"""Answers about the pieces of a space that are kept for as long as the same stack lies there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, compress
from operator import is_not
from typing import TYPE_CHECKING, Any, TypeVar

from engine.core.lazy import kept_answers

if TYPE_CHECKING:
    from engine.world.state import WorldState

W = TypeVar("W", bound="WorldState")
K = TypeVar("K")
T = TypeVar("T")


def of_stacks(
    find: Callable[[W, int, int], tuple[tuple[K, T], ...]],
) -> Callable[[W, int, Sequence[int]], dict[K, T]]:
    """Decorates a question about what a seat has in a space that only the pieces there can answer.

    It is asked about several spaces at once and gives all pairs that were found, as one dict. Those
    of a space are kept for as long as the same stack lies there: stacks are never changed, only
    replaced.
    """
    key = find.__name__

    def ask(state: Any, seat: int, spaces: Sequence[int]) -> dict[K, T]:
        known = kept_answers(state).setdefault(key, {})
        if seat not in known:
            known[seat] = ({}, {})
        stacks, answers = known[seat]
        for space in changed(state, stacks, spaces):
            answers[space] = find(state, space, seat)
        return dict(chain.from_iterable(map(answers.__getitem__, spaces)))

    ask.__name__, ask.__doc__ = find.__name__, find.__doc__
    return ask


def changed(state: WorldState, known: dict[int, Any], spaces: Sequence[int]) -> list[int]:
    """Those of some spaces where other stacks lie than the known ones, which is set right.

    Most stacks are the same, so that this is no loop of Python's.
    """
    now = state.spaces
    stacks = map(now.__getitem__, spaces)
    found = list(compress(spaces, map(is_not, stacks, map(known.get, spaces))))
    for space in found:
        known[space] = now[space]
    return found

"""Answers about the pieces of a space that are kept for as long as the same stack lies there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from engine.core.lazy import kept_answers

if TYPE_CHECKING:
    from engine.world.state import WorldState

W = TypeVar("W", bound="WorldState")
T = TypeVar("T")


def of_stacks(
    find: Callable[[W, int, int], dict[str, T]],
) -> Callable[[W, int, Iterable[int]], dict[str, T]]:
    """Decorates a question about what a seat has in a space that only the pieces there can answer.

    It is asked about several spaces at once, for the answers to all of them in one. Those to each
    space are kept for as long as the same stack lies there: stacks are only replaced.
    """
    key = find.__name__

    def ask(state: Any, seat: int, spaces: Iterable[int]) -> dict[str, T]:
        kept: dict[int, tuple[Any, dict[str, T]]]
        kept = kept_answers(state).setdefault(key, {}).setdefault(seat, {})
        stacks, found = state.spaces, dict[str, T]()
        for space in spaces:
            stack, known = stacks[space], kept.get(space)
            if known is None or known[0] is not stack:
                known = kept[space] = (stack, find(state, space, seat))
            found |= known[1]
        return found

    ask.__name__, ask.__doc__ = find.__name__, find.__doc__
    return ask

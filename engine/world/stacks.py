"""Answers about the pieces of a space that are kept for as long as the same stack lies there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from engine.core.lazy import kept_answers

if TYPE_CHECKING:
    from engine.world.state import WorldState

W = TypeVar("W", bound="WorldState")
T = TypeVar("T")


def of_stack(find: Callable[[W, int, int], T]) -> Callable[[W, int, int], T]:
    """Decorates a question about what a seat has in a space that only the pieces there can answer.

    The answer is kept for as long as the same stack lies there: stacks are never changed, only
    replaced. Callers get the kept answer itself and must not change it.
    """
    key = find.__name__

    def ask(state: Any, space: int, seat: int) -> T:
        stack = state.spaces[space]
        try:
            known: tuple[Any, T] = state.kept_answers[key][space, seat]
            if known[0] is stack:
                return known[1]
        except (AttributeError, KeyError):
            pass
        found = find(state, space, seat)
        kept_answers(state).setdefault(key, {})[space, seat] = stack, found
        return found

    ask.__name__, ask.__doc__ = find.__name__, find.__doc__
    return ask

"""What a seat found out at its last look and need not find out again."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")

Memory = dict[str, tuple[Any, Any]]
"""For each property that is kept: what it followed from at the last look, and the answer."""


class Kept(Generic[T]):
    """A property of a look, found when it is first asked for, or taken from the last look."""

    def __init__(self, find: Callable[[Any], T], facts: Callable[[Any], Any]) -> None:
        self.find = find
        self.facts = facts
        self.name = find.__name__
        # A rule set that overrides a property may ask for the kit's, too: both are kept.
        self.key = find.__qualname__
        self.__doc__ = find.__doc__

    @overload
    def __get__(self, look: None, owner: type) -> Kept[T]: ...
    @overload
    def __get__(self, look: object, owner: type) -> T: ...
    def __get__(self, look: Any, owner: type) -> Kept[T] | T:
        if look is None:
            return self
        facts = self.facts(look)
        try:
            then, value = look.memory[self.key]
        except KeyError:
            then = value = None
        # Mostly they are the same object, and a large dictionary takes long to compare with itself.
        if then is not facts and then != facts:
            value = self.find(look)
            look.memory[self.key] = facts, value
        setattr(look, self.name, value)
        found: T = value
        return found


def kept_while(*facts: str) -> Callable[[Callable[[Any], T]], Kept[T]]:
    """Decorates a property of a look that follows from some of its attributes and nothing else.

    While these are equal to what they were at the last look of the seat, the answer is the same
    and is taken from there; it may be a dictionary that is filled little by little. What is
    compared and what is kept must not be changed in any other way.
    """
    read = attrgetter(*facts)
    return lambda find: Kept(find, read)

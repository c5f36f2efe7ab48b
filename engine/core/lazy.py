"""Answers that are computed once: properties, and questions about a state that stays as it is."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")
S = TypeVar("S")
A = TypeVar("A")


class lazy(Generic[T]):  # noqa: N801 - it is used as a decorator, like property
    """Like `functools.cached_property`, without the lock that makes it slow before Python 3.12."""

    def __init__(self, find: Callable[[Any], T]) -> None:
        self.find = find
        self.name = find.__name__
        self.__doc__ = find.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        # An object is slower to read from once its `__dict__` was asked for, so that is done only
        # where there is no other way: with structs that are frozen.
        plain = getattr(owner, "__setattr__", None) is object.__setattr__
        self.keep: Callable[[Any, str, T], None] = setattr if plain else _keep_in_dict

    @overload
    def __get__(self, instance: None, owner: type) -> lazy[T]: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> lazy[T] | T:
        if instance is None:
            return self
        value = self.find(instance)
        self.keep(instance, self.name, value)
        return value


def _keep_in_dict(instance: Any, name: str, value: object) -> None:
    instance.__dict__[name] = value


def kept(find: Callable[[S, A], T]) -> Callable[[S, A], T]:
    """Decorates a question about a state whose answers are kept until the state forgets them.

    For facts that a single method of the state changes, which then calls `forget` or sets them
    right. Callers get the kept answer itself and must not change it.
    """
    key = find.__name__

    def ask(state: Any, about: A) -> T:
        try:
            known: T = state.kept_answers[key][about]
        except (AttributeError, KeyError):
            known = find(state, about)
            kept_answers(state).setdefault(key, {})[about] = known
        return known

    ask.__name__, ask.__doc__ = find.__name__, find.__doc__
    return ask


def forget(state: Any, question: str, about: Any) -> None:
    """What was kept of the answer to a question does not hold any more."""
    kept_answers(state).get(question, {}).pop(about, None)


def kept_answers(state: Any) -> dict[str, Any]:
    """All that is kept about a state, by question; the decorators do the same without this call.

    It is an attribute that is no field, so that it is neither copied nor stored nor compared. It
    has a slot of its own: Python is slower to read from objects that have a `__dict__`.
    """
    try:
        found: dict[str, Any] = state.kept_answers
    except AttributeError:
        found = state.kept_answers = {}
    return found


COMPARED: set[str] = set()
"""The questions whose kept answers are compared with the state whenever they are used."""


def hand_over(before: Any, after: Any) -> None:
    """Give a copy, or a later state of the same game, what is kept about another.

    Only answers that are compared with the state at every use: what does not fit it is found out
    again. What is kept is replaced and never changed, so that both may go on with it.
    """
    known, kept = kept_answers(before), kept_answers(after)
    for question in COMPARED:
        if question in known:
            kept.setdefault(question, known[question])


def depends_on(*fields: str) -> Callable[[Callable[[S, A], T]], Callable[[S, A], T]]:
    """Decorates a question about a state that depends on some of its lists and nothing else.

    Answers are kept, one for each argument, until one of the lists differs from what it was. Each
    use compares them with copies: their items are frozen and nearly always the same objects, so
    that takes a tenth of a microsecond, and no change of the state can be overlooked. Callers
    get the kept answer itself and must not change it.
    """
    lists = attrgetter(*fields)
    copies: Callable[[Any], Any] = list if len(fields) == 1 else _each_copied

    def decorate(find: Callable[[S, A], T]) -> Callable[[S, A], T]:
        key = find.__name__
        COMPARED.add(key)

        def ask(state: Any, about: A) -> T:
            now = lists(state)
            answers: dict[A, T]
            try:
                before, answers = state.kept_answers[key]
            except (AttributeError, KeyError):
                before = None
            if before != now:
                answers = {}
                kept_answers(state)[key] = copies(now), answers
            elif about in answers:
                return answers[about]
            found = answers[about] = find(state, about)
            return found

        ask.__name__, ask.__doc__ = find.__name__, find.__doc__
        return ask

    return decorate


def _each_copied(lists: tuple[list[Any], ...]) -> tuple[list[Any], ...]:
    return tuple(map(list, lists))

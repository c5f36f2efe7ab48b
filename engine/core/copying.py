"""Copying a state by a function that is written once per class, from the types of its fields.

A state holds numbers, strings and containers of frozen values, at most lists of lists, so that a
copy is a handful of shallow container copies. A field that is added is copied without being listed.
"""

from __future__ import annotations

import copy as shallow
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec

T = TypeVar("T", bound=msgspec.Struct)

FLAT = "new.{name} = old.{name}.copy()"
NESTED = "new.{name} = [row.copy() for row in old.{name}]"


def copied(state: T) -> T:
    """An independent copy: containers are copied, the frozen values in them shared."""
    new: T = copier(type(state))(state)
    return new


@cache
def copier(kind: type[Any]) -> Callable[[Any], Any]:
    """The function that copies states of a class; compiled, since it runs before every choice."""
    lines = ["def copy(old):", " new = shallow(old)"]
    for name, hint in get_type_hints(kind).items():
        outer, inner = get_origin(hint), [get_origin(part) for part in get_args(hint)]
        if name not in kind.__struct_fields__ or outer not in (list, dict):
            continue
        if outer is dict and list in inner:
            raise TypeError(f"{kind.__name__}.{name}: only lists hold lists")
        lines.append(" " + (NESTED if list in inner else FLAT).format(name=name))
    found: dict[str, Any] = {"shallow": shallow.copy}
    exec("\n".join([*lines, " return new"]), found)
    function: Callable[[Any], Any] = found["copy"]
    return function

"""Reads the bodies of requests into structs, and says what is wrong in Discord's words."""

from __future__ import annotations

import re
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, UnsetType

from bot.local_discord.payloads.errors import Path, Refusal, required, wrong_at

T = TypeVar("T")

Maybe: TypeAlias = T | UnsetType | None
"""A field that may be missing, or null."""
BIGGEST_ID = 2**63 - 1
Snowflake = Annotated[int, Meta(ge=0, le=BIGGEST_ID)]
"""An id; Discord takes text and numbers for it."""
Name = Annotated[str, Meta(min_length=1, max_length=100)]

_FAULT = re.compile(r"(?P<what>.*?)(?: - at `\$(?P<path>.*)`)?", re.DOTALL)
_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")
_MISSING = re.compile(r"Object missing required field `(\w+)`")
_LENGTH = re.compile(r"Expected `\w+` of length (<=|>=) (\d+)")
_RANGE = re.compile(r"Expected `\w+` (<=|>=) (-?\d+)")
_KIND = re.compile(r"Expected `(\w+)")
_KINDS = {
    "object": ("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType"),
    "array": ("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType"),
    "str": ("STRING_TYPE_CONVERT", "Could not interpret value as string."),
    "bool": ("BOOLEAN_TYPE_CONVERT", "Must be either true or false."),
    "int": ("NUMBER_TYPE_COERCE", "Value is not int."),
    "float": ("NUMBER_TYPE_COERCE", "Value is not float."),
}


def read(kind: type[T], body: Any, at: Path = ()) -> T:
    """A body, or a part of it that stands `at` a place, as the kind that it should be.

    Raises the refusal of the first thing that is wrong.
    """
    try:
        return msgspec.convert(body, kind, strict=False)
    except msgspec.ValidationError as error:
        raise _refusal(str(error), at) from None


def _refusal(fault: str, at: Path) -> Refusal:
    parts = _FAULT.fullmatch(fault)
    assert parts is not None
    what = parts["what"]
    path = (*at, *(name or int(number) for name, number in _STEP.findall(parts["path"] or "")))
    if missing := _MISSING.match(what):
        return required((*path, missing[1]))
    if length := _LENGTH.match(what):
        if length[1] == "<=":
            fewer = f"Must be {length[2]} or fewer in length."
            return wrong_at(path, "BASE_TYPE_MAX_LENGTH", fewer)
        return wrong_at(path, "BASE_TYPE_MIN_LENGTH", f"Must be {length[2]} or more in length.")
    if limit := _RANGE.match(what):
        code = "NUMBER_TYPE_MAX" if limit[1] == "<=" else "NUMBER_TYPE_MIN"
        less = "less" if limit[1] == "<=" else "greater"
        return wrong_at(path, code, f"Value should be {less} than or equal to {limit[2]}.")
    if "matching regex" in what:
        return wrong_at(path, "STRING_TYPE_REGEX", "String value did not match validation regex.")
    if kind := _KIND.match(what):
        return wrong_at(path, *_KINDS[kind[1]])
    return wrong_at(path, "BASE_TYPE_CHOICES", what)

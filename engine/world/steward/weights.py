"""A steward's judgement in figures, read from a file that gives a reason for each.

odds = { value = 0.62, reason = "The least chance of victory at which the steward attacks." }
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)


class Weight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One figure, or several of a kind, with the reason for it."""

    value: Any
    reason: str


def read_weights(package: str, kind: type[T], file: str = "weights.toml") -> T:
    """The weights of a steward; every one that the struct has must be in the file."""
    text = files(package).joinpath(file).read_text("utf-8")
    found = msgspec.convert(tomllib.loads(text), dict[str, Weight])
    values = {name: weight.value for name, weight in found.items()}
    return msgspec.convert(values, kind)

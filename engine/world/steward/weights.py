"""A steward's judgement in figures, read from a file that gives a reason for each.

odds = { value = 0.62, reason = "The least chance of victory at which the steward attacks." }
"""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Annotated, Any, TypeVar

import msgspec

Share = Annotated[float, msgspec.Meta(ge=0, le=1e6)]
"""A figure below zero would turn a judgement into its opposite."""
Rate = Annotated[float, msgspec.Meta(ge=1e-6, le=10)]
"""A figure that something is divided by, or that must be gained by a step for it to be taken."""
Count = Annotated[int, msgspec.Meta(ge=0, le=100)]
"""How many of something, or for how long."""

T = TypeVar("T", bound=msgspec.Struct)


class Weight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One figure, or several of a kind, with the reason for it."""

    value: Any
    reason: str


def read_weights(package: str, kind: type[T], file: str = "weights.toml") -> T:
    """The weights that come with a steward."""
    return parse_weights(files(package).joinpath(file).read_text("utf-8"), kind)


def parse_weights(text: str, kind: type[T]) -> T:
    """The weights of a file; it must have every one that the struct has, and no other."""
    values = {name: weight.value for name, weight in with_reasons(text).items()}
    unknown = values.keys() - {field.name for field in msgspec.structs.fields(kind)}
    if unknown:
        raise msgspec.ValidationError(f"no weight is called {min(unknown)}")
    return checked(kind, values)


def with_reasons(text: str) -> dict[str, Weight]:
    """The weights of a file, with their reasons."""
    return msgspec.convert(tomllib.loads(text), dict[str, Weight])


def checked(kind: type[T], values: Mapping[str, Any]) -> T:
    """Weights of these values; raises `msgspec.ValidationError` for those that make no sense."""
    for name, value in values.items():
        for figure in value if isinstance(value, (list, tuple)) else (value,):
            if isinstance(figure, float) and not math.isfinite(figure):
                raise msgspec.ValidationError(f"{name} is no figure to weigh with")
    return msgspec.convert(values, kind)


def written(weights: msgspec.Struct, reasons: Mapping[str, Weight]) -> str:
    """Weights as the text of a file, in the order of the reasons and with them."""
    values = msgspec.structs.asdict(weights)
    return "".join(
        f"{name} = {{ value = {json.dumps(values[name])}, reason = {json.dumps(why.reason)} }}\n"
        for name, why in reasons.items()
    )

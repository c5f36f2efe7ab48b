"""How each kind of piece and marker looks: `pieces.toml`, read once."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from render.style.colour import Colour

Form = Literal["army", "fleet", "aircraft"]
Family = Literal["resource", "terrain", "encounter"]

SIZES = ("village", "town", "city", "metropolis")
"""The drawings of settlements by size, from 1."""


class UnitLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit's drawing, the form of its token and the era it is grouped under."""

    icon: str
    form: Form
    era: str


class MarkerLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A marker's family and the colour of its drawing; the drawing has the marker's name."""

    family: Family
    colour: Colour


class Looks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    units: dict[str, UnitLook]
    markers: dict[str, MarkerLook]


@cache
def looks() -> Looks:
    """All looks, in the order in which a legend lists them."""
    raw = tomllib.loads((Path(__file__).parent / "pieces.toml").read_text(encoding="utf-8"))
    for marker in raw["markers"].values():
        marker["colour"] = tuple(bytes.fromhex(marker["colour"][1:]))
    return msgspec.convert(raw, Looks)


def unit_look(kind: str) -> UnitLook:
    """A unit's look; a flag on a round token for a kind nobody drew."""
    return looks().units.get(kind) or UnitLook("flag", "army", "")


def marker_look(kind: str) -> MarkerLook:
    """A marker's look; an encounter for a kind nobody drew."""
    return looks().markers.get(kind) or MarkerLook("encounter", (80, 72, 64))


@cache
def unit_rank(kind: str) -> int:
    """Where a unit stands in a row of units: settlers, then by era, fleets and aircraft last."""
    listed = list(looks().units)
    place = listed.index(kind) if kind in looks().units else len(listed)
    return place + {"army": 0, "fleet": 1000, "aircraft": 2000}[unit_look(kind).form]

"""Colours: the six players' and the themes', both read from data files."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

Colour = tuple[int, int, int]
Shape = Literal["disc", "square", "triangle", "diamond", "star", "cross"]
NOBODY, SAMPLE = -1, -2
"""The owners of grey pieces: barbarians, who have a skull, and what only shows a kind's looks."""

FOLDER = Path(__file__).parent / "themes"


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's colour, with a name and a shape: nothing depends on seeing colour."""

    name: str
    shape: Shape
    colour: Colour


class Page(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bars above and below the map."""

    ground: Colour
    rule: Colour
    title: Colour
    text: Colour
    quiet: Colour
    number: Colour
    active: Colour


class Sea(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Water. `tones` run from the deep to the foam along the shore, `ice` from shade to snow."""

    tones: tuple[Colour, ...]
    ice: tuple[Colour, ...]
    lake: Colour
    river: Colour
    meridian: Colour


class Land(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ground: the painted relief, drawn towards `paper` by `share`."""

    paper: Colour
    share: float
    tint: int
    tint_edge: int


class Lines(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Borders, each as colour and strength."""

    sea: Colour
    sea_strength: int
    ice: Colour
    border: Colour
    border_glow: Colour
    coast: Colour
    frontier: Colour
    strip: Colour


class Labels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Names on the map."""

    land: Colour
    halo: Colour
    sea: Colour
    sea_halo: Colour
    edge: Colour
    rose_light: Colour
    rose_dark: Colour


class Marks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happened, and what can be chosen."""

    option: Colour
    option_glow: Colour
    battle: Colour
    panel: Colour
    panel_edge: Colour
    casing: Colour


class Theme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All colours of a picture but the players'."""

    name: str
    page: Page
    sea: Sea
    land: Land
    lines: Lines
    labels: Labels
    marks: Marks


@cache
def theme(name: str = "dark") -> Theme:
    """The theme of that name; the dark one for an unknown name: any picture is better than none."""
    path = FOLDER / f"{name}.toml" if name in themes() else FOLDER / "dark.toml"
    return msgspec.convert(_read(path), Theme)


@cache
def themes() -> tuple[str, ...]:
    """The names of all themes."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@cache
def players() -> tuple[Player, ...]:
    """The six colours, in the order of seats where nobody has chosen."""
    return msgspec.convert(_read(_players_file())["players"], tuple[Player, ...])


@cache
def nobody() -> Colour:
    """The grey of pieces that belong to nobody."""
    red, green, blue = _read(_players_file())["nobody"]
    return red, green, blue


def colour_of(owner: int) -> Colour:
    """The colour of a number; grey for nobody and for seats that have none."""
    return players()[owner].colour if 0 <= owner < len(players()) else nobody()


def luminance(colour: Colour) -> float:
    """How light a colour looks, from 0 to 255."""
    return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]


def mixed(a: Colour, b: Colour, share: float) -> Colour:
    """`a` with a share of `b` in it."""
    red, green, blue = (round(x * (1 - share) + y * share) for x, y in zip(a, b, strict=True))
    return red, green, blue


def _players_file() -> Path:
    return Path(__file__).parent / "players.toml"


def _read(path: Path) -> Any:
    return _coloured(tomllib.loads(path.read_text(encoding="utf-8")))


def _coloured(value: Any) -> Any:
    """The same data with every "#rrggbb" as three numbers."""
    if isinstance(value, str) and value.startswith("#"):
        return tuple(bytes.fromhex(value[1:]))
    if isinstance(value, list):
        return [_coloured(item) for item in value]
    if isinstance(value, dict):
        return {key: _coloured(item) for key, item in value.items()}
    return value

"""The colours of a picture, other than the players': one file per theme in `themes/`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from render.style.colour import Colour, read_colours

FOLDER = Path(__file__).parent / "themes"


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


class MarkColours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The colours that mark what happened, and what can be chosen."""

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
    marks: MarkColours


@cache
def theme(name: str = "dark") -> Theme:
    """The theme of that name; the dark one for an unknown name: any picture is better than none."""
    path = FOLDER / f"{name}.toml" if name in themes() else FOLDER / "dark.toml"
    return msgspec.convert(read_colours(path), Theme)


@cache
def themes() -> tuple[str, ...]:
    """The names of all themes."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))

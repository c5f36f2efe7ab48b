"""Lines of any text a person can have for a name: written, measured, shortened.

Text is laid out without a shaping library, so that a picture is the same on every machine: pair
kerning comes from the fonts, right-to-left scripts are turned round and Arabic letters joined here,
and a character that the main face lacks is taken from the first of the other faces that has it.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Literal

from render.fonts.faces import Role, face, face_for
from render.fonts.script import clean, visual
from render.style.colour import Colour

if TYPE_CHECKING:
    from PIL import ImageDraw

Run = tuple[str, str]
Fill = int | Colour | tuple[int, int, int, int]

ELLIPSIS = "…"


@lru_cache(2048)
def width(text: str, role: Role, size: int) -> float:
    """How wide a line is, in pixels. `text` may be anything; it is cleaned first."""
    return sum(face(name, size).getlength(part) for name, part in runs(text, role))


def write(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    role: Role,
    size: int,
    fill: Fill,
    anchor: Literal["l", "m", "r"] = "l",
) -> float:
    """Write a line whose middle height is `at[1]`; answers with its width."""
    wide = width(text, role, size)
    x = at[0] - {"l": 0.0, "m": wide / 2, "r": wide}[anchor]
    # All faces of a line stand on one baseline: that of the main face, centred by its capitals.
    base = at[1] + _capital(role, size) / 2
    for name, part in runs(text, role):
        font = face(name, size)
        draw.text((x, base), part, font=font, fill=fill, anchor="ls")
        x += font.getlength(part)
    return wide


@lru_cache(512)
def fitted(text: str, role: Role, size: int, room: float) -> str:
    """The text, shortened with an ellipsis where it is wider than `room`."""
    text = clean(text)
    if width(text, role, size) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + ELLIPSIS, role, size) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ELLIPSIS if low else ""


def readable(text: str) -> bool:
    """Whether anything is left of a text once what cannot be drawn is gone."""
    return any(not part.isspace() for _, part in runs(text, "strong"))


@lru_cache(1024)
def runs(text: str, role: Role) -> tuple[Run, ...]:
    """A line in the order it is drawn, cut into parts by the face that has their characters."""
    found: list[Run] = []
    for character in visual(clean(text)):
        # Ornamental letters no face has are drawn as the plain letters they stand for.
        plain = unicodedata.normalize("NFKC", character)
        for part in character if face_for(character, role) else plain:
            name = face_for(part, role)
            if name is not None:
                found.append((name, part))
    return tuple(
        (name, "".join(part for _, part in same)) for name, same in groupby(found, itemgetter(0))
    )


def spaced(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    size: int,
    fill: Fill,
    gap: float,
) -> None:
    """Write letters of a sea's name apart from one another, centred on `at`."""
    font = face("sea", size)
    x = at[0] - spaced_width(text, size, gap) / 2
    for letter in text:
        draw.text((x, at[1]), letter, font=font, fill=fill, anchor="lm")
        x += font.getlength(letter) + gap


@lru_cache(512)
def spaced_width(text: str, size: int, gap: float) -> float:
    """How wide `spaced` writes a text."""
    font = face("sea", size)
    return sum(font.getlength(letter) for letter in text) + gap * (len(text) - 1)


@lru_cache(64)
def _capital(role: str, size: int) -> float:
    box = face(role, size).getbbox("H", anchor="ls")
    return -float(box[1])

"""Players' names as lines of text: cleaned, shortened, and measured as Discord counts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from render.fonts.script import new_emoji
from render.style.players import SeatColours

LONGEST_NAME = 32
"""As long as Discord lets a display name be."""
JOINER, JOINERS = "\u200d", "\u200c\u200d"
SHAPED = re.compile("[\u0620-\u06ff\u0750-\u077f\u0900-\u0dff]")
"""Scripts in which a joiner is part of the spelling: Persian, Hindi, Sinhala and their kin."""
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that count as letters or signs and show nothing."""
ISOLATE, POP = "\u2068", "\u2069"


def readable_name(seat: int, names: Sequence[str], palette: SeatColours) -> str:
    """A player's name as it can stand in a line of text, the colour's where there is none."""
    given = _line(names[seat]) if 0 <= seat < len(names) else ""
    return given or palette.name(seat)


def utf16_length(text: str) -> int:
    """How long Discord finds a text: it counts UTF-16 code units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _line(name: str) -> str:
    """A name on one line, cut short, without what is invisible or piles up.

    A name from right to left is fenced in, so that it does not turn the line round. A backtick
    would end the block of code that the board is shown in.
    """
    kept: list[str] = []
    marks, last, before = 0, "", ""
    for character in unicodedata.normalize("NFC", name[: 8 * LONGEST_NAME]):
        category = unicodedata.category(character)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if character.isspace():
            kept.append(" ")
        elif character == JOINER and last in ("So", "Cn"):
            kept.append(character)  # A family of emoji is one picture.
        elif character in JOINERS and SHAPED.fullmatch(before):
            kept.append(character)  # It shapes the letters around it.
        elif (category[0] != "C" or new_emoji(character)) and character not in BLANK and marks <= 2:
            kept.append("'" if character == "`" else character)
        last = last if category in ("Mn", "Sk") else category
        before = character
    line = " ".join("".join(kept).split()).rstrip(JOINERS)
    if all(unicodedata.category(character)[0] in "MZ" for character in line):
        return ""
    if len(line) > LONGEST_NAME:
        line = line[: LONGEST_NAME - 1].rstrip() + "…"
    if any(unicodedata.bidirectional(character) in ("R", "AL") for character in line):
        return f"{ISOLATE}{line}{POP}"
    return line

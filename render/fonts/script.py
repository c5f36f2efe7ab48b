"""Text as it is drawn: without what cannot be seen, right-to-left parts turned round.

Lines turn round by the rules of Unicode, and Arabic letters join, without a shaping library.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Any

from render.fonts.romanization import romanized

LONGEST = 120
"""More of a name than any picture has room for."""

WRITTEN_OUT = "\ufdfd", "بسم الله الرحمن الرحيم"
"""A sign for four Arabic words, too intricate to be drawn, and the words."""

LEFT = "\u200e"
"""At the start of a text: the line runs from left to right, whatever it begins with."""

APART = "\u200c"
"""Between two Arabic letters: they do not join. Persian writes it inside words."""

GENDERED = re.compile("\u200d[\u2640\u2642]")
"""What makes a running person a woman or a man: without a picture of both it would be a blot."""

FIRST_EMOJI, LAST_EMOJI = "\U0001f000", "\U0001faff"
"""The newest emoji are younger than Python's tables; the typeface knows them."""

UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Mn", "Me")
"""Categories of characters that are not drawn."""


def clean(text: str) -> str:
    """The text composed and on one line, without control, invisible and variation characters.

    Words in scripts that no typeface here has are spelt in Latin letters.
    """
    kept: list[str] = []
    text = text[: LONGEST * 4].replace(*WRITTEN_OUT)
    text = romanized(GENDERED.sub("", unicodedata.normalize("NFC", text)))
    for at, character in enumerate(text):
        category = unicodedata.category(character)
        if character.isspace() or category in ("Zs", "Zl", "Zp"):
            kept.append(" ")
        elif character == LEFT:
            kept += [] if kept else [LEFT]
        elif character == APART:
            parts = _joins(text[at - 1 : at]) and _joins(text[at + 1 : at + 2])
            kept += [APART] if parts else []
        elif (category not in UNSEEN and not _skin(character)) or new_emoji(character):
            kept.append(character)
    return " ".join("".join(kept).split())[:LONGEST]


def new_emoji(character: str) -> bool:
    """Whether a character is an emoji that Python's tables do not have yet."""
    unknown = unicodedata.category(character) == "Cn"
    return unknown and FIRST_EMOJI <= character <= LAST_EMOJI


def visual(text: str) -> str:
    """The characters from left to right as they stand on paper."""
    if not any(unicodedata.bidirectional(character) in ("R", "AL") for character in text):
        return text.removeprefix(LEFT)
    # Imported here: few names need it, and the bot none.
    from bidi.algorithm import get_display

    drawn = str(get_display(_shaper().reshape(text)))
    return drawn.replace(APART, "").removeprefix(LEFT)


@cache
def _shaper() -> Any:
    """Joins Arabic letters; those of God's name are drawn one by one, as they are written."""
    from arabic_reshaper import ArabicReshaper

    return ArabicReshaper({"ARABIC LIGATURE ALLAH": False})


def _joins(character: str) -> bool:
    """Whether a character is a letter that can join its neighbours."""
    return bool(character) and unicodedata.bidirectional(character) == "AL"


def _skin(character: str) -> bool:
    """Skin tones change the emoji before them; alone they would be a blot."""
    return "\U0001f3fb" <= character <= "\U0001f3ff"

"""Text as it is drawn: without what cannot be seen, right-to-left parts turned round.

Enough of the writing systems for a name on one line: no embedding levels, no marks on marks.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import groupby

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

FORMS = ("isolated", "final", "initial", "medial")
MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")


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
    if not any(_direction(character) == "R" for character in text):
        return text.removeprefix(LEFT)
    text = _joined(text)
    ways = _ways(text)
    parts = [
        _turned(part) if rightmost else "".join(character for character, _ in part)
        for rightmost, part in (
            (key, list(same))
            for key, same in groupby(zip(text, ways, strict=True), lambda one: one[1] != "L")
        )
    ]
    return "".join(parts if _line(text) == "L" else reversed(parts)).removeprefix(LEFT)


def _turned(part: list[tuple[str, str]]) -> str:
    """A right-to-left part as drawn: letters turned round, numbers in it as they are."""
    pieces = []
    for number, same in groupby(part, lambda one: one[1] == "D"):
        letters = "".join(character for character, _ in same)
        pieces.append(letters if number else letters[::-1].translate(MIRRORED))
    return "".join(reversed(pieces))


def _direction(character: str) -> str:
    """L, R, D for a digit, N for what takes the direction of what surrounds it."""
    kind = unicodedata.bidirectional(character)
    if kind in ("R", "AL"):
        return "R"
    if kind in ("EN", "AN"):
        return "D"
    return "L" if kind == "L" else "N"


def _line(text: str) -> str:
    """The direction of a line: that of its first letter."""
    return next((way for way in map(_direction, text) if way in "LR"), "L")


def _ways(text: str) -> list[str]:
    """The direction of every character: digits go with the letters before them, and what has no
    direction with its neighbours or else with the line."""
    ways, before = [], _line(text)
    for way in map(_direction, text):
        before = way if way in "LR" else before
        ways.append("L" if way == "D" and before == "L" else way)
    line, at = _line(text), 0
    while at < len(ways):
        end = at
        while end < len(ways) and ways[end] == "N":
            end += 1
        if end > at:
            left = ways[at - 1] if at else line
            right = ways[end] if end < len(ways) else line
            same = (left == "L") == (right == "L")
            ways[at:end] = [("L" if left == "L" else "R") if same else line] * (end - at)
        at = max(end, at + 1)
    return ways


def _joins(character: str) -> bool:
    """Whether a character is a letter that can join its neighbours."""
    return character in _shapes()


def _skin(character: str) -> bool:
    """Skin tones change the emoji before them; alone they would be a blot."""
    return "\U0001f3fb" <= character <= "\U0001f3ff"


@cache
def _shapes() -> dict[str, dict[str, str]]:
    """Arabic letter -> form -> the character that is drawn, from the presentation forms."""
    shapes: dict[str, dict[str, str]] = {}
    for code in (*range(0xFB50, 0xFBB2), *range(0xFBD3, 0xFC00), *range(0xFE80, 0xFEFD)):
        parts = unicodedata.decomposition(chr(code)).split()
        if len(parts) >= 2 and parts[0].strip("<>") in FORMS:
            letters = "".join(chr(int(part, 16)) for part in parts[1:])
            shapes.setdefault(letters, {}).setdefault(parts[0].strip("<>"), chr(code))
    return shapes


def _joined(text: str) -> str:
    """Arabic letters in the form that their neighbours give them."""
    shapes = _shapes()
    for pair in ("\u0644\u0622", "\u0644\u0623", "\u0644\u0625", "\u0644\u0627"):
        # Lam and alef are written as one; a private character stands for the pair until then.
        text = text.replace(pair, chr(0xE000 + ord(pair[1])))
    letters = ["\u0644" + chr(ord(c) - 0xE000) if "\ue000" <= c <= "\uf8ff" else c for c in text]
    drawn = []
    for at, letter in enumerate(letters):
        forms = shapes.get(letter)
        if forms is None:
            drawn.append(letter)
            continue
        before = shapes.get(letters[at - 1], {}) if at else {}
        after = shapes.get(letters[at + 1], {}) if at + 1 < len(letters) else {}
        joins_before = ("initial" in before or "medial" in before) and "final" in forms
        joins_after = "initial" in forms and ("final" in after or "medial" in after)
        form = FORMS[joins_before + 2 * joins_after]
        drawn.append(forms.get(form) or forms.get("isolated") or letter)
    return "".join(letter for letter in drawn if letter != APART)

"""Names and other text by people, without what could not be seen or would disturb others."""

from __future__ import annotations

import unicodedata

from bot.service.requests import LONGEST_NAME

JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Part of the spelling in Persian, Hindi or Sinhala, and of emoji made of several."""
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that nobody sees."""
TAGS = range(0xE0020, 0xE0080)
"""They spell which flag a flag is, as in that of Scotland."""
FLAG = "\N{WAVING BLACK FLAG}"
MARKS = ("Mn", "Me")
"""Accents and other signs that stand on the letter before them."""
MARKS_MOST = 5
"""More of them on one letter are no spelling; they would cover the lines above and below."""


def clean_name(name: str) -> str:
    """What can be shown of a name, in one line; empty where nothing can.

    Control characters, changes of direction and invisible letters are left out. Joiners stay where
    they join something, accents where a letter carries them; a character that is newer than this
    Python's tables stays as well.

    >>> clean_name("  Ada\\n\\u202eLovelace\\u200d ")
    'Ada Lovelace'
    """
    return _joined(_letters(name)[:LONGEST_NAME]).strip()


def readable(text: str) -> str:
    """What can be shown of any text by a player, in one line: the same as of a name, but all of it.

    >>> readable("look\x1b \u202ehere")
    'look here'
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    return _joined(_letters(text)).strip()


def _letters(text: str) -> list[str]:
    spaced = "".join(" " if each in BLANK or each.isspace() else each for each in text)
    return _carried([each for each in " ".join(spaced.split()) if _is_seen(each) or _joins(each)])


def _is_seen(letter: str) -> bool:
    if letter.isprintable():
        return True
    # Not in the tables yet, like the emoji of next year; but not what will never be a character.
    code = ord(letter)
    is_unknown = unicodedata.category(letter) == "Cn"
    return is_unknown and code & 0xFFFE != 0xFFFE and code not in range(0xFDD0, 0xFDF0)


def _joins(letter: str) -> bool:
    return letter in JOINERS or ord(letter) in TAGS


def _carried(letters: list[str]) -> list[str]:
    """The letters, with those marks that one of them carries: a mark alone is seen by nobody."""
    kept: list[str] = []
    marks = MARKS_MOST
    for letter in letters:
        is_mark = unicodedata.category(letter) in MARKS
        if not is_mark:
            marks = MARKS_MOST if letter == " " else 0
        elif marks < MARKS_MOST:
            marks += 1
        else:
            continue
        kept.append(letter)
    return kept


def _joined(letters: list[str]) -> str:
    """The letters, each joiner only between two that are seen, tags only after a flag."""
    kept: list[str] = []
    for at, letter in enumerate(letters):
        after = letters[at + 1] if at + 1 < len(letters) else " "
        if letter in JOINERS and (not kept or kept[-1] in (*JOINERS, " ") or not _is_seen(after)):
            continue
        if ord(letter) in TAGS and not (kept and (kept[-1] == FLAG or ord(kept[-1]) in TAGS)):
            continue
        kept.append(letter)
    while kept and kept[-1] in JOINERS:
        kept.pop()
    return "".join(kept)

"""How many lines a text takes on a phone, estimated from its letters.

Discord says nothing about how a message will look. What is counted here is what a phone of usual
width shows; where a client is wider, a post is only shorter.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from itertools import accumulate

ACROSS = 39.0
"""Letters of usual width on a line."""
NAME_MOST = 20.0
"""Letters of usual width of a name, so that a line is not made of names."""
NARROW, CAPITAL, BROAD, DOUBLE = 0.6, 1.25, 1.7, 2.0
_NARROW = frozenset("iljtfrI.,:;'|!()[] ·")
_BROAD = frozenset("mwM%…—")
_DOUBLE = frozenset("W@")
_AS_SHOWN = (
    (re.compile(r"<@!?\d+>"), "@" + "n" * 13),
    (re.compile(r"<t:\d+(:\w)?>"), "in 23 hours"),
    (re.compile(r"<a?:\w+:\d+>"), "\N{LARGE BLUE CIRCLE}"),
    (re.compile(r"\[([^\]]*)\]\([^)]*\)"), r"\1"),
    (re.compile(r"^(#+|-#|>) "), ""),
    (re.compile(r"\*\*|__|`|\\"), ""),
)
"""Markup, and what is seen in its place."""


def short_name(name: str) -> str:
    """A name, cut with an ellipsis where it would take more than about half a line.

    >>> short_name("Ada Lovelace"), short_name("W" * 32)
    ('Ada Lovelace', 'WWWWWWWWW…')
    """
    if _width(name) <= NAME_MOST:
        return name
    widths = accumulate(map(_letter, name), initial=_letter("…"))
    fitting = sum(1 for width in widths if width <= NAME_MOST) - 1
    cut = name[:fitting]
    head = cut.rpartition(" ")[0]
    # At a word where one ends in the second half, like everything else that is shortened.
    return f"{head} …" if len(head) > fitting // 2 else f"{cut}…"


def lines_of(paragraphs: Iterable[str]) -> int:
    """How many lines some paragraphs take, each of them one at least."""
    return sum(_lines(line) for each in paragraphs for line in each.split("\n"))


def _lines(paragraph: str) -> int:
    for markup, shown in _AS_SHOWN:
        paragraph = markup.sub(shown, paragraph)
    lines, used = 1, 0.0
    for word in paragraph.split(" "):
        wide = _width(word)
        if used and used + wide > ACROSS:
            lines, used = lines + 1, 0.0
        # A word that is longer than a line is broken.
        lines += int(max(0.0, wide - 0.01) // ACROSS)
        used += wide % ACROSS + NARROW
    return lines


def _width(word: str) -> float:
    return sum(map(_letter, word))


def _letter(letter: str) -> float:
    if letter in _NARROW:
        return NARROW
    if letter in _BROAD:
        return BROAD
    if unicodedata.combining(letter):
        return 0.0
    if letter in _DOUBLE or unicodedata.east_asian_width(letter) in "WF":
        return DOUBLE
    return CAPITAL if letter.isupper() else 1.0

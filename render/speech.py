"""Words about a game: the rule set's own, and those of the texts and cards made here.

Ours are in `cards/messages/<language>.toml`. A rule set that nobody has words for is spoken of in
bare names.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from engine.core.errors import UnknownRuleset
from engine.core.messages import ENGLISH, Catalog, Vocabulary, Voice, catalog, load
from engine.world import vocabulary as world
from render.fonts.script import new_emoji
from render.style.players import Colours, SeatColours, players, seat_colours

LONGEST_NAME = 32
"""As long as Discord lets a display name be."""
SHAPES = {
    "disc": "●",
    "square": "■",
    "triangle": "▲",
    "diamond": "◆",
    "star": "★",
    "cross": "✚",
}
"""The players' shapes as characters."""
JOINER, JOINERS = "\u200d", "\u200c\u200d"
SHAPED = re.compile("[\u0620-\u06ff\u0750-\u077f\u0900-\u0dff]")
"""Scripts in which a joiner is part of the spelling: Persian, Hindi, Sinhala and their kin."""
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that count as letters or signs and show nothing."""
ISOLATE, POP = "\u2068", "\u2069"


class Talk(NamedTuple):
    """Words in the company of certain players; `names` are those that are spoken."""

    voice: Voice
    names: tuple[str, ...]
    palette: SeatColours = seat_colours()

    def say(self, key: str, /, **facts: object) -> str:
        """An entry of the catalogs, filled."""
        return self.voice.say(key, **facts)

    def has(self, key: str) -> bool:
        """Whether the catalogs have an entry."""
        return key in self.voice.catalog.entries

    def join(self, parts: Sequence[str]) -> str:
        """Several things in a row: "a, b and c"."""
        return self.voice.join(parts)

    def name(self, seat: int) -> str:
        """A player's name; nobody's pieces are the barbarians'."""
        return self.names[seat] if 0 <= seat < len(self.names) else self.say("board.nobody")

    def colour(self, seat: int) -> str:
        """The name of a player's colour; the seat's number where there is none."""
        return self.palette.name(seat)

    def tag(self, seat: int) -> str:
        """The colour's name, unless the player is called by it."""
        return "" if self.name(seat) == self.colour(seat) else self.colour(seat)

    def sign(self, seat: int) -> str:
        """A player's shape as a character."""
        number = self.palette.of(seat)
        return SHAPES[players()[number].shape] if 0 <= number < len(players()) else "○"

    def title(self, table: str, key: object) -> str:
        """What a table calls something, with a capital, to stand alone."""
        said = self.say(f"{table}.{key}")
        return said[:1].upper() + said[1:]

    def pieces(self, kind: str, count: int) -> str:
        """Some pieces of one type: "a settler", "2 swordsmen"."""
        if self.has(f"units.{kind}"):
            return self.say(f"units.{kind}", n=count)
        return self.say("board.pieces", n=count, name=self.say(f"unit.{kind}"))

    def settlement(self, size: int, count: int = 1) -> str:
        """Some settlements of one size: "a village", "2 towns"."""
        if self.has(f"board.sizes.{size}"):
            return self.say(f"board.sizes.{size}", n=count)
        return self.say("board.size", n=count, size=size)


def talk(
    ruleset: str,
    seats: int,
    names: Sequence[str],
    language: str = ENGLISH,
    *,
    colours: Colours | None = None,
    strict: bool = False,
) -> Talk:
    """The words for a game of that rule set with that many seats.

    Names that show nothing are replaced by the colours' names. `colours` is as for `render.draw`. A
    strict talk is for tests: it raises `MissingText` for a word that is not there.
    """
    palette = seat_colours(colours)
    spoken = tuple(spoken_name(seat, names, palette) for seat in range(seats))
    return Talk(Voice(_catalog(ruleset, language, strict), spoken), spoken, palette)


def spoken_name(seat: int, names: Sequence[str], palette: SeatColours) -> str:
    """A player's name as it can stand in a line of text, the colour's where there is none."""
    given = _line(names[seat]) if 0 <= seat < len(names) else ""
    return given or palette.name(seat)


def units(text: str) -> int:
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


@cache
def _catalog(ruleset: str, language: str, strict: bool) -> Catalog:
    try:
        rules = catalog(ruleset, language, strict=strict)
    except UnknownRuleset:
        rules = Catalog((), Vocabulary(world.NAMES, world.FORMATS))
    return load("render.cards", language=language, strict=strict) | rules

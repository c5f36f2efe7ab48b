"""The voice of pictures, cards and texts: the rule set's sentences, render's own, and colours.

Render's own sentences are in `messages` and `cards/messages`. A rule set that nobody has sentences
for is spoken of in bare names.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.core.errors import UnknownRuleset
from engine.core.messages import ENGLISH, Catalog, Vocabulary, Voice, capital, catalog, load
from engine.world import vocabulary as world
from render.names import readable_name
from render.style.players import SeatColours, players, seat_colours

SHAPES = {
    "disc": "●",
    "square": "■",
    "triangle": "▲",
    "diamond": "◆",
    "star": "★",
    "cross": "✚",
}
"""The players' shapes as characters."""


NO_CHOICE = seat_colours()


class GameVoice(Voice):
    """Speaks of a game and its players, who have colours and shapes."""

    def __init__(self, catalog: Catalog, names: Sequence[str], palette: SeatColours) -> None:
        super().__init__(catalog, names)
        self.palette = palette

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
        return capital(self.say(f"{table}.{key}"))

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


def game_voice(
    ruleset: str,
    seats: int,
    names: Sequence[str] = (),
    language: str = ENGLISH,
    *,
    palette: SeatColours = NO_CHOICE,
    strict: bool = False,
) -> GameVoice:
    """The voice for a game of a rule set with that many seats.

    Names that show nothing are replaced by the colours' names. A
    strict voice is for tests: it raises `MissingText` for a sentence that is not there.
    """
    readable = [readable_name(seat, names, palette) for seat in range(seats)]
    return GameVoice(_catalog(ruleset, language, strict), readable, palette)


@cache
def label(key: str, /, **facts: str | int) -> str:
    """A word or two on a picture; a key that has no entry is made readable.

    >>> label("eras.ancient")
    'Ancient'
    """
    return capital(_own_voice().say(key, **facts))


@cache
def _own_voice() -> Voice:
    return Voice(load("render", "render.cards"))


@cache
def _catalog(ruleset: str, language: str, strict: bool) -> Catalog:
    try:
        rules = catalog(ruleset, language, strict=strict)
    except UnknownRuleset:
        rules = Catalog((), Vocabulary(world.NAMES, world.FORMATS))
    return load("render", "render.cards", language=language, strict=strict) | rules

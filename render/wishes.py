"""What can be drawn: one struct for each kind of picture, with all that it depends on but the look.

A wish is plain data: it crosses into the process that draws, and the same wish is drawn once.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.core.charts import FactCard, QuickReference
from engine.core.marks import UNMARKED, Marks
from engine.core.view import Outcome, View
from engine.tiles.civ import CardBattle, CitySheet
from engine.world.battle_report import BattleReport


class Map(msgspec.Struct, frozen=True):
    """A game as the view's seat may see it.

    `focus` is a continent's name or the ids of places for a crop, None for the world; on a board of
    tiles, places are squares as its edges name them. What cannot be drawn is left out, and rules
    without a board get a card with the scores. On a `panel`, the picture is of the highlights, with
    as much of what lies `around` as goes with them into a crop, and smaller.
    """

    view: View
    focus: str | Sequence[str] | None = None
    marks: Marks = UNMARKED
    size: tuple[int, int] | None = None
    panel: bool = False
    around: Sequence[str] = ()


class Happened(msgspec.Struct, frozen=True):
    """Where things happened, close enough to read on a phone, and where on the board that is.

    There are at most so many `crops`. The board where nothing happened, or happened all over it.
    """

    view: View
    marks: Marks = UNMARKED
    crops: int = 2


class Chart(msgspec.Struct, frozen=True):
    """A chart of `View.charts`: what the rules show beside the board."""

    content: msgspec.Struct
    view: View


class Card(msgspec.Struct, frozen=True):
    """A card that needs no view: a thing of the rules, a quick reference, a battle that is over.

    A `page` of a reference is narrower, so that a phone shows it large enough to read.
    """

    content: FactCard | QuickReference | BattleReport | CardBattle
    ruleset: str
    page: bool = False


class Result(msgspec.Struct, frozen=True):
    """The standings of a game, and below them the scores over the turns, where there are some."""

    outcome: Outcome
    ruleset: str
    scores: Sequence[tuple[int, Sequence[int]]] = ()


class Film(msgspec.Struct, frozen=True):
    """A finished game as a moving picture. `record` is its file."""

    record: bytes
    limit: int = 8_000_000
    """Discord takes ten million bytes from anyone; this leaves room for the message around it."""


Wish = Map | Happened | Chart | Card | Result | Film


def kind_of(wish: Wish) -> str:
    """How the name of its file ends: what is painted is smaller as a JPEG, letters as a PNG."""
    if isinstance(wish, Film):
        return "webp"
    painted = isinstance(wish, Chart) and isinstance(wish.content, CitySheet)
    return "jpg" if painted or isinstance(wish, Map | Happened) else "png"

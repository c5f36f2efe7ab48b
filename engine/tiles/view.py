"""The view of a game on square tiles: tiles, cities, figures and tokens, as a seat sees them.

Squares are counted from the upper left corner of the board, x to the right and y down, and are
spoken of like the squares of a chart: `A1` is x 0, y 0. Nothing here is hidden from the seat the
view was made for: a tile that lies face down has no rows, a token face down has no content.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

import msgspec

from engine.core.text import Text
from engine.core.view import Area, View

SIDE = 4
"""Squares along a tile's edge."""
BLOCK = 2 * SIDE
"""Squares along the edge of a part of the board that is shown by itself."""

Arrow = Literal["up", "right", "down", "left"]
Coordinate = Annotated[int, msgspec.Meta(ge=0, lt=128)]
"""Far more squares than a board has, and few enough to be drawn, whatever a file says."""
Square = tuple[Coordinate, Coordinate]


class Tile(msgspec.Struct, frozen=True):
    """A tile with its upper left square at `x`, `y`. It lies face down while `rows` is empty.

    `rows` are four words of four terrain letters, as the tile lies. `home` is the seat whose home
    tile it is.
    """

    x: Coordinate
    y: Coordinate
    rows: tuple[str, ...] = ()
    home: int | None = None

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares that the tile covers, row by row."""
        side = range(SIDE)
        return tuple((self.x + right, self.y + down) for down in side for right in side)


class IconView(msgspec.Struct, frozen=True):
    """Something printed on a square: a resource, `coin`, or `culture` for a natural wonder."""

    x: Coordinate
    y: Coordinate
    kind: str


class TokenView(msgspec.Struct, frozen=True):
    """A hut or village. `content` is None unless the seat knows what it is."""

    x: Coordinate
    y: Coordinate
    kind: Literal["hut", "village"]
    content: str | None = None


class CityView(msgspec.Struct, frozen=True):
    """A city with its outskirts. A metropolis also covers the square `second`."""

    owner: int
    x: Coordinate
    y: Coordinate
    capital: bool = False
    walls: bool = False
    second: Square | None = None

    @property
    def squares(self) -> tuple[Square, ...]:
        """What the city itself covers."""
        return ((self.x, self.y),) if self.second is None else ((self.x, self.y), self.second)


class BuildingView(msgspec.Struct, frozen=True):
    """A building, a wonder or a great person in a city's outskirts.

    `idle` where it gives nothing: under blockade, or made obsolete.
    """

    owner: int
    x: Coordinate
    y: Coordinate
    kind: str
    role: Literal["building", "wonder", "great_person"] = "building"
    idle: bool = False


class FiguresView(msgspec.Struct, frozen=True):
    """A player's figures on a square."""

    owner: int
    x: Coordinate
    y: Coordinate
    armies: int = 0
    scouts: int = 0


class TilePlayerView(msgspec.Struct, frozen=True):
    """What everyone may know about a player. `technologies` are by level."""

    seat: int
    civilization: str
    government: str
    trade: int
    coins: int
    culture: int
    track: int
    technologies: tuple[tuple[str, ...], ...] = ()
    resources: dict[str, int] = {}
    fallen: bool = False


class TileView(View, frozen=True, kw_only=True, tag=True):
    """A game on tiles as one seat may see it."""

    players: tuple[TilePlayerView, ...]
    tiles: tuple[Tile, ...]
    icons: tuple[IconView, ...] = ()
    tokens: tuple[TokenView, ...] = ()
    cities: tuple[CityView, ...] = ()
    buildings: tuple[BuildingView, ...] = ()
    figures: tuple[FiguresView, ...] = ()

    @property
    def fallen(self) -> tuple[int, ...]:
        return tuple(player.seat for player in self.players if player.fallen)

    @property
    def areas(self) -> tuple[Area, ...]:
        """Blocks of two tiles by two, which a picture shows well."""
        blocks: dict[Square, list[Square]] = {}
        for tile in sorted(self.tiles, key=lambda tile: (tile.y, tile.x)):
            blocks.setdefault((tile.y // BLOCK, tile.x // BLOCK), []).extend(tile.squares)
        return tuple(map(_area, blocks.values()))

    def holdings(self, seat: int) -> tuple[str, ...]:
        own = [(city.x, city.y) for city in self.cities if city.owner == seat]
        own += ((figures.x, figures.y) for figures in self.figures if figures.owner == seat)
        return tuple(dict.fromkeys(square_name(x, y) for x, y in own))

    def place_label(self, place: str) -> Text:
        return Text("option.plain", {"key": place})

    @property
    def size(self) -> tuple[int, int]:
        """How many squares the board is wide and high."""
        wide = max((tile.x + SIDE for tile in self.tiles), default=0)
        return wide, max((tile.y + SIDE for tile in self.tiles), default=0)


def _area(squares: list[Square]) -> Area:
    across, down = zip(*squares, strict=True)
    first, last = square_name(min(across), min(down)), square_name(max(across), max(down))
    label = Text("option.plain", {"key": f"{first}:{last}"})
    return Area(first, label, tuple(square_name(x, y) for x, y in squares))


@lru_cache(maxsize=4096)
def square_name(x: int, y: int) -> str:
    """What a square is called.

    >>> square_name(0, 0), square_name(27, 17)
    ('A1', 'AB18')
    """
    letters, rest = "", x
    while rest >= 0:
        letters, rest = chr(ord("A") + rest % 26) + letters, rest // 26 - 1
    return f"{letters}{y + 1}"


def square_of(name: str) -> Square | None:
    """The square of that name, None when it is no square's name.

    >>> square_of("ab18")
    (27, 17)
    """
    word = name.strip().upper()
    letters = word.rstrip("0123456789")
    digits = word[len(letters) :]
    if not (1 <= len(letters) <= 2 and digits and len(digits) <= 3):
        return None
    if not all("A" <= letter <= "Z" for letter in letters) or digits.startswith("0"):
        return None
    x = 0
    for letter in letters:
        x = x * 26 + ord(letter) - ord("A") + 1
    return x - 1, int(digits) - 1


def city_kind(city: CityView) -> str:
    """What a city is called."""
    if city.second is not None:
        return "metropolis"
    return "capital" if city.capital else "city"


def outskirts(city: CityView) -> frozenset[tuple[int, int]]:
    """The squares around a city, its own left out."""
    around = {(x + dx, y + dy) for x, y in city.squares for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    return frozenset(around) - set(city.squares)

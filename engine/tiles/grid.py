"""The squares of a layout: numbers, names, neighbours, distances, and the tiles they belong to.

A square is a number, counted row by row from the upper left corner. Squares that no tile covers are
not on the map: nothing enters them.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.tiles.view import SIDE, Arrow, square_name, square_of

STEPS: tuple[tuple[Arrow, int, int], ...] = (
    ("up", 0, -1),
    ("right", 1, 0),
    ("down", 0, 1),
    ("left", -1, 0),
)


class Grid:
    """The geometry of one layout; it holds no game."""

    def __init__(self, width: int, height: int, tiles: Iterable[tuple[int, int]]) -> None:
        self.width = width
        self.height = height
        self.tiles = tuple((x, y) for x, y in tiles)
        self.tile_of: list[int] = [-1] * (width * height)
        """For each square, which tile covers it; -1 off the map."""
        for number, (left, top) in enumerate(self.tiles):
            for square in self._covered(left, top):
                self.tile_of[square] = number
        self.squares = tuple(s for s, tile in enumerate(self.tile_of) if tile >= 0)
        """The squares on the map."""
        self.names = tuple(square_name(s % width, s // width) for s in range(width * height))
        self.index = {self.names[s]: s for s in self.squares}
        self.beside = tuple(self._beside(s) for s in range(width * height))
        """For each square, the up to four squares next to it that are on the map."""
        self.around = tuple(self._around(s) for s in range(width * height))
        """For each square, the up to eight squares around it that are on the map."""
        self.ways = tuple(self._ways(s) for s in range(width * height))
        """For each square, its neighbours on other tiles with the arrow that leads there."""
        self.edge = self._outer_edge()
        """The squares on the outer edge of the map; those around a hole in it are not."""
        self._outskirts: dict[tuple[int, ...], tuple[int, ...]] = {}

    def _covered(self, left: int, top: int) -> list[int]:
        return [(top + j) * self.width + left + i for j in range(SIDE) for i in range(SIDE)]

    def covered(self, tile: int) -> list[int]:
        """The squares of a tile, row by row."""
        return self._covered(*self.tiles[tile])

    def xy(self, square: int) -> tuple[int, int]:
        """Column and row of a square."""
        return square % self.width, square // self.width

    def at(self, x: int, y: int) -> int:
        """The square in a column and row; -1 off the map."""
        if not (0 <= x < self.width and 0 <= y < self.height):
            return -1
        square = y * self.width + x
        return square if self.tile_of[square] >= 0 else -1

    def find(self, name: str) -> int | None:
        """The square of that name, None when there is none on the map."""
        if name in self.index:
            return self.index[name]
        found = square_of(name)
        if found is None:
            return None
        square = self.at(*found)
        return square if square >= 0 else None

    def _beside(self, square: int) -> tuple[int, ...]:
        x, y = self.xy(square)
        near = (self.at(x + dx, y + dy) for _, dx, dy in STEPS)
        return tuple(s for s in near if s >= 0)

    def _around(self, square: int) -> tuple[int, ...]:
        x, y = self.xy(square)
        near = (
            self.at(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0)
        )
        return tuple(s for s in near if s >= 0)

    def _ways(self, square: int) -> tuple[tuple[int, Arrow], ...]:
        x, y = self.xy(square)
        own = self.tile_of[square]
        near = ((self.at(x + dx, y + dy), arrow) for arrow, dx, dy in STEPS)
        return tuple((s, arrow) for s, arrow in near if s >= 0 and self.tile_of[s] != own)

    def distance(self, one: int, two: int) -> int:
        """Squares between two, counted without diagonals over anything."""
        x1, y1 = self.xy(one)
        x2, y2 = self.xy(two)
        return abs(x1 - x2) + abs(y1 - y2)

    def outskirts(self, *centre: int) -> tuple[int, ...]:
        """The squares around a city: eight for one square, ten for two side by side."""
        if len(centre) == 1:
            return self.around[centre[0]]
        if centre not in self._outskirts:
            found = dict.fromkeys(s for square in centre for s in self.around[square])
            self._outskirts[centre] = tuple(s for s in found if s not in centre)
        return self._outskirts[centre]

    def _outer_edge(self) -> frozenset[int]:
        """The squares beside the outside, which is reached from beyond the map's corners."""
        outside = [(-1, -1)]
        seen = set(outside)
        found = set()
        for x, y in outside:
            for _, dx, dy in STEPS:
                near = (x + dx, y + dy)
                square = self.at(*near)
                if square >= 0:
                    found.add(square)
                elif near not in seen and self._within_frame(*near):
                    seen.add(near)
                    outside.append(near)
        return frozenset(found)

    def _within_frame(self, x: int, y: int) -> bool:
        return -1 <= x <= self.width and -1 <= y <= self.height

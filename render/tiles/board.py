"""The board of tiles: ground, cities with their outskirts, figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.tiles.view import SIDE, CityView, Square, TileView, square_of
from render.sprites.sprites import badge, building, face_down, hut, printed, put, settlement, walls
from render.sprites.sprites import token as figure
from render.style.players import SeatColours, colour_of
from render.style.theme import Theme
from render.tiles.ground import ground

LARGEST, SMALLEST = 88, 40
"""Pixels of a square."""
LONGEST = 1440
"""The board is no longer than this either way, unless its squares would be too small."""
AROUND = 3
"""Squares shown around those that a picture is to show."""


class Window(NamedTuple):
    """The squares that a picture shows, from `x0`, `y0` up to but without `x1`, `y1`."""

    x0: int
    y0: int
    x1: int
    y1: int
    cell: int

    @property
    def size(self) -> tuple[int, int]:
        """The board's part in pixels."""
        return (self.x1 - self.x0) * self.cell, (self.y1 - self.y0) * self.cell

    def corner(self, x: float, y: float) -> tuple[float, float]:
        """The upper left corner of a square."""
        return (x - self.x0) * self.cell, (y - self.y0) * self.cell

    def middle(self, square: Square) -> tuple[float, float]:
        """The middle of a square."""
        return self.corner(square[0] + 0.5, square[1] + 0.5)

    def shows(self, x: int, y: int) -> bool:
        """Whether a square is in it."""
        return self.x0 <= x < self.x1 and self.y0 <= y < self.y1


def window_on(view: TileView, focus: str | Iterable[str] | None = None) -> Window:
    """The squares to show: those around a focus, or all."""
    wide, high = view.size
    wanted = [focus] if isinstance(focus, str) else list(focus or ())
    found = [square for square in map(square_of, wanted) if square is not None]
    found = [(x, y) for x, y in found if x < wide and y < high]
    x0, y0, x1, y1 = 0, 0, max(1, wide), max(1, high)
    if found:
        x0 = max(0, min(x for x, _ in found) - AROUND)
        y0 = max(0, min(y for _, y in found) - AROUND)
        x1 = min(wide, max(x for x, _ in found) + AROUND + 1)
        y1 = min(high, max(y for _, y in found) + AROUND + 1)
    cell = min(LARGEST, LONGEST // max(x1 - x0, y1 - y0))
    return Window(x0, y0, x1, y1, max(SMALLEST, cell))


def draw_board(view: TileView, window: Window, colours: Theme, palette: SeatColours) -> Image.Image:
    """The squares of a window with all that lies and stands on them."""
    image = Image.new("RGB", window.size, colours.page.ground)
    for tile in view.tiles:
        _tile(image, tile.x, tile.y, tile.rows, window, colours)
    for city in view.cities:
        _outskirts(image, city, window, palette.of(city.owner))
    full = {(stack.x, stack.y) for stack in view.figures if stack.armies or stack.scouts}
    full |= {square for city in view.cities for square in city.squares}
    covered = {(built.x, built.y) for built in view.buildings}
    cell = window.cell
    for icon in view.icons:
        at = icon.x, icon.y
        if window.shows(*at) and at not in covered:
            _lay(image, printed(icon.kind, _share(cell, at in full, 0.5)), at, at in full, window)
    for laid in view.tokens:
        at = laid.x, laid.y
        if window.shows(*at):
            side = _share(cell, at in full, 0.62)
            _lay(image, hut(laid.kind, laid.content, side), at, at in full, window)
    for built in view.buildings:
        at = built.x, built.y
        if window.shows(*at):
            side = _share(cell, at in full, 0.72)
            sprite = building(built.kind, built.role, palette.of(built.owner), side, built.idle)
            _lay(image, sprite, at, at in full, window)
    for city in view.cities:
        _city(image, city, window, palette.of(city.owner))
    _figures(image, view, window, palette)
    return image


def _share(cell: int, crowded: bool, share: float) -> int:
    """How large a thing is, smaller where figures stand beside it."""
    return round(cell * (share * 0.72 if crowded else share))


def _lay(
    image: Image.Image, sprite: Image.Image, at: Square, crowded: bool, window: Window
) -> None:
    """Lay a thing on its square: in the middle, or in a corner beside figures."""
    x, y = window.middle(at)
    shift = window.cell * 0.24 if crowded else 0
    put(image, sprite, x - shift, y - shift)


def _tile(
    image: Image.Image, x: int, y: int, rows: tuple[str, ...], window: Window, colours: Theme
) -> None:
    cell = window.cell
    left, top = (round(v) for v in window.corner(x, y))
    side = SIDE * cell
    if left >= image.width or top >= image.height or left + side <= 0 or top + side <= 0:
        return
    image.paste(_framed(rows, (x, y), cell, colours), (left, top))


@lru_cache(16)
def _framed(rows: tuple[str, ...], seed: Square, cell: int, colours: Theme) -> Image.Image:
    """A tile with its squares marked and a dark frame."""
    side = SIDE * cell
    if not rows:
        image = face_down(side).copy()
    else:
        image = ground(rows, seed, cell, colours.land)
        lines = Image.new("L", image.size)
        draw = ImageDraw.Draw(lines)
        for i in range(1, SIDE):
            draw.line((i * cell, 0, i * cell, side), fill=70)
            draw.line((0, i * cell, side, i * cell), fill=70)
        image.paste((30, 24, 16), (0, 0), lines)
    shine = Image.new("L", image.size)
    ImageDraw.Draw(shine).rectangle((2, 2, side - 3, side - 3), outline=60)
    image.paste((255, 246, 220), (0, 0), shine)
    ImageDraw.Draw(image).rectangle((0, 0, side - 1, side - 1), outline=(26, 20, 14), width=2)
    return image


def _outskirts(image: Image.Image, city: CityView, window: Window, owner: int) -> None:
    """The squares that a city works, in its owner's colour."""
    cell, colour = window.cell, colour_of(owner)
    xs, ys = [x for x, _ in city.squares], [y for _, y in city.squares]
    left, top = window.corner(min(xs) - 1, min(ys) - 1)
    right, bottom = window.corner(max(xs) + 2, max(ys) + 2)
    finer, pad = 2, 2
    wide, high = round(right - left) - 2 * pad, round(bottom - top) - 2 * pad
    fill, edge, rim = (Image.new("L", (wide * finer, high * finer)) for _ in range(3))
    bend = cell * 0.2 * finer
    line = max(3, round(cell * 0.075)) * finer
    box = (0, 0, fill.width - 1, fill.height - 1)
    ImageDraw.Draw(fill).rounded_rectangle(box, bend, fill=74)
    ImageDraw.Draw(rim).rounded_rectangle(box, bend, outline=235, width=line + 2 * finer)
    inner = (finer, finer, fill.width - 1 - finer, fill.height - 1 - finer)
    ImageDraw.Draw(edge).rounded_rectangle(inner, bend, outline=255, width=line)
    at = round(left) + pad, round(top) + pad
    for mask, shade in ((fill, colour), (rim, (20, 14, 10)), (edge, colour)):
        image.paste(shade, at, mask.reduce(finer))


def _city(image: Image.Image, city: CityView, window: Window, owner: int) -> None:
    if not any(window.shows(*square) for square in city.squares):
        return
    cell, count = window.cell, len(city.squares)
    x = sum(window.middle(square)[0] for square in city.squares) / count
    y = sum(window.middle(square)[1] for square in city.squares) / count
    large = city.capital or city.second is not None
    side = round(cell * (1.05 if city.second is not None else 0.8))
    put(image, settlement(4 if large else 3, owner, side, city.capital), x, y)
    if city.walls:
        put(image, walls(owner, round(cell * 0.36)), x + side * 0.44, y + side * 0.46)


def _figures(image: Image.Image, view: TileView, window: Window, palette: SeatColours) -> None:
    squares: dict[Square, list[tuple[str, int, int]]] = {}
    for stack in view.figures:
        if window.shows(stack.x, stack.y):
            here = squares.setdefault((stack.x, stack.y), [])
            for kind, count in (("army", stack.armies), ("scout", stack.scouts)):
                if count:
                    here.append((kind, palette.of(stack.owner), count))
    things = [(thing.x, thing.y) for thing in view.icons]
    things += [(thing.x, thing.y) for thing in view.tokens]
    things += [(thing.x, thing.y) for thing in view.buildings]
    beside = dict.fromkeys(things, 0.17)
    beside |= {square: 0.26 for city in view.cities for square in city.squares}
    for square, stacks in squares.items():
        _stacks(image, stacks, square, beside.get(square, 0.0), window)


def _stacks(
    image: Image.Image,
    stacks: Sequence[tuple[str, int, int]],
    square: Square,
    aside: float,
    window: Window,
) -> None:
    """The figures of a square: in its middle, or so far towards its lower right corner."""
    cell = window.cell
    columns = 1 if len(stacks) == 1 else 2
    rows = -(-len(stacks) // columns)
    side = cell * {1: 0.7, 2: 0.5}.get(len(stacks), 0.44 if rows <= 2 else 0.9 / rows)
    if aside:
        side *= (0.86 if len(stacks) == 1 else 0.94) * (1.17 - aside)
    x0, y0 = window.middle(square)
    if aside:
        x0, y0 = x0 + cell * (aside if columns == 1 else 0.04), y0 + cell * aside
    for i, (kind, owner, count) in enumerate(stacks):
        in_row = min(columns, len(stacks) - i // columns * columns)
        x = x0 + (i % columns - (in_row - 1) / 2) * side * 0.98
        y = y0 + (i // columns - (rows - 1) / 2) * side
        put(image, figure(kind, owner, round(side)), x, y)
        if count > 1:
            number = badge(str(count), round(max(14, side * 0.44)))
            put(image, number, x + side * 0.32, y + side * 0.34)

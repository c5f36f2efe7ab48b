"""Owners on the map: tinted land and frontiers between what belongs to different players.

Region numbers are an 8-bit image, so a tint is a look-up in a table of 256 colours. Frontiers are
sprites drawn once each. The whole layer changes only when a settlement changes hands: the last one
is kept, and a new one is painted over it, or over the bare map, in the tiles where owners differ.
"""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.style.players import colour_of
from render.world_map.atlas import atlas, numbers
from render.world_map.backdrop.parts import Backdrop
from render.world_map.window import Window, meet, region_boxes

Owners = tuple[tuple[str, int], ...]
TILE = 256


class _Frontier(NamedTuple):
    """The stretch of a border as it looks between two owners: a glow, and a line on land."""

    box: tuple[int, int, int, int]
    glow: Image.Image
    line: Image.Image | None


class Painter:
    """Paints owners onto the static parts of one window."""

    def __init__(self, static: Backdrop) -> None:
        self.static = static
        self._owners: Owners = ()
        self._last: Image.Image | None = None
        self._lock = Lock()

    def painted(self, owners: Owners) -> Image.Image:
        """The map with owners and names, to draw on: each call gives a copy.

        The last is kept, as games are mostly played one at a time.
        """
        with self._lock:
            if self._last is None or owners != self._owners:
                self._repaint(owners)
            assert self._last is not None
            return self._last.copy()

    def _repaint(self, owners: Owners) -> None:
        """Update the kept map, or start from scratch where less is owned than differs."""
        owned, before = _by_number(owners), _by_number(self._owners)
        differing = _differing(owned, before)
        # What is half painted is not kept, should anything go wrong.
        image, self._last = self._last, None
        if image is None or len(owned) < len(differing):
            image, before = self.static.base.whole(), {}
        self._last, self._owners = self._paint(image, before, owned), owners

    def _paint(
        self, image: Image.Image, before: dict[int, int], owned: dict[int, int]
    ) -> Image.Image:
        """Paint on a map what differs from its owners before."""
        frontiers = self._between(owned)
        for tile in tiles_of(self.static.window, frozenset(_differing(owned, before))):
            near = [piece for piece in frontiers if meet(piece.box, tile)]
            image.paste(self._part(owned, near, tile), tile[:2])
        return image

    def _part(
        self, owned: dict[int, int], frontiers: list[_Frontier], box: tuple[int, int, int, int]
    ) -> Image.Image:
        """A box of the map: where nothing is owned it stays as it is."""
        static, land = self.static, self.static.theme.land
        regions, image = static.regions.crop(box), static.base.crop(box)
        palette = bytearray(4 * 256)
        for number, owner in owned.items():
            palette[4 * number : 4 * number + 4] = bytes((*colour_of(owner), 255))
        regions.putpalette(palette, "RGBA")
        tint = regions.convert("RGBA")
        ours = tint.getchannel("A")
        strength, lines = Image.new("L", regions.size, land.tint), Image.new("L", regions.size)
        for piece in frontiers:
            strength.paste(land.tint_edge, _corner(piece, box), piece.glow)
        strength = ImageChops.multiply(strength, static.land.crop(box))
        image.paste(tint, (0, 0), ImageChops.darker(strength, ours))
        for piece in frontiers:
            if piece.line is not None:
                lines.paste(255, _corner(piece, box), piece.line)
                image.paste(static.theme.lines.frontier, _corner(piece, box), piece.line)
        # Borders and names once more, over the tint and the lines.
        over = static.over.crop(box)
        covered = ImageChops.lighter(ours, lines)
        image.paste(over, (0, 0), ImageChops.darker(over.getchannel("A"), covered))
        return image

    def _between(self, owned: dict[int, int]) -> list[_Frontier]:
        """Every stretch of border between different owners, where land is on either side."""
        turns = self.static.window.turns
        found = (
            self._frontier(index, turn)
            for index, border in enumerate(atlas().borders)
            if border.kind in ("land", "coast") and owned.get(border.a) != owned.get(border.b)
            for turn in turns
        )
        return [piece for piece in found if piece is not None]

    def _frontier(self, index: int, turn: int) -> _Frontier | None:
        # A crop's are large, and it is not painted often.
        made = _kept_frontier if self.static.window.whole else _drawn_frontier
        return made(self.static.window, index, turn)


@lru_cache(64)
def tiles_of(window: Window, some: frozenset[int]) -> tuple[tuple[int, int, int, int], ...]:
    """The tiles of the picture that some regions' tints and frontiers reach."""
    boxes = [box for number in some for box in region_boxes(window, number)]
    found = []
    for top in range(0, window.height, TILE):
        for left in range(0, window.width, TILE):
            right, bottom = min(window.width, left + TILE), min(window.height, top + TILE)
            tile = (left, top, right, bottom)
            if any(meet(tile, box) for box in boxes):
                found.append(tile)
    return tuple(found)


def _differing(one: dict[int, int], two: dict[int, int]) -> set[int]:
    """The regions that do not belong to the same in both."""
    return {number for number in {*one, *two} if one.get(number) != two.get(number)}


def _by_number(owners: Owners) -> dict[int, int]:
    known = numbers()
    return {known[key]: owner for key, owner in owners if key in known}


def _corner(piece: _Frontier, box: tuple[int, int, int, int]) -> tuple[int, int]:
    return piece.box[0] - box[0], piece.box[1] - box[1]


@lru_cache(1024)
def _kept_frontier(window: Window, index: int, turn: int) -> _Frontier | None:
    return _drawn_frontier(window, index, turn)


def _drawn_frontier(window: Window, index: int, turn: int) -> _Frontier | None:
    border, zoom, finer = atlas().borders[index], window.zoom, 3
    points = window.line(border.pts, 1, turn)
    pad = int(13 * zoom) + 2
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top = max(-pad, int(min(xs))) - pad, max(-pad, int(min(ys))) - pad
    right = min(window.width + pad, int(max(xs))) + pad
    bottom = min(window.height + pad, int(max(ys))) + pad
    if right <= 0 or bottom <= 0 or left >= window.width or top >= window.height:
        return None
    size = right - left, bottom - top
    glow = Image.new("L", size)
    near = [(x - left, y - top) for x, y in points]
    # Rounded joints are slow to draw; under a blur, and on so fine a line, nobody misses them.
    ImageDraw.Draw(glow).line(near, fill=255, width=max(3, round(10 * zoom)))
    blur = ImageFilter.BoxBlur(3 * zoom)
    glow = glow.filter(blur).filter(blur)
    line = None
    if border.kind == "land":
        large = Image.new("L", (size[0] * finer, size[1] * finer))
        fine = [(x * finer, y * finer) for x, y in near]
        width = round(3 * zoom * finer)
        ImageDraw.Draw(large).line(fine, fill=255, width=width)
        line = large.reduce(finer)
    return _Frontier((left, top, right, bottom), glow, line)

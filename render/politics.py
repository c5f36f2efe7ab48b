"""Owners on the map: tinted land and frontiers between what belongs to different players.

Region numbers are an 8-bit image, so a tint is a look-up in a table of 256 colours. Frontiers are
sprites drawn once each. The whole layer changes only when a settlement changes hands: the last one
is kept, and a new one is painted over it, or over the bare map, in the tiles where owners differ.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.atlas import atlas, numbers
from render.static import Static
from render.theme import colour_of
from render.window import Window

Owners = tuple[tuple[str, int], ...]
KEPT = 1
"""How many painted maps are kept: the last, as games are mostly played one at a time."""
PAD, TILE = 14, 256


class _Frontier(NamedTuple):
    """The stretch of a border as it looks between two owners: a glow, and a line on land."""

    box: tuple[int, int, int, int]
    glow: Image.Image
    line: Image.Image | None


class Painter:
    """Paints owners onto the static parts of one window."""

    def __init__(self, static: Static) -> None:
        self.static = static
        self._frontiers: dict[tuple[int, int], _Frontier | None] = {}
        self._kept: OrderedDict[Owners, Image.Image] = OrderedDict()
        self._lock = Lock()

    def painted(self, owners: Owners) -> Image.Image:
        """The map with owners and names, to draw on: each call gives a copy."""
        with self._lock:
            if owners not in self._kept:
                self._kept[owners] = self._paint(owners)
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(owners)
            return self._kept[owners].copy()

    def _paint(self, owners: Owners) -> Image.Image:
        owned = _by_number(owners)
        nearest, changed = self.static.base, set(owned)
        for kept, image in self._kept.items():
            before = _by_number(kept)
            differing = {n for n in {*owned, *before} if owned.get(n) != before.get(n)}
            if len(differing) < len(changed):
                nearest, changed = image, differing
        image, frontiers = nearest.copy(), self._between(owned)
        for tile in tiles_of(self.static.window, frozenset(changed)):
            near = [piece for piece in frontiers if _touch(piece.box, tile)]
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
        if not self.static.window.whole:
            # A crop's are large, and it is not painted often.
            return _drawn_frontier(self.static.window, index, turn)
        key = index, turn
        if key not in self._frontiers:
            self._frontiers[key] = _drawn_frontier(self.static.window, index, turn)
        return self._frontiers[key]


@lru_cache(64)
def tiles_of(window: Window, some: frozenset[int]) -> tuple[tuple[int, int, int, int], ...]:
    """The tiles of the picture that some regions' tints and frontiers reach."""
    boxes = [box for number in some for box in region_boxes(window, number)]
    found = []
    for top in range(0, window.height, TILE):
        for left in range(0, window.width, TILE):
            right, bottom = min(window.width, left + TILE), min(window.height, top + TILE)
            tile = (left, top, right, bottom)
            if any(_touch(tile, box) for box in boxes):
                found.append(tile)
    return tuple(found)


@lru_cache(512)
def region_boxes(window: Window, number: int) -> tuple[tuple[int, int, int, int], ...]:
    """The boxes that a region's tint and frontiers reach, one for each time it shows."""
    bounds, pad = atlas().regions[number].bounds(), PAD * window.zoom + 2
    found = []
    for turn in window.turns:
        x0, y0 = window.point(bounds[0], bounds[1], turn)
        x1, y1 = window.point(bounds[2], bounds[3], turn)
        box = (
            max(0, int(x0 - pad)),
            max(0, int(y0 - pad)),
            min(window.width, int(x1 + pad) + 1),
            min(window.height, int(y1 + pad) + 1),
        )
        if box[0] < box[2] and box[1] < box[3]:
            found.append(box)
    return tuple(found)


def _by_number(owners: Owners) -> dict[int, int]:
    known = numbers()
    return {known[key]: owner for key, owner in owners if key in known}


def _corner(piece: _Frontier, box: tuple[int, int, int, int]) -> tuple[int, int]:
    return piece.box[0] - box[0], piece.box[1] - box[1]


def _touch(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


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

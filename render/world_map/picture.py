"""Pictures of the world map: all of it, a part of it, and where something happened."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from threading import RLock
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.core.marks import UNMARKED, Marks
from engine.world.view import MarkerView, WorldView
from render.header import band, header
from render.look import Look
from render.scene import Scene, scene_of
from render.sprites.sprites import chip, marker, pip, put
from render.style.theme import Theme, theme
from render.voice import label
from render.world_map.atlas import STRIP, land
from render.world_map.backdrop.name_layout import MARKER
from render.world_map.backdrop.names import marker_point, name_picture
from render.world_map.backdrop.parts import Backdrop, backdrop
from render.world_map.crop import crop_title, places_of, shape_of, window_on
from render.world_map.legend import legend, signs_of
from render.world_map.marks.anchors import Spots
from render.world_map.marks.arrows import draw_counts, draw_moves
from render.world_map.marks.highlights import draw_highlights
from render.world_map.marks.out_of_play import draw_out_of_play
from render.world_map.marks.owners import Painter
from render.world_map.marks.roads import draw_roads
from render.world_map.overview import forget_overviews, overview
from render.world_map.pieces.blocks import Block
from render.world_map.pieces.crowding import Arranger
from render.world_map.pieces.drawing import block_pad, block_picture
from render.world_map.window import WORLD_WIDTH, Box, Point, Window, meet, world_window

WORLD_SIZE, CROP_SIZE = (WORLD_WIDTH, 1100), (1200, 764)
SMALLEST, LARGEST, FINEST = 320, 4096, 640
PART_PIXELS, PART_LEGEND = 1_500_000, 120
"""Of a map of the part in play its pixels, which are fewer than the world's, and of the legend
below it the height."""
ACTION_HEIGHTS = (660, 520)
"""The height of each crop of a picture of what happened: of one alone, and of two."""
STAGES = 2
"""How many stages are kept of the world, of what is in play of it, and of crops ..."""
STAGES_BELOW = 64_000_000
"""... and one of each where there is less room than this, in bytes."""
LARGEST_CROP = 1_200_000
"""Pixels of a map that is no more than a crop."""

_lock = RLock()
"""Sprites, fonts and painted maps are shared; drawing one picture takes milliseconds."""


def draw_map(
    view: WorldView,
    look: Look,
    marks: Marks = UNMARKED,
    size: tuple[int, int] | None = None,
    focus: str | Iterable[str] | None = None,
) -> Image.Image:
    """The world, or a part of it.

    Where a part of the world is not in play, the picture of all is one of the rest, in the shape
    that suits it, unless a size is given.
    """
    places = () if focus is None else places_of(focus)
    scene = scene_of(view, marks, look.palette)
    in_play = places_in_play(scene) if focus is None and size is None else ()
    shape = shape_of(in_play, PART_PIXELS)
    if size is None:
        size = CROP_SIZE if places else WORLD_SIZE
    wide, high = (min(max(side, SMALLEST), LARGEST) for side in size)
    if wide < FINEST:
        # Pieces cannot be drawn that small: they are drawn larger, and the picture shrunk.
        large = draw_map(view, look, marks, (FINEST, high * FINEST // wide), focus)
        return large.resize((wide, high), Image.Resampling.LANCZOS)
    with _lock:
        if shape is not None:
            return _part(view, scene, look, shape, in_play)
        if places:
            return _crop(view, scene, look, (wide, high), places)
        return _world(view, scene, look, (wide, high))


def places_in_play(scene: Scene) -> tuple[str, ...]:
    """The land that is in play and wherever anything stands; nothing where that is everywhere."""
    if not scene.out_of_play:
        return ()
    gone, coasts = set(scene.out_of_play), land()
    return tuple(
        each.id
        for each in scene.places
        if (each.id in coasts and each.id not in gone) or each.settlement or each.stacks
    )


def _world(view: WorldView, scene: Scene, look: Look, size: tuple[int, int]) -> Image.Image:
    wide, high = size
    scale, window = wide / WORLD_WIDTH, world_window(wide)
    parts = [header(view, look, wide, scale, label("picture.title"), crop=False)]
    parts.append(_map(scene, window, look))
    below = high - parts[0].height - window.height
    if below >= 24:
        parts.append(legend(signs_of(scene), look.theme, wide, below, scale))
    return stacked(parts, look, high)


def _part(
    view: WorldView, scene: Scene, look: Look, size: tuple[int, int], places: tuple[str, ...]
) -> Image.Image:
    """The part of the world that is in play, with the title and the legend of the world map."""
    wide, scale = size[0], size[0] / CROP_SIZE[0]
    bar = header(view, look, wide, scale, label("picture.title"))
    shown = _map(scene, window_on(places, *size), look)
    high = round(PART_LEGEND * scale)
    below = legend(signs_of(scene), look.theme, wide, high, scale)
    return stacked([bar, shown, below], look)


def _crop(
    view: WorldView, scene: Scene, look: Look, size: tuple[int, int], places: tuple[str, ...]
) -> Image.Image:
    wide, high = size
    bar = header(view, look, wide, wide / CROP_SIZE[0], crop_title(places))
    window = window_on(places, wide, max(64, high - bar.height))
    return stacked([bar, _map(scene, window, look)], look, high)


def action_picture(
    view: WorldView, look: Look, marks: Marks, spots: Sequence[Sequence[str]]
) -> Image.Image:
    """Where things happened, one crop below the other, and below them where on the world that is.

    One picture, since phones shrink two that stand side by side, and crop what is too tall.
    """
    scene = scene_of(view, marks, look.palette)
    wide, high = CROP_SIZE[0], ACTION_HEIGHTS[min(len(spots), len(ACTION_HEIGHTS)) - 1]
    with _lock:
        windows = [window_on(tuple(places), wide, high) for places in spots]
        parts: list[Image.Image] = []
        for places, window in zip(spots, windows, strict=True):
            title = crop_title(tuple(places))
            bar = band(title, look, wide) if parts else header(view, look, wide, 1.0, title)
            parts += [bar, _map(scene, window, look)]
        parts += [band("", look, wide), overview(scene, theme(look.theme), wide, windows)]
    return stacked(parts, look)


def stacked(parts: Sequence[Image.Image], look: Look, high: int = 0) -> Image.Image:
    """Parts of one width below one another, as one picture; of that height, if one is given."""
    size = parts[0].width, high or sum(part.height for part in parts)
    page = Image.new("RGB", size, theme(look.theme).page.ground)
    y = 0
    for part in parts:
        page.paste(part, (0, y))
        y += part.height
    return page


class Stage(NamedTuple):
    """All that pictures of one window in one theme have in common."""

    parts: Backdrop
    painter: Painter
    arranger: Arranger


class _Stages:
    """The stages in use: a few megabytes for a crop, some forty for the world in a theme or for
    what is in play of it. The latter take seconds to make: crops do not push them out."""

    def __init__(self) -> None:
        self.most = STAGES
        self._worlds: OrderedDict[tuple[Window, Theme], Stage] = OrderedDict()
        self._parts: OrderedDict[tuple[Window, Theme], Stage] = OrderedDict()
        self._crops: OrderedDict[tuple[Window, Theme], Stage] = OrderedDict()

    def get(self, window: Window, colours: Theme) -> Stage:
        kept = self._crops
        if window.whole:
            kept = self._worlds
        elif window.width * window.height > LARGEST_CROP:
            kept = self._parts
        key = window, colours
        if key not in kept:
            while len(kept) >= self.most:
                kept.popitem(last=False)
            parts = backdrop(window, colours)
            painter = Painter(parts)
            arranger = Arranger(window, parts.layout, parts.regions, _within(window))
            kept[key] = Stage(parts, painter, arranger)
        kept.move_to_end(key)
        return kept[key]

    def clear(self) -> None:
        """Keep none."""
        for kept in (self._worlds, self._parts, self._crops):
            kept.clear()


_stages = _Stages()


def keep_within(room: int) -> None:
    """Keep about so many bytes of what maps are made of."""
    _stages.most = 1 if room < STAGES_BELOW else STAGES


def forget_maps() -> None:
    """Keep nothing of the maps that were drawn; the next one is painted from the assets again."""
    with _lock:
        _stages.clear()
        forget_overviews()


def _map(scene: Scene, window: Window, look: Look) -> Image.Image:
    colours = theme(look.theme)
    stage = _stages.get(window, colours)
    image, layout, zoom = stage.painter.painted(scene.owners), stage.parts.layout, window.zoom
    draw_out_of_play(image, stage.parts, scene.out_of_play)
    fought = {b.place: b for b in scene.battles}
    blocks = stage.arranger.arrange(scene.places, fought)
    spots = Spots(window, layout, blocks)
    covered = draw_highlights(image, window, colours, scene.highlights)
    built = [road for road in scene.roads if set(road.ends) <= set(layout)]
    covered += draw_roads(image, window, built, spots.town)
    seen = [move for move in scene.moves if move.origin in layout or move.target in layout]
    arrows, counts = draw_moves(image, window, colours, seen, spots.ends)
    covered += arrows
    for key, spot in layout.items():
        if any(meet(spot.box, box) for box in covered):
            left, top, name = name_picture(key, spot, zoom, colours)
            image.paste(name, (left, top), name)
    boxes = [spot.box for spot in layout.values()] + [block.box for block in blocks.values()]
    draw_counts(image, counts, zoom, boxes)
    for place in scene.places:
        if place.id not in layout:
            continue
        block = blocks.get(place.id)
        if block is not None:
            _draw_block(image, block, colours, zoom, layout[place.id].box)
        if place.marker is not None:
            lent = place.settlement.lent_to if place.settlement else None
            _draw_marker(image, place.marker, marker_point(layout[place.id], zoom), zoom, lent)
    return image


def _within(window: Window) -> Box:
    """Where pieces may stand: not on the strips beyond the board's edges."""
    strip = STRIP * window.scale if window.whole else 0
    return strip + 2, 2, window.width - strip - 2, window.height - 2


def _draw_block(image: Image.Image, block: Block, colours: Theme, zoom: float, name: Box) -> None:
    if block.tied:
        x, y = block.middle
        near = min(max(x, name[0]), name[2]), min(max(y, name[1]), name[3])
        pen = ImageDraw.Draw(image)
        for width, colour in ((4.0, colours.marks.panel_edge), (2.0, colours.marks.panel)):
            pen.line((*near, x, y), fill=colour, width=max(1, round(width * zoom)))
    left, top = round(block.box[0]), round(block.box[1])
    picture_of_it = block_picture(block.moved(-left, -top), colours.marks, zoom)
    pad = block_pad(zoom)
    image.paste(picture_of_it, (left - pad, top - pad), picture_of_it)


def _draw_marker(
    image: Image.Image, laid: MarkerView, at: Point, zoom: float, lent: int | None
) -> None:
    x, y = at
    side = MARKER * zoom
    put(image, marker(laid.kind, round(side), laid.face == "up"), x, y)
    for i, seat in enumerate(laid.looked):
        put(image, pip(seat, round(7 * zoom)), x - side * 0.42 + i * 5.2 * zoom, y + side * 0.5)
    if lent is not None:
        put(image, chip(lent, round(10 * zoom)), x + side * 0.42, y + side * 0.42)

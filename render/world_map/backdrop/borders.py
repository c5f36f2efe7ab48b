"""Borders, straits and the frame of the world map, laid over the ground."""

from __future__ import annotations

import math
from collections.abc import Iterable

from PIL import Image, ImageDraw, ImageFilter

from render.flow.dashes import dashes
from render.fonts.faces import face
from render.fonts.writing import spaced_width
from render.style.colour import Colour
from render.style.theme import Theme
from render.world_map.atlas import STRIP, atlas, edge_spans, numbers
from render.world_map.backdrop.name_layout import rose_box
from render.world_map.window import Point, Window

FINER = 2


def lay(over: Image.Image, mask: Image.Image, colour: Colour, strength: float = 1.0) -> None:
    """Put a colour on the overlay where the mask says."""
    if strength != 1.0:
        mask = mask.point([round(value * strength) for value in range(256)])
    layer = Image.new("RGBA", over.size, (*colour, 0))
    layer.putalpha(mask)
    over.alpha_composite(layer)


def draw_borders(over: Image.Image, window: Window, theme: Theme) -> None:
    """Every border of the board, by kind; sea zones are parted by dashes."""
    colours = theme.lines
    lay(over, _strokes(window, "sea", 1.3, colours.sea_strength, (6, 5)), colours.sea)
    lay(over, _strokes(window, "ice", 1.5, 170), colours.ice)
    lay(over, _strokes(window, "land", 3.2, 70), colours.border_glow)
    lay(over, _strokes(window, "land", 1.5, 215), colours.border)
    lay(over, _strokes(window, "coast", 1.5, 235), colours.coast)
    _straits(over, window)


def _strokes(
    window: Window, kind: str, width: float, strength: int, dash: tuple[int, int] | None = None
) -> Image.Image:
    image = Image.new("L", (window.width * FINER, window.height * FINER))
    draw = ImageDraw.Draw(image)
    thick = max(1, round(width * FINER * window.zoom))
    for border in atlas().borders:
        if border.kind == kind:
            for turn in window.turns:
                line = window.line(border.pts, FINER, turn)
                if _outside(line, image.size):
                    continue
                parts: Iterable[list[Point]] = [line]
                if dash:
                    on, off = (length * FINER * window.zoom for length in dash)
                    parts = dashes(line, (on, off))
                for part in parts:
                    draw.line(part, fill=strength, width=thick, joint="curve")
    return image.reduce(FINER)


def _outside(line: list[Point], size: tuple[int, int]) -> bool:
    xs, ys = [x for x, _ in line], [y for _, y in line]
    return max(xs) < 0 or max(ys) < 0 or min(xs) > size[0] or min(ys) > size[1]


def _straits(over: Image.Image, window: Window) -> None:
    """Dotted crossings: the only ways on foot that are not a shared border."""
    finer, zoom = 4, window.zoom
    for strait in atlas().straits:
        for turn in window.turns:
            (x0, y0), (x1, y1) = window.line(strait.line, 1, turn)
            if not (0 <= x0 < window.width and 0 <= y0 < window.height):
                continue
            pad = 8 * zoom
            left, top = int(min(x0, x1) - pad), int(min(y0, y1) - pad)
            size = int(abs(x1 - x0) + 2 * pad), int(abs(y1 - y0) + 2 * pad)
            steps = max(2, round(math.hypot(x1 - x0, y1 - y0) / (4.6 * zoom)))
            dots = Image.new("RGBA", (size[0] * finer, size[1] * finer))
            draw = ImageDraw.Draw(dots)
            for radius, colour in ((2.3, (24, 18, 14)), (1.5, (255, 226, 140))):
                for i in range(steps + 1):
                    r = radius * zoom * finer * (1.35 if i in (0, steps) else 1)
                    x = (x0 + (x1 - x0) * i / steps - left) * finer
                    y = (y0 + (y1 - y0) * i / steps - top) * finer
                    draw.ellipse((x - r, y - r, x + r, y + r), fill=(*colour, 255))
            small = dots.resize(size, Image.Resampling.LANCZOS)
            over.paste(_over(over, small, left, top), (left, top))


def _over(ground: Image.Image, top_layer: Image.Image, left: int, top: int) -> Image.Image:
    box = (left, top, left + top_layer.width, top + top_layer.height)
    return Image.alpha_composite(ground.crop(box), top_layer)


def draw_veil(over: Image.Image, window: Window, theme: Theme, regions: Image.Image) -> None:
    """Cover what a crop shows only because it is in view, softly towards what it is about."""
    shown = {numbers()[place] for place in window.only}
    kinds = [region.kind in ("land", "sea") for region in atlas().regions]
    table = [
        255 if number < len(kinds) and kinds[number] and number not in shown else 0
        for number in range(256)
    ]
    mask = regions.point(table).filter(ImageFilter.BoxBlur(4 * window.zoom))
    lay(over, mask, theme.lines.strip, 0.5)


def draw_frame(over: Image.Image, window: Window, theme: Theme) -> None:
    """The strips beyond the edges fade, and each names the zone that the edge leads to."""
    wide, high = over.size
    strip = round(STRIP * window.scale)
    mask = Image.new("L", over.size)
    draw = ImageDraw.Draw(mask)
    for i in range(strip):
        shade = 110 + 120 * (strip - i) // strip
        draw.line((i, 0, i, high), fill=shade)
        draw.line((wide - 1 - i, 0, wide - 1 - i, high), fill=shade)
    lay(over, mask, theme.lines.strip)
    board = atlas()
    size = round(17 * window.zoom)
    for left in (True, False):
        x = strip / 2 if left else wide - strip / 2
        for zone, (first, last) in edge_spans(board.w if left else 0).items():
            name = board.regions[numbers()[zone]].name
            y = (first + last) / 2 * window.scale
            _edge_name(over, name, x, y, left, size, theme.labels.edge)
    x0, _, x1, y1 = rose_box(window)
    rose(over, (x0 + x1) / 2, y1 - (x1 - x0) / 2, 54 * window.zoom, theme)


def _edge_name(
    over: Image.Image, name: str, x: float, y: float, left: bool, size: int, colour: Colour
) -> None:
    """A zone's name turned along the edge, with an arrow out of the picture."""
    long = int(spaced_width(name, size, 0))
    label = Image.new("RGBA", (long + 2 * size, round(size * 1.45)))
    draw = ImageDraw.Draw(label)
    at = size / 2, label.height / 2
    draw.text(at, name, font=face("sea", size), fill=(*colour, 235), anchor="lm")
    turned = label.rotate(90 if left else -90, expand=True)
    top = min(max(2, round(y - turned.height / 2)), over.height - turned.height - 2)
    over.alpha_composite(turned, (round(x - turned.width / 2), top))
    pen, by = ImageDraw.Draw(over), size * 0.3
    out = by * (-0.55 if left else 0.55)
    ay = top + (size * 0.55 if left else turned.height - size * 0.55)
    points = [(x - out, ay - by), (x + out, ay), (x - out, ay + by)]
    pen.line(points, fill=(*colour, 235), width=max(2, round(size * 0.16)), joint="curve")


def rose(over: Image.Image, x: float, y: float, r: float, theme: Theme) -> None:
    """A compass rose."""
    finer = 4
    side = int(r * 2.5) * finer
    image = Image.new("RGBA", (side, side))
    draw = ImageDraw.Draw(image)
    middle, full = side / 2, r * finer
    light, dark = theme.labels.rose_light, theme.labels.rose_dark
    for far, strength in ((0.74, 150), (0.66, 90)):
        by = full * far
        box = (middle - by, middle - by, middle + by, middle + by)
        draw.ellipse(box, outline=(*light, strength), width=finer)
    for i in range(16):
        a = i * math.pi / 8
        rank = 0 if i % 4 == 0 else 1 if i % 2 == 0 else 2
        far, wide = full * (1, 0.66, 0.4)[rank], full * (0.15, 0.1, 0.05)[rank]
        tip = middle + math.sin(a) * far, middle - math.cos(a) * far
        foot = middle + math.sin(a) * wide, middle - math.cos(a) * wide
        nx, ny = math.cos(a) * wide, math.sin(a) * wide
        for way, fill in ((1, (*dark, 210)), (-1, (*light, 215))):
            side_point = foot[0] + nx * way, foot[1] + ny * way
            draw.polygon([tip, side_point, (middle, middle)], fill=fill)
    font = face("title", int(r * 0.3 * finer))
    draw.text((middle, middle - full * 1.13), "N", font=font, fill=(*light, 230), anchor="mm")
    small = image.resize((side // finer, side // finer), Image.Resampling.LANCZOS)
    over.alpha_composite(small, (int(x - small.width / 2), int(y - small.height / 2)))

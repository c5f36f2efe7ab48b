"""From a view of a game on tiles to its picture: the board in a page with title bar and legend."""

from __future__ import annotations

from collections.abc import Iterable
from threading import RLock

import msgspec
from PIL import Image, ImageDraw, ImageOps

from engine.core.marks import UNMARKED, Marks
from engine.tiles.view import SIDE, Tile, TileView, square_name
from render.fonts.writing import write
from render.header import header
from render.look import Look
from render.style.theme import Theme, theme
from render.tiles.board import Window, draw_board, window_on
from render.tiles.legend import legend
from render.tiles.marks import draw_marks, frame_window, window_on_most
from render.voice import label

NARROWEST = 920
"""The page is no narrower, so that the players' names fit into its title bar."""
MARGIN = 46
OVERVIEW_HIGH = 440
"""The whole board below a part of it is no higher."""

_lock = RLock()


def draw_tiles(
    view: TileView,
    look: Look,
    marks: Marks = UNMARKED,
    size: tuple[int, int] | None = None,
    focus: str | Iterable[str] | None = None,
) -> Image.Image:
    """The board as the view's seat may see it, with its title bar and a legend.

    Squares are named as on the board's edges, `C7`; what is no square of it is left out. `focus`
    shows the part of the board around some squares.
    """
    window = window_on(view, focus)
    with _lock:
        page = _page(view, look, _board(view, window, look, marks), window)
    if size is None:
        return page
    return ImageOps.pad(page, size, Image.Resampling.LANCZOS, color=theme(look.theme).page.ground)


def draw_tile_action(view: TileView, look: Look, marks: Marks) -> Image.Image:
    """Where most happened, close enough to read on a phone, and where on the board that is."""
    window, whole = window_on_most(view, marks), window_on(view)
    with _lock:
        small = None
        if window[:4] != whole[:4]:
            small = _board(view, whole, look, marks)
            frame_window(small, whole, window)
        return _page(view, look, _board(view, window, look, marks), window, small)


def _board(view: TileView, window: Window, look: Look, marks: Marks) -> Image.Image:
    colours = theme(look.theme)
    board = draw_board(view, window, colours, look.palette)
    draw_marks(board, view, window, colours, marks, look.palette)
    return board


def _page(
    view: TileView,
    look: Look,
    board: Image.Image,
    window: Window,
    below: Image.Image | None = None,
) -> Image.Image:
    """The board between title bar and legend, or above what is to be `below`."""
    colours = theme(look.theme)
    wide = max(NARROWEST, board.width + 2 * MARGIN)
    scale = max(0.8, min(1.0, wide / 1500))
    bar = header(view, look, wide, scale, label("picture.title"), crop=False)
    if below is None:
        below = legend(_shown(view, window), look, wide)
    else:
        share = min((wide - 2 * MARGIN) / below.width, OVERVIEW_HIGH / below.height)
        below = ImageOps.scale(below, share, Image.Resampling.LANCZOS)
        sides = (wide - below.width) // 2
        below = ImageOps.expand(below, (sides, 0, sides, MARGIN // 2), colours.page.ground)
    top = bar.height + MARGIN
    high = top + board.height + MARGIN + below.height
    page = Image.new("RGB", (wide, high), colours.page.ground)
    page.paste(bar, (0, 0))
    left = (wide - board.width) // 2
    page.paste(board, (left, top))
    draw = ImageDraw.Draw(page)
    box = (left - 3, top - 3, left + board.width + 2, top + board.height + 2)
    draw.rectangle(box, outline=colours.page.rule, width=3)
    _letters(draw, window, (left, top), board.size, colours)
    page.paste(below, (0, top + board.height + MARGIN))
    return page


def _shown(view: TileView, window: Window) -> TileView:
    """The view without what the picture does not show."""
    covered = {(built.x, built.y) for built in view.buildings}

    def near(tile: Tile) -> bool:
        return any(
            window.shows(tile.x + dx, tile.y + dy) for dx in range(SIDE) for dy in range(SIDE)
        )

    return msgspec.structs.replace(
        view,
        tiles=tuple(tile for tile in view.tiles if near(tile)),
        icons=tuple(
            icon
            for icon in view.icons
            if window.shows(icon.x, icon.y) and (icon.x, icon.y) not in covered
        ),
        tokens=tuple(laid for laid in view.tokens if window.shows(laid.x, laid.y)),
        cities=tuple(city for city in view.cities if window.shows(city.x, city.y)),
        buildings=tuple(built for built in view.buildings if window.shows(built.x, built.y)),
        figures=tuple(stack for stack in view.figures if window.shows(stack.x, stack.y)),
    )


def _letters(
    draw: ImageDraw.ImageDraw,
    window: Window,
    corner: tuple[int, int],
    size: tuple[int, int],
    colours: Theme,
) -> None:
    """The names of columns and rows along all four edges."""
    left, top = corner
    wide, high = size
    letter = min(26, round(window.cell * 0.36))
    for x in range(window.x0, window.x1):
        name = square_name(x, 0).rstrip("0123456789")
        at = left + (x - window.x0 + 0.5) * window.cell
        for y in (top - MARGIN / 2 - 1, top + high + MARGIN / 2):
            write(draw, (at, y), name, "strong", letter, colours.page.quiet, "m")
    for y in range(window.y0, window.y1):
        level = top + (y - window.y0 + 0.5) * window.cell
        for at in (left - MARGIN / 2 - 1, left + wide + MARGIN / 2):
            write(draw, (at, level), str(y + 1), "strong", letter, colours.page.quiet, "m")

"""Marks on a board of tiles: what can be chosen, moves, battles, what is new."""

from __future__ import annotations

from PIL import Image, ImageDraw

from engine.core.marks import Change, Marks
from engine.tiles.view import SIDE, Square, Tile, TileView, square_of
from render.sprites.sprites import badge, battle, put
from render.style.colour import Colour
from render.style.players import SeatColours, colour_of
from render.style.theme import Theme
from render.tiles.board import LARGEST, LONGEST, Window, window_on
from render.world_map.marks.arrows import arrow

CASING = (20, 14, 10)
FRAME = (250, 204, 96)
BATTLE, CHANGE = 4, 2
"""How much more a battle, or something new, matters than the end of a move."""
COLUMNS, ROWS = 12, 9
"""Squares of a part of the board that can be read on a phone."""


def weights_of(marks: Marks) -> dict[Square, int]:
    """How much happened on each square."""
    found: dict[Square, int] = {}
    weighted = [(end, 1) for move in marks.moves for end in (move.origin, move.target)]
    weighted += [(battle.place, BATTLE) for battle in marks.battles]
    weighted += [(change.place, CHANGE) for change in marks.changes]
    for place, weight in weighted:
        square = square_of(place)
        if square is not None:
            found[square] = found.get(square, 0) + weight
    return found


def window_on_most(view: TileView, marks: Marks) -> Window:
    """The part of the board where most happened, not too large for a phone; all where nothing did.

    The board itself where it is no larger than such a part.
    """
    weights = weights_of(marks)
    wide, high = view.size
    columns, rows = min(wide, COLUMNS), min(high, ROWS)
    if not weights:
        return window_on(view)

    def happened(corner: Square) -> tuple[int, float]:
        x, y = corner
        inside = [at for at in weights if x <= at[0] < x + columns and y <= at[1] < y + rows]
        # Of equal parts, the one that has things in its middle.
        off = sum(abs(a - x - columns / 2) + abs(b - y - rows / 2) for a, b in inside)
        return sum(weights[at] for at in inside), -off

    corners = ((x, y) for y in range(high - rows + 1) for x in range(wide - columns + 1))
    x, y = max(corners, key=happened)
    cell = min(LARGEST, LONGEST // max(columns, rows))
    return Window(x, y, x + columns, y + rows, cell)


def frame_window(image: Image.Image, whole: Window, part: Window) -> None:
    """Frame the part of the whole board that is shown elsewhere."""
    left, top = whole.corner(part.x0, part.y0)
    right, bottom = whole.corner(part.x1, part.y1)
    wide = max(4, whole.cell // 6)
    ImageDraw.Draw(image).rectangle((left, top, right - 1, bottom - 1), outline=FRAME, width=wide)


def draw_marks(
    image: Image.Image,
    view: TileView,
    window: Window,
    colours: Theme,
    marks: Marks,
    palette: SeatColours,
) -> None:
    """Mark what can be chosen, and what happened."""
    cell = window.cell
    for name in marks.highlights:
        square = square_of(name)
        if square is not None and window.shows(*square):
            _frame(image, (*square, 1), window, colours.marks.option, colours.marks.option_glow)
    for change in marks.changes:
        _change(image, view, change, window, palette)
    for move in marks.moves:
        ends = square_of(move.origin), square_of(move.target)
        if ends[0] is None or ends[1] is None or not all(window.shows(*e) for e in ends if e):
            continue
        (x0, y0), (x1, y1) = window.middle(ends[0]), window.middle(ends[1])
        steps = [0.2 + 0.62 * i / 8 for i in range(9)]
        path = tuple((round(x0 + (x1 - x0) * t, 1), round(y0 + (y1 - y0) * t, 1)) for t in steps)
        left, top, sprite = arrow(path, palette.of(move.owner), cell / 40, colours.marks.casing)
        image.paste(sprite, (left, top), sprite)
    for fought in marks.battles:
        square = square_of(fought.place)
        if square is not None and window.shows(*square):
            x, y = window.middle(square)
            winner = None if fought.winner is None else palette.of(fought.winner)
            burst = battle(winner, round(cell * 0.5), colours.marks.battle)
            put(image, burst, x + cell * 0.28, y - cell * 0.28)


def _change(
    image: Image.Image, view: TileView, change: Change, window: Window, palette: SeatColours
) -> None:
    """A frame in its owner's colour: around a square, with a sign where something new stands, or
    around a tile that was turned up."""
    square = square_of(change.place)
    if square is None:
        return
    colour = colour_of(palette.of(change.owner))
    if change.kind == "explored":
        tile = next((each for each in view.tiles if _is_in(square, each)), None)
        if tile is not None:
            _frame(image, (tile.x, tile.y, SIDE), window, colour)
    elif window.shows(*square):
        _frame(image, (*square, 1), window, colour)
        if change.kind == "made":
            x, y = window.middle(square)
            put(image, badge("+", round(window.cell * 0.3)), x - window.cell * 0.36, y)


def _is_in(square: Square, tile: Tile) -> bool:
    return 0 <= square[0] - tile.x < SIDE and 0 <= square[1] - tile.y < SIDE


def _frame(
    image: Image.Image,
    area: tuple[int, int, int],
    window: Window,
    colour: Colour,
    glow: Colour | None = None,
) -> None:
    """A line around squares, from a corner on and so many along each side; perhaps they glow."""
    x, y, along = area
    side, finer = window.cell * along, 2
    light, line, casing = (Image.new("L", (side * finer, side * finer)) for _ in range(3))
    rim = side * finer - 1 - 2 * finer
    box, bend = (2 * finer, 2 * finer, rim, rim), window.cell * 0.16 * finer
    wide = max(3, round(window.cell * 0.07)) * finer
    ImageDraw.Draw(light).rounded_rectangle(box, bend, fill=70)
    ImageDraw.Draw(casing).rounded_rectangle(box, bend, outline=200, width=wide + 2 * finer)
    ImageDraw.Draw(line).rounded_rectangle(box, bend, outline=255, width=wide)
    left, top = (round(v) for v in window.corner(x, y))
    if glow is not None:
        image.paste(glow, (left, top), light.reduce(finer))
    else:
        image.paste(CASING, (left, top), casing.reduce(finer))
    image.paste(colour, (left, top), line.reduce(finer))

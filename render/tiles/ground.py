"""The ground of a tile: terrain whose edges wander a little around the squares.

Everything is made from the tile's letters and its place, so that a tile looks the same in every
picture and on every machine.
"""

from __future__ import annotations

from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from engine.tiles.view import SIDE
from render.sprites.icons import icon
from render.sprites.things import UNKNOWN, looks
from render.style.colour import Colour, mixed
from render.style.theme import Land

EDGE = 1
"""Squares around a tile that are drawn along with it, so that its terrain runs on to its edge."""
ORDER = "DFMW"
"""From below to above; grassland lies under everything."""
SHALLOW, BEACH, WAVE = (120, 190, 200), (238, 222, 176), (214, 238, 240)


def ground(rows: tuple[str, ...], seed: tuple[int, int], cell: int, land: Land) -> Image.Image:
    """A face-up tile, `SIDE` squares of `cell` pixels each way."""
    rng = Random(f"{rows} {seed}")
    squares = _surrounded(rows)
    side = (SIDE + 2 * EDGE) * cell
    image = Image.new("RGB", (side, side), looks().terrain["G"].colour)
    coarse = _noise(rng, side, max(1, side // 14)).filter(ImageFilter.GaussianBlur(cell * 0.05))
    for letter in ORDER:
        _terrain(image, squares, letter, coarse, cell)
    image = image.crop((EDGE * cell, EDGE * cell, side - EDGE * cell, side - EDGE * cell))
    fine = _noise(rng, image.width, max(1, image.width // 2))
    fine = fine.point([226 + v * 29 // 255 for v in range(256)])
    image = ImageChops.multiply(image, Image.merge("RGB", [fine] * 3))
    _waves(image, rows, cell, rng)
    _strew(image, rows, cell, rng)
    if land.share:
        paper = Image.new("RGB", image.size, land.paper)
        image = Image.blend(image, paper, land.share * 0.6)
    return image


def terrain_at(rows: tuple[str, ...], x: int, y: int) -> str:
    """The letter of a square of a tile; grassland for what is no terrain."""
    row = rows[y] if 0 <= y < len(rows) else ""
    letter = row[x] if 0 <= x < len(row) else UNKNOWN
    return letter if letter in looks().terrain else UNKNOWN


def _surrounded(rows: tuple[str, ...]) -> list[str]:
    """The tile with its outermost squares once more around it."""
    reach = range(-EDGE, SIDE + EDGE)

    def kept(at: int) -> int:
        return min(max(at, 0), SIDE - 1)

    return ["".join(terrain_at(rows, kept(x), kept(y)) for x in reach) for y in reach]


def _noise(rng: Random, side: int, grain: int) -> Image.Image:
    """Grey noise with so many grains to a side, grains blending into one another."""
    grains = Image.frombytes("L", (grain, grain), rng.randbytes(grain * grain))
    return grains.resize((side, side), Image.Resampling.BICUBIC)


def _terrain(
    image: Image.Image, squares: list[str], letter: str, noise: Image.Image, cell: int
) -> None:
    if not any(letter in row for row in squares):
        return
    small = Image.new("L", (len(squares[0]), len(squares)))
    small.putdata([255 if found == letter else 0 for row in squares for found in row])
    mask = small.resize(image.size, Image.Resampling.NEAREST)
    mask = mask.filter(ImageFilter.GaussianBlur(cell * 0.15))
    wander = noise.point([max(70, min(186, round(128 + (v - 128) * 0.42))) for v in range(256)])
    mask = ImageChops.add(mask, wander, 1, -128)
    mask = mask.point([max(0, min(255, (v - 118) * 9)) for v in range(256)])
    if letter != "W":
        image.paste(looks().terrain[letter].colour, (0, 0), mask)
        return
    wider = mask.filter(ImageFilter.BoxBlur(2)).point([min(255, v * 12) for v in range(256)])
    shore = ImageChops.subtract(wider, mask)
    image.paste(BEACH, (0, 0), shore.filter(ImageFilter.GaussianBlur(1)))
    depth = mask.filter(ImageFilter.GaussianBlur(cell * 0.16))
    deep = depth.point([max(0, min(255, (v - 90) * 2)) for v in range(256)])
    water = Image.new("RGB", image.size, SHALLOW)
    water.paste(looks().terrain["W"].colour, (0, 0), deep)
    image.paste(water, (0, 0), mask)


def _waves(image: Image.Image, rows: tuple[str, ...], cell: int, rng: Random) -> None:
    finer, unit = 2, cell * 0.11
    mask = Image.new("L", (image.width * finer, image.height * finer))
    draw = ImageDraw.Draw(mask)
    for y in range(SIDE):
        for x in range(SIDE):
            if terrain_at(rows, x, y) != "W":
                continue
            for _ in range(2):
                left = (x + rng.uniform(0.08, 0.3)) * cell
                top = (y + rng.uniform(0.25, 0.8)) * cell
                for i in range(3):
                    start = left + i * 2 * unit
                    box = [v * finer for v in (start, top - unit, start + 2 * unit, top + unit)]
                    draw.arc(box, 200, 340, fill=110, width=max(1, cell // 24))
    image.paste(WAVE, (0, 0), mask.reduce(finer))


def _strew(image: Image.Image, rows: tuple[str, ...], cell: int, rng: Random) -> None:
    """Trees, peaks and cactuses, those further down in front."""
    for y in range(SIDE):
        for x in range(SIDE):
            strewn = looks().terrain[terrain_at(rows, x, y)].strewn
            if strewn is None:
                continue
            spots = [
                (rng.uniform(0.14, 0.86), rng.uniform(0.16, 0.86)) for _ in range(strewn.count)
            ]
            for dx, dy in sorted(spots, key=lambda spot: spot[1]):
                side = max(4, round(cell * strewn.size * rng.uniform(0.85, 1.15)))
                at = round((x + dx) * cell - side / 2), round((y + dy) * cell - side / 2)
                _stamp(image, strewn.icon, side, strewn.colour, at)


def _stamp(image: Image.Image, key: str, side: int, colour: Colour, at: tuple[int, int]) -> None:
    mask = icon(key, side)
    light = mixed(colour, (255, 255, 255), 0.3)
    image.paste(light, (at[0] - 1, at[1] - 2), mask.point([v // 2 for v in range(256)]))
    image.paste(colour, at, mask.point([v * 210 // 255 for v in range(256)]))

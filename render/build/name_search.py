"""A search for where the names of places stand, and below them their pieces.

What a name and the pieces below it would cover, how far they are from the middle of their land, and
how they overlap their neighbours: candidate positions are weighed, first one place after the other,
then by simulated annealing.
"""

from __future__ import annotations

import math
from random import Random
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from render.world_map.atlas import Region, atlas
from render.world_map.backdrop.name_layout import (
    ROW,
    ROW_WIDTH,
    SECOND_ROW,
    Layout,
    Spot,
    is_seen,
    name_extent,
    name_size,
    numbered,
    rose_box,
)
from render.world_map.window import Box, Window, meet


class Effort(NamedTuple):
    """How many positions a place looks at, how many of them it brings to the search, how often all
    places choose again, and how many changes each place tries at random after that."""

    looked_at: int
    kept: int
    sweeps: int
    tries: int


THOROUGH = Effort(2400, 150, 6, 2500)


class _Candidate(NamedTuple):
    cost: float
    spot: Spot
    boxes: tuple[Box, ...]
    hull: Box


WEIGHTS = ((5.0, 1.5, 1.1), (1.5, 1.0, 0.55), (1.1, 0.55, 0.3))
"""How bad an overlap is: name, first row, second row against the same."""


def place_names(
    window: Window, margin: float = 3.0, effort: Effort = THOROUGH, seed: int = 1
) -> Layout:
    """A spot for every place that shows enough of itself. `margin` stays free at the sides."""
    cell = 4.0 * window.zoom
    cells = numbered(window, cell)
    if window.whole:
        x0, y0, x1, y1 = (side / cell for side in rose_box(window))
        cells.paste(255, (int(x0), int(y0), int(x1), int(y1)))
    brought: dict[str, list[_Candidate]] = {}
    for number, region in enumerate(atlas().regions):
        if region.is_place and (not window.only or region.id in window.only):
            found = _candidates(window, cells, cell, number, region, margin, effort)
            if found:
                brought[region.id] = found
    chosen = _settled(brought, window.zoom, effort, Random(seed))
    return {key: _with_leader(window, cells, cell, key, chosen[key].spot) for key in brought}


def _splits(region: Region) -> list[tuple[str, ...]]:
    """A name on one line or on two."""
    words = region.name.split()
    ways: list[tuple[str, ...]] = [(region.name,)]
    if len(words) > 1 and (region.kind == "sea" or len(region.name) > 9):
        ways.append((" ".join(words[:-1]), words[-1]))
    return ways


def _costs(number: int, region: Region) -> list[int]:
    """What it costs to cover a pixel of each region."""
    price = {"land": 200, "sea": 46, "ice": 90, "scenery": 60, "lake": 30}
    if region.kind == "sea":
        price |= {"land": 235, "sea": 124}
    table = [255] * 256
    for n, what in enumerate(atlas().regions):
        table[n] = price[what.kind]
    table[number] = 0
    return table


def _candidates(
    window: Window,
    cells: Image.Image,
    cell: float,
    number: int,
    region: Region,
    margin: float,
    effort: Effort,
) -> list[_Candidate]:
    own = cells.point([255 if n == number else 0 for n in range(256)])
    box = own.getbbox()
    if box is None:
        return []
    zoom = window.zoom
    visible = own.histogram()[255] * cell * cell
    if not is_seen(region, visible, window):
        return []
    costs = cells.point(_costs(number, region))
    near = own.filter(ImageFilter.BoxBlur(36 * zoom / cell)).load()
    inside = own.load()
    ax, ay = _middle(window, own, cell, region)
    main = _main_part(own, region, round(ax / cell), round(ay / cell)).load()
    assert near is not None and inside is not None and main is not None
    size = name_size(region, visible, zoom)
    second = SECOND_ROW if region.kind == "land" else 0.0
    # A zone's name gives way to what stands on land; better a little of it than the pieces' room.
    weight = 1.5 if second else 3.0
    step = max(1, round(math.sqrt((box[2] - box[0]) * (box[3] - box[1]) / effort.looked_at)))
    found: list[tuple[float, Spot]] = []
    for way, lines in enumerate(_splits(region)):
        wide, high = name_extent(region, lines, size, zoom)
        row = (ROW_WIDTH * zoom, ROW * zoom)
        name_cost = _mean(costs, wide / cell, high / cell)
        row_cost = _mean(costs, row[0] / cell, row[1] / cell)
        half = max(wide, row[0]) / 2
        first = max(0, box[0] - 6, math.ceil((margin + half) / cell - 0.5))
        last = min(cells.width, box[2] + 6, int((window.width - margin - half) / cell + 0.5))
        top = max(0, box[1] - 8 - int((high + row[1]) / cell))
        bottom = min(box[3] + 8, int((window.height - 2 - high - row[1] * 0.9) / cell))
        for gy in range(top, bottom, step):
            y = (gy + 0.5) * cell
            name_row = int((y + high / 2) / cell)
            first_row = min(cells.height - 1, int((y + high + row[1] / 2) / cell))
            second_row = int((y + high + row[1] + second * zoom / 2) / cell)
            centre = min(cells.height - 1, int((y + (high + row[1]) / 2) / cell))
            for gx in range(first, last, step):
                x = (gx + 0.5) * cell
                cost = weight * name_cost[gx, name_row] + row_cost[gx, first_row]
                if second:
                    cost += 0.45 * row_cost[gx, second_row]
                cost = cost / 200 + 0.03 * way
                if not near[gx, centre]:
                    cost += 1.5
                cost += 0.4 * math.hypot(x - ax, y + (high + row[1]) / 2 - ay) / (260 * zoom)
                if not main[gx, first_row]:
                    cost += 0.9
                if not second:
                    cost += 0.3 * (not inside[gx, name_row]) + 1.3 * (not inside[gx, first_row])
                elif not region.island:
                    cost += 2.0 * (not inside[gx, name_row]) + 1.0 * (not inside[gx, first_row])
                found.append((cost, Spot(x, y, size, lines, wide, high)))
    found.sort(key=lambda one: one[0])
    # The best, and further ones thinned out: neighbours on the grid are nearly the same.
    thin = max(2, 10 // step)
    kept = found[: effort.kept // 3] + found[effort.kept // 3 : effort.kept * thin : thin]
    return [_candidate(cost, spot, zoom, bool(second)) for cost, spot in kept]


def _candidate(cost: float, spot: Spot, zoom: float, two_rows: bool) -> _Candidate:
    half, top = ROW_WIDTH * zoom / 2, spot.y + spot.height
    boxes = [spot.box, (spot.x - half, top, spot.x + half, top + ROW * zoom)]
    if two_rows:
        below = top + ROW * zoom
        boxes.append((spot.x - half, below, spot.x + half, below + SECOND_ROW * zoom))
    hull = (
        min(box[0] for box in boxes) - 2,
        boxes[0][1] - 2,
        max(box[2] for box in boxes) + 2,
        boxes[-1][3] + 2,
    )
    return _Candidate(cost * 1.6, spot, tuple(boxes), hull)


def _mean(costs: Image.Image, wide: float, high: float) -> _Pixels:
    """For every cell the mean cost over a box around it."""
    blurred = costs.filter(ImageFilter.BoxBlur((max(0, (wide - 1) / 2), max(0, (high - 1) / 2))))
    return _Pixels(blurred)


class _Pixels:
    """A grey image as a table; beyond its edges it costs the most."""

    def __init__(self, image: Image.Image) -> None:
        self.width, self.height = image.size
        self.data = image.tobytes()

    def __getitem__(self, at: tuple[int, int]) -> int:
        x, y = at
        if 0 <= x < self.width and 0 <= y < self.height:
            return self.data[y * self.width + x]
        return 255


def _middle(window: Window, own: Image.Image, cell: float, region: Region) -> tuple[float, float]:
    """The region's anchor, or the middle of what shows of it when that lies outside."""
    for turn in window.turns:
        x, y = window.point(*region.anchor, turn)
        if 0 < x < window.width and 0 < y < window.height:
            return x, y
    box = own.getbbox() or (0, 0, 0, 0)
    return (box[0] + box[2]) / 2 * cell, (box[1] + box[3]) / 2 * cell


def _main_part(own: Image.Image, region: Region, x: int, y: int) -> Image.Image:
    """The part of a region that hangs together with its middle: not a gulf behind a narrow strait,
    not an island off the coast. Pieces gather there."""
    part = own.filter(ImageFilter.MinFilter(3)) if region.kind == "sea" else own.copy()
    at = min(max(x, 0), own.width - 1), min(max(y, 0), own.height - 1)
    if part.getpixel(at) != 255:
        return own
    ImageDraw.floodfill(part, at, 128)
    return part.point([255 if value == 128 else 0 for value in range(256)]).filter(
        ImageFilter.MaxFilter(3)
    )


def _overlap(a: _Candidate, b: _Candidate) -> float:
    p, q = a.hull, b.hull
    if not meet(p, q):
        return 0.0
    area = 0.0
    for i, one in enumerate(a.boxes):
        for j, two in enumerate(b.boxes):
            wide = min(one[2], two[2]) - max(one[0], two[0]) + 2
            high = min(one[3], two[3]) - max(one[1], two[1]) + 1
            if wide > 0 and high > 0:
                area += wide * high * WEIGHTS[i][j]
    return area


def _settled(
    brought: dict[str, list[_Candidate]], zoom: float, effort: Effort, random: Random
) -> dict[str, _Candidate]:
    """Let each place in turn take its best position against the others', some rounds long.

    With time enough, go on by simulated annealing: a worse position is taken too, ever more rarely,
    so that knots come undone. The best state of all is the answer.
    """
    unit = 2.2 / (900 * zoom**2)
    names = list(brought)
    hulls = {name: _hull(options) for name, options in brought.items()}
    rivals = {
        name: [other for other in names if other != name and meet(hulls[name], hulls[other])]
        for name in names
    }
    chosen = {name: options[0] for name, options in brought.items()}

    def price(name: str, one: _Candidate) -> float:
        return one.cost + unit * sum(_overlap(one, chosen[other]) for other in rivals[name])

    def total() -> float:
        pairs = sum(
            _overlap(chosen[name], chosen[other]) for name in names for other in rivals[name]
        )
        return sum(one.cost for one in chosen.values()) + unit * pairs / 2

    best, least = dict(chosen), math.inf
    for _ in range(effort.sweeps):
        order = names[:]
        random.shuffle(order)
        for name in order:
            chosen[name] = min(brought[name], key=lambda one: price(name, one))
        if total() < least:
            best, least = dict(chosen), total()
    tries = effort.tries * len(names)
    for i in range(tries):
        heat = max(0.004, (1 - i / tries) ** 2)
        name = random.choice(names)
        options = brought[name]
        one = options[int(random.random() ** 2 * len(options))]
        worse = price(name, one) - price(name, chosen[name])
        if worse < 0 or random.random() < math.exp(-worse / heat):
            chosen[name] = one
    return chosen if tries and total() < least else best


def _hull(options: list[_Candidate]) -> Box:
    return (
        min(one.hull[0] for one in options),
        min(one.hull[1] for one in options),
        max(one.hull[2] for one in options),
        max(one.hull[3] for one in options),
    )


def _with_leader(window: Window, cells: Image.Image, cell: float, key: str, spot: Spot) -> Spot:
    """A line to the land for a name that stands clear of it."""
    number = next(n for n, region in enumerate(atlas().regions) if region.id == key)
    if atlas().regions[number].kind != "land":
        return spot
    half, bottom = ROW_WIDTH * window.zoom / 2, spot.y + spot.height + ROW * window.zoom
    under = cells.crop(
        (
            int((spot.x - half) / cell),
            int(spot.y / cell),
            math.ceil((spot.x + half) / cell),
            math.ceil(bottom / cell),
        )
    )
    if number in under.tobytes():
        return spot
    x, y = _nearest(cells, cell, number, spot.x, spot.y + spot.height)
    return spot._replace(leader=(x, y))


def _nearest(
    cells: Image.Image, cell: float, number: int, x: float, y: float
) -> tuple[float, float]:
    data, wide = cells.tobytes(), cells.width
    spots = [
        ((at % wide + 0.5) * cell, (at // wide + 0.5) * cell)
        for at, value in enumerate(data)
        if value == number
    ]
    return min(spots, key=lambda spot: math.hypot(spot[0] - x, spot[1] - y))

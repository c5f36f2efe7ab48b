"""Which part of the board a picture of some places shows."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from engine.core.marks import Battle, Move
from render.voice import label
from render.world_map.atlas import STRIP, Region, atlas, beside, numbers
from render.world_map.window import Window, world_window

MARGIN = 0.04
"""How much is shown around the places asked for, as a share of their extent."""
NARROWEST = 720.0
"""The least width of a crop in board units: what surrounds a place tells where it is."""
WIDEST = 0.7
"""Places that extend over more of the board than this are shown on the whole of it."""
LARGEST_ZOOM, SMALLEST_ZOOM = 2.0, 1.3
CONTINENTS_NAMED = 2
UPRIGHT = 0.8
"""The least width of an upright picture for its height: a phone shows it without shrinking it."""
TOGETHER = 960.0, 560.0
"""The most that places shown together extend, in board units: names stay readable on a phone."""


def continents() -> tuple[str, ...]:
    """The names of all continents."""
    return tuple(sorted({r.continent for r in atlas().regions if r.continent}))


def places_of(focus: str | Iterable[str]) -> tuple[str, ...]:
    """The places a focus means: those of a continent, a single one, or the ids given."""
    if isinstance(focus, str):
        wanted = focus.strip().lower().replace("_", " ")
        for region in atlas().places:
            if wanted in (region.name.lower(), region.id.replace("_", " ")):
                return (region.id,)
        return tuple(r.id for r in atlas().places if (r.continent or "").lower() == wanted)
    known = numbers()
    return tuple(dict.fromkeys(key for key in focus if key in known))


@lru_cache(64)
def window_on(places: tuple[str, ...], width: int, height: int) -> Window:
    """The window that shows places and what lies beside them; the world for no places.

    A crop keeps the shape of its picture, stays on the board from north to south, and may go round
    the edge of the board.
    """
    if not places:
        return world_window(width)
    left, top, right, bottom = _extent(places)
    pad = MARGIN * max(right - left, bottom - top) + 16
    left, top, right, bottom = left - pad, top - pad, right + pad, bottom + pad
    board = atlas()
    wide = max(right - left, (bottom - top) * width / height, NARROWEST)
    wide = min(wide, board.h * width / height, float(board.w))
    high = wide * height / width
    x = (left + right) / 2 - wide / 2
    y = min(max(0.0, (top + bottom) / 2 - high / 2), board.h - high)
    if left >= -STRIP and right <= board.w + STRIP:
        x = min(max(x, -float(STRIP)), board.w + STRIP - wide)
    scale = width / wide
    zoom = max(SMALLEST_ZOOM, min(LARGEST_ZOOM, 1.82 * (scale / 1.132) ** 0.55)) * width / 1200
    near = {*places, *(other for place in places for other in beside()[place])}
    shown = tuple(region.id for region in board.places if region.id in near)
    return Window(
        round(x, 1), math.floor(y * 10) / 10, width, height, scale, round(zoom, 3), only=shown
    )


def fits(places: tuple[str, ...], width: int, height: int) -> bool:
    """Whether a crop of that shape shows all of some places, and less than the world."""
    if not places:
        return False
    left, top, right, bottom = _extent(places)
    board = atlas()
    wide = max(right - left, (bottom - top) * width / height)
    return wide < min(board.h * width / height, WIDEST * board.w)


def shape_of(places: tuple[str, ...], pixels: int) -> tuple[int, int] | None:
    """How wide and high a picture of so many pixels is that shows some places and a margin around
    them; None where they extend over so much of the board that all of it is shown."""
    if not places:
        return None
    left, top, right, bottom = _extent(places)
    board = atlas()
    margin = 2 * (MARGIN * max(right - left, bottom - top) + 16)
    wide, high = right - left + margin, min(bottom - top + margin, board.h)
    if wide > WIDEST * board.w:
        return None
    wide = max(wide, high * UPRIGHT)
    scale = math.sqrt(pixels / (wide * high))
    return round(wide * scale), round(high * scale)


def _heart(region: Region) -> tuple[float, float, float, float]:
    """A region's box without its farthest arms: enough of it to know it by."""
    x0, y0, x1, y1 = region.bounds()
    x, y = region.anchor
    far = 0.75 * math.sqrt(region.area)
    return max(x0, x - far), max(y0, y - far), min(x1, x + far), min(y1, y + far)


def _extent(places: Sequence[str]) -> tuple[float, float, float, float]:
    """The least box around places, going round the edge where that is shorter."""
    board, known = atlas(), numbers()
    boxes = [_heart(board.regions[known[key]]) for key in places]
    wide = board.w
    best: tuple[float, float] | None = None
    for start in (0.0, *(box[0] for box in boxes)):
        shifted = [(b[0] + wide, b[2] + wide) if b[0] < start else (b[0], b[2]) for b in boxes]
        span = min(a for a, _ in shifted), max(b for _, b in shifted)
        if best is None or span[1] - span[0] < best[1] - best[0] - 1:
            best = span
    assert best is not None
    left, right = best
    if left >= wide / 2 and right > wide + STRIP:
        left, right = left - wide, right - wide
    return left, min(b[1] for b in boxes), right, max(b[3] for b in boxes)


def crop_title(places: tuple[str, ...]) -> str:
    """What a crop is called: its one place, or the continents that most of its places are on."""
    board, known = atlas(), numbers()
    regions = [board.regions[known[key]] for key in places]
    for name in continents():
        if {r.id for r in regions} == {r.id for r in board.places if r.continent == name}:
            return name
    if len(regions) == 1:
        return regions[0].name
    shared = Counter(r.continent for r in regions if r.continent)
    named = [name for name, _ in shared.most_common(CONTINENTS_NAMED)]
    return label("picture.between").join(named) or regions[0].name


def hot_spots(
    moves: Iterable[Move] = (),
    battles: Iterable[Battle] = (),
    most: int = 3,
    news: Iterable[str] = (),
) -> tuple[tuple[str, ...], ...]:
    """Where something happened, as at most `most` groups of places to focus on: battles first, then
    other `news` that matter to all.

    Places near one another make one group, so that one crop shows them together.
    """
    known = numbers()
    links = [(m.origin, m.target) for m in moves if m.origin in known and m.target in known]
    fought = [b.place for b in battles if b.place in known]
    noted = [place for place in news if place in known]
    groups: list[list[str]] = [[place] for place in dict.fromkeys((*fought, *noted))]
    groups += [list(dict.fromkeys(pair)) for pair in links]
    merged: list[list[str]] = []
    for group in groups:
        for other in merged:
            if _near(group, other):
                other += [place for place in group if place not in other]
                break
        else:
            merged.append(list(group))

    def worth(group: list[str]) -> tuple[int, int, int]:
        return sum(p in fought for p in group), sum(p in noted for p in group), len(group)

    return tuple(tuple(group) for group in sorted(merged, key=worth, reverse=True)[:most])


def _near(group: list[str], other: list[str]) -> bool:
    """Whether two groups fit into one crop of a readable size."""
    left, top, right, bottom = _extent([*other, *group])
    return right - left < TOGETHER[0] and bottom - top < TOGETHER[1]

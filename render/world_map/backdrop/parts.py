"""Everything in a window that no game changes: ground, borders, names.

The world map's comes ready from `assets/`; a crop's is drawn when it is first shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec
from PIL import Image

from render.asset_files import ASSETS
from render.style.theme import Theme
from render.voice import label
from render.world_map.backdrop.borders import draw_borders, draw_frame, draw_veil
from render.world_map.backdrop.ground import ground, land_mask
from render.world_map.backdrop.name_layout import Layout, Spot, brought_over, numbered
from render.world_map.backdrop.names import draw_names
from render.world_map.backdrop.tiled_image import TiledImage
from render.world_map.window import WORLD_WIDTH, Window, world_window

OVERVIEW_WIDTH = 1200
"""The width of the world as it stands below a crop, without names."""
BAKED = {world_window(WORLD_WIDTH): "world", world_window(OVERVIEW_WIDTH): "overview"}
"""The windows whose maps lie in the assets, and what their files are called."""


class Backdrop(NamedTuple):
    """A map without owners, and what is laid over it once more where land is tinted.

    `regions` is the map as region numbers, `land` how much of each pixel is land. The images are
    shared: never draw on one.
    """

    window: Window
    theme: Theme
    base: TiledImage
    regions: Image.Image
    land: Image.Image
    over: TiledImage
    layout: Layout


def backdrop(window: Window, theme: Theme, named: bool = True) -> Backdrop:
    """The static parts of a window, with names or without, from the assets where they are there."""
    if window in BAKED:
        found = _baked(BAKED[window], window, theme)
        if found is not None:
            return found if named else found._replace(layout={})
    return make_backdrop(window, theme, None if named else {})


def make_backdrop(window: Window, theme: Theme, layout: Layout | None = None) -> Backdrop:
    """The static parts of a window, drawn afresh."""
    layout = layout_of(window) if layout is None else layout
    land = land_mask(window)
    regions = numbered(window)
    over = Image.new("RGBA", (window.width, window.height))
    draw_borders(over, window, theme)
    if window.only:
        draw_veil(over, window, theme, regions)
    if window.whole:
        draw_frame(over, window, theme)
    draw_names(over, window, theme, layout, label("picture.ice"))
    base = ground(window, theme, land)
    base.paste(over, (0, 0), over)
    return Backdrop(window, theme, TiledImage.of(base), regions, land, TiledImage.of(over), layout)


def layout_of(window: Window) -> Layout:
    """Where names stand: as they were placed for the world and the continents, else taken over."""
    world = world_window()
    if (kept := _layouts().get(window_key(window))) is not None:
        return kept
    placed = _layouts().get(window_key(world), {})
    return _scaled(placed, window.zoom) if window.whole else brought_over(placed, world, window)


def window_key(window: Window) -> str:
    """A window's name in the file of layouts."""
    corner = f"{window.left:.0f},{window.top:.0f}"
    return f"{corner},{window.width}x{window.height}@{window.zoom:.3f}#{len(window.only)}"


@lru_cache(1)
def _layouts() -> Mapping[str, Layout]:
    path = ASSETS / "layouts.json"
    if not path.exists():
        return {}
    return msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, Spot]])


def _scaled(layout: Layout, by: float) -> Layout:
    if by == 1:
        return layout
    return {
        key: spot._replace(
            x=spot.x * by,
            y=spot.y * by,
            width=spot.width * by,
            height=spot.height * by,
            leader=spot.leader and (spot.leader[0] * by, spot.leader[1] * by),
        )
        for key, spot in layout.items()
    }


def baked_path(name: str, theme: Theme | None, part: str) -> str:
    """The file of a part of a baked map; parts without colour have no theme."""
    return f"{name}_{part}.png" if theme is None else f"{name}_{theme.name}_{part}.tiles"


def _baked(name: str, window: Window, theme: Theme) -> Backdrop | None:
    paths = [ASSETS / baked_path(name, theme, part) for part in ("base", "over")]
    paths += [ASSETS / baked_path(name, None, part) for part in ("regions", "land")]
    if not all(path.exists() for path in paths):
        return None
    base, over = (TiledImage.read(path.read_bytes()) for path in paths[:2])
    regions, land = (_shared(path) for path in paths[2:])
    return Backdrop(window, theme, base, regions, land, over, layout_of(window))


@lru_cache(4)
def _shared(path: Path) -> Image.Image:
    """A picture that is the same in all themes."""
    with Image.open(path) as image:
        image.load()
        return image

"""Where names stand on the world map and on the continents' crops -> `layouts.json`."""

from __future__ import annotations

from pathlib import Path

import msgspec

from render.build.name_search import place_names
from render.header import CROP_HEADER
from render.world_map.backdrop.name_layout import Layout, Spot
from render.world_map.backdrop.parts import window_key
from render.world_map.crop import continents, places_of, window_on
from render.world_map.picture import CROP_SIZE
from render.world_map.window import Window, world_window


def build_layouts(out: Path) -> str:
    """Write the layouts that are worked out beforehand."""
    world = world_window()
    windows: list[tuple[Window, float]] = [(world, -world.left * world.scale + 3)]
    for name in continents():
        crop = window_on(places_of(name), CROP_SIZE[0], CROP_SIZE[1] - CROP_HEADER)
        windows.append((crop, 3.0))
    found = {window_key(w): _rounded(place_names(w, margin)) for w, margin in windows}
    text = msgspec.json.format(msgspec.json.encode(found), indent=1)
    (out / "layouts.json").write_bytes(text + b"\n")
    return f"{sum(map(len, found.values()))} names on {len(found)} maps"


def _rounded(layout: Layout) -> Layout:
    """Positions to a hundredth of a pixel: enough, and a short file."""
    return {
        key: Spot(
            round(spot.x, 2),
            round(spot.y, 2),
            round(spot.size, 2),
            spot.lines,
            round(spot.width, 2),
            round(spot.height, 2),
            spot.leader,
        )
        for key, spot in layout.items()
    }

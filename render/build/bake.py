"""The world map's static parts in each theme, ready to load."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from PIL import Image

from render.asset_files import ASSETS
from render.style.theme import FOLDER, theme, themes
from render.world_map.backdrop.name_layout import Layout
from render.world_map.backdrop.parts import BAKED, baked_path, make_backdrop
from render.world_map.backdrop.tiled_image import TiledImage

SMALLEST = 9
"""How hard zlib tries."""


def build_baked(out: Path) -> str:
    """Write the world map for every theme, and what it was made from."""
    for window, name in BAKED.items():
        layout: Layout | None = {} if name == "overview" else None
        for colours in map(theme, themes()):
            made = make_backdrop(window, colours, layout)
            for part, picture in (("base", made.base), ("over", made.over)):
                small = TiledImage.of(picture.whole(), SMALLEST)
                (out / baked_path(name, colours, part)).write_bytes(small.written())
            _save(made.regions, out / baked_path(name, None, "regions"))
            _save(made.land, out / baked_path(name, None, "land"))
    (out / "baked.json").write_text(json.dumps(fingerprints(), indent=1) + "\n")
    return f"the world in {len(themes())} themes"


def fingerprints() -> dict[str, str]:
    """A hash of each source of the baked pictures: a change means they must be made again."""
    sources = [ASSETS / "world.json", ASSETS / "layouts.json", *sorted(ASSETS.glob("*.webp"))]
    sources += sorted(FOLDER.glob("*.toml"))
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest()[:16] for path in sources}


def _save(image: Image.Image, path: Path) -> None:
    image.save(path, optimize=True)

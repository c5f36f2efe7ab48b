"""The chosen drawings of game-icons.net as one 8-bit image and an index."""

from __future__ import annotations

import io
import json
from importlib import import_module
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops, ImageFilter

# Installed for the build only, and not where types are checked.
resvg_py: Any = import_module("resvg_py")

SIDE, COLUMNS, MARGIN = 128, 10, 2


def build_icons(npm: Path, out: Path, sources: dict[str, Any]) -> str:
    """Write `icons.png` and `icons.json`; answers with a line for the log."""
    drawings = json.loads((npm / "@iconify-json/game-icons/icons.json").read_text())["icons"]
    picked = {key: name for author in sources["icons"].values() for key, name in author.items()}
    keys = sorted(picked)
    sheet = Image.new("L", (COLUMNS * SIDE, -(-len(keys) // COLUMNS) * SIDE))
    index = {}
    for number, key in enumerate(keys):
        corner = number % COLUMNS * SIDE, number // COLUMNS * SIDE
        drawing = _drawn(drawings[picked[key]]["body"])
        spread = sources["thicken"].get(key)
        if spread:
            drawing = ImageChops.lighter(drawing, drawing.filter(ImageFilter.MaxFilter(spread)))
        sheet.paste(drawing, corner)
        index[key] = corner
    sheet.save(out / "icons.png", optimize=True)
    (out / "icons.json").write_text(json.dumps({"side": SIDE, "at": index}, indent=0) + "\n")
    return f"{len(keys)} icons"


def _drawn(body: str) -> Image.Image:
    """A drawing filling its square but for a small margin."""
    white = body.replace("currentColor", "#fff")
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"'
        f' width="{4 * SIDE}" height="{4 * SIDE}">{white}</svg>'
    )
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg))
    ink = Image.open(io.BytesIO(png)).convert("RGBA").getchannel("A")
    ink = ink.crop(ink.getbbox())
    scale = (SIDE - 2 * MARGIN) / max(ink.size)
    ink = ink.resize(
        (max(1, round(ink.width * scale)), max(1, round(ink.height * scale))),
        Image.Resampling.LANCZOS,
    )
    square = Image.new("L", (SIDE, SIDE))
    square.paste(ink, ((SIDE - ink.width) // 2, (SIDE - ink.height) // 2))
    return square

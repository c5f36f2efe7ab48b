"""Where the baked maps, drawings and fonts of this package lie."""

from __future__ import annotations

from pathlib import Path

ASSETS = Path(__file__).parent / "assets"

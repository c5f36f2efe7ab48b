"""The version of this Herald. The package, `herald --version`, exports and databases have it."""

from __future__ import annotations

VERSION = "0.1.0"
MADE_BY = f"Herald {VERSION}"

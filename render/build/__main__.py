"""`python -m render.build --npm DIR [STEP ...]`: make the assets, all of them or some steps."""

from __future__ import annotations

import argparse
import time
import tomllib
from collections.abc import Callable
from pathlib import Path

from render.asset_files import ASSETS

HERE = Path(__file__).parent


def steps(npm: Path) -> dict[str, Callable[[], str]]:
    """The steps by name, in the order in which they build on one another."""
    sources = tomllib.loads((HERE / "sources.toml").read_text())

    def icons() -> str:
        from render.build.icons import build_icons

        return build_icons(npm, ASSETS, sources)

    def fonts() -> str:
        from render.build.typefaces import build_fonts

        return build_fonts(npm, ASSETS, sources)

    def terrain() -> str:
        from render.build.terrain import build_terrain

        return build_terrain(ASSETS)

    def layouts() -> str:
        from render.build.layouts import build_layouts

        return build_layouts(ASSETS)

    def baked() -> str:
        from render.build.bake import build_baked

        return build_baked(ASSETS)

    return {
        "icons": icons,
        "fonts": fonts,
        "terrain": terrain,
        "layouts": layouts,
        "baked": baked,
    }


def main() -> None:
    """Run the steps named on the command line, or all."""
    parser = argparse.ArgumentParser(prog="python -m render.build")
    parser.add_argument("--npm", type=Path, default=Path("node_modules"), help="node_modules")
    parser.add_argument("steps", nargs="*", metavar="STEP")
    asked = parser.parse_args()
    known = steps(asked.npm)
    unknown = [name for name in asked.steps if name not in known]
    if unknown:
        parser.error(f"no step {unknown[0]!r}; there are: {', '.join(known)}")
    for name in asked.steps or known:
        began = time.perf_counter()
        print(f"{name}: {known[name]()} in {time.perf_counter() - began:.1f} s", flush=True)


if __name__ == "__main__":
    main()

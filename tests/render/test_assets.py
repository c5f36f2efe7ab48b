"""What ships with the renderer: complete, fresh, credited, and not too large."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.rulesets.fast_play import tables as fast_play
from engine.rulesets.standard import tables as standard
from render.asset_files import ASSETS
from render.build.bake import fingerprints
from render.sprites.icons import has_icon
from render.sprites.looks import SIZES, looks, marker_look, unit_look
from render.voice import label

ROOT = Path(__file__).parents[2] / "render"
SOURCES = tomllib.loads((ROOT / "build" / "sources.toml").read_text())
LICENCES = (ASSETS / "LICENSES.md").read_text()


def test_the_world_map_was_made_from_the_files_that_are_there() -> None:
    made_from = json.loads((ASSETS / "baked.json").read_text())
    assert made_from == fingerprints(), "run: python -m render.build layouts baked"


def test_every_drawing_is_credited_to_its_author() -> None:
    for author, drawings in SOURCES["icons"].items():
        (line,) = re.findall(rf"(?m)^- \*\*({_spelled(author)})\*\*: (.*)$", LICENCES)
        assert sorted(line[1].split(", ")) == sorted(drawings.values())
        assert all(has_icon(key) for key in drawings)
    assert "creativecommons.org/licenses/by/3.0" in LICENCES


def _spelled(author: str) -> str:
    known = {"heavenly-dog": "HeavenlyDog", "lord-berandas": "Lord Berandas"}
    return known.get(author, author.capitalize())


def test_every_font_has_its_licence() -> None:
    packages = {path.split("/")[0] for path in SOURCES["fonts"].values()}
    packages |= {cut["files"].split("/")[0] for cut in SOURCES["cut"].values()}
    for package in packages:
        text = (ASSETS / "licenses" / f"{package}.txt").read_text()
        assert "SIL Open Font License, Version 1.1" in text
        assert f"licenses/{package}.txt" in LICENCES
    shipped = {path.stem for path in (ASSETS / "fonts").glob("*.ttf")}
    assert shipped == {*SOURCES["fonts"], *SOURCES["cut"]}


@pytest.mark.parametrize("tables", [standard, fast_play], ids=["standard", "fast_play"])
def test_every_unit_marker_and_size_of_the_rules_has_a_drawing_and_a_word(tables: Any) -> None:
    for unit in tables.TABLES.units:
        look = unit_look(unit.id)
        assert unit.id in looks().units and has_icon(look.icon)
        form = {"fleet": "fleet", "aircraft": "aircraft"}.get(unit.role, "army")
        assert look.form == form
        assert look.era in ("", tables.TABLES.eras[unit.era])
    for kind in tables.MARKERS:
        assert kind in looks().markers and has_icon(kind)
        assert marker_look(kind).family in ("resource", "terrain", "encounter")
    assert all(has_icon(size) for size in SIZES)
    for era in tables.TABLES.eras:
        assert label(f"eras.{era}")


def test_eras_tell_units_apart_at_a_glance() -> None:
    drawings = [unit_look(unit.id).icon for unit in standard.TABLES.units]
    assert len(drawings) == len(set(drawings))


def test_the_assets_are_of_a_moderate_size() -> None:
    total = sum(path.stat().st_size for path in ASSETS.rglob("*") if path.is_file())
    assert total < 12_000_000

"""The fonts as TrueType, with pair kerning that FreeType reads, and what each of them covers.

Text is laid out without a shaping library at run time, so that it looks the same on every machine.
The fonts keep their pair kerning in a table that only shaping libraries read: the pairs of Latin
letters are copied into the old `kern` table.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Any

# Installed for the build only, and not where types are checked.
merge: Any = import_module("fontTools.merge")
subset: Any = import_module("fontTools.subset")
ttlib: Any = import_module("fontTools.ttLib")
kerning: Any = import_module("fontTools.ttLib.tables._k_e_r_n")

LETTERS = [chr(code) for code in range(0x20, 0x7F)]
TIMELESS = 3_786_912_000
"""A date for fonts that are put together here, so that each build gives the same file."""
DROPPED = ("GPOS", "GSUB", "GDEF", "STAT", "DSIG", "vhea", "vmtx", "fpgm", "prep", "cvt ", "gasp")


def build_fonts(npm: Path, out: Path, sources: dict[str, Any]) -> str:
    """Write `fonts/*.ttf`, their licences and `fonts/coverage.json`."""
    folder, licences = out / "fonts", out / "licenses"
    folder.mkdir(exist_ok=True)
    licences.mkdir(exist_ok=True)
    covered, packages = {}, set()
    for name, path in sources["fonts"].items():
        font = ttlib.TTFont(npm / "@fontsource" / f"{path}.woff2")
        covered[name] = _write(font, folder / f"{name}.ttf")
        packages.add(path.split("/")[0])
    for name, cut in sources["cut"].items():
        font = _put_together(npm, cut["files"], _national(cut["codec"], *cut["lead"]))
        covered[name] = _write(font, folder / f"{name}.ttf")
        packages.add(cut["files"].split("/")[0])
    text = {name: _ranges(codes) for name, codes in covered.items()}
    (folder / "coverage.json").write_text(json.dumps(text, separators=(",", ":")) + "\n")
    for package in sorted(packages):
        licence = (npm / "@fontsource" / package / "LICENSE").read_text()
        (licences / f"{package}.txt").write_text(licence.replace("\r\n", "\n"))
    return f"{len(covered)} fonts"


def _write(font: Any, path: Path) -> list[int]:
    """Save a font with what FreeType needs and nothing else; answers with its characters."""
    pairs = _kerning(font)
    for tag in DROPPED:
        if tag in font:
            del font[tag]
    if pairs:
        table = ttlib.newTable("kern")
        table.version = 0
        part = kerning.KernTable_format_0()
        part.coverage, part.tupleIndex, part.kernTable = 1, None, pairs
        table.kernTables = [part]
        font["kern"] = table
    font.flavor = None
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    font.save(path)
    return sorted(font.getBestCmap())


def _kerning(font: Any) -> dict[tuple[str, str], int]:
    """The pairs of plain Latin letters that stand closer or wider, from the layout table."""
    if "GPOS" not in font:
        return {}
    names = font.getBestCmap()
    glyphs = [names[ord(letter)] for letter in LETTERS if ord(letter) in names]
    table = font["GPOS"].table
    wanted = {
        index
        for feature in table.FeatureList.FeatureRecord
        if feature.FeatureTag == "kern"
        for index in feature.Feature.LookupListIndex
    }
    pairs: dict[tuple[str, str], int] = {}
    for index in sorted(wanted):
        for part in table.LookupList.Lookup[index].SubTable:
            part = getattr(part, "ExtSubTable", part)
            if part.LookupType == 2:
                for left in set(part.Coverage.glyphs) & set(glyphs):
                    for right, by in _seconds(part, left, glyphs):
                        if by:
                            pairs.setdefault((left, right), by)
    return pairs


def _seconds(part: Any, left: str, glyphs: list[str]) -> Iterable[tuple[str, int]]:
    if part.Format == 1:
        for pair in part.PairSet[part.Coverage.glyphs.index(left)].PairValueRecord:
            if pair.SecondGlyph in glyphs and pair.Value1 is not None:
                yield pair.SecondGlyph, getattr(pair.Value1, "XAdvance", 0)
        return
    row = part.Class1Record[part.ClassDef1.classDefs.get(left, 0)].Class2Record
    for right in glyphs:
        value = row[part.ClassDef2.classDefs.get(right, 0)].Value1
        if value is not None:
            yield right, getattr(value, "XAdvance", 0)


def _national(codec: str, first: int, last: int) -> set[int]:
    """The characters of a two-byte national set whose first byte lies in the range."""
    found = set()
    for lead in range(first, last + 1):
        for trail in range(0xA1, 0xFF):
            try:
                found.add(ord(bytes((lead, trail)).decode(codec)))
            except UnicodeDecodeError:
                continue
    return found


def _put_together(npm: Path, pattern: str, wanted: set[int]) -> Any:
    """One font of the wanted characters from the slices a web font comes in."""
    folder, name = (npm / "@fontsource" / pattern).parent, Path(pattern).name
    slices = []
    for path in sorted(folder.glob(name.format("*") + ".woff2")):
        font = ttlib.TTFont(path)
        have = wanted & set(font.getBestCmap())
        if not have:
            continue
        wanted = wanted - have
        options = subset.Options(layout_features=[], hinting=False, notdef_outline=True)
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=have)
        cutter.subset(font)
        for tag in DROPPED:
            if tag in font:
                del font[tag]
        font.flavor = None
        data = io.BytesIO()
        font.save(data)
        data.seek(0)
        slices.append(data)
    font = merge.Merger().merge(slices)
    font["head"].created = TIMELESS
    return font


def _ranges(codes: list[int]) -> list[list[int]]:
    """Ascending numbers as inclusive ranges."""
    runs = groupby(enumerate(codes), lambda pair: pair[1] - pair[0])
    listed = [[code for _, code in run] for _, run in runs]
    return [[run[0], run[-1]] for run in listed]

"""Questions as players put them, kept apart from whatever the search is tuned with."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from engine.rulebook import rulebook

FOLDERS = {
    "held_out": 60,
    "held_out_later": 30,
    "held_out_fresh": 80,
    "held_out_stories": 100,
    "held_out_unseen": 100,
    "held_out_phone": 55,
    "held_out_asked": 60,
    "held_out_brief": 25,
    "held_out_pocket": 25,
    "held_out_terse": 15,
    "held_out_table": 60,
}
"""How many questions each file of a folder has at the least."""
FILES = [file for name in FOLDERS for file in sorted((Path(__file__).parent / name).glob("*.toml"))]
FIRST, AMONG_THREE = 0.85, 0.95
"""How often the right section comes first, or among the first three, at the least."""
HARDER = {
    "held_out_asked": (0.78, 0.91),
    "held_out_brief": (0.68, 0.9),
    "held_out_stories": (0.83, 0.95),
    "held_out_terse": (0.73, 0.85),
}
"""The same for folders with questions that are hard to read: a few words, long stories, four
languages. Short questions are found more often since there are more of them in the sections, and a
few stories less often."""


def questions(file: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = tomllib.loads(file.read_text("utf-8"))["questions"]
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_every_question_names_sections_that_exist(file: Path) -> None:
    asked = questions(file)
    assert len(asked) >= FOLDERS[file.parent.name]
    anchors = {section.anchor for section in rulebook(file.stem).sections}
    assert sorted({name for names in asked.values() for name in names} - anchors) == []


@pytest.mark.unmeasured
@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_the_right_section_comes_first_or_among_three(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """How often the right section comes first, or among three; the misses are for reading."""
    asked = questions(file)
    book = rulebook(file.stem)
    first, among = 0, 0
    misses = []
    for question, wanted in asked.items():
        hits = [hit.section.anchor for hit in book.search(question, 3)]
        first += bool(hits) and hits[0] in wanted
        among += any(hit in wanted for hit in hits)
        if not hits or hits[0] not in wanted:
            misses.append(f"  {question!r}: {hits} instead of {wanted}")
    with capsys.disabled():
        print(
            f"\n{file.parent.name}, {file.stem}: first {first} of {len(asked)}, among three {among}"
        )
    least_first, least_among = HARDER.get(file.parent.name, (FIRST, AMONG_THREE))
    assert first >= least_first * len(asked), "\n".join(misses)
    assert among >= least_among * len(asked), "\n".join(misses)

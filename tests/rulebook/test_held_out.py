"""Questions as players put them, kept apart from whatever the search is tuned with."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from engine.rulebook import rulebook

FILES = sorted((Path(__file__).parent / "held_out").glob("*.toml"))
LEAST = 60


def questions(file: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = tomllib.loads(file.read_text("utf-8"))["questions"]
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_question_names_sections_that_exist(file: Path) -> None:
    asked = questions(file)
    assert len(asked) >= LEAST
    anchors = {section.anchor for section in rulebook(file.stem).sections}
    assert sorted({name for names in asked.values() for name in names} - anchors) == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_misses_are_printed(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """How often the right section comes first, or among three; the misses are for reading."""
    asked = questions(file)
    book = rulebook(file.stem)
    first, among = 0, 0
    misses = []
    for question, wanted in asked.items():
        hits = [hit.section.anchor for hit in book.search(question, 3)]
        first += bool(hits) and hits[0] in wanted
        among += any(hit in wanted for hit in hits)
        if not any(hit in wanted for hit in hits):
            misses.append(f"  {question!r}: {hits} instead of {wanted}")
    with capsys.disabled():
        print(f"\n{file.stem}: first {first} of {len(asked)}, among three {among}")
    # No worse than when the questions were written.
    assert among >= FLOOR[file.stem], "\n".join(misses)


FLOOR = {"standard": 37, "fast_play": 36, "advanced": 49, "rhye": 57}

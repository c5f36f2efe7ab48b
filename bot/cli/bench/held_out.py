"""How well the rules desk answers questions that are in none of its files.

The questions lie with the tests, apart from whatever the search is tuned with, so that only a
checkout has them (`tests/rulebook/questions`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from bot.cli.bench.figures import Figure
from engine.rulebook import rulebook

FOLDER = Path(__file__).resolve().parents[3] / "tests" / "rulebook" / "questions"
ALL_SOURCES = "sources"
AMONG = 3

Questions = Mapping[str, list[str]]
"""What answers each question: anchors of sections, or words of sentences."""


class Source(msgspec.Struct, frozen=True):
    """Where questions come from, and how well the search must do with them."""

    about: str
    least: int
    """How many each rule set has, at the least."""
    first: float | None = None
    among: float | None = None


class Sources(msgspec.Struct, frozen=True):
    """The sources, by what answers their questions."""

    sections: dict[str, Source]
    sentences: dict[str, Source]


def bench_held_out() -> Iterator[Figure]:
    """For each source, in how many of a hundred questions the right section is found."""
    if not FOLDER.is_dir():
        return
    for source, about in sources().sections.items():
        if about.first is not None:
            found = [each for book in books() for each in places(book, source)]
            first, among = found.count(0), sum(place < AMONG for place in found)
            unit = f"% of {len(found)} questions"
            yield Figure(f"{source}: right section first", 100 * first / len(found), unit)
            yield Figure(f"{source}: right section among three", 100 * among / len(found), unit)


def places(book: str, source: str) -> list[int]:
    """For each question of a source about a rule set, how many wrong sections come before."""
    found = []
    for question, wanted in by_section(book)[source].items():
        hits = [hit.section.anchor for hit in rulebook(book).search(question, AMONG)]
        found.append(next((at for at, hit in enumerate(hits) if hit in wanted), AMONG))
    return found


def sources() -> Sources:
    """What there is to know about each source."""
    return msgspec.convert(_read(ALL_SOURCES), Sources)


def books() -> list[str]:
    """The rule sets with questions."""
    return sorted(file.stem for file in FOLDER.glob("*.toml") if file.stem != ALL_SOURCES)


def by_section(book: str) -> Mapping[str, Questions]:
    """For each source the questions about a rule set, with the anchors of what answers them."""
    found: Mapping[str, Questions] = _read(book)["sections"]
    return found


def by_sentence(book: str) -> Mapping[str, Questions]:
    """For each source the questions about a rule set, with words of the sentences that answer."""
    found: Mapping[str, Questions] = _read(book)["sentences"]
    return found


@cache
def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))

"""Questions as players put them, by where they come from (`questions/sources.toml`)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

FOLDER = Path(__file__).parent / "questions"
ALL_SOURCES = "sources"

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


def sources() -> Sources:
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

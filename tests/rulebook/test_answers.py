"""The sentence that is marked in a section, and how a question is read."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from engine.rulebook import rulebook, sentences

FILES = sorted((Path(__file__).parent / "marked").glob("*.toml"))
LEAST = 0.7
"""How often the marked sentence answers, at the least; about three in four do."""


def questions(file: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = tomllib.loads(file.read_text("utf-8"))["questions"]
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_answer_stands_in_the_rulebook(file: Path) -> None:
    texts = [each.plain for part in rulebook(file.stem).sections for each in sentences(part.body)]
    lost = [
        answer
        for answers in questions(file).values()
        for answer in answers
        if not any(answer in text for text in texts)
    ]
    assert lost == []


@pytest.mark.unmeasured
def test_the_marked_sentence_answers() -> None:
    misses, number = [], 0
    for file in FILES:
        for question, answers in questions(file).items():
            number += 1
            hits = rulebook(file.stem).search(question, 1)
            marked = hits[0].sentence.plain if hits and hits[0].sentence else ""
            if not any(answer in marked for answer in answers):
                misses.append(f"  {file.stem}, {question!r}: {marked!r} instead of {answers}")
    assert number - len(misses) >= LEAST * number, "\n".join(misses)


def test_neither_an_example_nor_a_heading_of_a_table_comes_before_the_rule() -> None:
    marked = rulebook("fast_play").search("how do i get gold", 1)[0].sentence
    assert marked is not None
    assert marked.kind not in ("header", "example")


def test_a_row_of_a_table_knows_its_thing_and_its_headings() -> None:
    rows = sentences("| Unit | Gold |\n| --- | --- |\n| Tank | 20 |\n\nTanks roll.")
    assert [(each.kind, each.head, each.columns) for each in rows] == [
        ("plain", "", ""),
        ("header", "", ""),
        ("row", "Tank", "Unit · Gold"),
    ]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("unitlimit", ["unit", "limit"]),
        ("shp", ["ship"]),
        ("vilage", ["villag"]),
        ("plage", ["plagu"]),
        ("three wines", ["3", "wine"]),
        ("6s", ["6"]),
        ("Lisa and Carl", ["lisa", "and", "carl"]),
        ("right in the morning", ["right", "in", "the", "morn"]),
        ("win", ["win"]),
    ],
)
def test_what_is_typed_is_read_as_it_is_meant(typed: str, read: list[str]) -> None:
    assert rulebook("standard").index.read(typed).stems == read


def test_rules_that_are_off_come_after_those_that_hold() -> None:
    book = rulebook("civ2010")
    assert book.search("what happens in a hut", 1)[0].section.anchor == "huts"
    assert book.search("house rule for huts", 1)[0].section.anchor == "house-huts"

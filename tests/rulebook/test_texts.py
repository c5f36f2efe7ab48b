"""What the text of every rule set promises to those who cite and read it."""

from __future__ import annotations

import ast
import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from engine.core.registry import rulesets
from engine.rulebook import Rulebook, Section, rulebook

ROOT = Path(__file__).parents[2]
SHARED_WORDS_ALLOWED = 8
LEAST_CITED = 30
LEAST_RULINGS = 20

QUESTIONS = {
    "fast_play": {
        "plague": "plague",
        "barbarians": "barbarians",
        "how do I build a wonder": "wonder-attempt",
        "roads": "roads",
        "aircraft strategic": "aircraft-movement",
        "when does the game end": "end-conditions",
        "which pieces are limited": "piece-limits",
        "who chooses losses": "losses",
    },
}
"""What somebody asks, and the section that should be found."""


@pytest.fixture(params=rulesets())
def book(request: pytest.FixtureRequest) -> Rulebook:
    return rulebook(request.param)


def place(section: Section) -> tuple[int, ...]:
    return tuple(map(int, section.number.split(".")))


def quotes(section: Section) -> list[str]:
    return [line for line in section.body.splitlines() if line.startswith(">")]


def cited(name: str) -> set[str]:
    """The anchors that a rule set's code names: in decisions, in refusals, in docstrings."""
    found: set[str] = {"taking-back"}
    for file in (ROOT / "engine" / "rulesets" / name).rglob("*.py"):
        text = file.read_text("utf-8")
        for names in re.findall(r"\(rules?: ([a-z, \n-]+)\)", text):
            found |= {name.strip() for name in names.split(",")}
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "IllegalChoice":
                given = [arg.value for arg in node.args[1:] if isinstance(arg, ast.Constant)]
                found |= {str(rule) for rule in given}
            if isinstance(node, ast.keyword) and node.arg == "rule":
                # What is put together while running is looked up by the tests of the cards.
                parts = [] if isinstance(node.value, ast.JoinedStr) else ast.walk(node.value)
                found |= {
                    part.value
                    for part in parts
                    if isinstance(part, ast.Constant) and isinstance(part.value, str)
                }
    return {name for name in found if name and " " not in name}


def test_every_anchor_the_code_cites_exists_once(book: Rulebook) -> None:
    anchors = [section.anchor for section in book.sections]
    assert len(anchors) == len(set(anchors))
    names = cited(book.ruleset)
    assert len(names) > LEAST_CITED
    assert sorted(names - set(anchors)) == []


def test_numbers_ascend_without_gaps(book: Rulebook) -> None:
    places = [place(section) for section in book.sections]
    assert places[0] == (1,)
    for before, after in pairwise(places):
        assert after in {(before[0] + 1,), (*before[:1], (*before, 0)[1] + 1)}


def test_every_section_says_something_and_fits_one_discord_message(book: Rulebook) -> None:
    for section in book.sections:
        assert 0 < len(section.body) < 2000, section.anchor


def test_tables_fit_a_phone(book: Rulebook) -> None:
    for section in book.sections:
        for line in section.body.splitlines():
            assert not line.startswith("|") or len(line) <= 56, line


def test_every_ruling_says_its_reason(book: Rulebook) -> None:
    assert sum(section.rulings for section in book.sections) > LEAST_RULINGS
    for section in book.sections:
        assert section.rulings == len(quotes(section))
        for quote in quotes(section):
            assert re.fullmatch(r"> \*\*Ruling\.\*\* \S.+ \*Reason:\* \S.+\.", quote), quote


def test_references_lead_to_sections(book: Rulebook) -> None:
    numbers = {section.number for section in book.sections}
    for section in book.sections:
        named = re.findall(r"\d+\.\d+|(?<=see )\d+(?!\.?\d)", section.body)
        assert numbers.issuperset(named), f"{section.number} refers to {set(named) - numbers}"


def test_examples_are_numbered_after_their_section(book: Rulebook) -> None:
    for section in book.sections:
        names = re.findall(r"\*\*Example (\S+)\.\*\*", section.body)
        assert names == [f"{section.number}-{letter}" for letter in "abcdefgh"[: len(names)]]


@pytest.mark.extra("HERALD_PRINTED_RULES")
def test_nothing_is_copied_from_the_printed_rules(book: Rulebook, original: Path) -> None:
    theirs = printed(original)
    assert theirs
    for section in book.sections:
        for line in section.body.splitlines():
            copied = runs(line) & theirs
            assert not copied, f"{section.anchor}: {sorted(copied)[0]}"


@cache
def printed(folder: Path) -> set[str]:
    """The runs of words of the printed rules."""
    texts = sorted(folder.glob("*.txt"))
    return {run for text in texts for run in runs(text.read_text(encoding="utf-8"))}


def runs(text: str) -> set[str]:
    """Every run of words too long to be shared by chance; a sentence of that length is one."""
    words = re.findall(r"[a-z0-9]+", text.casefold())
    size = SHARED_WORDS_ALLOWED + 1
    return {" ".join(words[at : at + size]) for at in range(len(words) - size + 1)}


@pytest.mark.parametrize(
    ("name", "query", "anchor"),
    [(name, *each) for name, questions in QUESTIONS.items() for each in questions.items()],
)
def test_a_question_finds_its_section(name: str, query: str, anchor: str) -> None:
    assert anchor in [hit.section.anchor for hit in rulebook(name).search(query, 3)]

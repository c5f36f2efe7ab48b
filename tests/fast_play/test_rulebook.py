"""What the text of the Fast Play rules promises to those who cite and read it."""

from __future__ import annotations

import ast
import re
from itertools import pairwise
from pathlib import Path

import pytest

from engine.rulebook import Section, rulebook

BOOK = rulebook("fast_play")
SOURCES = Path(__file__).parents[3] / "shared" / "seeds"
CODE = Path(__file__).parents[2] / "engine" / "rulesets" / "fast_play"
SHARED_WORDS_ALLOWED = 12

EXAMPLES = "2.5-a 3.6-a 4.3-a 4.6-a 5.3-a 5.5-a 7.5-a 7.5-b 7.5-c"


def place(section: Section) -> tuple[int, ...]:
    return tuple(map(int, section.number.split(".")))


def quotes(section: Section) -> list[str]:
    return [line for line in section.body.splitlines() if line.startswith(">")]


def cited() -> set[str]:
    """The anchors that the code names: in decisions, in refusals, in docstrings."""
    found: set[str] = {"taking-back"}
    for file in CODE.rglob("*.py"):
        text = file.read_text("utf-8")
        for names in re.findall(r"\(rules?: ([a-z, \n-]+)\)", text):
            found |= {name.strip() for name in names.split(",")}
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "IllegalChoice":
                given = [arg.value for arg in node.args[1:] if isinstance(arg, ast.Constant)]
                found |= {str(rule) for rule in given}
            if isinstance(node, ast.keyword) and node.arg == "rule":
                found |= {
                    part.value
                    for part in ast.walk(node.value)
                    if isinstance(part, ast.Constant) and isinstance(part.value, str)
                }
    return found


def test_every_anchor_the_code_cites_exists() -> None:
    known = {section.anchor for section in BOOK.sections}
    names = {name for name in cited() if " " not in name}
    assert len(names) > 40
    assert sorted(names - known) == []


def test_numbers_ascend_without_gaps() -> None:
    places = [place(section) for section in BOOK.sections]
    assert places[0] == (1,)
    for before, after in pairwise(places):
        assert after in {(before[0] + 1,), (*before[:1], (*before, 0)[1] + 1)}


def test_every_section_says_something_and_fits_one_message() -> None:
    for section in BOOK.sections:
        assert 0 < len(section.body) < 2000, section.anchor


def test_tables_fit_a_phone() -> None:
    for section in BOOK.sections:
        for line in section.body.splitlines():
            assert not line.startswith("|") or len(line) <= 56, line


def test_every_ruling_says_its_reason() -> None:
    assert sum(section.rulings for section in BOOK.sections) > 20
    for section in BOOK.sections:
        assert section.rulings == len(quotes(section))
        for quote in quotes(section):
            assert re.fullmatch(r"> \*\*Ruling\.\*\* \S.+ \*Reason:\* \S.+\.", quote), quote


def test_references_lead_to_sections() -> None:
    numbers = {section.number for section in BOOK.sections}
    for section in BOOK.sections:
        named = re.findall(r"\d+\.\d+|(?<=see )\d+(?!\.?\d)", section.body)
        assert numbers.issuperset(named), f"{section.number} refers to {set(named) - numbers}"


def test_examples_are_numbered_after_their_section_and_have_a_case() -> None:
    found = [
        (section.number, name)
        for section in BOOK.sections
        for name in re.findall(r"\*\*Example (\S+)\.\*\*", section.body)
    ]
    assert [name for _, name in found] == EXAMPLES.split()
    assert all(name.rpartition("-")[0] == number for number, name in found)
    tests = "".join(file.read_text("utf-8") for file in Path(__file__).parent.glob("test_*.py"))
    for _, name in found:
        number, _, letter = name.partition("-")
        assert f"def test_{number.replace('.', '_')}_example_{letter}" in tests, name


def test_nothing_is_copied_from_the_printed_rules(capsys: pytest.CaptureFixture[str]) -> None:
    texts = sorted(SOURCES.glob("*.txt"))
    if not texts:
        with capsys.disabled():
            print(f"\nnot compared: the printed rules are not at {SOURCES}")
        pytest.skip("the printed rules are not here")
    theirs = {run for text in texts for run in runs(text.read_text(encoding="utf-8"))}
    for section in BOOK.sections:
        for line in section.body.splitlines():
            copied = runs(line) & theirs
            assert not copied, f"{section.anchor}: {sorted(copied)[0]}"


def runs(text: str) -> set[str]:
    """Every run of words too long to be shared by chance; a sentence of that length is one."""
    words = re.findall(r"[a-z0-9]+", text.casefold())
    size = SHARED_WORDS_ALLOWED + 1
    return {" ".join(words[at : at + size]) for at in range(len(words) - size + 1)}


@pytest.mark.parametrize(
    ("query", "anchor"),
    [
        ("plague", "plague"),
        ("barbarians", "barbarians"),
        ("how do I build a wonder", "wonder-attempt"),
        ("roads", "roads"),
        ("aircraft strategic", "aircraft-movement"),
        ("when does the game end", "end-conditions"),
        ("which pieces are limited", "piece-limits"),
        ("who chooses losses", "losses"),
    ],
)
def test_a_question_finds_its_section(query: str, anchor: str) -> None:
    assert anchor in [hit.section.anchor for hit in BOOK.search(query, 3)]

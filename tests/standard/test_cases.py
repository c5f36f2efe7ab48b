"""Every section of the rulebook has its cases, and every refusal is provoked by one.

A case is called after the section it tests: `test_3_6_...` tests section 3.6, `test_10_...` what
the opening of chapter 10 says, and `test_3_6_example_a_...` the worked example 3.6-a.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from engine.rulebook import Section, rulebook

HERE = Path(__file__).parent
BOOK = rulebook("standard")
OVERVIEWS = {
    "aim",
    "board",
    "setup",
    "exploration",
    "eras-and-wonders",
    "post",
    "notation",
}
"""Sections without a rule of their own: they introduce, or belong to the desk that reads orders."""

NAME = re.compile(r"test_(?P<number>\d+(?:_\d+)?)_(?:example_(?P<example>[a-z])_)?[a-z]")


def functions(file: Path) -> list[str]:
    tree = ast.parse(file.read_text("utf-8"))
    return [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]


def cases() -> Iterator[tuple[str, re.Match[str]]]:
    """Every case with the file it is in."""
    for file in sorted(HERE.glob("test_[0-9]*.py")):
        for name in functions(file):
            if name.startswith("test_"):
                match = NAME.match(name)
                assert match, f"{file.name}: {name} names no section"
                yield file.name, match


CASES = list(cases())
NUMBERS = {match["number"].replace("_", ".") for _, match in CASES}
EXAMPLES = {
    f"{match['number'].replace('_', '.')}-{match['example']}"
    for _, match in CASES
    if match["example"]
}


@pytest.mark.parametrize(
    "section",
    [section for section in BOOK.sections if section.anchor not in OVERVIEWS],
    ids=lambda section: section.anchor,
)
def test_every_section_has_a_case(section: Section) -> None:
    assert section.number in NUMBERS


def test_overviews_are_sections_of_the_book() -> None:
    assert {section.anchor for section in BOOK.sections} >= OVERVIEWS


def test_every_case_tests_a_section_of_its_files_chapter() -> None:
    sections = {section.number for section in BOOK.sections}
    for file, match in CASES:
        assert match["number"].replace("_", ".") in sections, match.string
        assert file.split("_")[1] == match["number"].split("_")[0], match.string


def test_every_worked_example_is_a_case() -> None:
    examples = {
        name
        for section in BOOK.sections
        for name in re.findall(r"\*\*Example (\S+)\.\*\*", section.body)
    }
    assert examples == EXAMPLES


def test_no_case_hides_another_of_the_same_name() -> None:
    for file in sorted(HERE.glob("test_*.py")):
        names = functions(file)
        assert len(names) == len(set(names)), file.name


def test_every_refusal_is_provoked_by_a_case() -> None:
    catalog = files("engine.rulesets.standard") / "messages" / "en.toml"
    codes = set(tomllib.loads(catalog.read_text("utf-8"))["error"])
    assert codes
    said = {
        node.value
        for file in HERE.glob("test_[0-9]*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert codes <= said, f"never provoked: {sorted(codes - said)}"

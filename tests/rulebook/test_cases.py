"""Every section of every rulebook has its cases, and every refusal is provoked by one.

A case is called after the section it tests: `test_3_6_...` tests section 3.6, `test_10_...` what
the opening of chapter 10 says, and `test_3_6_example_a_...` the worked example 3.6-a. The cases of
a rule set are in the folder of its name.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

import pytest

from engine.core.messages.catalogs import ENGLISH, layers, read
from engine.core.registry import package_of, rulesets
from engine.rulebook import rulebook

TESTS = Path(__file__).parents[1]
OVERVIEWS = {
    "aim",
    "board",
    "left-out",
    "setup",
    "exploration",
    "eras-and-wonders",
    "post",
    "notation",
    *("deadlines", "away", "leaving", "messages", "commands", "table", "ai-players"),
}
"""Sections without a rule of their own: they introduce, belong to the desk that reads orders, or
say how Herald is used."""

NAME = re.compile(r"test_(?P<number>\d+(?:_\d+)?)_(?:example_(?P<example>[a-z])_)?[a-z]")


class Cases:
    """The cases of a rule set."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.folder = TESTS / name
        self.book = rulebook(name)
        self.found = list(self._find())
        self.numbers = {match["number"].replace("_", ".") for _, match in self.found}

    def files(self) -> list[Path]:
        return sorted(self.folder.rglob("test_[0-9]*.py"))

    def _find(self) -> Iterator[tuple[str, re.Match[str]]]:
        """Every case with the file it is in."""
        for file in self.files():
            for name in functions(file):
                if name.startswith("test_"):
                    match = NAME.match(name)
                    assert match, f"{file.name}: {name} names no section"
                    yield file.name, match


@cache
def functions(file: Path) -> list[str]:
    return [node.name for node in tree_of(file).body if isinstance(node, ast.FunctionDef)]


@cache
def strings(file: Path) -> set[str]:
    return {
        node.value
        for node in ast.walk(tree_of(file))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


@lru_cache(maxsize=1)
def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"))


@cache
def cases_of(name: str) -> Cases:
    return Cases(name)


@pytest.fixture(scope="module", params=rulesets())
def cases(request: pytest.FixtureRequest) -> Cases:
    return cases_of(request.param)


def test_every_section_has_a_case(cases: Cases) -> None:
    sections = [
        each for each in cases.book.sections if each.anchor not in OVERVIEWS and not each.inherited
    ]
    assert [each.anchor for each in sections if each.number not in cases.numbers] == []


def test_overviews_are_sections_of_some_book() -> None:
    known = {section.anchor for name in rulesets() for section in rulebook(name).sections}
    assert known >= OVERVIEWS


def test_every_case_tests_a_section_of_its_files_chapter(cases: Cases) -> None:
    sections = {section.number for section in cases.book.sections}
    for file, match in cases.found:
        assert match["number"].replace("_", ".") in sections, match.string
        assert file.split("_")[1] == match["number"].split("_")[0], match.string


def test_every_worked_example_is_a_case(cases: Cases) -> None:
    examples = {
        name
        for section in cases.book.sections
        if not section.inherited
        for name in re.findall(r"\*\*Example (\S+)\.\*\*", section.body)
    }
    assert examples
    assert examples == {
        f"{match['number'].replace('_', '.')}-{match['example']}"
        for _, match in cases.found
        if match["example"]
    }


def test_no_case_hides_another_of_the_same_name(cases: Cases) -> None:
    for file in sorted(cases.folder.glob("test_*.py")):
        names = functions(file)
        assert len(names) == len(set(names)), file.name


def test_every_refusal_is_provoked_by_a_case(cases: Cases) -> None:
    packages = layers(cases.name)
    assert codes_of(packages[-1])
    for package in packages:
        # What is refused for all that stand on a kit is provoked in one of them. A rule set that
        # extends another refuses by its code, too, which has cases of its own.
        on_it = [name for name in rulesets() if package in layers(name)]
        extended = [name for name in rulesets() if package_of(name) in packages]
        names = extended if package == packages[-1] else {*on_it, *extended}
        said = {word for name in names for word in said_in(name)}
        unsaid = codes_of(package) - said
        assert not unsaid, f"never provoked: {sorted(unsaid)}"


def codes_of(package: str) -> set[str]:
    """The codes of the refusals that a package has sentences for."""
    return {*read(package, ENGLISH)["error"]}


@cache
def said_in(ruleset: str) -> set[str]:
    """Every string in the cases of a rule set."""
    return {said for file in cases_of(ruleset).files() for said in strings(file)}

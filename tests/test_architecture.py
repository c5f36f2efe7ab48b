"""The shape of the code: short files, nothing written twice, no test that imports a test."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = [file for layer in ("engine", "render", "bot") for file in (ROOT / layer).rglob("*.py")]
MOST_LINES = 500
RUN = 6
"""So many equal lines in a row are the same thing written twice."""


def test_no_file_is_too_long_to_be_about_one_thing() -> None:
    long = [file for file in MODULES if len(file.read_text("utf-8").splitlines()) > MOST_LINES]
    assert [str(file.relative_to(ROOT)) for file in long] == []


def runs(file: Path) -> Iterator[tuple[str, int]]:
    """Each run of lines of code in a file, as text and with the line where it begins."""
    text = file.read_text("utf-8")
    imports = {
        number
        for node in ast.parse(text).body
        if isinstance(node, ast.Import | ast.ImportFrom)
        for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    lines = [
        (number, line.strip())
        for number, line in enumerate(text.splitlines(), 1)
        if number not in imports and any(letter.isalnum() for letter in line)
    ]
    for at in range(len(lines) - RUN + 1):
        yield "\n".join(line for _, line in lines[at : at + RUN]), lines[at][0]


@pytest.mark.parametrize(("one", "other"), [("standard", "fast_play"), ("standard", "advanced")])
def test_two_rule_sets_share_by_the_kit_and_not_by_copies(one: str, other: str) -> None:
    rulesets = ROOT / "engine" / "rulesets"
    known = {
        run: f"{file.name}:{line}"
        for file in (rulesets / one).rglob("*.py")
        for run, line in runs(file)
    }
    twice = [
        f"{one}/{known[run]} {other}/{file.name}:{line}"
        for file in (rulesets / other).rglob("*.py")
        for run, line in runs(file)
        if run in known
    ]
    assert twice == []


def test_games_are_opened_only_by_the_service() -> None:
    """The parts of `Herald` are public; what is in them holds states, which nobody else may see."""
    found = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for file in (ROOT / "bot").rglob("*.py")
        if "service" not in file.relative_to(ROOT / "bot").parts
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in ("open_games", "_open_games")
    ]
    assert found == []


def imported_tests(text: str) -> list[str]:
    """The modules of tests that a text imports, or takes something from."""
    found: list[str] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{'.' * node.level}{node.module or ''}.{each.name}" for each in node.names]
        else:
            continue
        found += [name for name in names if ".test_" in name or name.startswith("test_")]
    return found


def test_no_test_imports_a_test() -> None:
    """What several share is in the nearest `builders.py`, so that a test can change or go alone."""
    found = {
        str(file.relative_to(ROOT)): imported
        for file in (ROOT / "tests").rglob("*.py")
        if (imported := imported_tests(file.read_text("utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize(
    "text",
    [
        "from tests.rhye.test_10_trade import deal",
        "import tests.rhye.test_10_trade as trade",
        "from tests.rhye import builders, test_10_trade",
        "from .test_10_trade import deal",
        "from . import test_10_trade",
        "def late() -> None:\n    from tests.rhye.test_10_trade import deal",
    ],
)
def test_an_import_of_a_test_would_be_found(text: str) -> None:
    assert len(imported_tests(text)) == 1
    assert imported_tests(text.replace("test_10_trade", "trading")) == []

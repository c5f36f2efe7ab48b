"""The page's JavaScript: short lines, type-checked, and Discord's numbers by name."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

import bot.local_discord.page
from tests.machine import program

PAGE = Path(bot.local_discord.page.__file__).parent
SCRIPTS = sorted((PAGE / "static").glob("*.js"))
STYLES = sorted((PAGE / "static").glob("*.css"))
LONGEST_LINE = 100
NUMBERED = re.compile(
    r"\.(?:type|kind|style|flags|spacing)\b\s*(?:[=!]==|<=|>=|&)\s*\(?\d|case \d+:|^ +\d+: \("
)
"""Comparing with a bare number, where Discord has a name for it."""


@pytest.mark.parametrize("file", [*SCRIPTS, *STYLES], ids=lambda file: file.name)
def test_lines_are_short(file: Path) -> None:
    lines = enumerate(file.read_text("utf-8").splitlines(), start=1)
    assert [number for number, line in lines if len(line) > LONGEST_LINE] == []


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_a_script_is_type_checked_and_says_what_it_is(file: Path) -> None:
    first, second = file.read_text("utf-8").splitlines()[:2]
    assert first == "// @ts-check"
    assert re.match(r"// [A-Z]", second)


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_numbers_of_discord_have_names(file: Path) -> None:
    found = [line.strip() for line in file.read_text("utf-8").splitlines() if NUMBERED.search(line)]
    assert found == []


def test_the_scripts_parse() -> None:
    node = program("node")
    if node is None:
        pytest.skip("NOT CHECKED: the page's scripts were not parsed, for there is no node")
    for file in SCRIPTS:
        subprocess.run(
            [node, "--input-type=module", "--check"], input=file.read_bytes(), check=True
        )


def test_the_types_are_right() -> None:
    tsc = program("tsc")
    if tsc is None:
        pytest.skip("NOT CHECKED: the types of the page's scripts, for there is no tsc")
    checked = subprocess.run(
        [tsc, "-p", str(PAGE / "jsconfig.json")], capture_output=True, text=True, check=False
    )
    assert checked.stdout == ""

"""Everything that games show is as it was accepted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.proof import perft, undo_offers
from tests.proof.digests import FILE, accepted, changed, digests
from tests.proof.facts import KINDS, all_facts
from tests.proof.games import SHORT, Case, names
from tests.proof.same_everything import ROOT

HINT = "`make differ FROM=<commit> RULESET={name} KIND=<kind>` shows what; `make accept` accepts it"
KEPT = pytest.mark.parametrize("case", perft.kept_games(), ids=str)


@pytest.mark.parametrize("name", names())
def test_everything_is_as_it_was(name: str) -> None:
    found = digests(all_facts(name, SHORT))
    assert not changed(accepted(name), found), HINT.format(name=name)
    assert set(found) == set(KINDS), "every kind of fact is there"


def test_no_digest_is_left_over() -> None:
    kept = {line.split()[0] for line in FILE.read_text("utf-8").splitlines()}
    assert kept == set(names())


@KEPT
def test_there_are_as_many_legal_values_at_every_entry_as_there_were(case: Case) -> None:
    assert perft.lines(case) == perft.kept_lines(case)


@KEPT
def test_undo_is_offered_at_every_entry_as_it_was(case: Case) -> None:
    assert undo_offers.lines(case) == undo_offers.kept_lines(case)


@pytest.mark.parametrize("file", [perft.FILE, undo_offers.FILE], ids=lambda file: file.stem)
def test_no_figure_is_left_over(file: Path) -> None:
    kept = {line.split()[0] for line in file.read_text("utf-8").splitlines()}
    assert kept == set(map(str, perft.kept_games()))


def dumped(name: str, seed: int) -> bytes:
    command = (
        sys.executable,
        "-m",
        "tests.proof.same_everything",
        "dump",
        "--ruleset",
        name,
        "--long",
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": str(seed)}
    return subprocess.run(
        command, cwd=ROOT, env=environment, check=True, capture_output=True
    ).stdout


@pytest.mark.soak
@pytest.mark.parametrize("name", names())
def test_long_games_are_the_same_in_every_process(name: str) -> None:
    one, other = dumped(name, 1), dumped(name, 2)
    assert len(one) > 1_000_000
    assert one == other

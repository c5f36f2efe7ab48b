"""Whole games that were played once are played again, and come out the same to the last hash.

A game is kept as its export. When a change to a rule set is meant to alter games, its version goes
up, and the games of the older version must still come out as they did.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.messages import catalog
from engine.core.record import Record, load, replay, verify

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.json"))
EACH = pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))


def kept(file: Path) -> Record:
    record = load(file.read_bytes())
    assert isinstance(record, Record), "a game that is not finished proves nothing"
    return record


@EACH
def test_a_kept_game_is_proved(file: Path) -> None:
    record = kept(file)
    verdict = verify(record)
    assert verdict.choices == len(record.entries)
    assert file.name.startswith(record.table.ruleset)


@EACH
def test_a_kept_game_ends_as_it_did(file: Path) -> None:
    record = kept(file)
    *_, (_, last) = replay(record)
    assert last.state.end == record.outcome.reason
    assert last.state.turn == record.outcome.turns


def test_the_fast_play_game_has_every_kind_of_decision() -> None:
    record = kept(FOLDER / "fast_play_three_players.json")
    made = {entry.decision for entry in record.entries}
    known = {
        key.removeprefix("ask.") for key in catalog("fast_play").entries if key.startswith("ask.")
    }
    # Nobody has so many settlements that one must be taken off the board.
    assert made == known - {"remove"}

"""Whole games as text: what a change does to them is seen by reading."""

from __future__ import annotations

from difflib import unified_diff

import pytest

from tests.playthroughs.playthrough import FOLDER, PLAYTHROUGHS, Playthrough, lines

HINT = "The text of this game has changed. If it should, `make accept` writes it again:"
EACH = pytest.mark.parametrize("game", PLAYTHROUGHS, ids=lambda game: str(game.file))


@EACH
def test_a_game_reads_as_it_did(game: Playthrough) -> None:
    kept = game.path.read_text("utf-8").splitlines()
    changed = list(unified_diff(kept, lines(game), game.file, "now", lineterm="", n=1))
    assert not changed, "\n".join([HINT, *changed[:80]])


@EACH
def test_a_text_is_short_enough_to_read(game: Playthrough) -> None:
    kept = game.path.read_text("utf-8").splitlines()
    assert len(kept) <= 450
    assert max(map(len, kept)) <= 100
    assert [line for line in kept if line != line.rstrip()] == []


@EACH
def test_a_secret_is_marked_as_one(game: Playthrough) -> None:
    kept = game.path.read_text("utf-8").splitlines()
    secrets = [line for line in kept if "You " in line or "Your " in line]
    assert secrets
    assert [line for line in secrets if not line.startswith("    (to ")] == []


def test_no_text_is_left_over() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == {game.file for game in PLAYTHROUGHS}

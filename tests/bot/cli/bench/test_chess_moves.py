"""`herald bench --against chess`: our random play beside python-chess's."""

from __future__ import annotations

import json

import pytest

from bot.cli.program import main
from engine.core.registry import ruleset


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.cli.bench.chess_moves.SLICE", 3)
    monkeypatch.setattr("bot.cli.bench.chess_moves.rulesets", lambda: ("standard",))


def test_the_ratio_is_given_for_every_number_of_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--against", "chess", "--json", "--seconds", "0"]) == 0
    figures = json.loads(capsys.readouterr().out)["chess"]
    assert list(figures) == [f"standard, {n} players" for n in ruleset("standard").seats]
    assert all(figure["unit"] == "of chess" for figure in figures.values())
    assert all(figure["value"] > 0 for figure in figures.values())


def test_without_python_chess_one_line_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bot.cli.commands.bench.find_spec", lambda name: None)
    assert main(["bench", "--against", "chess"]) == 2
    assert "pip install chess" in capsys.readouterr().err

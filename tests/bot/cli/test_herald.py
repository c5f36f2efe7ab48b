"""The program as a whole, its rules desk and its figures."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from bot.cli.bench.parts import PARTS
from bot.cli.commands import rules, simulate
from bot.cli.program import main
from bot.cli.simulation import Plan
from bot.version import VERSION
from engine.core.registry import rulesets

ROOT = Path(__file__).parents[3]


def herald(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "bot", *arguments],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    for command in ("play", "simulate", "export", "verify", "replay", "rules", "bench"):
        assert f"\n    {command} " in shown


def test_it_says_its_version_and_so_does_a_game_it_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"herald {VERSION}\n"
    game = tmp_path / "game.json"
    assert main(["simulate", "--policy", "default", "--games", "1", "--export", str(game)]) == 0
    assert json.loads(game.read_text("utf-8"))["made_by"] == f"Herald {VERSION}"
    capsys.readouterr()
    assert main(["verify", str(game)]) == 0


@pytest.mark.parametrize(
    "arguments", [["conquer"], ["verify"], ["export", "game.json"], ["rules"], ["--fast"]]
)
def test_wrong_use_is_told_in_one_line(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("herald: ")
    assert "--help)" in shown.err
    assert shown.err.count("\n") == 1


def test_an_interruption_is_quiet(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(args: argparse.Namespace) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "run", interrupted)
    assert main(["simulate"]) == 130
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "")


def test_a_closed_pipe_is_quiet() -> None:
    program = herald("simulate", "--json", "--games", "400", "--turn-limit", "1")
    assert program.stdout is not None and program.stderr is not None
    assert json.loads(program.stdout.readline())["game"] == 1
    program.stdout.close()
    assert program.stderr.read() == b""
    program.stderr.close()
    assert program.wait() == 141


def test_it_runs_as_a_module() -> None:
    program = herald("rules", "plague")
    out, err = program.communicate()
    assert (program.returncode, err) == (0, b"")
    assert b"Plague" in out


def test_a_section_is_shown_in_full_by_its_anchor(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "taking-back"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("4.7 Taking back\n")
    assert "latest first" in shown


def test_words_find_the_sections_that_speak_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "how", "do", "fleets", "carry", "armies"]) == 0
    assert "(#fleets)" in capsys.readouterr().out


def test_the_desk_says_when_it_has_no_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "xylophone"]) == 1
    assert "nothing in the standard rules" in capsys.readouterr().out


def test_the_desk_knows_which_rules_it_has(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "plague", "--ruleset", "checkers"]) == 2
    assert "there are: " in capsys.readouterr().err


def test_long_lines_of_the_desk_are_wrapped(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "science", "in", "battle"]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= rules.WIDTH


@pytest.fixture
def short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    def short(players: int, name: str = "standard") -> Plan:
        return Plan(name, ("random",) * players, 1, {"turn_limit": 2})

    monkeypatch.setattr("bot.cli.bench.engine.plan_for", short)
    monkeypatch.setattr("bot.cli.bench.figures.plan_for", short)
    monkeypatch.setattr("bot.cli.bench.engine.GAME_ROUNDS", 1)
    monkeypatch.setattr("bot.cli.bench.figures.ROUNDS", 1)
    # Few of everything: that each figure comes out is what is tested.
    monkeypatch.setattr("bot.cli.bench.rules_search.QUESTIONS", 5)
    monkeypatch.setattr("bot.cli.bench.rules_search.rulesets", lambda: ["fast_play"])
    monkeypatch.setattr("bot.cli.bench.rules_desk.QUESTIONS", 5)
    monkeypatch.setattr("bot.cli.bench.pictures.VARIANTS", 3)


@pytest.mark.usefixtures("short_games")
def test_the_bench_measures_the_engine(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json", "--seconds", "0"]) == 0
    found = json.loads(capsys.readouterr().out)
    for name, answer in product(rulesets(), ("rules", "card", "why", "suggest")):
        assert found["desk"][f"{name}: {answer}, p99"]["unit"] == "ms"
    engine = found["engine"]
    for each, players in product(("standard", "fast_play"), range(2, 7)):
        name = f"{each}: random choices, {players} players"
        assert engine[name]["unit"] == "choices/s"
    for name in ("copy of a state", "encoding a state", "open decisions", "view of a seat"):
        assert engine[name]["unit"] == "µs"
    assert all(figure["value"] > 0 for figure in engine.values())
    assert engine["replay"]["unit"] == "choices/s"


@pytest.mark.usefixtures("short_games")
def test_the_bench_is_readable(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bot.cli.commands.bench.PARTS", {"engine": PARTS["engine"]})
    monkeypatch.setattr("bot.cli.bench.engine.choices_a_second", lambda *given: 12345.6)
    assert main(["bench", "--seconds", "0"]) == 0
    assert "12,346 choices/s" in capsys.readouterr().out

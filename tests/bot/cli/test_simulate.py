"""`herald simulate`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.cli.program import main
from engine.core.record import Record, load, verify

SHORT = ["simulate", "--turn-limit", "2"]


def objects(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[Any]:
    assert main([*SHORT, "--json", *arguments]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_it_prints_an_object_for_each_game_and_one_for_all(
    capsys: pytest.CaptureFixture[str],
) -> None:
    *games, summary = objects(capsys, "--games", "3", "--players", "4", "--seed", "5")
    assert [game["game"] for game in games] == [1, 2, 3]
    for game in games:
        assert (game["ruleset"], game["players"], game["seed"]) == ("standard", 4, 5)
        assert (game["end"], game["turns"]) == ("turn_limit", 2)
        assert [score["seat"] for score in game["scores"]] == [0, 1, 2, 3]
        best = max(score["score"] for score in game["scores"])
        assert all(game["scores"][seat]["score"] == best for seat in game["winners"])
        assert all(sum(s["parts"].values()) == s["score"] for s in game["scores"])
    assert summary["games"] == 3
    assert sum(summary["wins"]) == sum(len(game["winners"]) for game in games)
    assert summary["ends"] == {"turn_limit": 3}
    counts = [game["choices"] for game in games]
    assert (summary["choices"]["least"], summary["choices"]["most"]) == (min(counts), max(counts))


def test_the_same_seed_gives_the_same_output(capsys: pytest.CaptureFixture[str]) -> None:
    outputs = []
    for seed in ("7", "7", "8"):
        assert main([*SHORT, "--json", "--games", "2", "--seed", seed]) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]
    assert outputs[0] != outputs[2]


def test_the_games_of_a_seed_differ(capsys: pytest.CaptureFixture[str]) -> None:
    first, second, _ = objects(capsys, "--games", "2")
    assert {**first, "game": 0} != {**second, "game": 0}


def test_keeping_the_last_game_changes_nothing_and_proves_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "last.json"
    plain = objects(capsys, "--games", "2")
    assert objects(capsys, "--games", "2", "--export", str(kept)) == plain
    record = load(kept.read_bytes())
    assert isinstance(record, Record)
    verdict = verify(record)
    assert list(verdict.outcome.winners) == plain[1]["winners"]
    assert verdict.choices == plain[1]["choices"]
    assert {entry.by for entry in record.entries} == {"ai"}


def test_each_seat_can_have_its_own_policy(capsys: pytest.CaptureFixture[str]) -> None:
    game, summary = objects(capsys, "--players", "2", "--policy", "default,random")
    assert game["policies"] == summary["policies"] == ["default", "random"]


def test_idle_players_finish_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--players", "2", "--policy", "default", "--json"]) == 0
    game = json.loads(capsys.readouterr().out.splitlines()[0])
    assert (game["end"], game["turns"]) == ("turn_limit", 300)


def test_people_are_told_the_speed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SHORT, "--games", "2"]) == 0
    shown = capsys.readouterr()
    assert "choices per second" in shown.out
    assert "wins: seat 0 (random)" in shown.out
    assert len([line for line in shown.out.splitlines() if "turn_limit" in line]) == 3
    assert shown.err == ""


def test_progress_is_shown_on_a_terminal_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main([*SHORT, "--games", "2"]) == 0
    assert "1 of 2 games" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "advice"),
    [
        (["--ruleset", "checkers"], "there are: "),
        (["--policy", "clever"], "there are: random, default, steward, careful, advised"),
        (["--policy", "random,random"], "one for each seat"),
        (["--players", "9"], "2 to 6 players, not 9"),
        (["--players", "1"], "2 to 6 players, not 1"),
        (["--players", "0"], "at least 1"),
        (["--players", "three"], "not a whole number"),
        (["--games", "0"], "at least 1"),
        (["--seed", "x" * 5000], "not a whole number"),
        (["--turn-limit", "100000"], "from 0 to 500"),
        (["--turn-limit", "-1"], "at least 0"),
        (["--export", "no/such/folder/game.json"], "create it first"),
        (["--speed", "9"], "--help"),
    ],
)
def test_wrong_use_is_told_in_one_line_that_says_what_to_do(
    arguments: list[str], advice: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *arguments]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert advice in shown.err
    assert shown.err.startswith("herald: ")
    assert shown.err.count("\n") == 1


def test_a_file_that_cannot_be_written_is_wrong_use(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*SHORT, "--export", str(tmp_path)]) == 2
    assert f"cannot write {tmp_path}" in capsys.readouterr().err


def test_options_of_the_table_are_given_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    plain = objects(capsys, "--ruleset", "advanced")
    assert objects(capsys, "--ruleset", "advanced", "--option", "length=short") == plain
    bare = objects(capsys, "--ruleset", "advanced", "--option", "dealt_bonuses=without")
    assert bare != plain
    (game, _) = objects(capsys, "--option", "turn_limit=1")
    assert game["turns"] == 1


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        (
            "length=endless",
            "--option length cannot be 'endless'; choose one of short, medium, long",
        ),
        ("weather=rain", "advanced has no option 'weather'; it has length,"),
        ("turn_limit=soon", "--option turn_limit cannot be 'soon'; it is from 0 to"),
    ],
)
def test_options_that_are_not_there_are_refused_in_a_line(
    typed: str, answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "--ruleset", "advanced", "--option", typed]) == 2
    assert answer in capsys.readouterr().err

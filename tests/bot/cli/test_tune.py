"""`herald tune`: stewards against each other, and weights that win."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from bot.cli import tuning
from bot.cli.program import main
from bot.cli.simulation import Plan
from bot.cli.tuning import Match, play_match, steward_of, tune, vary
from engine.world.steward.weights import checked, parse_weights

FAST_PLAY = steward_of("fast_play")
PLAN = Plan("fast_play", ("steward",) * 2, 3, {"turn_limit": 3})
MATCH = ["tune", "--ruleset", "fast_play", "--against", "first_release"]


def test_a_match_is_played_from_every_seat_of_each_beginning() -> None:
    *_, match = play_match(PLAN, FAST_PLAY, FAST_PLAY, 6)
    assert match.games == 6
    # Alike players win as often from one seat as from the other of the same beginning.
    assert match.wins == match.losses


def test_the_same_seed_plays_the_same_match() -> None:
    rash = FAST_PLAY.weighing(bold=0.1)
    matches = [list(play_match(PLAN, rash, FAST_PLAY, 4)) for _ in range(2)]
    assert matches[0] == matches[1]
    assert [match.games for match in matches[0]] == [1, 2, 3, 4]


def test_a_victory_that_chance_would_explain_is_none() -> None:
    assert not Match(100, 54, 0).is_better
    assert Match(100, 56, 0).is_better
    assert Match(100, 40, 30).losses == 30
    assert not Match(100, 40, 30).is_better


def test_one_weight_is_changed_at_a_time_and_makes_sense() -> None:
    rng, weights = Random(1), FAST_PLAY.weights
    before = msgspec.structs.asdict(weights)
    for _ in range(200):
        name, value = vary(weights, rng)
        assert value != before[name]
        checked(type(weights), {**before, name: value})


@pytest.mark.parametrize("wins", [4, 1])
def test_what_wins_is_kept_and_built_upon(wins: int, monkeypatch: pytest.MonkeyPatch) -> None:
    met = []

    def match(plan: Plan, challenger: Any, opponent: Any, games: int) -> list[Match]:
        met.append((challenger.weights, opponent.weights, plan.seed))
        return [Match(games, wins)]

    monkeypatch.setattr(tuning, "play_match", match)
    trials = list(islice(tune(PLAN, FAST_PLAY, 4, Random(2)), 3))
    assert [trial.kept for trial in trials] == [wins == 4] * 3
    champions = [FAST_PLAY.weights, *(challenger for challenger, _, _ in met)]
    expected = champions[:3] if wins == 4 else [FAST_PLAY.weights] * 3
    assert [opponent for _, opponent, _ in met] == expected
    assert len({seed for _, _, seed in met}) == 3


def test_the_steward_beats_that_of_the_first_release() -> None:
    assert main([*MATCH, "--games", "6", "--seed", "2", "--least", "4"]) == 0


@pytest.mark.soak
def test_the_steward_beats_that_of_the_first_release_in_80_of_100_games() -> None:
    assert main([*MATCH, "--games", "100", "--seed", "31", "--least", "80"]) == 0


def test_weights_are_written_with_their_reasons(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = tmp_path / "weights.toml"
    tried = ["tune", "--ruleset", "fast_play", "--games", "2", "--trials", "1", "-o", str(found)]
    assert main(tried) == 0
    assert "2 won" in capsys.readouterr().out.replace("of 2", "2")
    text = found.read_text("utf-8")
    assert parse_weights(text, type(FAST_PLAY.weights))
    assert "The least chance to hold a region" in text
    assert main([*MATCH[:-1], str(found), "--games", "1"]) == 0


def test_a_match_that_must_be_won_fails_when_it_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*MATCH, "--games", "2", "--least", "3"]) == 1
    assert "of 2 won" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--against", "nobody"], "cannot read weights from nobody"),
        (["--weights", "missing.toml"], "cannot read weights from missing.toml"),
        (["--ruleset", "checkers"], "checkers"),
    ],
)
def test_wrong_use_is_told_in_one_line(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tune", "--ruleset", "fast_play", *arguments]) == 2
    assert complaint in capsys.readouterr().err

"""`herald render` and the moving pictures of `herald replay`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from bot.cli import pictures
from bot.cli.program import main
from bot.cli.simulation import Plan, play_game
from engine.core.history import snapshots
from engine.core.record import Record, load, record_of
from render import Look
from render.film.history import caption, captioned
from render.film.replay import Film


def record_in(path: Path) -> Record:
    record = load(path.read_bytes())
    assert isinstance(record, Record)
    return record


def drawn(path: Path) -> Image.Image:
    with Image.open(path) as image:
        image.load()
        return image


def test_a_finished_game_is_drawn(finished: Path, tmp_path: Path) -> None:
    to = tmp_path / "map.png"
    assert main(["render", str(finished), "--seat", "1", "-o", str(to)]) == 0
    assert drawn(to).size == (2048, 1100)


def test_a_part_of_the_board_in_another_theme(finished: Path, tmp_path: Path) -> None:
    to = tmp_path / "map.webp"
    arguments = ["--focus", "europe", "--theme", "light", "--turn", "1"]
    assert main(["render", str(finished), *arguments, "-o", str(to)]) == 0
    assert (drawn(to).size, drawn(to).format) == ((1200, 764), "WEBP")


def test_an_earlier_turn_looks_different(finished: Path) -> None:
    record = record_in(finished)
    early = pictures.snapshot_of(record, None, 1).view
    late = pictures.snapshot_of(record, None, None).view
    assert (early.turn, late.turn) == (1, 2)
    assert late.finished and not early.finished


def test_a_running_game_is_drawn_as_everyone_sees_it(running: Path, tmp_path: Path) -> None:
    to = tmp_path / "map.png"
    assert main(["render", str(running), "-o", str(to)]) == 0
    assert drawn(to).size == (2048, 1100)


def test_the_board_can_be_read(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", str(finished), "--text", "--focus", "Asia"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("Turn 2 · Game over")
    assert "ASIA" in shown and "EUROPE" not in shown


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "herald render F -o map.png"),
        (["{finished}"], "herald render F -o map.png"),
        (["{finished}", "-o", "map.gif"], "*.png or *.webp"),
        (["{finished}", "-o", "map.png", "--seat", "3"], "--seat must be from 0 to 2"),
        (["{finished}", "-o", "map.png", "--turn", "99"], "--turn must be from 0 to 2"),
        (["{finished}", "-o", "map.png", "--focus", "Atlantis"], "there are: Africa, Asia"),
        (["{finished}", "-o", "map.png", "--theme", "neon"], "there are: dark, light"),
        (["{finished}", "-o", "/nowhere/at/all.png"], "cannot write"),
        (["/nowhere/at/all.json", "-o", "map.png"], "cannot read"),
        (["{running}", "-o", "map.png", "--seat", "0"], "leave --seat and --turn out"),
    ],
)
def test_wrong_use_says_what_to_do(
    arguments: list[str],
    said: str,
    finished: Path,
    running: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    files = {"finished": finished, "running": running}
    assert main(["render", *(word.format(**files) for word in arguments)]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_view_that_is_none_is_refused(
    running: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = json.loads(running.read_bytes())
    del raw["view"]["scores"]
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps(raw))
    assert main(["render", str(wrong), "-o", str(tmp_path / "map.png")]) == 1
    assert "view" in capsys.readouterr().err


def test_a_game_is_filmed_phase_by_phase(
    finished: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    seen: list[str] = []

    def instead(shots: object, look: Look, **options: object) -> Film:
        assert options["kind"] == "webp" and look.theme == "light"
        seen.extend(shot.caption for shot in captioned(snapshots(record_in(finished))))
        return Film(b"film", (1024, 550), len(seen), 0, 85, 60_000)

    monkeypatch.setattr(pictures, "replay", instead)
    to = tmp_path / "game.webp"
    assert main(["replay", str(finished), "-o", str(to), "--theme", "light"]) == 0
    assert to.read_bytes() == b"film"
    assert f"{len(seen)} frames of 1024 x 550, 60 s" in capsys.readouterr().out
    assert len(seen) > 6
    assert seen[-1].startswith("Turn 2 · Game over")


@pytest.mark.parametrize(
    ("file", "name", "said"),
    [
        ("finished", "game.png", "name it *.webp or *.gif"),
        ("running", "game.webp", "still running"),
    ],
)
def test_no_film_says_why(
    file: str, name: str, said: str, request: pytest.FixtureRequest, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    game = request.getfixturevalue(file)
    assert main(["replay", str(game), "-o", str(tmp_path / name)]) == 2
    assert said in capsys.readouterr().err


def test_a_caption_names_what_mattered_most() -> None:
    plan = Plan("standard", ("steward",) * 2, 3, {"turn_limit": 9})
    record = record_of(play_game(plan, 1, record=True)[0])
    assert isinstance(record, Record)
    said = [caption(shot, Look.of(["Ada", "Bo"])) for shot in snapshots(record)]
    assert all(len(words) <= 160 for words in said)
    assert any("captures" in words or "builds" in words or "Battle" in words for words in said)

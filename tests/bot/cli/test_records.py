"""`herald export`, `herald verify` and `herald replay`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.cli.program import main
from engine.core.record import load


def changed(finished: Path, to: Path, old: str, new: str) -> Path:
    text = finished.read_text()
    assert old in text
    to.write_text(text.replace(old, new))
    return to


def test_a_finished_game_is_proved(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(finished)]) == 0
    shown = capsys.readouterr().out
    raw = json.loads(finished.read_bytes())
    assert f"proved, {len(raw['entries'])} choices" in shown
    assert raw["table"]["commitment"] in shown
    assert raw["server_seed"] in shown
    assert "Player 1" in shown


def test_a_changed_game_fails_saying_where(
    finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hashed = json.loads(finished.read_bytes())["entries"][4]["state_hash"]
    wrong = changed(
        finished,
        tmp_path / "changed.json",
        f'"state_hash":"{hashed}"',
        f'"state_hash":"{hashed[::-1]}"',
    )
    assert main(["verify", str(wrong)]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("herald: entry 5, state_hash: ")
    assert shown.err.count("\n") == 1


def test_a_running_game_is_not_proved_yet(
    running: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(running)]) == 1
    assert "not over" in capsys.readouterr().err


def test_a_replay_tells_the_history(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(finished)]) == 0
    shown = capsys.readouterr().out
    assert "Turn 1" in shown
    assert "Turn 2" in shown
    assert shown.count("settles in") >= 3


def test_a_seat_is_told_more_than_a_spectator(
    finished: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = []
    for arguments in ([], ["--seat", "0"], ["--seat", "1"], ["--seat", "2"]):
        assert main(["replay", str(finished), *arguments]) == 0
        told.append(len(capsys.readouterr().out))
    assert max(told[1:]) > told[0]


def test_a_running_game_tells_what_is_public(
    running: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(running)]) == 0
    assert "settles in" in capsys.readouterr().out


@pytest.mark.parametrize("seat", ["3", "-1"])
def test_a_seat_that_nobody_has_is_wrong_use(
    finished: Path, seat: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(finished), "--seat", seat]) == 2
    assert "from 0 to 2" in capsys.readouterr().err


def test_a_replay_stops_at_an_illegal_choice(
    finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = json.loads(finished.read_bytes())
    raw["entries"][3]["value"] = "atlantis"
    wrong = tmp_path / "changed.json"
    wrong.write_text(json.dumps(raw))
    assert main(["replay", str(wrong)]) == 1
    assert capsys.readouterr().err.startswith("herald: entry 4: ")


def test_a_name_cannot_steer_the_terminal(
    finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nasty = changed(finished, tmp_path / "nasty.json", "Player 1", r"\u001b[2J\u0007Player 1")
    assert main(["replay", str(nasty)]) == 0
    shown = capsys.readouterr().out
    assert "\x1b" not in shown
    assert "\x07" not in shown
    assert "Player 1" in shown


def test_an_export_is_the_game_in_its_normal_form(finished: Path, tmp_path: Path) -> None:
    loose, normal = tmp_path / "loose.json", tmp_path / "normal.json"
    loose.write_text(json.dumps(json.loads(finished.read_bytes()), indent=2))
    assert main(["export", str(loose), "-o", str(normal)]) == 0
    assert normal.read_bytes() == finished.read_bytes()


def test_an_export_of_a_running_game_stays_public(running: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.json"
    assert main(["export", str(running), "-o", str(copy)]) == 0
    assert load(copy.read_bytes()) == load(running.read_bytes())


def test_a_running_games_file_that_names_what_does_not_exist_is_refused(
    running: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = json.loads(running.read_bytes())
    raw["events"].append({"type": "WonderAnnounced", "seat": 0, "wonder": "no_such\x1b[2J"})
    forged = tmp_path / "forged.json"
    forged.write_text(json.dumps(raw))
    assert main(["replay", str(forged)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "the rules do not know" in line and line.isprintable()


@pytest.mark.parametrize("command", ["verify", "replay", "export"])
@pytest.mark.parametrize(
    ("content", "status"),
    [
        (None, 2),
        (b"", 1),
        (b"\xff\xfe\x00", 1),
        (b"[" * 100_000, 1),
        (b'{"format": NaN}', 1),
        (b'{"format": "herald-game", "version": 99}', 1),
        (b'{"format": "\x1b[31mherald"}', 1),
    ],
)
def test_a_file_that_is_no_game_is_refused_in_one_line(
    command: str,
    content: bytes | None,
    status: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "game.json"
    if content is not None:
        path.write_bytes(content)
    more = ["-o", str(tmp_path / "out.json")] if command == "export" else []
    assert main([command, str(path), *more]) == status
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("herald: ")
    assert shown.err.count("\n") == 1
    assert "\x1b" not in shown.err
    assert not (tmp_path / "out.json").exists()


def test_a_folder_is_no_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(tmp_path)]) == 2
    assert f"cannot read {tmp_path}" in capsys.readouterr().err


def test_an_export_needs_a_place_to_go(
    finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", str(finished), "-o", str(tmp_path / "no" / "game.json")]) == 2
    assert "cannot write" in capsys.readouterr().err

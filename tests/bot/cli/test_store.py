"""`herald migrate`, `herald backup`, and `herald export` of a game in the database."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random

import pytest

from bot.cli.program import main
from bot.service import Actor, Herald, NewLobby, Person
from bot.store import Store, games
from bot.store.games import GameRow


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory in which nothing is, and nothing configured."""
    monkeypatch.chdir(tmp_path)
    for variable in ("HERALD_DATABASE_URL", "HERALD_CONFIG"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HERALD_DATA_DIR", ".")
    return tmp_path


def mode(path: Path) -> str:
    return oct(path.stat().st_mode & 0o777)


def game_count(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        count: int = connection.execute("SELECT count(*) FROM games").fetchone()[0]
        return count


async def open_a_lobby(url: str) -> None:
    async with await Store.open(url) as store, store.transaction() as tx:
        new = GameRow(
            ruleset="standard",
            ruleset_version=1,
            host_user_id=1,
            commitment="",
            created_at=1,
        )
        await games.create(tx, new, b"seed", Random(1))


def test_help_names_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert "\n    migrate " in shown
    assert "\n    backup " in shown


def test_migrate_creates_the_database_and_does_nothing_the_second_time(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["migrate"]) == 0
    assert capsys.readouterr().out.startswith("herald.db: created, schema 0")
    assert main(["migrate"]) == 0
    assert "already" in capsys.readouterr().out
    assert game_count(folder / "herald.db") == 0


def test_migrate_takes_the_database_that_is_configured(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERALD_DATABASE_URL", "sqlite:///elsewhere.db")
    assert main(["migrate"]) == 0
    assert [file.name for file in folder.iterdir()] == ["elsewhere.db"]


def test_migrate_makes_the_data_folder_for_its_owner_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERALD_DATA_DIR", "data")
    monkeypatch.setenv("HERALD_DATABASE_URL", "sqlite:///data/herald.db")
    assert main(["migrate"]) == 0
    assert mode(folder / "data") == "0o700"
    assert mode(folder / "data" / "herald.db") == "0o600"


def test_migrate_does_not_make_up_any_other_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HERALD_DATABASE_URL", "sqlite:///typo/herald.db")
    assert main(["migrate"]) == 1
    assert "typo/herald.db: the database cannot be opened" in capsys.readouterr().err
    assert list(folder.iterdir()) == []


def test_a_data_folder_that_cannot_be_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "data").write_text("a file")
    monkeypatch.setenv("HERALD_DATA_DIR", "data")
    monkeypatch.setenv("HERALD_DATABASE_URL", "sqlite:///data/herald.db")
    assert main(["migrate"]) == 2
    assert capsys.readouterr().err == "herald: HERALD_DATA_DIR: data: File exists\n"


def test_a_database_of_a_newer_herald_is_a_failure_told_in_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["migrate"]) == 0
    with closing(sqlite3.connect(folder / "herald.db")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    capsys.readouterr()
    assert main(["migrate"]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("herald: herald.db: schema 9999 is of a newer Herald")
    assert shown.err.count("\n") == 1


@pytest.mark.parametrize("command", [["migrate"], ["backup", "copy.db"]])
def test_an_address_of_no_use_is_wrong_use(
    command: list[str],
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("HERALD_DATABASE_URL", "mysql://root:sesame@localhost/herald")
    assert main(command) == 2
    shown = capsys.readouterr().err
    assert shown.startswith("herald: HERALD_DATABASE_URL: mysql is not supported")
    assert "sesame" not in shown
    assert list(folder.iterdir()) == []


def test_a_backup_has_every_game_and_is_for_its_owner_alone(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(open_a_lobby("sqlite:///herald.db"))
    assert main(["backup", "copy.db"]) == 0
    assert capsys.readouterr().out == "copy.db: a copy of herald.db\n"
    assert game_count(folder / "copy.db") == 1
    assert mode(folder / "copy.db") == "0o600"


def test_a_backup_has_the_key_of_the_buttons_too(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["migrate"])
    (folder / "ids.key").write_bytes(b"k" * 32)
    assert main(["backup", "copy.db"]) == 0
    assert (folder / "copy.db.ids.key").read_bytes() == b"k" * 32
    assert mode(folder / "copy.db.ids.key") == "0o600"
    assert "copy.db.ids.key: a copy of ids.key" in capsys.readouterr().out
    # A key that is there is of another backup.
    (folder / "copy.db").unlink()
    assert main(["backup", "copy.db"]) == 2
    assert "copy.db.ids.key exists" in capsys.readouterr().err
    assert not (folder / "copy.db").exists()


def test_a_backup_overwrites_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["migrate"]) == 0
    (folder / "letters.txt").write_text("Dear Jade")
    assert main(["backup", "letters.txt"]) == 2
    assert "letters.txt exists; choose a name that is free" in capsys.readouterr().err
    assert (folder / "letters.txt").read_text() == "Dear Jade"


def test_a_backup_of_nothing_fails(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", "copy.db"]) == 1
    assert "there is no such file" in capsys.readouterr().err
    assert list(folder.iterdir()) == []


def test_a_backup_needs_a_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup"]) == 2
    assert "--help)" in capsys.readouterr().err


async def play_a_game(url: str, *, to_the_end: bool) -> str:
    """A game of somebody against an AI player, for one turn; gives its code."""
    async with await Store.open(url) as store:
        herald, host = Herald(store), Person(1, "Ada")
        new = NewLobby(ruleset="standard", host=host, seats=2, options={"turn_limit": 1})
        info = await herald.lobby.open(new)
        await herald.lobby.add_ai(info.id, Actor(1))
        await herald.lobby.start(info.id, Actor(1))
        for click in count():
            await herald.scheduler.tick()
            asked = (await herald.look.desk(info.id, 1)).decisions
            if not asked or (click and not to_the_end):
                return info.game.code
            first = asked[0].decision
            value = first.grammar.sample(Random(click)) if first.default is None else first.default
            await herald.play.choose(info.id, 1, first.id, value, interaction=str(click))
        raise AssertionError


@pytest.mark.parametrize("to_the_end", [True, False])
def test_a_game_of_the_database_is_exported_by_its_code(
    to_the_end: bool, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = asyncio.run(play_a_game("sqlite:///herald.db", to_the_end=to_the_end))
    assert main(["export", code.lower(), "-o", "game.json"]) == 0
    assert main(["verify", "game.json"]) == (0 if to_the_end else 1)
    shown = capsys.readouterr()
    assert ("game.json: proved" in shown.out) == to_the_end
    assert ("the game is not over" in shown.err) != to_the_end


def test_a_code_that_no_game_has_is_wrong_use(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "XXXXX", "-o", "game.json"]) == 2
    assert "there is no database" in capsys.readouterr().err
    assert list(folder.iterdir()) == []
    assert main(["migrate"]) == 0
    assert main(["export", "XXXXX", "-o", "game.json"]) == 2
    assert "there is no game XXXXX" in capsys.readouterr().err


def test_a_game_that_has_not_begun_is_not_exported(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(open_a_lobby("sqlite:///herald.db"))
    with closing(sqlite3.connect("herald.db")) as connection:
        (code,) = connection.execute("SELECT code FROM games").fetchone()
    assert main(["export", code, "-o", "game.json"]) == 2
    assert f"{code} has not begun" in capsys.readouterr().err

"""A backup is one moment of a database on which people go on playing."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bot.store import Store, choices, games
from bot.store.backup import backup
from bot.store.errors import BackupRefused, DatabaseCorrupt, DatabaseUnreachable
from tests.bot.store.builders import a_game, fingerprint_of, play


async def test_a_backup_opens_as_the_database_it_was(sqlite_store: Store, tmp_path: Path) -> None:
    game = await play(sqlite_store, (await a_game(sqlite_store)).id, 3)
    await sqlite_store.backup(tmp_path / "copy.db")
    await play(sqlite_store, game.id, 2)
    async with await Store.open(f"sqlite:///{tmp_path}/copy.db") as copy, copy.reading() as tx:
        assert await games.get(tx, game.id) == game
        assert await choices.verify_chain(tx, game.id, fingerprint=fingerprint_of) == 3


async def test_a_backup_taken_in_the_middle_of_play_holds_whole_steps(
    sqlite_store: Store, sqlite_url: str, tmp_path: Path
) -> None:
    game = await a_game(sqlite_store)
    copies = [tmp_path / f"copy{number}.db" for number in range(3)]

    async def copy_all() -> None:
        for copy in copies:
            await asyncio.to_thread(backup, sqlite_url, copy)

    await asyncio.gather(play(sqlite_store, game.id, 12), copy_all())
    for copy in copies:
        async with await Store.open(f"sqlite:///{copy}") as store, store.reading() as tx:
            assert await choices.verify_chain(tx, game.id, fingerprint=fingerprint_of) <= 12


async def test_a_backup_is_one_file(sqlite_store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    await sqlite_store.backup(folder / "copy.db")
    assert [file.name for file in folder.iterdir()] == ["copy.db"]


async def test_a_backup_overwrites_nothing(
    sqlite_store: Store, sqlite_url: str, tmp_path: Path
) -> None:
    precious = tmp_path / "letters.txt"
    precious.write_text("Dear Jade")
    for taken in (precious, Path(sqlite_url.removeprefix("sqlite:///"))):
        with pytest.raises(BackupRefused) as caught:
            await sqlite_store.backup(taken)
        assert str(caught.value) == f"{taken} exists; choose a name that is free"
    assert precious.read_text() == "Dear Jade"
    await a_game(sqlite_store)


async def test_a_backup_into_a_missing_folder_says_so(sqlite_store: Store, tmp_path: Path) -> None:
    with pytest.raises(BackupRefused) as caught:
        await sqlite_store.backup(tmp_path / "nowhere" / "copy.db")
    assert "No such file or directory" in str(caught.value)


def test_nothing_is_backed_up_where_nothing_is(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnreachable) as caught:
        backup(f"sqlite:///{tmp_path}/none.db", tmp_path / "copy.db")
    assert "there is no such file" in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_database_gives_no_backup(tmp_path: Path) -> None:
    (tmp_path / "bad.db").write_bytes(b"Dear diary, " * 1000)
    with pytest.raises(DatabaseCorrupt):
        backup(f"sqlite:///{tmp_path}/bad.db", tmp_path / "copy.db")
    assert [file.name for file in tmp_path.iterdir()] == ["bad.db"]


def test_damage_inside_is_found_before_the_copy_gets_its_name(
    sqlite_template: Path, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.db"
    content = bytearray(sqlite_template.read_bytes())
    content[8192:12288] = b"\xff" * 4096
    bad.write_bytes(content)
    with pytest.raises(DatabaseCorrupt):
        backup(f"sqlite:///{bad}", tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


async def test_a_disk_that_fills_up_leaves_no_half_backup(
    sqlite_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(self: Path, *args: object, **rest: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "open", fill)
    with pytest.raises(BackupRefused) as caught:
        await sqlite_store.backup(tmp_path / "copy.db")
    assert "No space left" in str(caught.value)
    monkeypatch.undo()
    assert not [file for file in tmp_path.iterdir() if file.name.startswith("copy")]


async def test_postgresql_has_its_own_tool(postgres_url: str, tmp_path: Path) -> None:
    with pytest.raises(BackupRefused) as caught:
        backup(postgres_url, tmp_path / "copy.db")
    assert "pg_dump" in str(caught.value)


def test_the_copy_can_be_read_by_any_sqlite(sqlite_template: Path, tmp_path: Path) -> None:
    backup(f"sqlite:///{sqlite_template}", tmp_path / "copy.db")
    connection = sqlite3.connect(tmp_path / "copy.db")
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert connection.execute("SELECT count(*) FROM games").fetchone() == (0,)
    connection.close()

"""What Herald writes is private: under any umask, in any folder, whatever was there before."""

from __future__ import annotations

import os
import resource
import stat
import webbrowser
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot import private_files
from bot.cli.program import main
from bot.config import BadConfig, Config
from bot.discord.interactions.ids import read_key
from bot.local_discord.run import for_table, open_page, serve
from bot.local_discord.server import LocalDiscord
from bot.local_discord.world.storage import Storage
from bot.private_files import create_folder, prepare_database
from bot.store import Store
from bot.store.errors import DatabaseUnreachable
from tests.core.recorded import file

BESIDE = ("-wal", "-shm", "-journal")


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def wide(path: Path, data: bytes = b"") -> Path:
    path.write_bytes(data)
    path.chmod(0o666)
    return path


@pytest.fixture(params=[0o000, 0o022, 0o077, 0o277, 0o777])
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


@pytest.fixture
def others(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """Makes a file look as if another user had put it there: to give one away takes root."""
    given: set[str] = set()
    real = Path.lstat

    def lstat(path: Path) -> os.stat_result | SimpleNamespace:
        found = real(path)
        if str(path) in given:
            return SimpleNamespace(st_uid=os.geteuid() + 4321, st_mode=found.st_mode)
        return found

    monkeypatch.setattr(Path, "lstat", lstat)
    return lambda path: given.add(os.path.realpath(path))


async def use_store(path: Path) -> None:
    async with await Store.open(f"sqlite:///{path}"):
        pass


async def use_table(path: Path) -> None:
    Storage(path).close()


KEEPERS = [use_store, use_table]


@pytest.mark.usefixtures("umask")
async def test_databases_are_private_under_any_umask(tmp_path: Path) -> None:
    create_folder(tmp_path / "a" / "b")
    store, table = tmp_path / "a" / "b" / "herald.db", tmp_path / "a" / "b" / "table.db"
    storage = Storage(table)
    storage.put_fact("secret", "word")
    async with await Store.open(f"sqlite:///{store}") as opened:
        await opened.backup(tmp_path / "copy.db")
        found = {each.name: rights(each) for each in store.parent.iterdir()}
    storage.close()
    assert rights(store.parent) == rights(store.parent.parent) == 0o700
    assert {"herald.db", "table.db", "table.db-wal"} <= set(found)
    assert set(found.values()) == {0o600}
    assert rights(tmp_path / "copy.db") == 0o600


@pytest.mark.parametrize("keep", KEEPERS)
async def test_a_database_that_was_open_to_all_is_closed_to_others(
    tmp_path: Path, keep: Callable[[Path], Awaitable[None]]
) -> None:
    tmp_path.chmod(0o777)
    for end in ("", *BESIDE):
        wide(tmp_path / f"games.db{end}")
    prepare_database(tmp_path / "games.db")
    assert [rights(each) & 0o007 for each in tmp_path.iterdir()] == [0] * 4
    for each in tmp_path.iterdir():
        each.unlink()
    wide(tmp_path / "games.db")
    await keep(tmp_path / "games.db")
    assert rights(tmp_path / "games.db") & 0o007 == 0


@pytest.mark.parametrize("keep", KEEPERS)
async def test_a_link_to_nothing_creates_a_private_file(
    tmp_path: Path, keep: Callable[[Path], Awaitable[None]]
) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "games.db").symlink_to(tmp_path / "disk" / "real.db")
    await keep(tmp_path / "games.db")
    assert rights(tmp_path / "disk" / "real.db") == 0o600


@pytest.mark.parametrize("end", ["", *BESIDE])
async def test_a_database_that_another_user_has_put_there_is_refused(
    tmp_path: Path, others: Callable[[Path], None], end: str
) -> None:
    others(wide(tmp_path / f"herald.db{end}"))
    with pytest.raises(DatabaseUnreachable, match="belongs to another user"):
        await use_store(tmp_path / "herald.db")
    with pytest.raises(OSError, match="belongs to another user"):
        Storage(tmp_path / "herald.db")


async def test_the_table_says_in_a_line_that_another_user_has_put_its_database_there(
    tmp_path: Path, others: Callable[[Path], None]
) -> None:
    config = for_table(Config(data_dir=tmp_path))
    others(wide(config.data_dir / "table.db"))
    with pytest.raises(BadConfig, match="belongs to another user"):
        await serve(config, port=0)


def test_a_key_that_another_user_has_put_there_is_refused(
    tmp_path: Path, others: Callable[[Path], None]
) -> None:
    others(wide(tmp_path / "ids.key", b"known" * 8))
    with pytest.raises(OSError, match="belongs to another user"):
        read_key(tmp_path)


def test_what_the_owner_of_the_folder_has_put_there_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a container, where root works in the folder of a user."""
    wide(tmp_path / "herald.db")
    monkeypatch.setattr(os, "geteuid", lambda: 4321)
    prepare_database(tmp_path / "herald.db")


@pytest.mark.usefixtures("umask")
def test_exports_are_for_their_owner_also_in_place_of_an_open_file(tmp_path: Path) -> None:
    game = tmp_path / "game.json"
    private_files.write(game, file())
    there = wide(tmp_path / "there.json", b"x" * 3_000_000)
    for target in (there, tmp_path / "new.json"):
        assert main(["export", str(game), "-o", str(target)]) == 0
        assert rights(target) == 0o600
    assert there.read_bytes() == (tmp_path / "new.json").read_bytes()


def test_a_full_disk_takes_no_file_that_was_there_and_leaves_no_half_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "game.json"
    private_files.write(game, file())
    (tmp_path / "out").mkdir()
    there = tmp_path / "out" / "there.json"
    there.write_bytes(b"an earlier game")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (500, before[1]))
    try:
        for target in (there, tmp_path / "out" / "new.json"):
            assert main(["export", str(game), "-o", str(target)]) == 2
            assert "cannot write" in capsys.readouterr().err
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list((tmp_path / "out").iterdir()) == [there]
    assert there.read_bytes() == b"an earlier game"


def test_a_link_to_a_file_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link.json").symlink_to(tmp_path / "there.json")
    private_files.write(tmp_path / "link.json", b"new")
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "there.json").read_bytes() == b"new"


def test_what_is_no_file_is_written_into(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        private_files.write(pipe, b"game")
        assert os.read(reading, 10) == b"game"
    finally:
        os.close(reading)


async def test_the_tables_key_stands_in_no_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    async with LocalDiscord() as table:
        open_page(table.address, tmp_path)
        key, address = table.guard.key, table.address
    (given,) = opened
    assert key not in given and given.startswith("file://")
    (redirect,) = tmp_path.iterdir()
    assert address in redirect.read_text() and rights(redirect) == 0o600


@pytest.mark.parametrize(
    "damage", [b"no database at all" * 100, b"SQLite format 3\0" + b"\xff" * 4096]
)
async def test_a_damaged_table_is_refused_in_words(tmp_path: Path, damage: bytes) -> None:
    config = for_table(Config(data_dir=tmp_path))
    (config.data_dir / "table.db").write_bytes(damage)
    with pytest.raises(BadConfig, match="cannot be used"):
        await serve(config, port=0)


async def test_the_tables_database_is_as_private_as_the_games(tmp_path: Path) -> None:
    config = for_table(Config(data_dir=tmp_path / "new" / "data"))
    async with LocalDiscord(config.data_dir / "table.db"):
        assert rights(config.data_dir / "table.db") == 0o600
    for folder in (config.data_dir, config.data_dir.parent, tmp_path / "new"):
        assert rights(folder) == 0o700


def test_every_folder_that_is_made_is_private(tmp_path: Path) -> None:
    create_folder(tmp_path / "a" / "b" / "c")
    create_folder(tmp_path / "a" / "b" / "c")
    for folder in ("a", "a/b", "a/b/c"):
        assert rights(tmp_path / folder) == 0o700
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        create_folder(tmp_path / "file")

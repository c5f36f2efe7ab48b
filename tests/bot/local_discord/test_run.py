"""`herald table`: starts, says where to look, and stops when told to."""

from __future__ import annotations

import asyncio
import re
import shutil
import signal
import sys
from pathlib import Path

import aiohttp
import pytest

from bot.config import BadConfig, Config
from bot.local_discord.demo import create_demo_server
from bot.local_discord.run import for_table, has_browser, run, serve
from bot.local_discord.sentences import page_sentences
from bot.local_discord.server import LocalDiscord
from tests.browser import PATIENCE

START = """
import sys
from pathlib import Path
from bot.config import Config
from bot.local_discord.run import run
sys.exit(run(Config(data_dir=Path(sys.argv[1]), pictures=False)))
"""


async def test_the_address_is_printed_and_opens_and_ctrl_c_stops(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        START,
        str(tmp_path),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=Path(__file__).parents[3],
    )
    assert process.stdout is not None and process.stderr is not None
    async for line in process.stdout:
        found = re.search(rb"http://\S+", line)
        if found:
            break
    async with aiohttp.ClientSession() as http, http.get(found[0].decode()) as page:  # type: ignore[index]  # found above, or the address is missing
        assert page.status == 200
    process.send_signal(signal.SIGINT)
    assert await asyncio.wait_for(process.wait(), PATIENCE) == 0
    assert await process.stderr.read() in (
        b"",
        b"Port 8707 is taken; the table uses another one.\n",
    )
    assert (tmp_path / "table" / "herald.db").exists()
    assert (tmp_path / "table" / "table.db").exists()


async def test_two_tables_cannot_share_a_world(tmp_path: Path) -> None:
    config = for_table(Config(data_dir=tmp_path))
    async with LocalDiscord(config.data_dir / "table.db"):
        with pytest.raises(BadConfig, match="is another table open"):
            await serve(config, port=0)


def test_games_at_the_table_are_kept_apart_from_those_on_discord(tmp_path: Path) -> None:
    real = Config(data_dir=tmp_path, database_url="postgresql://host/games", command_guild=7)
    local = for_table(real)
    assert local.database_url.endswith("/table/herald.db")
    assert local.command_guild is None


def test_a_folder_that_cannot_be_made_is_said_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadConfig, match="HERALD_DATA_DIR"):
        run(Config(data_dir=tmp_path / "file"))


async def test_a_world_is_furnished_once() -> None:
    async with LocalDiscord() as table:
        create_demo_server(table.world)
        before = set(table.world.users)
        create_demo_server(table.world)
        assert set(table.world.users) == before
        assert [each.global_name for each in table.world.people()] == ["Ada", "Bea", "Cyn", "Dan"]


async def test_a_port_that_was_asked_for_and_is_taken_is_refused(tmp_path: Path) -> None:
    config = for_table(Config(data_dir=tmp_path))
    async with LocalDiscord(tmp_path / "other.db") as other:
        taken = int(other.origin.rpartition(":")[2])
        with pytest.raises(BadConfig, match=f"port {taken} is taken"):
            await serve(config, port=taken)


@pytest.mark.parametrize(
    ("terminal", "settings", "opens"),
    [
        (True, {"DISPLAY": ":0"}, True),
        (True, {"WAYLAND_DISPLAY": "wayland-0"}, True),
        (True, {}, False),
        (True, {"DISPLAY": ":0", "SSH_CONNECTION": "10.0.0.2 1 10.0.0.1 22"}, False),
        (False, {"DISPLAY": ":0"}, False),
    ],
)
def test_a_browser_opens_only_on_the_screen_of_whoever_started_herald(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, settings: dict[str, str], opens: bool
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    assert has_browser() is opens


def test_the_page_names_a_command_that_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    assert page_sentences()["real"]["code"] == "DISCORD_TOKEN=your-token herald"
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert page_sentences()["real"]["code"] == f"DISCORD_TOKEN=your-token {sys.executable} -m bot"

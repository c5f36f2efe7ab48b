from __future__ import annotations

import asyncio
import io
import json
import logging
from pathlib import Path

import aiohttp
import discord
import pytest

from bot.config import BadConfig, Config, load
from bot.discord.application import CannotRun
from bot.discord.client import Bot
from bot.discord.logs import set_up_logs
from bot.discord.run import assembled, run
from bot.service import serving_alone
from bot.service.clock.scheduler import Scheduler
from bot.store.address import parse
from bot.store.server_lock import ServerLock
from bot.store.serving_lock import ServedAlready
from tests.bot.builders.postgres import cut_off


def test_without_anything_said_there_are_sensible_values(tmp_path: Path) -> None:
    assert load({}, tmp_path) == Config()
    assert Config().database_url == "sqlite:///herald-data/herald.db"


def test_the_games_are_kept_in_the_data_folder_unless_said_otherwise(tmp_path: Path) -> None:
    config = load({"HERALD_DATA_DIR": str(tmp_path / "mine"), "HERALD_DATABASE_URL": ""}, tmp_path)
    assert config.database_url == f"sqlite:///{tmp_path}/mine/herald.db"
    (tmp_path / "herald.toml").write_text('database_url = "sqlite:///x.db"\n')
    assert load({}, tmp_path).database_url == "sqlite:///x.db"


def test_variables_win_over_the_file(tmp_path: Path) -> None:
    (tmp_path / "herald.toml").write_text('log_level = "debug"\npictures = false\n')
    config = load({"HERALD_LOG_LEVEL": "WARNING", "DISCORD_TOKEN": " abc "}, tmp_path)
    assert config.log_level == "warning"
    assert config.pictures is False
    assert config.discord_token == "abc"


def test_a_file_can_be_named(tmp_path: Path) -> None:
    path = tmp_path / "other.toml"
    path.write_text('data_dir = "keys"\ncommand_guild = 12\nshards = 3\n')
    config = load({"HERALD_CONFIG": str(path)}, tmp_path)
    assert config.data_dir == Path("keys")
    assert (config.command_guild, config.shards) == (12, 3)


@pytest.mark.parametrize(
    ("variables", "told"),
    [
        ({"HERALD_LOG_LEVEL": "loud"}, "HERALD_LOG_LEVEL: write one of debug, info"),
        ({"HERALD_LOG_FORMAT": "xml"}, "HERALD_LOG_FORMAT: write one of text, json"),
        ({"HERALD_COMMAND_GUILD": "mine"}, "HERALD_COMMAND_GUILD: write the number of a server"),
        ({"HERALD_METRICS": "0"}, "HERALD_METRICS: write the number of a port, from 1 to 65535"),
        ({"HERALD_METRICS": "yes"}, "HERALD_METRICS: write the number of a port"),
        ({"HERALD_PICTURES": "perhaps"}, "HERALD_PICTURES: write yes or no"),
        ({"HERALD_SHARDS": "0"}, "HERALD_SHARDS: write how many connections to Discord there are"),
        ({"HERALD_SHARDS": "many"}, "HERALD_SHARDS: write how many connections to Discord there"),
        ({"HERALD_CONFIG": "/no/such.toml"}, "/no/such.toml: cannot be read"),
    ],
)
def test_a_wrong_value_is_one_clear_line(
    variables: dict[str, str], told: str, tmp_path: Path
) -> None:
    with pytest.raises(BadConfig) as bad:
        load(variables, tmp_path)
    assert str(bad.value).startswith(told)
    assert "\n" not in str(bad.value)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("log_level = ", "is not TOML"),
        ("colour = 1", "there is no 'colour'"),
        ("log_level = 3", "log_level: write one of"),
    ],
)
def test_a_wrong_file_is_one_clear_line(content: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "herald.toml").write_text(content)
    with pytest.raises(BadConfig) as bad:
        load({}, tmp_path)
    assert told in str(bad.value)
    assert "\n" not in str(bad.value)


def test_secrets_are_in_no_message(tmp_path: Path) -> None:
    config = load({"DISCORD_TOKEN": "s3cret", "HERALD_DATABASE_URL": "sqlite:///x"}, tmp_path)
    assert "s3cret" not in repr(config)


def test_without_a_token_it_says_where_to_get_one() -> None:
    with pytest.raises(BadConfig, match="DISCORD_TOKEN: is not set"):
        run(Config())


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (discord.LoginFailure("no"), "DISCORD_TOKEN: Discord does not accept it"),
        (aiohttp.ClientConnectionError("no route"), "Discord cannot be reached: no route"),
    ],
)
def test_what_keeps_it_from_starting_is_one_clear_line(
    fault: Exception, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def start(bot: Bot, token: str) -> None:
        raise fault

    monkeypatch.setattr(Bot, "start", start)
    with pytest.raises((BadConfig, CannotRun)) as caught:
        run(a_config(tmp_path))
    assert str(caught.value) == told


def test_without_its_database_it_does_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "herald.db").write_text("not a database, but long enough to look like one" * 90)
    with pytest.raises(CannotRun, match="damaged or is not a database"):
        run(a_config(tmp_path))


def test_a_second_herald_is_refused_in_words_while_the_first_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Bot] = []

    async def start(bot: Bot, token: str) -> None:
        started.append(bot)
        folder = tmp_path / "linked"
        folder.symlink_to(tmp_path)
        for same in (a_config(tmp_path), a_config(folder)):
            with pytest.raises(CannotRun, match=r"another Herald serves .*herald\.db; stop it"):
                await asyncio.to_thread(run, same)

    monkeypatch.setattr(Bot, "start", start)
    assert run(a_config(tmp_path)) == 0
    assert len(started) == 1
    assert (tmp_path / "herald.db.serving").stat().st_mode & 0o777 == 0o600
    # The next one may serve, also where the first was killed.
    with serving_alone(a_config(tmp_path).database_url, tmp_path):
        pass


def test_on_a_server_the_data_folder_is_served_by_one(tmp_path: Path) -> None:
    url = "postgresql://herald@localhost/herald"
    with (
        serving_alone(url, tmp_path / "new"),
        pytest.raises(ServedAlready, match="another Herald serves"),
        serving_alone(url, tmp_path / "new"),
    ):
        pass


def test_two_machines_do_not_serve_the_same_server(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Bot] = []

    async def start(bot: Bot, token: str) -> None:
        started.append(bot)
        other = Config(discord_token="x", data_dir=tmp_path / "other", database_url=postgres_url)
        with pytest.raises(CannotRun, match=r"another Herald serves postgresql.*; stop it first"):
            await asyncio.to_thread(run, other)

    monkeypatch.setattr(Bot, "start", start)
    one = Config(discord_token="x", data_dir=tmp_path / "one", database_url=postgres_url)
    assert [run(one), run(one)] == [0, 0]
    assert len(started) == 2


def test_it_stops_in_words_when_another_has_taken_its_database(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def start(bot: Bot, token: str) -> None:
        monkeypatch.setattr("bot.store.server_lock.PATIENCE", 60)
        other = ServerLock(parse(postgres_url))
        waiting = asyncio.create_task(other.take())
        await cut_off(postgres_url, when_awaited=True)
        await waiting
        # Herald finds out by itself, and closes its connection to Discord.
        closed = asyncio.Event()
        monkeypatch.setattr(discord.AutoShardedClient, "close", lambda bot: _note(closed))
        async with asyncio.timeout(60):
            await closed.wait()
        await other.release()

    async def _note(closed: asyncio.Event) -> None:
        closed.set()

    monkeypatch.setattr(Bot, "start", start)
    with pytest.raises(CannotRun, match="another Herald serves"):
        run(Config(discord_token="x", data_dir=tmp_path, database_url=postgres_url))


def test_it_stops_rather_than_go_on_without_its_clocks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(scheduler: Scheduler) -> None:
        raise RuntimeError("the spring broke")

    async def start(bot: Bot, token: str) -> None:
        await bot._keep_running("the clocks", bot.herald.scheduler.run)

    monkeypatch.setattr(Scheduler, "run", broken)
    monkeypatch.setattr(Bot, "start", start)
    with pytest.raises(CannotRun, match="the clocks stopped"):
        run(a_config(tmp_path))


def a_config(folder: Path) -> Config:
    return Config(
        discord_token="x", data_dir=folder, database_url=f"sqlite:///{folder / 'herald.db'}"
    )


async def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    config = Config(data_dir=tmp_path / "file" / "data", database_url=f"sqlite:///{tmp_path}/x.db")
    with pytest.raises(BadConfig, match="HERALD_DATA_DIR"):
        async with assembled(config):
            pass


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize(
    "name", ["Eve\nFAKE line", "Eve\x1b[2J", "Eve\u2028FAKE line", "Eve\x9b2J\x85FAKE"]
)
def test_a_line_of_the_log_stays_one_line_that_steers_no_terminal(form: str, name: str) -> None:
    before = logging.getLogger().handlers[:], logging.getLogger().level
    stream = io.StringIO()
    try:
        set_up_logs(Config(log_format=form), stream)  # type: ignore[arg-type]  # one of the two
        logging.getLogger("herald.test").info("name=%s", name)
    finally:
        logging.getLogger().handlers, level = before
        logging.getLogger().setLevel(level)
    (line,) = stream.getvalue().splitlines()
    assert "herald.test" in line and line.isprintable()
    if form == "json":
        assert json.loads(line)["message"] == f"name={name}"

"""`herald check` on the local table: red with each thing that can be wrong, green without."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import discord
import pytest

from bot.cli.check import checking, on_discord
from bot.cli.program import main
from bot.discord.permissions import PERMISSIONS, invitation, wanted
from bot.local_discord.demo import create_demo_server
from bot.local_discord.faults import Fault
from bot.local_discord.server import LocalDiscord
from bot.local_discord.world.models import Channel, Guild, Kind, Overwrite, ThreadState
from bot.local_discord.world.permissions import P
from bot.moment import DAY, MINUTE, now
from bot.service import Actor, Herald, NewLobby, Person, Store, SystemTime
from bot.store import outbox
from bot.store.outbox import NewMessage
from render.fonts import faces
from tests.bot.builders.template import new_database


class Host:
    """Somebody who hosts Herald, with a token, a database and a game in a channel."""

    def __init__(
        self, table: LocalDiscord, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.table = table
        self.folder = folder
        self.url = f"sqlite:///{folder / 'herald-data' / 'herald.db'}"
        self.guild: Guild = next(iter(table.world.guilds.values()))
        self.channel: Channel = table.world.channels_of(self.guild)[0]
        self._capsys = capsys

    async def check(self) -> tuple[int, list[str]]:
        """The exit status, and the lines."""
        status = await asyncio.to_thread(main, ["check"])
        out, err = self._capsys.readouterr()
        assert err == ""
        return status, out.splitlines()

    async def wrong(self, status: int, *parts: str) -> None:
        """The check is red with this status, and one line has all these parts."""
        found, lines = await self.check()
        red = [line for line in lines if line.startswith("WRONG")]
        assert found == status, lines
        assert [line for line in red if all(part in line for part in parts)], lines
        assert len(red) == 1, lines

    async def right(self, *lines: str) -> None:
        status, found = await self.check()
        assert status == 0, found
        assert found[-1] == "All is right."
        assert set(lines) <= set(found), found

    def grant(self, permissions: discord.Permissions) -> None:
        """Give Herald these permissions on the server, and everybody none."""
        self.guild.roles[self.guild.id].permissions = P.USE_APPLICATION_COMMANDS
        (own,) = (e for e in self.guild.roles.values() if e.managed_by == self.table.world.bot.id)
        own.permissions = permissions.value

    def refuse(self, channel: Channel, permissions: discord.Permissions) -> None:
        """Take permissions from Herald in one channel."""
        overwrite = Overwrite(id=self.table.world.bot.id, kind=1, allow=0, deny=permissions.value)
        channel.overwrites = {overwrite.id: overwrite}

    async def game(self, channel: Channel | None = None) -> str:
        """Open a game in a channel; gives its code."""
        channel = channel or self.channel
        async with await Store.open(self.url) as store:
            new = NewLobby(
                ruleset="standard",
                host=Person(1, "Ada"),
                seats=2,
                guild_id=channel.guild_id,
                channel_id=channel.id,
                is_thread=channel.kind == Kind.THREAD,
            )
            herald = Herald(store)
            info = await herald.lobby.open(new)
            await herald.lobby.join(info.id, Person(2, "Bea"))
            await herald.lobby.start(info.id, Actor(1))
            return info.code

    def sql(self, statement: str) -> None:
        with closing(sqlite3.connect(self.url.removeprefix("sqlite:///"))) as connection:
            connection.execute(statement)
            connection.commit()


@pytest.fixture
async def host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> AsyncIterator[Host]:
    monkeypatch.chdir(tmp_path)
    for name in ("HERALD_DATABASE_URL", "HERALD_CONFIG", "HERALD_DATA_DIR", "HERALD_TEST_INSTALL"):
        monkeypatch.delenv(name, raising=False)
    await new_database(tmp_path / "herald-data" / "herald.db")
    (tmp_path / "herald-data" / "ids.key").write_bytes(b"k" * 32)
    async with LocalDiscord() as table:
        create_demo_server(table.world)
        monkeypatch.setenv("DISCORD_TOKEN", table.token)
        host = Host(table, tmp_path, capsys)
        host.grant(wanted())
        yield host
        assert table.discord.unmodelled == []


async def test_all_is_right(host: Host) -> None:
    code = await host.game()
    status, lines = await host.check()
    assert status == 0
    subjects = [line.removeprefix("ok     ").partition(":")[0] for line in lines]
    expected = "configuration database disk fonts last choice letters token intents clock"
    assert " ".join(subjects[:-2]) == expected
    assert lines[-2].endswith(
        f"{host.guild.name}, game {code}, #{host.channel.name}: all are granted"
    )
    assert lines[-1] == "All is right."
    assert any("made by Herald" in line for line in lines)
    assert not any(host.table.token in line for line in lines)


# The settings.


async def test_a_missing_token(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISCORD_TOKEN")
    await host.wrong(78, "token", "DISCORD_TOKEN: is not set")


async def test_a_token_that_is_none(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "abc")
    await host.wrong(78, "token", "Discord does not accept it")


async def test_a_wrong_setting(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERALD_PICTURES", "perhaps")
    status, lines = await host.check()
    assert (status, lines) == (
        78,
        ["WRONG  configuration: HERALD_PICTURES: write yes or no, not 'perhaps'"],
    )


async def test_a_misspelt_variable(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERALD_DATABSE_URL", "postgresql://host/herald")
    await host.wrong(78, "configuration", "do you mean HERALD_DATABASE_URL?")
    monkeypatch.delenv("HERALD_DATABSE_URL")
    monkeypatch.setenv("HERALD_COLOUR", "blue")
    await host.right("ok     configuration: from DISCORD_TOKEN; nothing reads HERALD_COLOUR")


async def test_a_token_that_others_can_read(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISCORD_TOKEN")
    file = host.folder / "herald.toml"
    file.write_text(f'discord_token = "{host.table.token}"\n')
    file.chmod(0o644)
    await host.wrong(1, "configuration", "chmod 600 herald.toml")
    file.chmod(0o600)
    await host.right("ok     configuration: from herald.toml")


# The machine.


async def test_a_disk_that_is_nearly_full(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = type("Usage", (), {"free": 9_000_000})
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage)
    await host.wrong(1, "disk", "9 MB free", "are wanted")


async def test_a_data_folder_that_cannot_be_written(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.access
    closed = str(host.folder / "herald-data")
    monkeypatch.setattr(os, "access", lambda path, mode: str(path) != closed and real(path, mode))
    await host.wrong(78, "disk", "cannot be written by this user")


async def test_a_key_that_was_not_restored(host: Host) -> None:
    (host.folder / "herald-data" / "ids.key").unlink()
    await host.wrong(1, "ids.key is missing")


async def test_typefaces_that_are_not_there(
    host: Host, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "fonts").mkdir()
    monkeypatch.setattr(faces, "ASSETS", tmp_path)
    await host.wrong(1, "fonts", "label", "title")


async def test_a_clock_that_goes_wrong(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    class Early(SystemTime):
        def now(self) -> int:
            return super().now() + 5 * MINUTE

    monkeypatch.setattr(checking, "SystemTime", Early)
    await host.wrong(1, "clock", "seconds ahead of Discord's")


# The games.


async def test_a_database_that_is_not_there_yet(host: Host) -> None:
    (host.folder / "herald-data" / "herald.db").unlink()
    await host.right("ok     database: herald-data/herald.db: none yet, the first start makes it")
    assert not (host.folder / "herald-data" / "herald.db").exists()


@pytest.mark.parametrize(
    ("url", "status", "told"),
    [
        ("mysql://x", 78, "mysql is not supported"),
        ("sqlite:////no/where/herald.db", 78, "cannot be made there"),
        ("postgresql://herald@127.0.0.1:9/herald", 75, "the database cannot be opened"),
    ],
)
async def test_a_database_that_cannot_be_used(
    host: Host, monkeypatch: pytest.MonkeyPatch, url: str, status: int, told: str
) -> None:
    monkeypatch.setenv("HERALD_DATABASE_URL", url)
    await host.wrong(status, "database", told)


async def test_a_database_of_a_newer_herald(host: Host) -> None:
    host.sql("UPDATE alembic_version SET version_num = '9999'")
    await host.wrong(78, "database", "schema 9999 is of a newer Herald")


async def test_a_damaged_database(host: Host) -> None:
    file = host.folder / "herald-data" / "herald.db"
    file.write_text("not a database, but long enough to look like one" * 90)
    await host.wrong(78, "database", "damaged or is not a database")


async def test_a_game_on_postgresql(
    host: Host, monkeypatch: pytest.MonkeyPatch, postgres_url: str
) -> None:
    monkeypatch.setenv("HERALD_DATABASE_URL", postgres_url)
    host.url = postgres_url
    code = await host.game()
    status, lines = await host.check()
    assert status == 0 and any(code in each and "all are granted" in each for each in lines)


async def test_letters_that_could_not_be_sent(host: Host) -> None:
    async with await Store.open(host.url) as store, store.transaction() as tx:
        await outbox.post(tx, None, NewMessage(kind="x", user_id=5, payload={}), now() - DAY)
    host.sql("UPDATE outbox_messages SET state = 'failed', last_error = 'no such user'")
    await host.wrong(1, "letters", "could not be sent in the last seven days; the latest error: no")
    host.sql("UPDATE outbox_messages SET created_at = 1")
    await host.right()
    host.sql("UPDATE outbox_messages SET state = 'pending', attempts = 7")
    await host.wrong(1, "letters", "are tried again and again")


async def test_rows_that_refer_to_nothing(host: Host) -> None:
    host.sql(
        "INSERT INTO clocks (game_id, decision, kind, opened_at, due_at, reminded)"
        " VALUES (99, 'x', 'phase', 1, 1, 0)"
    )
    await host.wrong(1, "rows", "1 of clocks refer to something that is not there")


async def test_the_last_choice(host: Host) -> None:
    _, lines = await host.check()
    assert "ok     last choice: none yet" in lines
    await host.game()
    host.sql(f"UPDATE choices SET at = {now() - 3 * DAY}")
    _, lines = await host.check()
    (line,) = (each for each in lines if "last choice" in each)
    assert "UTC, 3 days ago; live games in channels: 1" in line


# Discord.


async def test_discord_is_gone(host: Host) -> None:
    host.table.faults.add(Fault(kind="status", status=503, times=1_000_000))
    await host.wrong(75, "discord", "Discord cannot be reached")


async def test_an_intent_that_is_not_granted(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_discord, "INTENTS", discord.Intents(guilds=True, members=True))
    await host.right("ok     intents: granted")
    monkeypatch.setattr(on_discord, "INTENTS", discord.Intents(guilds=True, presences=True))
    await host.wrong(78, "intents", "Presence Intent is switched off")


async def test_no_server_yet(host: Host) -> None:
    world = host.table.world
    world.leave(host.guild, world.bot)
    await host.wrong(1, "servers", "on no server yet", invitation(world.bot.id))


async def test_a_server_that_has_sent_herald_away(host: Host) -> None:
    code, world = await host.game(), host.table.world
    other = world.add_guild("Another", world.people()[0])
    world.join(other, world.bot, wanted().value)
    world.leave(host.guild, world.bot)
    await host.wrong(1, "servers", f"no longer on server {host.guild.id}", code)


@pytest.mark.parametrize("name", PERMISSIONS)
async def test_each_permission_that_a_channel_with_a_game_lacks(host: Host, name: str) -> None:
    code = await host.game()
    host.refuse(host.channel, discord.Permissions(**{name: True}))
    title = name.replace("_", " ").replace("channel", "channels").title().replace(" In ", " in ")
    if name == "create_public_threads":
        title = "Create Public Threads"
    await host.wrong(1, "permissions", code, f"Herald lacks {title} (Edit Channel, Permissions)")


async def test_a_permission_that_a_server_without_games_lacks(host: Host) -> None:
    host.grant(discord.Permissions(wanted().value & ~P.ATTACH_FILES & ~P.PIN_MESSAGES))
    await host.wrong(1, "Herald lacks Attach Files and Pin Messages (Server Settings, Roles)")


async def test_a_thread_needs_what_is_used_in_threads(host: Host) -> None:
    thread = Channel(
        id=host.table.world.new_id(),
        kind=Kind.THREAD,
        guild_id=host.guild.id,
        name="second",
        parent_id=host.channel.id,
        thread=ThreadState(owner_id=host.table.world.bot.id, created=now()),
    )
    host.table.world.add_channel(thread)
    code = await host.game(thread)
    host.refuse(host.channel, discord.Permissions(send_messages=True))
    await host.right()
    host.refuse(host.channel, discord.Permissions(send_messages_in_threads=True))
    await host.wrong(1, code, "#second", "Herald lacks Send Messages in Threads")
    host.table.world.delete_channel(thread)
    await host.wrong(1, code, "its channel was deleted")

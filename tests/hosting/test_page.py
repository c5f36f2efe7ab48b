"""docs/hosting.md leads from nothing to the first game, and back after an accident."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.discord.permissions import PERMISSIONS, invitation
from bot.discord.voices import plain_voice
from bot.local_discord.demo import create_demo_server
from bot.local_discord.payloads import components as c
from bot.local_discord.server import LocalDiscord
from bot.local_discord.world.models import Channel, Guild, Message
from bot.local_discord.world.permissions import P
from tests.hosting.builders import PAGE, PATIENCE, README, Machine, blocks, section

TITLES = re.findall(r"^## (?:\d\. )?(.*)", PAGE, re.M)


class Host:
    """Somebody who reads the page, at their machine and in Discord."""

    def __init__(self, machine: Machine, table: LocalDiscord) -> None:
        self.machine = machine
        self.table = table
        self.guild: Guild = next(iter(table.world.guilds.values()))
        self.channel: Channel = table.world.channels_of(self.guild)[0]

    async def follow(self, title: str) -> list[str]:
        """Type the commands of a part of the page; gives what they print."""
        done = await asyncio.to_thread(self.machine.follow, title)
        return [each.output for each in done]

    async def type(self, line: str) -> None:
        done = await asyncio.to_thread(self.machine.type, line)
        assert done.status == 0, done

    async def write(self, settings: str) -> None:
        """Write the settings with the editor of the page."""
        (self.machine.root / "typed").write_text(settings)
        await self.type("sudo -iu herald nano herald.toml")

    async def wrong(self, status: int, part: str) -> None:
        """`herald check` is red, and one line says so."""
        done = await asyncio.to_thread(self.machine.check)
        assert done.status == status, done.output
        (red,) = (line for line in done.output.splitlines() if line.startswith("WRONG"))
        assert part in red

    async def right(self) -> str:
        """`herald check` is green."""
        done = await asyncio.to_thread(self.machine.check)
        assert done.status == 0, done.output
        assert done.output.endswith("All is right.\n")
        return done.output

    async def open_the_link(self, link: str) -> None:
        """Put Herald on the server, with what the link asks for."""
        world = self.table.world
        permissions = re.search(r"permissions=(\d+)", link)
        assert permissions is not None
        world.join(self.guild, world.bot, int(permissions[1]))
        self.guild.roles[self.guild.id].permissions = P.USE_APPLICATION_COMMANDS
        players = world.add_role(self.guild, "Players", P.VIEW_CHANNEL | P.USE_APPLICATION_COMMANDS)
        for member in self.guild.members.values():
            if member.user_id != world.bot.id:
                member.roles = [players.id]

    async def until(self, fits: Callable[[], object]) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                while not fits():
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise AssertionError(self.machine.journal) from None

    def post(self, label: str) -> Message | None:
        """The latest post in the channel with such a button."""
        posts = self.table.world.messages(self.channel)
        found = [each for each in posts if each.only is None and label in buttons(each)]
        return found[-1] if found else None

    def answers(self, user_id: int) -> list[Message]:
        """What somebody alone sees in the channel."""
        return [e for e in self.table.world.messages(self.channel) if e.only == user_id]

    async def press(self, name: str, label: str) -> None:
        """Press a button of the channel, and wait for the answer."""
        await self.until(lambda: self.post(label))
        post = self.post(label)
        assert post is not None
        begun = self.table.as_user(name).press(post, buttons(post)[label])
        await self.until(lambda: begun.answer is not None)

    async def serving(self) -> None:
        """Wait until the service is on Discord."""
        data = self.machine.root / "var/lib/herald/herald-data"
        await self.until((data / "alive").exists)


def buttons(message: Message) -> dict[str, str]:
    found = [each for each in c.walk(message.components) if each["type"] == c.BUTTON]
    pressable = [each for each in found if "custom_id" in each and not each.get("disabled")]
    return {each["label"]: each["custom_id"] for each in pressable}


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[Host]:
    async with LocalDiscord(redirect=False) as table:
        create_demo_server(table.world)
        machine = await asyncio.to_thread(Machine, tmp_path / "machine", table)
        try:
            yield Host(machine, table)
        finally:
            await asyncio.to_thread(machine.stop)


async def test_from_nothing_to_the_first_game_and_back_after_an_accident(host: Host) -> None:
    machine, world = host.machine, host.table.world
    world.leave(host.guild, world.bot)
    (toml,) = blocks(section("Herald on the machine"), "toml")
    assert "what the portal showed" in toml
    (machine.root / "typed").write_text("")
    await host.follow("Herald on the machine")
    await host.wrong(78, "token: DISCORD_TOKEN: is not set")
    await host.write(toml.replace("what the portal showed", host.table.token))
    await host.wrong(1, "servers: on no server yet")

    link = (await host.follow("Onto the server"))[0].splitlines()[0]
    assert link == invitation(world.bot.id)
    await host.open_the_link(link)

    await host.follow("As a service")
    await host.serving()
    await host.until(lambda: host.table.as_user("ada").commands(host.channel))
    host.table.as_user("ada").run(host.channel, "game new", seats=2, rules="standard")
    await host.press("bea", "Join")
    await host.press("ada", "Start")
    await host.press("ada", "My move")

    (said,) = await host.follow("Logs")
    assert "joined guild" in said or "sent kind=" in said
    assert host.table.token not in said and "voice" not in said

    backup, restore, *_ = blocks(section("Backup and restore"))
    await host.type(backup)
    await host.type("sudo systemctl stop herald")
    data = machine.root / "var/lib/herald/herald-data"
    assert not (data / "alive").exists()
    # A newer Herald has changed the database, and the key was lost.
    with closing(sqlite3.connect(data / "herald.db")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    (data / "ids.key").unlink()
    await host.type("sudo systemctl start herald")
    await host.until(lambda: "schema 9999 is of a newer Herald" in machine.journal)
    for line in restore.splitlines():
        await host.type(line)
    await host.serving()
    assert "live games in channels: 1" in await host.right()
    # A button that was posted before the accident still works.
    bea, before = host.table.as_user("bea").user.id, list(world.messages(host.channel))
    await host.press("bea", "My move")
    await host.until(lambda: [e for e in host.answers(bea) if e not in before and buttons(e)])

    await host.follow("Upgrade and downgrade")
    await host.serving()


@pytest.mark.soak
async def test_the_readme_says_the_same_in_ten_lines(host: Host) -> None:
    (typed,) = (each for each in blocks(README) if "herald invite" in each)
    *lines, serve = typed.splitlines()
    assert len(lines) < 10
    for line in lines:
        done = await asyncio.to_thread(host.machine.type, line.replace("TOKEN", host.table.token))
        assert done.status == 0, done
    assert done.output.endswith("All is right.\n")
    await asyncio.to_thread(host.machine.type, f"timeout --preserve-status 30 {serve}")
    assert (host.machine.checkout / "herald-data" / "ids.key").exists()


def test_the_page_names_each_permission_of_the_link_and_what_it_is_for() -> None:
    voice = plain_voice()
    rows = re.findall(r"^\| \*(.+?)\* \| (.+?) \|$", section("Onto the server"), re.M)
    expected = [(f"permission.{name}", f"permission_for.{name}") for name in PERMISSIONS]
    assert rows == [(voice.say(name), voice.say(use)) for name, use in expected]


def test_every_part_of_the_page_says_something() -> None:
    others = {"What one process carries"}
    assert [each for each in TITLES if not section(each).strip() and each not in others] == []

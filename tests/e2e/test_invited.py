"""Herald on a server where it has what its invitation asks for, and nobody else grants anything."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import discord
import pytest

from bot.cli.program import main
from bot.discord.permissions import PERMISSIONS, invitation, wanted
from bot.local_discord.demo import create_demo_server
from bot.local_discord.faults import Fault
from bot.local_discord.rest.dispatch import Answered
from bot.local_discord.server import LocalDiscord
from bot.local_discord.world.models import Kind
from bot.local_discord.world.permissions import MEMBER, P
from tests.bot.discord.builders.needs import needs
from tests.e2e.builders.club import Club, labels, words


def only_invited(club: Club) -> None:
    """Herald has its invitation's permissions alone; people have what members have."""
    world, guild = club.table.world, club.guild
    guild.roles[guild.id].permissions = P.USE_APPLICATION_COMMANDS
    players = world.add_role(guild, "Players", MEMBER)
    for member in guild.members.values():
        if member.user_id != world.bot.id:
            member.roles = [players.id]
    (own,) = (role for role in guild.roles.values() if role.managed_by == world.bot.id)
    own.permissions = wanted().value
    world.emit("GUILD_ROLE_UPDATE", guild=guild, facts={"role": own})


async def test_the_invitation_asks_for_all_that_is_used_and_nothing_else(club: Club) -> None:
    only_invited(club)
    await club.restart()
    seen: list[Answered] = []
    club.table.dispatcher.seen = seen
    channel = club.channel
    for thread in (False, True):
        await club.run("ada", "game new", rules="rhye", seats=2, thread=thread)
        if thread:
            threads = club.table.world.channels.values()
            (club.channel,) = (each for each in threads if each.kind == Kind.THREAD)
        card = next(each for each in club.posts() if "Join" in labels(each))
        await club.press("bea", card, "Join")
        club.table.faults.add(Fault(kind="lose_answer", method="POST", path=r"/messages$"))
        await club.press("ada", card, "Start")
        assert any("##" in words(each) for each in club.posts())
    club.channel = channel
    assert [each.asked for each in seen if each.status in (401, 403)] == []
    assert needs(club.asked) == set(PERMISSIONS)


def test_the_link_is_discords_own_with_scopes_and_permissions() -> None:
    link = invitation(123)
    assert link.startswith("https://discord.com/oauth2/authorize?client_id=123&")
    assert re.search(r"[?&]scope=bot\+applications\.commands(&|$)", link)
    found = re.search(r"[?&]permissions=(\d+)", link)
    assert found is not None
    assert discord.Permissions(int(found[1])) == wanted()
    assert [name for name, given in wanted() if given and "manage" in name] == []
    assert not wanted().administrator


async def test_as_long_as_herald_is_nowhere_each_start_prints_the_link(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    link = invitation(club.table.world.bot.id)
    await club.restart()
    assert link not in caplog.text
    club.table.world.leave(club.guild, club.table.world.bot)
    await club.restart()
    await club.until(lambda: link in caplog.text)


async def test_the_command_prints_the_link_of_its_own_application(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    async with LocalDiscord() as table:
        create_demo_server(table.world)
        monkeypatch.setenv("DISCORD_TOKEN", table.token)
        assert await asyncio.to_thread(main, ["invite"]) == 0
        said = capsys.readouterr().out.splitlines()
        assert said[0] == invitation(table.world.bot.id)
        assert "  Attach Files: for maps and other pictures" in said
        assert len(said) == 1 + len(PERMISSIONS)


def test_without_a_token_the_command_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    assert main(["invite"]) == 2
    assert capsys.readouterr().err.startswith("herald: DISCORD_TOKEN: is not set")

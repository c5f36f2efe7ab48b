"""The slash commands as Discord shows them: once each, where they shall be, whatever it refuses."""

from __future__ import annotations

import logging

import msgspec
import pytest

from bot.local_discord.faults import Fault
from bot.local_discord.world.models import Guild
from tests.e2e.builders.club import Club

IN_GUILDS, IN_ITS_MESSAGES = 0, 1
BY_GUILDS = 0


async def started(club: Club, command_guild: int | None) -> None:
    """Start Herald again, with its commands on one server alone, or on all."""
    await club.close()
    club.config = msgspec.structs.replace(club.config, command_guild=command_guild)
    await club.open()


def offered(club: Club, guild: Guild) -> list[str]:
    """The names of all commands that somebody is offered on a server."""
    (channel, *_) = club.table.world.channels_of(guild)
    return [each.body["name"] for each in club.client("ada").commands(channel)]


def another_server(club: Club) -> Guild:
    world = club.table.world
    guild = world.add_guild("Another", club.client("ada").user)
    world.join(guild, world.bot)
    world.text_channel(guild, "games")
    return guild


async def test_commands_of_one_server_are_declared_there_alone(club: Club) -> None:
    other = another_server(club)
    await started(club, club.guild.id)
    assert "play" in offered(club, club.guild)
    assert offered(club, other) == []
    # They work there.
    await club.begun()


async def test_switching_from_server_to_server_leaves_no_doubled_commands(club: Club) -> None:
    other = another_server(club)
    everywhere = sorted(offered(club, club.guild))
    assert "play" in everywhere and len(set(everywhere)) == len(everywhere)
    for wanted in (club.guild.id, other.id, None, other.id, club.guild.id, None):
        await started(club, wanted)
        for guild in (club.guild, other):
            expected = everywhere if wanted in (None, guild.id) else []
            assert sorted(offered(club, guild)) == expected
    puts = len([each for each in club.asked if each.method == "PUT"])
    await started(club, None)
    assert len([each for each in club.asked if each.method == "PUT"]) == puts + 1


async def test_what_was_left_on_a_server_is_cleared_when_herald_is_back(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    world = club.table.world
    await started(club, club.guild.id)
    world.leave(club.guild, world.bot)
    with caplog.at_level(logging.INFO):
        await started(club, None)
    assert f"the commands of guild={club.guild.id} cannot be cleared" in caplog.text
    world.join(club.guild, world.bot)
    await started(club, None)
    names = offered(club, club.guild)
    assert "play" in names and len(set(names)) == len(names)


async def test_a_server_that_does_not_let_us_is_a_warning_and_herald_serves(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    before = offered(club, club.guild)
    await started(club, 1234)
    assert "Discord refuses the commands, and keeps those it had" in caplog.text
    assert "cannot be reached" not in caplog.text
    assert offered(club, club.guild) == before
    await club.begun()


@pytest.mark.parametrize("status", [400, 403])
async def test_commands_that_discord_refuses_are_a_warning_and_herald_serves(
    club: Club, caplog: pytest.LogCaptureFixture, status: int
) -> None:
    club.table.faults.add(Fault(kind="status", method="PUT", path="/commands$", status=status))
    await club.restart()
    assert "Discord refuses the commands, and keeps those it had" in caplog.text
    assert "cannot be reached" not in caplog.text
    await club.begun()


async def test_commands_say_where_they_can_be_used_and_by_whom(club: Club) -> None:
    declared = [each.body for each in club.client("ada").commands(club.channel)]
    assert len(declared) > 10
    for each in declared:
        assert each["integration_types"] == [BY_GUILDS], each["name"]
        assert IN_GUILDS in each["contexts"], each["name"]
        assert set(each["contexts"]) <= {IN_GUILDS, IN_ITS_MESSAGES}, each["name"]
    # What a player does with a game of theirs can be done in private.
    private = {each["name"] for each in declared if IN_ITS_MESSAGES in each["contexts"]}
    assert {"play", "act", "inbox", "settings", "rules", "log"} <= private
    # Whose game it is and what they may do in it is looked up: nobody is kept away beforehand,
    # but from what belongs to those who manage the server.
    kept = {each["name"] for each in declared if each["default_member_permissions"] is not None}
    assert kept <= {"server"}

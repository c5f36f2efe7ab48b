"""Rights that are taken away while a form or a question is open count no more when it is sent."""

from __future__ import annotations

from collections.abc import Callable

import discord
import pytest

from tests.bot.discord.builders.world import Panel, Person, World

MODERATORS = "moderators"


def a_moderator(world: World) -> Person:
    """A moderator who does not play."""
    rights = discord.Permissions(manage_channels=True)
    role = world.guild.create_role(MODERATORS, permissions=rights)
    return world.person("Mod", roles=[role])


def lose_the_role(world: World, person: Person) -> None:
    role = world.guild.roles[MODERATORS]
    world.env.backend.remove_member_role(world.guild.id, person.id, role.id)


def lose_the_power_of_the_role(world: World, person: Person) -> None:
    role = world.guild.roles[MODERATORS]
    world.env.backend.edit_role(world.guild.id, role.id, {"permissions": 0})


def be_kicked(world: World, person: Person) -> None:
    world.guild.remove_member(person.actor)


LOSSES = (lose_the_role, lose_the_power_of_the_role, be_kicked)
REFUSALS = ("Only the host or a moderator", "belongs to another server")


async def in_private(person: Person, line: str) -> Panel:
    """Use a command in one's own messages with Herald."""
    user = person.actor.user
    return person.world.answer(await user.slash(line, game=(await person.world.game()).code))


@pytest.mark.parametrize("lose", LOSSES)
async def test_ending_a_game_is_not_confirmed_in_private_by_who_lost_the_right(
    world: World, lose: Callable[[World, Person], None]
) -> None:
    mod = a_moderator(world)
    await world.running(2)
    panel = await in_private(mod, "game end")
    lose(world, mod)
    (label,) = panel.buttons()
    said = await mod.press(panel, label)
    assert (await world.game()).game.status == "running"
    assert any(each in said for each in (*REFUSALS, "You do not sit at this table"))


@pytest.mark.parametrize("lose", LOSSES)
async def test_commands_in_private_ask_discord_each_time(
    world: World, lose: Callable[[World, Person], None]
) -> None:
    mod = a_moderator(world)
    await world.running(2)
    await in_private(mod, "game pause")
    assert (await world.game()).game.status == "paused"
    code = (await world.game()).code
    lose(world, mod)
    said = world.answer(await mod.actor.user.slash("game resume", game=code))
    assert (await world.game()).game.status == "paused"
    assert "resumed" not in said


@pytest.mark.parametrize("lose", LOSSES[:2])
async def test_a_form_that_was_open_is_refused_when_it_is_sent(
    world: World, lose: Callable[[World, Person], None]
) -> None:
    mod = a_moderator(world)
    await world.lobby(2)
    options = await mod.press(world.posts()[0], "Options")
    shown = await mod.raw_press(options, "Last turn: no limit")
    lose(world, mod)
    assert "Only the host or a moderator" in await mod.fill(shown, number="30")
    assert (await world.game()).game.options.get("turn_limit") != 30


async def test_the_host_who_was_kicked_hosts_no_more_from_elsewhere(world: World) -> None:
    ada, *_ = await world.running(2)
    panel = await in_private(ada, "game end")
    be_kicked(world, ada)
    (label,) = panel.buttons()
    await ada.press(panel, label)
    assert (await world.game()).game.status == "running"


async def test_who_was_kicked_sees_the_game_from_elsewhere_for_a_minute_at_most(
    world: World,
) -> None:
    stranger = world.person("Eve")
    await world.running(2)
    assert "There is no game" not in await in_private(stranger, "game status")
    be_kicked(world, stranger)
    await world.pass_time(hours=1 / 60)
    assert "There is no game" in await in_private(stranger, "game status")

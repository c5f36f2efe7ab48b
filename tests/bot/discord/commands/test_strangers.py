"""Powers follow the game, not the place where a command is typed (on a simulated Discord)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import discord
import pytest
from discord import app_commands
from simcord import ChannelHandle
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.discord.commands import register
from bot.discord.interactions.verbs import Verb
from bot.discord.presses import HANDLERS
from bot.service import Actor
from bot.service.seats.powers import Power
from tests.bot.discord.builders.world import Panel, Person, World, forbid

ALL = discord.Permissions.all()


class Stranger:
    """The owner of another server, who has heard of the game's code."""

    def __init__(self, world: World, user: Any = None) -> None:
        self.world = world
        self.user = user or world.env.create_user("mallory", global_name="Mallory")
        guild = world.env.create_guild("Elsewhere")
        self.channel: ChannelHandle = guild.create_text_channel("general")
        everything = guild.create_role("boss", permissions=ALL)
        self.actor = guild.add_member(self.user, roles=[everything])

    async def slash(self, name: str, /, **options: Any) -> Panel:
        return self.world.answer(await self.actor.slash(self.channel, name, **options))


@pytest.fixture
async def people(world: World) -> list[Person]:
    return await world.running()


def status(world: World, game: Any) -> Any:
    return world.herald.look.game(game.id)


def manage(world: World, channel: ChannelHandle, person: Person) -> None:
    """Let somebody manage one channel."""
    allowed = discord.Permissions(manage_channels=True).value
    change = Overwrite(person.id, OverwriteType.MEMBER, allowed, 0)
    world.env.backend.set_overwrite(channel.id, change)


@pytest.mark.parametrize("command", ["pause", "end", "start", "options", "status", "leave", "join"])
async def test_the_owner_of_another_server_gets_nothing_by_a_code(
    world: World, people: list[Person], command: str
) -> None:
    game = await world.game()
    said = await Stranger(world).slash(f"game {command}", game=game.code)
    assert f"no game “{game.code}”" in said and not said.buttons() and not said.selects()
    assert (await status(world, game)).game.status == "running"


@pytest.mark.parametrize("command", ["board", "map", "log", "play", "standing", "game export"])
async def test_an_outsider_does_not_see_a_private_game(
    world: World, people: list[Person], command: str
) -> None:
    game = await world.game()
    said = await Stranger(world).slash(command, game=game.code)
    assert f"no game “{game.code}”" in said


async def test_an_outsider_sees_a_game_that_was_opened_and_can_do_nothing_more(
    world: World, people: list[Person]
) -> None:
    options = await people[0].slash("game options")
    await people[0].pick(options, "Anyone who has its code can look at it")
    game, stranger = await world.game(), Stranger(world)
    assert "Ancient era" in await stranger.slash("board", game=game.code)
    for command in ("pause", "end"):
        said = await stranger.slash(f"game {command}", game=game.code)
        if "End the game" in said.buttons():
            said = world.answer(await stranger.actor.click(said.handle, label="End the game"))
        assert "another server" in said
    assert "another server" in await stranger.slash("game away", game=game.code)
    assert (await status(world, game)).game.status == "running"


async def test_managing_another_channel_of_the_same_server_gives_no_power(
    world: World, people: list[Person]
) -> None:
    game = await world.game()
    other = world.guild.create_text_channel("elsewhere")
    eve = world.person("Eve")
    manage(world, other, eve)
    said = world.answer(await eve.actor.slash(other, "game pause", game=game.code))
    assert "do not sit at this table" in said
    assert (await status(world, game)).game.status == "running"


async def test_a_moderator_of_the_games_own_channel_has_power_from_anywhere(
    world: World, people: list[Person]
) -> None:
    game = await world.game()
    other = world.guild.create_text_channel("elsewhere")
    eve = world.person("Eve")
    manage(world, world.channel, eve)
    said = world.answer(await eve.actor.slash(other, "game pause", game=game.code))
    assert "paused" in said
    assert (await status(world, game)).game.status == "paused"


async def test_a_member_who_cannot_see_the_channel_does_not_see_the_game(
    world: World, people: list[Person]
) -> None:
    game = await world.game()
    other = world.guild.create_text_channel("elsewhere")
    forbid(world, view_channel=False)
    dan = world.person("Dan")
    said = world.answer(await dan.actor.slash(other, "board", game=game.code))
    assert "no game" in said


async def test_a_stranger_with_the_code_cannot_join_a_lobby(world: World) -> None:
    await world.lobby(2)
    game = await world.game()
    await world.herald.lobby.set_seats(game.id, 3, Actor(game.game.host_user_id))
    await Stranger(world).slash("game join", game=game.code)
    assert len((await world.game()).seats) == 2


async def test_a_stranger_is_not_seated_by_a_player_either(
    world: World, people: list[Person]
) -> None:
    await people[1].slash("game away")
    mallory = Stranger(world).user
    said = await people[0].slash("game replace", seat="1", newcomer=mallory)
    assert "another server" in said
    assert (await world.game()).seats[1].user_id == people[1].id


async def test_a_kicked_member_loses_the_desk(world: World, people: list[Person]) -> None:
    game, cyd = await world.game(), people[2]
    world.guild.remove_member(cyd.actor.user)
    await world.pass_time(hours=0.1)
    stranger = Stranger(world, cyd.actor.user)
    said = await stranger.slash("play", game=game.code)
    assert "no game" in said and not said.buttons()
    after = await world.game()
    assert (after.seats[2].kind, after.seats[2].user_id) == ("stand_in", None)


async def test_a_banned_member_loses_the_desk_at_once(world: World, people: list[Person]) -> None:
    cyd = people[2]
    world.env.backend.apply_ban(world.guild.id, cyd.id, None)
    await world.env.settle()
    after = await world.game()
    assert (after.seats[2].kind, after.seats[2].user_id) == ("stand_in", None)


async def test_every_press_about_a_game_needs_a_power(world: World) -> None:
    assert register, "importing it registers every handler"
    without = {verb for verb, handling in HANDLERS.items() if handling.power is None}
    about_no_game = {
        Verb.RULE_SECTION,
        Verb.SHARE_RULE,
        Verb.OPEN_IN_THREAD,
        Verb.NEW_RULES,
        Verb.REFERENCE,
        Verb.SHARE_REFERENCE,
        Verb.RULES_OF_CHANNEL,
        # Cards are looked up in no game as well; in one, what the presser may see is asked there.
        Verb.CARD,
        Verb.SHARE_CARD,
        *(verb for verb in Verb if verb.name.startswith(("ME_", "SERVER_"))),
    }
    assert without == about_no_game
    assert set(HANDLERS) == set(Verb)
    assert HANDLERS[Verb.CONFIRM_DRAFT].power is Power.PLAY


def leaves(
    commands: Iterable[app_commands.Command[Any, Any, Any] | app_commands.Group | Any],
) -> Iterator[app_commands.Command[Any, Any, Any]]:
    """All commands that can be used, those of groups among them."""
    for each in commands:
        if isinstance(each, app_commands.Group):
            yield from leaves(each.commands)
        elif isinstance(each, app_commands.Command):
            yield each


def anything(parameter: app_commands.Parameter, user: Any) -> Any:
    """Some value for an option."""
    if parameter.choices:
        return parameter.choices[0].value
    kinds = discord.AppCommandOptionType
    return {kinds.integer: 1, kinds.boolean: True, kinds.user: user}.get(parameter.type, "0")


async def test_no_command_at_all_gives_an_outsider_anything_by_a_code(
    world: World, people: list[Person]
) -> None:
    """Every command of the tree: a new one that forgets to ask for a power fails here."""
    game, stranger, used = await world.game(), Stranger(world), 0
    before = await world.herald.look.game(game.id)
    for command in leaves(world.bot.tree.get_commands()):
        named = {each.name for each in command.parameters}
        if "game" not in named:
            continue
        wanted = {p.name: anything(p, stranger.user) for p in command.parameters if p.required}
        said = await stranger.slash(command.qualified_name, **{**wanted, "game": game.code})
        assert f"no game “{game.code}”" in said, command.qualified_name
        assert not any(each.name in said for each in game.seats), command.qualified_name
        used += 1
    assert used > 20
    assert await world.herald.look.game(game.id) == before

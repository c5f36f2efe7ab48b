"""`/server`: who opens games, where, how many at once, and how they are set up."""

from __future__ import annotations

import discord

from bot.discord.screen import COMPONENTS_MOST
from bot.service import Pace, ServerSettings, at_pace
from engine.core.registry import add_ruleset
from tests.bot.discord.builders.players import Players
from tests.bot.discord.builders.raw import press_at_once
from tests.bot.discord.builders.world import SELECT, Panel, Person, World

add_ruleset("skirmish", "tests.toy.skirmish")

CHANNELS = 8
ROLES = 6


def manager(world: World) -> Person:
    """Somebody with the permission Manage Server, and no more than that."""
    granted = discord.Permissions(manage_guild=True)
    return world.person("Max", roles=[world.guild.create_role("x", permissions=granted)])


async def decided(world: World) -> ServerSettings:
    return await world.herald.servers.settings(world.guild.id)


def menu(panel: Panel, kind: int, called: str = "") -> str:
    """The id of the only select of a kind, and of these words."""
    (found,) = [
        each["custom_id"]
        for each in panel.components
        if each["type"] == kind and called in each.get("placeholder", "")
    ]
    return str(found)


async def test_all_is_on_one_screen_that_says_how_it_is(world: World) -> None:
    screen = await manager(world).slash("server")
    assert "Herald on this server" in screen
    assert len(screen.components) < COMPONENTS_MOST / 2
    chosen = [
        option["label"]
        for each in screen.components
        if each["type"] == SELECT
        for option in each["options"]
        if option.get("default")
    ]
    assert chosen == [
        "Anyone can open games",
        "Any number of games at once",
        "Each host chooses the rules",
        "24 hours for each phase, unless the host says otherwise",
    ]
    assert "Time zone: UTC" in screen.buttons()


async def test_only_who_manages_the_server_sees_or_changes_it(world: World) -> None:
    admin = world.guild.create_role("a", permissions=discord.Permissions(administrator=True))
    mods = world.guild.create_role("m", permissions=discord.Permissions(manage_channels=True))
    assert "Herald on this server" in await world.person("Root", roles=[admin]).slash("server")
    # A server can offer the command to others, whom it does not give the permission itself.
    (command,) = [e for e in await world.bot.tree.fetch_commands() if e.name == "server"]
    assert command.default_member_permissions == discord.Permissions(manage_guild=True)
    ada, mod = world.person("Ada"), world.person("Mod", roles=[mods])
    world.guild.set_command_permissions(command, {ada.actor: True, mod.actor: True})
    for nobody in (ada, mod):
        assert "Manage Server" in await nobody.slash("server")


async def test_a_press_by_who_may_no_longer_manage_the_server_changes_nothing(world: World) -> None:
    granted = world.guild.create_role("x", permissions=discord.Permissions(manage_guild=True))
    max_ = world.person("Max", roles=[granted])
    screen = await max_.slash("server")
    world.env.backend.remove_member_role(world.guild.id, max_.id, granted.id)
    assert "Manage Server" in await max_.pick(screen, "Only moderators can open games")
    assert await decided(world) == ServerSettings()


async def test_games_by_moderators_alone(world: World) -> None:
    max_, ada = manager(world), world.person("Ada")
    await max_.pick(await max_.slash("server"), "Only moderators can open games")
    refused = await ada.slash("game new", rules="standard")
    assert "On this server only moderators can open games." in refused
    assert await world.herald.look.in_channel(world.channel.id) is None
    assert "Your game is open" in await max_.slash("game new", rules="standard")


async def test_no_thread_is_made_for_a_game_that_may_not_be(world: World) -> None:
    max_, ada = manager(world), world.person("Ada")
    await max_.pick(await max_.slash("server"), "Only moderators can open games")
    assert "only moderators" in await ada.slash("game new", rules="standard", thread=True)
    assert world.channel.threads == []
    assert world.posts() == []


async def test_games_by_those_with_a_role(world: World) -> None:
    max_, ada = manager(world), world.person("Ada")
    players = world.guild.create_role("players")
    bea = world.person("Bea", roles=[players])
    screen = await max_.pick(await max_.slash("server"), "Only some roles can open games")
    assert "only some roles" in await bea.slash("game new", rules="standard")
    await max_.select(screen, menu(screen, ROLES), [players])
    assert (await decided(world)).roles == (players.id,)
    assert "only some roles" in await ada.slash("game new", rules="standard")
    assert "Your game is open" in await bea.slash("game new", rules="standard")


async def test_games_keep_to_their_channels_and_the_threads_there(world: World) -> None:
    max_, ada = manager(world), world.person("Ada")
    club, other = world.guild.create_text_channel("club"), world.channel
    screen = await max_.slash("server")
    screen = await max_.select(screen, menu(screen, CHANNELS, "Games in"), [club])
    refused = await ada.slash("game new", rules="standard")
    assert f"On this server games are played in <#{club.id}>." in refused
    assert "games are played in" in await ada.slash("game new", rules="standard", thread=True)
    assert other.threads == []
    world.channel = club
    assert "Your game is open" in await ada.slash("game new", rules="standard", thread=True)
    (thread,) = club.threads
    assert await world.herald.look.in_channel(thread.id) is not None
    # In that thread itself, when its game is over.
    await ada.slash("game leave")
    world.channel = thread
    assert "Your game is open" in await ada.slash("game new", rules="standard")
    world.channel = club
    await max_.select(screen, menu(screen, CHANNELS, "Games in"), [])
    assert (await decided(world)).channels == ()


async def test_so_many_games_at_once_lobbies_included(world: World) -> None:
    max_, ada = manager(world), world.person("Ada")
    await max_.pick(await max_.slash("server"), "One game at once")
    await ada.slash("game new", rules="standard")
    refused = await max_.slash("game new", rules="standard", thread=True)
    assert "On this server one game is played at once, and no more." in refused
    await ada.slash("game leave")
    assert "Your game is open" in await max_.slash("game new", rules="standard", thread=True)


async def test_the_usual_rules_and_pace_are_taken_where_nothing_is_said(world: World) -> None:
    max_, ada = manager(world), world.person("Ada")
    screen = await max_.slash("server")
    screen = await max_.pick(screen, "Fast Play rules, unless the host says otherwise")
    screen = await max_.pick(screen, "12 hours for each phase, unless the host says otherwise")
    shown = await max_.raw_press(screen, "Time zone")
    assert "Time zone: Europe/Rome" in (await max_.fill(shown, zone="rome")).buttons()
    await ada.slash("game new", seats=3)
    game = (await world.game()).game
    assert (game.ruleset, game.seats_wanted) == ("fast_play", 3)
    assert game.pace == Pace(phase_minutes=12 * 60, time_zone="Europe/Rome")
    await ada.slash("game leave")
    await ada.slash("game new", rules="standard", hours=48)
    game = (await world.game()).game
    assert (game.ruleset, game.pace.phase_minutes) == ("standard", 48 * 60)


async def test_a_turn_a_day_can_be_the_usual_pace(world: World) -> None:
    max_, ada = manager(world), world.person("Ada")
    screen = await max_.pick(
        await max_.slash("server"), "A turn a day, unless the host says otherwise"
    )
    shown = await max_.raw_press(screen, "Time zone")
    await max_.fill(shown, zone="rome")
    await ada.slash("game new", rules="standard")
    assert (await world.game()).game.pace == at_pace(Pace(time_zone="Europe/Rome"), "daily")
    await ada.slash("game leave")
    await ada.slash("game new", rules="standard", hours=12)
    assert (await world.game()).game.pace.kind == "relaxed"
    await max_.pick(
        await max_.slash("server"), "8 hours for each phase, unless the host says otherwise"
    )
    assert (await decided(world)).usual_pace.kind == "relaxed"


async def test_without_usual_rules_herald_asks_which(world: World) -> None:
    ada = world.person("Ada")
    asked = await ada.slash("game new", seats=2, hours=36)
    assert "Which rules do you want to play?" in asked
    assert "Your game is open" in await ada.pick(asked, "Fast Play rules")
    game = (await world.game()).game
    assert (game.ruleset, game.seats_wanted) == ("fast_play", 2)
    assert game.pace.phase_minutes == 36 * 60


async def test_a_rematch_is_a_game_like_any_other(world: World) -> None:
    ada, bea = await world.running(2, "skirmish", turn_limit=1)
    max_ = manager(world)
    await Players(world, 5).play()
    result = world.posts()[-1]
    await world.herald.servers.save(world.guild.id, ServerSettings(opened_by="moderators"))
    assert "only moderators" in await bea.press(result, "Rematch")
    await world.herald.servers.save(world.guild.id, ServerSettings(channels=(1,)))
    assert "games are played in" in await ada.press(result, "Rematch")
    assert await world.herald.look.in_channel(world.channel.id) is None
    await world.herald.servers.save(world.guild.id, ServerSettings(opened_by="moderators"))
    assert "Your game is open" in await max_.press(result, "Rematch")


async def test_what_is_no_time_zone_is_refused_in_words(world: World) -> None:
    max_ = manager(world)
    shown = await max_.raw_press(await max_.slash("server"), "Time zone")
    assert "not a time zone that I know" in await max_.fill(shown, zone="Mars/Olympus")
    assert await decided(world) == ServerSettings()


async def test_practice_games_are_no_games_of_the_server(world: World) -> None:
    ada = world.person("Ada")
    closed = ServerSettings(opened_by="moderators", channels=(1,), games_most=1)
    await world.herald.servers.save(world.guild.id, closed)
    assert "On this server" not in await ada.slash("learn", rules="standard")
    assert (await world.herald.look.inbox(ada.id))[0].info.game.guild_id is None


async def test_two_decisions_at_once_both_count(world: World) -> None:
    max_ = manager(world)
    panel = await max_.slash("server")
    known = panel.options()
    pressed = [known["Only moderators can open games"], known["Up to 3 games at once"]]
    await press_at_once(*((max_, panel, each) for each in pressed))
    settings = await decided(world)
    assert (settings.opened_by, settings.games_most) == ("moderators", 3)

"""`/server`: what the managers of a server decide about games there, on one screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands, ui
from msgspec.structs import replace

from bot.discord.colours import HERALD
from bot.discord.commands.asking import Interaction, respond, say
from bot.discord.commands.options import PHASE_HOURS
from bot.discord.interactions.components import Press, on_press
from bot.discord.interactions.replies import Reply, ReplyWith
from bot.discord.interactions.verbs import Verb
from bot.discord.membership import manages_server
from bot.discord.posts.table_settings import rules_title
from bot.discord.screen import (
    Block,
    MenuOption,
    Screen,
    button,
    channels_select,
    roles_select,
    row,
    select,
    text,
)
from bot.discord.times import ZONE
from bot.discord.voices import languages, plain_voice
from bot.service import ServerSettings
from bot.service.clock.hours import spelled
from engine.core.registry import rulesets

if TYPE_CHECKING:
    from bot.discord.client import Bot

OPENERS = {
    "anyone": "server.opened_by_anyone",
    "roles": "server.opened_by_roles",
    "moderators": "server.opened_by_moderators",
}
AT_ONCE = (1, 2, 3, 4, 5, 8, 10, 15, 20)
"""How many games at once a server can be limited to."""
ANY = "any"


def add(bot: Bot, group: app_commands.Group) -> None:
    """Declare the command."""
    bot.tree.add_command(server_command)


def server_screen(bot: Bot, guild: discord.Guild | None, settings: ServerSettings) -> Screen:
    """What is decided on a server, to be changed."""
    voice, ids = bot.voice(), bot.ids
    zone = voice.say("server.zone", zone=settings.time_zone)
    return Screen(
        [
            text(voice.say("server.title")),
            *who_and_where(bot, guild, settings),
            number_select(bot, settings),
            *usual_selects(bot, settings),
            row(button(ids.make(Verb.SERVER_ZONE), zone)),
        ],
        accent=HERALD,
    )


def who_and_where(bot: Bot, guild: discord.Guild | None, settings: ServerSettings) -> list[Block]:
    """Who opens games, and in which channels. What is there no more cannot be shown as chosen."""
    voice, ids = bot.voice(), bot.ids
    roles = [each for each in settings.roles if guild and guild.get_role(each)]
    channels = [each for each in settings.channels if guild and guild.get_channel(each)]
    openers = [
        MenuOption(each, voice.say(key), chosen=each == settings.opened_by)
        for each, key in OPENERS.items()
    ]
    blocks: list[Block] = [
        select(ids.make(Verb.SERVER_OPENED_BY), openers, voice.say("server.opened_by"))
    ]
    if settings.opened_by == "roles":
        blocks.append(roles_select(ids.make(Verb.SERVER_ROLES), roles, voice.say("server.roles")))
    where = voice.say("server.channels")
    return [*blocks, channels_select(ids.make(Verb.SERVER_CHANNELS), channels, where)]


def number_select(bot: Bot, settings: ServerSettings) -> Block:
    """How many games are played at once."""
    voice, most = bot.voice(), settings.games_most
    lines = [
        MenuOption(ANY, voice.say("server.most_any"), chosen=most is None),
        *(MenuOption(str(n), voice.say("server.most", n=n), chosen=n == most) for n in AT_ONCE),
    ]
    return select(bot.ids.make(Verb.SERVER_MOST), lines, voice.say("server.most_title"))


def usual_selects(bot: Bot, settings: ServerSettings) -> list[Block]:
    """How a game is set up where its host says nothing else."""
    voice, ids, hours = bot.voice(), bot.ids, settings.phase_minutes // 60
    rules = [
        MenuOption(ANY, voice.say("server.rules_any"), chosen=settings.ruleset is None),
        *(
            MenuOption(
                name,
                voice.say("server.rules", rules=rules_title(name)),
                chosen=name == settings.ruleset,
            )
            for name in rulesets()
        ),
    ]
    paces = [
        MenuOption(str(n), voice.say("server.pace", n=n), chosen=n == hours)
        for n in sorted({*PHASE_HOURS, hours})
    ]
    blocks: list[Block] = [
        select(ids.make(Verb.SERVER_RULES), rules, voice.say("server.rules_title")),
        select(ids.make(Verb.SERVER_PACE), paces, voice.say("server.pace_title")),
    ]
    if len(languages()) > 1:
        spoken = settings.language or bot.language
        lines = [
            MenuOption(each, language_name(each), chosen=each == spoken) for each in languages()
        ]
        title = voice.say("server.language_title")
        blocks.append(select(ids.make(Verb.SERVER_LANGUAGE), lines, title))
    return blocks


def language_name(language: str) -> str:
    """What a language is called in itself."""
    return plain_voice(language).say("language.name")


def server_meant(interaction: discord.Interaction[Bot]) -> int:
    """The server where something is asked by who may manage it; raises `ReplyWith`."""
    if interaction.guild_id is None or not manages_server(interaction):
        raise ReplyWith(interaction.client.voice().say("server.not_yours"))
    return interaction.guild_id


async def change(press: Press, **changes: object) -> None:
    """Change what is decided, and show it as it is then."""
    bot, server = press.bot, server_meant(press.interaction)
    changed = replace(await bot.herald.servers.settings(server), **changes)
    await bot.herald.servers.save(server, changed)
    await press.reply.show(server_screen(bot, press.interaction.guild, changed))


def number_chosen(press: Press) -> int:
    """A number that was chosen; raises `ReplyWith` for anything else."""
    if not press.value.isdecimal():
        raise ReplyWith(press.bot.voice().say("press.unfit"))
    return int(press.value)


def one_of(press: Press, *known: str) -> str:
    """Which of these was chosen; raises `ReplyWith` for anything else."""
    if press.value not in known:
        raise ReplyWith(press.bot.voice().say("press.unfit"))
    return press.value


@on_press(Verb.SERVER_OPENED_BY, None)
async def on_opened_by(press: Press) -> None:
    """Choose who opens games."""
    await change(press, opened_by=one_of(press, *OPENERS))


@on_press(Verb.SERVER_ROLES, None)
async def on_roles(press: Press) -> None:
    """Choose whose members open games; what is no role of this server is left out."""
    guild = press.interaction.guild
    chosen = tuple(int(each) for each in press.values)
    await change(press, roles=tuple(each for each in chosen if guild and guild.get_role(each)))


@on_press(Verb.SERVER_CHANNELS, None)
async def on_channels(press: Press) -> None:
    """Choose where games are played; what is no channel of this server is left out."""
    guild = press.interaction.guild
    chosen = tuple(int(each) for each in press.values)
    there = tuple(each for each in chosen if guild and guild.get_channel(each))
    await change(press, channels=there)


@on_press(Verb.SERVER_MOST, None)
async def on_most(press: Press) -> None:
    """Choose how many games are played at once."""
    await change(press, games_most=None if press.value == ANY else number_chosen(press))


@on_press(Verb.SERVER_RULES, None)
async def on_rules(press: Press) -> None:
    """Choose the usual rules."""
    chosen = one_of(press, ANY, *rulesets())
    await change(press, ruleset=None if chosen == ANY else chosen)


@on_press(Verb.SERVER_PACE, None)
async def on_pace(press: Press) -> None:
    """Choose the usual pace."""
    await change(press, phase_minutes=number_chosen(press) * 60)


@on_press(Verb.SERVER_LANGUAGE, None)
async def on_language(press: Press) -> None:
    """Choose the language of games."""
    await change(press, language=one_of(press, *languages()))


@on_press(Verb.SERVER_ZONE, None, may_ask=True)
async def on_zone(press: Press) -> None:
    """Ask for the time zone."""
    bot, voice = press.bot, press.bot.voice()
    settings = await bot.herald.servers.settings(server_meant(press.interaction))
    if not press.reply.can_ask:
        raise ReplyWith(voice.say("panel.press_again"))
    modal = ui.Modal(
        title=voice.say("server.zone_title"), custom_id=bot.ids.make(Verb.SERVER_ZONE_TYPED)
    )
    field = ui.TextInput[ui.Modal](custom_id=ZONE, default=settings.time_zone, max_length=40)
    modal.add_item(ui.Label(text=voice.say("server.zone_label"), component=field))
    await press.reply.ask(modal)


@on_press(Verb.SERVER_ZONE_TYPED, None)
async def on_zone_typed(press: Press) -> None:
    """Set the time zone."""
    await change(press, time_zone=spelled(press.typed.get(ZONE, "")) or "UTC")


@app_commands.command(name="server", description=say("command.server"))
@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
async def server_command(interaction: Interaction) -> None:
    """See or change what is decided on this server."""

    async def work(reply: Reply) -> None:
        bot = interaction.client
        settings = await bot.herald.servers.settings(server_meant(interaction))
        await reply.show(server_screen(bot, interaction.guild, settings))

    await respond(interaction, work)

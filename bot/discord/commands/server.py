"""`/server`: what the managers of a server decide about games there, on one screen."""

from __future__ import annotations

import discord
from msgspec.structs import replace

from bot.discord.ask import Ask
from bot.discord.colours import HERALD
from bot.discord.commands.options import PHASE_HOURS
from bot.discord.delivery.failures import missing_permissions
from bot.discord.interactions.verbs import Verb
from bot.discord.membership import manages_server
from bot.discord.page import Field, Form, Page
from bot.discord.posts.table_settings import rules_title
from bot.discord.presses import press
from bot.discord.screen import (
    Block,
    MenuOption,
    Screen,
    channel_select,
    channels_select,
    roles_select,
    row,
    text,
)
from bot.discord.slash import command
from bot.discord.times import ZONE
from bot.discord.voices import languages, plain_voice
from bot.service import Pace, ServerSettings
from bot.service.timing.hours import spelled
from engine.core.registry import rulesets

OPENERS = ("anyone", "roles", "moderators")
AT_ONCE = (1, 2, 3, 4, 5, 8, 10, 15, 20)
"""How many games at once a server can be limited to."""
NAMED_PACES = ("daily", "steady")
"""Paces that are more than hours for each phase."""
ANY = "any"


@command("server", None, server_only=True, managers_only=True)
async def server(ask: Ask) -> Screen:
    """See or change what is decided on this server."""
    return await server_screen(ask, await ask.herald.servers.settings(server_meant(ask)))


async def server_screen(ask: Ask, settings: ServerSettings) -> Screen:
    """What is decided on a server, to be changed."""
    page, zone = ask.page, settings.time_zone
    board = (await ask.herald.servers.board(server_meant(ask))).channel_id
    return Screen(
        [
            text(page.say("server.title")),
            *who_and_where(page, ask.reply.interaction.guild, settings),
            number_select(page, settings),
            *usual_selects(page, settings),
            *board_select(ask, board),
            row(page.button(Verb.SERVER_ZONE, "server.zone", zone=zone)),
        ],
        accent=HERALD,
    )


def board_select(ask: Ask, board: int | None) -> list[Block]:
    """Where the board of games stands, and what keeps Herald from putting it there."""
    page, guild = ask.page, ask.reply.interaction.guild
    there = board if board and guild and guild.get_channel(board) else None
    chosen = channel_select(page.id(Verb.SERVER_BOARD), there, page.say("server.board"))
    lacks = missing_permissions(ask.reply.interaction.client, there)
    if not lacks:
        return [chosen]
    names = page.voice.join([page.say(f"permission.{each}") for each in lacks])
    return [chosen, text(page.say("server.board_lacks", place=f"<#{there}>", permissions=names))]


def who_and_where(page: Page, guild: discord.Guild | None, settings: ServerSettings) -> list[Block]:
    """Who opens games, and in which channels. What is there no more cannot be shown as chosen."""
    roles = [each for each in settings.roles if guild and guild.get_role(each)]
    channels = [each for each in settings.channels if guild and guild.get_channel(each)]
    opened_by = page.one_of(Verb.SERVER_OPENED_BY, "server.opened_by", OPENERS, settings.opened_by)
    whose = roles_select(page.id(Verb.SERVER_ROLES), roles, page.say("server.roles"))
    where = channels_select(page.id(Verb.SERVER_CHANNELS), channels, page.say("server.channels"))
    return [opened_by, whose, where] if settings.opened_by == "roles" else [opened_by, where]


def number_select(page: Page, settings: ServerSettings) -> Block:
    """How many games are played at once."""
    most = settings.games_most
    lines = [
        MenuOption(ANY, page.say("server.most_any"), chosen=most is None),
        *(MenuOption(str(n), page.say("server.most", n=n), chosen=n == most) for n in AT_ONCE),
    ]
    return page.menu(Verb.SERVER_MOST, "server.most_title", lines)


def usual_selects(page: Page, settings: ServerSettings) -> list[Block]:
    """How a game is set up where its host says nothing else."""
    usual, hours = settings.ruleset, settings.phase_minutes // 60
    rules = [
        MenuOption(ANY, page.say("server.rules_any"), chosen=usual is None),
        *(
            MenuOption(
                name, page.say("server.rules", rules=rules_title(name)), chosen=name == usual
            )
            for name in rulesets()
        ),
    ]
    is_relaxed = settings.pace_kind == "relaxed"
    paces = [
        *(
            MenuOption(kind, page.say(f"server.pace_{kind}"), chosen=kind == settings.pace_kind)
            for kind in NAMED_PACES
        ),
        *(
            MenuOption(str(n), page.say("server.pace", n=n), chosen=is_relaxed and n == hours)
            for n in sorted({*PHASE_HOURS, hours})
        ),
    ]
    blocks = [
        page.menu(Verb.SERVER_RULES, "server.rules_title", rules),
        page.menu(Verb.SERVER_PACE, "server.pace_title", paces),
    ]
    if len(languages()) > 1:
        spoken = settings.language or page.language
        lines = [
            MenuOption(each, language_name(each), chosen=each == spoken) for each in languages()
        ]
        blocks.append(page.menu(Verb.SERVER_LANGUAGE, "server.language_title", lines))
    return blocks


def language_name(language: str) -> str:
    """What a language is called in itself."""
    return plain_voice(language).say("language.name")


def server_meant(ask: Ask) -> int:
    """The server where something is asked by who may manage it; raises `ReplyWith`."""
    interaction = ask.reply.interaction
    if interaction.guild_id is None or not manages_server(interaction):
        raise ask.refuse("server.not_yours")
    return interaction.guild_id


async def change(ask: Ask, **changes: object) -> Screen:
    """Change what is decided, and show it as it is then."""
    number = server_meant(ask)
    servers = ask.herald.servers
    changed = await servers.change(number, lambda settings: replace(settings, **changes))
    return await server_screen(ask, changed)


def number_chosen(ask: Ask) -> int:
    """A number that was chosen; raises `ReplyWith` for anything else."""
    if not ask.value.isdecimal():
        raise ask.refuse("press.unfit")
    return int(ask.value)


@press(Verb.SERVER_OPENED_BY, None, values=OPENERS)
async def set_opened_by(ask: Ask) -> Screen:
    """Choose who opens games."""
    return await change(ask, opened_by=ask.value)


@press(Verb.SERVER_ROLES, None)
async def set_roles(ask: Ask) -> Screen:
    """Choose whose members open games; what is no role of this server is left out."""
    guild, chosen = ask.reply.interaction.guild, map(int, ask.values)
    return await change(ask, roles=tuple(each for each in chosen if guild and guild.get_role(each)))


@press(Verb.SERVER_CHANNELS, None)
async def set_channels(ask: Ask) -> Screen:
    """Choose where games are played; what is no channel of this server is left out."""
    guild, chosen = ask.reply.interaction.guild, map(int, ask.values)
    there = tuple(each for each in chosen if guild and guild.get_channel(each))
    return await change(ask, channels=there)


@press(Verb.SERVER_MOST, None)
async def set_most(ask: Ask) -> Screen:
    """Choose how many games are played at once."""
    return await change(ask, games_most=None if ask.value == ANY else number_chosen(ask))


@press(Verb.SERVER_RULES, None, values=(ANY, *rulesets()))
async def set_rules(ask: Ask) -> Screen:
    """Choose the usual rules."""
    return await change(ask, ruleset=None if ask.value == ANY else ask.value)


@press(Verb.SERVER_PACE, None)
async def set_pace(ask: Ask) -> Screen:
    """Choose the usual pace."""
    if ask.value in NAMED_PACES:
        return await change(ask, pace_kind=ask.value, phase_minutes=Pace().phase_minutes)
    return await change(ask, pace_kind="relaxed", phase_minutes=number_chosen(ask) * 60)


@press(Verb.SERVER_LANGUAGE, None, values=languages())
async def set_language(ask: Ask) -> Screen:
    """Choose the language of games."""
    return await change(ask, language=ask.value)


@press(Verb.SERVER_BOARD, None)
async def set_board(ask: Ask) -> Screen:
    """Choose the channel of the board of games, or none; what is no channel here is none."""
    number, guild = server_meant(ask), ask.reply.interaction.guild
    there = [int(each) for each in ask.values if guild and guild.get_channel(int(each))]
    await ask.parts.boards.move(number, there[0] if there else None)
    return await server_screen(ask, await ask.herald.servers.settings(number))


@press(Verb.SERVER_ZONE, None)
async def zone(ask: Ask) -> Form:
    """Ask for the time zone."""
    settings = await ask.herald.servers.settings(server_meant(ask))
    field = Field(ZONE, ask.say("server.zone_label"), settings.time_zone, most=40)
    return ask.page.form(Verb.SERVER_ZONE_TYPED, "server.zone_title", field)


@press(Verb.SERVER_ZONE_TYPED, None)
async def zone_typed(ask: Ask) -> Screen:
    """Set the time zone."""
    return await change(ask, time_zone=spelled(ask.typed.get(ZONE, "")) or "UTC")

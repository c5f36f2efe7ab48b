"""Lobby commands and buttons: open a game, join, leave, start."""

from __future__ import annotations

import logging
from typing import Any, TypeAlias

import discord
from discord import app_commands
from msgspec.structs import replace

from bot.discord.ask import Ask
from bot.discord.colours import style_of
from bot.discord.delivery.letterbox import Letterbox
from bot.discord.discord_errors import DISCORD_ERRORS
from bot.discord.interactions.packing import pack, unpack
from bot.discord.interactions.replies import ReplyWith, with_retries
from bot.discord.interactions.verbs import Verb
from bot.discord.membership import person, rights_here
from bot.discord.page import Page, notice
from bot.discord.permissions import FOR_THREAD, IN_CHANNEL, IN_THREAD, lacking
from bot.discord.posts.dice import click_number, word_button
from bot.discord.posts.preferences import preference_menu
from bot.discord.posts.seating import free_colours
from bot.discord.posts.table_settings import rules_title
from bot.discord.presses import press
from bot.discord.screen import MenuOption, Screen, row
from bot.discord.slash import command
from bot.service import GameInfo, Herald, NewLobby
from bot.service.errors import ChannelBusy, NoGamesHere
from bot.service.seats.powers import Power
from engine.core.registry import rulesets

log = logging.getLogger("herald.discord")

HAS_THREAD = 160004


Seats: TypeAlias = app_commands.Range[int, 1, 12]
Hours: TypeAlias = app_commands.Range[int, 1, 336]
RULES = [(rules_title(name), name) for name in rulesets()]

# Opening.


@command("game new", None, choices={"rules": RULES}, server_only=True)
async def new(
    ask: Ask,
    *,
    rules: str | None = None,
    seats: Seats | None = None,
    hours: Hours | None = None,
    thread: bool = False,
) -> Screen:
    """Open a game in this channel, or in a thread of its own.

    What hinders it is explained, with a way on. What is not said is as usual on the server.
    """
    interaction = ask.reply.interaction
    channel = interaction.channel
    if interaction.guild_id is None or channel is None:
        raise ask.refuse("new.no_channel")
    if missing := lacking_here(interaction, thread):
        names = ask.voice.join([ask.say(f"permission.{each}") for each in missing])
        raise ask.refuse("new.permissions", permissions=names, n=len(missing))
    usual = await ask.herald.servers.settings(interaction.guild_id)
    rules = rules or usual.ruleset
    if rules is None:
        return rules_screen(ask.page, seats, hours, thread)
    if hours is not None:
        usual = replace(usual, pace_kind="relaxed", phase_minutes=hours * 60)
    wanted = NewLobby(
        ruleset=rules,
        host=person(ask.user, rights_here(interaction)),
        seats=seats,
        guild_id=interaction.guild_id,
        channel_id=channel.id,
        is_thread=isinstance(channel, discord.Thread),
        parent_id=getattr(channel, "parent_id", None),
        pace=usual.usual_pace,
        language=usual.language or ask.page.language,
    )
    try:
        if thread:
            await ask.herald.lobby.may_open(ask.user.id, wanted)
            parent = wanted.parent_id if wanted.is_thread else channel.id
            place = await new_thread(ask, rules)
            wanted = replace(wanted, channel_id=place, is_thread=True, parent_id=parent)
        info = await ask.herald.lobby.open(wanted)
    except ChannelBusy as busy:
        return busy_screen(ask.page, busy.other, rules, seats, hours)
    except NoGamesHere as elsewhere:
        raise played_elsewhere(ask, elsewhere) from None
    return await welcome(ask.of(info), "new.opened")


def rules_screen(page: Page, seats: int | None, hours: int | None, thread: bool) -> Screen:
    """Which rules? Asked where neither the command nor the server says."""
    lines = [MenuOption(name, rules_title(name)) for name in rulesets()]
    numbers = pack([seats or 0, hours or 0, thread])
    menu = page.menu(Verb.NEW_RULES, "new.choose", lines, rest=[numbers])
    return page.notice("new.which_rules", menu)


@press(Verb.NEW_RULES, None)
async def rules_chosen(ask: Ask) -> Screen:
    """Open a game of the rules that were chosen."""
    seats, hours, thread = ask.numbers
    given = {"seats": seats or None, "hours": hours or None}
    return await new(ask, rules=ask.value, **given, thread=bool(thread))


def played_elsewhere(ask: Ask, elsewhere: NoGamesHere) -> ReplyWith:
    """In which channels games are played, since they are not in this one."""
    channels = ask.voice.join([f"<#{each}>" for each in elsewhere.data["channels"]])
    return ask.refuse("new.elsewhere", channels=channels)


def lacking_here(interaction: discord.Interaction[Any], thread: bool) -> tuple[str, ...]:
    """What Herald may not do in a channel and has to, for a game to be played there."""
    if thread:
        return lacking(interaction.app_permissions, FOR_THREAD)
    inside = isinstance(interaction.channel, discord.Thread)
    return lacking(interaction.app_permissions, IN_THREAD if inside else IN_CHANNEL)


async def new_thread(ask: Ask, rules: str) -> int:
    """The number of a thread for a game; raises `ReplyWith` where there can be none."""
    interaction = ask.reply.interaction
    here = interaction.channel
    # Threads have none of their own: that of a second game stands beside them.
    channel = here.parent if isinstance(here, discord.Thread) else here
    if not isinstance(channel, discord.TextChannel):
        raise ask.refuse("new.no_thread")
    name = ask.say("new.thread_name", rules=rules_title(rules))[:100]
    above = ask.page.notice("new.thread", rules=rules_title(rules))
    try:
        return await thread_under(
            above, channel, name, nonce=f"thread.{ask.reply.interaction.id:x}"
        )
    except (discord.Forbidden, discord.NotFound) as error:
        # Since the command was sent, the channel was deleted or closed to Herald.
        raise ask.refuse("new.no_thread") from error


async def thread_under(above: Screen, channel: discord.TextChannel, name: str, nonce: str) -> int:
    """Open a thread under a message; gives its number.

    That is the message's own: a message has one thread, even if Discord's answer is lost and it is
    asked for again.
    """
    allowed = above.allowed_mentions()
    message = await with_retries(
        lambda: channel.send(view=above.view(), nonce=nonce, allowed_mentions=allowed)
    )
    assert message is not None
    try:
        await with_retries(lambda: channel.create_thread(name=name, message=message))
    except discord.HTTPException as error:
        if error.code != HAS_THREAD:
            raise
    return message.id


def busy_screen(
    page: Page, other: GameInfo, rules: str, seats: int | None, hours: int | None
) -> Screen:
    """The channel hosts a game already: where it is, and a thread instead.

    `page` is about no game: the one to be opened has none yet.
    """
    game = other.game
    message = game.phase_message_id or game.lobby_message_id
    url = f"https://discord.com/channels/{game.guild_id}/{game.channel_id}"
    if message is not None:
        url += f"/{message}"
    rest = [rules, pack([seats or 0, hours or 0])]
    instead = page.button(Verb.OPEN_IN_THREAD, "new.in_thread", "main", rest=rest)
    return page.notice("new.busy", row(instead), code=other.code, url=url)


@press(Verb.OPEN_IN_THREAD, None)
async def open_in_thread(ask: Ask) -> Screen:
    """Open the game in a thread, since the channel is taken."""
    rules, numbers = ask.rest
    seats, hours = unpack(numbers)
    return await new(ask, rules=rules, seats=seats or None, hours=hours or None, thread=True)


@press(Verb.REMATCH, Power.REMATCH, new_message=True)
async def rematch(ask: Ask) -> Screen:
    """Open a game like one that is over, in the same place, and invite all who played."""
    old = ask.info.game
    wanted = NewLobby(
        ruleset=old.ruleset,
        host=person(ask.user, ask.actor.rights),
        seats=old.seats_wanted,
        options=old.options,
        guild_id=old.guild_id,
        channel_id=old.channel_id,
        is_thread=old.is_thread,
        parent_id=await ask.membership.parent_of(old),
        pace=old.pace,
        language=old.language,
        theme=old.theme,
    )
    try:
        info = await ask.herald.lobby.open(wanted)
    except ChannelBusy as busy:
        hours = old.pace.phase_minutes // 60
        page = ask.page.of(None)
        return busy_screen(page, busy.other, old.ruleset, old.seats_wanted, hours)
    except NoGamesHere as elsewhere:
        raise played_elsewhere(ask, elsewhere) from None
    await ask.herald.lobby.invite(info.id, ask.actor, ask.info)
    return await welcome(await ask.of(info).again(), "new.opened")


# Sitting down.


async def welcome(ask: Ask, key: str) -> Screen:
    """Tell a new player their colour, what they can choose, and how secrets reach them."""
    info, page = ask.info, ask.page
    place, seat = f"<#{info.game.channel_id}>", info.seat_of(ask.user.id)
    if seat is None:
        return page.notice(key, place=place)
    reached = await try_private_message(ask.herald, ask.parts.letterbox, ask.page, ask.user.id)
    shown = style_of(seat)
    sentences = [
        page.say(key, place=place),
        page.say("welcome.colour", sign=shown.sign, colour=shown.colour, shape=shown.shape),
        page.say("welcome.private" if reached else "welcome.closed"),
        page.say("welcome.dice", share=click_number(seat)),
    ]
    blocks = [
        *free_colours(page, seat),
        *preference_menu(page, seat),
        row(word_button(page)),
    ]
    return notice("\n".join(sentences), *blocks)


async def try_private_message(herald: Herald, letterbox: Letterbox, page: Page, user: int) -> bool:
    """Whether private messages reach a user, found out by sending one."""
    info = page.info
    screen = page.notice("welcome.test", code=info.code, place=f"<#{info.game.channel_id}>")
    try:
        # Opening the channel always works; only the sending tells.
        dm_channel = await with_retries(lambda: letterbox.of(user))
        assert dm_channel is not None
        await with_retries(
            lambda: dm_channel.send(
                view=screen.view(),
                nonce=f"{info.id:x}.{user:x}",
                allowed_mentions=screen.allowed_mentions(),
            )
        )
        reached = True
    except discord.Forbidden:
        reached = False
    except DISCORD_ERRORS as error:
        # Nobody knows yet; what is sent in private later on will tell.
        log.warning("no test message to %s: %s", user, error)
        return True
    await herald.note_dm(info.id, user, reached)
    return reached


@press(Verb.JOIN, Power.JOIN, new_message=True)
@command("game join", Power.JOIN, own=False)
async def join(ask: Ask) -> Screen:
    """Sit down at the game of this channel."""
    who = person(ask.user, ask.actor.rights)
    info = await ask.herald.lobby.join(ask.game, who, interaction=ask.click)
    return await welcome(ask.of(info), "welcome.joined")


@press(Verb.LEAVE, Power.LEAVE, new_message=True)
@command("game leave", Power.LEAVE)
async def leave(ask: Ask) -> Screen:
    """Leave a lobby at once; in a running game, ask first."""
    if ask.info.game.status == "lobby" or ask.info.seat_of(ask.user.id) is None:
        await ask.herald.seats.leave(ask.game, ask.user.id)
        return ask.page.notice("leave.left")
    sure = ask.page.button(Verb.LEAVE_RUNNING_GAME, "leave.sure", "danger")
    key = "leave.last" if is_last(ask.info, ask.user.id) else "leave.running"
    return ask.page.notice(key, row(sure))


@press(Verb.LEAVE_RUNNING_GAME, Power.LEAVE)
async def leave_for_good(ask: Ask) -> str:
    """Leave a running game."""
    info = await ask.herald.seats.leave(ask.game, ask.user.id)
    return ask.of(info).say("leave.left_running" if info.game.is_live else "leave.ended")


def is_last(info: GameInfo, user: int) -> bool:
    """Whether a game ends when this user leaves: nobody else has a seat, there or away."""
    return all(seat.user_id in (None, user) for seat in info.seats)


@press(Verb.ADD_AI, Power.SEAT_AI)
async def add_ai(ask: Ask) -> None:
    """Let an AI player sit down. The lobby card shows it, so no sentence does."""
    await ask.herald.lobby.add_ai(ask.game, ask.actor)


@press(Verb.START, Power.START, slow=True)
async def start(ask: Ask) -> None:
    """Begin. The posts of the beginning are the answer."""
    await ask.herald.lobby.start(ask.game, ask.actor, interaction=ask.click)


@command("game start", Power.START, slow=True)
async def start_by_command(ask: Ask) -> str:
    """Begin a game."""
    await start(ask)
    return ask.say("lobby.started")

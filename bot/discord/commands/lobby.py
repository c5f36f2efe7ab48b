"""Lobby commands and buttons: open a game, join, leave, start."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from msgspec.structs import replace

from bot.discord.client import person
from bot.discord.colours import style_of
from bot.discord.commands.asking import Interaction, game_meant, own_games, respond, say
from bot.discord.discord_errors import DISCORD_ERRORS
from bot.discord.interactions.components import Press, on_press
from bot.discord.interactions.packing import pack, unpack
from bot.discord.interactions.replies import Reply, ReplyWith, with_retries
from bot.discord.interactions.verbs import Verb
from bot.discord.membership import rights_here
from bot.discord.permissions import FOR_THREAD, IN_CHANNEL, IN_THREAD, lacking
from bot.discord.posts.dice import click_number, word_button
from bot.discord.posts.notices import notice
from bot.discord.posts.preferences import preference_menu
from bot.discord.posts.seating import free_colours
from bot.discord.posts.table_settings import rules_title
from bot.discord.screen import MenuOption, Screen, button, row, select
from bot.service import Actor, GameInfo, NewLobby, Pace
from bot.service.errors import ChannelBusy, NoGamesHere
from bot.service.seats.powers import Power
from engine.core.registry import rulesets

if TYPE_CHECKING:
    from bot.discord.client import Bot

log = logging.getLogger("herald.discord")

HAS_THREAD = 160004


def add(bot: Bot, group: app_commands.Group) -> None:
    """Declare the commands."""
    group.add_command(new_command)
    group.add_command(join_command)
    group.add_command(leave_command)
    group.add_command(start_command)


# Opening.


@app_commands.command(name="new", description=say("command.new"))
@app_commands.guild_only()
@app_commands.describe(
    rules=say("option.rules"),
    seats=say("option.seats"),
    hours=say("option.hours"),
    thread=say("option.thread"),
)
@app_commands.choices(
    rules=[app_commands.Choice(name=rules_title(name)[:100], value=name) for name in rulesets()]
)
async def new_command(
    interaction: Interaction,
    rules: str | None = None,
    seats: app_commands.Range[int, 1, 12] | None = None,
    hours: app_commands.Range[int, 1, 336] | None = None,
    thread: bool = False,
) -> None:
    """Open a game in this channel, or in a thread of its own."""

    async def work(reply: Reply) -> None:
        await open_game(interaction.client, reply, rules, seats, hours, thread)

    await respond(interaction, work)


async def open_game(
    bot: Bot, reply: Reply, rules: str | None, seats: int | None, hours: int | None, thread: bool
) -> None:
    """Open a game where the interaction is; what hinders it is explained, with a way on.

    What is not said is as usual on the server.
    """
    interaction = reply.interaction
    channel = interaction.channel
    if interaction.guild_id is None or channel is None:
        raise ReplyWith(bot.voice().say("new.no_channel"))
    if missing := lacking_here(interaction, thread):
        voice = bot.voice()
        names = voice.join([voice.say(f"permission.{each}") for each in missing])
        raise ReplyWith(voice.say("new.permissions", permissions=names))
    usual = await bot.herald.servers.settings(interaction.guild_id)
    rules = rules or usual.ruleset
    if rules is None:
        await reply.show(rules_screen(bot, seats, hours, thread))
        return
    minutes = usual.phase_minutes if hours is None else hours * 60
    new = NewLobby(
        ruleset=rules,
        host=person(interaction.user, rights_here(interaction)),
        seats=seats,
        guild_id=interaction.guild_id,
        channel_id=channel.id,
        is_thread=isinstance(channel, discord.Thread),
        parent_id=getattr(channel, "parent_id", None),
        pace=Pace(phase_minutes=minutes, time_zone=usual.time_zone),
        language=usual.language or bot.language,
    )
    try:
        if thread:
            await bot.herald.lobby.may_open(interaction.user.id, new)
            parent = new.parent_id if new.is_thread else channel.id
            place = await new_thread(bot, interaction, rules)
            new = replace(new, channel_id=place, is_thread=True, parent_id=parent)
        info = await bot.herald.lobby.open(new)
    except ChannelBusy as busy:
        await reply.show(busy_screen(bot, busy.other, rules, seats, hours))
    except NoGamesHere as elsewhere:
        raise ReplyWith(played_elsewhere(bot, elsewhere)) from None
    else:
        await welcome(bot, reply, info, "new.opened")


def rules_screen(bot: Bot, seats: int | None, hours: int | None, thread: bool) -> Screen:
    """Which rules? Asked where neither the command nor the server says."""
    voice, numbers = bot.voice(), pack([seats or 0, hours or 0, thread])
    lines = [MenuOption(name, rules_title(name)) for name in rulesets()]
    menu = select(bot.ids.make(Verb.NEW_RULES, 0, numbers), lines, voice.say("new.choose"))
    return notice(voice.say("new.which_rules"), menu)


@on_press(Verb.NEW_RULES, None)
async def on_rules(press: Press) -> None:
    """Open a game of the rules that were chosen."""
    seats, hours, thread = unpack(press.id.rest[0])
    await open_game(press.bot, press.reply, press.value, seats or None, hours or None, bool(thread))


def played_elsewhere(bot: Bot, elsewhere: NoGamesHere) -> str:
    """In which channels games are played, since they are not in this one."""
    voice, channels = bot.voice(), elsewhere.data["channels"]
    return voice.say("new.elsewhere", channels=voice.join([f"<#{each}>" for each in channels]))


def lacking_here(interaction: discord.Interaction[Any], thread: bool) -> tuple[str, ...]:
    """What Herald may not do in a channel and has to, for a game to be played there."""
    if thread:
        return lacking(interaction.app_permissions, FOR_THREAD)
    inside = isinstance(interaction.channel, discord.Thread)
    return lacking(interaction.app_permissions, IN_THREAD if inside else IN_CHANNEL)


async def new_thread(bot: Bot, interaction: discord.Interaction[Any], rules: str) -> int:
    """The number of a thread for a game; raises `ReplyWith` where there can be none."""
    voice, here = bot.voice(), interaction.channel
    # Threads have none of their own: that of a second game stands beside them.
    channel = here.parent if isinstance(here, discord.Thread) else here
    if not isinstance(channel, discord.TextChannel):
        raise ReplyWith(voice.say("new.no_thread"))
    name = voice.say("new.thread_name", rules=rules_title(rules))[:100]
    above = notice(voice.say("new.thread", rules=rules_title(rules)))
    try:
        return await thread_under(above, channel, name, nonce=f"thread.{interaction.id:x}")
    except (discord.Forbidden, discord.NotFound) as error:
        # Since the command was sent, the channel was deleted or closed to Herald.
        raise ReplyWith(voice.say("new.no_thread")) from error


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
    bot: Bot, other: GameInfo, rules: str, seats: int | None, hours: int | None
) -> Screen:
    """The channel hosts a game already: where it is, and a thread instead."""
    voice, game = bot.voice(), other.game
    press = bot.ids.make(Verb.OPEN_IN_THREAD, 0, rules, pack([seats or 0, hours or 0]))
    message = game.phase_message_id or game.lobby_message_id
    url = f"https://discord.com/channels/{game.guild_id}/{game.channel_id}"
    if message is not None:
        url += f"/{message}"
    return notice(
        voice.say("new.busy", code=other.code, url=url),
        row(button(press, voice.say("new.in_thread"), "main")),
    )


@on_press(Verb.OPEN_IN_THREAD, None)
async def on_in_thread(press: Press) -> None:
    """Open the game in a thread, since the channel is taken."""
    rules, numbers = press.id.rest
    seats, hours = unpack(numbers)
    await open_game(press.bot, press.reply, rules, seats or None, hours or None, True)


@on_press(Verb.REMATCH, Power.REMATCH, new_message=True)
async def on_rematch(press: Press) -> None:
    """Open a game like one that is over, in the same place, and invite all who played."""
    bot, reply = press.bot, press.reply
    before = await bot.herald.look.game(press.game)
    old = before.game
    new = NewLobby(
        ruleset=old.ruleset,
        host=person(press.user, press.actor.rights),
        seats=old.seats_wanted,
        options=old.options,
        guild_id=old.guild_id,
        channel_id=old.channel_id,
        is_thread=old.is_thread,
        parent_id=await bot.membership.parent_of(old),
        pace=old.pace,
        language=old.language,
        theme=old.theme,
    )
    try:
        info = await bot.herald.lobby.open(new)
    except ChannelBusy as busy:
        hours = old.pace.phase_minutes // 60
        await reply.show(busy_screen(bot, busy.other, old.ruleset, old.seats_wanted, hours))
        return
    except NoGamesHere as elsewhere:
        raise ReplyWith(played_elsewhere(bot, elsewhere)) from None
    await bot.herald.lobby.invite(info.id, press.actor, before)
    await welcome(bot, reply, await bot.herald.look.game(info.id), "new.opened")


# Sitting down.


async def welcome(bot: Bot, reply: Reply, info: GameInfo, key: str) -> None:
    """Tell a new player their colour, what they can choose, and how secrets reach them."""
    user, voice = reply.interaction.user, bot.voice(info)
    seat = info.seat_of(user.id)
    if seat is None:
        await reply.show(notice(voice.say(key, place=f"<#{info.game.channel_id}>")))
        return
    reached = await try_private_message(bot, info, user)
    shown = style_of(seat)
    sentences = [
        voice.say(key, place=f"<#{info.game.channel_id}>"),
        voice.say("welcome.colour", sign=shown.sign, colour=shown.colour, shape=shown.shape),
        voice.say("welcome.private" if reached else "welcome.closed"),
        voice.say("welcome.dice", share=click_number(seat)),
    ]
    blocks = [
        *free_colours(info, seat, voice, bot.ids),
        *preference_menu(info, seat, voice, bot.ids),
        row(word_button(info, voice, bot.ids)),
    ]
    await reply.show(notice("\n".join(sentences), *blocks))


async def try_private_message(
    bot: Bot, info: GameInfo, user: discord.User | discord.Member
) -> bool:
    """Whether private messages reach a user, found out by sending one."""
    voice = bot.voice(info)
    screen = notice(voice.say("welcome.test", code=info.code, place=f"<#{info.game.channel_id}>"))
    try:
        # Opening the channel always works; only the sending tells.
        dm_channel = await with_retries(lambda: bot.dm_channel(user.id))
        assert dm_channel is not None
        await with_retries(
            lambda: dm_channel.send(
                view=screen.view(),
                nonce=f"{info.id:x}.{user.id:x}",
                allowed_mentions=screen.allowed_mentions(),
            )
        )
        reached = True
    except discord.Forbidden:
        reached = False
    except DISCORD_ERRORS as error:
        # Nobody knows yet; what is sent in private later on will tell.
        log.warning("no test message to %s: %s", user.id, error)
        return True
    await bot.herald.note_dm(info.id, user.id, reached)
    return reached


@on_press(Verb.JOIN, Power.JOIN, new_message=True)
async def on_join(press: Press) -> None:
    """Sit down."""
    await join(press.bot, press.reply, press.game, press.actor)


async def join(bot: Bot, reply: Reply, game_id: int, by: Actor) -> None:
    """Seat the user who asks."""
    who, click = person(reply.interaction.user, by.rights), str(reply.interaction.id)
    info = await bot.herald.lobby.join(game_id, who, interaction=click)
    await welcome(bot, reply, info, "welcome.joined")


@on_press(Verb.LEAVE, Power.LEAVE, new_message=True)
async def on_leave(press: Press) -> None:
    """Leave the lobby."""
    await leave(press.bot, press.reply, await press.bot.herald.look.game(press.game))


async def leave(bot: Bot, reply: Reply, info: GameInfo) -> None:
    """Leave a lobby at once; in a running game, ask first."""
    voice = bot.voice(info)
    user = reply.interaction.user.id
    if info.game.status == "lobby" or info.seat_of(user) is None:
        await bot.herald.seats.leave(info.id, user)
        await reply.show(notice(voice.say("leave.left")))
        return
    sure = button(bot.ids.make(Verb.LEAVE_RUNNING_GAME, info.id), voice.say("leave.sure"), "danger")
    key = "leave.last" if is_last(info, user) else "leave.running"
    await reply.show(notice(voice.say(key), row(sure)))


@on_press(Verb.LEAVE_RUNNING_GAME, Power.LEAVE)
async def on_leave_for_good(press: Press) -> None:
    """Leave a running game."""
    info = await press.bot.herald.seats.leave(press.game, press.user.id)
    key = "leave.left_running" if info.game.is_live else "leave.ended"
    await press.reply.show(notice(press.bot.voice(info).say(key)))


def is_last(info: GameInfo, user: int) -> bool:
    """Whether a game ends when this user leaves: nobody else has a seat, there or away."""
    return all(seat.user_id in (None, user) for seat in info.seats)


@on_press(Verb.ADD_AI, Power.SEAT_AI)
async def on_add_ai(press: Press) -> None:
    """Let an AI player sit down. The lobby card shows it, so no sentence does."""
    await press.bot.herald.lobby.add_ai(press.game, press.actor)
    await press.reply.defer()


@on_press(Verb.START, Power.START, slow=True)
async def on_start(press: Press) -> None:
    """Begin. The posts of the beginning are the answer."""
    await start(press.bot, press.reply, press.game, press.actor)


async def start(bot: Bot, reply: Reply, game_id: int, by: Actor) -> GameInfo:
    """Begin a game."""
    return await bot.herald.lobby.start(game_id, by, interaction=str(reply.interaction.id))


# The same as commands.


@app_commands.command(name="join", description=say("command.join"))
@app_commands.describe(game=say("option.code"))
async def join_command(interaction: Interaction, game: str | None = None) -> None:
    """Sit down at the game of this channel."""

    async def work(reply: Reply) -> None:
        bot = interaction.client
        info = await game_meant(Power.JOIN, interaction, game)
        await join(bot, reply, info.id, await bot.membership.actor(interaction, info))

    await respond(interaction, work)


@app_commands.command(name="leave", description=say("command.leave"))
@app_commands.describe(game=say("option.game"))
@app_commands.autocomplete(game=own_games)
async def leave_command(interaction: Interaction, game: str | None = None) -> None:
    """Leave a game."""

    async def work(reply: Reply) -> None:
        bot = interaction.client
        await leave(bot, reply, await game_meant(Power.LEAVE, interaction, game))

    await respond(interaction, work)


@app_commands.command(name="start", description=say("command.start"))
@app_commands.describe(game=say("option.game"))
@app_commands.autocomplete(game=own_games)
async def start_command(interaction: Interaction, game: str | None = None) -> None:
    """Begin a game."""

    async def work(reply: Reply) -> None:
        bot = interaction.client
        info = await game_meant(Power.START, interaction, game)
        by = await bot.membership.actor(interaction, info)
        info = await start(bot, reply, info.id, by)
        await reply.show(notice(bot.voice(info).say("lobby.started")))

    await respond(interaction, work, slow=True)

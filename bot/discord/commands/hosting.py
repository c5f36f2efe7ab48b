"""Host controls: remove a player from the lobby, make another player the host."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot.discord.colours import style, style_of
from bot.discord.interactions.components import Press, on_press
from bot.discord.interactions.packing import unpack
from bot.discord.interactions.replies import ReplyWith
from bot.discord.interactions.verbs import Verb
from bot.discord.posts.notices import notice
from bot.discord.voices import escape
from bot.service import COLOURS, GameInfo, Seat
from bot.service.seats.powers import Power

if TYPE_CHECKING:
    from bot.discord.client import Bot


def add(bot: Bot, group: app_commands.Group) -> None:
    """Nothing to declare: it is behind the options of the table."""


def seat_meant(press: Press, info: GameInfo) -> Seat:
    """The seat that was chosen from a list; raises `ReplyWith` when another user has it by now."""
    number, user = unpack(press.values[0]) if press.values else (len(info.seats), 0)
    if number < len(info.seats) and (info.seats[number].user_id or 0) == user:
        return info.seats[number]
    raise ReplyWith(press.bot.voice(info).say("seat.unknown"))


@on_press(Verb.REMOVE_SEAT, Power.SEAT_AI)
async def on_send_away(press: Press) -> None:
    """Remove a player from the lobby."""
    bot = press.bot
    seat = seat_meant(press, await bot.herald.look.game(press.game))
    info = await bot.herald.lobby.remove(press.game, seat.seat, press.actor)
    await press.reply.show(notice(bot.voice(info).say("host.sent_away", name=escape(seat.name))))


@on_press(Verb.SET_HOST, Power.SET_HOST)
async def on_set_host(press: Press) -> None:
    """Make another player the host."""
    bot = press.bot
    seat = seat_meant(press, await bot.herald.look.game(press.game))
    if seat.user_id is None:
        raise ReplyWith(bot.voice().say("seat.unknown"))
    info = await bot.herald.lobby.set_host(press.game, seat.user_id, press.actor)
    await press.reply.show(notice(bot.voice(info).say("host.passed_on", name=escape(seat.name))))


@on_press(Verb.CHOOSE_COLOUR, Power.SET_UP_OWN_SEAT)
async def on_colour(press: Press) -> None:
    """Choose one's colour in the lobby."""
    bot, wanted = press.bot, press.values[0] if press.values else ""
    if wanted not in COLOURS:
        raise ReplyWith(bot.voice().say("press.old"))
    info = await bot.herald.lobby.set_colour(press.game, press.user.id, wanted)
    seat = info.seat_of(press.user.id)
    shown = style(wanted) if seat is None else style_of(seat)
    sentence = bot.voice(info).say(
        "welcome.colour", sign=shown.sign, colour=shown.colour, shape=shown.shape
    )
    await press.reply.show(notice(sentence))

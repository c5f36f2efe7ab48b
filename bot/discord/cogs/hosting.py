"""What the host may do with the people at the table: send somebody away, pass the role on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot.discord.answers import Told
from bot.discord.client import actor
from bot.discord.colours import style, style_of
from bot.discord.packing import unpack
from bot.discord.posts.notices import notice
from bot.discord.posts.seating import CHOOSE_COLOUR, SEND_AWAY, SET_HOST
from bot.discord.press import Pressed, verb
from bot.discord.words import spelled
from bot.service import COLOURS, GameInfo
from bot.store.seats import Seat

if TYPE_CHECKING:
    from bot.discord.client import Bot


def add(bot: Bot, group: app_commands.Group) -> None:
    """Nothing to declare: it is behind the options of the table."""


def seat_meant(pressed: Pressed, info: GameInfo) -> Seat:
    """The seat that was chosen from a list; raises `Told` when somebody else has it by now."""
    number, user = unpack(pressed.values[0]) if pressed.values else (len(info.seats), 0)
    if number < len(info.seats) and (info.seats[number].user_id or 0) == user:
        return info.seats[number]
    raise Told(pressed.bot.talk(info)("seat.unknown"))


@verb(SEND_AWAY)
async def on_send_away(pressed: Pressed) -> None:
    """Send somebody away from the lobby."""
    bot = pressed.bot
    seat = seat_meant(pressed, await bot.herald.game(pressed.game))
    info = await bot.herald.remove_seat(pressed.game, seat.seat, actor(pressed.interaction))
    await pressed.reply.show(notice(bot.talk(info)("host.sent_away", name=spelled(seat.name))))


@verb(SET_HOST)
async def on_set_host(pressed: Pressed) -> None:
    """Make somebody else the host."""
    bot = pressed.bot
    seat = seat_meant(pressed, await bot.herald.game(pressed.game))
    if seat.user_id is None:
        raise Told(bot.talk()("seat.unknown"))
    info = await bot.herald.set_host(pressed.game, seat.user_id, actor(pressed.interaction))
    await pressed.reply.show(notice(bot.talk(info)("host.passed_on", name=spelled(seat.name))))


@verb(CHOOSE_COLOUR)
async def on_colour(pressed: Pressed) -> None:
    """Choose one's colour in the lobby."""
    bot, wanted = pressed.bot, pressed.values[0] if pressed.values else ""
    if wanted not in COLOURS:
        raise Told(bot.talk()("press.old"))
    info = await bot.herald.set_colour(pressed.game, pressed.user.id, wanted)
    seat = info.seat_of(pressed.user.id)
    shown = style(wanted) if seat is None else style_of(seat)
    sentence = bot.talk(info)(
        "welcome.colour", sign=shown.sign, colour=shown.colour, shape=shown.shape
    )
    await pressed.reply.show(notice(sentence))

"""Host controls: remove a player from the lobby, make another player the host."""

from __future__ import annotations

from bot.discord.ask import Ask
from bot.discord.colours import style, style_of
from bot.discord.interactions.packing import unpack
from bot.discord.interactions.verbs import Verb
from bot.discord.presses import press
from bot.discord.voices import escape
from bot.service import COLOURS, Seat
from bot.service.seats.powers import Power


async def seat_meant(ask: Ask) -> Seat:
    """The seat that was chosen from a list; raises `ReplyWith` when another user has it by now."""
    seats = (await ask.again()).info.seats
    number, user = unpack(ask.value) if ask.values else (len(seats), 0)
    if number < len(seats) and (seats[number].user_id or 0) == user:
        return seats[number]
    raise ask.refuse("seat.unknown")


@press(Verb.REMOVE_SEAT, Power.SEAT_AI)
async def send_away(ask: Ask) -> str:
    """Remove a player from the lobby."""
    seat = await seat_meant(ask)
    await ask.herald.lobby.remove(ask.game, seat.seat, ask.actor)
    return ask.say("host.sent_away", name=escape(seat.name))


@press(Verb.SET_HOST, Power.SET_HOST)
async def set_host(ask: Ask) -> str:
    """Make another player the host."""
    seat = await seat_meant(ask)
    if seat.user_id is None:
        raise ask.refuse("seat.unknown")
    await ask.herald.lobby.set_host(ask.game, seat.user_id, ask.actor)
    return ask.say("host.passed_on", name=escape(seat.name))


@press(Verb.CHOOSE_COLOUR, Power.SET_UP_OWN_SEAT)
async def choose_colour(ask: Ask) -> str:
    """Choose one's colour in the lobby."""
    if ask.value not in COLOURS:
        raise ask.refuse("press.old")
    info = await ask.herald.lobby.set_colour(ask.game, ask.user.id, ask.value)
    seat = info.seat_of(ask.user.id)
    shown = style(ask.value) if seat is None else style_of(seat)
    return ask.say("welcome.colour", sign=shown.sign, colour=shown.colour, shape=shown.shape)

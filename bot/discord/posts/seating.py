"""Selects of who sits at a table and of free colours."""

from __future__ import annotations

from collections.abc import Iterable

from bot.discord.colours import style, style_of
from bot.discord.interactions.ids import Ids
from bot.discord.interactions.packing import pack
from bot.discord.interactions.verbs import Verb
from bot.discord.screen import Block, MenuOption, select
from bot.service import COLOURS, GameInfo, Seat
from engine.core.messages import Voice


def hosting(info: GameInfo, voice: Voice, ids: Ids) -> list[Block]:
    """What the host can do with those who sit at the table."""
    game = info.game
    others = [seat for seat in info.seats if seat.user_id != game.host_user_id]
    heirs = [seat for seat in others if seat.user_id is not None]
    blocks: list[Block] = []
    if others and game.status == "lobby":
        blocks.append(
            select(ids.make(Verb.REMOVE_SEAT, game.id), listed(others), voice.say("host.send_away"))
        )
    if heirs and game.is_live:
        blocks.append(
            select(ids.make(Verb.SET_HOST, game.id), listed(heirs), voice.say("host.pass_on"))
        )
    return blocks


def listed(seats: Iterable[Seat]) -> list[MenuOption]:
    """Seats to choose from. Each line names who has the seat now, so that nobody else is meant."""
    return [
        MenuOption(
            pack([seat.seat, seat.user_id or 0]),
            f"{style_of(seat).sign} {' '.join(seat.name.split())}",
        )
        for seat in seats
    ]


def free_colours(info: GameInfo, own: Seat, voice: Voice, ids: Ids) -> list[Block]:
    """The colours that a player in the lobby can choose from."""
    taken = {style_of(seat).colour for seat in info.seats if seat.seat != own.seat}
    mine = style_of(own).colour
    lines = [
        MenuOption(
            each.colour,
            f"{each.sign} {each.colour.capitalize()}",
            voice.say("welcome.shape", shape=each.shape),
            chosen=each.colour == mine,
        )
        for each in map(style, COLOURS)
        if each.colour not in taken
    ]
    if info.game.status != "lobby" or len(lines) < 2:
        return []
    return [
        select(ids.make(Verb.CHOOSE_COLOUR, info.id), lines, voice.say("welcome.choose_colour"))
    ]

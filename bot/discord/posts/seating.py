"""Selects of who sits at a table and of free colours."""

from __future__ import annotations

from collections.abc import Iterable

from bot.discord.colours import style, style_of
from bot.discord.interactions.packing import pack
from bot.discord.interactions.verbs import Verb
from bot.discord.page import Page
from bot.discord.screen import Block, MenuOption
from bot.service import COLOURS, Seat


def hosting(page: Page) -> list[Block]:
    """What the host can do with those who sit at the table."""
    info = page.info
    game = info.game
    others = [seat for seat in info.seats if seat.user_id != game.host_user_id]
    heirs = [seat for seat in others if seat.user_id is not None]
    blocks: list[Block] = []
    if others and game.status == "lobby":
        blocks.append(page.menu(Verb.REMOVE_SEAT, "host.send_away", listed(others)))
    if heirs and game.is_live:
        blocks.append(page.menu(Verb.SET_HOST, "host.pass_on", listed(heirs)))
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


def free_colours(page: Page, own: Seat) -> list[Block]:
    """The colours that a player in the lobby can choose from."""
    info = page.info
    taken = {style_of(seat).colour for seat in info.seats if seat.seat != own.seat}
    mine = style_of(own).colour
    lines = [
        MenuOption(
            each.colour,
            f"{each.sign} {each.colour.capitalize()}",
            page.say("welcome.shape", shape=each.shape),
            chosen=each.colour == mine,
        )
        for each in map(style, COLOURS)
        if each.colour not in taken
    ]
    if info.game.status != "lobby" or len(lines) < 2:
        return []
    return [page.menu(Verb.CHOOSE_COLOUR, "welcome.choose_colour", lines)]

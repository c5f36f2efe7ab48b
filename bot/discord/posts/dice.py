"""The dice in posts: everybody's share, and the marks by which a record can be checked later."""

from __future__ import annotations

from bot.discord.interactions.verbs import Verb
from bot.discord.page import Page
from bot.discord.screen import Block
from bot.discord.voices import escape
from bot.service import Seat
from bot.service.seats.lobby import CLICK
from engine.core.dice import share_text


def shown_share(seat: Seat) -> str:
    """A player's share as text that can do nothing but be read; "" for none yet."""
    return escape(share_text(seat.player_seed))


def share_lines(page: Page) -> str:
    """Everybody's share of the dice, for the post that begins the game."""
    info, voice = page.info, page.voice
    clicks = {seat.seat: click_number(seat) for seat in info.seats}
    shares = [
        voice.say(
            "dice.share",
            name=escape(seat.name),
            share=shown_share(seat),
            click=clicks[seat.seat],
        )
        for seat in info.seats
    ]
    return voice.say("dice.shares", shares=voice.join(shares), clicks=any(clicks.values()))


def click_number(seat: Seat) -> str:
    """The number that Discord gave to a click, where that is a player's share; "" for a word."""
    kind, _, number = share_text(seat.player_seed).partition(" ")
    return number if kind == CLICK and number.isdecimal() else ""


def grouped(mark: str) -> str:
    """A mark as people read it aloud.

    >>> grouped("3f9ac2d1")
    '3f9a c2d1'
    """
    return " ".join(mark[at : at + 4] for at in range(0, len(mark), 4))


def word_button(page: Page) -> Block:
    """The way to give one's own word for the dice."""
    return page.button(Verb.DICE_WORD, "dice.button")

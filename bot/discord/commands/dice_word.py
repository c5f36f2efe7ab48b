"""A player's own word for the dice: asked for in the lobby, after the commitment is public."""

from __future__ import annotations

from bot.discord.ask import Ask
from bot.discord.interactions.verbs import Verb
from bot.discord.page import Form
from bot.discord.posts.dice import shown_share
from bot.discord.presses import press
from bot.service.seats.powers import Power

FIELD = "word"
LONGEST = 40


@press(Verb.DICE_WORD, Power.SET_UP_OWN_SEAT, new_message=True)
async def dice_word(ask: Ask) -> Form:
    """Ask for a word."""
    word = ask.page.field(FIELD, "dice.field", most=LONGEST)
    return ask.page.form(Verb.DICE_WORD_TYPED, "dice.title", word)


@press(Verb.DICE_WORD_TYPED, Power.SET_UP_OWN_SEAT, new_message=True)
async def dice_word_given(ask: Ask) -> str:
    """Keep the word until the game begins."""
    info = await ask.herald.lobby.set_word(ask.game, ask.user.id, ask.typed.get(FIELD, ""))
    seat = info.seat_of(ask.user.id)
    assert seat is not None
    return ask.of(info).say("dice.kept", word=shown_share(seat))

"""A player's own word for the dice: asked for in the lobby, after the commitment is public."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands, ui

from bot.discord.interactions.components import Press, on_press
from bot.discord.interactions.replies import ReplyWith
from bot.discord.interactions.verbs import Verb
from bot.discord.posts.dice import shown_share
from bot.discord.posts.notices import notice
from bot.service.seats.powers import Power

if TYPE_CHECKING:
    from bot.discord.client import Bot

FIELD = "word"
LONGEST = 40


def add(bot: Bot, group: app_commands.Group) -> None:
    """Nothing to declare: the button is on the lobby's card."""


@on_press(Verb.DICE_WORD, Power.SET_UP_OWN_SEAT, may_ask=True, new_message=True)
async def on_dice_word(press: Press) -> None:
    """Ask for a word."""
    voice = press.bot.voice()
    if not press.reply.can_ask:
        raise ReplyWith(voice.say("panel.press_again"))
    modal = ui.Modal(
        title=voice.say("dice.title"),
        custom_id=press.bot.ids.make(Verb.DICE_WORD_TYPED, press.game),
    )
    field = ui.TextInput[ui.Modal](custom_id=FIELD, max_length=LONGEST)
    modal.add_item(ui.Label(text=voice.say("dice.field"), component=field))
    await press.reply.ask(modal)


@on_press(Verb.DICE_WORD_TYPED, Power.SET_UP_OWN_SEAT, new_message=True)
async def on_dice_word_typed(press: Press) -> None:
    """Keep the word until the game begins."""
    bot, typed = press.bot, press.typed.get(FIELD, "")
    info = await bot.herald.lobby.set_word(press.game, press.user.id, typed)
    seat = info.seat_of(press.user.id)
    assert seat is not None
    await press.reply.show(notice(bot.voice(info).say("dice.kept", word=shown_share(seat))))

"""Choosing in the lobby what the game would ask for at its start, with a card of each option."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot.discord.colours import HERALD
from bot.discord.interactions.components import Press, on_press
from bot.discord.interactions.verbs import Verb
from bot.discord.posts.preferences import (
    chosen_words,
    open_choice,
    preference_menu,
    sort_of_choice,
)
from bot.discord.screen import Block, Picture, Screen, button, gallery, row, text
from bot.service import GameInfo
from bot.service.errors import NoLobbyChoice, NotInLobby, NotSeated, PreferenceTaken
from bot.service.seats.powers import Power
from bot.service.voices import refusal
from engine.core.registry import ruleset
from render.text.charts import card_text

if TYPE_CHECKING:
    from bot.discord.client import Bot


def add(bot: Bot, group: app_commands.Group) -> None:
    """Nothing to declare: the button is on the lobby's card."""


async def preference_screen(bot: Bot, info: GameInfo, user: int, note: str = "") -> Screen:
    """What a player has chosen, with its card, and what else is free.

    Raises `NotInLobby`, `NoLobbyChoice` and `NotSeated`.
    """
    seat, choice, voice = info.seat_of(user), open_choice(info), bot.voice(info)
    if info.game.status != "lobby":
        raise NotInLobby(status=info.game.status)
    if choice is None:
        raise NoLobbyChoice()
    if seat is None:
        raise NotSeated()
    blocks: list[Block] = [text(note)] if note else []
    pictures: tuple[Picture, ...] = ()
    name = chosen_words(info, seat, voice)
    if seat.preference is None or not name:
        what = sort_of_choice(info, choice, voice)
        blocks.append(text(voice.say("preference.title", what=what)))
    else:
        rules, theme = info.game.ruleset, info.game.theme
        card = ruleset(rules).card(choice.card(seat.preference))
        words = card_text(card, rules, (), info.game.language)
        picture = await bot.pictures.card(card, rules, words, theme=theme)
        blocks.append(text(voice.say("preference.chosen", name=name)))
        blocks.append(text(words) if picture is None else gallery(picture))
        pictures = () if picture is None else (picture,)
    blocks += preference_menu(info, seat, voice, bot.ids)
    if name:
        drop = bot.ids.make(Verb.DROP_PREFERENCE, info.id)
        blocks.append(row(button(drop, voice.say("preference.later"))))
    return Screen(blocks, pictures=pictures, accent=HERALD)


@on_press(Verb.PREFERENCES, Power.SET_UP_OWN_SEAT, new_message=True, slow=True)
async def on_preferences(press: Press) -> None:
    """Show what can be chosen, and what was."""
    info = await press.bot.herald.look.game(press.game)
    await press.reply.show(await preference_screen(press.bot, info, press.user.id))


@on_press(Verb.SET_PREFERENCE, Power.SET_UP_OWN_SEAT, slow=True)
async def on_choose(press: Press) -> None:
    """Choose, and see the card of it; what another player has by now is no longer offered."""
    bot, note = press.bot, ""
    try:
        info = await bot.herald.lobby.set_preference(press.game, press.user.id, press.value)
    except PreferenceTaken as taken:
        info = await bot.herald.look.game(press.game)
        note = refusal(bot.voice(info), taken)
    await press.reply.show(await preference_screen(bot, info, press.user.id, note))


@on_press(Verb.DROP_PREFERENCE, Power.SET_UP_OWN_SEAT)
async def on_drop(press: Press) -> None:
    """Decide later: what was chosen is free again."""
    info = await press.bot.herald.lobby.set_preference(press.game, press.user.id, None)
    await press.reply.show(await preference_screen(press.bot, info, press.user.id))

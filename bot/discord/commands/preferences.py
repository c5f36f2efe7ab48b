"""Choosing in the lobby what the game would ask for at its start, with a card of each option."""

from __future__ import annotations

from bot.discord.ask import Ask
from bot.discord.colours import HERALD
from bot.discord.interactions.verbs import Verb
from bot.discord.posts.preferences import (
    chosen_words,
    open_choice,
    preference_menu,
    sort_of_choice,
)
from bot.discord.presses import press
from bot.discord.screen import Block, Picture, Screen, gallery, row, text
from bot.service.errors import NoLobbyChoice, NotInLobby, NotSeated, PreferenceTaken
from bot.service.game.voices import refusal
from bot.service.seats.powers import Power
from engine.core.registry import ruleset
from render import Card, Look
from render.text.charts import card_text


async def preference_screen(ask: Ask, note: str = "") -> Screen:
    """What a player has chosen, with its card, and what else is free.

    Raises `NotInLobby`, `NoLobbyChoice` and `NotSeated`.
    """
    info, page = ask.info, ask.page
    seat, choice = info.seat_of(ask.user.id), open_choice(info)
    if info.game.status != "lobby":
        raise NotInLobby(status=info.game.status)
    if choice is None:
        raise NoLobbyChoice()
    if seat is None:
        raise NotSeated()
    blocks: list[Block] = [text(note)] if note else []
    pictures: tuple[Picture, ...] = ()
    name = chosen_words(page, seat)
    if seat.preference is None or not name:
        what = sort_of_choice(info, choice, page.voice)
        blocks.append(text(ask.say("preference.title", what=what)))
    else:
        rules, look = info.game.ruleset, Look(theme=info.game.theme, language=info.game.language)
        card = ruleset(rules).card(choice.card(seat.preference))
        words = card_text(card, rules, look)
        picture = await ask.pictures.draw("card.png", Card(card, rules), look, words)
        blocks.append(text(ask.say("preference.chosen", name=name)))
        blocks.append(text(words) if picture is None else gallery(picture))
        pictures = () if picture is None else (picture,)
    blocks += preference_menu(page, seat)
    if name:
        blocks.append(row(page.button(Verb.DROP_PREFERENCE, "preference.later")))
    return Screen(blocks, pictures=pictures, accent=HERALD)


@press(Verb.PREFERENCES, Power.SET_UP_OWN_SEAT, new_message=True, slow=True)
async def preferences(ask: Ask) -> Screen:
    """Show what can be chosen, and what was."""
    return await preference_screen(ask)


@press(Verb.SET_PREFERENCE, Power.SET_UP_OWN_SEAT, slow=True)
async def choose(ask: Ask) -> Screen:
    """Choose, and see the card of it; what another player has by now is no longer offered."""
    try:
        info = await ask.herald.lobby.set_preference(ask.game, ask.user.id, ask.value)
    except PreferenceTaken as taken:
        now = await ask.again()
        return await preference_screen(now, refusal(now.voice, taken))
    return await preference_screen(ask.of(info))


@press(Verb.DROP_PREFERENCE, Power.SET_UP_OWN_SEAT)
async def drop(ask: Ask) -> Screen:
    """Decide later: what was chosen is free again."""
    info = await ask.herald.lobby.set_preference(ask.game, ask.user.id, None)
    return await preference_screen(ask.of(info))

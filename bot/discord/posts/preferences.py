"""What players choose in the lobby: the button, the menu of what is free, and a choice in words."""

from __future__ import annotations

from bot.discord.interactions.packing import pack
from bot.discord.interactions.verbs import Verb
from bot.discord.page import Page
from bot.discord.screen import OPTIONS_MOST, Block, MenuOption, button
from bot.service import GameInfo, Seat
from engine.core.lobby import LobbyChoice
from engine.core.messages import Voice
from engine.core.registry import ruleset


def open_choice(info: GameInfo) -> LobbyChoice | None:
    """What can be chosen at a table now: nothing once the game has begun."""
    return info.lobby_choice if info.game.status == "lobby" else None


def sort_of_choice(info: GameInfo, choice: LobbyChoice, voice: Voice) -> str:
    """What is chosen, in the word that stands on its cards: "Civilization"."""
    rules = ruleset(info.game.ruleset)
    return voice.label(rules.card(choice.card(choice.grammar.keys[0])).kind)


def chosen_words(page: Page, seat: Seat) -> str:
    """What a player has chosen in the lobby; empty for nothing."""
    info, voice = page.info, page.voice
    choice, key = open_choice(info), seat.preference
    if choice is None or key is None or key not in choice.grammar.keys:
        return ""
    return voice.label(choice.grammar.describe(key).label)


def preference_button(page: Page) -> list[Block]:
    """The button that opens the menu, where there is something to choose."""
    choice = open_choice(page.info)
    if choice is None:
        return []
    label = sort_of_choice(page.info, choice, page.voice.unescaped)
    return [button(page.id(Verb.PREFERENCES), label)]


def preference_menu(page: Page, own: Seat) -> list[Block]:
    """Selects with everything that no other player has chosen."""
    info, plain = page.info, page.voice.unescaped
    choice = open_choice(info)
    if choice is None:
        return []
    taken = {seat.preference for seat in info.seats if seat.seat != own.seat}
    lines = [
        MenuOption(
            option.key,
            plain.label(option.label),
            plain.note(option),
            chosen=option.key == own.preference,
        )
        for option in choice.grammar.options()
        if option.key not in taken
    ]
    what = sort_of_choice(info, choice, plain)
    return [
        page.menu(
            Verb.SET_PREFERENCE,
            "preference.choose",
            lines[at : at + OPTIONS_MOST],
            rest=[pack([at])],
            what=what,
        )
        for at in range(0, len(lines), OPTIONS_MOST)
    ]

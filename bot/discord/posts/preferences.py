"""What players choose in the lobby: the button, the menu of what is free, and a choice in words."""

from __future__ import annotations

from bot.discord.interactions.ids import Ids
from bot.discord.interactions.packing import pack
from bot.discord.interactions.verbs import Verb
from bot.discord.screen import OPTIONS_MOST, Block, MenuOption, button, select
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


def chosen_words(info: GameInfo, seat: Seat, voice: Voice) -> str:
    """What a player has chosen in the lobby; empty for nothing."""
    choice, key = open_choice(info), seat.preference
    if choice is None or key is None or key not in choice.grammar.keys:
        return ""
    return voice.label(choice.grammar.describe(key).label)


def preference_button(info: GameInfo, voice: Voice, ids: Ids) -> list[Block]:
    """The button that opens the menu, where there is something to choose."""
    choice = open_choice(info)
    if choice is None:
        return []
    label = sort_of_choice(info, choice, voice.unescaped)
    return [button(ids.make(Verb.PREFERENCES, info.id), label)]


def preference_menu(info: GameInfo, own: Seat, voice: Voice, ids: Ids) -> list[Block]:
    """Selects with everything that no other player has chosen."""
    choice = open_choice(info)
    if choice is None:
        return []
    plain = voice.unescaped
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
    title = voice.say("preference.choose", what=sort_of_choice(info, choice, plain))
    return [
        select(
            ids.make(Verb.SET_PREFERENCE, info.id, pack([at])),
            lines[at : at + OPTIONS_MOST],
            title,
        )
        for at in range(0, len(lines), OPTIONS_MOST)
    ]

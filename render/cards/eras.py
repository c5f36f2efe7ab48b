"""Technologies of rules that count them by era: which of a player's cards is of which era."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from render.voice import GameVoice


def era_title(era: str, voice: GameVoice) -> str:
    """An era's name as a heading."""
    if voice.has(f"era.{era}"):
        return voice.title("era", era)
    return voice.say("card.technologies.later")


def card_names(cards: Iterable[str], era: str, voice: GameVoice) -> str:
    """Cards by name, those alike counted; a number where the cards of an era have no names."""
    said = []
    for card, count in Counter(cards).items():
        if card == era:
            said.append(str(count))
            continue
        name = voice.title("technology", card)
        said.append(f"{name} {voice.say('card.times', n=count)}" if count > 1 else name)
    return ", ".join(said)

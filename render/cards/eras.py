"""Technologies of rules that count them by era: which of a player's cards is of which era."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.world.view import PlayerView, WonderView, WorldView
from render.voice import GameVoice


def eras_of(view: WorldView) -> tuple[str, ...]:
    """The names of the eras in order, as far as the view names them, then their numbers."""
    named = list(dict.fromkeys(wonder.era for wonder in view.wonders))
    if view.era not in named:
        named.append(view.era)
    most = max((len(cards_by_era(player)) for player in view.players), default=0)
    return (*named, *(str(number) for number in range(len(named) + 1, most + 1)))


def cards_by_era(player: PlayerView) -> tuple[tuple[str, ...], ...]:
    """A player's cards of each era, which lie in the order of the eras; what is left comes last."""
    found, at = [], 0
    for count in player.technologies_by_era:
        found.append(player.technologies[at : at + count])
        at += count
    if at < len(player.technologies):
        found.append(player.technologies[at:])
    return tuple(found)


def alike_wonders(wonders: Iterable[WonderView]) -> list[tuple[WonderView, ...]]:
    """Wonders by the way to them: those that ask the same of everyone stand together."""
    found: dict[tuple[str, int, tuple[int, ...]], tuple[WonderView, ...]] = {}
    for wonder in wonders:
        key = wonder.thing, wonder.goal, wonder.progress
        found[key] = (*found.get(key, ()), wonder)
    return list(found.values())


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

"""Technologies of rules that count them by era: which of a player's cards is of which era."""

from __future__ import annotations

from collections.abc import Iterable

from engine.world.view import PlayerView, WonderView, WorldView


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

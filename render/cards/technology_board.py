"""The technologies of all players, in rules that count them by era: what card and words are of."""

from __future__ import annotations

import msgspec

from engine.world.view import WorldView
from render.cards.eras import cards_by_era, era_title, eras_of
from render.text.alt import moment
from render.voice import GameVoice


class Technology(msgspec.Struct, frozen=True):
    """A technology and the seats that own it."""

    key: str
    name: str
    owners: tuple[int, ...] = ()


class Tier(msgspec.Struct, frozen=True):
    """The technologies of an era or a level, and how many each seat owns of it (or nothing)."""

    title: str
    counts: tuple[int, ...]
    technologies: tuple[Technology, ...] = ()
    note: str = ""


class TechnologyBoard(msgspec.Struct, frozen=True):
    """All technologies. `prices` are what the next one costs each seat, 0 where it cannot."""

    when: str
    tiers: tuple[Tier, ...]
    prices: tuple[int, ...] = ()


def technology_board(view: WorldView, voice: GameVoice) -> TechnologyBoard:
    """What a view of rules with technologies by era shows."""
    tiers = []
    for number, era in enumerate(eras_of(view)):
        owners: dict[str, list[int]] = {}
        counts = []
        for player in view.players:
            eras = cards_by_era(player)
            cards = eras[number] if number < len(eras) else ()
            counts.append(len(cards))
            for card in cards:
                if card != era:
                    owners.setdefault(card, []).append(player.seat)
        if number > view.era_number and not any(counts):
            break
        tiers.append(
            Tier(
                era_title(era, voice),
                tuple(counts),
                tuple(
                    Technology(card, voice.title("technology", card), tuple(seats))
                    for card, seats in owners.items()
                ),
                _note(view, number, voice),
            )
        )
    prices = () if view.finished else tuple(player.next_technology for player in view.players)
    return TechnologyBoard(moment(view, voice), tuple(tiers), prices)


def _note(view: WorldView, number: int, voice: GameVoice) -> str:
    if number != view.era_number or view.finished:
        return ""
    if view.era_ending:
        return voice.say("card.technologies.ending")
    return voice.say("card.technologies.left", n=view.technologies_left)

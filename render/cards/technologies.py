"""Who knows what, in rules that count technologies by era: each era's cards and their owners."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.world.eras import cards_by_era, eras_of
from engine.world.view import WorldView
from render.cards.eras import era_title
from render.flow.canvas import Node
from render.flow.leaves import SMALL, Text
from render.flow.nodes import Box, Row, Wrap
from render.flow.parts import banner, card, chip, players, section
from render.moment import moment
from render.voice import GameVoice


def technologies_card(view: WorldView, voice: GameVoice) -> Node:
    """The technologies of all players, era by era, and what the next one costs each."""
    prices = () if view.finished else tuple(each.next_technology for each in view.players)
    return card(
        banner(voice.say("card.technologies.title"), moment(view, voice)),
        players(voice),
        *_eras(view, voice),
        section(
            voice.say("card.technologies.next"), [_counts(prices, voice)] if any(prices) else []
        ),
    )


def _eras(view: WorldView, voice: GameVoice) -> Iterable[Node | None]:
    for number, era in enumerate(eras_of(view)):
        owners: dict[str, list[int]] = {}
        counts = []
        for player in view.players:
            eras = cards_by_era(player)
            cards = eras[number] if number < len(eras) else ()
            counts.append(len(cards))
            for each in cards:
                if each != era:
                    owners.setdefault(each, []).append(player.seat)
        if number > view.era_number and not any(counts):
            return
        boxes = [_technology(key, seats, voice) for key, seats in owners.items()]
        parts = [_counts(counts, voice), *([Wrap(boxes, joint="; ")] if boxes else [])]
        yield section(era_title(era, voice), parts, _note(view, number, voice), gap=8)


def _note(view: WorldView, number: int, voice: GameVoice) -> str:
    if number != view.era_number or view.finished:
        return ""
    if view.era_ending:
        return voice.say("card.technologies.ending")
    return voice.say("card.technologies.left", n=view.technologies_left)


def _counts(counts: Sequence[int], voice: GameVoice) -> Node:
    """A number for every seat, in columns."""
    cells = [
        Row([chip(voice, seat, 42, voice.name(seat)), _number(n)], grow=1)
        for seat, n in enumerate(counts)
    ]
    return Wrap(cells, columns=max(6, len(cells)))


def _number(n: int) -> Node:
    return Text(str(n), 36, "number", "text" if n else "hair")


def _technology(key: str, owners: Sequence[int], voice: GameVoice) -> Node:
    name = voice.title("technology", key)
    said = f"{name}: {voice.join(voice.name(seat) for seat in owners)}"
    words = Text(name, SMALL, "strong", says=said)
    return Box(Row([*(chip(voice, seat, 32) for seat in owners), words], 8), (16, 10))

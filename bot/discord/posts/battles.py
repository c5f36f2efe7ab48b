"""Battles in a post: a picture for each, and its alt text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bot.discord.colours import colours
from bot.discord.screen import ALT_MOST, clipped
from bot.discord.voices import game_voice
from bot.service import GameInfo
from engine.core.events import Event
from render.cards.battle_report import BattleReport, battle_reports

CARDS_MOST = 4
"""How many battles of one post have a card; the post's words tell of all."""


class Fought(NamedTuple):
    """A battle, the file its card has in a post, and what the card says in words."""

    file_name: str
    report: BattleReport
    words: str


def battles_fought(
    info: GameInfo, before: Sequence[Event], events: Sequence[Event]
) -> list[Fought]:
    """The battles that ended in some events; what came `before` may hold how they began."""
    earlier = _reports(info, before)
    everything = _reports(info, (*before, *events))
    done = [
        report
        for at, report in enumerate(everything)
        if report.won and report.rounds and not (at < len(earlier) and earlier[at].won)
    ]
    return [
        Fought(f"battle-{number}.png", report, _words(info, report, (*before, *events)))
        for number, report in enumerate(done[:CARDS_MOST], start=1)
    ]


def _reports(info: GameInfo, events: Iterable[Event]) -> tuple[BattleReport, ...]:
    game = info.game
    return battle_reports(events, game.ruleset, info.names, game.language, colours=colours(info))


def _words(info: GameInfo, report: BattleReport, events: Sequence[Event]) -> str:
    """What happened in a battle, from its beginning on, in the sentences of the rule set."""
    voice = game_voice(info).unescaped
    there = [each for each in events if getattr(each, "place", None) == report.place]
    begins = [at for at, each in enumerate(there) if _begins(each)]
    said = [voice.event(each) for each in there[begins[-1] if begins else 0 :]]
    return clipped(" ".join(said), ALT_MOST)


def _begins(event: Event) -> bool:
    fields = set(event.__struct_fields__)
    return {"attackers", "defenders"} <= fields or {"attacker", "defender", "winner"} <= fields

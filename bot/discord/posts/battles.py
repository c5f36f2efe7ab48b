"""Battles in a post: a picture for each, and its alt text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bot.discord.colours import HERALD, look_of
from bot.discord.screen import ALT_MOST, Block, Picture, Screen, clipped, gallery, text
from bot.discord.voices import game_voice
from bot.service import GameInfo
from engine.core.events import Event
from engine.tiles.civ import CardBattle
from engine.tiles.fronts_report import fought_out
from engine.world.battle_report import BattleReport, battle_reports

CARDS_MOST = 6
"""How many cards are shown at once; a post's words tell of all battles."""


class Fought(NamedTuple):
    """A battle, the file its card has in a post, and what the card says in words."""

    file_name: str
    report: BattleReport | CardBattle
    words: str


def battles_fought(
    info: GameInfo, before: Sequence[Event], events: Sequence[Event]
) -> list[Fought]:
    """The battles that ended in some events; what came `before` may hold how they began."""
    if cards := _card_battles(info, before, events):
        return cards
    earlier = _reports(info, before)
    everything = _reports(info, (*before, *events))
    done = [
        report
        for at, report in enumerate(everything)
        if report.won and report.rounds and not (at < len(earlier) and earlier[at].won)
    ]
    return [
        Fought(f"battle-{number}.png", report, battle_words(info, report))
        for number, report in enumerate(done, start=1)
    ]


def _card_battles(info: GameInfo, before: Sequence[Event], events: Sequence[Event]) -> list[Fought]:
    """Battles with unit cards that ended in some events, each with its fronts."""
    voice = game_voice(info).unescaped
    done = fought_out((*before, *events))[len(fought_out(before)) :]
    return [
        Fought(
            f"battle-{number}.png",
            each.battle,
            clipped(" ".join(voice.event(event) for event in each.events), ALT_MOST),
        )
        for number, each in enumerate(done, start=1)
    ]


def _reports(info: GameInfo, events: Iterable[Event]) -> tuple[BattleReport, ...]:
    game = info.game
    names = look_of(info).voice(game.ruleset, len(info.seats)).names
    return battle_reports(events, game.ruleset, names, game.language)


def battle_words(info: GameInfo, report: BattleReport) -> str:
    """What the card of a battle shows, from the same report."""
    voice = game_voice(info).unescaped
    winners = {"attacker": report.attackers, "defender": report.defenders}.get(report.won, ())
    won = voice.say("fought.won", winners=winners, count=len(winners)) if winners else ""
    lost = [voice.say("fought.lost", units=units, seat=seat) for seat, units in report.losses]
    words = voice.say(
        "fought.words",
        place=report.place,
        attackers=report.attackers,
        defenders=report.defenders,
        rounds=len(report.rounds),
        won=won or voice.say("fought.nobody"),
        losses=voice.join(lost) if lost else "",
        after=" ".join(report.after),
    )
    return clipped(words, ALT_MOST)


def battles_screen(pictures: Sequence[Picture], title: str) -> Screen:
    """Cards below one another, each in its full width."""
    blocks: list[Block] = [text(title), *(gallery(each) for each in pictures)]
    return Screen(blocks, pictures=pictures, accent=HERALD)

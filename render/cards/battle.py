"""The report of a battle: both sides, every die, what was added, what was lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core.messages import capital
from engine.world.battle_report import BattleReport, Round
from engine.world.battle_report import Side as Fighter
from engine.world.events import Units
from render.flow.canvas import Node, Shade, Side
from render.flow.leaves import LARGE, SMALL, Pic, Rule, Text
from render.flow.nodes import Box, Column, Grown, Over, Row, Wrap
from render.flow.parts import banner, card, chip, icon, section, token
from render.sprites.looks import unit_rank
from render.voice import GameVoice

UNIT, DIE, MIDDLE = 70, 54, 52
MOST_ROUNDS = 16
"""Longer battles are shown with their beginning and their end."""
ENDING = 6


def battle_card(report: BattleReport, voice: GameVoice) -> Node:
    """The card of a battle: what decides meets in the middle."""
    title = voice.say("card.battle.title", place=_place(report.place, voice))
    after = [Text(words, lines=20) for words in report.after]
    return card(
        banner(title, _result(report, voice)),
        _parties(report, voice),
        *_rounds(report.rounds, voice),
        _losses(report, voice) if report.won else None,
        section(voice.say("card.battle.after"), after, gap=8),
    )


def _place(place: str, voice: GameVoice) -> str:
    if not voice.has(f"space.{place}"):
        return place
    within = voice.catalog.formats.get("place")
    return within(voice, place) if within else voice.say(f"space.{place}")


def _result(report: BattleReport, voice: GameVoice) -> str:
    parts = []
    if report.rounds and report.rounds[0].number:
        parts.append(voice.say("card.battle.rounds", n=len(report.rounds)))
    if report.won in ("attacker", "defender"):
        winners = report.attackers if report.won == "attacker" else report.defenders
        name = voice.name(winners[0] if winners else -1)
        parts.append(voice.say("card.battle.won", name=name))
    else:
        parts.append(voice.say("card.battle.nobody" if report.won else "card.battle.going"))
    return capital(voice.say("board.between").join(parts))


def _parties(report: BattleReport, voice: GameVoice) -> Node:
    """The two sides with all who fight on them, commanders first."""
    sides = (
        _party("attacks", report.attackers, report.won == "attacker", "l", voice),
        _party("defends", report.defenders, report.won == "defender", "r", voice),
    )
    return Row([Grown(side) for side in sides], MIDDLE, joint="; ")


def _party(key: str, seats: Sequence[int], won: bool, at: Side, voice: GameVoice) -> Node:
    label = Text(voice.say(f"card.battle.{key}"), SMALL, ink="quiet")
    parts = [_from([label, *([icon("laurels", 34)] if won else [])], at)]
    parts += [
        _from([chip(voice, seat, 44), Text(voice.name(seat), LARGE, "strong")], at)
        for seat in seats
    ]
    return Column(parts, 6, joint=" ")


def _from(parts: Iterable[Node], at: Side, gap: float = 14) -> Row:
    """Parts from the outer edge of a side inwards."""
    listed = list(parts)
    return Row(listed, gap, at, mirrored=at == "r")


def _rounds(rounds: Sequence[Round], voice: GameVoice) -> Iterable[Node]:
    for number, fought in enumerate(rounds):
        if len(rounds) > MOST_ROUNDS and number == MOST_ROUNDS - ENDING:
            skipped = voice.say("card.battle.skipped", n=len(rounds) - MOST_ROUNDS)
            yield Text(skipped, ink="quiet", at="m")
        if len(rounds) <= MOST_ROUNDS or not MOST_ROUNDS - ENDING <= number < len(rounds) - ENDING:
            yield _round(fought, voice)


def _round(fought: Round, voice: GameVoice) -> Node:
    number = Text(str(fought.number), SMALL, ink="quiet", at="m")
    middle = Box(number, (0, 2), across=MIDDLE) if fought.number else Text("")
    one = _side(fought.attacker, fought.defender, "l", voice)
    two = _side(fought.defender, fought.attacker, "r", voice)
    parts: list[Node] = [Rule(), Row([Grown(one), Row([middle]), Grown(two)], joint="; ")]
    if fought.rerolls:
        again = voice.say("card.battle.rerolls", n=fought.rerolls)
        parts.append(Text(again, SMALL, ink="quiet", at="m", lines=2))
    return Column(parts, 12)


def _side(side: Fighter, other: Fighter, at: Side, voice: GameVoice) -> Node:
    """A side's units, its dice, their sum, and what was added: a whole army stands above its
    dice, a single unit beside them."""
    units = [_unit(kind, count, side, voice) for kind, count in side.units]
    dice = [_die(face, side, voice) for face in side.faces]
    total: list[Node] = []
    if side.total is not None:
        won = other.total is not None and side.total > other.total
        ink = Shade("number" if won else "text", 1 if won else 0.65)
        total = [Text(str(side.total), 50, "number", ink, says=f"= {side.total}")]
    thrown = Grown(Wrap(dice, 6, at=at, joint=" "))
    if len(units) > 2 or side.hits is not None:
        above = Wrap(units, 14, at=at)
        parts: list[Node] = [above, _from([thrown, *total], at)]
    else:
        parts = [_from([*units, thrown, *total], at, 8)]
    return Column(
        [*parts, *(Text(n, SMALL, ink="quiet", at=at, lines=3) for n in _notes(side, voice))],
        8,
        joint=", ",
    )


def _unit(kind: str, count: int, side: Fighter, voice: GameVoice) -> Node:
    one = token(voice, kind, side.owner, UNIT, count)
    said = voice.pieces(kind, count)
    parts: list[Node] = [one]
    if side.lost:
        said = voice.say("alt.lost", name=said)
        parts.append(Pic(32, "signs.cross", (32, Shade("battle", 1))))
    return Over([*parts, Text("", says=said)], (UNIT * 0.34, UNIT * 0.34))


def _die(face: int, side: Fighter, voice: GameVoice) -> Node:
    hit = side.hits is not None and face == max(6, *side.faces)
    owner = voice.palette.of(side.owner)
    return Pic(DIE, "dice.die", (face, owner, DIE, hit, side.lost), str(face))


def _notes(side: Fighter, voice: GameVoice) -> Iterable[str]:
    if side.hits is not None:
        yield voice.say("card.battle.hits", n=side.hits)
    if side.bonuses:
        said = ", ".join(_bonus(name, points, voice) for name, points in side.bonuses)
        if side.hits is not None:
            said = voice.say("card.battle.dice", n=len(side.faces), bonuses=said)
        yield said
    if side.owner != side.seat:
        yield voice.say("card.battle.led", name=voice.name(side.seat))
    if side.cargo and side.lost:
        cargo = voice.join([voice.pieces(kind, count) for kind, count in side.cargo])
        yield voice.say("card.battle.cargo", cargo=cargo)


def _bonus(name: str, points: int, voice: GameVoice) -> str:
    bonus = voice.say(f"card.battle.bonuses.{name}")
    number = f"{points:+d}".replace("-", "\N{MINUS SIGN}")
    return voice.say("card.battle.bonus", n=number, bonus=bonus)


def _losses(report: BattleReport, voice: GameVoice) -> Node | None:
    rows = [_lost(owner, units, voice) for owner, units in report.losses]
    none = voice.say("card.battle.no_losses")
    return section(voice.say("card.battle.losses"), rows, gap=12, none=none)


def _lost(owner: int, units: Units, voice: GameVoice) -> Node:
    cells = []
    for kind, count in sorted(units, key=lambda loss: unit_rank(loss[0])):
        times = voice.say("card.times", n=count) if count > 1 else ""
        words = Text(times, role="number", says=voice.pieces(kind, count))
        cells.append(Row([token(voice, kind, owner, 58), words], 8))
    return Row([chip(voice, owner, 44, voice.name(owner)), Grown(Wrap(cells, 24))], 22, joint=": ")

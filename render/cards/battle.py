"""The report of a battle: both sides, every die, what was added, what was lost."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw

from engine.core.messages.catalogs import ENGLISH
from engine.world.events import Units
from render.cards.battle_report import BattleReport, Round, Side
from render.cards.dice import die
from render.cards.paper import LARGE, SMALL, TEXT, Paper, card_voice
from render.fonts.writing import width
from render.sprites.looks import unit_rank
from render.sprites.sprites import Sprite, badge, chip, token
from render.style.colour import Colour, mixed
from render.style.players import Colours
from render.voice import GameVoice

MIDDLE = 76
"""The width of the column with the numbers of the rounds."""
UNIT, DIE = 70, 54
MOST_ROUNDS = 16
"""Longer battles are shown with their beginning and their end."""
ENDING = 6


def battle_card(
    report: BattleReport,
    ruleset: str,
    names: Sequence[str] = (),
    theme: str = "dark",
    language: str = ENGLISH,
    *,
    colours: Colours | None = None,
) -> Image.Image:
    """The card of a battle. Seats are named by `names`, or by their colours (see `render.draw`)."""
    seats = [*report.attackers, *report.defenders, *(owner for owner, _ in report.losses)]
    count = max((seat + 1 for seat in seats), default=0)
    voice = card_voice(ruleset, count, names, language, colours)
    paper = Paper(theme, voice.palette)
    where = _place(report.place, voice)
    paper.banner(voice.say("card.battle.title", place=where), _result(report, voice))
    _parties(paper, report, voice)
    first, skipped, last = _shown(report.rounds)
    for fought in first:
        _round(paper, fought, voice)
    if skipped:
        paper.need(60)
        paper.y += 28
        more = voice.say("card.battle.skipped", n=skipped)
        paper.write(paper.wide / 2, more, TEXT, "plain", paper.page.quiet, "m")
        paper.y += 28
    for fought in last:
        _round(paper, fought, voice)
    _losses(paper, report, voice)
    if report.after:
        paper.heading(voice.say("card.battle.after"))
        for sentence in report.after:
            paper.paragraph(sentence)
            paper.y += 6
    return paper.finished()


def _place(place: str, voice: GameVoice) -> str:
    if not voice.has(f"space.{place}"):
        return place
    within = voice.catalog.formats.get("place")
    return within(voice, place) if within else voice.say(f"space.{place}")


def _shown(rounds: Sequence[Round]) -> tuple[Sequence[Round], int, Sequence[Round]]:
    if len(rounds) <= MOST_ROUNDS:
        return rounds, 0, ()
    start = MOST_ROUNDS - ENDING
    return rounds[:start], len(rounds) - MOST_ROUNDS, rounds[-ENDING:]


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
    said = voice.say("board.between").join(parts)
    return said[:1].upper() + said[1:]


def _half(paper: Paper) -> float:
    return (paper.room - MIDDLE) / 2


def _parties(paper: Paper, report: BattleReport, voice: GameVoice) -> None:
    """The two sides with all who fight on them, commanders first."""
    paper.skip(26)
    top = paper.y
    lowest = top
    parties = (("attacks", report.attackers, "attacker"), ("defends", report.defenders, "defender"))
    for (key, seats, role), edge in zip(parties, _edges(paper), strict=True):
        paper.y = top
        label = voice.say(f"card.battle.{key}")
        paper.need(120)
        paper.y += 18
        paper.write(edge.at(0), label, SMALL, "plain", paper.page.quiet, edge.anchor)
        if report.won == role:
            long = width(label, "plain", SMALL) + 34
            paper.icon("laurels", edge.at(long), 34, paper.page.title)
        for seat in seats:
            paper.need(110)
            paper.y += 48
            paper.put(chip(paper.colour(seat), 44), edge.at(22))
            name, room = voice.name(seat), _half(paper) - 60
            paper.write(edge.at(58), name, LARGE, "strong", None, edge.anchor, room)
        lowest = max(lowest, paper.y + 34)
    paper.y = lowest


class _Edge(NamedTuple):
    """The outer edge of a side: the attacker's half is filled from the left, the other's from
    the right, so that what decides meets in the middle."""

    x: float
    way: int
    anchor: Literal["l", "r"]

    def at(self, far: float) -> float:
        """So far inwards from the edge."""
        return self.x + self.way * far


def _edges(paper: Paper) -> tuple[_Edge, _Edge]:
    return _Edge(paper.left, 1, "l"), _Edge(paper.right, -1, "r")


def _round(paper: Paper, fought: Round, voice: GameVoice) -> None:
    paper.need(60)
    paper.draw.line((paper.left, paper.y, paper.right, paper.y), fill=paper.hair, width=2)
    sides = (fought.attacker, fought.defender)
    high = max(_side_height(side, _half(paper)) for side in sides)
    paper.need(high + 20)
    top = paper.y
    if fought.number:
        paper.y = top + 22 + UNIT / 2
        x = paper.wide / 2
        paper.box(x - 26, paper.y - 20, x + 26, paper.y + 20)
        paper.write(x, str(fought.number), SMALL, "plain", paper.page.quiet, "m")
    for side, other, edge in zip(sides, reversed(sides), _edges(paper), strict=True):
        _side(paper, side, other, edge, top, voice)
    paper.y = top + high
    if fought.rerolls:
        paper.need(50)
        paper.y += 14
        again = voice.say("card.battle.rerolls", n=fought.rerolls)
        paper.write(paper.wide / 2, again, SMALL, "plain", paper.page.quiet, "m")
        paper.y += 20


def _dice_per_row(side: Side, half: float) -> int:
    taken = _units_width(side) + (74 if side.total is not None else 0)
    return max(1, int((half - taken) // (DIE + 6)))


def _units_width(side: Side) -> float:
    # A whole army stands above its dice, a single unit beside them.
    return 0.0 if len(side.units) > 2 or side.hits is not None else len(side.units) * (UNIT + 8) + 6


def _side_height(side: Side, half: float) -> float:
    rows = -(-len(side.faces) // _dice_per_row(side, half))
    high = 22 + max(UNIT, rows * (DIE + 6)) + 12
    if not _units_width(side):
        per_row = max(1, int(half // (UNIT + 14)))
        high = 22 + -(-len(side.units) // per_row) * (UNIT + 12) + rows * (DIE + 6) + 12
    notes = bool(side.bonuses) + (side.hits is not None) + (side.owner != side.seat)
    return high + 34 * (notes + bool(side.cargo and side.lost))


def _side(paper: Paper, side: Side, other: Side, edge: _Edge, top: float, voice: GameVoice) -> None:
    half = _half(paper)
    x, y = 0.0, top + 22 + UNIT / 2
    beside = _units_width(side) > 0
    for kind, count in side.units:
        if x + UNIT > half:
            x, y = 0.0, y + UNIT + 12
        paper.y = y
        paper.put(token(kind, paper.colour(side.owner), UNIT), edge.at(x + UNIT / 2))
        if count > 1:
            paper.put(badge(str(count), 32), edge.at(x + UNIT / 2) + UNIT * 0.34, UNIT * 0.34)
        if side.lost:
            paper.put(
                _cross(32, paper.theme.marks.battle),
                edge.at(x + UNIT / 2) + UNIT * 0.34,
                UNIT * 0.34,
            )
        x += UNIT + (8 if beside else 14)
    if not beside:
        y += UNIT / 2 + 12 + DIE / 2
    per_row = _dice_per_row(side, half)
    for i, face in enumerate(side.faces):
        paper.y = y + i // per_row * (DIE + 6)
        hit = side.hits is not None and face == max(6, *side.faces)
        sprite = die(face, paper.colour(side.owner), DIE, hit, side.lost)
        paper.put(sprite, edge.at(_units_width(side) + i % per_row * (DIE + 6) + DIE / 2))
    if side.total is not None:
        paper.y = y
        won = other.total is not None and side.total > other.total
        colour = paper.page.number if won else mixed(paper.page.text, paper.page.ground, 0.35)
        paper.write(edge.at(half - 30), str(side.total), 50, "number", colour, "m")
    rows = -(-len(side.faces) // per_row)
    below = max(y + rows * (DIE + 6) - DIE / 2, y + (UNIT / 2 if beside else 0))
    _notes(paper, side, edge, below, voice)


def _notes(paper: Paper, side: Side, edge: _Edge, below: float, voice: GameVoice) -> None:
    lines = []
    if side.hits is not None:
        lines.append(voice.say("card.battle.hits", n=side.hits))
    if side.bonuses:
        said = ", ".join(_bonus(name, points, voice) for name, points in side.bonuses)
        if side.hits is not None:
            said = voice.say("card.battle.dice", n=len(side.faces), bonuses=said)
        lines.append(said)
    if side.owner != side.seat:
        lines.append(voice.say("card.battle.led", name=voice.name(side.seat)))
    if side.cargo and side.lost:
        lines.append(voice.say("card.battle.cargo", cargo=_listed(side.cargo, voice)))
    paper.y = below + 18
    for line in lines:
        quiet = paper.page.quiet
        paper.write(edge.at(0), line, SMALL, "plain", quiet, edge.anchor, _half(paper))
        paper.y += 34


def _bonus(name: str, points: int, voice: GameVoice) -> str:
    bonus = voice.say(f"card.battle.bonuses.{name}")
    number = f"{points:+d}".replace("-", "\N{MINUS SIGN}")
    return voice.say("card.battle.bonus", n=number, bonus=bonus)


def _listed(units: Units, voice: GameVoice) -> str:
    return voice.join([voice.pieces(kind, count) for kind, count in units])


def _losses(paper: Paper, report: BattleReport, voice: GameVoice) -> None:
    if not report.won:
        return
    paper.heading(voice.say("card.battle.losses"))
    if not report.losses:
        paper.paragraph(voice.say("card.battle.no_losses"), TEXT, paper.page.quiet)
    for owner, units in report.losses:
        paper.need(80)
        paper.y += 34
        paper.put(chip(paper.colour(owner), 44), paper.left + 22)
        x = paper.left + 66.0
        for kind, count in sorted(units, key=lambda loss: unit_rank(loss[0])):
            if x + 130 > paper.right:
                x = paper.left + 66.0
                paper.need(110)
                paper.y += 70
            paper.put(token(kind, paper.colour(owner), 58), x + 30)
            times = voice.say("card.times", n=count) if count > 1 else ""
            x += 70 + paper.write(x + 66, times, TEXT, "number") + 24
        paper.y += 34


@lru_cache(8)
def _cross(size: int, colour: Colour) -> Sprite:
    """The mark of a unit that was lost."""
    finer = 4
    full = size * finer
    image = Image.new("RGBA", (full, full))
    draw = ImageDraw.Draw(image)
    draw.ellipse((0, 0, full - 1, full - 1), fill=(255, 250, 238))
    rim = finer * 1.5
    draw.ellipse((rim, rim, full - 1 - rim, full - 1 - rim), fill=colour)
    low, high = full * 0.3, full * 0.7
    for ends in ((low, low, high, high), (low, high, high, low)):
        draw.line(ends, fill=(255, 255, 255), width=round(full * 0.12))
    return image.resize((size, size), Image.Resampling.LANCZOS)

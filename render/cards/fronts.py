"""The fronts of a battle that is fought with unit cards."""

from __future__ import annotations

from typing import Literal, NamedTuple

from PIL import Image, ImageDraw

from engine.core.charts import CardBattle, UnitCard
from render.cards.paper import LARGE, SMALL, TEXT, Paper
from render.cards.signs import number
from render.sprites.looks import unit_look
from render.sprites.sprites import CREAM, chip, ink_on, plain_icon
from render.style.colour import Colour, luminance, mixed
from render.style.players import colour_of
from render.voice import GameVoice

CARD, GAP, MIDDLE = 150, 18, 84
"""The height of a unit card, the room between two fronts, and the width between the sides."""
HEART = 30
GREY = (128, 126, 124)


class _Side(NamedTuple):
    """One side of the battle; the defender's is drawn from the right edge inwards."""

    seat: int
    x: float
    wide: float
    anchor: Literal["l", "r"]


def paint_fronts(paper: Paper, battle: CardBattle, voice: GameVoice) -> None:
    """Draw both sides and every front; a place where a unit is still awaited is left open."""
    place = voice.say(f"space.{battle.place}") if voice.has(f"space.{battle.place}") else ""
    title = voice.say("card.battle.title", place=place or battle.place)
    paper.banner(title, _moment(battle, voice))
    wide = (paper.room - MIDDLE) / 2
    sides = (
        _Side(battle.attacker, paper.left, wide, "l"),
        _Side(battle.defender, paper.right - wide, wide, "r"),
    )
    paper.skip(24)
    top = paper.y
    for at, side in enumerate(sides):
        paper.y = top
        units = [(front.attacker, front.defender)[at] for front in battle.fronts]
        _party(paper, battle, side, at, _score(units) + battle.bonuses[at], voice)
    for row, front in enumerate(battle.fronts, start=1):
        paper.need(CARD + GAP)
        top = paper.y
        for side, unit in zip(sides, (front.attacker, front.defender), strict=True):
            paper.y = top
            _unit(paper, side, unit, voice)
        paper.y = top + CARD / 2
        if front.attacker is not None and front.defender is not None:
            paper.icon("battle", paper.wide / 2, 46, paper.page.title)
        else:
            paper.write(paper.wide / 2, str(row), SMALL, "number", paper.page.quiet, "m")
        paper.y = top + CARD + GAP
    if not battle.fronts:
        paper.skip(20)
        paper.paragraph(voice.say("card.fronts.none"), TEXT, paper.page.quiet)


def _moment(battle: CardBattle, voice: GameVoice) -> str:
    if battle.winner is not None:
        return voice.say("card.fronts.won", name=voice.name(battle.winner))
    if battle.to_play is not None:
        return voice.say("card.fronts.plays", name=voice.name(battle.to_play))
    return voice.say("card.fronts.deciding")


def _score(units: list[UnitCard | None]) -> int:
    """What the living units still count."""
    return sum(unit.health - unit.wounds for unit in units if unit is not None and not unit.dead)


def _party(
    paper: Paper, battle: CardBattle, side: _Side, at: int, score: int, voice: GameVoice
) -> None:
    """A side's name, the cards it holds, its bonus and what it counts now."""
    page = paper.page
    paper.need(150)
    edge, way = (side.x, 1) if side.anchor == "l" else (side.x + side.wide, -1)
    paper.y += 26
    paper.put(chip(paper.colour(side.seat), 50), edge + way * 25)
    name = voice.name(side.seat)
    strong = battle.to_play == side.seat or battle.winner == side.seat
    ink = page.active if strong else page.text
    paper.write(edge + way * 62, name, LARGE, "strong", ink, side.anchor, side.wide - 70)
    paper.y += 52
    facts = [voice.say("card.fronts.hand", n=battle.hands[at])]
    if battle.bonuses[at]:
        facts.append(voice.say("card.fronts.bonus", n=battle.bonuses[at]))
    said = voice.say("board.between").join(facts)
    inner = side.x + side.wide if side.anchor == "l" else side.x
    number(paper, inner, "health", str(score), 46, page.number, "r" if side.anchor == "l" else "l")
    paper.write(edge, said, SMALL, "plain", page.quiet, side.anchor, side.wide - 130)
    paper.y += 42


def _unit(paper: Paper, side: _Side, unit: UnitCard | None, voice: GameVoice) -> None:
    top = paper.y
    box = (side.x, top, side.x + side.wide, top + CARD)
    if unit is None:
        _open(paper, box)
        return
    base = colour_of(paper.colour(side.seat))
    colour = mixed(base, GREY, 0.75) if unit.dead else base
    paper.box(*box, CREAM)
    paper.box(box[0] + 4, box[1] + 4, box[2] - 4, box[3] - 4, colour)
    ink = ink_on(colour)
    x = side.x + 16
    paper.box(x, top + 18, x + 114, top + CARD - 18, CREAM)
    paper.y = top + CARD / 2
    icon = "skull" if unit.dead else unit_look(unit.kind).icon
    paper.icon(icon, x + 57, 86, mixed(colour, (0, 0, 0), 0.45))
    left = x + 132
    paper.y = top + 46
    name = voice.title("unit", unit.kind)
    paper.put(plain_icon("swordsman", 40, ink), left + 20)
    taken = 50 + paper.write(left + 50, str(unit.strength), 52, "number", ink)
    paper.write(left + taken + 16, name, SMALL, "strong", ink, room=box[2] - left - taken - 32)
    paper.y = top + 108
    _hearts(paper, left, box[2] - 14, unit, ink)


def _hearts(paper: Paper, left: float, right: float, unit: UnitCard, ink: Colour) -> None:
    """A heart for each point of health, those that wounds took only hinted at."""
    step = min(HEART + 8, (right - left) / max(1, unit.health))
    faint = mixed(ink, (128, 128, 128) if luminance(ink) > 128 else (160, 150, 140), 0.72)
    for point in range(unit.health):
        lost = point >= unit.health - unit.wounds
        paper.put(plain_icon("health", HEART, faint if lost else ink), left + step * (point + 0.5))


def _open(paper: Paper, box: tuple[float, float, float, float]) -> None:
    """A dashed outline where a unit can still be played."""
    x0, y0, x1, y1 = (round(value) for value in box)
    finer = 2
    mask = Image.new("L", ((x1 - x0) * finer, (y1 - y0) * finer))
    draw = ImageDraw.Draw(mask)
    edge = (4, 4, mask.width - 5, mask.height - 5)
    draw.rounded_rectangle(edge, 12 * finer, outline=170, width=3 * finer)
    for at in range(0, mask.width + mask.height, 40):
        draw.rectangle((at, 0, at + 16, 12 * finer), fill=0)
        draw.rectangle((at, mask.height - 12 * finer, at + 16, mask.height), fill=0)
        draw.rectangle((0, at, 12 * finer, at + 16), fill=0)
        draw.rectangle((mask.width - 12 * finer, at, mask.width, at + 16), fill=0)
    paper.image.paste(paper.hair, (x0, y0), mask.reduce(finer))

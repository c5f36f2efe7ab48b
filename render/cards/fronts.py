"""The fronts of a battle that is fought with unit cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from PIL import Image

from engine.core.messages import ENGLISH, capital
from engine.tiles.civ import BattleSide, CardBattle, UnitCard
from render.cards.paper import LARGE, SMALL, TEXT, Paper, card_voice
from render.cards.signs import number, open_place
from render.sprites.looks import unit_look
from render.sprites.sprites import CREAM, chip, ink_on, plain_icon
from render.style.colour import Colour, luminance, mixed
from render.style.players import Colours, colour_of
from render.voice import GameVoice

CARD, GAP, MIDDLE = 150, 18, 84
"""The height of a unit card, the room between two fronts, and the width between the sides."""
HEART = 30
GREY = (128, 126, 124)
RANKS = ("I", "II", "III", "IV")
DRAWINGS = {
    "infantry": ("spearman", "man_at_arms", "rifleman", "machinegunner"),
    "mounted": ("horseman", "knight", "dragoon", "armour"),
    "artillery": ("archer", "catapult", "cannon", "howitzer"),
}
Box = tuple[float, float, float, float]


class _Half(NamedTuple):
    """One half of the picture; the defender's is drawn from the right edge inwards."""

    side: BattleSide
    x: float
    wide: float
    anchor: Literal["l", "r"]
    next: bool
    holds: bool = True


def paint_fronts(paper: Paper, battle: CardBattle, voice: GameVoice) -> None:
    """Draw both sides and every front; a place where a unit is still awaited is left open.

    Below it are the cards of the viewer's own hand.
    """
    paper.banner(voice.say("card.battle.title", place=battle.place), _moment(battle, voice))
    wide = (paper.room - MIDDLE) / 2
    going_on = battle.winner is None
    halves = (
        _Half(battle.sides[0], paper.left, wide, "l", battle.turn == 0, going_on),
        _Half(battle.sides[1], paper.right - wide, wide, "r", battle.turn == 1, going_on),
    )
    paper.skip(24)
    top = paper.y
    for half in halves:
        paper.y = top
        _party(paper, half, voice)
    for number_of, front in enumerate(battle.fronts, start=1):
        paper.need(CARD + GAP)
        top = paper.y
        for half, unit in zip(halves, (front.attacker, front.defender), strict=True):
            box = (half.x, top, half.x + half.wide, top + CARD)
            if unit is None:
                open_place(paper, box)
            else:
                _unit(paper, unit, half.side.owner, box, voice)
        paper.y = top + CARD / 2
        if front.attacker is not None and front.defender is not None:
            paper.icon("battle", paper.wide / 2, 46, paper.page.title)
        else:
            paper.write(paper.wide / 2, str(number_of), SMALL, "number", paper.page.quiet, "m")
        paper.y = top + CARD + GAP
    if not battle.fronts:
        paper.skip(20)
        paper.paragraph(voice.say("card.fronts.none"), TEXT, paper.page.quiet)
    for half in halves:
        if half.side.hand:
            _hand(paper, half.side, wide, voice)


def _moment(battle: CardBattle, voice: GameVoice) -> str:
    if battle.winner is not None:
        return capital(voice.say("card.fronts.won", name=voice.name(battle.winner)))
    side = battle.sides[battle.turn] if battle.turn in (0, 1) else None
    if side is None or not any(each.cards for each in battle.sides):
        return voice.say("card.fronts.deciding")
    return voice.say("card.fronts.plays", name=voice.name(side.leader))


def _party(paper: Paper, half: _Half, voice: GameVoice) -> None:
    """A side's name, the cards it holds, its bonus and what it counts now."""
    page, side = paper.page, half.side
    paper.need(150)
    edge, way = (half.x, 1) if half.anchor == "l" else (half.x + half.wide, -1)
    paper.y += 26
    paper.put(chip(paper.colour(side.owner), 50), edge + way * 25)
    name = capital(voice.name(side.owner))
    ink = page.active if half.next else page.text
    paper.write(edge + way * 62, name, LARGE, "strong", ink, half.anchor, half.wide - 70)
    paper.y += 52
    facts = [voice.say("card.fronts.hand", n=side.cards)] if half.holds else []
    if side.bonus:
        facts.append(voice.say("card.fronts.bonus", n=side.bonus))
    said = voice.say("board.between").join(facts)
    inner = half.x + half.wide if half.anchor == "l" else half.x
    where: Literal["l", "r"] = "r" if half.anchor == "l" else "l"
    number(paper, inner, "health", str(side.score), 46, page.number, where)
    paper.write(edge, said, SMALL, "plain", page.quiet, half.anchor, half.wide - 130)
    paper.y += 42


def _hand(paper: Paper, side: BattleSide, wide: float, voice: GameVoice) -> None:
    """The cards that the viewer can still play, two to a row."""
    paper.heading(voice.say("card.fronts.own"))
    paper.skip(6)
    units = side.hand or ()
    for at in range(0, len(units), 2):
        paper.need(CARD + GAP)
        top = paper.y
        for column, unit in enumerate(units[at : at + 2]):
            x = paper.left + column * (wide + MIDDLE)
            _unit(paper, unit, side.owner, (x, top, x + wide, top + CARD), voice)
        paper.y = top + CARD + GAP


def _unit(paper: Paper, unit: UnitCard, owner: int, box: Box, voice: GameVoice) -> None:
    x0, top, x1, _ = box
    dead = unit.wounds >= unit.health
    base = colour_of(paper.colour(owner))
    colour = mixed(base, GREY, 0.75) if dead else base
    paper.box(*box, CREAM)
    paper.box(x0 + 4, top + 4, x1 - 4, top + CARD - 4, colour)
    ink = ink_on(colour)
    x = x0 + 16
    paper.box(x, top + 18, x + 114, top + CARD - 18, CREAM)
    paper.y = top + CARD / 2
    icon = "skull" if dead else _drawing(unit)
    paper.icon(icon, x + 57, 86, mixed(colour, (0, 0, 0), 0.45))
    left = x + 132
    paper.y = top + 46
    paper.put(plain_icon("swordsman", 40, ink), left + 20)
    taken = 50 + paper.write(left + 50, str(unit.strength), 52, "number", ink)
    name = voice.title("unit", unit.type)
    paper.write(left + taken + 16, name, SMALL, "strong", ink, room=x1 - left - taken - 60)
    paper.write(x1 - 18, RANKS[min(unit.rank, len(RANKS)) - 1], SMALL, "title", ink, "r")
    paper.y = top + 108
    _hearts(paper, left, x1 - 14, unit, ink)


def _drawing(unit: UnitCard) -> str:
    """The icon of a unit's type at its rank; the type's own where a rank has none."""
    ranks = DRAWINGS.get(unit.type, ())
    return ranks[min(unit.rank, len(ranks)) - 1] if ranks else unit_look(unit.type).icon


def _hearts(paper: Paper, left: float, right: float, unit: UnitCard, ink: Colour) -> None:
    """A heart for each point of health, those that wounds took only hinted at."""
    step = min(HEART + 8, (right - left) / max(1, unit.health))
    faint = mixed(ink, (128, 128, 128) if luminance(ink) > 128 else (160, 150, 140), 0.72)
    for point in range(unit.health):
        lost = point >= unit.health - unit.wounds
        paper.put(plain_icon("health", HEART, faint if lost else ink), left + step * (point + 0.5))


def fronts_card(
    battle: CardBattle,
    ruleset: str,
    names: Sequence[str] = (),
    theme: str = "dark",
    language: str = ENGLISH,
    *,
    colours: Colours | None = None,
) -> Image.Image:
    """The picture of a battle outside of any view: one that is over."""
    voice = card_voice(ruleset, len(names), names, language, colours)
    paper = Paper(theme, voice.palette)
    paint_fronts(paper, battle, voice)
    return paper.finished()

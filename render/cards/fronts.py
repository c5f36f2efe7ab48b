"""The fronts of a battle that is fought with unit cards."""

from __future__ import annotations

from typing import Literal

from engine.core.messages import capital
from engine.tiles.civ import BattleSide, CardBattle, UnitCard
from render.flow.canvas import Node
from render.flow.leaves import LARGE, SMALL, Space, Text
from render.flow.nodes import Box, Column, Grown, Row, Wrap
from render.flow.parts import amount, banner, card, chip, icon, section
from render.sprites.looks import unit_look
from render.style.colour import CREAM, Colour, ink_on, luminance, mixed
from render.style.players import colour_of
from render.voice import GameVoice

CARD, MIDDLE = 150, 84
"""The height of a unit card, and the width between the sides."""
HEART = 30
GREY = (128, 126, 124)
RANKS = ("I", "II", "III", "IV")
DRAWINGS = {
    "infantry": ("spearman", "man_at_arms", "rifleman", "machinegunner"),
    "mounted": ("horseman", "knight", "dragoon", "armour"),
    "artillery": ("archer", "catapult", "cannon", "howitzer"),
}


def fronts_card(battle: CardBattle, voice: GameVoice) -> Node:
    """Both sides and every front; a place where a unit is still awaited is left open.

    Below it are the cards of the viewer's own hand.
    """
    one, two = battle.sides
    parties = [
        Grown(_party(battle, 0, "l", voice)),
        Space(MIDDLE),
        Grown(_party(battle, 1, "r", voice)),
    ]
    parts: list[Node | None] = [Row(parties, 0, joint="; ")]
    for number, front in enumerate(battle.fronts, start=1):
        met = front.attacker is not None and front.defender is not None
        against = voice.say("alt.fronts.against")
        sign: Node = icon("battle", 46, says=against)
        if not met:
            sign = Text(str(number), SMALL, "number", "quiet", "m", says=against)
        middle = Box(Row([sign], at="m"), (0, 0), None, across=MIDDLE)
        sides = _unit(front.attacker, one.owner, voice), _unit(front.defender, two.owner, voice)
        said = Text("", says=voice.say("alt.fronts.front", n=number))
        parts.append(Row([said, sides[0], middle, sides[1]], 0, joint=" "))
    if not battle.fronts:
        parts.append(Text(voice.say("card.fronts.none"), ink="quiet"))
    for side in battle.sides:
        hand = [_unit(unit, side.owner, voice) for unit in side.hand or ()]
        parts.append(
            section(voice.say("card.fronts.own"), [Wrap(hand, 24, columns=2)] if hand else [])
        )
    return card(
        banner(voice.say("card.battle.title", place=battle.place), _moment(battle, voice)), *parts
    )


def _moment(battle: CardBattle, voice: GameVoice) -> str:
    if battle.winner is not None:
        return capital(voice.say("card.fronts.won", name=voice.name(battle.winner)))
    side = battle.sides[battle.turn] if battle.turn in (0, 1) else None
    if side is None or not any(each.cards for each in battle.sides):
        return voice.say("card.fronts.deciding")
    return voice.say("card.fronts.plays", name=voice.name(side.leader))


def _party(battle: CardBattle, number: int, at: Literal["l", "r"], voice: GameVoice) -> Node:
    """A side's name, the cards it holds, its bonus and what it counts now."""
    side: BattleSide = battle.sides[number]
    ink = "active" if battle.turn == number else "text"
    name = Text(capital(voice.name(side.owner)), LARGE, "strong", ink, at, grow=1)
    facts = [voice.say("card.fronts.hand", n=side.cards)] if battle.winner is None else []
    if side.bonus:
        facts.append(voice.say("card.fronts.bonus", n=side.bonus))
    words = voice.say("board.between").join(facts)
    under = Text(words, SMALL, ink="quiet", at=at, grow=1)
    head = [chip(voice, side.owner, 50), name]
    score = [under, amount("health", side.score, 46)]
    rows = [Row(row, mirrored=at == "r", joint=", ") for row in (head, score)]
    return Column(rows, 6, joint=": ")


def _unit(unit: UnitCard | None, owner: int, voice: GameVoice) -> Node:
    if unit is None:
        opened = Text("", says=voice.say("alt.fronts.open"))
        return Box(opened, tall=CARD, dashed=True, grow=1)
    dead = unit.wounds >= unit.health
    base = colour_of(voice.palette.of(owner))
    colour = mixed(base, GREY, 0.75) if dead else base
    ink, name = ink_on(colour), voice.say(f"unit.{unit.type}")
    facts = {"strength": unit.strength, "left": unit.health - unit.wounds, "of": unit.health}
    said = voice.say("alt.fronts.dead" if dead else "alt.fronts.unit", name=name, **facts)
    picture = icon("skull" if dead else _drawing(unit), 86, mixed(colour, (0, 0, 0), 0.45))
    head = [
        icon("swordsman", 40, ink),
        Text(str(unit.strength), 52, "number", ink, says=""),
        Text(capital(name), SMALL, "strong", ink, grow=1, says=said),
        Text(RANKS[min(unit.rank, len(RANKS)) - 1], SMALL, "title", ink, says=""),
    ]
    about = Column([Row(head, 10), _hearts(unit, ink)], 8, grow=1, joint=" ")
    drawn = Box(picture, (14, 14), CREAM)
    return Box(Row([drawn, about], 16), (16, 18), colour, CREAM, 1, tall=CARD, thick=4)


def _drawing(unit: UnitCard) -> str:
    """The icon of a unit's type at its rank; the type's own where a rank has none."""
    ranks = DRAWINGS.get(unit.type, ())
    return ranks[min(unit.rank, len(ranks)) - 1] if ranks else unit_look(unit.type).icon


def _hearts(unit: UnitCard, ink: Colour) -> Node:
    """A heart for each point of health, those that wounds took only hinted at."""
    faint = mixed(ink, (128, 128, 128) if luminance(ink) > 128 else (160, 150, 140), 0.72)
    left = unit.health - unit.wounds
    side = HEART if unit.health <= 6 else max(14, 200 // unit.health)
    return Row([icon("health", side, ink if n < left else faint) for n in range(unit.health)], 6)

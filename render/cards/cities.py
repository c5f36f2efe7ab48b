"""A seat's settlements: what each earns, whether it is happy and productive, and by what."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engine.core.charts import Assignment, CityCard, CityCards
from engine.core.messages import capital
from render.cards.paper import SMALL, TEXT, Paper
from render.cards.signs import number, smiley
from render.fonts.writing import fitted, width
from render.sprites.sprites import chip, marker, plain_icon, settlement
from render.style.colour import Colour, mixed
from render.voice import GameVoice

GAP, PAD, HEAD, ROW = 14, 16, 86, 40
"""Pixels between boxes, inside them, for a box's head and for a line of what is assigned."""
DETAIL = 24


def paint_cities(paper: Paper, cards: CityCards, voice: GameVoice) -> None:
    """Draw the settlements in two columns, the best first, then what is assigned to none."""
    _head(paper, cards, voice)
    order = sorted(cards.cities, key=lambda city: (-city.income, -city.size, city.place))
    wide = (paper.room - GAP) / 2
    paper.skip(GAP * 2)
    for at in range(0, len(order), 2):
        row = order[at : at + 2]
        high = max(map(_high, row))
        paper.need(high + GAP)
        top = paper.y
        for column, city in enumerate(row):
            paper.y = top
            _city(paper, city, cards.seat, paper.left + column * (wide + GAP), wide, high, voice)
        paper.y = top + high + GAP
    if not order:
        paper.paragraph(voice.say("card.cities.none"), TEXT, paper.page.quiet)
    if cards.spare:
        paper.heading(voice.say("card.cities.spare"))
        _chips(paper, cards.spare, voice)


def _head(paper: Paper, cards: CityCards, voice: GameVoice) -> None:
    page = paper.page
    happy = sum(city.happy for city in cards.cities)
    productive = sum(city.productive for city in cards.cities)
    paper.y = 78
    paper.put(chip(paper.colour(cards.seat), 96), paper.left + 48)
    taken = number(paper, paper.right, "coins", str(cards.income), 72, page.number, "r")
    left = paper.left + 122.0
    name = voice.name(cards.seat)
    paper.write(left, name, 48, "strong", room=paper.right - left - taken - 24, dy=-22)
    paper.y += 30
    paper.put(smiley(True, 34), left + 17)
    count = f"{happy}/{len(cards.cities)}"
    left += 46 + paper.write(left + 44, count, TEXT, "number", page.quiet)
    paper.put(plain_icon("cog", 34, page.quiet), left + 40)
    paper.write(left + 66, f"{productive}/{len(cards.cities)}", TEXT, "number", page.quiet)
    paper.y = 152
    paper.rule()


def _high(city: CityCard) -> float:
    lines = len(city.assigned) + len(city.bound)
    return HEAD + max(1, lines) * ROW + PAD


def _city(
    paper: Paper, city: CityCard, seat: int, x: float, wide: float, high: float, voice: GameVoice
) -> None:
    top, page = paper.y, paper.page
    paper.box(x, top, x + wide, top + high)
    paper.y = top + HEAD / 2 + 4
    paper.put(settlement(city.size, paper.colour(seat), 56), x + PAD + 30)
    right = x + wide - PAD
    taken = number(paper, right, "coins", str(city.income), 40, page.number, "r")
    left = x + PAD + 72
    name = voice.say(f"space.{city.place}")
    paper.write(left, name, TEXT, "strong", room=right - taken - left - 14, dy=-16)
    paper.y += 22
    paper.put(smiley(city.happy, 32), left + 16)
    _cog(paper, left + 56, city.productive)
    if city.resource:
        paper.put(marker(city.resource, 34), left + 98)
    paper.y = top + HEAD + ROW / 2
    for assignment, bound in [
        *((each, True) for each in city.bound),
        *((each, False) for each in city.assigned),
    ]:
        _assignment(paper, assignment, x + PAD + 8, wide - 2 * PAD - 8, bound, voice)
        paper.y += ROW
    if not city.assigned and not city.bound:
        nothing = voice.say("card.cities.nothing")
        paper.write(x + PAD + 8, nothing, DETAIL, "plain", mixed(page.quiet, page.ground, 0.4))


def _cog(paper: Paper, x: float, turns: bool) -> None:
    """The sign of productivity: bright where there is some, hollow-looking where there is none."""
    page = paper.page
    colour = page.number if turns else mixed(paper.faint, page.text, 0.2)
    paper.icon("cog", x, 34, colour)


def _assignment(
    paper: Paper, assignment: Assignment, x: float, wide: float, bound: bool, voice: GameVoice
) -> None:
    page = paper.page
    paper.put(_sign(assignment, 28, page.quiet), x + 14)
    name = _name(assignment, voice)
    ink = page.quiet if bound else page.text
    paper.write(x + 38, name, DETAIL, "plain" if bound else "strong", ink, room=wide - 40)


def _sign(assignment: Assignment, size: int, colour: Colour) -> Image.Image:
    if assignment.gives == "happiness":
        return smiley(True, size)
    return plain_icon("cog", size, colour)


def _name(assignment: Assignment, voice: GameVoice) -> str:
    name = voice.text(assignment.title)
    times = f" {voice.say('card.times', n=assignment.count)}" if assignment.count > 1 else ""
    return capital(name) + times


def _chips(paper: Paper, spare: Sequence[Assignment], voice: GameVoice) -> None:
    """What is assigned to nothing, one after the other in rounded boxes."""
    x = float(paper.left)
    paper.skip(30)
    for assignment in spare:
        name = fitted(_name(assignment, voice), "strong", SMALL, paper.room - 80)
        wide = 62 + width(name, "strong", SMALL)
        if x + wide > paper.right and x > paper.left:
            x = float(paper.left)
            paper.y += 60
        paper.need(60)
        paper.box(x, paper.y - 26, x + wide, paper.y + 26)
        paper.put(_sign(assignment, 30, paper.page.number), x + 28)
        paper.write(x + 50, name, SMALL, "strong")
        x += wide + 12
    paper.y += 30

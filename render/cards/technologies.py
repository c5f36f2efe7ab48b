"""Who knows what, in rules that count technologies by era: each era's cards and their owners."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from engine.core.messages.catalogs import ENGLISH
from engine.world.view import WorldView
from render.cards.paper import SMALL, Paper, card_voice, seat_row
from render.cards.technology_board import Technology, TechnologyBoard, technology_board
from render.fonts.writing import fitted, width
from render.sprites.sprites import chip
from render.style.players import Colours
from render.voice import GameVoice

CHIP, BOX, GAP = 32, 56, 12
WIDEST = 440


def technology_overview(
    view: WorldView,
    names: Sequence[str] = (),
    theme: str = "dark",
    language: str = ENGLISH,
    *,
    colours: Colours | None = None,
) -> Image.Image:
    """The technologies of all players on one card. `colours` is as for `render.draw`."""
    voice = card_voice(view.ruleset, view.seats, names, language, colours)
    return technology_card(technology_board(view, voice), voice, theme)


def technology_card(board: TechnologyBoard, voice: GameVoice, theme: str = "dark") -> Image.Image:
    """The picture of a board of technologies."""
    paper = Paper(theme, voice.palette)
    paint_technologies(paper, board, voice)
    return paper.finished()


def paint_technologies(paper: Paper, board: TechnologyBoard, voice: GameVoice) -> None:
    """Draw a board of technologies."""
    paper.banner(voice.say("card.technologies.title"), board.when)
    seat_row(paper, voice.names)
    for tier in board.tiers:
        paper.heading(tier.title, tier.note)
        if tier.counts:
            _counts(paper, tier.counts)
        boxes = _laid(paper, tier.technologies)
        for technology, box in zip(tier.technologies, boxes, strict=True):
            _box(paper, technology, box)
        if boxes:
            paper.y = boxes[-1].y1
    if any(board.prices):
        paper.heading(voice.say("card.technologies.next"))
        _counts(paper, board.prices)


class _Box(NamedTuple):
    x0: float
    y0: float
    x1: float
    y1: float


def _counts(paper: Paper, counts: Sequence[int]) -> None:
    """A number for every seat, in columns; those who have none are left out."""
    wide = paper.room / max(6, len(counts))
    paper.need(64)
    paper.y += 30
    for seat, count in enumerate(counts):
        x = paper.left + seat * wide
        paper.put(chip(paper.colour(seat), 42), x + 21)
        quiet = paper.page.text if count else paper.hair
        paper.write(x + 56, str(count), 36, "number", quiet, room=wide - 60)
    paper.y += 34


def _laid(paper: Paper, technologies: Sequence[Technology]) -> list[_Box]:
    """Where the boxes of a tier stand: from left to right, in as many rows as it takes."""
    found: list[_Box] = []
    x, y, row = float(paper.left), paper.y + (GAP if technologies else 0), BOX + GAP
    for technology in technologies:
        wide = min(WIDEST, width(technology.name, "strong", SMALL) + 32) + _chips(technology)
        if x + wide > paper.right and x > paper.left:
            x, y = float(paper.left), y + row
        found.append(_Box(x, y, x + wide, y + BOX))
        x += wide + GAP
    paper.need(y + row - paper.y)
    return found


def _chips(technology: Technology) -> float:
    return len(technology.owners) * (CHIP + 4) + (6 if technology.owners else 0)


def _box(paper: Paper, technology: Technology, box: _Box) -> None:
    owned = bool(technology.owners)
    paper.box(*box)
    if not owned:
        paper.box(box.x0 + 2, box.y0 + 2, box.x1 - 2, box.y1 - 2, paper.page.ground)
    paper.y = (box.y0 + box.y1) / 2
    x = box.x0 + 16
    for seat in technology.owners:
        paper.put(chip(paper.colour(seat), CHIP), x + CHIP / 2)
        x += CHIP + 4
    x += 6 if owned else 0
    colour = paper.page.text if owned else paper.page.quiet
    name = fitted(technology.name, "strong", SMALL, box.x1 - x - 8)
    paper.write(x, name, SMALL, "strong", colour)

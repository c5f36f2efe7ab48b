"""Who knows what: the technologies by era or level, with their owners and what comes next.

`technology_board` makes the plain data from a view of rules that count technologies by era. Rules
where one technology needs another make a `TechnologyBoard` of their own, with `needs` filled in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from PIL import Image, ImageDraw

from engine.core.messages.catalogs import ENGLISH
from engine.world.view import WorldView
from render.cards.eras import cards_by_era, era_title, eras_of
from render.cards.paper import SMALL, Paper, card_voice, seat_row
from render.fonts.writing import fitted, width
from render.sprites.sprites import chip
from render.style.players import Colours
from render.text.alt import moment
from render.voice import GameVoice

CHIP, BOX, GAP = 32, 56, 12
WIDEST = 440


class Technology(msgspec.Struct, frozen=True):
    """A technology, the seats that own it, and the keys of those it needs."""

    key: str
    name: str
    owners: tuple[int, ...] = ()
    needs: tuple[str, ...] = ()


class Tier(msgspec.Struct, frozen=True):
    """The technologies of an era or a level, and how many each seat owns of it (or nothing)."""

    title: str
    counts: tuple[int, ...]
    technologies: tuple[Technology, ...] = ()
    note: str = ""


class TechnologyBoard(msgspec.Struct, frozen=True):
    """All technologies. `prices` are what the next one costs each seat, 0 where it cannot."""

    when: str
    tiers: tuple[Tier, ...]
    prices: tuple[int, ...] = ()


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


def technology_board(view: WorldView, voice: GameVoice) -> TechnologyBoard:
    """What a view of rules with technologies by era shows."""
    tiers = []
    for number, era in enumerate(eras_of(view)):
        owners: dict[str, list[int]] = {}
        counts = []
        for player in view.players:
            eras = cards_by_era(player)
            cards = eras[number] if number < len(eras) else ()
            counts.append(len(cards))
            for card in cards:
                if card != era:
                    owners.setdefault(card, []).append(player.seat)
        if number > view.era_number and not any(counts):
            break
        tiers.append(
            Tier(
                era_title(era, voice),
                tuple(counts),
                tuple(
                    Technology(card, voice.title("technology", card), tuple(seats))
                    for card, seats in owners.items()
                ),
                _note(view, number, voice),
            )
        )
    prices = () if view.finished else tuple(player.next_technology for player in view.players)
    return TechnologyBoard(moment(view, voice), tuple(tiers), prices)


def _note(view: WorldView, number: int, voice: GameVoice) -> str:
    if number != view.era_number or view.finished:
        return ""
    if view.era_ending:
        return voice.say("card.technologies.ending")
    return voice.say("card.technologies.left", n=view.technologies_left)


def technology_card(board: TechnologyBoard, voice: GameVoice, theme: str = "dark") -> Image.Image:
    """Draw a board of technologies. Lines lead to each from those it needs."""
    paper = Paper(theme, voice.palette)
    paper.banner(voice.say("card.technologies.title"), board.when)
    seat_row(paper, voice.names)
    placed: dict[str, _Box] = {}
    headings: list[float] = []
    for tier in board.tiers:
        headings.append(paper.y)
        paper.heading(tier.title, tier.note)
        if tier.counts:
            _counts(paper, tier.counts)
        boxes = _laid(paper, tier.technologies)
        placed |= boxes
        if boxes:
            paper.y = max(box.y1 for box in boxes.values())
    if any(board.prices):
        paper.heading(voice.say("card.technologies.next"))
        _counts(paper, board.prices)
    end = paper.y
    every = [technology for tier in board.tiers for technology in tier.technologies]
    _edges(paper, every, placed)
    for tier, at in zip(board.tiers, headings, strict=True):
        _clear(paper, tier, at)
    for technology in every:
        _box(paper, technology, placed[technology.key])
    paper.y = end
    return paper.finished()


def _clear(paper: Paper, tier: Tier, at: float) -> None:
    """Write a heading once more, over the lines that cross it."""
    long = width(tier.title.upper(), "title", SMALL + 2)
    if any(technology.needs for technology in tier.technologies):
        box = (paper.left, at + 24, paper.left + long + 12, at + 60)
        paper.draw.rectangle(box, fill=paper.page.ground)
        paper.y = at
        paper.heading(tier.title, tier.note)


class _Box(NamedTuple):
    x0: float
    y0: float
    x1: float
    y1: float


def _counts(paper: Paper, counts: Sequence[int]) -> None:
    """A number for every seat, in columns; nothing is said of those who have none."""
    wide = paper.room / max(6, len(counts))
    paper.need(64)
    paper.y += 30
    for seat, count in enumerate(counts):
        x = paper.left + seat * wide
        paper.put(chip(paper.colour(seat), 42), x + 21)
        quiet = paper.page.text if count else paper.hair
        paper.write(x + 56, str(count), 36, "number", quiet, room=wide - 60)
    paper.y += 34


def _laid(paper: Paper, technologies: Sequence[Technology]) -> dict[str, _Box]:
    """Where the boxes of a tier stand: from left to right, in as many rows as it takes."""
    found: dict[str, _Box] = {}
    x, y = float(paper.left), paper.y + (GAP if technologies else 0)
    # Lines from above need room to be seen.
    row = BOX + (GAP * 3 if any(technology.needs for technology in technologies) else GAP)
    y += row - BOX - GAP
    for technology in technologies:
        wide = min(WIDEST, width(technology.name, "strong", SMALL) + 32) + _chips(technology)
        if x + wide > paper.right and x > paper.left:
            x, y = float(paper.left), y + row
        found[technology.key] = _Box(x, y, x + wide, y + BOX)
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


def _edges(paper: Paper, technologies: Sequence[Technology], placed: Mapping[str, _Box]) -> None:
    """Lines from what is needed to what needs it; the boxes are drawn over them."""
    finer = 2
    ways = [
        (placed[need], placed[technology.key])
        for technology in technologies
        for need in technology.needs
        if need in placed
    ]
    if not ways:
        return
    mask = Image.new("L", (paper.wide * finer, paper.image.height * finer))
    draw = ImageDraw.Draw(mask)
    for start, end in ways:
        x0, y0 = (start.x0 + start.x1) / 2, start.y1
        x1, y1 = (end.x0 + end.x1) / 2, end.y0
        points = []
        for i in range(25):
            t = i / 24
            ease = t * t * (3 - 2 * t)
            points.append(((x0 + (x1 - x0) * ease) * finer, (y0 + (y1 - y0) * t) * finer))
        draw.line(points, fill=150, width=3 * finer, joint="curve")
    paper.image.paste(paper.page.rule, (0, 0), mask.reduce(finer))

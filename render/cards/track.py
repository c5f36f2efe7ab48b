"""The culture track, on which all players advance, with what each step costs."""

from __future__ import annotations

from engine.core.view import View
from engine.tiles.civ import CultureTrack, TrackStep
from render.cards.paper import SMALL, TEXT, Paper
from render.cards.signs import number
from render.fonts.writing import width
from render.sprites.sprites import chip
from render.style.colour import mixed
from render.voice import GameVoice

PER_ROW, HIGH, GAP = 7, 150, 10
CHIP = 40
SIGNS = {"victory": "laurels", "person": "great_person", "card": "scroll"}


def paint_track(paper: Paper, track: CultureTrack, view: View, voice: GameVoice) -> None:
    """Draw the steps with the players on them, then who is how far."""
    steps = track.steps
    paper.banner(voice.say("card.track.title"), voice.say("card.track.under", n=len(steps)))
    wide = (paper.room - GAP * (PER_ROW - 1)) / PER_ROW
    paper.skip(24)
    for start in range(0, len(steps), PER_ROW):
        paper.need(HIGH + 44)
        top = paper.y
        for column, step in enumerate(steps[start : start + PER_ROW]):
            here = [seat for seat, at in enumerate(track.positions) if at == step.number]
            x = paper.left + column * (wide + GAP)
            _space(paper, step, here, (x, top, x + wide, top + HIGH))
        paper.y = top + HIGH + GAP + 8
    paper.heading(voice.say("card.track.players"))
    for seat in sorted(range(len(track.positions)), key=lambda seat: -track.positions[seat]):
        _player(paper, track, seat, voice)


def _space(
    paper: Paper, step: TrackStep, here: list[int], box: tuple[float, float, float, float]
) -> None:
    page = paper.page
    x0, y0, x1, _ = box
    paper.box(*box, mixed(page.ground, page.number, 0.3) if step.gives == "victory" else None)
    paper.y = y0 + 22
    paper.write(x0 + 12, str(step.number), SMALL - 4, "number", page.quiet)
    icon = SIGNS.get(step.gives, "star")
    middle = (x0 + x1) / 2
    paper.y = y0 + 62
    # Players stand on the sign; who is there matters more than what lies under them.
    faded = mixed(page.title, page.ground, 0.55) if here else page.title
    paper.icon(icon, middle, 54, faded)
    per_row = 3 if len(here) > 4 else 2
    for at, seat in enumerate(here):
        row, column = divmod(at, per_row)
        in_row = min(per_row, len(here) - row * per_row)
        rows = -(-len(here) // per_row)
        paper.y = y0 + 66 + (row - (rows - 1) / 2) * (CHIP + 2)
        side = CHIP if len(here) <= 4 else CHIP - 6
        at_x = middle + (column - (in_row - 1) / 2) * (side + 4)
        paper.put(chip(paper.colour(seat), side), at_x)
    paper.y = y0 + HIGH - 24
    _cost(paper, step, middle)


def _cost(paper: Paper, step: TrackStep, middle: float) -> None:
    """What the step costs, in the middle of the space."""
    costs = [("culture", str(step.culture)), ("trade", str(step.trade))]
    shown = [(icon, text) for icon, text in costs if text != "0"]
    size, gap = 25, 8
    long = sum(round(size * 0.9) + gap + width(text, "number", size) for _, text in shown)
    x = middle - (long + gap * max(0, len(shown) - 1)) / 2
    for icon, text in shown:
        x += number(paper, x, icon, text, size, paper.page.text) + gap


def _player(paper: Paper, track: CultureTrack, seat: int, voice: GameVoice) -> None:
    page, at = paper.page, track.positions[seat]
    paper.need(64)
    paper.y += 30
    paper.put(chip(paper.colour(seat), 42), paper.left + 21)
    paper.write(paper.left + 58, voice.name(seat), TEXT, "strong", room=paper.room - 240)
    left = max(0, len(track.steps) - at)
    said = voice.say("card.track.left", n=left)
    taken = paper.write(paper.right, said, SMALL, "plain", page.quiet, "r")
    paper.write(paper.right - taken - 24, str(at), 36, "number", page.number, "r")
    paper.y += 30

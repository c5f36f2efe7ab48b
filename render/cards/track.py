"""A track on which all players advance, row by row, with what each step costs."""

from __future__ import annotations

from engine.core.charts import Track, TrackSpace
from render.cards.paper import SMALL, TEXT, Paper
from render.cards.signs import number
from render.sprites.icons import has_icon
from render.sprites.sprites import chip
from render.style.colour import mixed
from render.voice import GameVoice

PER_ROW, HIGH, GAP = 7, 150, 10
CHIP = 40
LAST = "victory"


def paint_track(paper: Paper, track: Track, voice: GameVoice) -> None:
    """Draw the spaces with the players on them, then who is how far."""
    paper.banner(voice.label(track.title), voice.say("card.track.under", n=len(track.spaces)))
    wide = (paper.room - GAP * (PER_ROW - 1)) / PER_ROW
    paper.skip(24)
    for start in range(0, len(track.spaces), PER_ROW):
        paper.need(HIGH + 44)
        top = paper.y
        row = track.spaces[start : start + PER_ROW]
        for column, space in enumerate(row):
            step = start + column + 1
            here = [seat for seat, at in enumerate(track.positions) if at == step]
            x = paper.left + column * (wide + GAP)
            _space(paper, space, step, here, (x, top, x + wide, top + HIGH), voice)
        paper.y = top + HIGH + GAP + 8
    paper.heading(voice.say("card.track.players"))
    for seat in sorted(range(len(track.positions)), key=lambda seat: -track.positions[seat]):
        _player(paper, track, seat, voice)


def _space(
    paper: Paper,
    space: TrackSpace,
    step: int,
    here: list[int],
    box: tuple[float, float, float, float],
    voice: GameVoice,
) -> None:
    page = paper.page
    x0, y0, x1, _ = box
    last = space.kind == LAST
    paper.box(*box, mixed(page.ground, page.number, 0.3) if last else None)
    paper.y = y0 + 22
    paper.write(x0 + 12, str(step), SMALL - 4, "number", page.quiet)
    icon = {LAST: "laurels", "event": "scroll"}.get(space.kind, space.kind)
    icon = icon if has_icon(icon) else "star"
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
    _cost(paper, space, middle, voice)


def _cost(paper: Paper, space: TrackSpace, middle: float, voice: GameVoice) -> None:
    """What the step costs, in the middle of the space."""
    page = paper.page
    said = [(fact.icon, voice.label(fact.value)) for fact in space.cost]
    size = 25
    wides = [round(size * 0.9) + 8 + 13 * len(value) for _, value in said]
    x = middle - (sum(wides) + 8 * max(0, len(said) - 1)) / 2
    for icon, value in said:
        x += number(paper, x, icon, value, size, page.text) + 8


def _player(paper: Paper, track: Track, seat: int, voice: GameVoice) -> None:
    page, at = paper.page, track.positions[seat]
    paper.need(64)
    paper.y += 30
    paper.put(chip(paper.colour(seat), 42), paper.left + 21)
    paper.write(paper.left + 58, voice.name(seat), TEXT, "strong", room=paper.room - 240)
    left = max(0, len(track.spaces) - at)
    said = voice.say("card.track.left", n=left)
    taken = paper.write(paper.right, said, SMALL, "plain", page.quiet, "r")
    paper.write(paper.right - taken - 24, str(at), 36, "number", page.number, "r")
    paper.y += 30

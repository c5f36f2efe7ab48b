"""Stability, governments and religions of all players on one chart."""

from __future__ import annotations

from PIL import Image, ImageDraw

from engine.core.charts import Realm, RealmChart
from render.cards.paper import SMALL, TEXT, Paper
from render.fonts.writing import fitted, width
from render.sprites.icons import has_icon
from render.sprites.sprites import chip, ink_on
from render.style.colour import Colour, mixed
from render.voice import GameVoice

ROW, GAP, STEP = 196, 14, 54
"""The height of a player's box, what lies between two, and the height of the steps."""
STEADY, FIRM, FALLING = (58, 150, 92), (226, 184, 70), (196, 52, 40)
"""The ends of the scale of stability and its middle."""


def paint_realms(paper: Paper, chart: RealmChart, voice: GameVoice) -> None:
    """Draw a box for each realm, in the order of the seats."""
    paper.banner(voice.say("card.realms.title"), voice.say("card.realms.under"))
    paper.skip(GAP * 2)
    for realm in sorted(chart.realms, key=lambda realm: realm.seat):
        paper.need(ROW + GAP)
        top = paper.y
        paper.box(paper.left, top, paper.right, top + ROW)
        _head(paper, realm, top, voice)
        _steps(paper, chart, realm, top + 86, voice)
        _institutions(paper, realm, top + ROW - 30, voice)
        paper.y = top + ROW + GAP


def _head(paper: Paper, realm: Realm, top: float, voice: GameVoice) -> None:
    page = paper.page
    paper.y = top + 44
    left = paper.left + 20
    paper.put(chip(paper.colour(realm.seat), 52), left + 26)
    civilization = voice.title("civilization", realm.civilization)
    held = voice.say("card.realms.settlements", n=realm.settlements)
    taken = paper.write(paper.right - 20, held, SMALL, "plain", page.quiet, "r")
    if realm.at_risk:
        warned = voice.say("card.realms.at_risk", n=realm.at_risk)
        end = paper.right - 20 - taken - 14
        taken += 14 + _warning(paper, end, warned)
    room = paper.room - taken - 140
    at = left + 68.0
    at += paper.write(at, voice.name(realm.seat), TEXT + 4, "strong", room=room * 0.6) + 16
    paper.write(at, civilization, TEXT, "plain", page.quiet, room=paper.right - 40 - taken - at)


def _warning(paper: Paper, end: float, text: str) -> float:
    """A red label that ends here; answers with its width."""
    wide = width(text, "strong", SMALL) + 28
    y = paper.y
    _step(paper, (end - wide, y - 20, end, y + 20), FALLING)
    paper.write(end - wide / 2, text, SMALL, "strong", ink_on(FALLING), "m")
    return wide


def _steps(paper: Paper, chart: RealmChart, realm: Realm, top: float, voice: GameVoice) -> None:
    """The levels from the worst to the best; the realm's own is full and named."""
    count = max(1, len(chart.levels))
    left, right = paper.left + 20, paper.right - 20
    # The level that holds is as wide as its name asks for, the others share the rest.
    own_wide, gap = 250.0, 6.0
    other = (right - left - own_wide - gap * (count - 1)) / max(1, count - 1)
    x = float(left)
    for level in reversed(range(count)):
        own = level == realm.stability
        wide = own_wide if own else other
        colour = _colour(level, count)
        fill = colour if own else mixed(paper.faint, colour, 0.26)
        _step(paper, (x, top, x + wide, top + STEP - 10), fill)
        if own:
            paper.y = top + (STEP - 10) / 2
            name = voice.title("stability", chart.levels[level])
            paper.write(x + wide / 2, name, SMALL + 2, "strong", ink_on(fill), "m", wide - 16)
        x += wide + gap


def _colour(level: int, count: int) -> Colour:
    share = level / max(1, count - 1)
    if share < 0.5:
        return mixed(STEADY, FIRM, share * 2)
    return mixed(FIRM, FALLING, share * 2 - 1)


def _step(paper: Paper, box: tuple[float, float, float, float], fill: Colour) -> None:
    x0, y0, x1, y1 = box
    finer = 3
    size = max(1, round(x1 - x0)), max(1, round(y1 - y0))
    mask = Image.new("L", (size[0] * finer, size[1] * finer))
    edge = (0, 0, mask.width - 1, mask.height - 1)
    ImageDraw.Draw(mask).rounded_rectangle(edge, 10 * finer, fill=255)
    paper.image.paste(fill, (round(x0), round(y0)), mask.resize(size, Image.Resampling.LANCZOS))


def _institutions(paper: Paper, realm: Realm, y: float, voice: GameVoice) -> None:
    """Government and religion, side by side with their signs."""
    paper.y = y
    half = paper.room / 2
    for column, (table, key) in enumerate(
        (("government", realm.government), ("religion", realm.religion))
    ):
        x = paper.left + 20 + column * half
        if has_icon(key):
            paper.icon(key, x + 22, 38, paper.page.title)
        name = fitted(voice.title(table, key), "strong", TEXT, half - 90)
        paper.write(x + 56, name, TEXT, "strong")

"""The quick reference of a rule set on one picture."""

from __future__ import annotations

from PIL import Image

from engine.core.charts import QuickReference, ReferenceGroup, ReferenceLine
from engine.core.messages import ENGLISH, capital
from render.cards.paper import SMALL, TEXT, Paper, card_voice, wrapped
from render.fonts.writing import width
from render.voice import GameVoice

LINE = 44
GAP = 24
LEAST_COLUMN = 90
PAGE_WIDE = 900
"""A page of the reference is so wide that a phone shows it large enough to read."""


def reference_card(
    reference: QuickReference, ruleset: str, theme: str = "dark", language: str = ENGLISH
) -> Image.Image:
    """The picture of a quick reference."""
    voice = card_voice(ruleset, 0, (), language, None)
    paper = Paper(theme, voice.palette)
    paint_reference(paper, reference, voice)
    return paper.finished()


def reference_page(
    page: QuickReference, ruleset: str, theme: str = "dark", language: str = ENGLISH
) -> Image.Image:
    """The picture of one page of a quick reference."""
    voice = card_voice(ruleset, 0, (), language, None)
    paper = Paper(theme, voice.palette, PAGE_WIDE)
    paint_reference(paper, page, voice)
    return paper.finished()


def paint_reference(paper: Paper, reference: QuickReference, voice: GameVoice) -> None:
    """Draw all groups below one another; short ones stand beside each other."""
    title = voice.label(reference.title)
    size = 44
    while size > 30 and width(title.upper(), "title", size) > paper.room:
        size -= 2
    paper.banner(title, "", size)
    for group in reference.groups:
        if group.steps:
            _steps(paper, group, voice)
        else:
            _group(paper, group, voice)


def _steps(paper: Paper, group: ReferenceGroup, voice: GameVoice) -> None:
    """Numbered labels in a row, as many rows as it takes."""
    paper.heading(voice.label(group.title))
    paper.need(LINE * 2)
    paper.y += LINE / 2 + 4
    x = float(paper.left)
    for number, line in enumerate(group.lines, start=1):
        label = voice.label(line.label)
        wide = 34 + width(label, "strong", TEXT) + 34
        if x + wide > paper.right and x > paper.left:
            x = float(paper.left)
            paper.need(LINE * 2)
            paper.y += LINE
        paper.write(x, str(number), TEXT, "number", paper.page.number)
        paper.write(x + 30, label, TEXT, "strong", room=paper.right - x - 30)
        x += wide
    paper.y += LINE / 2


def _group(paper: Paper, group: ReferenceGroup, voice: GameVoice) -> None:
    paper.heading(voice.label(group.title))
    edges = _edges(paper, group, voice)
    if group.columns:
        paper.need(LINE)
        paper.y += LINE / 2
        for right, column in zip(edges, group.columns, strict=True):
            head = voice.label(column)
            paper.write(right, head, SMALL, "plain", paper.page.quiet, "r")
        paper.y += LINE / 2 - 4
    if not group.columns and all(_is_short(paper, line, voice) for line in group.lines):
        _pairs(paper, group, voice)
        return
    for number, line in enumerate(group.lines):
        _line(paper, line, edges, voice, shaded=number % 2 == 0)


def _is_short(paper: Paper, line: ReferenceLine, voice: GameVoice) -> bool:
    """Whether two such lines stand beside each other."""
    wide = width(capital(voice.text(line.label)), "plain", TEXT)
    wide += sum(width(voice.label(value), "number", TEXT) for value in line.values)
    return wide + 44 <= (paper.room - GAP) / 2


def _pairs(paper: Paper, group: ReferenceGroup, voice: GameVoice) -> None:
    """Short lines, read down the left half first."""
    half = (len(group.lines) + 1) // 2
    wide = (paper.room - GAP) / 2
    paper.need(half * LINE)
    top = paper.y
    for number, line in enumerate(group.lines):
        left = paper.left + (wide + GAP) * (number // half)
        paper.y = top + (number % half) * LINE
        if number % half % 2 == 0:
            paper.box(left, paper.y, left + wide, paper.y + LINE)
        paper.y += LINE / 2
        paper.write(left + 12, capital(voice.text(line.label)), TEXT)
        for value in line.values:
            end = left + wide - 12
            paper.write(end, voice.label(value), TEXT, "number", paper.page.number, "r")
    paper.y = top + half * LINE


def _edges(paper: Paper, group: ReferenceGroup, voice: GameVoice) -> list[float]:
    """The right edges of the columns: each as wide as its widest value."""
    tables = [line for line in group.lines if _is_row(line, len(group.columns))]
    edges: list[float] = []
    right = float(paper.right - 12)
    for at in reversed(range(len(group.columns))):
        values = [voice.label(line.values[at]) for line in tables]
        widest = max(
            [
                width(voice.label(group.columns[at]), "plain", SMALL),
                *(width(value, "number", TEXT) for value in values),
            ]
        )
        edges.append(right)
        right -= max(LEAST_COLUMN, widest) + GAP
    return edges[::-1]


def _is_row(line: ReferenceLine, columns: int) -> bool:
    return bool(columns) and len(line.values) == columns


def _line(
    paper: Paper, line: ReferenceLine, edges: list[float], voice: GameVoice, *, shaded: bool
) -> None:
    """A label with its values in columns, or with one value that takes the lines it needs."""
    page = paper.page
    label = capital(voice.text(line.label))
    values = [capital(voice.text(value)) for value in line.values]
    if _is_row(line, len(edges)):
        first = edges[0] - width(values[0], "number", TEXT)
        labels = wrapped(label, "plain", TEXT, max(200, first - paper.left - 40))
        texts: list[str] = []
    else:
        least = min(paper.room * 0.62, width(label, "plain", TEXT) + 4)
        labels = wrapped(label, "plain", TEXT, least)
        texts = wrapped(" ".join(values), "number", TEXT, paper.room - least - 50)
    rows = max(len(labels), len(texts))
    high = LINE + (rows - 1) * (LINE - 8)
    paper.need(high)
    top = paper.y
    if shaded:
        paper.box(paper.left, top, paper.right, top + high)
    paper.y = top + LINE / 2
    for text in labels:
        paper.write(paper.left + 12, text, TEXT)
        paper.y += LINE - 8
    paper.y = top + LINE / 2
    for right, value in zip(edges if not texts else (), values, strict=False):
        paper.write(right, value, TEXT, "number", page.number, "r")
    for text in texts:
        paper.write(paper.right - 12, text, TEXT, "number", page.number, "r")
        paper.y += LINE - 8
    paper.y = top + high

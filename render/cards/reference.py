"""The quick reference of a rule set on one picture."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.charts import QuickReference, ReferenceGroup, ReferenceLine
from engine.core.messages import capital
from engine.core.text import Text as Message
from render.flow.canvas import Node
from render.flow.leaves import TEXT, Text
from render.flow.nodes import Row, Wrap
from render.flow.nodes import Table as Grid
from render.flow.parts import Section, banner, card
from render.voice import GameVoice

LINE = 42
SHORT = 30
"""Characters of a line that stands beside another."""
PAGE_ROWS = 26
"""So many rows of a quick reference stand on one picture."""
PAGE_WIDE = 900
"""A page of the reference is so wide that a phone shows it large enough to read."""


def reference_card(reference: QuickReference, voice: GameVoice) -> Node:
    """All groups below one another; short lines stand beside each other."""
    return card(banner(voice.label(reference.title)), *groups_of(reference, voice))


def groups_of(reference: QuickReference, voice: GameVoice) -> list[Node]:
    """Its groups, each with its heading."""
    return [_group(group, voice) for group in reference.groups]


def reference_pages(reference: QuickReference) -> list[QuickReference]:
    """The reference in parts, each for one picture that a phone shows large enough to read."""
    pages: list[QuickReference] = []
    room = 0
    for group in reference.groups:
        rows = 2 + len(group.lines) + bool(group.columns)
        if rows > room:
            pages.append(QuickReference(reference.title, ()))
            room = PAGE_ROWS
        pages[-1] = QuickReference(reference.title, (*pages[-1].groups, group))
        room -= rows
    return pages


def _group(group: ReferenceGroup, voice: GameVoice) -> Node:
    title, lines = voice.label(group.title), group.lines
    if group.steps:
        return Section(
            title, [Wrap([_step(n, line, voice) for n, line in enumerate(lines, 1)], 30)]
        )
    if not group.columns and all(_length(line, voice) <= SHORT for line in lines):
        half = (len(lines) + 1) // 2
        halves = [_grid(part, (), voice) for part in (lines[:half], lines[half:]) if part]
        return Section(title, [Row(halves, 24, joint="; ")])
    return Section(title, [_grid(lines, group.columns, voice)])


def _step(number: int, line: ReferenceLine, voice: GameVoice) -> Node:
    name = Text(voice.label(line.label), TEXT, "strong", says=voice.text(line.label))
    return Row([Text(str(number), TEXT, "number", "number", says=""), name], 10)


def _length(line: ReferenceLine, voice: GameVoice) -> int:
    return sum(len(voice.text(text)) + 1 for text in (line.label, *line.values))


def _grid(lines: Sequence[ReferenceLine], columns: Sequence[Message], voice: GameVoice) -> Node:
    """A label with its values in columns, or with one value that takes the lines it needs."""
    heads = ["", *(voice.label(column) for column in columns)] if columns else []
    rows = [_row(line, len(columns), voice) for line in lines]
    return Grid(rows, heads, tall=LINE, shaded=True, grow=1)


def _row(line: ReferenceLine, columns: int, voice: GameVoice) -> list[Node]:
    label, values = voice.text(line.label), [voice.text(value) for value in line.values]
    first = Text(capital(label), lines=9, says=label)
    if columns and len(values) == columns:
        numbers = [Text(capital(v), TEXT, "number", "number", "r", says=v) for v in values]
        return [first, *numbers]
    said = " ".join(values)
    words = Text(capital(said), TEXT, "number", "number", "r", lines=9, grow=1, says=said)
    return [first, words] if columns else [Row([first, words], 30)]

"""Builds quick references: what players ask most, taken from a rule set's tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.core.charts import ReferenceGroup, ReferenceLine
from engine.core.text import Text


def word(key: str, **facts: Any) -> Text:
    """Words of the quick references."""
    return Text(f"reference.{key}", facts)


def value(what: Text | int) -> Text:
    """A number as a value of a line; words as they are."""
    return word("number", n=what) if isinstance(what, int) else what


def or_none(n: int) -> Text:
    """A number, or a dash for what there is not."""
    return word("number", n=n) if n else word("none")


def signed(n: int) -> Text:
    """What is added or taken away."""
    return word("plus", n=n) if n > 0 else word("number", n=n)


def listed(texts: Iterable[Text]) -> Text:
    """Several things in a row."""
    return word("listed", texts=tuple(texts))


def line(label: Text | str, *values: Text | int) -> ReferenceLine:
    """A line; a label that is no text is words of the quick references."""
    said = word(label) if isinstance(label, str) else label
    return ReferenceLine(said, tuple(map(value, values)))


def group(
    title: str, lines: Sequence[ReferenceLine], columns: Sequence[Text] = ()
) -> ReferenceGroup:
    """Lines below a title, in columns where those have heads."""
    return ReferenceGroup(word(title), tuple(lines), tuple(columns))


def figures(title: str, **values: Text | int) -> ReferenceGroup:
    """Lines with a single value, by their words of the quick references."""
    return group(title, [line(label, figure) for label, figure in values.items()])


def turn_order(phases: Sequence[str]) -> ReferenceGroup:
    """The phases of a turn."""
    lines = tuple(ReferenceLine(Text(f"phase.{phase}")) for phase in phases)
    return ReferenceGroup(word("order"), lines, steps=True)

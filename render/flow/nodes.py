"""The nodes of a tree that hold others: rows, columns, tables, boxes.

A tree is built without measuring anything. `Canvas` draws it; `said()` is the same in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from render.flow.canvas import Canvas, Node, Paint, Side
from render.flow.leaves import SMALL, Space, Text


def lay(part: Node, on: Canvas, x: float, y: float, wide: float, high: float) -> None:
    """Draw a part into a box, in the middle of its height unless it fills it."""
    own = high if part.stretch else part.high(wide)
    part.draw(on, x, y + (high - own) / 2, wide, own)


def sentence(words: str) -> str:
    """The words with a full stop, unless they end in one."""
    return words if not words or words[-1] in ".!?…" else f"{words}."


def sentences(parts: Iterable[Node]) -> str:
    """What some parts say, one sentence each."""
    return " ".join(filter(None, (sentence(part.said()) for part in parts)))


@dataclass
class Column(Node):
    """Parts below one another, each a sentence; or, with a `joint`, all of them one."""

    parts: Sequence[Node]
    gap: float = 0
    grow: float = 0
    joint: str = ""

    @property
    def wide(self) -> float:  # type: ignore[override]
        return max((part.wide for part in self.parts), default=0)

    def high(self, wide: float) -> float:
        return sum(part.high(wide) for part in self.parts) + self.gap * max(0, len(self.parts) - 1)

    def draw(self, on: Canvas, x: float, y: float, wide: float, high: float) -> None:
        for part in self.parts:
            part.draw(on, x, y, wide, own := part.high(wide))
            y += own + self.gap

    def said(self) -> str:
        if self.joint:
            return self.joint.join(filter(None, (part.said() for part in self.parts)))
        return sentences(self.parts)


@dataclass
class Row(Node):
    """Parts beside one another; those that grow share the rest. What is too wide gives way.

    A `mirrored` row stands from right to left; it is said as it is written.
    """

    parts: Sequence[Node]
    gap: float = 12
    at: Side = "l"
    grow: float = 0
    joint: str = " "
    mirrored: bool = False

    @property
    def wide(self) -> float:  # type: ignore[override]
        wides = [part.wide for part in self.parts if part.wide or part.grow]
        return sum(wides) + self.gap * max(0, len(wides) - 1)

    def _shares(self, wide: float) -> list[tuple[Node, float]]:
        parts = [part for part in self.parts if part.wide or part.grow]
        room = wide - self.gap * max(0, len(parts) - 1)
        fixed = [0.0 if part.grow else part.wide for part in parts]
        growing = sum(part.grow for part in parts)
        wanted = sum(part.wide for part in parts if part.grow)
        most = _share(fixed, room - min(wanted, room * 0.45))
        taken = [min(each, most) for each in fixed]
        rest = (room - sum(taken)) / growing if growing else 0
        return [
            (part, rest * part.grow if part.grow else own)
            for part, own in zip(parts, taken, strict=True)
        ]

    def high(self, wide: float) -> float:
        return max((part.high(share) for part, share in self._shares(wide)), default=0)

    def draw(self, on: Canvas, x: float, y: float, wide: float, high: float) -> None:
        shares = self._shares(wide)
        spare = wide - sum(share for _, share in shares) - self.gap * max(0, len(shares) - 1)
        x += spare * {"l": 0, "m": 0.5, "r": 1}[self.at]
        for part, share in reversed(shares) if self.mirrored else shares:
            lay(part, on, x, y, share, high)
            x += share + self.gap

    def said(self) -> str:
        return self.joint.join(filter(None, (part.said() for part in self.parts)))


def _share(wanted: Sequence[float], room: float) -> float:
    """The most that any part may take so that all fit: narrow ones leave room to wide ones."""
    left, rest = room, sorted(wanted)
    for number, want in enumerate(rest):
        share = left / (len(rest) - number)
        if want > share:
            return max(0.0, share)
        left -= want
    return max(rest, default=0.0)


@dataclass
class Wrap(Node):
    """Parts one after the other on as many rows as it takes; in even `columns` where they fit.

    With `fill`, fewer parts than columns share the whole width.
    """

    parts: Sequence[Node]
    gap: float = 12
    columns: int = 0
    at: Side = "l"
    joint: str = ", "
    fill: bool = False
    between: float | None = None
    """The room between two rows, if it is another than that between two parts."""

    @property
    def wide(self) -> float:  # type: ignore[override]
        return Row(self.parts, self.gap).wide

    def _rows(self, wide: float) -> list[Row]:
        if self.columns:
            most = min(self.columns, len(self.parts)) if self.fill else self.columns
            count = next((n for n in range(most, 1, -1) if self._fits(n, wide)), 1)
            cells: list[Node] = [Grown(part) for part in self.parts]
            cells += [Grown(Space()) for _ in range(-len(cells) % count)]
            return [Row(cells[i : i + count], self.gap) for i in range(0, len(cells), count)]
        rows: list[list[Node]] = [[]]
        for part in self.parts:
            if rows[-1] and Row([*rows[-1], part], self.gap).wide > wide:
                rows.append([])
            rows[-1].append(part)
        return [Row(row, self.gap, self.at) for row in rows if row]

    def _fits(self, columns: int, wide: float) -> bool:
        room = (wide - self.gap * (columns - 1)) / columns
        return all(part.wide <= room for part in self.parts)

    def high(self, wide: float) -> float:
        return self._column(wide).high(wide)

    def draw(self, on: Canvas, x: float, y: float, wide: float, high: float) -> None:
        self._column(wide).draw(on, x, y, wide, high)

    def _column(self, wide: float) -> Column:
        return Column(self._rows(wide), self.gap if self.between is None else self.between)

    def said(self) -> str:
        return self.joint.join(filter(None, (part.said() for part in self.parts)))


@dataclass
class Table(Node):
    """Rows of cells in columns, each as wide as its widest; the first takes what is left.

    A row of fewer cells is one by itself. Under `heads`, a row reads "Ada: received 5, paid 3".
    """

    rows: Sequence[Sequence[Node]]
    heads: Sequence[str] = ()
    gap: float = 24
    tall: float = 0
    shaded: bool = False
    grow: float = 0

    @property
    def _all(self) -> list[Sequence[Node]]:
        heads = [
            Text(h, SMALL, ink="quiet", at="r" if n else "l") for n, h in enumerate(self.heads)
        ]
        return [heads, *self.rows] if any(self.heads) else list(self.rows)

    def _wides(self, wide: float) -> list[float]:
        most = max(map(len, self._all), default=0)
        full = [row for row in self._all if len(row) == most]
        rest = [max(cell.wide for cell in column) for column in zip(*full, strict=True)][1:]
        return [max(0.3 * wide, wide - sum(rest) - self.gap * len(rest)), *rest]

    def _lines(self, wide: float) -> Iterator[tuple[float, list[tuple[Node, float]]]]:
        """The height of each row, and its cells with their widths."""
        inner = wide - (24 if self.shaded else 0)
        wides = self._wides(inner)
        for row in self._all:
            cells = list(zip(row, wides, strict=False))
            if len(row) < len(wides):
                cells = [(Row(row), inner)]
            yield max(self.tall, *(cell.high(share) for cell, share in cells)), cells

    def high(self, wide: float) -> float:
        return sum(high for high, _ in self._lines(wide))

    def draw(self, on: Canvas, x: float, y: float, wide: float, high: float) -> None:
        for number, (own, cells) in enumerate(self._lines(wide)):
            if self.shaded and (number - any(self.heads)) % 2 == 0:
                on.box(x, y, wide, own, "faint")
            left = x + (12 if self.shaded else 0)
            for cell, share in cells:
                lay(cell, on, left, y, share, own)
                left += share + self.gap
            y += own

    def said(self) -> str:
        return "; ".join(self._said(row) for row in self.rows)

    def _said(self, row: Sequence[Node]) -> str:
        first, *rest = (cell.said() for cell in row)
        if not any(self.heads) or len(row) < len(self.heads):
            return " ".join(filter(None, (first, *rest)))
        pairs = zip(self.heads[1:], rest, strict=True)
        return f"{first}: " + ", ".join(f"{head} {value}" for head, value in pairs if value)


@dataclass
class Box(Node):
    """A part on a ground with round corners, if it has a `fill`; a `dashed` one is open still."""

    part: Node
    pad: tuple[float, float] = (16, 12)
    fill: Paint | None = "faint"
    rim: Paint | None = None
    grow: float = 0
    across: float = 0
    tall: float = 0
    dashed: bool = False
    thick: int = 3

    @property
    def wide(self) -> float:  # type: ignore[override]
        return self.across or self.part.wide + 2 * self.pad[0]

    def high(self, wide: float) -> float:
        return max(self.tall, self.part.high(wide - 2 * self.pad[0]) + 2 * self.pad[1])

    def draw(self, on: Canvas, x: float, y: float, wide: float, high: float) -> None:
        if self.dashed:
            on.dashes(x, y, wide, high)
        else:
            rim = 0
            if self.rim is not None:
                on.box(x, y, wide, high, self.rim)
                rim = self.thick
            if self.fill is not None:
                on.box(x + rim, y + rim, wide - 2 * rim, high - 2 * rim, self.fill)
        px, py = self.pad
        show = self.part.draw if isinstance(self.part, Column) else partial(lay, self.part)
        show(on, x + px, y + py, wide - 2 * px, high - 2 * py)

    def said(self) -> str:
        return self.part.said()


@dataclass
class Grown(Node):
    """A part that takes its share of a row; boxes and columns take all of its height."""

    part: Node
    grow: float = 1

    @property
    def wide(self) -> float:  # type: ignore[override]
        return self.part.wide

    @property
    def stretch(self) -> bool:  # type: ignore[override]
        return isinstance(self.part, Box | Column)

    def high(self, wide: float) -> float:
        return self.part.high(wide)

    def draw(self, on: Canvas, x: float, y: float, wide: float, high: float) -> None:
        self.part.draw(on, x, y, wide, high)

    def said(self) -> str:
        return self.part.said()


@dataclass
class Over(Node):
    """Parts that lie on one another, in a box of the first's size; `shift` moves all others."""

    parts: Sequence[Node]
    shift: tuple[float, float] = (0, 0)

    @property
    def wide(self) -> float:  # type: ignore[override]
        return self.parts[0].wide

    def high(self, wide: float) -> float:
        return self.parts[0].high(wide)

    def draw(self, on: Canvas, x: float, y: float, wide: float, high: float) -> None:
        first, *others = self.parts
        lay(first, on, x, y, wide, high)
        for part in others:
            lay(part, on, x + self.shift[0], y + self.shift[1], wide, high)

    def said(self) -> str:
        return " ".join(filter(None, (part.said() for part in self.parts)))


@dataclass
class Pad(Node):
    """Room around a part."""

    part: Node
    left: float = 0
    top: float = 0
    right: float = 0
    bottom: float = 0
    grow: float = 0

    @property
    def wide(self) -> float:  # type: ignore[override]
        return self.part.wide + self.left + self.right

    def high(self, wide: float) -> float:
        return self.part.high(wide - self.left - self.right) + self.top + self.bottom

    def draw(self, on: Canvas, x: float, y: float, wide: float, high: float) -> None:
        inner = wide - self.left - self.right, high - self.top - self.bottom
        self.part.draw(on, x + self.left, y + self.top, *inner)

    def said(self) -> str:
        return self.part.said()


@dataclass
class Fit(Node):
    """The first way that is no higher than `most`; the first of all says it."""

    ways: Sequence[Node]
    most: float

    def _way(self, wide: float) -> Node:
        return next((way for way in self.ways if way.high(wide) <= self.most), self.ways[-1])

    def high(self, wide: float) -> float:
        return self._way(wide).high(wide)

    def draw(self, on: Canvas, x: float, y: float, wide: float, high: float) -> None:
        self._way(wide).draw(on, x, y, wide, high)

    def said(self) -> str:
        return self.ways[0].said()

"""The sentences of a section."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

import msgspec

_EXCERPT = 200
_CELL = " · "
"""What stands between the cells of a row."""
_MARKUP = re.compile(r"\*\*|`|^> ?|^- |(?<!\w)\*(?=[^\s)])|(?<=[^\s(])\*(?!\w)", re.MULTILINE)
_REASON = re.compile(r" \*Reason:\*.*")
_SENTENCE_END = re.compile(r"(?<=[.!?]) +(?=[^a-z])")
_TABLE_RULE = re.compile(r"[|\- ]+")
_LEAD = re.compile(r"(?:> |- |\d+\. )?(?:\*\*(?:Ruling|Example [\w.-]+)\.\*\* )?")
_HEAD = re.compile(r"- \*\*(.+?)\*\*")
_COUNTED = ("gold", "points", "trade", "production")
"""Headings that say of what there are so many."""
_POINT = re.compile(r"- |\d+\. ")
_RULING, _EXAMPLE = "> **Ruling.**", "**Example"

Kind = Literal["plain", "ruling", "example", "header", "row"]


class Sentence(msgspec.Struct, frozen=True):
    """A sentence of a section: as it stands there, and as plain text.

    `number` is its place among the section's sentences, `after` the rest of its paragraph as plain
    text, with the list or table that the paragraph leads to. `head` is what a list or a table
    explains there: the bold words or the first cell.
    `columns` are the headings of its table.
    """

    number: int
    raw: str
    plain: str
    after: str = ""
    kind: Kind = "plain"
    head: str = ""
    columns: str = ""

    @property
    def tabular(self) -> bool:
        """Whether it stands in a table."""
        return self.kind in ("row", "header")

    def shortened(self) -> str:
        """The sentence with what follows, as far as there is room."""
        text = f"{self._spoken} {self.after}".rstrip()
        return text if len(text) <= _EXCERPT else text[:_EXCERPT].rpartition(" ")[0] + " …"

    @property
    def _spoken(self) -> str:
        """The sentence as it is read without its surroundings: a row with its headings."""
        return _read_out(self.plain, self.columns) if self.kind == "row" else self.plain


def _read_out(row: str, columns: str) -> str:
    """A row of a table as it is read aloud.

    >>> (
    ...     _read_out("Army · 5 · 10", "Gold · Anc. · Med."),
    ...     _read_out("Desert · none", "Terrain · Size"),
    ... )
    ('Army: Anc. 5, Med. 10', 'Desert: none')
    >>> _read_out("6-8 · iron", "Roll · Ancient"), _read_out("3 · 16", "Level · Trade")
    ('Roll 6-8: iron', 'Level 3: 16 trade')
    """
    first, *cells = row.split(_CELL)
    heading, *headings = columns.split(_CELL)
    if not any(map(str.isalpha, first)):
        first = f"{heading} {first}".strip()
    if len(cells) == 1:
        unit = headings[0].lower() if headings and cells[0].isdecimal() else ""
        return f"{first}: {cells[0]} {unit if unit in _COUNTED else ''}".rstrip()
    named = zip(headings or [""] * len(cells), cells, strict=False)
    return ": ".join(filter(None, (first, ", ".join(" ".join(each).strip() for each in named))))


def marked(body: str, sentence: str) -> str:
    """A body with a sentence of it in bold letters; a row of a table comes first instead."""
    lead = _LEAD.match(sentence)
    start = lead.end() if lead else 0
    bold = f"{sentence[:start]}**{sentence[start:].replace('**', '')}**"
    return body.replace(sentence, bold, 1)


def sentences(body: str) -> list[Sentence]:
    """The sentences of a body: prose before tables, rulings without their reasons."""
    prose: list[Sentence] = []
    rows: list[Sentence] = []
    lines = body.splitlines()
    fenced = example = False
    columns = ""
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if line.startswith("```"):
            fenced = not fenced
        elif line.startswith("|"):
            if _TABLE_RULE.fullmatch(line):
                continue
            row = _row(line, columns)
            if _TABLE_RULE.fullmatch(following):
                columns = row.plain
                row = Sentence(0, line, row.plain, kind="header")
            rows.append(row)
        elif fenced and line:
            rows.append(Sentence(0, line, line, kind="row"))
        elif line:
            # The points of a list that follows an example belong to it.
            example = line.startswith(_EXAMPLE) or (example and line.startswith("- "))
            prose.extend(_of_paragraph(_REASON.sub("", line), example))
    found = (*_with_lists(prose, lines), *rows)
    return [msgspec.structs.replace(each, number=at) for at, each in enumerate(found)]


def _with_lists(prose: list[Sentence], lines: list[str]) -> Iterator[Sentence]:
    """The sentences of a text, those before a list or a table with what it says."""
    for each in prose:
        leads = (each.after or each.plain).endswith(":")
        at = next((n for n, line in enumerate(lines) if each.raw in line), None) if leads else None
        if at is None:
            yield each
        else:
            listed = " ".join(_listed(lines[at + 1 :])).rstrip(";")
            yield msgspec.structs.replace(each, after=f"{each.after} {listed}".strip())


def _listed(lines: list[str]) -> Iterator[str]:
    """The points of a list, the rows of a table or the typed lines with which a text begins."""
    columns, fenced = "", False
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if line.startswith("```"):
            fenced = not fenced
            continue
        if fenced:
            yield f"{line};"
            continue
        if not line or _TABLE_RULE.fullmatch(line):
            continue
        if line.startswith("|"):
            row = _row(line, columns)
            if _TABLE_RULE.fullmatch(following):
                columns = row.plain
            else:
                yield f"{_read_out(row.plain, columns)};"
        elif _POINT.match(line):
            yield _MARKUP.sub("", _REASON.sub("", line))
        else:
            return


def _row(line: str, columns: str) -> Sentence:
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    plain = _MARKUP.sub("", _CELL.join(cells))
    return Sentence(0, line, plain, kind="row", head=_MARKUP.sub("", cells[0]), columns=columns)


def _of_paragraph(line: str, example: bool) -> Iterator[Sentence]:
    raw = _SENTENCE_END.split(line)
    plain = [_MARKUP.sub("", each) for each in raw]
    head = _HEAD.match(line)
    kind: Kind = "example" if example else "ruling" if line.startswith(_RULING) else "plain"
    for at, each in enumerate(raw):
        after = " ".join(plain[at + 1 :])
        named = head[1] if head and not at else ""
        yield Sentence(0, each, plain[at], after, kind, named)

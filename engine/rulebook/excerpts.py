"""The sentence of a section that answers a question."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

import msgspec

_EXCERPT = 200
_MARKUP = re.compile(r"\*\*|`|^> ?|^- |(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)", re.MULTILINE)
_REASON = re.compile(r" \*Reason:\*.*")
_SENTENCE_END = re.compile(r"(?<=[.!?]) +(?=[^a-z])")
_TABLE_RULE = re.compile(r"[|\- ]+")
_LEAD = re.compile(r"(?:> |- |\d+\. )?(?:\*\*(?:Ruling|Example [\w.-]+)\.\*\* )?")
_WORD_SHARE = 0.35
"""How much a long sentence has to hold more than a short one."""

Likeness = Callable[[str], float]


class Sentence(msgspec.Struct, frozen=True):
    """A sentence of a section: as it stands there, and as plain text.

    `number` is its place among the section's sentences, `after` the rest of its paragraph as plain
    text. What stands in a table is `tabular`.
    """

    number: int
    raw: str
    plain: str
    after: str = ""
    tabular: bool = False

    def shortened(self) -> str:
        """The sentence with what follows, as far as there is room."""
        text = f"{self.plain} {self.after}".rstrip()
        return text if len(text) <= _EXCERPT else text[:_EXCERPT].rpartition(" ")[0] + " …"


def answering(body: str, likeness: Likeness) -> Sentence | None:
    """The sentence of a body that is most like the question; None for a body without words."""
    # max keeps the first of equals, so a section found by its title alone shows its opening.
    return max(sentences(body), key=lambda each: likeness(each.plain), default=None)


def likeness_to(
    wanted: Mapping[str, float], terms: Callable[[str], Mapping[str, float]]
) -> Likeness:
    """How much of the wanted terms a text holds, for its length."""

    def likeness(text: str) -> float:
        held = terms(text)
        shared = sum(weight * held[term] for term, weight in wanted.items() if term in held)
        return float(shared / (len(text.split()) + 8) ** _WORD_SHARE)

    return likeness


def marked(body: str, sentence: str) -> str:
    """A body with a sentence of it in bold letters; a row of a table comes first instead."""
    lead = _LEAD.match(sentence)
    start = lead.end() if lead else 0
    bold = f"{sentence[:start]}**{sentence[start:].replace('**', '')}**"
    return body.replace(sentence, bold, 1)


def sentences(body: str) -> list[Sentence]:
    """The sentences of a body: prose before tables, rulings without their reasons."""
    prose: list[tuple[str, str, str]] = []
    rows: list[tuple[str, str]] = []
    fenced = False
    for line in body.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif line.startswith("|"):
            if not _TABLE_RULE.fullmatch(line):
                cells = " · ".join(cell.strip() for cell in line.strip("|").split("|"))
                rows.append((line, cells))
        elif fenced and line:
            rows.append((line, line))
        elif line:
            prose.extend(_of_paragraph(_REASON.sub("", line)))
    return [
        *(Sentence(at, raw, plain, after) for at, (raw, plain, after) in enumerate(prose)),
        *(
            Sentence(at, raw, plain, tabular=True)
            for at, (raw, plain) in enumerate(rows, start=len(prose))
        ),
    ]


def _of_paragraph(line: str) -> Iterator[tuple[str, str, str]]:
    raw = _SENTENCE_END.split(line)
    plain = [_MARKUP.sub("", each) for each in raw]
    for at, each in enumerate(raw):
        yield each, plain[at], " ".join(plain[at + 1 :])

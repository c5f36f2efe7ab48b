"""Templates: sentences with slots, parsed once.

A slot is `{fact}` or `{fact:format|argument|…}`. `fact` may lead into a value (`attacker.unit`);
`format` names a small function that puts the value into words; an argument is a template itself and
is filled only where it is needed. Text in double braces stands for itself, as in `str.format`.

>>> parse("{seat:seat} pays {gold:gold}.")[1]
' pays '
"""

from __future__ import annotations

from functools import cache
from string import Formatter
from typing import NamedTuple, TypeAlias


class Slot(NamedTuple):
    """A place in a template: the path to a fact, and how it is put into words."""

    path: tuple[str, ...]
    format: str
    arguments: tuple[Template, ...]


Template: TypeAlias = "tuple[str | Slot, ...]"

_lexer = Formatter()


@cache
def parse(text: str) -> Template:
    """The parts of a template: literal text and slots. Raises `ValueError` for stray braces."""
    parts: list[str | Slot] = []
    for literal, fact, spec, conversion in _lexer.parse(text):
        if literal:
            parts.append(literal)
        if fact is None:
            continue
        if not fact or conversion:
            raise ValueError(f"a slot names its fact and has no conversion: {text!r}")
        name, *arguments = _split(spec or "")
        parts.append(Slot(tuple(fact.split(".")), name, tuple(map(parse, arguments))))
    return tuple(parts)


def slots(template: Template) -> list[Slot]:
    """Every slot of a template, those inside arguments included."""
    found = []
    for part in template:
        if isinstance(part, Slot):
            found.append(part)
            for argument in part.arguments:
                found += slots(argument)
    return found


def _split(spec: str) -> list[str]:
    """A format and its arguments; a bar inside an inner slot belongs to that slot."""
    pieces, depth = [""], 0
    for letter in spec:
        if letter == "|" and not depth:
            pieces.append("")
            continue
        depth += (letter == "{") - (letter == "}")
        pieces[-1] += letter
    return pieces

"""What a question offers, part by part, as far as a bounded look goes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from engine.core.grammar import Amount, Form, Grammar, OneOf, Option, Settings

BRANCHES = (12, 3, 2)
"""How many answers to the first fields of a form the next ones are looked at after; then one."""
MOST = 60
"""How many parts of a question are looked at."""
DESCRIBED = 5
"""How many numbers are looked at where a number has words."""


class Part(NamedTuple):
    """A node of a question's grammar, reached by the answers that `path` names."""

    path: str
    grammar: Grammar


def parts(grammar: Grammar, purpose: str) -> Iterator[Part]:
    """The nodes of a question; which, follows from `purpose` and from what is offered alone."""
    return islice(_parts(grammar, "", purpose), MOST)


def _parts(grammar: Grammar, path: str, purpose: str) -> Iterator[Part]:
    if isinstance(grammar, Form):
        yield from _fields(grammar, 0, {}, path, purpose)
        return
    yield Part(path, grammar)
    if isinstance(grammar, Settings):
        for part in grammar.parts:
            yield from _parts(part.grammar, f"{path}{part.name} ", purpose)


def _fields(form: Form, at: int, said: dict[str, Any], path: str, purpose: str) -> Iterator[Part]:
    if at == len(form.fields):
        return
    field = form.fields[at]
    grammar = field.given(dict(said), form.source)
    if grammar is None:
        yield from _fields(form, at + 1, said, path, purpose)
        return
    here = f"{path}{field.name}"
    yield from _parts(grammar, f"{here} ", purpose)
    most = BRANCHES[len(said)] if len(said) < len(BRANCHES) else 1
    for value in ways(grammar, most, Random(f"{purpose} {here}")):
        further = {**said, field.name: value}
        yield from _fields(form, at + 1, further, f"{here}={_brief(value)} ", purpose)


def ways(grammar: Grammar, most: int, rng: Random) -> list[Any]:
    """Some answers to a part of a question."""
    if isinstance(grammar, OneOf):
        keys = list(grammar.keys)
        return keys if len(keys) <= most else rng.sample(keys, most)
    return [grammar.sample(rng)]


def _brief(value: Any) -> str:
    return "+".join(map(str, value)) if isinstance(value, list) else str(value)


def options_of(grammar: Grammar) -> list[Option]:
    """Every option of a node with its words; of a number the first."""
    if isinstance(grammar, Amount):
        if grammar.describe is None:
            return []
        return [grammar.describe(number) for number in islice(grammar.enumerate(), DESCRIBED)]
    options: list[Option] = grammar.options()  # type: ignore[attr-defined]  # every node but a form
    return options


def bounds(grammar: Grammar) -> dict[str, Any]:
    """What else a node says of its values: how many, how often, for how much."""
    if isinstance(grammar, Settings):
        return {part.name: [part.current, part.automatic] for part in grammar.parts}
    known = {name: getattr(grammar, name) for name in grammar.__struct_fields__ if name != "keys"}
    return {name: value for name, value in known.items() if not callable(value)}

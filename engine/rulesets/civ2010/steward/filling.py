"""Filling a form field by field, each from what the grammar offers."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.core.grammar import Answers, Form, Grammar, OneOf, Value

Chooser = Callable[[OneOf, Answers], str]
"""Chooses one of what a field offers after the answers before it."""


def filled(form: Form, given: Answers, choosers: dict[str, Chooser], rng: Random) -> Answers:
    """The form with what is given, then what choosers pick, then anything that is allowed."""
    said: Answers = {}
    for field in form.fields:
        grammar = field.given(said, form.source)
        if grammar is None:
            continue
        said[field.name] = value_for(grammar, field.name, given, choosers, said, rng)
    return said


def value_for(
    grammar: Grammar,
    name: str,
    given: Answers,
    choosers: dict[str, Chooser],
    said: Answers,
    rng: Random,
) -> Value:
    """The value of one field."""
    if name in given:
        return given[name]
    if name in choosers and isinstance(grammar, OneOf):
        return choosers[name](grammar, said)
    return grammar.sample(rng)


def options(form: Form, name: str, said: Answers) -> list[str]:
    """The keys that a field offers after some answers; none where it is not asked."""
    for field in form.fields:
        if field.name == name:
            grammar = field.given(said, form.source)
            return list(grammar.keys) if isinstance(grammar, OneOf) else []
    return []

"""A decision as a player meets it: its question, its first values, and every option's words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import msgspec

from engine.conformance.playouts import FIRST_VALUES, Table, playout, varied_values
from engine.core.decision import Decision
from engine.core.grammar import Amount, Form, Grammar, Option, Settings

DESCRIBED = 5


def nodes(grammar: Grammar, value: Any) -> Iterator[tuple[Grammar, Any]]:
    """The nodes a legal value answers, forms opened up, each with its part of the value."""
    if isinstance(grammar, Settings):
        yield grammar, None
        for part in grammar.parts:
            if part.name in value:
                yield from nodes(part.grammar, value[part.name])
        return
    if not isinstance(grammar, Form):
        yield grammar, value
        return
    said: dict[str, Any] = {}
    for field in grammar.fields:
        inner = field.given(dict(said), grammar.source)
        if inner is not None:
            yield from nodes(inner, value[field.name])
            said[field.name] = value[field.name]


def options_along(grammar: Grammar, value: Any) -> Iterator[Option]:
    """Every option offered on the way to a value."""
    for node, _ in nodes(grammar, value):
        if not isinstance(node, Amount):
            yield from node.options()  # type: ignore[attr-defined]  # all nodes but Amount and Form
        elif node.describe is not None:
            yield from map(node.describe, islice(node.enumerate(), DESCRIBED))


@cache
def words_of(table: Table) -> list[str]:
    """Keys of all sorts that are legal somewhere in a game: places, pieces, seats, actions."""
    rng, found = table.rng("words"), dict[str, None]()
    for moment in playout(table).moments:
        for decision in moment.pending:
            for value in varied_values(decision, rng):
                for node, _ in nodes(decision.grammar, value):
                    found |= dict.fromkeys(getattr(node, "keys", ()))
    return list(found)


def portrait(decision: Decision, values: int = FIRST_VALUES) -> bytes:
    """All that a decision shows, in bytes that can be compared."""
    first = list(islice(decision.grammar.enumerate(), values))
    shown = [list(options_along(decision.grammar, value)) for value in first[:DESCRIBED]]
    facts = (
        decision.seat,
        decision.kind,
        decision.id,
        decision.blocking,
        decision.secret,
        decision.default,
        decision.rule,
        decision.about,
        decision.prompt,
        first,
        shown,
    )
    return msgspec.json.encode(facts, order="deterministic")

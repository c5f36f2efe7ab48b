"""Builds an answer to a decision field by field, for AI players.

>>> keys(field(decision.grammar, "from", {"do": "move"}))  # doctest: +SKIP
['gobi', 'steppe']
>>> fitting(decision, {"do": "move", "from": "gobi"}, rng)  # doctest: +SKIP
"""

from __future__ import annotations

from random import Random

from engine.core.decision import Decision
from engine.core.grammar import Amount, Answers, Form, Grammar, OneOf, Subset, Unfit, Value


def field(grammar: Grammar, name: str, said: Answers) -> Grammar | None:
    """The grammar of one field of a form after some answers; None when it is not asked."""
    if not isinstance(grammar, Form):
        return None
    for each in grammar.fields:
        if each.name == name:
            return each.given(said, grammar.source)
    return None


def keys(grammar: Grammar | None) -> list[str]:
    """The keys of a choice among keys; none of anything else."""
    return list(grammar.keys) if isinstance(grammar, (OneOf, Subset)) else []


def largest(grammar: Grammar | None) -> int:
    """The largest amount; 0 of anything else."""
    return grammar.most if isinstance(grammar, Amount) else 0


def fits(grammar: Grammar, value: Value) -> bool:
    """Whether a grammar accepts a value."""
    try:
        grammar.validate(value)
    except Unfit:
        return False
    return True


def fitting(decision: Decision, value: Value, rng: Random) -> Value:
    """The value if the grammar accepts it; else the clock's answer, else any."""
    for candidate in (value, decision.default):
        if candidate is not None:
            try:
                return decision.grammar.validate(candidate)
            except Unfit:
                continue
    return decision.grammar.sample(rng)

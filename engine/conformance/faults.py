"""Whether what is offered and what is refused agree: a thing is offered exactly if it has no fault.

Where options are searched for, the fault must explain all that the search did not find.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random
from typing import Any

from engine.core.decision import Decision
from engine.core.grammar import Form, Grammar, OneOf, Subset
from engine.core.question import Key, Searched
from engine.core.ruleset import Ruleset

OFFERED = 6
"""How many of the things that a part offers are looked at."""


def contradictions(
    rules: Ruleset[Any], state: Any, decision: Decision, elsewhere: Collection[str], rng: Random
) -> Iterator[str]:
    """What is offered and has a fault, or has none and is not offered.

    `elsewhere` are keys that were legal in other places of the game.
    """
    for path, value, grammar in parts(decision.grammar, rng):
        asked = rules.asks(state, decision, value, path)
        if asked is None:
            continue
        find = asked.sort.find
        offered = {key: find(state, key, asked.among) for key in grammar.keys}
        things = [key for key, thing in offered.items() if thing is not None]
        if not isinstance(asked, Searched):
            for key in rng.sample(things, min(OFFERED, len(things))):
                why = asked.why_not(state, key, decision.rule)
                if why is not None:
                    yield f"{decision.id} {'.'.join(path)}: {key} is offered, and yet {why}"
        if isinstance(asked.sort, Key):
            # Anything is a key: which of them name something, the fault alone knows.
            continue
        for key in elsewhere:
            thing = find(state, key, asked.among)
            if thing is None or thing in offered.values():
                continue
            strange = asked.strange and thing not in asked.among
            if not strange and not (asked.fault and asked.fault(thing)):
                yield f"{decision.id} {'.'.join(path)}: {key} has no fault and is not offered"


def parts(grammar: Grammar, rng: Random) -> Iterator[tuple[tuple[str, ...], Any, OneOf | Subset]]:
    """The parts of a random answer that choose among keys, each with its path."""
    if isinstance(grammar, OneOf | Subset):
        yield (), None, grammar
    if not isinstance(grammar, Form):
        return
    said: dict[str, Any] = {}
    for field in grammar.fields:
        asked = field.given(dict(said), grammar.source)
        if asked is None:
            continue
        if isinstance(asked, OneOf | Subset):
            yield (field.name,), dict(said), asked
        said[field.name] = asked.sample(rng)

"""Games played at random, with everything in them that is ever put into words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

from engine.core.decision import Choice, Decision
from engine.core.dice import KeyedDice
from engine.core.errors import IllegalChoice
from engine.core.events import Event
from engine.core.grammar import Form, Grammar, OneOf, Option, Ordering, Subset, Value
from engine.core.registry import ruleset
from engine.core.view import Outcome, View
from tests.cast import PLAYERS

NAMES = PLAYERS
TABLES = ((2, 1), (3, 2), (5, 3))
"""The games to play: how many players, and the seed."""
LONGEST = 2500
JUNK: tuple[Any, ...] = ("xyzzy", "", 7, -1, None, True, [], {}, ["xyzzy"], "#", "/air", ":", "@")


class Heard(NamedTuple):
    """What was said in some games: each kind of thing often enough, not every time."""

    events: list[Event]
    asked: list[tuple[Decision, Value]]
    options: list[Option]
    fields: set[tuple[str, str]]
    refusals: list[IllegalChoice]
    views: list[View]
    outcomes: list[Outcome]


@cache
def heard_in(name: str) -> Heard:
    """Play some games of a rule set and note what there is to put into words."""
    heard = Heard([], [], [], set(), [], [], [])
    for players, seed in TABLES:
        _play(name, players, seed, heard)
    return heard


def _play(name: str, players: int, seed: int, heard: Heard) -> None:
    rules, rng = ruleset(name), Random(seed)
    dice = KeyedDice(b"%d" % seed, [b""] * players)
    step = rules.start(players, {}, dice)
    state, pool = step.state, list(JUNK)
    heard.events.extend(told.event for told in step.events)
    for number in range(LONGEST):
        pending = rules.pending(state)
        if not pending:
            break
        blocking = [decision for decision in pending if decision.blocking]
        decision = rng.choice(blocking) if rng.random() < 0.95 else rng.choice(pending)
        value = decision.grammar.sample(rng)
        heard.asked.append((decision, value))
        if number % 15 == 0:
            _options(decision.kind, decision.grammar, rng, heard)
            heard.views.append(rules.view(state, None))
        if number % 3 == 0:
            wrong = Choice(rng.randrange(-1, players + 1), decision.id, decision.default)
            spoilt = Choice(decision.seat, decision.id, _spoilt(value, pool, rng))
            for choice in (spoilt, wrong, Choice(decision.seat, "nonsense")):
                _refuse(rules, state, choice, dice, heard)
        pool += _strings(value)
        step = rules.play(state, Choice(decision.seat, decision.id, value), dice, decision)
        heard.events.extend(told.event for told in step.events)
    outcome = rules.outcome(state)
    if outcome is not None:
        heard.outcomes.append(outcome)
        _refuse(rules, state, Choice(0, "anything"), dice, heard)


def _options(kind: str, grammar: Grammar, rng: Random, heard: Heard) -> None:
    if isinstance(grammar, (OneOf, Subset, Ordering)):
        heard.options.extend(grammar.options())
    elif isinstance(grammar, Form):
        said: dict[str, Value] = {}
        for field in grammar.fields:
            inner = field.given(said, grammar.source)
            if inner is not None:
                heard.fields.add((kind, field.name))
                _options(kind, inner, rng, heard)
                said[field.name] = inner.sample(rng)


def _refuse(rules: Any, state: Any, choice: Choice, dice: KeyedDice, heard: Heard) -> None:
    try:
        rules.apply(state, choice, dice)
    except IllegalChoice as refusal:
        heard.refusals.append(refusal)


def _spoilt(value: Value, pool: list[Any], rng: Random) -> Value:
    """The value with something else in one place."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        field = rng.choice(list(value))
        if rng.random() < 0.1:
            return {key: each for key, each in value.items() if key != field}
        return {**value, field: _spoilt(value[field], pool, rng)}
    if isinstance(value, list) and value and rng.random() < 0.7:
        return [*value, *value[:1], rng.choice(pool)]
    if isinstance(value, int) and rng.random() < 0.8:
        return value + rng.choice((-100, 100))
    return rng.choice(pool)


def _strings(value: Value) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _strings(each)

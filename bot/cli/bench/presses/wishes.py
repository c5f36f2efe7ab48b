"""What a player wants to do in a turn, in the words in which panels speak of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random
from typing import NamedTuple

from bot.discord.panels.entries import settings_words
from engine.core.decision import Decision
from engine.core.grammar import Form, Settings, Value
from engine.core.messages import Voice, capital
from engine.core.wholes import groups, options_of, price_of, sensible


class Goal(NamedTuple):
    """One wanted answer, as its player would recognise it on a panel."""

    kind: str
    value: Value
    whole: tuple[str, ...]
    """How the whole answer may be written."""
    steps: tuple[str, ...]
    """Its parts, in the order of the form."""
    is_end: bool
    """Whether it ends the phase."""


def goal(decision: Decision, value: Value, voice: Voice) -> Goal:
    """A wanted answer in words."""
    words = [capital(voice.choice(decision, value)), voice.brief(decision, value)]
    grammar = decision.grammar
    steps = [voice.label(option.label) for option in options_of(grammar, value)]
    if isinstance(grammar, Settings) and value:
        titles = [part.title for name in value if (part := grammar.part(name)) is not None]
        steps = [*map(voice.label, titles), *steps]
        words.append(settings_words(decision, value, voice))
    if isinstance(value, dict) and value.get("do") == "accept":
        words.append("Accept")
    is_end = value == decision.default and isinstance(grammar, Form | Settings)
    if is_end:
        words.append(voice.ending(decision, value))
    return Goal(decision.kind, value, tuple(words), tuple(steps), is_end)


def movers(decision: Decision, rng: Random, most: int) -> Iterator[Value]:
    """An order for each of some groups, anywhere."""
    grammar = decision.grammar
    assert isinstance(grammar, Form)
    origins: list[str] = []
    listed = list(sensible(grammar, 2000))
    rng.shuffle(listed)
    for value in listed:
        origin = value.get("from")
        if origin is None or origin in origins or len(origins) == most:
            continue
        origins.append(origin)
        yield value


def purchases(decision: Decision, rng: Random, most: int) -> Iterator[Value]:
    """Several things, as long as the gold lasts, each of another kind."""
    left = int(decision.about.get("gold", 0))
    kinds: list[str] = []
    listed = [
        value
        for group in groups(decision.grammar)
        if group.listed
        for value in sensible(decision.grammar, 60, group.said)
    ]
    rng.shuffle(listed)
    for value in listed:
        spent = sum(price.amount for price in price_of(decision.grammar, value))
        if not 0 < spent <= left or value["buy"] in kinds or len(kinds) == most:
            continue
        left -= spent
        kinds.append(value["buy"])
        yield value


def lesson_and_troops(
    decision: Decision, technologies: Collection[str], units: int
) -> Iterator[Value]:
    """The first technology on offer and so many units, at one place if it takes them."""
    listed = list(sensible(decision.grammar, 500))
    yield next(value for value in listed if value["buy"] in technologies)
    troops = [value for value in listed if "count" in value and value["buy"] != "settler"]
    together = [value for value in troops if value["count"] == units]
    yield from together[:1] or [value for value in troops if value["count"] == 1][:units]

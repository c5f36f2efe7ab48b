"""Can a seat tell something it must not know? Exchange what is hidden from it, and compare.

Whatever a seat is shown must be the same in two games that differ only in what it cannot know: its
view, what it is asked, why it is refused something, and what it is told about choices. The server's
seed differs, too, for what the dice will show is known to nobody. What comes to light by a choice
is in `taking_back`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from engine.conformance.misfits import misfits
from engine.conformance.playouts import varied_values
from engine.conformance.portraits import options_along, portrait
from engine.conformance.twins import twin_of
from engine.core.decision import Choice, Decision
from engine.core.dice import Dice
from engine.core.errors import IllegalChoice
from engine.core.grammar import Unfit
from engine.core.ruleset import Ruleset, Step

TwinDice = tuple[Dice, Dice]
"""Those of the game and of its twin."""
REFUSED = 20
"""So many wrong answers to a question are tried."""


def seen(thing: Any) -> bytes:
    """Something shown, in bytes that can be compared."""
    return msgspec.json.encode(thing, order="deterministic")


def asked_of(pending: tuple[Decision, ...], seat: int | None) -> list[bytes]:
    """Everything about a seat's own decisions."""
    return [portrait(decision) for decision in pending if decision.seat == seat]


def public(pending: tuple[Decision, ...]) -> list[tuple[int, str, bool]]:
    """What everyone can see of what is asked: who must or may decide what, secrets aside."""
    return sorted((d.seat, d.kind, d.blocking) for d in pending if not d.secret)


def told_to(seat: int | None, step: Step[Any]) -> list[bytes]:
    """What a seat learns from a step."""
    return [seen(told.event) for told in step.events if told.reaches(seat)]


def leaks(rules: Ruleset[Any], state: Any, seat: int | None, rng: Random) -> Iterator[str]:
    """Everything by which `seat` could tell the state from one with other hidden things in it."""
    other = twin_of(rules, state, seat, rng)
    if seen(rules.view(state, seat)) != seen(rules.view(other, seat)):
        yield "its view"
    pending, pending_there = rules.pending(state), rules.pending(other)
    if asked_of(pending, seat) != asked_of(pending_there, seat):
        yield "its own decisions"
    if public(pending) != public(pending_there):
        yield "the decisions of others"
    own_there = {decision.id: decision for decision in pending_there if decision.seat == seat}
    for decision in pending:
        if decision.seat != seat or decision.id not in own_there:
            continue
        for value in answers_to_try(decision, rng):
            if offered(decision, value) != offered(own_there[decision.id], value):
                yield f"what {decision.id} offers on the way to {value}"


def answers_to_try(decision: Decision, rng: Random) -> list[Any]:
    """An answer of each sort to what is awaited, and the one that ends it; else any answer."""
    if not decision.blocking:
        return [decision.grammar.sample(rng)]
    ending = [] if decision.default is None else [decision.default]
    return [*ending, *varied_values(decision, rng)]


def offered(decision: Decision, value: Any) -> bytes | None:
    """Every option on the way to an answer, with its words and price; None if it is not to be."""
    try:
        decision.grammar.validate(value)
    except Unfit:
        return None
    return seen(list(options_along(decision.grammar, value)))


def leaks_of_refusals(
    rules: Ruleset[Any], state: Any, seat: int, elsewhere: Sequence[str], rng: Random
) -> Iterator[str]:
    """How `seat` could learn something by asking for what it may not do."""
    other = twin_of(rules, state, seat, rng)
    for decision in rules.pending(state):
        if decision.seat != seat:
            continue
        legal = decision.grammar.sample(rng)
        wrong = [
            each for each in misfits(decision.grammar, legal, elsewhere) if "nest" not in each[0]
        ]
        asked = [(each, rules.decision(each, Choice(seat, decision.id))) for each in (state, other)]
        for what, value in rng.sample(wrong, min(REFUSED, len(wrong))):
            here, there = (refusal(rules, each, open_there, value) for each, open_there in asked)
            if here != there:
                yield f"why {decision.id} is refused with {what}"


def refusal(
    rules: Ruleset[Any], state: Any, decision: Decision, value: Any
) -> tuple[str, str, str] | None:
    """What the chooser hears about an answer that is not allowed."""
    try:
        decision.grammar.validate(value)
    except Unfit as unfit:
        why = rules.why_not(state, decision, value, unfit)
        return why.code, why.rule, repr(sorted(why.data.items()))
    return None


def leaks_of_news(
    rules: Ruleset[Any], state: Any, seat: int | None, choice: Choice, rng: Random, dice: TwinDice
) -> Iterator[str]:
    """How `seat` could hear, of somebody else's choice, more than it may then see.

    Secret answers and dice are shown when they are due, and leave no trace in a view. A choice that
    rests on what was exchanged (an offer between others) may not be there to make.
    """
    other = twin_of(rules, state, seat, rng)
    here = rules.apply(state, choice, dice[0])
    try:
        there = rules.apply(other, choice, dice[1])
    except IllegalChoice:
        return
    if here.draws or there.draws:
        return
    if seen(rules.view(here.state, seat)) != seen(rules.view(there.state, seat)):
        return
    if told_to(seat, here) != told_to(seat, there):
        yield f"what it is told about {choice.decision} of seat {choice.seat}"

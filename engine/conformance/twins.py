"""What a rule set says of its components, put to use: nothing vanishes, and what a seat can't tell.

A twin of a state differs from it in anything that a seat must not know, and in nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from engine.core.components import Component, Spot
from engine.core.ruleset import Ruleset
from engine.core.simultaneous import Simultaneous, SimultaneousPhase
from engine.core.standing_orders import StandingOrders

Census = Counter[tuple[str, Hashable]]
Knowing = int | None
"""A seat, or None for a spectator."""


def census(rules: Ruleset[Any], state: Any) -> Census:
    """How much there is of each thing, wherever it lies: no choice may ever change it."""
    found: Census = Counter()
    for component in rules.components:
        for spot in component.spots(state):
            if spot.times:
                found[component.name, spot.thing] += spot.times
    return found


def twin_of(rules: Ruleset[Any], state: Any, seat: Knowing, rng: Random, *also: Knowing) -> Any:
    """A copy in which everything hidden from `seat` may have changed, and nothing else.

    What those in `also` know stays as it is, too.
    """
    new, knowing = rules.copy(state), (seat, *also)
    for component in rules.components:
        exchange_things(component, new, knowing, rng)
    exchange_orders(rules, new, knowing, rng)
    for shared in rules.shared:
        entries = shared.entries(new)
        entries[:] = [
            each
            for each in entries
            if not set(knowing).isdisjoint(shared.seats(each)) or rng.random() < 0.5
        ]
    exchange_answers(rules, new, knowing, rng)
    return new


def exchange_things(
    component: Component[Any], state: Any, knowing: Sequence[Knowing], rng: Random
) -> None:
    """Mix what lies at spots that nobody of `knowing` knows with what is alike there."""
    kinds = {key: None for spot in unknown(component, state, knowing) for key in spot.alike}
    for key in kinds:
        # What lies where decides what it is like, so that each exchange looks again.
        spots = [spot for spot in unknown(component, state, knowing) if key in spot.alike]
        things = [spot.thing for spot in spots]
        rng.shuffle(things)
        for spot, thing in zip(spots, things, strict=True):
            if spot.put is not None and thing != spot.thing:
                spot.put(thing)


def unknown(component: Component[Any], state: Any, knowing: Sequence[Knowing]) -> Iterator[Spot]:
    """The spots whose things may be others, as far as anybody of `knowing` knows."""
    for spot in component.spots(state):
        if spot.put is not None and not any(map(spot.is_known_to, knowing)):
            yield spot


def exchange_orders(
    rules: Ruleset[Any], state: Any, knowing: Sequence[Knowing], rng: Random
) -> None:
    """Other standing orders for the other seats, but for those that have shown."""
    for standing in rules.opportunities:
        if not isinstance(standing, StandingOrders):
            continue
        for decision in list(standing.open(state)):
            if decision.seat in knowing:
                continue
            shown = standing.shown(state, decision.seat)
            drawn = decision.grammar.sample(rng)
            value = {name: chosen for name, chosen in drawn.items() if name not in shown}
            now = standing.orders_of(state, decision.seat)
            orders = msgspec.structs.replace(now, **standing.changes(now, value))
            standing.give(state, decision.seat, orders)


def exchange_answers(
    rules: Ruleset[Any], state: Any, knowing: Sequence[Knowing], rng: Random
) -> None:
    """Other answers in the place of those that wait in secret.

    Whose answer is in stays as it is; what it is may be anything its grammar allows. An answer that
    needed no asking is left alone: it follows from what everyone or its owner knows.
    """
    for at, frame in enumerate(state.frames):
        phase = rules.phases[type(frame)]
        if not isinstance(phase, SimultaneousPhase):
            continue
        assert isinstance(frame, Simultaneous)
        foregone = phase.foregone(state, frame)
        answers = tuple(
            value
            if value is None
            or other in foregone
            or any(phase.sees(state, frame, seat, other) for seat in knowing)
            else phase.question(state, frame, other).grammar.sample(rng)
            for other, value in frame.by_seat().items()
        )
        state.frames[at] = msgspec.structs.replace(frame, answers=answers)

"""Using cards: which abilities are open to a seat now, and carrying one out (rule: cards).

What an ability does is an operation, one of the few kinds in `operations`. A card that needs code
of its own has it there, in the operation of its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from engine.core.flow import Play
from engine.core.grammar import Answers, Grammar, OneOf, Option, Value
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.abilities.answers import is_asked_about, is_cancelled
from engine.rulesets.civ2010.describing import option
from engine.rulesets.civ2010.map.board import wonder_works
from engine.rulesets.civ2010.sheet import paying
from engine.rulesets.civ2010.sheet.culture import discard
from engine.rulesets.civ2010.sheet.people import discard_person_card, show, usable
from engine.rulesets.civ2010.state import Answering, Played, State
from engine.rulesets.civ2010.tables import (
    ABILITIES,
    IN_PHASE,
    OF_CARD,
    OF_CARD_IN,
    Ability,
    source_of,
)


class Use(NamedTuple):
    """An ability that a seat may use; `which` are the figures it is used with, if it asks."""

    state: State
    seat: int
    key: str
    ability: Ability
    which: str = ""


class Operation:
    """What a kind of ability does. One without keys needs no target."""

    def can(self, use: Use) -> bool:
        """Whether there is something to use it on; cheap where it can be."""
        keys = self.keys(use)
        return keys is None or bool(keys)

    def keys(self, use: Use) -> Sequence[str] | None:
        """The targets to choose from; None when there is nothing to choose."""
        return None

    def grammar(self, use: Use) -> Grammar | None:
        """The choice of a target."""
        keys = self.keys(use)
        return None if keys is None else OneOf(keys, lambda key: self.describe(use, key))

    def which(self, use: Use, target: Value) -> Grammar | None:
        """Which figures of a target are meant, where that has to be chosen."""
        return None

    def second(self, use: Use, target: Value) -> Grammar | None:
        """What else has to be chosen about a target."""
        return None

    def describe(self, use: Use, key: str) -> Option:
        """A target in words."""
        return option("square", key, place=key)

    def victims(self, use: Use, target: Value, second: Value) -> tuple[int, ...]:
        """The players that the ability is used on."""
        return ()

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        """Carry it out."""
        raise NotImplementedError


OPERATIONS: dict[str, Operation] = {}


def operation(*names: str) -> Callable[[type[Operation]], type[Operation]]:
    """Register an operation under the names that cards use."""

    def register(kind: type[Operation]) -> type[Operation]:
        for name in names:
            OPERATIONS[name] = kind()
        return kind

    return register


def sources(state: State, seat: int) -> Iterator[str]:
    """The keys of all abilities of what a seat has now."""
    player = state.players[seat]
    yield from player.able
    for wonder in player.wonders:
        keys = OF_CARD.get(f"wonder:{wonder}", ())
        if keys and wonder_works(state, seat, wonder):
            yield from keys
    for card in dict.fromkeys(player.cards):
        yield from OF_CARD.get(f"card:{card}", ())
    for token in dict.fromkeys(player.tokens):
        yield from OF_CARD.get(f"token:{token}", ())
    for person in player.people:
        keys = OF_CARD.get(f"person:{person.name}", ())
        if keys and usable(state, seat, person):
            yield from keys


def timely(state: State, seat: int, phase: str) -> list[str]:
    """The keys of `sources` that belong to a phase, without a look at the others."""
    player, own, named = state.players[seat], IN_PHASE[phase], OF_CARD_IN[phase]
    found = [key for key in player.able if key in own]
    if player.wonders:
        wonders = named["wonder"]
        for wonder in player.wonders:
            if wonder in wonders and wonder_works(state, seat, wonder):
                found += wonders[wonder]
    if player.cards:
        cards = named["card"]
        for card in dict.fromkeys(player.cards):
            if card in cards:
                found += cards[card]
    if player.tokens:
        tokens = named["token"]
        for token in dict.fromkeys(player.tokens):
            if token in tokens:
                found += tokens[token]
    if player.people:
        people = named["person"]
        for person in player.people:
            if person.name in people and usable(state, seat, person):
                found += people[person.name]
    return found


def offered(
    state: State, seat: int, phase: str, used: Sequence[str] = (), interrupting: bool = False
) -> list[str]:
    """The abilities that a seat can use in a phase, in the order of their cards.

    `used` are those used in this battle. Only some interrupt another player.
    """
    found = []
    player = state.players[seat]
    keys = timely(state, seat, phase)
    payable = paying.payable(player) if keys else ()
    for key in keys:
        if key in player.used or key in used:
            continue
        if key in paying.ONE_OF_THE_MARKET and paying.ONE_OF_THE_MARKET[key] not in payable:
            continue
        ability = ABILITIES[key]
        if interrupting and not ability.interrupts:
            continue
        if is_affordable(state, seat, ability) and OPERATIONS[ability.do].can(
            Use(state, seat, key, ability)
        ):
            found.append(key)
    return found


def is_affordable(state: State, seat: int, ability: Ability) -> bool:
    """Whether a seat can pay for an ability."""
    player = state.players[seat]
    if ability.price:
        if player.trade < ability.price.get("trade", 0):
            return False
        if player.culture < ability.price.get("culture", 0):
            return False
    if ability.needs and ability.needs not in player.used:
        return False
    return not ability.cost or paying.can_pay(state, seat, ability.cost)


def use(play: Play[State], seat: int, key: str, way: str, said: Answers) -> None:
    """Use an ability: pay, show what is used, and carry it out unless someone cancels it."""
    target, second = said.get("on"), said.get("then")
    state, player = play.state, play.state.players[seat]
    ability = ABILITIES[key]
    kind, name = source_of(key)
    doing = Use(state, seat, key, ability, said.get("which", ""))
    work = OPERATIONS[ability.do]
    victims = work.victims(doing, target, second)
    player.trade -= ability.price.get("trade", 0)
    player.culture -= ability.price.get("culture", 0)
    shown = target if isinstance(target, str) else ""
    play.tell(events.Used(seat, kind, name, shown))
    if ability.use in ("turn", "spend"):
        player.used.append(key)
    depth = len(state.frames)
    if ability.cost:
        paying.spend(play, seat, way)
    leave(play, seat, key)
    sort = "ability" if ability.use == "spend" else "card" if kind == "card" else ""
    played = Played(seat, sort, f"{kind}:{name}", victims)
    if sort and is_asked_about(play, played):
        answered = tuple((part, said[part]) for part in PARTS if part in said)
        state.frames.insert(depth, Answering((played,), key, answered))
        return
    cancelled = bool(sort) and is_cancelled(play, played)
    # What paying asks is asked first, but the operation finds the frame it belongs to on top.
    asked = state.frames[depth:]
    del state.frames[depth:]
    if not cancelled and not state.end:
        work.do(play, doing, target, second)
    state.frames += asked


PARTS = ("on", "which", "then")
"""The parts of an answer that say what an ability is used on."""


def carry_out(play: Play[State], seat: int, key: str, said: Answers) -> None:
    """Carry out an ability that is paid for and that nobody has cancelled."""
    ability = ABILITIES[key]
    doing = Use(play.state, seat, key, ability, said.get("which", ""))
    OPERATIONS[ability.do].do(play, doing, said.get("on"), said.get("then"))


def leave(play: Play[State], seat: int, key: str) -> None:
    """What is used up leaves its owner; a great person's card that stays lies open."""
    state = play.state
    kind, name = source_of(key)
    if kind == "card":
        discard(state, seat, name)
    elif kind == "token":
        state.players[seat].tokens.remove(name)
        state.gone.append(name)
        paying.reward_spending(play, seat, 1)
    elif kind == "person":
        if ABILITIES[key].use == "discard":
            discard_person_card(state, seat, name)
        else:
            show(play, seat, name)

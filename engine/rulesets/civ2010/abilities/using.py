"""Using cards: which abilities are open to a seat now, and carrying one out (rule: cards).

What an ability does is an operation, one of the few kinds in `operations`. A card that needs code
of its own has it there, in the operation of its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from engine.core.flow import Play
from engine.core.grammar import Answers
from engine.core.script import Look, Script, Steps
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.abilities.answers import is_asked_about, is_cancelled
from engine.rulesets.civ2010.map.board import wonder_works
from engine.rulesets.civ2010.sheet import paying
from engine.rulesets.civ2010.sheet.culture import discard
from engine.rulesets.civ2010.sheet.people import discard_person_card, show, usable
from engine.rulesets.civ2010.sorts import Thing
from engine.rulesets.civ2010.state import Answering, Played, Player, Research, State
from engine.rulesets.civ2010.tables import (
    ABILITIES,
    IN_PHASE,
    OF_CARD,
    OF_CARD_IN,
    Ability,
    source_of,
)


class Use(NamedTuple):
    """An ability that a seat may use; what its operation is about."""

    state: State
    seat: int
    key: str
    ability: Ability

    @property
    def card(self) -> str:
        """The name of the card."""
        return source_of(self.key)[1]


class Operation(Script[Use]):
    """What a kind of ability does: a script; `sorts` are those of the `PARTS` that it asks."""

    def __init__(self, steps: Callable[[Use], Steps], sorts: Mapping[str, Thing[Any]]) -> None:
        super().__init__(steps, tuple(sorts), "cards")
        self.sorts = sorts


OPERATIONS: dict[str, Operation] = {}
PARTS = ("on", "which", "then")
"""The parts of an answer that say what an ability is used on."""


def operation(*names: str, **sorts: Thing[Any]) -> Callable[[Callable[[Use], Steps]], Operation]:
    """Register an operation under the names that cards use, with the sort of each of its parts."""

    def register(steps: Callable[[Use], Steps]) -> Operation:
        made = Operation(steps, sorts)
        OPERATIONS.update(dict.fromkeys(names, made))
        return made

    return register


def has_effect(state: State, seat: int, key: str) -> bool:
    """Whether an ability would do anything now."""
    ability = ABILITIES[key]
    return OPERATIONS[ability.do].look(Use(state, seat, key, ability)) is not None


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


@lru_cache(maxsize=4096)
def able_in(phase: str, able: tuple[str, ...], can_pay: bool) -> tuple[str, ...]:
    """Those of a sheet's abilities that belong to a phase; without means, those that are free."""
    own = IN_PHASE[phase]
    return tuple([key for key in able if key in own and (can_pay or not ABILITIES[key].cost)])


def timely(state: State, seat: int, phase: str, can_pay: bool) -> list[str]:
    """The keys of `sources` that belong to a phase, without a look at the others.

    Of a sheet whose seat cannot pay a single resource those with a cost are left out.
    """
    player, named = state.players[seat], OF_CARD_IN[phase]
    found = list(able_in(phase, player.able, can_pay))
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
) -> dict[str, Look[Use]]:
    """The abilities that a seat can use in a phase, in the order of their cards.

    `used` are those used in this battle. Only some interrupt another player.
    """
    found = {}
    player = state.players[seat]
    payable = paying.payable(player)
    cheap, used_up = paying.ONE_OF_THE_MARKET, player.used
    for key in timely(state, seat, phase, bool(payable)):
        # Most of what cannot be used cannot be paid.
        of_the_market = cheap.get(key)
        if of_the_market is not None and of_the_market not in payable:
            continue
        if key in used_up or key in used:
            continue
        ability = ABILITIES[key]
        if interrupting and not ability.interrupts:
            continue
        if ability.first and not at_phase_start(state):
            continue
        if (ability.price or ability.needs) and not has_price(player, ability):
            continue
        if ability.cost and of_the_market is None and not paying.can_pay(state, seat, ability.cost):
            continue
        look = OPERATIONS[ability.do].look(Use(state, seat, key, ability))
        if look is not None:
            found[key] = look
    return found


def at_phase_start(state: State) -> bool:
    """Whether a phase has just begun, and nobody has done anything in it."""
    frame = state.frames[-1] if state.frames else None
    if isinstance(frame, Research):
        return not frame.answered
    return getattr(frame, "fresh", False) is True


def is_affordable(state: State, seat: int, ability: Ability) -> bool:
    """Whether a seat can pay for an ability."""
    if not has_price(state.players[seat], ability):
        return False
    return not ability.cost or paying.can_pay(state, seat, ability.cost)


def has_price(player: Player, ability: Ability) -> bool:
    """Whether a player has the trade and culture for an ability, and used what comes before it."""
    if ability.price:
        if player.trade < ability.price.get("trade", 0):
            return False
        if player.culture < ability.price.get("culture", 0):
            return False
    return not ability.needs or ability.needs in player.used


def use(play: Play[State], seat: int, key: str, way: str, said: Answers) -> None:
    """Use an ability: pay, show what is used, and carry it out unless someone cancels it."""
    state, player = play.state, play.state.players[seat]
    ability = ABILITIES[key]
    kind, name = source_of(key)
    sort = "ability" if ability.use == "spend" else "card" if kind == "card" else ""
    # Nobody needs to know whom it hits where nobody can cancel it.
    hit = OPERATIONS[ability.do].hit(Use(state, seat, key, ability), said) if sort else ()
    player.trade -= ability.price.get("trade", 0)
    player.culture -= ability.price.get("culture", 0)
    target = said.get("on")
    play.tell(events.Used(seat, kind, name, target if isinstance(target, str) else ""))
    if ability.use in ("turn", "spend"):
        player.used.append(key)
    depth = len(state.frames)
    if ability.cost:
        paying.spend(play, seat, way)
    leave(play, seat, key)
    played = Played(seat, sort, f"{kind}:{name}", hit)
    if sort and is_asked_about(play, played):
        answered = tuple((part, said[part]) for part in PARTS if part in said)
        state.frames.insert(depth, Answering((played,), key, answered))
        return
    cancelled = bool(sort) and is_cancelled(play, played)
    # What paying asks is asked first, but the operation finds the frame it belongs to on top.
    asked = state.frames[depth:]
    del state.frames[depth:]
    if not cancelled and not state.end:
        carry_out(play, seat, key, said)
    state.frames += asked


def carry_out(play: Play[State], seat: int, key: str, said: Answers) -> None:
    """Carry out an ability that is paid for and that nobody has cancelled."""
    ability = ABILITIES[key]
    OPERATIONS[ability.do].act(Use(play.state, seat, key, ability), play, said)


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

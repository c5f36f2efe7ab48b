"""Unit cards: drawing, killing, and what they are worth at a rank (rule: units)."""

from __future__ import annotations

from engine.core.flow import Play
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.map.board import bonus
from engine.rulesets.civ2010.state import Battle, Pick, State, Unit
from engine.rulesets.civ2010.tables import AIRCRAFT, AIRCRAFT_COST, GROUND, UNIT_COST, UNITS


def unlocked_types(state: State, seat: int) -> list[str]:
    """The types of unit a seat can have, of which there are cards left."""
    types = (*GROUND, AIRCRAFT) if AIRCRAFT in state.players[seat].ranks else GROUND
    return [kind for kind in types if state.units[kind]]


def unit_cost(state: State, seat: int, kind: str) -> int:
    """The production a unit card costs at the seat's rank (rule: recruiting)."""
    cost = AIRCRAFT_COST if kind == AIRCRAFT else UNIT_COST[state.players[seat].ranks[kind]]
    cheap = bonus(state, seat, "cheap_units")
    return min(cost, cheap) if cheap else cost


def take_unit(play: Play[State], seat: int, kind: str) -> Unit | None:
    """The top card of a type goes to a seat's forces, seen by that seat alone."""
    state = play.state
    deck = state.units[kind]
    if not deck:
        return None
    unit = Unit(kind, deck.pop())
    play.tell(events.UnitGained(seat, kind))
    values = UNITS[kind].values[unit.value]
    rank = state.players[seat].ranks.get(kind, 1)
    play.tell(
        events.UnitSeen(seat, kind, values.strength[rank - 1], values.health[rank - 1]), to=(seat,)
    )
    return unit


def gain_unit(play: Play[State], seat: int, kind: str) -> None:
    """A unit of a type joins a seat's forces, if a card is left."""
    unit = take_unit(play, seat, kind)
    if unit is not None:
        play.state.players[seat].units.append(unit)


def bury(state: State, unit: Unit) -> None:
    """A killed unit goes to the bottom of its deck."""
    state.units[unit.type].insert(0, unit.value)


def unit_of(key: str) -> Unit:
    """The unit card that a key names."""
    kind, _, value = key.partition(".")
    return Unit(kind, int(value))


def kill_random_unit(play: Play[State], seat: int) -> None:
    """A random unit of a seat's forces is lost."""
    forces = play.state.players[seat].units
    if forces:
        unit = forces.pop(play.draw(len(forces)))
        bury(play.state, unit)
        play.tell(events.UnitLost(seat, unit.type))


def strength(unit: Unit, rank: int) -> int:
    """What a unit deals at a rank, bonuses aside."""
    return UNITS[unit.type].values[unit.value].strength[rank_of(unit, rank) - 1]


def health(unit: Unit, rank: int) -> int:
    """What a unit bears at a rank."""
    return UNITS[unit.type].values[unit.value].health[rank_of(unit, rank) - 1]


def rank_of(unit: Unit, rank: int) -> int:
    """Aircraft have one rank only."""
    return 1 if unit.type == AIRCRAFT else rank


def sees_hand(state: State, seat: int | None, frame: Battle, number: int) -> bool:
    """Whether a seat looks into the other side's hand (The Oracle)."""
    own = frame.sides[1 - number].owner
    return seat is not None and seat == own and bool(bonus(state, seat, "open_hands"))


def offer_units(play: Play[State], seat: int, number: int) -> None:
    """Let a seat take up to so many unlocked units free."""
    if number and unlocked_types(play.state, seat):
        play.push(Pick(seat, "free_unit", left=number))

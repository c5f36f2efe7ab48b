"""Technologies: learnt, first owned, free (rulebook 5.2 and 11.1)."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any

from engine.core.flow import Play
from engine.core.grammar import Option
from engine.core.question import Question, Sort
from engine.core.text import Text
from engine.rulesets.rhye import events
from engine.rulesets.rhye.frames import FreeTechnology
from engine.rulesets.rhye.state import NOWHERE, UNKNOWN, State, learnable_with, learning_fault
from engine.rulesets.rhye.tables import (
    ALL_TECHNOLOGIES,
    ROSTER,
    TABLES,
    TECHNOLOGIES,
    TECHNOLOGY,
    UNIT,
    UNITS,
)
from engine.rulesets.rhye.territory import gain_units
from engine.world.flow import PickPhase


def learn(play: Play[State], seat: int, technology: int, source: str) -> None:
    """A seat gets a technology; the first in the world receives its bonus (rule: research).

    `source` names in the catalog where it comes from. What was bought or traded is owned by others
    already, so that it is never a first.
    """
    state = play.state
    state.technologies[seat] |= 1 << technology
    first = state.firsts[technology] == UNKNOWN
    if first:
        state.firsts[technology] = seat
    play.tell(events.TechnologyLearned(seat, TECHNOLOGIES[technology].id, source, first))
    if first:
        receive_bonus(play, seat, technology)
    if state.technologies[seat] == ALL_TECHNOLOGIES and not state.last_round:
        state.last_round = state.turn + TABLES.rounds_after_last_technology
        play.tell(events.LastTechnology(seat, state.last_round))


def receive_bonus(play: Play[State], seat: int, technology: int) -> None:
    """The first owner's bonus; a unit without a place pays its price (rule: technologies)."""
    state, facts = play.state, TECHNOLOGIES[technology]
    gold = facts.first_gold + state.civilization(seat).first_gold
    if gold:
        state.receive(seat, gold)
        play.tell(events.FirstBonus(seat, facts.id, gold))
    if facts.first_stability:
        state.change_stability(play, seat, facts.first_stability, "first_technology")
    for unit, count in facts.first_units.items():
        kind = UNIT[unit]
        space = muster(state, seat, kind)
        if space == NOWHERE:
            gold = count * UNITS[kind].cost
            state.receive(seat, gold)
            play.tell(events.FirstBonus(seat, facts.id, gold))
        else:
            gain_units(play, seat, kind, count, space, "first_technology")


def muster(state: State, seat: int, kind: int) -> int:
    """Where a free unit stands: in the capital, a fleet off the first coast from there on."""
    capital = state.capitals[seat]
    if capital == NOWHERE or kind not in ROSTER.fleets:
        return capital
    homes = sorted(state.homes(seat), key=lambda region: region != capital)
    return next((zone for region in homes for zone in state.ground.coasts[region]), NOWHERE)


class Technologies(Sort[int]):
    """The technologies, with what they allow."""

    none = Option("none", Text("option.research.none"))
    fact = "technology"

    def key(self, state: State, thing: int) -> str:
        return TECHNOLOGIES[thing].id

    def find(self, state: State, key: str, among: Collection[int]) -> int | None:
        return TECHNOLOGY.get(key)

    def option(self, state: State, thing: int) -> Option:
        key = TECHNOLOGIES[thing].id
        return Option(key, Text(f"technology.{key}"), detail=Text(f"detail.technology.{key}"))


TECHNOLOGY_SORT = Technologies()


class FreeTechnologyPhase(PickPhase[State, FreeTechnology]):
    """A technology whose prerequisites the seat owns; nothing when there is none."""

    title = "free_technology"
    kind = "free_technology"
    rule = "free-technology"

    def picked(self, state: State, frame: FreeTechnology) -> Question[int]:
        owned = state.technologies[frame.seat]
        among = () if state.fallen[frame.seat] else learnable_with(owned)
        return Question(TECHNOLOGY_SORT, among, partial(learning_fault, owned))

    def describe(self, state: State, frame: FreeTechnology, key: str) -> Option:
        return TECHNOLOGY_SORT.option(state, TECHNOLOGY[key])

    def about(self, state: State, frame: FreeTechnology) -> dict[str, Any]:
        return {"source": frame.source}

    def pick(self, play: Play[State], frame: FreeTechnology, key: str) -> None:
        learn(play, frame.seat, TECHNOLOGY[key], frame.source)

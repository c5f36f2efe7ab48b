"""Taxation: gold from settlements, wonders, resources and a stable state (rulebook 7.6)."""

from __future__ import annotations

from typing import NamedTuple

from engine.core.flow import Play
from engine.core.grammar import Answers, Value
from engine.rulesets.rhye import events
from engine.rulesets.rhye.actions.action import Action
from engine.rulesets.rhye.actions.figures import Figures, first_of
from engine.rulesets.rhye.state import State
from engine.rulesets.rhye.tables import LEVEL, LEVELS, TABLES

SET = 3
"""How many resources make a set."""


class Revenue(NamedTuple):
    """What a taxation pays, by what it is paid for."""

    settlements: int
    wonders: int
    resources: int
    stability: int
    other: int

    @property
    def total(self) -> int:
        """All of it."""
        return sum(self)


def resource_gold(held: dict[str, int], for_ten: int) -> int:
    """Three alike first, then any of the rest in sets (rule: taxation).

    >>> resource_gold({"iron": 4, "coal": 2}, 3)
    30
    """
    alike = sum(count // SET for count in held.values())
    rest = sum(held.values()) - alike * SET
    return alike * TABLES.taxation.three_alike + rest // for_ten * TABLES.taxation.any_three


def revenue(figures: Figures) -> Revenue:
    """What a seat would receive now."""
    state, seat, pay = figures.state, figures.seat, TABLES.taxation
    own = figures.civilization
    settlements = pay.village * state.villages(seat) + pay.city * state.cities(seat)
    if figures.government.id == "republic":
        settlements *= 2
    level = LEVELS[state.stability[seat]]
    per_city = sum(wonder.taxation_per_city for wonder in figures.wonders)
    return Revenue(
        settlements=settlements,
        wonders=pay.wonder * len(figures.wonders),
        resources=resource_gold(
            state.held_resources(seat, []), first_of(own.resources_for_ten, SET)
        ),
        stability={"solid": pay.solid, "very_solid": pay.very_solid}.get(level, 0),
        other=own.taxation
        + sum(wonder.taxation for wonder in figures.wonders)
        + per_city * state.cities(seat),
    )


def unrest(figures: Figures) -> int:
    """How taxation changes stability: monarchs who are not too well off are forgiven."""
    state, seat = figures.state, figures.seat
    if figures.government.id == "monarchy":
        own = figures.civilization.monarch_taxation
        if own is not None:
            return own
        if state.stability[seat] <= LEVEL["stable"]:
            return 0
    return TABLES.changes.taxation


class Taxation(Action):
    """The people pay first and grumble afterwards (rule: taxation)."""

    name, nothing = "taxation", "nothing_to_tax"

    def is_possible(self, figures: Figures) -> bool:
        """Whether there is anything to tax: without settlements there seldom is."""
        return bool(figures.homes) or revenue(figures).total > 0

    def facts(self, figures: Figures) -> dict[str, Value]:
        return {"gold": revenue(figures).total, "change": -unrest(figures)}

    def carry_out(self, play: Play[State], figures: Figures, plan: Answers) -> None:
        state, seat = play.state, figures.seat
        paid, change = revenue(figures), unrest(figures)
        state.receive(seat, paid.total)
        play.tell(events.Taxed(seat, paid.total, state.gold[seat], *paid))
        if change:
            state.change_stability(play, seat, change, "taxation")

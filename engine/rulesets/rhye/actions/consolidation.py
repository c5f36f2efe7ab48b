"""Consolidation: stability, and the infantry of some states (rulebook 7.1)."""

from __future__ import annotations

from collections.abc import Collection

from engine.core.flow import Play
from engine.core.grammar import Answers, Subset, Value
from engine.rulesets.rhye.actions.action import Action, Part
from engine.rulesets.rhye.actions.figures import Figures, first_of
from engine.rulesets.rhye.capitals import describe_home
from engine.rulesets.rhye.state import NOWHERE, State
from engine.rulesets.rhye.tables import GOVERNMENTS, TABLES
from engine.rulesets.rhye.territory import gain_units
from engine.world.describing import PLACE
from engine.world.state import BOARD, IDS

CALLED_UP = tuple(each.consolidation_infantry for each in GOVERNMENTS)
"""The infantry of each government with every consolidation."""


class Infantry(Part[int]):
    """Where the infantry of a fascist state are placed: anywhere at home, without limit."""

    name, rule, sort, strange = "infantry", "consolidation", PLACE, "not_your_settlement"

    def among(self, figures: Figures, said: Answers) -> Collection[int]:
        return figures.homes

    def grammar(self, figures: Figures, said: Answers) -> Subset | None:
        count = CALLED_UP[figures.state.governments[figures.seat]]
        if not count or len(figures.homes) < 2:
            return None
        homes, state = [IDS[region] for region in figures.homes], figures.state
        copies = dict.fromkeys(homes, count)
        return Subset(homes, count, count, copies, lambda key: describe_home(state, key))


INFANTRY = Infantry()


class Consolidation(Action):
    """The people calm down; the state's soldiers are called up."""

    name, parts = "consolidation", (INFANTRY,)

    def change(self, figures: Figures) -> int:
        """How stability rises."""
        return first_of(figures.civilization.consolidation, TABLES.changes.consolidation)

    def facts(self, figures: Figures) -> dict[str, Value]:
        own = figures.civilization.consolidation_infantry
        infantry = figures.government.consolidation_infantry + own if figures.homes else 0
        return {"change": self.change(figures), "infantry": infantry}

    def carry_out(self, play: Play[State], figures: Figures, plan: Answers) -> None:
        state, seat = play.state, figures.seat
        state.change_stability(play, seat, self.change(figures), "consolidation")
        kind = state.best(seat, "infantry")
        count = figures.government.consolidation_infantry
        if count and figures.homes:
            chosen = plan.get("infantry") or [IDS[figures.homes[0]]] * count
            for place in dict.fromkeys(chosen):
                gain_units(play, seat, kind, chosen.count(place), BOARD.index[place], "fascism")
        own, capital = figures.civilization.consolidation_infantry, state.capitals[seat]
        if own and capital != NOWHERE:
            gain_units(play, seat, kind, own, capital, "consolidation")

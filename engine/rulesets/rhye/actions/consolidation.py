"""Consolidation: stability, and the infantry of some states (rulebook 7.1)."""

from __future__ import annotations

from engine.core.flow import Play
from engine.core.grammar import Answers, Field, Grammar, Subset, Value
from engine.rulesets.rhye.actions.figures import Figures, first_of
from engine.rulesets.rhye.capitals import describe_home
from engine.rulesets.rhye.state import NOWHERE, State
from engine.rulesets.rhye.tables import GOVERNMENTS, TABLES
from engine.rulesets.rhye.territory import gain_units
from engine.world.state import BOARD, IDS

CALLED_UP = tuple(each.consolidation_infantry for each in GOVERNMENTS)
"""The infantry of each government with every consolidation."""


def infantry(figures: Figures, said: Answers) -> Grammar | None:
    """Where the infantry of a fascist state are placed: anywhere at home, without limit."""
    count = CALLED_UP[figures.state.governments[figures.seat]]
    if not count or len(figures.homes) < 2:
        return None
    homes = [IDS[region] for region in figures.homes]
    state = figures.state
    return Subset(
        homes, count, count, dict.fromkeys(homes, count), lambda k: describe_home(state, k)
    )


def called_up(figures: Figures) -> int:
    """How many infantry a consolidation brings, of the state and of the civilization's card."""
    if not figures.homes:
        return 0
    return figures.government.consolidation_infantry + figures.civilization.consolidation_infantry


FIELDS = (Field("infantry", infantry, ("consolidation",)),)


def carry_out(play: Play[State], figures: Figures, plan: dict[str, Value]) -> None:
    """The people calm down; the state's soldiers are called up."""
    state, seat = play.state, figures.seat
    change = first_of(figures.civilization.consolidation, TABLES.changes.consolidation)
    state.change_stability(play, seat, change, "consolidation")
    kind = state.best(seat, "infantry")
    count = figures.government.consolidation_infantry
    if count and figures.homes:
        chosen = plan.get("infantry") or [IDS[figures.homes[0]]] * count
        for place in dict.fromkeys(chosen):
            gain_units(play, seat, kind, chosen.count(place), BOARD.index[place], "fascism")
    capital = state.capitals[seat]
    if figures.civilization.consolidation_infantry and capital != NOWHERE:
        gain_units(
            play, seat, kind, figures.civilization.consolidation_infantry, capital, "consolidation"
        )

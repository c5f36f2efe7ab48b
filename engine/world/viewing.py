"""The spaces and wonders of a view, built from the state by naming what is shown."""

from __future__ import annotations

from engine.world.state import FIRST_SEA, IDS, LAPSED, NOBODY, WorldState
from engine.world.view import MarkerView, SettlementView, SpaceView, UnitsView, WonderView


def space_view(
    state: WorldState,
    space: int,
    units: tuple[UnitsView, ...],
    marker: MarkerView | None = None,
    *,
    lent_to: int | None = None,
    unexplored: bool = False,
) -> SpaceView:
    """A space with what stands there; the rule set says what is shown of units and marker."""
    if space >= FIRST_SEA:
        return SpaceView(IDS[space], units)
    built, settlement = state.settlements[space], None
    if built is not None:
        settlement = SettlementView(built.owner, built.size, state.resource_at(space), lent_to)
    return SpaceView(IDS[space], units, settlement, marker, unexplored)


def wonder_view(
    state: WorldState, wonder: int, thing: str, goal: int, progress: list[int]
) -> WonderView:
    """A wonder; while it is to be had, with everyone's way to the goal."""
    owner, facts = state.wonders[wonder], state.tables.wonders[wonder]
    to_be_had = facts.era == state.era and owner == NOBODY
    return WonderView(
        facts.id,
        state.tables.eras[facts.era],
        owner if owner >= 0 else None,
        owner == LAPSED,
        thing,
        goal,
        tuple(progress) if to_be_had else (),
    )

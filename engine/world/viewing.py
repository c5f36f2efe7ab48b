"""Builds the view of a game on the world board from its state, by naming what is shown.

A rule set that shows more, or less, than lies open in every such game takes the parts it needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.core.ruleset import Ruleset
from engine.world.state import FIRST_SEA, IDS, LAPSED, NOBODY, SPACES, Piece, WorldState
from engine.world.view import (
    CargoView,
    MarkerView,
    PlayerView,
    SettlementView,
    SpaceView,
    UnitsView,
    WonderView,
    WorldView,
)


def common(rules: Ruleset[Any], state: WorldState, seat: int | None) -> dict[str, Any]:
    """The fields of a view that every game on the world board shows in the same way."""
    return {
        **rules.basics(state, seat),
        "turn": state.turn,
        "scores": tuple(sum(state.points(each).values()) for each in range(state.seats)),
        "finished": bool(state.end),
        "era": state.tables.eras[state.era],
        "era_number": state.era,
        "first": state.first,
        "last_turn": state.turn_limit,
    }


def world_view(rules: Ruleset[Any], state: WorldState, seat: int | None) -> WorldView:
    """What `seat`, or a spectator, may know of a game in which everything lies open."""
    return WorldView(
        **common(rules, state, seat),
        players=tuple(player_view(state, each) for each in range(state.seats)),
        spaces=tuple(space_view(state, space, unit_views(state, space)) for space in SPACES),
    )


def player_view(state: WorldState, seat: int) -> PlayerView:
    """What a player has on and beside the board."""
    return PlayerView(
        seat,
        gold=state.gold[seat],
        settlements=tuple(state.sizes[seat]),
        points=state.points(seat),
        fallen=state.fallen[seat],
    )


EMPTY = tuple(SpaceView(IDS[space]) for space in SPACES)


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
        return SpaceView(IDS[space], units) if units else EMPTY[space]
    built, settlement = state.settlements[space], None
    if built is None and marker is None and not units and not unexplored:
        return EMPTY[space]
    if built is not None:
        settlement = SettlementView(built.owner, built.size, state.resource_at(space), lent_to)
    return SpaceView(IDS[space], units, settlement, marker, unexplored)


def no_farther(seat: int) -> int:
    """Fleets move as far as their type says."""
    return 0


def unit_views(
    state: WorldState, space: int, farther: Callable[[int], int] = no_farther
) -> tuple[UnitsView, ...]:
    """The pieces of a space, alike ones together; each fleet alone, with its cargo.

    `farther` says how much farther than others the fleets of a seat move.
    """
    stack = state.spaces[space]
    if not stack:
        return ()
    roster, moves = state.roster, state.roster.moves

    def is_ready(piece: Piece) -> bool:
        return piece.spent < moves[piece.kind]

    ships = [p for p in stack if p.kind in roster.fleets]
    if not ships:
        return alike(state, stack, is_ready)
    ashore = [p for p in stack if not p.aboard and p.kind not in roster.fleets]
    fleets = (
        fleet_view(state, space, ship, ship.spent < moves[ship.kind] + farther(ship.owner))
        for ship in ships
    )
    return (*alike(state, ashore, is_ready), *fleets)


def fleet_view(state: WorldState, space: int, ship: Piece, ready: bool) -> UnitsView:
    """A fleet with what it carries."""
    load = state.roster.count(state.cargo(space, ship.id))
    return UnitsView(
        ship.owner,
        state.roster.ids[ship.kind],
        1,
        int(ready),
        state.roster.fleet_key(ship),
        tuple(CargoView(kind, count) for kind, count in load),
    )


def alike(
    state: WorldState, pieces: Iterable[Piece], is_ready: Callable[[Piece], bool]
) -> tuple[UnitsView, ...]:
    """Pieces grouped by owner and type, with how many of each can still move."""
    groups: dict[tuple[int, int], tuple[int, int]] = {}
    for piece in pieces:
        key = piece.owner, piece.kind
        count, ready = groups.get(key, (0, 0))
        groups[key] = count + 1, ready + is_ready(piece)
    ids = state.roster.ids
    return tuple(
        [
            UnitsView(owner, ids[kind], count, ready)
            for (owner, kind), (count, ready) in sorted(groups.items())
        ]
    )


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

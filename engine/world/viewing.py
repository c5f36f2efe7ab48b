"""Builds the view of a game on the world board from its state, by naming what is shown.

A rule set that shows more, or less, than lies open in every such game takes the parts it needs.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from itertools import compress, zip_longest
from operator import ne
from typing import Any, NamedTuple

from engine.core.lazy import COMPARED, kept_answers
from engine.core.ruleset import Ruleset
from engine.world.roster import AnyRoster
from engine.world.state import IDS, LAPSED, NOBODY, SPACES, Piece, Settlement, WorldState
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
    facts = zip_longest(state.spaces, state.settlements, worked(state))
    return WorldView(
        **common(rules, state, seat),
        players=tuple(player_view(state, each) for each in range(state.seats)),
        spaces=shared_spaces(state, open_space, (state.roster,), facts),
    )


SHARED = "shared_spaces"
COMPARED.add(SHARED)


class Shown(NamedTuple):
    """The spaces as they were shown last, and everything that they were made of."""

    show: Callable[..., SpaceView]
    terms: tuple[Hashable, ...]
    facts: list[tuple[object, ...]]
    spaces: tuple[SpaceView, ...]


def shared_spaces(
    state: WorldState,
    show: Callable[..., SpaceView],
    terms: tuple[Hashable, ...],
    facts: Iterable[tuple[object, ...]],
) -> tuple[SpaceView, ...]:
    """The spaces as everyone may see them; those that are as they were are the same objects.

    A space is what `show` makes of its number, the `terms` that hold for all spaces, and its own
    `facts`, and is shown again when these differ from what they were: `show` gets nothing else, so
    no change can be overlooked. What only some seats may know is put in afterwards and not kept.
    """
    now, kept = list(facts), kept_answers(state)
    then: Shown | None = kept.get(SHARED)
    if then is None or then.show is not show or then.terms != terms:
        spaces = tuple([show(space, *terms, *now[space]) for space in SPACES])
    else:
        spaces = then.spaces
        changed = list(compress(SPACES, map(ne, now, then.facts)))
        if changed:
            shown = list(spaces)
            for space in changed:
                shown[space] = show(space, *terms, *now[space])
            spaces = tuple(shown)
    kept[SHARED] = Shown(show, terms, now, spaces)
    return spaces


def worked(state: WorldState) -> list[str | None]:
    """For each region, the resource that the settlement there works."""
    at = state.resource_at
    return [None if built is None else at(r) for r, built in enumerate(state.settlements)]


def open_space(
    space: int,
    roster: AnyRoster,
    stack: tuple[Piece, ...],
    built: Settlement | None,
    resource: str | None,
) -> SpaceView:
    """A space with its pieces and settlement."""
    settlement = None if built is None else SettlementView(built.owner, built.size, resource)
    return space_view(space, unit_views(roster, stack), settlement)


def player_view(state: WorldState, seat: int, **more: Any) -> PlayerView:
    """What a player has on and beside the board, and what `more` of it a rule set shows."""
    return PlayerView(
        seat,
        gold=state.gold[seat],
        wonders=state.wonders_of(seat),
        settlements=tuple(state.sizes[seat]),
        points=state.points(seat),
        fallen=state.fallen[seat],
        **more,
    )


EMPTY = tuple(SpaceView(IDS[space]) for space in SPACES)


def space_view(
    space: int,
    units: tuple[UnitsView, ...],
    settlement: SettlementView | None = None,
    marker: MarkerView | None = None,
    unexplored: bool = False,
) -> SpaceView:
    """A space with what is there; the rule set says what is shown of it."""
    if settlement is None and marker is None and not units and not unexplored:
        return EMPTY[space]
    return SpaceView(IDS[space], units, settlement, marker, unexplored)


def no_farther(seat: int) -> int:
    """Fleets move as far as their type says."""
    return 0


def unit_views(
    roster: AnyRoster, stack: tuple[Piece, ...], farther: Callable[[int], int] = no_farther
) -> tuple[UnitsView, ...]:
    """The pieces of a space, alike ones together; each fleet alone, with its cargo.

    `farther` says how much farther than others the fleets of a seat move.
    """
    if not stack:
        return ()
    moves = roster.moves

    def is_ready(piece: Piece) -> bool:
        return piece.spent < moves[piece.kind]

    ships = [p for p in stack if p.kind in roster.fleets]
    if not ships:
        return alike(roster, stack, is_ready)
    ashore = [p for p in stack if not p.aboard and p.kind not in roster.fleets]
    fleets = (
        fleet_view(roster, stack, ship, ship.spent < moves[ship.kind] + farther(ship.owner))
        for ship in ships
    )
    return (*alike(roster, ashore, is_ready), *fleets)


def fleet_view(roster: AnyRoster, stack: tuple[Piece, ...], ship: Piece, ready: bool) -> UnitsView:
    """A fleet with what it carries."""
    load = roster.count(p for p in stack if p.aboard == ship.id)
    return UnitsView(
        ship.owner,
        roster.ids[ship.kind],
        1,
        int(ready),
        roster.fleet_key(ship),
        tuple(CargoView(kind, count) for kind, count in load),
    )


def alike(
    roster: AnyRoster, pieces: Iterable[Piece], is_ready: Callable[[Piece], bool]
) -> tuple[UnitsView, ...]:
    """Pieces grouped by owner and type, with how many of each can still move."""
    groups: dict[tuple[int, int], tuple[int, int]] = {}
    for piece in pieces:
        key = piece.owner, piece.kind
        count, ready = groups.get(key, (0, 0))
        groups[key] = count + 1, ready + is_ready(piece)
    ids = roster.ids
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

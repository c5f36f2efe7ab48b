"""Who can move together, and where to (rulebook chapter 4).

A party is what one move order can take: the armies and settlers of a region, what one fleet
carries, the fleets of a sea zone, or the aircraft of a space. All in it have the same ways open.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.rulesets.standard.board import BOARD, FIRST_SEA, IDS, is_base
from engine.rulesets.standard.state import Piece, State
from engine.rulesets.standard.tables import AIRCRAFT, ARMIES, FLEETS, MOVES, TABLES, UNITS
from engine.world import reach

CAPACITY = TABLES.fleet_capacity
Groups = dict[str, list[Piece]]


class Way(NamedTuple):
    """A way to a destination: the spaces entered, and the fleet boarded at its end, or 0."""

    path: tuple[int, ...]
    fleet: int = 0


class Party(NamedTuple):
    """Pieces that may go together, in groups of alike ones, and how many may go at once."""

    place: int
    means: str
    groups: Groups
    most: int


def fleet_key(fleet: Piece) -> str:
    """A fleet's name in orders: its type and number."""
    return f"{UNITS[fleet.kind].id}#{fleet.id}"


GROUP_KEYS = tuple(
    tuple(unit.id if spent == 0 else f"{unit.id}+{spent}" for spent in range(unit.moves))
    for unit in UNITS
)
"""The name of alike pieces that can still move: their type, and the points they have spent."""


def boardable(state: State, seat: int, zone: int) -> list[tuple[Piece, int]]:
    """The seat's fleets in a zone that have room, with how much."""
    stack = state.spaces[zone]
    fleets = [p for p in stack if p.owner == seat and p.kind in FLEETS]
    if not fleets:
        return []
    load: dict[int, int] = {}
    for piece in stack:
        if piece.aboard:
            load[piece.aboard] = load.get(piece.aboard, 0) + 1
    return [(f, CAPACITY - load.get(f.id, 0)) for f in fleets if load.get(f.id, 0) < CAPACITY]


def parties(state: State, seat: int) -> dict[str, Party]:
    """Everything the seat can still move, by the name of where it starts."""
    found: dict[str, Party] = {}
    for place, stack in enumerate(state.spaces):
        if not stack:
            continue
        by_means: dict[str, Groups] = {}
        for piece in stack:
            if piece.owner != seat:
                continue
            kind, spent = piece.kind, piece.spent
            if spent >= MOVES[kind]:
                continue
            if kind in FLEETS:
                means, key = "sea", fleet_key(piece)
            else:
                key = GROUP_KEYS[kind][spent]
                if kind in AIRCRAFT:
                    means = "air"
                elif piece.aboard:
                    means = fleet_key(next(p for p in stack if p.id == piece.aboard))
                else:
                    means = "land"
            groups = by_means.get(means)
            if groups is None:
                by_means[means] = {key: [piece]}
            elif key in groups:
                groups[key].append(piece)
            else:
                groups[key] = [piece]
        for means, groups in by_means.items():
            add_party(state, seat, place, means, groups, found)
    return found


def can_move(state: State, seat: int) -> bool:
    """Whether the seat can move anything: the plain cases first, they are the most."""
    for place, stack in enumerate(state.spaces):
        for piece in stack:
            if piece.owner == seat and piece.spent < MOVES[piece.kind]:
                if piece.kind in FLEETS:
                    return True
                if place < FIRST_SEA and piece.kind not in AIRCRAFT and BOARD.beside[place]:
                    return True
    return bool(parties(state, seat))


def add_party(
    state: State, seat: int, place: int, means: str, groups: Groups, found: dict[str, Party]
) -> None:
    """Note a party, if it has anywhere to go."""
    count = sum([len(group) for group in groups.values()])
    here = IDS[place]
    if means == "land":
        if not BOARD.beside[place]:
            room = (r for zone in BOARD.coasts[place] for _, r in boardable(state, seat, zone))
            count = min(count, max(room, default=0))
        if count:
            found[here] = Party(place, means, groups, count)
    elif means == "sea":
        found[here] = Party(place, means, groups, count)
    elif means == "air":
        # A flight is as short as its shortest-legged aircraft: those must have a base in reach.
        able = {key: group for key, group in groups.items() if flights(state, seat, place, group)}
        if able:
            found[f"{here}/air"] = Party(place, means, able, sum(map(len, able.values())))
    elif BOARD.coasts[place]:
        found[means] = Party(place, "cargo", groups, count)


def points_left(pieces: Iterable[Piece]) -> int:
    """How far pieces can go together."""
    return min(MOVES[p.kind] - p.spent for p in pieces)


def flights(state: State, seat: int, place: int, pieces: list[Piece]) -> dict[int, tuple[int, ...]]:
    """The bases aircraft can fly to, with the ways."""
    ways = reach(place, points_left(pieces), BOARD.around.__getitem__)
    return {target: way for target, way in ways.items() if is_base(state, target, seat)}


def guarded(state: State, seat: int) -> frozenset[int]:
    """The spaces where somebody else could fight the seat: long moves go round them if they can."""
    return frozenset(
        place
        for place, stack in enumerate(state.spaces)
        if stack
        and any(
            p.owner != seat and p.kind in (ARMIES if place < FIRST_SEA else FLEETS) for p in stack
        )
    )


def destinations(state: State, seat: int, party: Party, pieces: list[Piece]) -> dict[str, Way]:
    """Where these pieces of a party can go together, by name: spaces, and fleets to board."""
    points, place = points_left(pieces), party.place
    if party.means == "air":
        ways = flights(state, seat, place, pieces)
        return {IDS[target]: Way(way) for target, way in ways.items()}
    avoid = guarded(state, seat) if points > 1 else frozenset[int]()
    if party.means == "sea":
        ways = reach(place, points, BOARD.beside.__getitem__, avoid)
        return {IDS[target]: Way(way) for target, way in ways.items()}
    if party.means == "land":
        ways = reach(place, points, BOARD.beside.__getitem__, avoid)
        ashore = {place: (), **ways}
    else:
        ways = reach(place, points, landing_steps, avoid)
        ashore = ways
    found = {IDS[target]: Way(way) for target, way in ways.items()}
    for target, way in ashore.items():
        if len(way) < points:
            for zone in BOARD.coasts[target]:
                for fleet, room in boardable(state, seat, zone):
                    if room >= len(pieces):
                        found.setdefault(fleet_key(fleet), Way((*way, zone), fleet.id))
    return found


def landing_steps(space: int) -> tuple[int, ...]:
    """Steps of pieces that start aboard: off the ship, then over land."""
    return BOARD.beside[space] if space < FIRST_SEA else BOARD.coasts[space]

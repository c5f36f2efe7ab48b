"""Movement by parties: the order form for which party, which of its pieces, where to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

from engine.core.grammar import Answers, Field, Grammar, OneOf, Option, Subset
from engine.core.lazy import lazy
from engine.core.text import Text
from engine.world.describing import aboard, units
from engine.world.movement import parties
from engine.world.movement.parties import Party, Way
from engine.world.movement.phase import MovementOrders
from engine.world.state import IDS, Piece, WorldState

MOVE = ("move",)


class PartyOrders(MovementOrders):
    """Moves of parties: which party, which of its pieces, where to.

    `ways_about` is the module that knows who can go where; one of a rule set has the same functions
    as the kit's.
    """

    ways_about: ClassVar[Any] = parties
    actions: Sequence[str] = ()
    """What can be done beside ending: every question names it, so it is found at once."""

    def __init__(self, state: Any, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.held: tuple[int, ...] = state.held_spaces(seat)
        """The spaces with own pieces."""
        self.can_move = bool(self.ways_about.can_move(state, seat, self.held))
        """Whether any party can still move; cheaper than to find them all."""
        if self.can_move:
            self.actions = MOVE
        self._parties: dict[str, Party] = {}
        self._units: dict[str, Subset] = {}
        self._ways: dict[tuple[str, ...], dict[str, Way]] = {}

    @lazy
    def origins(self) -> dict[str, tuple[int, str]]:
        """Every party that can still move."""
        found: dict[str, tuple[int, str]] = self.ways_about.origins(
            self.state, self.seat, self.held
        )
        return found

    def party(self, origin: str) -> Party:
        """The party of an origin."""
        found = self._parties.get(origin)
        if found is None:
            place, means = self.origins[origin]
            found = self.ways_about.party(self.state, self.seat, origin, place, means)
            self._parties[origin] = found
        return found

    def units(self, origin: str) -> Subset:
        """Which pieces of a party to take."""
        found = self._units.get(origin)
        if found is None:
            party = self.party(origin)
            copies = {key: len(group) for key, group in party.groups.items()}
            # A function of the party alone: one of `self` would keep all of this, and the state, in
            # a cycle that is not freed at once.
            describe = partial(describe_group, self.state, party)
            found = Subset(list(copies), 1, party.most, copies, describe)
            self._units[origin] = found
        return found

    def pieces(self, origin: str, units: list[str]) -> list[Piece]:
        """The pieces an order names: of alike ones, the oldest."""
        groups = self.party(origin).groups
        if len(units) == 1:
            return groups[units[0]][:1]
        return [p for key in dict.fromkeys(units) for p in groups[key][: units.count(key)]]

    def ways(self, origin: str, units: list[str]) -> dict[str, Way]:
        """Where those pieces can go together."""
        asked = (origin, *units)
        found = self._ways.get(asked)
        if found is None:
            party, pieces = self.party(origin), self.pieces(origin, units)
            found = self.ways_about.destinations(self.state, self.seat, party, pieces)
            self._ways[asked] = found
        return found

    def ask_origin(self, said: Answers) -> Grammar | None:
        """Which party moves."""
        return OneOf(list(self.origins), self.describe_origin)

    def ask_units(self, said: Answers) -> Grammar | None:
        """Which of the party move."""
        return self.units(said["from"])

    def ask_target(self, said: Answers) -> Grammar | None:
        """Where they move to."""
        ways = self.ways(said["from"], said["units"])
        return OneOf(list(ways), lambda key: self.describe_target(key, ways[key]))

    def describe_origin(self, key: str) -> Option:
        """A party in words, by where it starts."""
        found = self.party(key)
        here = [piece for group in found.groups.values() for piece in group]
        return describe_spot(key, found.place, units(self.state, here))

    def describe_target(self, key: str, way: Way) -> Option:
        """A place to go to with what is to be found there, or a ship with what it carries."""
        place = way.path[-1]
        if not way.fleet:
            return describe_spot(key, place, self.found_on(way.path))
        load = self.state.cargo(place, way.fleet)
        room = self.state.tables.fleet_capacity - len(load)
        return describe_spot(key, place, aboard(self.state, load, room))

    def found_on(self, path: tuple[int, ...]) -> Text | None:
        """What pieces would find at the end of a way, and whom they pass."""
        return None


PARTY_FIELDS = (
    Field("do", PartyOrders.ask_action),
    Field("from", PartyOrders.ask_origin, only=MOVE),
    Field("units", PartyOrders.ask_units, only=MOVE),
    Field("to", PartyOrders.ask_target, only=MOVE),
)


def describe_group(state: WorldState, party: Party, key: str) -> Option:
    """Alike pieces of a party in words; a ship with what it carries."""
    detail = None
    if "#" in key:
        ship = party.groups[key][0]
        detail = aboard(state, state.cargo(party.place, ship.id))
    return Option(key, Text("group", {"group": key}), detail=detail)


def describe_spot(key: str, space: int, detail: Text | None) -> Option:
    """A place to move from or to, a fleet, or aircraft at a place, and the space it is in."""
    return Option(key, Text("spot", {"spot": key}), place=IDS[space], detail=detail)


def step(state: WorldState, pieces: list[Piece], here: int, there: int, aboard: int) -> list[Piece]:
    """Move pieces by one space; what fleets carry comes along and spends nothing."""
    ids = {p.id for p in pieces}
    moved, riders, stay = [], [], []
    for piece in state.spaces[here]:
        if piece.id in ids:
            moved.append(Piece(piece.id, piece.owner, piece.kind, piece.spent + 1, aboard))
        elif piece.aboard in ids:
            riders.append(piece)
        else:
            stay.append(piece)
    state.put_stack(here, tuple(stay))
    state.join_stack(there, moved + riders)
    return moved

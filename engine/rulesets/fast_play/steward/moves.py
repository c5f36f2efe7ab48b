"""The moves over land that the movement form offers, read once."""

from __future__ import annotations

from engine.core.answering import field, keys
from engine.core.grammar import Answers, Escorted, Grammar, Subset
from engine.rulesets.fast_play.steward.situation import Departure, Limits, Situation
from engine.world.steward.forms import kind_of, march, rooms, spaces
from engine.world.steward.survey import BOARD

MOVE: Answers = {"do": "move"}


class Moves:
    """Where the pieces of each region can go, and which of them."""

    def __init__(self, s: Situation, grammar: Grammar) -> None:
        self.s = s
        self.grammar = grammar
        self.actions = keys(field(grammar, "do", {}))
        self.origins = spaces(field(grammar, "from", MOVE)) if "move" in self.actions else []
        self._departures: dict[int, Departure] = {}

    def departure(self, origin: int) -> Departure:
        """Where the pieces of a region can go: as before if they, and the land, are as before."""
        found = self._departures.get(origin)
        if found is None:
            s, kept = self.s, self.s.departures
            found, units, limits = kept.get(origin), s.view.spaces[origin].units, s.limits(origin)
            if found is None or found.units is not units or found.limits != limits:
                found = kept[origin] = self.ask_departure(origin, limits)
            self._departures[origin] = found
        return found

    def ask_departure(self, origin: int, limits: Limits) -> Departure:
        """The same, read off the form."""
        targets = spaces(field(self.grammar, "to", {**MOVE, "from": BOARD.id(origin)}))
        occupied = frozenset(self.s.occupants.keys() & targets)
        units = self.s.view.spaces[origin].units
        return Departure(units, limits, targets, occupied, {})

    def targets(self, origin: int) -> list[int]:
        """Where pieces of a region can go."""
        return self.departure(origin).targets

    def movers(self, origin: int, target: int) -> tuple[dict[str, int], int]:
        """Which pieces can go from one region to another on their own, and how many at once."""
        known = self.departure(origin).movers
        if target not in known:
            said = {**MOVE, "from": BOARD.id(origin), "to": BOARD.id(target)}
            units = field(self.grammar, "units", said)
            pieces, most = rooms(units), units.cap() if isinstance(units, Subset) else 0
            if isinstance(units, Escorted):
                led = units.followers
                pieces = {key: room for key, room in pieces.items() if key not in led}
            known[target] = pieces, most
        return known[target]

    def settlers(self, origin: int, target: int) -> list[str]:
        """The settlers that can go from one region to another."""
        return [key for key in self.movers(origin, target)[0] if kind_of(key) == "settler"]


def go(origin: int, target: int, units: list[str]) -> Answers:
    """The order to move over land."""
    return march(BOARD.id(origin), units, BOARD.id(target))

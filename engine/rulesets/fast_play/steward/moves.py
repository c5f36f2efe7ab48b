"""The moves over land that the movement form offers, read once."""

from __future__ import annotations

from engine.core.answering import field, keys
from engine.core.grammar import Answers, Escorted, Grammar, Subset
from engine.rulesets.fast_play.steward.situation import Departure, Situation
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
        # How many pieces have gone over fleets this turn is not in the view.
        self._known: dict[int, Departure] = {} if s.bridges else s.departures

    def _from(self, origin: int) -> Departure:
        """Where the pieces of a region can go: as before if they, and the land, are as before."""
        known, units = self._known.get(origin), self.s.view.spaces[origin].units
        if known is None or known.units is not units:
            said = {**MOVE, "from": BOARD.id(origin)}
            known = Departure(units, spaces(field(self.grammar, "to", said)), {})
            self._known[origin] = known
        return known

    def targets(self, origin: int) -> list[int]:
        """Where pieces of a region can go."""
        return self._from(origin).targets

    def movers(self, origin: int, target: int) -> tuple[dict[str, int], int]:
        """Which pieces can go from one region to another on their own, and how many at once."""
        known = self._from(origin).movers
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

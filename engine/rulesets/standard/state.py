"""The state of a Standard game, and the questions about it that the rules ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from engine.core.flow import Play
from engine.core.grammar import Value
from engine.core.question import Fault, no
from engine.rulesets.standard import events
from engine.rulesets.standard.frames import AnyFrame
from engine.rulesets.standard.tables import TABLES, Tables, Unit
from engine.world.goods import TradingState
from engine.world.roster import Roster
from engine.world.state import BIT, BOARD, IDS, NOBODY, SIZES, STOPPED

LOOKED = 2 * STOPPED
"""A flag in `Piece.spent`: a settler that has looked at a marker."""
LARGEST = len(SIZES)
"""The size of a metropolis."""


class Marker(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An exploration marker in a region. Face down, the seats in the bit mask `known` know it."""

    kind: int
    up: bool = False
    known: int = 0


class Orders(msgspec.Struct, frozen=True, array_like=True):
    """A seat's standing orders: private, changed at any time, acted on as its own choices."""

    toward: tuple[str, ...]
    wonders: str = "ask"
    trade: str = "ask"
    battle: str = "ask"


class State(TradingState, kw_only=True):
    """Everything about a Standard game, hidden things included. Only the engine sees it.

    `box` holds the markers that were not laid out, `discards` those taken off the board.
    `technologies` are the owners of the cards.
    """

    tables: ClassVar[Tables] = TABLES
    roster: ClassVar[Roster[Unit]] = TABLES.roster

    era_ending: bool = False
    together: bool = False
    markers: list[Marker | None]
    box: list[int]
    discards: list[int]
    technologies: list[int]
    orders: list[Orders]
    frames: list[AnyFrame]

    @classmethod
    def initial(cls, seats: int, options: Mapping[str, Value]) -> dict[str, Any]:
        heap = [
            kind for kind, count in enumerate(cls.tables.markers.values()) for _ in range(count)
        ]
        if options["empty_markers"] == "fewer":
            for _ in range(2 * seats):
                heap.remove(cls.tables.no_encounter)
        return {
            **super().initial(seats, options),
            "together": options["purchases"] == "together",
            "markers": [None] * len(BOARD.land),
            "box": heap,
            "discards": [],
            "technologies": [NOBODY] * len(cls.tables.cards),
            "orders": [Orders(("ask",) * seats)] * seats,
        }

    # Markers and resources.

    def resource_at(self, region: int) -> str | None:
        """The resource a settlement in this region works, if any."""
        marker = self.markers[region]
        resources = self.tables.resources
        if marker is None or not marker.up or marker.kind >= len(resources):
            return None
        return resources[marker.kind]

    def is_fertile(self, region: int) -> bool:
        """Whether the region is fertile, and known to be."""
        marker = self.markers[region]
        return marker is not None and marker.up and marker.kind == self.tables.fertile

    def size_limit(self, region: int) -> int:
        """The largest settlement the region's face-up terrain bears (rule: terrain)."""
        marker = self.markers[region]
        if marker is None or not marker.up:
            return LARGEST
        return self.tables.size_limits.get(marker.kind, LARGEST)

    def growth_fault(self, region: int) -> Fault:
        """What keeps the settlement of a region from growing now, money aside (rule: upgrades)."""
        held = self.settlements[region]
        if held is None:
            return True
        # Most of those that cannot grow have done so this turn, or are too large.
        if held.grown == self.turn:
            return "grown_this_turn"
        if held.size == LARGEST:
            return "largest_already"
        if self.markers[region] is None or held.size < self.size_limit(region):
            return None
        return no("terrain_limit", "terrain", good="grow")

    def can_grow(self, region: int) -> bool:
        """Whether the settlement of a region could grow now, money aside."""
        return not self.growth_fault(region)

    def discard(self, region: int) -> None:
        """Put a region's marker back into the game box, for all to see."""
        marker = self.markers[region]
        assert marker is not None
        self.markers[region] = None
        self.discards.append(marker.kind)

    def military(self, space: int, seat: int) -> int:
        """How many units a seat has in a space that fight or help there: aircraft, no cargo."""
        if not self.holders[space] & BIT[seat]:
            return 0
        return len(self.fighters(space, (seat,))) + len(self.aircraft(space, (seat,)))

    def strength(self, kind: int) -> dict[str, int]:
        """What a type of piece rolls in battle, for people (rule: battle-dice)."""
        return {"dice": self.roster.units[kind].dice}

    def armies_available(self) -> list[str]:
        """The armies that a minor civilization can bring (rule: minor-civilization)."""
        return list(self.roster.armies_of(self.era))

    # Technologies and eras.

    def technology_count(self, seat: int) -> int:
        return self.technologies.count(seat)

    def era_technologies(self, seat: int, era: int) -> int:
        """How many technologies of an era a seat owns."""
        cards = self.tables.era_cards[era]
        return self.technologies[cards.start : cards.stop].count(seat)

    def era_supply(self) -> int:
        """How many technologies of the current era are still to be had."""
        return self.era_technologies(NOBODY, self.era)

    def technology_price(self, seat: int) -> int:
        """What the seat's next technology costs (rule: technologies)."""
        price = self.tables.technology_price
        return price.base + price.per_technology * self.technology_count(seat)

    def gain_technology(self, play: Play[Any], seat: int) -> str:
        """Give a seat the next card of the current era; nothing when there is none left."""
        for card in self.tables.era_cards[self.era]:
            if self.technologies[card] == NOBODY:
                self.technologies[card] = seat
                self.check_era(play)
                return self.tables.cards[card]
        return ""

    def find_technology(self, play: Play[Any], seat: int, region: int) -> None:
        """A marker gives a technology (rule: free-technology)."""
        card = self.gain_technology(play, seat)
        play.tell(events.TechnologyFound(seat, IDS[region], card))

    def check_era(self, play: Play[Any]) -> None:
        """Note when the current era comes to its end (rule: era-change).

        An era that has come to its end stays so. The modern era is different: what ends the game is
        who owns three at the end of the turn, so that it can still go on (rule: end).
        """
        last = self.era == self.tables.last_era
        if self.era_ending and not last:
            return
        needed = self.tables.technologies_that_end_an_era
        cards = self.tables.era_cards[self.era]
        owners = self.technologies[cards.start : cards.stop]
        ends = NOBODY not in owners or any(owners.count(s) >= needed for s in range(self.seats))
        if ends == self.era_ending:
            return
        self.era_ending = ends
        era = self.tables.eras[self.era]
        play.tell(events.EraEnding(era) if ends else events.EraGoesOn(era))

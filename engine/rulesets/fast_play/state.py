"""The state of a Fast Play game, and the questions about it that the rules ask."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import msgspec

from engine.core.flow import Play
from engine.core.grammar import Value
from engine.rulesets.fast_play import events
from engine.rulesets.fast_play.frames import AnyFrame
from engine.rulesets.fast_play.tables import TABLES, Tables
from engine.world.roster import Roster, Unit
from engine.world.state import BARBARIANS, BOARD, FIRST_SEA, IDS, STOPPED, WorldState

OFF_ROAD = 2 * STOPPED
"""A flag in `Piece.spent`: a piece that can use no road or railway any more this turn."""
GROUNDED = 2 * OFF_ROAD
"""Another: an aircraft that has moved like infantry, and so does not fly this turn."""


UNEXPLORED = -1
BARE = -2
"""Regions without a marker: nobody has been there, or a people began there."""


class Orders(msgspec.Struct, frozen=True, array_like=True):
    """A seat's standing orders: private, changed at any time, acted on as its own choices."""

    losses: str = "ask"
    retreat: str = "ask"
    settle: str = "ask"


class State(WorldState, kw_only=True):
    """Everything about a Fast Play game, hidden things included. Only the engine sees it.

    `bag` counts the markers of each type that are still to be drawn, `markers` are those of the
    regions. `exploited` counts the regions of each resource that have been settled, `worked` says
    which regions these are. Technologies are counted by seat and era; a fifth era is the end.
    """

    tables: ClassVar[Tables] = TABLES
    roster: ClassVar[Roster[Unit]] = TABLES.roster
    has_barbarians: ClassVar[bool] = True

    together: bool = False
    """Whether all buy at the same time (a table option)."""
    era_turn: int = 0
    bag: list[int]
    markers: list[int]
    worked: list[bool]
    exploited: list[int]
    technologies: list[list[int]]
    orders: list[Orders]
    frames: list[AnyFrame]

    @classmethod
    def initial(cls, seats: int, options: Mapping[str, Value]) -> dict[str, Any]:
        return {
            **super().initial(seats, options),
            "together": options["purchases"] == "together",
            "bag": list(cls.tables.markers.values()),
            "markers": [UNEXPLORED] * len(BOARD.land),
            "worked": [False] * len(BOARD.land),
            "exploited": [0] * len(cls.tables.resources),
            "technologies": [[0] * (len(cls.tables.eras) + 1) for _ in range(seats)],
            "orders": [Orders()] * seats,
        }

    # The land.

    def is_exploited(self, resource: str) -> bool:
        """Whether anybody has ever exploited a resource (rule: resources)."""
        return self.exploited[TABLES.marker_index[resource]] > 0

    def is_unexplored(self, region: int) -> bool:
        """Whether nobody has explored a region yet."""
        return self.markers[region] == UNEXPLORED

    def resource_at(self, region: int) -> str | None:
        """The resource of a region, as far as it is explored."""
        kind, resources = self.markers[region], TABLES.resources
        return resources[kind] if 0 <= kind < len(resources) else None

    # Pieces.

    def spare(self, seat: int, size: int) -> int:
        """How many settlements of a size a seat still has beside the board (rule: piece-limits)."""
        return TABLES.pieces.settlement - self.sizes[seat][size - 1]

    def spare_settlers(self, seat: int) -> int:
        """How many settlers a seat still has beside the board (rule: piece-limits)."""
        return TABLES.pieces.settler - self.tally[seat][self.roster.settler]

    def shrink(self, region: int) -> int:
        """A settlement loses a size only if its owner has a piece for it (rule: piece-limits)."""
        old = self.settlements[region]
        if old is not None and old.size > 1 and not self.spare(old.owner, old.size - 1):
            return 0
        return super().shrink(region)

    def shrink_all(self, regions: Iterable[int]) -> dict[int, int]:
        """The smallest first, whose pieces serve the larger ones (rule: plague)."""
        struck = list(regions)
        sizes = super().shrink_all(sorted(struck, key=self.size_at))
        return {region: sizes[region] for region in struck}

    def fleets_at_sea(self, seat: int) -> dict[int, int]:
        """How many fleets a seat has in each sea zone where it has any."""
        if not self.owns_any(seat, self.roster.fleets):
            return {}
        found: dict[int, int] = {}
        for zone in self.held_spaces(seat):
            if zone >= FIRST_SEA:
                found[zone] = len(self.pieces(zone, seat))
        return found

    def destroy_fleets(self, play: Play[Any], region: int) -> None:
        """The fleets in a harbour go down with it (rules: capture, piece-limits)."""
        ships = [p for p in self.spaces[region] if p.kind in self.roster.fleets]
        if ships:
            self.remove_pieces(region, ships)
            lost = self.roster.count(ships)
            play.tell(events.FleetsDestroyed(ships[0].owner, IDS[region], lost))

    def capture_settlers(self, play: Play[Any], space: int, loser: int, captor: int) -> None:
        """A seat's settlers become the captor's, while it has pieces (rule: settlers-captured)."""
        caught = self.settlers(space, loser)
        if not caught:
            return
        self.remove_pieces(space, caught)
        if captor == BARBARIANS:
            play.tell(events.SettlersLost(loser, IDS[space], len(caught)))
            return
        turned = min(len(caught), self.spare_settlers(captor))
        for _ in range(turned):
            self.add_piece(captor, self.roster.settler, space)
        play.tell(
            events.SettlersCaptured(captor, loser, IDS[space], len(caught), len(caught) - turned)
        )

    def down_aircraft(self, play: Play[Any], space: int, seats: tuple[int, int]) -> None:
        """Aircraft alone among the other side's units are destroyed (rule: aircraft-battle)."""
        armed = [self.is_armed(space, seat) for seat in seats]
        for seat, threatened in zip(seats, reversed(armed), strict=True):
            planes = self.aircraft(space, (seat,))
            if planes and threatened and not self.has_army(space, seat):
                self.remove_pieces(space, planes)
                play.tell(events.AircraftLost(seat, IDS[space], len(planes)))

    def is_armed(self, space: int, seat: int) -> bool:
        """Whether a seat has any military unit in a space, fleets in harbour included."""
        return any(p.owner == seat and p.kind != self.roster.settler for p in self.spaces[space])

    # Players.

    def technology_count(self, seat: int) -> int:
        return sum(self.technologies[seat])

    def current_technologies(self, seat: int) -> int:
        """How many technologies of the current era a seat owns; barbarians own none."""
        return 0 if seat == BARBARIANS else self.technologies[seat][self.era]

    def fall(self, play: Play[Any], seat: int) -> None:
        self.fallen[seat] = True
        play.tell(events.Fallen(seat))

"""The state of a game of Rhye's and Fall, and the questions about it that the rules ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

import msgspec

from engine.core.errors import IllegalChoice
from engine.core.flow import Play
from engine.core.grammar import Value
from engine.core.question import Fault
from engine.core.ranking import ranked
from engine.core.text import Text
from engine.core.view import Outcome
from engine.rulesets.rhye import events
from engine.rulesets.rhye.frames import AnyFrame
from engine.rulesets.rhye.tables import (
    BY_ROLE,
    CITY,
    CIVILIZATIONS,
    GOVERNMENT,
    GROUNDS,
    LEVEL,
    LEVELS,
    NEEDS,
    RELIGION,
    RESOURCES,
    ROSTER,
    TABLES,
    TECHNOLOGIES,
    UNIT_NEEDS,
    VILLAGE,
    WONDERS,
    Civilization,
    Ground,
    Roster,
    Tables,
)
from engine.world.goods import TradingState
from engine.world.state import BIT, BOARD, FIRST_SEA, NOBODY, SIZES, Settlement

GREY = -1
"""The owner of grey pieces and settlements, which are nobody's."""
UNBUILT, DESTROYED = -1, -2
"""Where a wonder is that stands nowhere: still to be built, or gone for good."""
IN_GREY = -3
"""The owner of wonders that stand in a grey settlement."""
NO_MARKER = -1
UNKNOWN, STARTED_WITH = -1, -2
"""Who was first with a technology that nobody owned yet, or that someone began with."""
NOWHERE = -1


@lru_cache(maxsize=4096)
def lacking(missing: int) -> IllegalChoice:
    """Some technologies are needed first."""
    names = tuple(
        Text(f"technology.{each.id}") for at, each in enumerate(TECHNOLOGIES) if missing >> at & 1
    )
    return IllegalChoice("prerequisites", missing=names)


def learning_fault(owned: int, technology: int) -> Fault:
    """What keeps a technology from being learnt: it is known, or some of what it needs is not."""
    if owned >> technology & 1:
        return "known_already"
    missing = NEEDS[technology] & ~owned
    return lacking(missing) if missing else None


@lru_cache(maxsize=4096)
def learnable_with(owned: int) -> tuple[int, ...]:
    """The technologies that can be learnt with these."""
    return tuple(each for each in range(len(NEEDS)) if not learning_fault(owned, each))


def places_of(value: int, values: list[int]) -> list[int]:
    """Where in a list a value stands: quick where it stands in few places."""
    found, at = [], -1
    for _ in range(values.count(value)):
        at = values.index(value, at + 1)
        found.append(at)
    return found


class Orders(msgspec.Struct, frozen=True, array_like=True):
    """A seat's standing orders: private, changed at any time, acted on as its own choices."""

    battle: str = "ask"
    join: str = "ask"
    trade: str = "ask"


class State(TradingState, kw_only=True):
    """Everything about a game, hidden things included. Only the engine sees it.

    `markers` are the kinds of the markers on the land, those in `face_down` unseen; `box` holds
    those that were not laid out, `discards` those taken off the board. `colonies` are the owners of
    resources, `former` who owned a grey settlement before. `technologies` are bits by seat,
    `firsts` who was first with each. `stability` counts levels from the worst. `sites` are the
    regions of the wonders, `wonders` their owners. `contacts` are the bits of the seats that each
    seat has met. `republics` are the seats that had the republic's technology, `shocks` the
    governments that have shocked the world, both as bits. `launches` are the turns in which
    spaceships were built. `last_round` is the turn after which the score decides.
    """

    tables: ClassVar[Tables] = TABLES
    roster: ClassVar[Roster] = ROSTER
    has_barbarians: ClassVar[bool] = True

    dealt: bool = True
    historical: bool = True
    winner: int = NOBODY
    last_round: int = 0
    republics: int = 0
    shocks: int = 0
    markers: list[int]
    face_down: list[bool]
    box: list[int]
    discards: list[int]
    colonies: list[int]
    former: list[int]
    sites: list[int]
    civilizations: list[int]
    technologies: list[int]
    firsts: list[int]
    stability: list[int]
    governments: list[int]
    religions: list[int]
    capitals: list[int]
    contacts: list[int]
    launches: list[int]
    orders: list[Orders]
    frames: list[AnyFrame]

    @classmethod
    def initial(cls, seats: int, options: Mapping[str, Value]) -> dict[str, Any]:
        land = len(BOARD.land)
        return {
            **super().initial(seats, options),
            "dealt": options["civilizations"] == "dealt",
            "historical": options["starts"] == "historical",
            # The last row is for grey settlements.
            "sizes": [[0] * len(SIZES) for _ in range(seats + 1)],
            "markers": [NO_MARKER] * land,
            "face_down": [False] * land,
            "box": list(GROUNDS[seats].markers),
            "discards": [],
            "colonies": [NOBODY] * land,
            "former": [NOBODY] * land,
            "sites": [UNBUILT] * len(WONDERS),
            "civilizations": [NOBODY] * seats,
            "technologies": [0] * seats,
            "firsts": [UNKNOWN] * len(TECHNOLOGIES),
            "stability": [LEVEL[TABLES.starting_stability]] * seats,
            "governments": [GOVERNMENT["monarchy"]] * seats,
            "religions": [RELIGION["paganism"]] * seats,
            "capitals": [NOWHERE] * seats,
            "contacts": [0] * seats,
            "launches": [0] * seats,
            "orders": [Orders()] * seats,
        }

    @property
    def ground(self) -> Ground:
        """The part of the board in play."""
        return GROUNDS[self.seats]

    def civilization(self, seat: int) -> Civilization:
        """The civilization that a seat leads."""
        return CIVILIZATIONS[self.civilizations[seat]]

    # The land.

    def marker_at(self, region: int) -> int:
        """The face-up marker of a region, or NO_MARKER."""
        return NO_MARKER if self.face_down[region] else self.markers[region]

    def discard(self, region: int) -> None:
        """Take a region's marker off the board, for all to see."""
        self.discards.append(self.markers[region])
        self.markers[region] = NO_MARKER
        self.face_down[region] = False

    def resource_at(self, region: int) -> str | None:
        kind = self.markers[region]
        if self.face_down[region] or not 0 <= kind < len(RESOURCES):
            return None
        return RESOURCES[kind]

    def held_resources(self, seat: int, regions: Sequence[int]) -> dict[str, int]:
        """Resources belong to the owner of the colony, wherever the settlements are."""
        held: dict[str, int] = {}
        for region in places_of(seat, self.colonies):
            resource = RESOURCES[self.markers[region]]
            held[resource] = held.get(resource, 0) + 1
        return held

    # Settlements and wonders.

    def put_settlement(self, region: int, settlement: Settlement | None) -> None:
        """The wonders of a territory go with its settlement."""
        super().put_settlement(region, settlement)
        owner = NOBODY if settlement is None else settlement.owner
        for wonder in self.wonders_at(region):
            self.wonders[wonder] = IN_GREY if owner == GREY else owner

    def shrink(self, region: int) -> int:
        """A city becomes a village; a village suffers nothing."""
        old = self.settlements[region]
        if old is None or old.size < CITY:
            return 0
        self.put_settlement(region, Settlement(old.owner, VILLAGE, old.grown))
        return VILLAGE

    def cities(self, seat: int) -> int:
        """How many cities a seat has."""
        return self.sizes[seat][CITY - 1]

    def villages(self, seat: int) -> int:
        """How many villages a seat has."""
        return self.sizes[seat][VILLAGE - 1]

    def wonders_at(self, region: int) -> list[int]:
        """The wonders of a territory."""
        return places_of(region, self.sites)

    # Technologies and what they allow.

    def knows(self, seat: int, technology: int) -> bool:
        """Whether a seat owns a technology."""
        return bool(self.technologies[seat] >> technology & 1)

    def learnable(self, seat: int) -> list[int]:
        """The technologies that a seat lacks and has all prerequisites of."""
        return list(learnable_with(self.technologies[seat]))

    def technology_count(self, seat: int) -> int:
        return self.technologies[seat].bit_count()

    def best(self, seat: int, role: str) -> int:
        """The most modern type of a role that a seat can train; the oldest if it can train none."""
        owned = self.technologies[seat]
        kinds = BY_ROLE[role]
        return next(
            (k for k in reversed(kinds) if owned & UNIT_NEEDS[k] == UNIT_NEEDS[k]), kinds[0]
        )

    # Stability and contact.

    def level_after(self, seat: int, change: int) -> int:
        """Where a seat stands on the chart when it rises or falls, within its ends."""
        floor = LEVEL["collapsing"] if self.religions[seat] == RELIGION["buddhism"] else 0
        old = self.stability[seat]
        return min(max(old + change, min(floor, old)), len(LEVELS) - 1)

    def change_stability(self, play: Play[Any], seat: int, change: int, why: str) -> None:
        """A seat rises or falls on the chart (rule: stability)."""
        old, new = self.stability[seat], self.level_after(seat, change)
        self.stability[seat] = new
        if new != old:
            play.tell(events.StabilityChanged(seat, new - old, LEVELS[new], why))

    def meet(self, play: Play[Any], seat: int, space: int) -> None:
        """A seat's unit or settlement in a space brings it into contact with others (contact)."""
        known = self.contacts[seat] | 1 << seat
        if known == (1 << self.seats) - 1:
            return
        holders, settlements, met = self.holders, self.settlements, 0
        has_unit = holders[space] & BIT[seat]
        for near in (space, *BOARD.around[space]):
            met |= holders[near]
            if has_unit and near < FIRST_SEA:
                settlement = settlements[near]
                if settlement is not None and settlement.owner != GREY:
                    met |= 1 << settlement.owner
        new = met & ~known & (1 << self.seats) - 1
        if new:
            self.contacts[seat] |= new
            for other in range(self.seats):
                if new >> other & 1:
                    self.contacts[other] |= 1 << seat
                    play.tell(events.Met(seat, other))

    # Points and players.

    def points(self, seat: int) -> dict[str, int]:
        """What counts at the end, nothing for a player who is out (rules: score, fallen)."""
        value = TABLES.points
        if self.fallen[seat]:
            return dict.fromkeys(("gold", "cities", "wonders", "firsts"), 0)
        return {
            "gold": self.gold[seat] // value.gold_for_one,
            "cities": value.city * self.cities(seat),
            "wonders": value.wonder * self.wonders.count(seat),
            "firsts": self.firsts.count(seat) // value.firsts_for_one,
        }

    def fall(self, play: Play[Any], seat: int) -> None:
        """The resources of a player who is out are nobody's (rule: fallen)."""
        super().fall(play, seat)
        self.colonies = [NOBODY if owner == seat else owner for owner in self.colonies]

    def tie_break(self, seat: int) -> tuple[int, ...]:
        return self.cities(seat), self.gold[seat]

    def outcome(self) -> Outcome | None:
        """The ranking; a victory that the score does not decide comes before any score."""
        if not self.end:
            return None
        seats = range(self.seats)
        parts = [self.points(seat) for seat in seats]
        if self.winner != NOBODY:
            parts[self.winner] = {"victory": TABLES.victory_points, **parts[self.winner]}
        return Outcome(self.end, ranked(parts, list(map(self.tie_break, seats))), self.turn)

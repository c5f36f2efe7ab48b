"""The board as the steward reads it off its view: who stands where, and how long there is to go."""

from __future__ import annotations

from typing import NamedTuple

from engine.core.lazy import lazy
from engine.rulesets.standard.steward.odds import Battle, clash
from engine.rulesets.standard.steward.weights import Weights
from engine.rulesets.standard.tables import LAST_ERA, LIMITS, MARKERS, TABLES, UNITS
from engine.world import world
from engine.world.view import CargoView, PlayerView, SettlementView, WonderView, WorldView

BOARD = world()
FIRST_SEA = BOARD.sea.start
ARMY_IDS = frozenset(unit.id for unit in UNITS if unit.is_army)
FLEET_IDS = frozenset(unit.id for unit in UNITS if unit.is_fleet)
NEEDED = TABLES.technologies_that_end_an_era
TERRAIN = {MARKERS[marker]: size for marker, size in LIMITS.items()}
"""The largest settlement each terrain bears (rule: terrain)."""

Troops = dict[int, dict[int, list[str]]]
"""Space, then owner, then the units there, one entry each."""


def science_price(next_one: int, count: int) -> int:
    """What so many technologies cost together, from the price of the next (rule: prices)."""
    return count * next_one + TABLES.technology_price.per_technology * count * (count - 1) // 2


class Ship(NamedTuple):
    """A fleet at sea, with its name in orders and what it carries."""

    zone: int
    owner: int
    kind: str
    key: str
    ready: bool
    cargo: tuple[CargoView, ...]

    @property
    def load(self) -> int:
        """How many pieces are aboard."""
        return sum(group.count for group in self.cargo)

    def aboard(self, kinds: frozenset[str]) -> list[str]:
        """The pieces aboard of some types, one entry each."""
        return [g.kind for g in self.cargo if g.kind in kinds for _ in range(g.count)]


class Situation:
    """One look at the view. Everything costly is found only when it is asked for."""

    def __init__(self, view: WorldView, seat: int, weights: Weights) -> None:
        self.view = view
        self.w = weights
        self.me = seat
        self.era = view.era_number
        self.sheet: PlayerView = view.players[seat]
        self.technologies = len(self.sheet.technologies)
        self.troops: Troops = {}
        self.settlers: dict[int, int] = {}
        self.strangers: dict[int, dict[int, int]] = {}
        self.ships: list[Ship] = []
        self.homes: dict[int, SettlementView] = {}
        self.foreign: dict[int, SettlementView] = {}
        self.worths: dict[str, float] = {}
        self.risks: dict[int, float] = {}
        self.appeals: dict[int, float] = {}
        self._survey()

    def _survey(self) -> None:
        for index, space in enumerate(self.view.spaces):
            settlement = space.settlement
            if settlement is not None:
                (self.homes if settlement.owner == self.me else self.foreign)[index] = settlement
            for units in space.units:
                kind, owner = units.kind, units.owner
                if kind in ARMY_IDS:
                    here = self.troops.setdefault(index, {})
                    here.setdefault(owner, []).extend([kind] * units.count)
                elif kind == "settler":
                    if owner == self.me:
                        self.settlers[index] = self.settlers.get(index, 0) + units.count
                    else:
                        others = self.strangers.setdefault(index, {})
                        others[owner] = others.get(owner, 0) + units.count
                elif kind in FLEET_IDS:
                    self.ships.append(
                        Ship(index, owner, kind, units.key, bool(units.ready), units.cargo)
                    )

    # What stands and lies in a space.

    def army(self, space: int, owner: int) -> list[str]:
        """A seat's armies on foot in a region."""
        here = self.troops.get(space)
        return here.get(owner, []) if here else []

    def fleet(self, space: int, owner: int) -> list[str]:
        """A seat's fleets in a zone."""
        return [ship.kind for ship in self.ships if ship.zone == space and ship.owner == owner]

    def foes(self, space: int) -> bool:
        """Whether anybody else has armies in a region."""
        here = self.troops.get(space)
        return here is not None and any(owner != self.me for owner in here)

    def known(self, region: int) -> str | None:
        """What lies in a region: a marker's kind, "" for nothing, None when it is not known."""
        marker = self.view.spaces[region].marker
        if marker is None:
            return ""
        return marker.kind

    def limit(self, region: int) -> int:
        """The largest settlement a region bears, as far as is known."""
        return TERRAIN.get(self.known(region) or "", 4)

    @lazy
    def open_land(self) -> list[int]:
        """Regions where a village could still be founded, for all the steward knows."""
        taken = (self.homes, self.foreign)
        return [
            region
            for region in BOARD.land
            if region not in taken[0] and region not in taken[1] and self.limit(region)
        ]

    @lazy
    def vacant(self) -> frozenset[int]:
        """The same, to ask whether a region is one of them."""
        return frozenset(self.open_land)

    @lazy
    def own_ships(self) -> list[Ship]:
        """The steward's fleets."""
        return [ship for ship in self.ships if ship.owner == self.me]

    # Rivals.

    @lazy
    def rivals(self) -> list[int]:
        """The other seats still in the game."""
        return [p.seat for p in self.view.players if p.seat != self.me and not p.fallen]

    @lazy
    def envy(self) -> float:
        """What a rival's lost point is worth, as part of an own point."""
        return self.w.rivalry / max(1, len(self.rivals))

    def science(self, other: int) -> int:
        """The steward's bonus in battle less another seat's (rule: science)."""
        return self.technologies // 2 - len(self.view.players[other].technologies) // 2

    def fight(self, ours: list[str], theirs: list[str], other: int) -> Battle:
        """The chances of own units against those of another seat."""
        return clash(ours, theirs, self.science(other), self.era)

    def assault(self, theirs: list[str], ours: list[str], other: int) -> float:
        """The chance that another seat's units beat own ones and have somebody left."""
        return clash(theirs, ours, -self.science(other), self.era).win

    @lazy
    def menace(self) -> Troops:
        """For each region, the foreign armies that could be in it after one step."""
        return self._reach(1)

    @lazy
    def distant_menace(self) -> Troops:
        """For each region, the foreign armies that could be in it after two steps."""
        return self._reach(2)

    def _reach(self, steps: int) -> Troops:
        found: Troops = {}
        for space, owners in self.troops.items():
            for owner, units in owners.items():
                if owner != self.me:
                    for region in BOARD.within(space, steps, "land"):
                        found.setdefault(region, {}).setdefault(owner, []).extend(units)
        return found

    @lazy
    def crowding(self) -> dict[int, int]:
        """For each region, how many foreign settlers could get there in one turn."""
        found: dict[int, int] = {}
        for space, owners in self.strangers.items():
            count = sum(owners.values())
            for region in BOARD.within(space, 2, "land"):
                found[region] = found.get(region, 0) + count
        return found

    @lazy
    def landings(self) -> Troops:
        """For each region, the foreign armies that lie off its coast in ships."""
        found: Troops = {}
        for ship in self.ships:
            if ship.owner != self.me and ship.cargo:
                units = ship.aboard(ARMY_IDS)
                for region in BOARD.coasts[ship.zone] if units else ():
                    found.setdefault(region, {}).setdefault(ship.owner, []).extend(units)
        return found

    # Time.

    @lazy
    def ending(self) -> bool:
        """Whether this turn is the last (rule: end)."""
        view = self.view
        if view.last_turn and view.turn >= view.last_turn:
            return True
        return self.era == LAST_ERA and any(
            p.technologies_by_era[LAST_ERA] >= NEEDED for p in view.players
        )

    @lazy
    def later_buyers(self) -> list[int]:
        """The rivals who buy after the steward this turn, or together with it."""
        view, seats = self.view, self.view.seats
        if len(view.active) > 1:
            return [seat for seat in self.rivals if seat in view.active]
        place = (self.me - view.first) % seats
        return [seat for seat in self.rivals if (seat - view.first) % seats > place]

    @lazy
    def may_end(self) -> bool:
        """Whether a rival who buys later this turn can afford to end the game."""
        if self.era < LAST_ERA:
            return False
        for seat in self.later_buyers:
            rival = self.view.players[seat]
            missing = NEEDED - rival.technologies_by_era[LAST_ERA]
            if science_price(rival.next_technology, missing) <= rival.gold:
                return True
        return False

    @lazy
    def horizon(self) -> int:
        """How many more productions there will be, as far as can be guessed."""
        if self.ending:
            return 0
        view, w = self.view, self.w
        most = max(p.technologies_by_era[self.era] for p in view.players)
        missing = NEEDED * (LAST_ERA - self.era) + (0 if view.era_ending else NEEDED - most)
        turns = float(w.longest)
        for player in view.players:
            if player.fallen:
                continue
            cost = science_price(player.next_technology, missing)
            turns = min(turns, (cost - player.gold) / (w.research * player.income.total))
        if view.last_turn:
            turns = min(turns, view.last_turn - view.turn)
        return max(1, round(turns))

    @lazy
    def point(self) -> float:
        """What a victory point is worth today, in gold."""
        return self.w.point / (1 + self.w.interest) ** self.horizon

    @lazy
    def stream(self) -> float:
        """What one gold in every production to come is worth today."""
        rate = self.w.interest
        return (1 - (1 + rate) ** -self.horizon) / rate

    def free_wonder(self, thing: str) -> WonderView | None:
        """The wonder of this era for a thing, while nobody has it (rule: wonders)."""
        for wonder in self.view.wonders:
            if wonder.thing == thing and wonder.owner is None and wonder.progress:
                return wonder
        return None

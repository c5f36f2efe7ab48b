"""Recruitment: new units in settlements, or better ones for old (rulebook 7.3)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import compress
from typing import NamedTuple

from engine.core.flow import Play
from engine.core.grammar import Answers, Field, Grammar, OneOf, Option, Quota, Value, cost
from engine.core.lazy import lazy
from engine.core.text import Text
from engine.rulesets.rhye import events
from engine.rulesets.rhye.actions.figures import Figures, first_of, is_city
from engine.rulesets.rhye.state import State
from engine.rulesets.rhye.tables import (
    BY_ROLE,
    CIVILIZATIONS,
    GROUNDS,
    ROSTER,
    TABLES,
    UNIT,
    UNIT_NEEDS,
    UNITS,
)
from engine.world.state import BOARD, IDS, Piece

KINDS = range(len(UNITS))
RAISE, UPGRADE = "raise", "upgrade"
LAND_ROLES = ("infantry", "mounted", "tank", "siege", "aircraft", "nuke")


@lru_cache(maxsize=4096)
def newest(owned: int, role: str) -> int | None:
    """The most modern type of a role that certain technologies allow."""
    able = (k for k in reversed(BY_ROLE[role]) if owned & UNIT_NEEDS[k] == UNIT_NEEDS[k])
    return next(able, None)


@lru_cache(maxsize=4096)
def land_units(owned: int) -> tuple[int, ...]:
    """The land units and aircraft that certain technologies allow, the newest of each role."""
    return tuple(kind for role in LAND_ROLES if (kind := newest(owned, role)) is not None)


@cache
def prices_of(civilization: int) -> tuple[int, ...]:
    """What a new unit of each type costs a civilization."""
    return tuple(CIVILIZATIONS[civilization].unit_price(unit.role, unit.cost) for unit in UNITS)


@lru_cache(maxsize=4096)
def better(owned: int, kind: int) -> tuple[int, ...]:
    """What a unit could become with certain technologies, the nearest first."""
    found, name = [], UNITS[kind].becomes
    while name:
        if owned & UNIT_NEEDS[UNIT[name]] == UNIT_NEEDS[UNIT[name]]:
            found.append(UNIT[name])
        name = UNITS[UNIT[name]].becomes
    return tuple(found)


class Offer:
    """Units with their prices, how many of each there are, and limits that some of them share."""

    def __init__(self) -> None:
        self.costs: dict[str, int] = {}
        self.copies: dict[str, int] = {}
        self.groups: dict[str, tuple[str, ...]] = {}
        self.quotas: dict[str, int] = {}

    def include(self, other: Offer) -> None:
        """Offer what another one does, too; limits that both have are the same."""
        self.costs |= other.costs
        self.copies |= other.copies
        self.groups |= other.groups
        self.quotas |= other.quotas

    def add(self, key: str, price: int, count: int, *groups: str) -> None:
        """Offer something that belongs to groups with limits."""
        self.costs[key], self.copies[key], self.groups[key] = price, count, groups

    def within(self, funds: int, describe: Callable[[str, dict[str, int]], Option]) -> Quota:
        """The choice among what can be paid."""
        return Quota(
            list(self.costs),
            1,
            copies=self.copies,
            describe=lambda key: describe(key, self.costs),
            costs=self.costs,
            funds=funds,
            groups=self.groups,
            quotas=self.quotas,
        )


class Settled(NamedTuple):
    """A settlement, as far as it matters for what it raises."""

    seats: int
    civilization: int
    region: int
    is_city: bool

    @property
    def land_room(self) -> int:
        """How many land units it raises."""
        own, common = CIVILIZATIONS[self.civilization], TABLES.recruitment
        if self.is_city:
            return first_of(own.city_land, common.city_land)
        return first_of(own.village_land, common.village_land)

    @property
    def fleet_room(self) -> int:
        """How many fleets it raises."""
        own = CIVILIZATIONS[self.civilization]
        if self.is_city:
            return first_of(own.city_fleets, TABLES.recruitment.city_fleets)
        return first_of(own.village_fleets, 0)


@lru_cache(maxsize=4096)
def raised_in(settled: Settled, kinds: tuple[int, ...], fleet: int | None) -> Offer:
    """What a settlement can raise of some types; not to be changed."""
    offer = Offer()
    prices, place, room = prices_of(settled.civilization), IDS[settled.region], settled.land_room
    offer.quotas[place] = room
    for kind in kinds:
        offer.add(f"{UNITS[kind].id}@{place}", prices[kind], room, place)
    ships = settled.fleet_room
    if fleet is None or not ships:
        return offer
    own = CIVILIZATIONS[settled.civilization]
    in_zone = first_of(own.fleets_in_zone, TABLES.recruitment.fleets_in_zone)
    harbour = f"{place}/"
    offer.quotas[harbour] = ships
    for zone in GROUNDS[settled.seats].coasts[settled.region]:
        key = f"{UNITS[fleet].id}@{place}/{IDS[zone]}"
        offer.quotas[IDS[zone]] = in_zone
        offer.add(key, prices[fleet], min(ships, in_zone), harbour, IDS[zone])
    return offer


@lru_cache(maxsize=1024)
def raised_by(settled: tuple[Settled, ...], kinds: tuple[int, ...], fleet: int | None) -> Offer:
    """What some settlements can raise together of some types; not to be changed."""
    offer = Offer()
    for each in settled:
        offer.include(raised_in(each, kinds, fleet))
    return offer


def describe_recruit(key: str, costs: dict[str, int]) -> Option:
    """A unit that could be raised, with its price and dice."""
    name, _, at = key.partition("@")
    place, _, zone = at.partition("/")
    label = Text("option.recruit", {"unit": name, "place": place, "zone": zone})
    return Option(key, label, cost(gold=costs.get(key)), zone or place, unit_values(name))


def unit_values(name: str) -> Text | None:
    """How a unit fights."""
    if name not in UNIT:
        return None
    unit = UNITS[UNIT[name]]
    facts = {"attack": unit.attack, "defence": unit.defence, "moves": unit.moves}
    return Text("detail.unit_values", facts)


def describe_veteran(key: str, costs: dict[str, int]) -> Option:
    """A unit that could be upgraded, with what that costs."""
    names, _, place = key.partition("@")
    old, _, new = names.partition(">")
    label = Text("option.upgrade", {"unit": old, "new": new, "place": place})
    return Option(key, label, cost(gold=costs.get(key)), place, unit_values(new))


class Barracks:
    """What a seat could raise and upgrade."""

    def __init__(self, figures: Figures) -> None:
        # Of the figures themselves nothing is kept: they keep this, and would never be freed.
        self.state = figures.state
        self.seat = figures.seat
        self.gold = figures.gold
        self.homes = figures.homes
        self.owned = figures.state.technologies[figures.seat]
        self.prices = prices_of(figures.state.civilizations[figures.seat])

    def can_train(self, kind: int) -> bool:
        """Whether the seat has the technology of a type."""
        return self.owned & UNIT_NEEDS[kind] == UNIT_NEEDS[kind]

    def newest(self, role: str) -> int | None:
        """The type of a role that can be raised: older ones are obsolete (rule: recruitment)."""
        return newest(self.owned, role)

    def price(self, kind: int) -> int:
        """What a new unit costs the seat."""
        return self.prices[kind]

    def can_pay(self, kind: int) -> bool:
        """Whether the seat has the gold for a new unit."""
        return self.prices[kind] <= self.gold

    def settled(self, region: int) -> Settled:
        """A settlement of the seat."""
        state = self.state
        civilization = state.civilizations[self.seat]
        return Settled(state.seats, civilization, region, is_city(state, region))

    @lazy
    def recruits(self) -> Quota:
        """All units that can be raised: `swordsman@gobi`, `galley@gobi/bering_sea`."""
        kinds = tuple(filter(self.can_pay, land_units(self.owned)))
        fleet = self.newest("fleet")
        if fleet is not None and not self.can_pay(fleet):
            fleet = None
        settled = tuple([self.settled(region) for region in self.homes])
        offer = raised_by(settled, kinds, fleet)
        return offer.within(self.gold, describe_recruit)

    @lazy
    def veterans(self) -> Quota:
        """All units that can be upgraded: `swordsman>man_at_arms@gobi`."""
        offer = Offer()
        upgrades = {
            kind: others
            for kind in compress(KINDS, self.state.tally[self.seat])
            if (others := better(self.owned, kind))
        }
        if upgrades:
            for space in self.state.held_spaces(self.seat):
                for name, count in ROSTER.count(self.state.pieces(space, self.seat, upgrades)):
                    group = f"{name}@{IDS[space]}"
                    offer.quotas[group] = count
                    for kind in upgrades[UNIT[name]]:
                        price = UNITS[kind].cost - UNITS[UNIT[name]].cost
                        if price <= self.gold:
                            key = f"{name}>{UNITS[kind].id}@{IDS[space]}"
                            offer.add(key, price, count, group)
        return offer.within(self.gold, describe_veteran)

    def ways(self) -> list[str]:
        """Whether the seat can raise units, upgrade some, or both."""
        found = [RAISE] if self.can_raise() else []
        return [*found, UPGRADE] if self.can_upgrade() else found

    def can_raise(self) -> bool:
        """Whether any settlement can raise a unit that can be paid."""
        if not self.homes:
            return False
        if any(map(self.can_pay, land_units(self.owned))):
            return True
        # Fleets need a coast, too.
        fleet = self.newest("fleet")
        if fleet is None or not self.can_pay(fleet):
            return False
        return bool(self.recruits.keys)

    def can_upgrade(self) -> bool:
        """Whether any unit can become another that can be paid."""
        for kind in compress(KINDS, self.state.tally[self.seat]):
            for new in better(self.owned, kind):
                if UNITS[new].cost - UNITS[kind].cost <= self.gold:
                    return True
        return False


def barracks_of(figures: Figures) -> Barracks:
    """What the seat of these figures could raise and upgrade, found once."""
    if "barracks" not in figures.found:
        figures.found["barracks"] = Barracks(figures)
    found: Barracks = figures.found["barracks"]
    return found


def is_possible(figures: Figures) -> bool:
    """Whether any unit can be raised or upgraded; nearly always there is gold for infantry."""
    state, seat = figures.state, figures.seat
    infantry = newest(state.technologies[seat], "infantry")
    prices = prices_of(state.civilizations[seat])
    if infantry is not None and figures.homes and prices[infantry] <= figures.gold:
        return True
    return bool(barracks_of(figures).ways())


def way(figures: Figures, said: Answers) -> Grammar | None:
    """Raise or upgrade."""
    return OneOf(
        barracks_of(figures).ways(), lambda key: Option(key, Text(f"option.recruitment.{key}"))
    )


def units(figures: Figures, said: Answers) -> Grammar | None:
    """Which units are raised, or upgraded."""
    barracks = barracks_of(figures)
    return barracks.recruits if said["way"] == RAISE else barracks.veterans


FIELDS = (Field("way", way, ("recruitment",)), Field("units", units, ("recruitment",)))


def price(figures: Figures, plan: Answers) -> int:
    """What all units of a plan cost together."""
    barracks = barracks_of(figures)
    asked = barracks.recruits if plan.get("way") == RAISE else barracks.veterans
    return asked.spent(plan.get("units", ()))


def carry_out(play: Play[State], figures: Figures, plan: dict[str, Value]) -> None:
    """Units appear in settlements and off their coasts, or become better ones."""
    if not plan.get("units"):
        return
    if plan["way"] == RAISE:
        raise_units(play, figures, plan["units"])
    else:
        upgrade_units(play, figures.seat, plan["units"])


def raise_units(play: Play[State], figures: Figures, keys: list[str]) -> None:
    """New units are paid and placed."""
    state, seat, barracks = play.state, figures.seat, barracks_of(figures)
    for key in dict.fromkeys(keys):
        name, _, at = key.partition("@")
        place, _, zone = at.partition("/")
        count, space = keys.count(key), BOARD.index[zone or place]
        price = barracks.price(UNIT[name]) * count
        state.pay(seat, price)
        for _ in range(count):
            state.add_piece(seat, UNIT[name], space)
        play.tell(events.Bought(seat, name, count, IDS[space], price))
        state.meet(play, seat, space)


def upgrade_units(play: Play[State], seat: int, keys: list[str]) -> None:
    """Old units are replaced by better ones, where they stand."""
    state = play.state
    for key in dict.fromkeys(keys):
        names, _, place = key.partition("@")
        old, new = (UNIT[name] for name in names.split(">"))
        count = keys.count(key)
        price = (UNITS[new].cost - UNITS[old].cost) * count
        state.pay(seat, price)
        replace_pieces(state, seat, BOARD.index[place], old, new, count)
        play.tell(events.UnitsUpgraded(seat, place, UNITS[old].id, UNITS[new].id, count, price))


def replace_pieces(state: State, seat: int, space: int, old: int, new: int, count: int) -> None:
    """So many pieces of a type become another; cargo stays aboard."""
    stack = []
    for piece in state.spaces[space]:
        if count and piece.owner == seat and piece.kind == old:
            stack.append(Piece(piece.id, seat, new, piece.spent, piece.aboard))
            state.tally[seat][old] -= 1
            state.tally[seat][new] += 1
            count -= 1
        else:
            stack.append(piece)
    state.put_stack(space, tuple(stack))

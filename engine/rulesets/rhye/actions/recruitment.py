"""Recruitment: new units in settlements, or better ones for old (rulebook 7.3)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from engine.core.flow import Play
from engine.core.grammar import Answers, Field, Grammar, OneOf, Option, Quota, Value, cost
from engine.core.lazy import lazy
from engine.core.text import Text
from engine.rulesets.rhye import events
from engine.rulesets.rhye.actions.desk import Desk, first_of
from engine.rulesets.rhye.state import State
from engine.rulesets.rhye.tables import (
    BY_ROLE,
    ROSTER,
    TABLES,
    UNIT,
    UNIT_NEEDS,
    UNITS,
)
from engine.world.state import BOARD, IDS, Piece

RAISE, UPGRADE = "raise", "upgrade"
LAND_ROLES = ("infantry", "mounted", "tank", "siege", "aircraft", "nuke")


@lru_cache(maxsize=4096)
def newest(owned: int, role: str) -> int | None:
    """The most modern type of a role that certain technologies allow."""
    able = (k for k in reversed(BY_ROLE[role]) if owned & UNIT_NEEDS[k] == UNIT_NEEDS[k])
    return next(able, None)


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


class Barracks:
    """What a seat could raise and upgrade."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.state = desk.state
        self.seat = desk.seat
        self.owned = desk.state.technologies[desk.seat]

    def can_train(self, kind: int) -> bool:
        """Whether the seat has the technology of a type."""
        return self.owned & UNIT_NEEDS[kind] == UNIT_NEEDS[kind]

    def newest(self, role: str) -> int | None:
        """The type of a role that can be raised: older ones are obsolete (rule: recruitment)."""
        return newest(self.owned, role)

    def price(self, kind: int) -> int:
        """What a new unit costs the seat."""
        unit = UNITS[kind]
        return self.desk.civilization.unit_price(unit.role, unit.cost)

    def land_room(self, region: int) -> int:
        """How many land units a settlement raises."""
        own, common = self.desk.civilization, TABLES.recruitment
        if self.desk.is_city(region):
            return first_of(own.city_land, common.city_land)
        return first_of(own.village_land, common.village_land)

    def fleet_room(self, region: int) -> int:
        """How many fleets a settlement raises."""
        own = self.desk.civilization
        if self.desk.is_city(region):
            return first_of(own.city_fleets, TABLES.recruitment.city_fleets)
        return first_of(own.village_fleets, 0)

    @lazy
    def recruits(self) -> Quota:
        """All units that can be raised: `swordsman@gobi`, `galley@gobi/bering_sea`."""
        offer = Offer()
        types = [kind for role in LAND_ROLES if (kind := self.newest(role)) is not None]
        types = [kind for kind in types if self.price(kind) <= self.desk.gold]
        fleet = self.newest("fleet")
        if fleet is not None and self.price(fleet) > self.desk.gold:
            fleet = None
        in_zone = first_of(self.desk.civilization.fleets_in_zone, TABLES.recruitment.fleets_in_zone)
        for region in self.desk.homes:
            place, room = IDS[region], self.land_room(region)
            offer.quotas[place] = room
            for kind in types:
                offer.add(f"{UNITS[kind].id}@{place}", self.price(kind), room, place)
            ships = self.fleet_room(region) if fleet is not None else 0
            if fleet is None or not ships:
                continue
            harbour = f"{place}/"
            offer.quotas[harbour] = ships
            for zone in self.state.ground.coasts[region]:
                key = f"{UNITS[fleet].id}@{place}/{IDS[zone]}"
                offer.quotas[IDS[zone]] = in_zone
                offer.add(key, self.price(fleet), min(ships, in_zone), harbour, IDS[zone])
        return offer.within(self.desk.gold, self.describe_recruit)

    def describe_recruit(self, key: str, costs: dict[str, int]) -> Option:
        """A unit that could be raised, with its price and dice."""
        name, _, at = key.partition("@")
        place, _, zone = at.partition("/")
        label = Text("option.recruit", {"unit": name, "place": place, "zone": zone})
        return Option(key, label, cost(gold=costs.get(key)), zone or place, self.values(name))

    def values(self, name: str) -> Text | None:
        """How a unit fights."""
        if name not in UNIT:
            return None
        unit = UNITS[UNIT[name]]
        facts = {"attack": unit.attack, "defence": unit.defence, "moves": unit.moves}
        return Text("detail.unit_values", facts)

    @lazy
    def veterans(self) -> Quota:
        """All units that can be upgraded: `swordsman>man_at_arms@gobi`."""
        offer = Offer()
        upgrades = {
            kind: others
            for kind, count in enumerate(self.state.tally[self.seat])
            if count and (others := better(self.owned, kind))
        }
        if upgrades:
            for space in self.state.held_spaces(self.seat):
                for name, count in ROSTER.count(self.state.pieces(space, self.seat, upgrades)):
                    group = f"{name}@{IDS[space]}"
                    offer.quotas[group] = count
                    for kind in upgrades[UNIT[name]]:
                        price = UNITS[kind].cost - UNITS[UNIT[name]].cost
                        if price <= self.desk.gold:
                            key = f"{name}>{UNITS[kind].id}@{IDS[space]}"
                            offer.add(key, price, count, group)
        return offer.within(self.desk.gold, self.describe_veteran)

    def describe_veteran(self, key: str, costs: dict[str, int]) -> Option:
        """A unit that could be upgraded, with what that costs."""
        names, _, place = key.partition("@")
        old, _, new = names.partition(">")
        label = Text("option.upgrade", {"unit": old, "new": new, "place": place})
        return Option(key, label, cost(gold=costs.get(key)), place, self.values(new))

    def ways(self) -> list[str]:
        """Whether the seat can raise units, upgrade some, or both."""
        found = [RAISE] if self.can_raise() else []
        return [*found, UPGRADE] if self.can_upgrade() else found

    def can_raise(self) -> bool:
        """Whether any settlement can raise a unit that can be paid."""
        if not self.desk.homes:
            return False
        for role in LAND_ROLES:
            kind = self.newest(role)
            if kind is not None and self.price(kind) <= self.desk.gold:
                return True
        # Fleets need a coast, too.
        fleet = self.newest("fleet")
        if fleet is None or self.price(fleet) > self.desk.gold:
            return False
        return bool(self.recruits.keys)

    def can_upgrade(self) -> bool:
        """Whether any unit can become another that can be paid."""
        for kind, count in enumerate(self.state.tally[self.seat]):
            for new in better(self.owned, kind) if count else ():
                if UNITS[new].cost - UNITS[kind].cost <= self.desk.gold:
                    return True
        return False


def barracks_of(desk: Desk) -> Barracks:
    """What the seat of a desk could raise and upgrade, found once."""
    if "barracks" not in desk.found:
        desk.found["barracks"] = Barracks(desk)
    found: Barracks = desk.found["barracks"]
    return found


def is_possible(desk: Desk) -> bool:
    """Whether any unit can be raised or upgraded."""
    barracks = barracks_of(desk)
    infantry = barracks.newest("infantry")
    if desk.homes and infantry is not None and barracks.price(infantry) <= desk.gold:
        return True
    return bool(barracks.ways())


def way(desk: Desk, said: Answers) -> Grammar | None:
    """Raise or upgrade."""
    return OneOf(
        barracks_of(desk).ways(), lambda key: Option(key, Text(f"option.recruitment.{key}"))
    )


def units(desk: Desk, said: Answers) -> Grammar | None:
    """Which units are raised, or upgraded."""
    barracks = barracks_of(desk)
    return barracks.recruits if said["way"] == RAISE else barracks.veterans


FIELDS = (Field("way", way, ("recruitment",)), Field("units", units, ("recruitment",)))


def carry_out(play: Play[State], seat: int, plan: dict[str, Value]) -> None:
    """Units appear in settlements and off their coasts, or become better ones."""
    if not plan.get("units"):
        return
    if plan["way"] == RAISE:
        raise_units(play, seat, plan["units"])
    else:
        upgrade_units(play, seat, plan["units"])


def raise_units(play: Play[State], seat: int, keys: list[str]) -> None:
    """New units are paid and placed."""
    state = play.state
    barracks = Barracks(Desk(state, seat))
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

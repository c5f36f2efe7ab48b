"""Recruitment: new units in settlements, or better ones for old (rulebook 7.3)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache, lru_cache, partial
from itertools import compress
from typing import Any, ClassVar, NamedTuple

from engine.core.errors import IllegalChoice
from engine.core.flow import Play
from engine.core.grammar import Answers, Option, Quota, Unfit, cost
from engine.core.lazy import lazy
from engine.core.question import Fault, Searched, Sort, no
from engine.core.text import Text
from engine.rulesets.rhye import events
from engine.rulesets.rhye.actions.action import Action, Part, Plan, Words, too_expensive
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
NOTHING = {RAISE: "nothing_to_raise", UPGRADE: "nothing_to_upgrade"}
LACKING = tuple(
    no("lacking", table="unit", wanted=unit.id, technology=unit.technology) for unit in UNITS
)
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
    following = [UNIT[name] for name in successors(UNITS[kind].id)]
    return tuple(k for k in following if owned & UNIT_NEEDS[k] == UNIT_NEEDS[k])


class Levy(NamedTuple):
    """A unit that is raised in a settlement or off its coast, or becomes a `new` one."""

    unit: str
    place: str
    zone: str = ""
    new: str = ""


class Levies(Sort[Levy]):
    """`swordsman@gobi`, `galley@gobi/bering_sea`, `swordsman>man_at_arms@gobi`."""

    def key(self, state: Any, thing: Levy) -> str:
        names = f"{thing.unit}>{thing.new}" if thing.new else thing.unit
        at = f"{thing.place}/{thing.zone}" if thing.zone else thing.place
        return f"{names}@{at}"

    def find(self, state: Any, key: str, among: Collection[Levy]) -> Levy | None:
        levy = self.read(key)
        known = levy.unit in UNIT and (not levy.new or levy.new in UNIT)
        return levy if known else None

    def read(self, key: str) -> Levy:
        """What a key means; a player may have typed only part of one."""
        names, _, at = key.partition("@")
        unit, _, new = names.partition(">")
        place, _, zone = at.partition("/")
        return Levy(unit, place, zone, new)


LEVIES = Levies()


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

    def within(self, funds: int) -> Quota:
        """The choice among what can be paid."""
        return Quota(
            list(self.costs),
            1,
            copies=self.copies,
            describe=lambda key: describe_levy(key, self.costs),
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
        offer.add(LEVIES.key(None, Levy(UNITS[kind].id, place)), prices[kind], room, place)
    ships = settled.fleet_room
    if fleet is None or not ships:
        return offer
    own = CIVILIZATIONS[settled.civilization]
    in_zone = first_of(own.fleets_in_zone, TABLES.recruitment.fleets_in_zone)
    harbour = f"{place}/"
    offer.quotas[harbour] = ships
    for zone in GROUNDS[settled.seats].coasts[settled.region]:
        key = LEVIES.key(None, Levy(UNITS[fleet].id, place, IDS[zone]))
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


def unit_values(name: str) -> Text | None:
    """How a unit fights."""
    if name not in UNIT:
        return None
    unit = UNITS[UNIT[name]]
    facts = {"attack": unit.attack, "defence": unit.defence, "moves": unit.moves}
    return Text("detail.unit_values", facts)


def describe_levy(key: str, costs: dict[str, int]) -> Option:
    """A unit that could be raised, or upgraded, with its price and dice."""
    levy = LEVIES.read(key)
    if levy.new:
        facts = {"unit": levy.unit, "new": levy.new, "place": levy.place}
        label = Text("option.upgrade", facts)
    else:
        facts = {"unit": levy.unit, "place": levy.place, "zone": levy.zone}
        label = Text("option.recruit", facts)
    values = unit_values(levy.new or levy.unit)
    return Option(key, label, cost(gold=costs.get(key)), levy.zone or levy.place, values)


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
        return offer.within(self.gold)

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
                    place = IDS[space]
                    group = LEVIES.key(None, Levy(name, place))
                    offer.quotas[group] = count
                    for kind in upgrades[UNIT[name]]:
                        price = UNITS[kind].cost - UNITS[UNIT[name]].cost
                        if price <= self.gold:
                            key = LEVIES.key(None, Levy(name, place, new=UNITS[kind].id))
                            offer.add(key, price, count, group)
        return offer.within(self.gold)

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

    # What keeps a unit from being raised or upgraded, which is searched for above (recruitment).

    def raise_fault(self, kind: int) -> Fault:
        """What keeps a type from being raised anywhere: unknown, obsolete, or too dear."""
        if not self.can_train(kind):
            return LACKING[kind]
        newest = self.newest(UNITS[kind].role)
        if newest is not None and newest != kind:
            return no("obsolete", unit=UNITS[kind].id, newer=UNITS[newest].id)
        return None if self.can_pay(kind) else self.too_dear(self.prices[kind])

    def fleet_fault(self, kind: int, place: str, zone: str) -> Fault:
        """What keeps a fleet from being raised from a settlement: a village, or no such coast."""
        if UNITS[kind].role != "fleet" or not place:
            return None
        region = BOARD.index[place]
        if not self.settled(region).fleet_room:
            return no("no_harbour_village", place=place)
        if BOARD.index.get(zone) not in self.state.ground.coasts[region]:
            return no("no_coast", place=place, zone=zone)
        return None

    def upgrade_fault(self, old: int, new: str, place: str) -> Fault:
        """What keeps a unit from becoming another, or the next of its kind."""
        unit = UNITS[old].id
        if place and not self.state.pieces(BOARD.index[place], self.seat, (old,)):
            return no("no_such_unit_here", unit=unit, place=place)
        if new and new not in successors(unit):
            return no("no_successor", unit=unit, new=new)
        wanted = new or UNITS[old].becomes
        if not wanted:
            return no("newest_already", unit=unit)
        if not self.can_train(UNIT[wanted]):
            return LACKING[UNIT[wanted]]
        price = UNITS[UNIT[wanted]].cost - UNITS[old].cost
        return None if price <= self.gold else self.too_dear(price)

    def too_dear(self, price: int) -> IllegalChoice:
        """A unit costs more than there is."""
        return too_expensive("recruitment", price, self.gold)


def successors(name: str) -> list[str]:
    """What a unit becomes, one after the other."""
    found, following = [], UNITS[UNIT[name]].becomes
    while following:
        found.append(following)
        following = UNITS[UNIT[following]].becomes
    return found


def barracks_of(figures: Figures) -> Barracks:
    """What the seat of these figures could raise and upgrade, found once."""
    if "barracks" not in figures.found:
        figures.found["barracks"] = Barracks(figures)
    found: Barracks = figures.found["barracks"]
    return found


class Way(Part[str]):
    """Raise or upgrade."""

    name, rule = "way", "recruitment"
    sort = Words("option.recruitment", RAISE, UPGRADE)
    vague: ClassVar[Mapping[str, str]] = dict.fromkeys(NOTHING.values(), "units")

    def among(self, figures: Figures, said: Answers) -> Collection[str]:
        return self.sort.names

    def fault(self, figures: Figures, said: Answers, thing: str) -> Fault:
        barracks = barracks_of(figures)
        able = barracks.can_raise() if thing == RAISE else barracks.can_upgrade()
        return None if able else NOTHING[thing]


class Levied(Part[Levy]):
    """Which units are raised, or upgraded: searched for, since they share limits."""

    name, after, sort = "units", ("way",), LEVIES
    rule = pricing = "recruitment"

    def among(self, figures: Figures, said: Answers) -> Collection[Levy]:
        return ()

    def asks(self, figures: Figures, said: Answers) -> Searched[Levy]:
        return Searched(LEVIES, partial(self.fault, figures, said))

    def grammar(self, figures: Figures, said: Answers) -> Quota:
        barracks = barracks_of(figures)
        return barracks.recruits if said["way"] == RAISE else barracks.veterans

    def fault(self, figures: Figures, said: Answers, thing: Levy) -> Fault:
        """Why a unit cannot be raised there, or cannot become another."""
        unit, place, zone, new = thing
        if place and place not in BOARD.index:
            return no("no_such_place", place=place)
        barracks, upgraded = barracks_of(figures), new or said.get("way") == UPGRADE
        if upgraded:
            return barracks.upgrade_fault(UNIT[unit], new, place) or not (new and place)
        if place and not figures.state.is_home(BOARD.index[place], figures.seat):
            return no("not_your_settlement", place=place)
        raised = barracks.raise_fault(UNIT[unit]) or barracks.fleet_fault(UNIT[unit], place, zone)
        return raised or not place

    def misshapen(self, plan: Plan, unfit: Unfit) -> IllegalChoice | None:
        """Which limit is passed by units that could each be had."""
        if unfit.code not in ("taken_too_often", "over_quota"):
            return None
        unit, place, zone, _ = LEVIES.read(str(unfit.data["key"]))
        most = unfit.data["most"]
        if plan.get("way") == UPGRADE:
            return IllegalChoice("fewer_here", self.rule, unit=unit, place=place, most=most)
        if zone and unfit.data.get("group") == zone:
            return IllegalChoice("zone_limit", self.rule, place=zone, most=most)
        return IllegalChoice(
            "fleet_limit" if zone else "land_limit", self.rule, place=place, most=most
        )


class Recruitment(Action):
    """Units appear in settlements and off their coasts, or become better ones."""

    name, nothing, parts = "recruitment", NOTHING[RAISE], (Way(), Levied())

    def is_possible(self, figures: Figures) -> bool:
        """Whether any unit can be raised or upgraded; nearly always there is gold for infantry."""
        state, seat = figures.state, figures.seat
        infantry = newest(state.technologies[seat], "infantry")
        prices = prices_of(state.civilizations[seat])
        if infantry is not None and figures.homes and prices[infantry] <= figures.gold:
            return True
        barracks = barracks_of(figures)
        return barracks.can_raise() or barracks.can_upgrade()

    def price(self, figures: Figures, plan: Answers) -> int:
        barracks = barracks_of(figures)
        asked = barracks.recruits if plan.get("way") == RAISE else barracks.veterans
        return asked.spent(plan.get("units", ()))

    def carry_out(self, play: Play[State], figures: Figures, plan: Answers) -> None:
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
        name, place, zone, _ = LEVIES.read(key)
        count, space = keys.count(key), BOARD.index[zone or place]
        price = barracks.prices[UNIT[name]] * count
        state.pay(seat, price)
        for _ in range(count):
            state.add_piece(seat, UNIT[name], space)
        play.tell(events.Bought(seat, name, count, IDS[space], price))
        state.meet(play, seat, space)


def upgrade_units(play: Play[State], seat: int, keys: list[str]) -> None:
    """Old units are replaced by better ones, where they stand."""
    state = play.state
    for key in dict.fromkeys(keys):
        levy = LEVIES.read(key)
        old, new, place = UNIT[levy.unit], UNIT[levy.new], levy.place
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

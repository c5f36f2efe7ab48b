"""What a city can make: its production, the items it could build, their squares (rule: actions)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.grammar import Option, cost
from engine.core.lazy import lazy
from engine.core.text import Text
from engine.rulesets.civ2010.cities.architecture import (
    TERRAINS,
    bearing,
    building_squares,
    is_urban,
    unlocked_buildings,
    wonder_cost,
    wonder_squares,
)
from engine.rulesets.civ2010.combat.units import unit_cost, unlocked_types
from engine.rulesets.civ2010.map import figures
from engine.rulesets.civ2010.map.board import (
    CULTURE,
    PRODUCTION,
    bonus,
    cities_of,
    city_squares,
    coins,
    is_blockaded,
    realm,
    resources_on,
    total,
)
from engine.rulesets.civ2010.state import Cities, City, State
from engine.rulesets.civ2010.tables import (
    AIRCRAFT,
    ARMY_COST,
    BUILDINGS,
    CARAVAN,
    GROUND,
    RUSH_TRADE,
    SCOUT_COST,
    WALLS_COST,
)

COINS_PER_PRODUCTION = 3
URBAN_PRODUCTION, URBAN_CULTURE = 3, 2
STORE, ARTS = "store", "arts"
FREE = "free:"
"""Marks a building that the Egyptians put up for nothing."""
EGYPTIANS = "egyptians"


class Item(NamedTuple):
    """Something a city could do: what it costs, and whether it needs a square."""

    key: str
    cost: int
    placed: bool = False
    free: bool = False


def outskirts_production(state: State, city: City, squares: Sequence[int]) -> int:
    """The production of a city's squares; under Communism that of the best own city."""
    if not state.players[city.owner].bonuses.get("equal_production"):
        return total(state, squares, PRODUCTION)
    own = cities_of(state, city.owner)
    return max(total(state, city_squares(state, each), PRODUCTION) for each in own)


def city_bonus(state: State, city: City, frame: Cities | None = None) -> int:
    """Production that does not come from squares: cards, coins, government (rule: production)."""
    seat = city.owner
    found = bonus(state, seat, "production")
    if state.players[seat].bonuses.get("production_by_coins"):
        found += coins(state, seat) // COINS_PER_PRODUCTION
    if is_urban(state, city):
        found += URBAN_PRODUCTION
    if frame is not None:
        found += sum(number for at, number in frame.extra if at == city.at)
    return found


def rush_rate(state: State, seat: int) -> int:
    """How much production three trade buy (rule: rushing)."""
    return 1 + state.players[seat].bonuses.get("rush", 0)


def rush_trade(state: State, seat: int, missing: int) -> int:
    """The trade that buys missing production."""
    rate = rush_rate(state, seat)
    return RUSH_TRADE * ((missing + rate - 1) // rate) if missing > 0 else 0


def arts(state: State, city: City, squares: Sequence[int]) -> int:
    """The culture that a city harvests from its squares (rule: harvest-culture)."""
    found = (2 if city.second >= 0 else 1) + total(state, squares, CULTURE)
    per = state.players[city.owner].bonuses.get("culture_per_resource_square", 0)
    if per:
        found += per * sum(bool(resources_on(state, at)) for at in squares)
    return found + (URBAN_CULTURE if is_urban(state, city) else 0)


class Workshop:
    """What one city can do with its production, found once and only as far as it is asked.

    `left` is what remains of an action that is split over two items; it stands for everything.
    """

    def __init__(self, state: State, city: City, frame: Cities | None, left: int = -1) -> None:
        self.state = state
        self.city = city
        self.seat = city.owner
        self.frame = frame
        self.left = left

    @lazy
    def worked(self) -> list[int]:
        """Every square whose icons the city has now."""
        return city_squares(self.state, self.city)

    @lazy
    def squares_production(self) -> int:
        """The production of the squares, before a stored program doubles it."""
        return outskirts_production(self.state, self.city, self.worked)

    @lazy
    def cards_production(self) -> int:
        """The production of everything else but a caravan."""
        return city_bonus(self.state, self.city, self.frame)

    def production(self, program: bool, caravan: bool) -> int:
        """What the city has to spend."""
        if self.left >= 0:
            return self.left
        found = self.squares_production * (2 if program else 1) + self.cards_production
        return found + CARAVAN * caravan

    @lazy
    def most(self) -> int:
        """What the city could spend at most, everything used and all trade rushed."""
        made = self.production(self.city.program, self.city.caravan)
        trade = self.state.players[self.seat].trade
        return made + trade // RUSH_TRADE * rush_rate(self.state, self.seat)

    @lazy
    def items(self) -> dict[str, Item]:
        """Everything the city can make or do now."""
        found = [item for item in self.makeable() if item.cost <= self.most]
        if self.left < 0:
            found += self.other_actions()
        return {item.key: item for item in found}

    def makeable(self) -> list[Item]:
        """Items that cost production, whether it is there or not."""
        state, seat, city = self.state, self.seat, self.city
        found: list[Item] = []
        most = self.most
        if most >= ARMY_COST:
            if figures.supply(state, seat, army=True) and self.army_squares:
                found.append(Item("army", ARMY_COST, placed=True))
            if (
                most >= SCOUT_COST
                and figures.supply(state, seat, army=False)
                and figures.deploy_squares(state, city, army=False)
            ):
                found.append(Item("scout", SCOUT_COST, placed=True))
            for kind in unlocked_types(state, seat):
                found.append(Item(kind, unit_cost(state, seat, kind)))
            if not city.walls and state.players[seat].bonuses.get("walls"):
                found.append(Item("walls", WALLS_COST))
            found += self.buildings(most)
            found += self.wonders(most)
        return found

    def buildings(self, most: int) -> list[Item]:
        """Buildings that have a square."""
        return [
            Item(kind, BUILDINGS[kind].cost, placed=True)
            for kind in unlocked_buildings(self.state, self.seat)
            if BUILDINGS[kind].cost <= most and self.has_square(kind)
        ]

    def has_square(self, kind: str) -> bool:
        """Whether a building may stand anywhere; cheaper than to find all its squares."""
        if self.terrains.isdisjoint(TERRAINS[kind]):
            return False
        return not BUILDINGS[kind].star or bool(self.building_squares(kind))

    @lazy
    def terrains(self) -> set[str]:
        """The terrain of the squares that architecture could stand on."""
        terrain = self.state.terrain
        return {terrain[square] for square in self.bearing}

    @lazy
    def bearing(self) -> list[int]:
        """The squares that architecture could stand on."""
        return bearing(self.state, self.city)

    def building_squares(self, kind: str) -> list[int]:
        """Where a building may stand."""
        return building_squares(self.state, self.city, kind, self.bearing)

    def wonders(self, most: int) -> list[Item]:
        """Wonders of the market, where the city has room for one."""
        costs = {w: wonder_cost(self.state, self.seat, w) for w in self.state.wonder_market}
        affordable = [w for w, price in costs.items() if price <= most]
        if not affordable or not wonder_squares(self.state, self.city):
            return []
        return [Item(wonder, costs[wonder], placed=True) for wonder in affordable]

    def other_actions(self) -> list[Item]:
        """Actions that cost nothing."""
        state, seat, city = self.state, self.seat, self.city
        found = [Item(ARTS, 0)]
        if not city.program:
            found.append(Item(STORE, 0))
        kinds = dict.fromkeys(
            kind for at in self.worked for kind in resources_on(state, at) if state.market[kind]
        )
        found += (Item(f"harvest:{kind}", 0) for kind in kinds)
        player = state.players[seat]
        if player.bonuses.get("free_building") and EGYPTIANS not in player.used:
            found += (
                Item(f"{FREE}{kind}", 0, placed=True, free=True)
                for kind in unlocked_buildings(state, seat)
                if self.has_square(kind)
            )
        return found

    def price(self, key: str) -> int:
        """What an item costs, found without a look at all the others."""
        match category(key):
            case "army":
                return ARMY_COST
            case "scout":
                return SCOUT_COST
            case "walls":
                return WALLS_COST
            case "unit":
                return unit_cost(self.state, self.seat, key)
            case "wonder":
                return wonder_cost(self.state, self.seat, key)
            case "building":
                return 0 if key.startswith(FREE) else BUILDINGS[key].cost
        return 0

    @lazy
    def army_squares(self) -> list[int]:
        """Where an army may appear: here, or with Navy in any own city with a shipyard."""
        state = self.state
        found = dict.fromkeys(figures.deploy_squares(state, self.city, army=True))
        if state.players[self.seat].bonuses.get("navy"):
            for other in cities_of(state, self.seat):
                if self.has_shipyard(other):
                    found |= dict.fromkeys(figures.deploy_squares(state, other, army=True))
        return list(found)

    def has_shipyard(self, city: City) -> bool:
        """Whether a city has a shipyard that works (rule: blockade)."""
        state = self.state
        return any(
            (piece := state.pieces.get(at)) is not None
            and piece.kind == "shipyard"
            and not is_blockaded(state, at, self.seat)
            for at in realm(state, city)
        )

    def squares(self, key: str) -> list[int]:
        """Where an item may stand."""
        if key == "army":
            return self.army_squares
        if key == "scout":
            return figures.deploy_squares(self.state, self.city, army=False)
        kind = key.removeprefix(FREE)
        if kind in BUILDINGS:
            return self.building_squares(kind)
        return wonder_squares(self.state, self.city)


def category(key: str) -> str:
    """The sort of action that an item is."""
    if key in ("army", "scout", "walls", STORE, ARTS):
        return key
    if key in (*GROUND, AIRCRAFT):
        return "unit"
    if key.startswith("harvest:"):
        return "harvest"
    return "building" if key.removeprefix(FREE) in BUILDINGS else "wonder"


def describe_item(shop: Workshop, key: str) -> Option:
    """Something a city can do, with its price and the trade it would take."""
    item, sort = shop.items[key], category(key)
    what = key.removeprefix(FREE).removeprefix("harvest:")
    label = Text(f"item.{sort}", {"key": what})
    if sort == ARTS:
        return Option(
            key, label, detail=Text("detail.arts", {"n": arts(shop.state, shop.city, shop.worked)})
        )
    if not item.cost:
        return Option(key, label)
    made = shop.production(shop.city.program, False)
    trade = rush_trade(shop.state, shop.seat, item.cost - made)
    return Option(key, label, cost(production=item.cost, trade=trade or None))

"""Purchase: units, settlers, villages, growth and technologies (rulebook chapter 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, TypeVar

from engine.core.decision import Decision
from engine.core.flow import Play
from engine.core.grammar import Field, Option, Value
from engine.core.lazy import depends_on
from engine.core.question import Fault, no
from engine.core.text import Text
from engine.rulesets.standard import events
from engine.rulesets.standard.describing import grown, harbour, holding, site, technology, use
from engine.rulesets.standard.frames import Purchase
from engine.rulesets.standard.state import Marker, State
from engine.rulesets.standard.tables import TABLES
from engine.world import purchase
from engine.world.describing import place_option
from engine.world.pieces.founding import sites
from engine.world.purchase import BUY, COUNT, WHERE, PlacedStock, Stock, UnitStock
from engine.world.state import BOARD, FIRST_SEA, Settlement

S = TypeVar("S", bound=State)
H = TypeVar("H", bound="Shop")
SHIPS = TABLES.roster.ships
DEAREST = max(price for prices in TABLES.unit_prices for price in prices.values())
"""With so much gold any unit can be paid."""


def founding_fault(state: State, seat: int, region: int) -> Fault:
    """What keeps a seat from founding a village somewhere, money aside (rule: villages)."""
    if region >= FIRST_SEA:
        return "settle_on_land"
    if state.settlements[region] is not None:
        return "settled_already"
    marker = state.markers[region]
    if marker is not None and marker.up and state.size_limit(region) == 0:
        return no("terrain_limit", "terrain", good="village")
    settler = state.roster.settler
    for piece in state.spaces[region]:
        if piece.kind == settler and piece.owner == seat:
            known = marker is None or marker.up or marker.known >> seat & 1
            return None if known else "look_first"
    return "no_settler_here"


def growth_price(state: State, region: int) -> int:
    """What the next size of a settlement costs."""
    return state.tables.prices.growth[state.size_at(region) - 1]


@depends_on("settlements", "markers")
def growable(state: State, who: tuple[int, int]) -> dict[int, int]:
    """The settlements of a seat that can grow in a turn, money aside, with the price."""
    homes, fault = state.homes(who[0]), state.growth_fault
    return {region: growth_price(state, region) for region in homes if not fault(region)}


@cache
def affordable(era: int, gold: int, at_sea: bool) -> dict[str, int]:
    """The units of an era that so much gold buys, with their prices; not to be changed."""
    return {
        unit: price
        for unit, price in TABLES.unit_prices[era].items()
        if price <= gold and (at_sea or unit not in SHIPS)
    }


class Units(UnitStock[H]):
    """Units of the era and settlers, at a settlement or beside one (rule: buying-units)."""

    keys, strange = TABLES.roster.index, None

    def unit_price(self, state: State, unit: str) -> int:
        return state.tables.unit_prices[state.era][unit]

    def prices(self, shop: H) -> Mapping[str, int]:
        if not shop.homes:
            return {}
        return affordable(shop.state.era, min(shop.gold, DEAREST), bool(shop.harbours))

    def fault(self, shop: H, key: str) -> Fault:
        state = shop.state
        if key in state.tables.unit_prices[state.era]:
            return None
        return no("wrong_era", "buying-units", good=key, era=state.tables.eras[state.era])

    def nothing(self, shop: H, key: str) -> Fault:
        return no("no_harbour" if shop.homes else "no_settlement", good=key)

    def fault_at(self, shop: H, key: str, at: int) -> Fault:
        if at in self.among(shop, key):
            return None
        if key not in shop.state.roster.ships:
            return no("not_your_settlement", good=key)
        return no("ships_stay_at_sea" if at < FIRST_SEA else "not_a_harbour", good=key)

    def detail(self, shop: H, key: str) -> Text:
        return use(shop.state, key)

    def describe_place(self, shop: H, key: str, place: str) -> Option:
        there = harbour if key in shop.state.roster.ships else holding
        return place_option(place, there(shop.state, shop.seat, BOARD.index[place]))


class Villages(PlacedStock[H]):
    """A settler becomes a village (rule: villages)."""

    keys, rule, nowhere = ("village",), "villages", "no_site"

    def price(self, shop: H, key: str) -> int:
        return shop.prices.village[shop.state.era]

    def least(self, shop: H) -> int:
        return shop.prices.village[shop.state.era]

    def among(self, shop: H, key: str) -> Sequence[int]:
        return shop.state.held_spaces(shop.seat)

    def fault_at(self, shop: H, key: str, at: int) -> Fault:
        return founding_fault(shop.state, shop.seat, at)

    def open(self, shop: H, key: str) -> Sequence[int]:
        return sites(shop.state, shop.seat, founding_fault)

    def detail(self, shop: H, key: str) -> Text:
        return Text("detail.village", {"n": len(shop.spots(key))})

    def describe_place(self, shop: H, key: str, place: str) -> Option:
        return place_option(place, site(shop.state, shop.seat, BOARD.index[place]))

    def buy(self, play: Play[State], seat: int, order: dict[str, Value]) -> None:
        """A settler becomes a village, and the marker under it is turned up (rule: villages)."""
        state, region = play.state, BOARD.index[order["where"]]
        price = state.tables.prices.village[state.era]
        state.pay(seat, price)
        state.remove_pieces(region, state.settlers(region, seat)[:1])
        state.put_settlement(region, Settlement(seat, 1, state.turn))
        marker, shown = state.markers[region], ""
        turned_up = marker is not None and not marker.up
        if marker is not None:
            if marker.kind == state.tables.no_encounter:
                state.discard(region)
            else:
                state.markers[region] = Marker(marker.kind, True)
                shown = state.tables.marker_names[marker.kind]
        play.tell(events.Founded(seat, order["where"], price, shown, turned_up))


class Growth(PlacedStock[H]):
    """A settlement grows by one size (rule: upgrades)."""

    keys, rule, nowhere = ("grow",), "upgrades", "nothing_grows"
    strange = no("not_your_settlement", good="grow")

    def least(self, shop: H) -> int:
        return min(shop.prices.growth)

    def among(self, shop: H, key: str) -> Sequence[int]:
        return shop.homes

    def price_at(self, shop: H, key: str, at: int) -> int:
        return growth_price(shop.state, at)

    def fault_at(self, shop: H, key: str, at: int) -> Fault:
        return shop.state.growth_fault(at)

    def spots(self, shop: H, key: str) -> dict[int, int]:
        gold, able = shop.gold, growable(shop.state, (shop.seat, shop.state.turn))
        return {at: price for at, price in able.items() if price <= gold}

    def detail(self, shop: H, key: str) -> Text:
        prices = shop.spots(key).values()
        facts = {"n": len(prices), "least": min(prices), "most": max(prices)}
        return Text("detail.grow", facts)

    def describe_place(self, shop: H, key: str, place: str) -> Option:
        region = BOARD.index[place]
        return place_option(place, grown(shop.state, region), shop.spots(key)[region])

    def buy(self, play: Play[State], seat: int, order: dict[str, Value]) -> None:
        state, region = play.state, BOARD.index[order["where"]]
        size, price = state.size_at(region) + 1, growth_price(state, region)
        state.pay(seat, price)
        state.put_settlement(region, Settlement(seat, size, state.turn))
        play.tell(events.Grown(seat, order["where"], size, price))


class Technologies(Stock[H]):
    """The next card of the era (rule: technologies)."""

    keys, rule = ("technology",), "technologies"

    def price(self, shop: H, key: str) -> int:
        return shop.state.technology_price(shop.seat)

    def prices(self, shop: H) -> Mapping[str, int]:
        # Cards are counted only where one could be paid.
        least = shop.state.tables.technology_price.base
        return super().prices(shop) if shop.gold >= least else {}

    def fault(self, shop: H, key: str) -> Fault:
        state = shop.state
        if state.era_supply():
            return None
        return no("no_technology_left", era=state.tables.eras[state.era])

    def detail(self, shop: H, key: str) -> Text:
        return technology(shop.state, shop.seat, shop.state.technology_price(shop.seat))

    def buy(self, play: Play[State], seat: int, order: dict[str, Value]) -> None:
        price = play.state.technology_price(seat)
        play.state.pay(seat, price)
        play.tell(events.TechnologyBought(seat, play.state.gain_technology(play, seat), price))


class Shop(purchase.Shop[State]):
    """What the Standard rules sell, and what there is to build on."""

    stocks: ClassVar[Sequence[Stock[Any]]] = (Units(), Villages(), Growth(), Technologies())
    fields: ClassVar[Sequence[Field]] = (BUY, WHERE, COUNT)

    def __init__(self, state: State, seat: int) -> None:
        super().__init__(state, seat)
        self.prices = state.tables.prices

    @property
    def is_open(self) -> bool:
        state = self.state
        if self.gold < state.tables.lowest_prices[state.era]:
            return False
        if self.gold >= self.prices.army[state.era] and any(state.sizes[self.seat]):
            return True
        return bool(self.goods)


class PurchasePhase(purchase.PurchasePhase[S, Purchase]):
    """Seats buy in turn, or together when the table chose so."""

    def shop_of(self, state: S, frame: Purchase, seat: int) -> Shop:
        return Shop(state, seat)

    def advance(self, play: Play[S], frame: Purchase) -> bool:
        state = play.state
        if not frame.waiting:
            play.pop()
            return True
        asked = self.asked(frame)
        shops = {
            seat: shop
            for seat in asked
            if not state.fallen[seat] and (shop := self.shop_of(state, frame, seat)).is_open
        }
        if len(shops) == len(asked) or (shops and self.can_reopen(state, frame)):
            play.asked = list(map(self.ask, shops.values()))
            return False
        waiting = tuple([s for s in frame.waiting if s in shops or s not in asked])
        play.state.frames[-1] = Purchase(waiting, frame.together)
        return True

    @staticmethod
    def asked(frame: Purchase) -> tuple[int, ...]:
        """The seats that may buy now."""
        return frame.waiting if frame.together else frame.waiting[:1]

    def can_reopen(self, state: S, frame: Purchase) -> bool:
        """Whether a seat that can buy nothing now may be able to later in the phase."""
        return False

    def open(self, state: S, frame: Purchase) -> list[Decision]:
        shops = [self.shop_of(state, frame, seat) for seat in self.asked(frame)]
        if self.can_reopen(state, frame):
            shops = [shop for shop in shops if shop.is_open and not state.fallen[shop.seat]]
        return list(map(self.ask, shops))

    def leave(self, play: Play[S], frame: Purchase, seat: int) -> None:
        waiting = tuple([s for s in frame.waiting if s != seat])
        play.state.frames[-1] = Purchase(waiting, frame.together)

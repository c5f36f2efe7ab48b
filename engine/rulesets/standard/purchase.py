"""Purchase: units, settlers, villages, growth and technologies (rulebook chapter 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, TypeVar

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.flow import Play
from engine.core.grammar import Field, Option, Value, cost
from engine.core.lazy import depends_on, lazy
from engine.core.text import Text
from engine.rulesets.standard import events
from engine.rulesets.standard.describing import grown, harbour, holding, site, technology, use
from engine.rulesets.standard.frames import Purchase
from engine.rulesets.standard.state import Marker, State
from engine.rulesets.standard.tables import TABLES
from engine.world import purchase
from engine.world.describing import place_option
from engine.world.purchase import BUY, COUNT, WHERE, PlacedStock, SingleStock, Stock, UnitStock
from engine.world.state import BOARD, FIRST_SEA, SIZES, Settlement

S = TypeVar("S", bound=State)
H = TypeVar("H", bound="Shop")
SHIPS = TABLES.roster.ships
DEAREST = max(price for prices in TABLES.unit_prices for price in prices.values())
"""With so much gold any unit can be paid."""


def can_found(state: State, seat: int, region: int) -> bool:
    """Whether a settler there can become a village, money aside (rule: villages)."""
    marker = state.markers[region]
    known = marker is None or marker.up or bool(marker.known >> seat & 1)
    return known and state.settlements[region] is None and state.size_limit(region) > 0


def village_sites(state: State, seat: int) -> list[int]:
    """Regions where the seat has a settler and may found a village."""
    settler = state.roster.settler
    if not state.tally[seat][settler]:
        return []
    found, settlements, spaces = [], state.settlements, state.spaces
    for region in state.held_spaces(seat):
        if region >= FIRST_SEA:
            break
        # Most of the regions with pieces have a settlement.
        if settlements[region] is None:
            for piece in spaces[region]:
                if piece.kind == settler and piece.owner == seat:
                    if can_found(state, seat, region):
                        found.append(region)
                    break
    return found


@depends_on("settlements", "markers")
def growable(state: State, who: tuple[int, int]) -> list[tuple[int, int]]:
    """The settlements of a seat that can grow in a turn, money aside, each with its size."""
    seat, turn = who
    settlements, markers, largest = state.settlements, state.markers, len(SIZES)
    return [
        (region, held.size)
        for region in state.homes(seat)
        # Most of those that cannot grow have done so this turn, or are too large.
        if (held := settlements[region]) is not None
        and held.grown != turn
        and held.size < largest
        # Without a marker there is no limit to ask for.
        and (markers[region] is None or held.size < state.size_limit(region))
    ]


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

    keys = TABLES.roster.index

    def price(self, state: State, unit: str) -> int:
        return state.tables.unit_prices[state.era][unit]

    def prices(self, shop: H) -> dict[str, int]:
        if not shop.homes:
            return {}
        return affordable(shop.state.era, min(shop.gold, DEAREST), bool(shop.harbours))

    def places(self, shop: H, key: str) -> Sequence[int]:
        return shop.harbours if key in shop.state.roster.ships else shop.bases

    def detail(self, shop: H, key: str) -> Text:
        return use(shop.state, key)

    def describe_place(self, shop: H, key: str, place: str) -> Option:
        there = harbour if key in shop.state.roster.ships else holding
        return place_option(place, there(shop.state, shop.seat, BOARD.index[place]))

    def why_not_sold(self, shop: H, key: str) -> IllegalChoice | None:
        state = shop.state
        price = state.tables.unit_prices[state.era].get(key)
        if price is None:
            era = state.tables.eras[state.era]
            return IllegalChoice("wrong_era", "buying-units", good=key, era=era)
        if price > shop.gold:
            return shop.too_expensive(key, price)
        return IllegalChoice("no_harbour" if shop.homes else "no_settlement", "placing", good=key)

    def why_not_here(self, shop: H, key: str, place: str) -> IllegalChoice | None:
        if key not in shop.state.roster.ships:
            code = "not_your_settlement"
        else:
            code = "ships_stay_at_sea" if BOARD.index[place] < FIRST_SEA else "not_a_harbour"
        return IllegalChoice(code, "placing", place=place, good=key)


class Villages(SingleStock[H], PlacedStock[H]):
    """A settler becomes a village (rule: villages)."""

    key = "village"
    explains_places = True

    def price(self, shop: H) -> int | None:
        return shop.prices.village[shop.state.era] if shop.sites else None

    def prices(self, shop: H) -> Mapping[str, int]:
        price = shop.prices.village[shop.state.era]
        # Sites are looked for only where a village can be paid.
        return {self.key: price} if price <= shop.gold and shop.sites else {}

    def why_none(self, shop: H) -> IllegalChoice:
        return IllegalChoice("no_site", "villages")

    def places(self, shop: H, key: str) -> Sequence[int]:
        return shop.sites

    def detail(self, shop: H, key: str) -> Text:
        return Text("detail.village", {"n": len(shop.sites)})

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

    def why_not_here(self, shop: H, key: str, place: str) -> IllegalChoice | None:
        state, region = shop.state, BOARD.index[place]
        if region >= FIRST_SEA:
            return IllegalChoice("settle_on_land", "villages", place=place)
        if state.settlements[region] is not None:
            return IllegalChoice("settled_already", "villages", place=place)
        if state.size_limit(region) == 0:
            return IllegalChoice("terrain_limit", "terrain", place=place, good=key)
        if region in shop.sites:
            return shop.too_expensive(key, shop.prices.village[state.era])
        code = "look_first" if state.settlers(region, shop.seat) else "no_settler_here"
        return IllegalChoice(code, "villages", place=place)


class Growth(PlacedStock[H]):
    """A settlement grows by one size (rule: upgrades)."""

    keys = ("grow",)
    explains_places = True

    def price(self, state: State, region: int) -> int:
        """What the next size of a settlement costs."""
        return state.tables.prices.growth[state.size_at(region) - 1]

    def prices(self, shop: H) -> dict[str, int]:
        growing = shop.growing
        return {"grow": min(growing.values())} if growing else {}

    def places(self, shop: H, key: str) -> Sequence[int]:
        return list(shop.growing)

    def describe(self, shop: H, key: str) -> Option:
        prices = shop.growing.values()
        least, most = min(prices), max(prices)
        detail = Text("detail.grow", {"n": len(prices), "least": least, "most": most})
        same = cost(gold=least if least == most else None)
        return Option(key, Text("option.buy.grow"), same, detail=detail)

    def describe_place(self, shop: H, key: str, place: str) -> Option:
        region = BOARD.index[place]
        return place_option(place, grown(shop.state, region), shop.growing[region])

    def buy(self, play: Play[State], seat: int, order: dict[str, Value]) -> None:
        state, region = play.state, BOARD.index[order["where"]]
        size, price = state.size_at(region) + 1, self.price(state, region)
        state.pay(seat, price)
        state.put_settlement(region, Settlement(seat, size, state.turn))
        play.tell(events.Grown(seat, order["where"], size, price))

    def why_not_sold(self, shop: H, key: str) -> IllegalChoice | None:
        able = [region for region in shop.homes if shop.state.can_grow(region)]
        if able:
            return shop.too_expensive(key, min(self.price(shop.state, each) for each in able))
        return IllegalChoice("nothing_grows", "upgrades")

    def why_not_here(self, shop: H, key: str, place: str) -> IllegalChoice | None:
        state, region = shop.state, BOARD.index[place]
        settlement = state.settlement_at(region)
        if settlement is None or settlement.owner != shop.seat:
            return IllegalChoice("not_your_settlement", "upgrades", place=place, good=key)
        if settlement.grown == state.turn:
            return IllegalChoice("grown_this_turn", "upgrades", place=place)
        if settlement.size == len(SIZES):
            return IllegalChoice("largest_already", "upgrades", place=place)
        if settlement.size >= state.size_limit(region):
            return IllegalChoice("terrain_limit", "terrain", place=place, good=key)
        return shop.too_expensive(key, self.price(state, region))


class Technologies(SingleStock[H]):
    """The next card of the era (rule: technologies)."""

    key = "technology"

    def price(self, shop: H) -> int | None:
        return shop.state.technology_price(shop.seat) if shop.state.era_supply() else None

    def prices(self, shop: H) -> Mapping[str, int]:
        state = shop.state
        # Cards are looked for only where one could be paid.
        if shop.gold < state.tables.technology_price.base:
            return {}
        price = state.technology_price(shop.seat)
        return {self.key: price} if price <= shop.gold and state.era_supply() else {}

    def why_none(self, shop: H) -> IllegalChoice:
        era = shop.state.tables.eras[shop.state.era]
        return IllegalChoice("no_technology_left", "technologies", era=era)

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

    @lazy
    def sites(self) -> list[int]:
        """Regions where a village can be founded."""
        return village_sites(self.state, self.seat)

    @lazy
    def growing(self) -> dict[int, int]:
        """Own settlements that can grow this turn and be paid, with the price (rule: upgrades)."""
        if not self.can_pay_growth:
            return {}
        gold, prices = self.gold, self.prices.growth
        able = self.able_to_grow()
        return {region: price for region, size in able if (price := prices[size - 1]) <= gold}

    def able_to_grow(self) -> list[tuple[int, int]]:
        """Own settlements that can grow this turn, each with its size; not to be changed."""
        return growable(self.state, (self.seat, self.state.turn))

    @property
    def can_pay_growth(self) -> bool:
        """Whether there is gold enough for some growth."""
        return self.gold >= min(self.prices.growth)

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

"""Purchase: units, settlers, villages, growth and technologies (rulebook chapter 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import TypeVar

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.flow import Phase, Play
from engine.core.grammar import (
    Amount,
    Answers,
    Field,
    Form,
    Grammar,
    OneOf,
    Option,
    Unfit,
    Value,
    cost,
)
from engine.core.lazy import lazy
from engine.core.text import Text
from engine.rulesets.standard import events
from engine.rulesets.standard.describing import grown, harbour, holding, site, technology, use
from engine.rulesets.standard.frames import Purchase
from engine.rulesets.standard.state import Marker, State
from engine.world.describing import place_option
from engine.world.state import BOARD, FIRST_SEA, IDS, SIZES, Settlement

S = TypeVar("S", bound=State)


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
    found = []
    for region in state.held_spaces(seat):
        if region >= FIRST_SEA:
            break
        # Most of the regions with pieces have a settlement; the look at the pieces comes last.
        if state.settlements[region] is None and can_found(state, seat, region):
            for piece in state.spaces[region]:
                if piece.kind == settler and piece.owner == seat:
                    found.append(region)
                    break
    return found


@lru_cache(maxsize=4096)
def harbours(homes: tuple[int, ...]) -> tuple[int, ...]:
    """The sea zones that touch some regions, ascending."""
    return tuple(sorted({zone for region in homes for zone in BOARD.coasts[region]}))


class Shop:
    """What a seat can buy now, found once and only as far as it is asked."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.gold = state.gold[seat]
        self.prices = state.tables.prices
        self.unit_prices = state.tables.unit_prices[state.era]

    @property
    def confirms(self) -> bool:
        """Whether nothing is left but to leave the shop, which is awaited all the same."""
        return False

    def is_ship(self, good: str) -> bool:
        """Whether a good is a fleet, which is placed at sea."""
        return good in self.state.roster.ships

    @lazy
    def homes(self) -> tuple[int, ...]:
        """Regions with own settlements."""
        return self.state.homes(self.seat)

    @lazy
    def harbours(self) -> tuple[int, ...]:
        """Sea zones that touch an own settlement."""
        return harbours(self.homes)

    @lazy
    def sites(self) -> list[int]:
        """Regions where a village can be founded."""
        return village_sites(self.state, self.seat)

    @lazy
    def growing(self) -> list[int]:
        """Own settlements that can grow this turn and be paid (rule: upgrades)."""
        state, turn = self.state, self.state.turn
        payable = [size for size, price in enumerate(self.prices.growth, 1) if price <= self.gold]
        if not payable:
            return []
        return [
            region
            for region in self.homes
            if (held := state.settlements[region]) is not None
            and held.size in payable
            and held.grown != turn
            and held.size < state.size_limit(region)
        ]

    def growth_price(self, region: int) -> int:
        """What the next size of a settlement costs."""
        settlement = self.state.settlements[region]
        assert settlement is not None
        return self.prices.growth[settlement.size - 1]

    @lazy
    def goods(self) -> dict[str, int]:
        """Everything that can be bought now, with its price (growth: the lowest)."""
        state, gold, found = self.state, self.gold, {}
        ships = state.roster.ships
        if self.homes:
            for unit, price in self.unit_prices.items():
                if price <= gold and (unit not in ships or self.harbours):
                    found[unit] = price
        price = self.prices.village[state.era]
        if price <= gold and self.sites:
            found["village"] = price
        if self.growing:
            found["grow"] = min(map(self.growth_price, self.growing))
        price = state.technology_price(self.seat)
        if price <= gold and state.era_supply():
            found["technology"] = price
        return found

    @property
    def is_open(self) -> bool:
        """Whether anything can be bought; the cheapest question first."""
        state = self.state
        if self.gold < state.tables.lowest_prices[state.era]:
            return False
        if self.gold >= self.prices.army[state.era] and any(state.sizes[self.seat]):
            return True
        return bool(self.goods)

    def places(self, good: str) -> Sequence[int] | None:
        """Where a good can go; None when it goes nowhere."""
        if good in self.state.roster.index:
            return self.harbours if self.is_ship(good) else self.homes
        return {"village": self.sites, "grow": self.growing}.get(good)

    def form(self) -> Form:
        """The order form: what to buy, where, how many."""
        return Form(FIELDS, self)

    def what(self, said: Answers) -> Grammar:
        """The field for the good."""
        return OneOf([*self.goods, "done"], self.describe_good)

    def where(self, said: Answers) -> Grammar | None:
        """The field for the place."""
        places = self.places(said["buy"])
        if places is None:
            return None
        return OneOf([IDS[place] for place in places], partial(self.describe_place, said["buy"]))

    def count(self, said: Answers) -> Grammar | None:
        """The field for how many units."""
        if said["buy"] not in self.state.roster.index:
            return None
        price = self.goods[said["buy"]]
        return Amount(1, self.gold // price, 1, partial(self.describe_count, price))

    def describe_good(self, key: str) -> Option:
        """A good in words, with what it is for or brings."""
        price = self.goods.get(key)
        if key in self.state.roster.index:
            return Option(key, Text("unit." + key), cost(gold=price), detail=use(self.state, key))
        label = Text("option.buy." + key)
        if key == "grow":
            prices = [self.growth_price(region) for region in self.growing]
            least, most = min(prices), max(prices)
            facts = {"n": len(prices), "least": least, "most": most}
            same = least if least == most else None
            return Option(key, label, cost(gold=same), detail=Text("detail.grow", facts))
        if key == "technology" and price is not None:
            brings = technology(self.state, self.seat, price)
            return Option(key, label, cost(gold=price), detail=brings)
        if key == "village":
            sites = Text("detail.village", {"n": len(self.sites)})
            return Option(key, label, cost(gold=price), detail=sites)
        return Option(key, label, detail=Text("detail.done", {"gold": self.gold}))

    def describe_place(self, good: str, key: str) -> Option:
        """A place with what stands there, or with what a village or growth brings."""
        place = BOARD.index[key]
        if good == "grow":
            return place_option(key, grown(self.state, place), self.growth_price(place))
        if good == "village":
            return place_option(key, site(self.state, self.seat, place))
        if self.is_ship(good):
            return place_option(key, harbour(self.state, self.seat, place))
        return place_option(key, holding(self.state, self.seat, place))

    def describe_count(self, price: int, count: int) -> Option:
        """How many, with what they cost together and leave."""
        left = Text("detail.left", {"gold": self.gold - count * price})
        label, paid = Text("number", {"n": count}), cost(gold=count * price)
        return Option(str(count), label, paid, detail=left)

    # Why something cannot be bought.

    def too_expensive(self, good: str, price: int) -> IllegalChoice:
        """The seat has too little gold."""
        return IllegalChoice("too_expensive", "prices", price=price, gold=self.gold, good=good)

    def why_not_sold(self, good: str) -> IllegalChoice | None:
        """Why a good can't be bought at all now."""
        state = self.state
        era = state.tables.eras[state.era]
        if good in state.roster.index:
            price = self.unit_prices.get(good)
            if price is None:
                return IllegalChoice("wrong_era", "buying-units", good=good, era=era)
            if price > self.gold:
                return self.too_expensive(good, price)
            code = "no_harbour" if self.homes else "no_settlement"
            return IllegalChoice(code, "placing", good=good)
        if good == "village":
            if not self.sites:
                return IllegalChoice("no_site", "villages")
            return self.too_expensive(good, self.prices.village[state.era])
        if good == "grow":
            return IllegalChoice("nothing_grows", "upgrades", gold=self.gold)
        if good == "technology":
            if not state.era_supply():
                return IllegalChoice("no_technology_left", "technologies", era=era)
            return self.too_expensive(good, state.technology_price(self.seat))
        return None

    def why_not_so_many(self, good: str, place: str, most: int) -> IllegalChoice | None:
        """Why no more than some of a good can be bought."""
        facts = {"price": self.goods[good], "gold": self.gold, "good": good, "most": most}
        return IllegalChoice("too_expensive", "prices", **facts)

    def why_not_here(self, good: str, place: str) -> IllegalChoice | None:
        """Why a good can't go to a place."""
        if place not in BOARD.index:
            return IllegalChoice("no_such_place", "placing", place=place)
        state, region = self.state, BOARD.index[place]
        if good in state.roster.index:
            if not self.is_ship(good):
                code = "not_your_settlement"
            else:
                code = "ships_stay_at_sea" if region < FIRST_SEA else "not_a_harbour"
            return IllegalChoice(code, "placing", place=place, good=good)
        settlement = state.settlement_at(region)
        if good == "grow":
            return self.why_not_grow(place, settlement)
        if region >= FIRST_SEA:
            return IllegalChoice("settle_on_land", "villages", place=place)
        if settlement is not None:
            return IllegalChoice("settled_already", "villages", place=place)
        if state.size_limit(region) == 0:
            return IllegalChoice("terrain_limit", "terrain", place=place, good=good)
        if not can_found(state, self.seat, region):
            return IllegalChoice("look_first", "villages", place=place)
        return IllegalChoice("no_settler_here", "villages", place=place)

    def why_not_grow(self, place: str, settlement: Settlement | None) -> IllegalChoice:
        """Why the settlement of a place can't grow."""
        state, region = self.state, BOARD.index[place]
        if settlement is None or settlement.owner != self.seat:
            return IllegalChoice("not_your_settlement", "upgrades", place=place, good="grow")
        if settlement.grown == state.turn:
            return IllegalChoice("grown_this_turn", "upgrades", place=place)
        if settlement.size == len(SIZES):
            return IllegalChoice("largest_already", "upgrades", place=place)
        if settlement.size >= state.size_limit(region):
            return IllegalChoice("terrain_limit", "terrain", place=place, good="grow")
        return self.too_expensive("grow", self.growth_price(region))


FIELDS = (Field("buy", Shop.what), Field("where", Shop.where), Field("count", Shop.count))


class PurchasePhase(Phase[S, Purchase]):
    """Seats buy in turn, or together when the table chose so."""

    title = "purchase"

    def advance(self, play: Play[S], frame: Purchase) -> bool:
        state = play.state
        if not frame.waiting:
            play.pop()
            return True
        asked = self.asked(frame)
        shops = {
            seat: shop
            for seat in asked
            if not state.fallen[seat] and (shop := self.shop_of(state, seat)).is_open
        }
        if len(shops) == len(asked):
            play.asked = self.ask(state, shops)
            return False
        idle = [seat for seat in asked if seat not in shops]
        play.update(waiting=tuple([seat for seat in frame.waiting if seat not in idle]))
        return True

    def shop_of(self, state: S, seat: int) -> Shop:
        """What a seat can buy now."""
        return Shop(state, seat)

    @staticmethod
    def asked(frame: Purchase) -> tuple[int, ...]:
        """The seats that may buy now."""
        return frame.waiting if frame.together else frame.waiting[:1]

    def open(self, state: S, frame: Purchase) -> list[Decision]:
        return self.ask(state, {seat: self.shop_of(state, seat) for seat in self.asked(frame)})

    @staticmethod
    def ask(state: S, shops: Mapping[int, Shop]) -> list[Decision]:
        """What each of the seats that may buy now is asked in its shop."""
        return [
            Decision(
                seat,
                "purchase",
                shop.form(),
                default={"buy": "done"},
                confirms=shop.confirms,
                again=True,
                rule="purchase",
                about={"gold": state.gold[seat]},
            )
            for seat, shop in shops.items()
        ]

    def answer(self, play: Play[S], frame: Purchase, decision: Decision, value: Value) -> None:
        seat = decision.seat
        if value["buy"] == "done":
            play.update(waiting=tuple(s for s in frame.waiting if s != seat))
            play.tell(events.PurchaseDone(seat))
        else:
            self.buy(play, seat, value)

    def buy(self, play: Play[S], seat: int, value: dict[str, Value]) -> None:
        """Carry out one purchase."""
        good = value["buy"]
        if good == "village":
            found_village(play, seat, BOARD.index[value["where"]])
        elif good == "grow":
            grow(play, seat, BOARD.index[value["where"]])
        elif good == "technology":
            buy_technology(play, seat)
        else:
            buy_units(play, seat, good, BOARD.index[value["where"]], value["count"])

    def why_not(
        self, state: S, frame: Purchase, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        if not isinstance(value, dict):
            return None
        shop, good = self.shop_of(state, decision.seat), value.get("buy")
        if not isinstance(good, str):
            return None
        if unfit.path == ("buy",):
            return shop.why_not_sold(good)
        if unfit.path == ("where",) and unfit.code == "not_an_option":
            return shop.why_not_here(good, unfit.data["key"])
        if unfit.path == ("count",) and unfit.code == "too_high":
            return shop.why_not_so_many(good, value.get("where", ""), unfit.data["most"])
        return None


def buy_units(play: Play[S], seat: int, unit: str, place: int, count: int) -> None:
    """New units stand at once (rules: buying-units, placing)."""
    state = play.state
    price = count * state.tables.unit_prices[state.era][unit]
    state.pay(seat, price)
    for _ in range(count):
        state.add_piece(seat, state.roster.index[unit], place)
    play.tell(events.Bought(seat, unit, count, BOARD.id(place), price))


def found_village(play: Play[S], seat: int, region: int) -> None:
    """A settler becomes a village, and the marker under it is turned up (rule: villages)."""
    state = play.state
    price = state.tables.prices.village[state.era]
    state.pay(seat, price)
    state.remove_pieces(region, state.settlers(region, seat)[:1])
    state.put_settlement(region, Settlement(seat, 1, state.turn))
    marker, shown = state.markers[region], ""
    if marker is not None:
        if not marker.up:
            play.reveal()
        if marker.kind == state.tables.no_encounter:
            state.discard(region)
        else:
            state.markers[region] = Marker(marker.kind, True)
            shown = state.tables.marker_names[marker.kind]
    play.tell(events.Founded(seat, BOARD.id(region), price, shown))


def grow(play: Play[S], seat: int, region: int) -> None:
    """A settlement grows by one size (rule: upgrades)."""
    state = play.state
    old = state.settlements[region]
    assert old is not None
    price = state.tables.prices.growth[old.size - 1]
    state.pay(seat, price)
    state.put_settlement(region, Settlement(seat, old.size + 1, state.turn))
    play.tell(events.Grown(seat, BOARD.id(region), old.size + 1, price))


def buy_technology(play: Play[S], seat: int) -> None:
    """The next card of the era (rule: technologies)."""
    price = play.state.technology_price(seat)
    play.state.pay(seat, price)
    play.tell(events.TechnologyBought(seat, play.state.gain_technology(play, seat), price))

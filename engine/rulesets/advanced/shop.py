"""What a seat can buy and sell: pieces, growth, cards, improvements (rulebook chapter 8)."""

from __future__ import annotations

from functools import partial

from engine.core.grammar import Amount, Answers, Field, Form, Grammar, OneOf, Option, cost
from engine.core.lazy import lazy
from engine.core.text import Text
from engine.rulesets.advanced.describing import card_detail, improvement_detail, unit_detail
from engine.rulesets.advanced.gifts import growable, harbours
from engine.rulesets.advanced.state import State
from engine.rulesets.advanced.tables import CARD, IMPROVEMENT, TABLES, WONDER
from engine.rulesets.standard.describing import grown, harbour, holding, site
from engine.rulesets.standard.purchase import village_sites
from engine.world.describing import place_option
from engine.world.state import BOARD, IDS, NOBODY

PRICES = TABLES.prices
UNIT = TABLES.roster.index
UNITS = TABLES.units
FLEETS = TABLES.roster.fleets
SETTLER = TABLES.roster.settler
COLONY_SHIP = WONDER["alpha_centauri_colony_ship"]
FUSION = CARD["fusion"]


class Shop:
    """What a seat can buy now, found once and only as far as it is asked."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.gold = state.gold[seat]

    @lazy
    def roomy(self) -> list[int]:
        """Own settlements that take new pieces this turn (rule: placing)."""
        return [r for r in self.state.homes(self.seat) if self.state.room(r) > 0]

    @lazy
    def harbours(self) -> list[int]:
        """Sea zones where new fleets can appear."""
        return harbours(self.roomy)

    @lazy
    def sites(self) -> list[int]:
        """Regions where a village can be founded."""
        return village_sites(self.state, self.seat)

    @lazy
    def growing(self) -> list[int]:
        """Own settlements that can grow this turn."""
        return growable(self.state, self.seat)

    @lazy
    def old_units(self) -> dict[str, int]:
        """Units of past eras by where they stand, `swordsman@gobi`, and how many there are."""
        state = self.state
        found: dict[str, int] = {}
        if not state.era:
            return {}
        for space in state.held_spaces(self.seat):
            for piece in state.pieces(space, self.seat):
                unit = UNITS[piece.kind]
                if unit.era >= state.era or piece.kind == SETTLER or piece.aboard:
                    continue
                if piece.kind in FLEETS and state.cargo(space, piece.id):
                    continue
                key = f"{unit.id}@{IDS[space]}"
                found[key] = found.get(key, 0) + 1
        return found

    def unit_price(self, kind: int) -> int | None:
        """What a type of piece costs now; None where it is not for sale (rule: buying-units)."""
        state, unit = self.state, UNITS[kind]
        if kind != SETTLER and (unit.era != state.era or state.unit_card(kind) is None):
            return None
        return PRICES.of(unit, state.era)

    @lazy
    def units(self) -> dict[str, int]:
        """The pieces that can be bought and placed, with their prices."""
        found = {}
        for kind, unit in enumerate(UNITS):
            price = self.unit_price(kind)
            places = self.harbours if kind in FLEETS else self.roomy
            if price is not None and price <= self.gold and places:
                found[unit.id] = price
        return found

    @lazy
    def improvements(self) -> dict[str, int]:
        """The improvements that can be bought, with their prices (rule: buying-improvements)."""
        state, price = self.state, PRICES.improvement[self.state.era]
        if price > self.gold or not any(state.sizes[self.seat]):
            return {}
        owned = state.improvements[self.seat]
        return {
            each.id: price
            for index, each in enumerate(TABLES.improvements)
            if each.era == state.era
            and not owned >> index & 1
            and state.in_play(CARD[each.technology])
        }

    @lazy
    def technologies(self) -> dict[str, int]:
        """The technologies that can be bought, with their prices (rule: technologies)."""
        state, found = self.state, {}
        for card, owner in enumerate(state.technologies):
            if owner == NOBODY and state.for_sale(card):
                price = state.card_price(self.seat, card)
                if price <= self.gold:
                    found[TABLES.cards[card]] = price
        return found

    @lazy
    def goods(self) -> dict[str, int]:
        """Everything that can be bought now, with its price."""
        state, gold = self.state, self.gold
        found = dict(self.units)
        if PRICES.village[state.era] <= gold and self.sites:
            found["village"] = PRICES.village[state.era]
        if PRICES.growth[0] <= gold and self.growing:
            found["grow"] = PRICES.growth[0]
        found |= self.technologies | self.improvements
        if PRICES.colony_ship <= gold and self.ship_for_sale():
            found["colony_ship"] = PRICES.colony_ship
        return found

    def ship_for_sale(self) -> bool:
        """Whether the Colony Ship can be bought (rule: colony-ship)."""
        return self.state.in_play(FUSION) and self.state.wonders[COLONY_SHIP] == NOBODY

    @property
    def is_open(self) -> bool:
        """Whether anything can be bought or sold; the cheapest question first."""
        if self.gold >= PRICES.settler[self.state.era] and self.roomy:
            return True
        return bool(self.goods or self.old_units)

    def places(self, good: str) -> list[int] | None:
        """Where a good can go; None when it goes nowhere."""
        if good in UNIT:
            return self.harbours if UNIT[good] in FLEETS else self.roomy
        return {"village": self.sites, "grow": self.growing}.get(good)

    def room(self, good: str, place: int) -> int:
        """How many new pieces of a type a place takes."""
        if UNIT[good] not in FLEETS:
            return self.state.room(place)
        beside = [region for region in self.roomy if place in BOARD.coasts[region]]
        return sum(map(self.state.room, beside))

    def form(self) -> Form:
        """The order form: what to buy or sell, where, how many."""
        return Form(FIELDS, self)

    def what(self, said: Answers) -> Grammar:
        """The field for the good."""
        sell = ["sell"] if self.old_units else []
        return OneOf([*self.goods, *sell, "done"], self.describe_good)

    def where(self, said: Answers) -> Grammar | None:
        """The field for the place."""
        places = self.places(said["buy"])
        if places is None:
            return None
        return OneOf([IDS[place] for place in places], partial(self.describe_place, said["buy"]))

    def sold(self, said: Answers) -> Grammar | None:
        """The field for units to sell."""
        if said["buy"] != "sell":
            return None
        return OneOf(list(self.old_units), self.describe_sale)

    def count(self, said: Answers) -> Grammar | None:
        """The field for how many units."""
        if said["buy"] == "sell":
            return Amount(1, self.old_units[said["units"]])
        if said["buy"] not in UNIT:
            return None
        price = self.goods[said["buy"]]
        room = self.room(said["buy"], BOARD.index[said["where"]])
        return Amount(1, min(self.gold // price, room), 1, partial(self.describe_count, price))

    def describe_good(self, key: str) -> Option:
        """A good in words, with what it is for or brings."""
        price = cost(gold=self.goods.get(key))
        if key in UNIT:
            label = Text(f"unit.{self.state.unit_name(UNIT[key])}")
            return Option(key, label, price, detail=unit_detail(self.state, self.seat, UNIT[key]))
        if key in CARD:
            detail = card_detail(self.state, self.seat, CARD[key])
            return Option(key, Text(f"technology.{key}"), price, detail=detail)
        if key in IMPROVEMENT:
            detail = improvement_detail(self.state, self.seat, IMPROVEMENT[key])
            return Option(key, Text(f"improvement.{key}"), price, detail=detail)
        details = {
            "grow": Text("detail.growing", {"n": len(self.growing)}),
            "village": Text("detail.village", {"n": len(self.sites)}),
            "sell": Text("detail.sell", {"n": sum(self.old_units.values())}),
            "colony_ship": Text("detail.colony_ship"),
            "done": Text("detail.done", {"gold": self.gold}),
        }
        return Option(key, Text("option.buy." + key), price, detail=details[key])

    def describe_place(self, good: str, key: str) -> Option:
        """A place with what stands there, or with what a village or growth brings."""
        place = BOARD.index[key]
        if good == "grow":
            return place_option(key, grown(self.state, place))
        if good == "village":
            return place_option(key, site(self.state, self.seat, place))
        if good in UNIT and UNIT[good] in FLEETS:
            return place_option(key, harbour(self.state, self.seat, place))
        return place_option(key, holding(self.state, self.seat, place))

    def describe_sale(self, key: str) -> Option:
        """Old units in a place, with what each brings."""
        unit, _, place = key.partition("@")
        gold = Text("detail.brings", {"gold": sale_price(UNIT[unit]), "n": self.old_units[key]})
        label = Text("sold_unit", {"unit": unit, "place": place})
        return Option(key, label, place=place, detail=gold)

    def describe_count(self, price: int, count: int) -> Option:
        """How many, with what they cost together and leave."""
        left = Text("detail.left", {"gold": self.gold - count * price})
        label, paid = Text("number", {"n": count}), cost(gold=count * price)
        return Option(str(count), label, paid, detail=left)


FIELDS = (
    Field("buy", Shop.what),
    Field("where", Shop.where),
    Field("units", Shop.sold),
    Field("count", Shop.count),
)


def sale_price(kind: int) -> int:
    """What a unit of a past era brings (rule: selling)."""
    unit = UNITS[kind]
    return PRICES.of(unit, unit.era) // TABLES.sale_share

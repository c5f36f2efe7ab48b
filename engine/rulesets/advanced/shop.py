"""What a seat can buy and sell: pieces, growth, cards, improvements (rulebook chapter 8)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.core.errors import IllegalChoice
from engine.core.grammar import Amount, Answers, Field, Form, Grammar, OneOf, Option, cost
from engine.core.lazy import lazy
from engine.core.text import Text
from engine.rulesets.advanced.describing import card_detail, improvement_detail, unit_detail
from engine.rulesets.advanced.gifts import growable, harbours
from engine.rulesets.advanced.powers import endings
from engine.rulesets.advanced.state import State
from engine.rulesets.advanced.tables import CARD, IMPROVEMENT, TABLES, WONDER
from engine.rulesets.standard import purchase as standard
from engine.world.state import BOARD, IDS, NOBODY, Settlement

PRICES = TABLES.prices
UNIT = TABLES.roster.index
UNITS = TABLES.units
FLEETS = TABLES.roster.fleets
SETTLER = TABLES.roster.settler
COLONY_SHIP = WONDER["alpha_centauri_colony_ship"]
FUSION = CARD["fusion"]


class Shop(standard.Shop):
    """Standard's shop with cards, improvements and old units, and room at settlements."""

    state: State

    @lazy
    def roomy(self) -> list[int]:
        """Own settlements that take new pieces this turn (rule: placing)."""
        return [r for r in self.state.homes(self.seat) if self.state.room(r) > 0]

    @lazy
    def harbours(self) -> tuple[int, ...]:
        """Sea zones where new fleets can appear."""
        return tuple(harbours(self.roomy))

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
                if unit.era >= state.era or piece.kind == SETTLER:
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
        for kind in TABLES.era_kinds[self.state.era]:
            price = self.unit_price(kind)
            if price is None or price > self.gold:
                continue
            if self.harbours if kind in FLEETS else self.roomy:
                found[UNITS[kind].id] = price
        return found

    @lazy
    def improvements(self) -> dict[str, int]:
        """The improvements that can be bought, with their prices (rule: buying-improvements)."""
        state, price = self.state, PRICES.improvement[self.state.era]
        if price > self.gold or not any(state.sizes[self.seat]):
            return {}
        owned = state.improvements[self.seat]
        return {
            TABLES.improvements[index].id: price
            for index, card in TABLES.era_improvements[state.era]
            if not owned >> index & 1 and state.in_play(card)
        }

    @lazy
    def technologies(self) -> dict[str, int]:
        """The technologies that can be bought, with their prices (rule: technologies)."""
        state, found = self.state, {}
        for card in state.cards_for_sale():
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
        return bool(self.goods or self.old_units) or self.confirms

    @property
    def confirms(self) -> bool:
        """Whether it is only to be left, by one who may still declare the end (declarations)."""
        return self.seat in endings(self.state) and not (self.goods or self.old_units)

    def places(self, good: str) -> Sequence[int] | None:
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

    def describe_sale(self, key: str) -> Option:
        """Old units in a place, with what each brings."""
        unit, _, place = key.partition("@")
        gold = Text("detail.brings", {"gold": sale_price(UNIT[unit]), "n": self.old_units[key]})
        label = Text("sold_unit", {"unit": unit, "place": place})
        return Option(key, label, place=place, detail=gold)

    # Why something cannot be bought.

    def why_not_sold(self, good: str) -> IllegalChoice | None:
        state = self.state
        if good in UNIT:
            return self.why_no_unit(UNIT[good])
        if good in CARD:
            return self.why_no_card(CARD[good])
        if good in IMPROVEMENT:
            return self.why_no_improvement(IMPROVEMENT[good])
        if good == "colony_ship":
            if not state.in_play(FUSION):
                return IllegalChoice("not_in_play", "colony-ship", technology="fusion")
            if state.wonders[COLONY_SHIP] != NOBODY:
                return IllegalChoice("ship_taken", "colony-ship", seat=state.wonders[COLONY_SHIP])
            return self.too_expensive(good, PRICES.colony_ship)
        if good == "grow" and self.growing:
            return self.too_expensive(good, PRICES.growth[0])
        if good == "sell":
            return IllegalChoice("nothing_to_sell", "selling")
        return super().why_not_sold(good) if good in ("village", "grow") else None

    def why_no_unit(self, kind: int) -> IllegalChoice:
        """Why a type of piece can't be bought."""
        state, unit = self.state, UNITS[kind]
        if unit.era != state.era and kind != SETTLER:
            era = TABLES.eras[state.era]
            return IllegalChoice("wrong_era", "buying-units", good=unit.id, era=era)
        price = self.unit_price(kind)
        if price is None:
            first = TABLES.kind_levels[kind][0]
            return IllegalChoice("not_in_play", "buying-units", technology=first.technology)
        if price > self.gold:
            return self.too_expensive(unit.id, price)
        if not self.homes:
            return IllegalChoice("no_settlement", "placing", good=unit.id)
        if not self.roomy:
            return IllegalChoice("no_room_left", "placing")
        return IllegalChoice("no_harbour", "placing", good=unit.id)

    def why_no_card(self, card: int) -> IllegalChoice:
        """Why a technology can't be bought."""
        state, facts = self.state, TABLES.technology_cards[card]
        owner = state.technologies[card]
        if owner != NOBODY:
            return IllegalChoice("technology_taken", "technologies", card=facts.id, seat=owner)
        missing = tuple(TABLES.cards[each] for each in state.missing(card))
        if missing:
            return IllegalChoice("prerequisites", "technologies", card=facts.id, missing=missing)
        if facts.era > state.era + 1:
            return IllegalChoice("too_far_ahead", "technologies", card=facts.id)
        return self.too_expensive(facts.id, state.card_price(self.seat, card))

    def why_no_improvement(self, index: int) -> IllegalChoice:
        """Why an improvement can't be bought."""
        state, facts = self.state, TABLES.improvements[index]
        rule = "buying-improvements"
        if facts.era != state.era:
            return IllegalChoice("wrong_era", rule, good=facts.id, era=TABLES.eras[state.era])
        if state.improvements[self.seat] >> index & 1:
            return IllegalChoice("built_already", rule, improvement=facts.id)
        if not state.in_play(CARD[facts.technology]):
            return IllegalChoice("not_in_play", rule, technology=facts.technology)
        if not self.homes:
            return IllegalChoice("no_settlement", rule, good=facts.id)
        return self.too_expensive(facts.id, PRICES.improvement[state.era])

    def why_not_so_many(self, good: str, place: str, most: int) -> IllegalChoice | None:
        if good not in UNIT:
            return None
        if (most + 1) * self.goods[good] > self.gold:
            return super().why_not_so_many(good, place, most)
        return IllegalChoice("no_room", "placing", place=place, most=most)

    def why_not_here(self, good: str, place: str) -> IllegalChoice | None:
        full = good in UNIT and not self.is_ship(good) and place in BOARD.index
        if full and self.state.is_home(BOARD.index[place], self.seat):
            return IllegalChoice("no_room", "placing", place=place, most=0)
        return super().why_not_here(good, place)

    def why_not_grow(self, place: str, settlement: Settlement | None) -> IllegalChoice:
        if settlement is not None and settlement.owner == self.seat:
            size, most = settlement.size + 1, self.state.size_limit(BOARD.index[place])
            if size <= most and not self.state.size_allowed(size):
                card = TABLES.cards[TABLES.size_cards[size]]
                return IllegalChoice("not_in_play", "upgrades", technology=card)
        return super().why_not_grow(place, settlement)


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

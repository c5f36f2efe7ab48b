"""Purchase: Standard's, with cards, improvements, old units to sell, and fees (chapter 8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from engine.core.charts import Fee
from engine.core.errors import IllegalChoice
from engine.core.flow import Play
from engine.core.grammar import Option, Unfit, Value
from engine.core.lazy import lazy
from engine.core.question import Fault, no
from engine.core.text import Text
from engine.rulesets.advanced import events
from engine.rulesets.advanced.describing import (
    card_detail,
    fee_owner,
    improvement_detail,
    unit_detail,
)
from engine.rulesets.advanced.learning import buy_colony_ship, buy_technology
from engine.rulesets.advanced.powers import endings
from engine.rulesets.advanced.state import CATAPULT, ENGINEERING, Market, State
from engine.rulesets.advanced.tables import CARD, IMPROVEMENT, TABLES, WONDER
from engine.rulesets.standard import purchase as standard
from engine.rulesets.standard.frames import Purchase
from engine.world.describing import several
from engine.world.pieces.rooms import Rooms
from engine.world.pieces.selling import SellingShop, UnitsToSell
from engine.world.purchase import NEVER, PlacedStock, Stock, harbours
from engine.world.state import BOARD, NOBODY, Piece

PRICES = TABLES.prices
UNIT = TABLES.roster.index
UNITS = TABLES.units
FLEETS = TABLES.roster.fleets
SETTLER = TABLES.roster.settler
COLONY_SHIP = WONDER["alpha_centauri_colony_ship"]
FUSION = CARD["fusion"]


def pay_with_fee(
    state: State, seat: int, price: int, card: int | None, count: int = 1
) -> tuple[int, int]:
    """A seat pays; the fee inside the price goes to the technology's owner (rule: fees)."""
    if card is None:
        state.pay(seat, price)
        return NOBODY, 0
    owner = fee_owner(state, seat, card)
    fee = count * TABLES.fee[state.era] if owner >= 0 else 0
    state.pay(seat, price - fee)
    if fee:
        state.gold[seat] -= fee
        state.gold[owner] += fee
        state.fees.append(Fee(seat, owner, fee, TABLES.cards[card]))
    return owner, fee


class Units(standard.Units["Shop"]):
    """Pieces whose technology is in play, as many as the settlements have room for."""

    keys = UNIT

    def prices(self, shop: Shop) -> dict[str, int]:
        if not shop.bases:
            return {}
        found = shop.payable(shop.market.units)
        for ship in shop.state.roster.ships.intersection(found):
            if not shop.harbours:
                del found[ship]
        return found

    def most(self, shop: Shop, unit: str, place: int) -> int:
        return min(super().most(shop, unit, place), shop.rooms.at(place))

    def label(self, shop: Shop, key: str) -> Text:
        return Text(f"unit.{shop.state.unit_name(UNIT[key])}")

    def detail(self, shop: Shop, key: str) -> Text:
        return unit_detail(shop.state, shop.seat, UNIT[key])

    def buy(self, play: Play[Any], seat: int, order: dict[str, Value]) -> None:
        """New pieces stand at once and count for a settlement (rules: buying-units, placing)."""
        state: State = play.state
        kind, place, count = UNIT[order["buy"]], BOARD.index[order["where"]], order["count"]
        price = count * self.unit_price(state, order["buy"])
        owner, fee = pay_with_fee(state, seat, price, state.unit_card(kind), count)
        state.take_room(seat, place, count)
        for _ in range(count):
            state.add_piece(seat, kind, place)
        unit = state.roster.ids[state.present_kind(kind)]
        play.tell(events.Bought(seat, unit, count, order["where"], price, owner, fee))

    def fault(self, shop: Shop, key: str) -> Fault:
        if key in TABLES.unit_prices[shop.state.era] and key not in shop.market.units:
            if shop.state.is_replaced(UNIT[key]):
                return no("carriers_instead", "levels")
            _, first = TABLES.kind_levels[UNIT[key]][0]
            return no("not_in_play", "buying-units", technology=first.technology)
        return super().fault(shop, key)

    def nothing(self, shop: Shop, key: str) -> Fault:
        if not shop.homes:
            return super().nothing(shop, key)
        if not shop.bases:
            return "no_room_left"
        at_sea = no("no_room_at_sea", good=key)
        return at_sea if harbours(shop.homes) else super().nothing(shop, key)

    def fault_at(self, shop: Shop, key: str, at: int) -> Fault:
        own = harbours(shop.homes) if UNIT[key] in FLEETS else shop.homes
        elsewhere = super().fault_at(shop, key, at)
        return no("no_room", most=0) if elsewhere and at in own else elsewhere

    def too_many(self, shop: Shop, key: str, place: str, most: int) -> IllegalChoice:
        if (most + 1) * shop.goods[key] > shop.gold:
            return super().too_many(shop, key, place, most)
        return IllegalChoice("no_room", "placing", place=place, most=most)


class Growth(standard.Growth["Shop"]):
    """Growth to sizes whose technology is in play."""

    def least(self, shop: Shop) -> int:
        return min(shop.market.growth, default=NEVER)

    def spots(self, shop: Shop, key: str) -> dict[int, int]:
        # It depends on more than what a look at land and settlements is kept for.
        return PlacedStock.spots(self, shop, key)


class Technologies(Stock["Shop"]):
    """Technologies by name, of this era, of past ones and of the next (rule: technologies)."""

    keys, words, rule = CARD, "technology", "technologies"

    def prices(self, shop: Shop) -> dict[str, int]:
        return shop.payable(shop.market.cards)

    def price(self, shop: Shop, key: str) -> int:
        return shop.state.card_price(shop.seat, CARD[key])

    def fault(self, shop: Shop, key: str) -> Fault:
        state, card = shop.state, CARD[key]
        owner = state.technologies[card]
        if owner != NOBODY:
            return no("technology_taken", card=key, seat=owner)
        missing = tuple(TABLES.cards[each] for each in state.missing(card))
        if missing:
            return no("prerequisites", card=key, missing=missing)
        ahead = TABLES.technology_cards[card].era > state.era + 1
        return no("too_far_ahead", card=key) if ahead else None

    def detail(self, shop: Shop, key: str) -> Text:
        return card_detail(shop.state, shop.seat, CARD[key])

    def buy(self, play: Play[Any], seat: int, order: dict[str, Value]) -> None:
        buy_technology(play, seat, CARD[order["buy"]])


class Improvements(Stock["Shop"]):
    """One of each improvement of the era for each player (rule: buying-improvements)."""

    keys = IMPROVEMENT
    words = "improvement"
    rule = "buying-improvements"

    def prices(self, shop: Shop) -> dict[str, int]:
        price = PRICES.improvement[shop.state.era]
        if price > shop.gold or not shop.homes:
            return {}
        owned = shop.state.improvements[shop.seat]
        return {key: price for key, bit in shop.market.improvements.items() if not owned & bit}

    def price(self, shop: Shop, key: str) -> int:
        return PRICES.improvement[shop.state.era]

    def fault(self, shop: Shop, key: str) -> Fault:
        state, index = shop.state, IMPROVEMENT[key]
        facts = TABLES.improvements[index]
        if facts.era != state.era:
            return no("wrong_era", good=key, era=TABLES.eras[state.era])
        if state.improvements[shop.seat] >> index & 1:
            return no("built_already", improvement=key)
        if not state.in_play(CARD[facts.technology]):
            return no("not_in_play", technology=facts.technology)
        return None if shop.homes else no("no_settlement", good=key)

    def detail(self, shop: Shop, key: str) -> Text:
        return improvement_detail(shop.state, shop.seat, IMPROVEMENT[key])

    def buy(self, play: Play[Any], seat: int, order: dict[str, Value]) -> None:
        state: State = play.state
        index, price = IMPROVEMENT[order["buy"]], PRICES.improvement[state.era]
        technology = TABLES.improvements[index].technology
        owner, fee = pay_with_fee(state, seat, price, CARD[technology])
        state.improvements[seat] |= 1 << index
        play.tell(events.ImprovementBuilt(seat, order["buy"], price, owner, fee))


class ColonyShip(Stock["Shop"]):
    """The wonder that must be bought, once Fusion is in play (rule: colony-ship)."""

    keys, rule = ("colony_ship",), "colony-ship"

    def price(self, shop: Shop, key: str) -> int:
        return PRICES.colony_ship

    def fault(self, shop: Shop, key: str) -> Fault:
        if not shop.state.in_play(FUSION):
            return no("not_in_play", technology="fusion")
        owner = shop.state.wonders[COLONY_SHIP]
        return None if owner == NOBODY else no("ship_taken", seat=owner)

    def detail(self, shop: Shop, key: str) -> Text:
        return Text("detail.colony_ship")

    def buy(self, play: Play[Any], seat: int, order: dict[str, Value]) -> None:
        buy_colony_ship(play, seat)


class OldUnits(UnitsToSell):
    """Units of past eras go back to the bank for a fifth of their price (rule: selling)."""

    kinds = tuple(
        frozenset(kind for kind, unit in enumerate(UNITS) if unit.era < era and kind != SETTLER)
        for era in range(len(TABLES.eras))
    )

    def worth(self, state: State, kind: int) -> int:
        unit = UNITS[kind]
        return PRICES.of(unit, unit.era) // TABLES.sale_share

    def sold_as(self, state: State, piece: Piece) -> int:
        return CATAPULT if piece.id in state.catapults else piece.kind

    def describe_units(self, shop: SellingShop[Any], key: str) -> Option:
        option = super().describe_units(shop, key)
        if not (key.startswith("catapult@") and shop.state.in_play(ENGINEERING)):
            return option
        detail = several(option.detail, Text("detail.trebuchets_now"))
        return msgspec.structs.replace(option, detail=detail)

    def refused(
        self, shop: SellingShop[Any], order: dict[str, Value], unfit: Unfit
    ) -> IllegalChoice | None:
        why = super().refused(shop, order, unfit)
        if why is None or why.code != "not_so_many":
            return why
        unit, place = why.data["unit"], why.data["place"]
        if unit == "medieval_catapult" and f"catapult@{place}" in shop.sellable:
            return IllegalChoice("bought_as_catapults", "selling", place=place)
        return why

    def kind_fault(self, unit: str) -> Fault:
        return no("not_of_the_past", unit=unit)


class Shop(SellingShop[State], standard.Shop):
    """Standard's shop with cards, improvements and old units, and room at settlements."""

    state: State
    to_sell = OldUnits()
    stocks: ClassVar[Sequence[Stock[Any]]] = (
        *(Units(), standard.Villages(), Growth()),
        *(Technologies(), Improvements(), ColonyShip(), to_sell),
    )

    @lazy
    def market(self) -> Market:
        """What there is to buy, money and room aside."""
        return self.state.market((self.seat, self.state.era))

    @lazy
    def rooms(self) -> Rooms:
        """What room there is for new pieces (rule: placing)."""
        return self.state.rooms(self.seat)

    @lazy
    def bases(self) -> tuple[int, ...]:
        """Own settlements that take new pieces this turn."""
        return self.rooms.roomy

    @lazy
    def harbours(self) -> tuple[int, ...]:
        """Sea zones where new fleets can appear."""
        return self.rooms.harbours

    @property
    def is_open(self) -> bool:
        if self.gold >= PRICES.settler[self.state.era] and self.bases:
            return True
        return bool(self.goods) or self.confirms

    @property
    def confirms(self) -> bool:
        """Whether it is only to be left, by one who may still declare the end (declarations)."""
        return self.seat in endings(self.state) and not self.goods


class PurchasePhase(standard.PurchasePhase[State]):
    """Seats buy in turn, or together when the table chose so."""

    def shop_of(self, state: State, frame: Purchase, seat: int) -> Shop:
        return Shop(state, seat)

    def can_reopen(self, state: State, frame: Purchase) -> bool:
        # A seat with too little gold may still receive fees (rule: purchase).
        return frame.together

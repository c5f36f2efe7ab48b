"""Selling units back to the bank, as a sort of goods of a shop.

The form of a `SellingShop` asks for units by where they stand: `swordsman@gobi`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, TypeVar

from engine.core.errors import IllegalChoice
from engine.core.flow import Play
from engine.core.grammar import Amount, Answers, Field, Grammar, OneOf, Option, Unfit, Value
from engine.core.lazy import lazy
from engine.core.question import Fault, no, refusal
from engine.core.text import Text
from engine.world import events
from engine.world.purchase import BUY, COUNT, WHERE, Shop, Stock
from engine.world.state import BOARD, IDS, Piece, WorldState

S = TypeVar("S", bound=WorldState)
KEY = "sell"


class UnitsToSell(Stock["SellingShop[Any]"]):
    """Units go back to the bank (rule: selling)."""

    keys, rule = (KEY,), "selling"
    kinds: ClassVar[Sequence[frozenset[int]]]
    """For each era, the types of units that can be sold."""

    def worth(self, state: Any, kind: int) -> int:
        """What a unit brings."""
        raise NotImplementedError

    def kind_fault(self, unit: str) -> Fault:
        """Why a type of unit is not among them."""
        raise NotImplementedError

    def fault(self, shop: SellingShop[Any], key: str) -> Fault:
        return None if self.prices(shop) else "nothing_to_sell"

    def price(self, shop: SellingShop[Any], key: str) -> int:
        return 0

    def sold_as(self, state: Any, piece: Piece) -> int:
        """The type that a unit is sold as: what it was when it was bought."""
        return piece.kind

    def prices(self, shop: SellingShop[Any]) -> dict[str, int]:
        kinds = self.kinds[shop.state.era]
        # Only of fleets it is not enough to have some: they may carry others.
        on_land = kinds and shop.state.owns_any(shop.seat, kinds - shop.state.roster.fleets)
        return {KEY: 0} if on_land or (kinds and shop.sellable) else {}

    def describe(self, shop: SellingShop[Any], key: str) -> Option:
        detail = Text("detail.sell", {"n": sum(map(len, shop.sellable.values()))})
        return Option(key, Text("option.buy.sell"), detail=detail)

    def describe_units(self, shop: SellingShop[Any], key: str) -> Option:
        """Alike units in a place, with what each brings."""
        unit, _, place = key.partition("@")
        worth = self.worth(shop.state, shop.state.roster.index[unit])
        gold = Text("detail.brings", {"gold": worth, "n": len(shop.sellable[key])})
        label = Text("sold_unit", {"unit": unit, "place": place})
        return Option(key, label, place=place, detail=gold)

    def count(self, shop: SellingShop[Any], said: Answers) -> Grammar:
        return Amount(1, len(shop.sellable[said["units"]]))

    def buy(self, play: Play[Any], seat: int, order: dict[str, Value]) -> None:
        state: WorldState = play.state
        unit, _, place = order["units"].partition("@")
        kind, space, count = state.roster.index[unit], BOARD.index[place], order["count"]
        alike = self.found_at(state, seat, space)[kind]
        state.remove_pieces(space, alike[:count])
        gold = count * self.worth(state, kind)
        state.receive(seat, gold)
        play.tell(events.Sold(seat, place, unit, count, gold))

    def found_at(self, state: Any, seat: int, space: int) -> dict[int, list[Piece]]:
        """A seat's units in a space that can be sold, by what they are sold as."""
        fleets = state.roster.fleets
        found: dict[int, list[Piece]] = {}
        for piece in state.pieces(space, seat, self.kinds[state.era]):
            if piece.kind not in fleets or not state.cargo(space, piece.id):
                found.setdefault(self.sold_as(state, piece), []).append(piece)
        return found

    def refused(
        self, shop: SellingShop[Any], order: dict[str, Value], unfit: Unfit
    ) -> IllegalChoice | None:
        """Why units cannot be sold, or not so many of them."""
        named, count = order.get("units"), order.get("count")
        unit, _, place = named.partition("@") if isinstance(named, str) else ("", "", "")
        if unit not in shop.state.roster.index or place not in BOARD.index:
            return None
        wanted = count if isinstance(count, int) else 1
        return refusal(self.sale_fault(shop, unit, place, wanted), self.rule)

    def sale_fault(self, shop: SellingShop[Any], unit: str, place: str, wanted: int) -> Fault:
        """What keeps so many units of a place from being sold."""
        state = shop.state
        kind = state.roster.index[unit]
        there = state.pieces(BOARD.index[place], shop.seat)
        own = [piece for piece in there if self.sold_as(state, piece) == kind]
        if not own or len(own) < wanted:
            return no("not_so_many", unit=unit, n=len(own), place=place)
        if own[0].kind not in self.kinds[state.era]:
            return self.kind_fault(state.roster.ids[own[0].kind])
        return no("carries_others", unit=unit, n=len(own), place=place)


class SellingShop(Shop[S]):
    """A shop that also takes units back."""

    to_sell: ClassVar[UnitsToSell]
    stocks: ClassVar[Sequence[Stock[Any]]] = ()

    @lazy
    def sellable(self) -> dict[str, list[Piece]]:
        """Units that can be sold, by what they are sold as and where they stand."""
        state, seat, ids = self.state, self.seat, self.state.roster.ids
        if not state.owns_any(seat, self.to_sell.kinds[state.era]):
            return {}
        return {
            f"{ids[kind]}@{IDS[space]}": pieces
            for space in state.held_spaces(seat)
            for kind, pieces in self.to_sell.found_at(state, seat, space).items()
        }

    def ask_units(self, said: Answers) -> Grammar:
        """The field for units to sell."""
        return OneOf(list(self.sellable), lambda key: self.to_sell.describe_units(self, key))

    fields: ClassVar[Sequence[Field]] = (BUY, WHERE, Field("units", ask_units, (KEY,)), COUNT)

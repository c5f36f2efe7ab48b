"""Purchase on the world board: what a shop sells, the form "what, where, how many", its phase.

A rule set has a `Stock` for each sort of goods: what could be bought (`keys`, `among` places),
what it costs, and what keeps it from being bought (`fault`, `fault_at`). Options, lowest prices,
form and refusals follow; where goods are looked up, `prices` and `open` are the search and faults
refuse. It puts them into a shop in the order in which they are offered:

    class ToyShop(Shop[State]):
        stocks = (Armies(), Villages())
        fields = (BUY, WHERE, COUNT)

    class ToyPurchase(PurchasePhase[State, Frame]):
        def shop_of(self, state, frame, seat): return ToyShop(state, seat)
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, ClassVar, Generic, TypeVar

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.flow import Frame, Phase, Play
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
from engine.core.question import Fault, Question, Searched, Sort, refusal
from engine.core.text import Text
from engine.world import events
from engine.world.describing import PLACE, place_option, several
from engine.world.flow import source_of
from engine.world.state import BOARD, IDS, WorldState

S = TypeVar("S", bound=WorldState)
F = TypeVar("F", bound=Frame)
H = TypeVar("H", bound="Shop[Any]")
DONE, TOO_DEAR = "done", "too_expensive"
NEVER = 10**9
"""More gold than anybody ever has."""


class Stock(Generic[H]):
    """A sort of goods: the keys it is asked for by, what it costs, and how it is bought.

    What is for sale, and why something is not, follow from `price` and `fault`.
    """

    keys: Collection[str]
    """Everything of the sort, also what is not for sale now."""
    rule: ClassVar[str] = "purchase"
    """The section about it."""
    words: ClassVar[str] = "option.buy"
    """The table of the catalog with the names of its goods."""

    def price(self, shop: H, key: str) -> int:
        """What a good costs now."""
        raise NotImplementedError

    def fault(self, shop: H, key: str) -> Fault:
        """What keeps a good from being bought, gold aside."""
        return None

    def prices(self, shop: H) -> Mapping[str, int]:
        """What can be bought now, with its price, or the lowest where prices differ."""
        found: dict[str, int] = {}
        for key in self.keys:
            if (price := self.price(shop, key)) <= shop.gold and not self.fault(shop, key):
                found[key] = price
        return found

    def describe(self, shop: H, key: str) -> Option:
        """A good in words, with its price."""
        label, price = self.label(shop, key), cost(gold=shop.goods.get(key))
        return Option(key, label, price, detail=self.detail(shop, key))

    def label(self, shop: H, key: str) -> Text:
        """What a good is called."""
        return Text(f"{self.words}.{key}")

    def detail(self, shop: H, key: str) -> Text | None:
        """What a good is for or brings."""
        return None

    def where(self, shop: H, key: str) -> Grammar | None:
        """The places for a good; None when it goes nowhere."""
        return None

    def count(self, shop: H, said: Answers) -> Grammar | None:
        """How many of a good can be had; None when it is bought one by one."""
        return None

    def buy(self, play: Play[Any], seat: int, order: dict[str, Value]) -> None:
        """Carry out an order that fits the form."""
        raise NotImplementedError

    def unsold(self, shop: H, key: str, places: Sequence[str]) -> IllegalChoice | None:
        """Why a good can't be bought at all now; `places` are those that the order names."""
        why = refusal(self.fault(shop, key), self.rule)
        return why or shop.too_expensive(key, self.price(shop, key))

    def refused(self, shop: H, order: dict[str, Value], unfit: Unfit) -> IllegalChoice | None:
        """Why a good that is for sale can't be bought in this way."""
        return None


class PlacedStock(Stock[H]):
    """Goods that go to a place on the board: `among` some, where they have no fault there."""

    strange: ClassVar[Fault] = None
    """Why not a place that is not among them; else `fault_at` knows."""
    nowhere: ClassVar[str] = ""
    """Why there is no place for it, gold aside."""

    def among(self, shop: H, key: str) -> Sequence[int]:
        """Where a good could be meant to go."""
        raise NotImplementedError

    def fault_at(self, shop: H, key: str, at: int) -> Fault:
        """What keeps a good from a place, gold aside."""
        return None

    def price_at(self, shop: H, key: str, at: int) -> int:
        """What a good costs in a place."""
        return self.price(shop, key)

    def least(self, shop: H) -> int:
        """With less gold there is no need to look for places."""
        return 0

    def question(self, shop: H, key: str) -> Question[int]:
        """Where a good goes, gold aside."""
        fault = partial(self.fault_at, shop, key)
        return Question(PLACE, self.among(shop, key), fault, strange=self.strange)

    def payable(self, shop: H, key: str) -> Question[int]:
        """Where a good goes and is paid."""
        asked = self.question(shop, key)

        def fault(at: int) -> Fault:
            aside = asked.fault(at) if asked.fault else None
            return aside or (self.price_at(shop, key, at) > shop.gold and TOO_DEAR)

        return Question(PLACE, asked.among, fault, strange=self.strange)

    def open(self, shop: H, key: str) -> Sequence[int]:
        """Where a good can go, gold aside."""
        return self.question(shop, key).open

    def spots(self, shop: H, key: str) -> dict[int, int]:
        """Where a good can go and be paid, with what it costs there."""
        gold, price = shop.gold, self.price_at
        return {at: due for at in self.open(shop, key) if (due := price(shop, key, at)) <= gold}

    def prices(self, shop: H) -> Mapping[str, int]:
        found: dict[str, int] = {}
        for key in self.keys if shop.gold >= self.least(shop) else ():
            if (spots := shop.spots(key)) and not self.fault(shop, key):
                found[key] = min(spots.values())
        return found

    def places(self, shop: H, key: str) -> Sequence[int]:
        """Where a good can go and be paid."""
        return list(shop.spots(key))

    def where(self, shop: H, key: str) -> Grammar | None:
        described = partial(self.describe_place, shop, key)
        return OneOf(list(map(IDS.__getitem__, self.places(shop, key))), described)

    def describe(self, shop: H, key: str) -> Option:
        same = len({*shop.spots(key).values()}) == 1
        price = cost(gold=shop.goods.get(key) if same else None)
        return Option(key, self.label(shop, key), price, detail=self.detail(shop, key))

    def describe_place(self, shop: H, key: str, place: str) -> Option:
        """A place with what stands there, or with what the good would bring."""
        return place_option(place, None, shop.spots(key).get(BOARD.index[place]))

    def unsold(self, shop: H, key: str, places: Sequence[str]) -> IllegalChoice | None:
        why = refusal(self.fault(shop, key), self.rule)
        for place in places if why is None else ():
            if place in BOARD.index:
                return self.refused_at(shop, key, place)
        able = self.open(shop, key) if why is None else ()
        if able:
            return shop.too_expensive(key, min(self.price_at(shop, key, at) for at in able))
        return why or refusal(self.nothing(shop, key), self.rule)

    def nothing(self, shop: H, key: str) -> Fault:
        """Why there is no place for a good, gold aside."""
        return self.nowhere

    def refused_at(self, shop: H, key: str, place: str) -> IllegalChoice | None:
        """Why a good can't go to a place."""
        why = self.payable(shop, key).why_not(shop.state, place, self.rule)
        if why is None or why.code != TOO_DEAR:
            return why
        return shop.too_expensive(key, self.price_at(shop, key, BOARD.index[place]))

    def refused(self, shop: H, order: dict[str, Value], unfit: Unfit) -> IllegalChoice | None:
        if unfit.path == ("where",) and unfit.code == "not_an_option":
            return self.refused_at(shop, order["buy"], unfit.data["key"])
        return None


class UnitStock(PlacedStock[H]):
    """Units and settlers: placed at once, as many as can be paid."""

    words, rule = "unit", "placing"
    strange: ClassVar[Fault] = "not_your_settlement"

    def unit_price(self, state: Any, unit: str) -> int:
        """What a unit costs now."""
        raise NotImplementedError

    def price(self, shop: H, key: str) -> int:
        return self.unit_price(shop.state, key)

    def among(self, shop: H, key: str) -> Sequence[int]:
        return shop.harbours if key in shop.state.roster.ships else shop.bases

    def places(self, shop: H, key: str) -> Sequence[int]:
        return self.among(shop, key)

    def describe(self, shop: H, key: str) -> Option:
        return Stock.describe(self, shop, key)

    def count(self, shop: H, said: Answers) -> Grammar | None:
        unit = said["buy"]
        most = self.most(shop, unit, BOARD.index[said["where"]])
        return Amount(1, most, 1, partial(self.describe_count, shop, unit))

    def most(self, shop: H, unit: str, place: int) -> int:
        """How many of a unit can be bought for a place."""
        return shop.gold // shop.goods[unit]

    def describe_count(self, shop: H, unit: str, count: int) -> Option:
        """How many, with what they are for, cost together and leave."""
        price = count * shop.goods[unit]
        left = Text("detail.left", {"gold": shop.gold - price})
        detail = several(self.detail(shop, unit), left)
        return Option(str(count), Text("number", {"n": count}), cost(gold=price), detail=detail)

    def buy(self, play: Play[Any], seat: int, order: dict[str, Value]) -> None:
        """New units stand at once (rules: buying-units, placing)."""
        state, unit, place, count = play.state, order["buy"], order["where"], order["count"]
        price = count * self.unit_price(state, unit)
        state.pay(seat, price)
        kind, space = state.roster.index[unit], BOARD.index[place]
        for _ in range(count):
            state.add_piece(seat, kind, space)
        play.tell(events.Bought(seat, unit, count, place, price))

    def unsold(self, shop: H, key: str, places: Sequence[str]) -> IllegalChoice | None:
        # What a place lacks is not worth a word where the unit cannot be paid anywhere.
        why = refusal(self.fault(shop, key), self.rule)
        if why is not None or self.price(shop, key) > shop.gold:
            return why or shop.too_expensive(key, self.price(shop, key))
        return refusal(self.nothing(shop, key), self.rule)

    def refused(self, shop: H, order: dict[str, Value], unfit: Unfit) -> IllegalChoice | None:
        if unfit.code in ("too_high", "too_many"):
            return self.too_many(shop, order["buy"], order["where"], unfit.data["most"])
        return super().refused(shop, order, unfit)

    def too_many(self, shop: H, key: str, place: str, most: int) -> IllegalChoice:
        """Why no more than `most` of a unit can be bought."""
        return shop.too_expensive(key, shop.goods[key], most=most)


class Shop(Generic[S]):
    """What a seat can buy now, found once and only as far as it is asked."""

    stocks: ClassVar[Sequence[Stock[Any]]]
    by_key: ClassVar[dict[str, Stock[Any]]]
    """The sort of goods that each key belongs to."""
    fields: ClassVar[Sequence[Field]]
    """What is asked: `BUY`, `WHERE`, `COUNT`, and what a rule set adds."""

    def __init_subclass__(cls) -> None:
        cls.by_key = {key: stock for stock in cls.stocks for key in stock.keys}

    def __init__(self, state: S, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.gold = state.gold[seat]
        self.homes: tuple[int, ...] = state.homes(seat)
        """Regions with own settlements."""
        self.spots_found: dict[str, dict[int, int]] = {}
        """Where goods can go, as far as it was asked."""

    @property
    def about(self) -> dict[str, Any]:
        """What a buyer should know beside the options."""
        return {"gold": self.gold}

    @property
    def confirms(self) -> bool:
        """Whether nothing is left but to leave the shop, which is awaited all the same."""
        return False

    @property
    def is_open(self) -> bool:
        """Whether anything can be bought; a rule set asks the cheapest question first."""
        return bool(self.goods)

    @property
    def bases(self) -> tuple[int, ...]:
        """Own settlements that take new pieces."""
        return self.homes

    @lazy
    def harbours(self) -> tuple[int, ...]:
        """Sea zones that touch one of these."""
        return harbours(self.bases)

    @lazy
    def goods(self) -> dict[str, int]:
        """Everything that can be bought now, with its price, or the lowest where prices differ."""
        found: dict[str, int] = {}
        for stock in self.stocks:
            found |= stock.prices(self)
        return found

    def spots(self, key: str) -> dict[int, int]:
        """Where a good can go and be paid, with what it costs there; found once."""
        found = self.spots_found
        if key not in found:
            stock = self.by_key[key]
            assert isinstance(stock, PlacedStock)
            found[key] = stock.spots(self, key)
        return found[key]

    def payable(self, prices: Mapping[str, int]) -> dict[str, int]:
        """What of some goods there is gold enough for."""
        gold = self.gold
        return {key: price for key, price in prices.items() if price <= gold}

    def form(self) -> Form:
        """The order form: what to buy, where, how many."""
        return Form(tuple(self.fields), self)

    def what(self, said: Answers) -> Grammar:
        """The field for the good."""
        return OneOf([*self.goods, DONE], self.describe_good)

    def where(self, said: Answers) -> Grammar | None:
        """The field for the place."""
        good = said["buy"]
        return None if good == DONE else self.by_key[good].where(self, good)

    def count(self, said: Answers) -> Grammar | None:
        """The field for how many."""
        good = said["buy"]
        return None if good == DONE else self.by_key[good].count(self, said)

    def describe_good(self, key: str) -> Option:
        """A good in words, or that the buyer is done."""
        if key != DONE:
            return self.by_key[key].describe(self, key)
        left = Text("detail.done", {"gold": self.state.gold[self.seat]})
        return Option(key, Text("option.buy.done"), detail=left)

    def asks(self, order: Value, path: tuple[str, ...]) -> Question[Any] | None:
        """What a part of the form asks: a good, or where one goes."""
        if path == ("buy",):
            return Searched(Goods(self), self.unsold)
        stock = self.by_key.get(order["buy"]) if path == ("where",) else None
        return stock.payable(self, order["buy"]) if isinstance(stock, PlacedStock) else None

    def unsold(self, key: str) -> Fault:
        """What keeps a good from being bought at all now."""
        return self.by_key[key].unsold(self, key, ())

    def too_expensive(self, good: str, price: int, **facts: int) -> IllegalChoice:
        """The seat has too little gold."""
        facts |= {"price": price, "gold": self.gold}
        return IllegalChoice("too_expensive", "prices", good=good, **facts)

    def why_not(self, order: Value, unfit: Unfit) -> IllegalChoice | None:
        """Why an order cannot be carried out, where its sort of goods has a reason."""
        good = order.get("buy") if isinstance(order, dict) else None
        if not isinstance(good, str) or good not in self.by_key:
            return None
        stock, places = self.by_key[good], order.get("where")
        if unfit.path == ("buy",):
            named = places if isinstance(places, list) else [places]
            return stock.unsold(self, good, [each for each in named if isinstance(each, str)])
        return stock.refused(self, order, unfit)


class Goods(Sort[str]):
    """What a shop knows, for sale or not."""

    def __init__(self, shop: Shop[Any]) -> None:
        self.shop = shop

    def find(self, state: Any, key: str, among: Collection[str]) -> str | None:
        return key if key in self.shop.by_key else None


BUY, WHERE, COUNT = (
    Field("buy", Shop.what),
    Field("where", Shop.where),
    Field("count", Shop.count),
)


class PurchasePhase(Phase[S, F]):
    """Seats are asked what they buy, one thing after another, until they are done."""

    title = "purchase"

    def shop_of(self, state: S, frame: F, seat: int) -> Shop[Any]:
        """What a seat can buy now."""
        raise NotImplementedError

    def leave(self, play: Play[S], frame: F, seat: int) -> None:
        """A seat is done with buying."""
        raise NotImplementedError

    @staticmethod
    def ask(shop: Shop[Any]) -> Decision:
        """What a seat is asked in its shop."""
        return Decision(
            shop.seat,
            "purchase",
            shop.form(),
            default={"buy": DONE},
            confirms=shop.confirms,
            again=True,
            rule="purchase",
            about=shop.about,
        )

    def answer(self, play: Play[S], frame: F, decision: Decision, value: Value) -> None:
        seat, good = decision.seat, value["buy"]
        if good == DONE:
            self.leave(play, frame, seat)
            play.tell(events.PurchaseDone(seat))
        else:
            source_of(decision, Shop).by_key[good].buy(play, seat, value)

    def asks(
        self, state: S, frame: F, decision: Decision, value: Value, path: tuple[str, ...]
    ) -> Question[Any] | None:
        return self.shop_of(state, frame, decision.seat).asks(value, path)

    def why_not(
        self, state: S, frame: F, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        return self.shop_of(state, frame, decision.seat).why_not(value, unfit)


@lru_cache(maxsize=4096)
def harbours(homes: tuple[int, ...]) -> tuple[int, ...]:
    """The sea zones that touch some regions, ascending."""
    return tuple(sorted({zone for region in homes for zone in BOARD.coasts[region]}))

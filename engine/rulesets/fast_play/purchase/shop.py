"""What a seat can buy: units, growth, technologies, wonders (rulebook chapter 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar, NamedTuple

import msgspec

from engine.core.errors import IllegalChoice
from engine.core.flow import Play
from engine.core.grammar import Amount, Answers, Field, Grammar, Option, Quota, Subset, Unfit, Value
from engine.core.lazy import lazy
from engine.core.question import Fault, no, refusal
from engine.core.text import Text
from engine.rulesets.fast_play import events
from engine.rulesets.fast_play.describing import holding, set_aside, technology, wonder
from engine.rulesets.fast_play.eras import LESSONS, Lesson, learn, next_technology
from engine.rulesets.fast_play.frames import Purchase, PurchaseTogether
from engine.rulesets.fast_play.state import State
from engine.rulesets.fast_play.tables import ERAS, FLEETS, LAST_ERA, TABLES, UNIT, UNITS
from engine.rulesets.fast_play.wonders import attempt, free_wonder, price_range
from engine.world import purchase
from engine.world.describing import place_option
from engine.world.purchase import BUY, NEVER, WHERE, PlacedStock, Stock
from engine.world.state import BOARD, IDS, Settlement

PRICES = TABLES.prices


class Sale(NamedTuple):
    """A unit or settler that can be built in an era: its price, and the resource it needs."""

    unit: str
    role: str
    price: int
    need: str


SALES = tuple(
    tuple(
        Sale(
            unit.id,
            unit.role,
            PRICES.settler if unit.role == "settler" else PRICES.unit[era],
            TABLES.needs[unit.role][era] if unit.role in TABLES.needs else "",
        )
        for unit in UNITS
        if unit.role == "settler" or unit.era == era
    )
    for era in range(len(ERAS))
)
"""For each era, what settlements can build."""
COASTAL = tuple(bool(BOARD.coasts[region]) for region in BOARD.land)


def sale_of(state: State, unit: str) -> Sale | None:
    """How a unit or settler is sold now; None when it is of another era (rule: buying-units)."""
    return next((sale for sale in SALES[state.era] if sale.unit == unit), None)


def lacking(state: State, seat: int, sale: Sale) -> str:
    """What must be had before a unit can be built, if it is lacking (rule: buying-units)."""
    if sale.role == "aircraft":
        return "" if state.technologies[seat][LAST_ERA] else "technology"
    return "" if not sale.need or state.is_exploited(sale.need) else sale.need


def cart_of(state: State, seat: int) -> Purchase:
    """How far a seat that buys now has come."""
    frame = state.frames[-1]
    if isinstance(frame, Purchase):
        return frame
    assert isinstance(frame, PurchaseTogether)
    return next(cart for cart in frame.carts if cart.seat == seat)


def change_cart(play: Play[State], seat: int, **changes: Any) -> None:
    """A seat that buys now has come further."""
    frame = play.state.frames[-1]
    if isinstance(frame, PurchaseTogether):
        replaced = msgspec.structs.replace(cart_of(play.state, seat), **changes)
        play.update(carts=tuple([replaced if c.seat == seat else c for c in frame.carts]))
    else:
        play.update(**changes)


class UseOfSettlements(PlacedStock["Shop"]):
    """What settlements do, each once a turn, and several with one order (rule: settlement-use)."""

    rule, strange = "settlement-use", "not_your_settlement"

    def among(self, shop: Shop, key: str) -> Sequence[int]:
        return shop.homes

    def fault_at(self, shop: Shop, key: str, at: int) -> Fault:
        return "settlement_used" if at in shop.frame.used else None

    def buy(self, play: Play[Any], seat: int, order: dict[str, Value]) -> None:
        regions = tuple(BOARD.index[place] for place in order["where"])
        self.carry_out(play, seat, order["buy"], regions)
        change_cart(play, seat, used=cart_of(play.state, seat).used + regions)

    def carry_out(self, play: Play[State], seat: int, key: str, regions: tuple[int, ...]) -> None:
        """Settlements do what was ordered."""
        raise NotImplementedError

    def pieces_fault(self, shop: Shop, key: str, regions: Sequence[int]) -> Fault:
        """What keeps some settlements from doing it together that each could by itself."""
        raise NotImplementedError

    def unsold(self, shop: Shop, key: str, places: Sequence[str]) -> IllegalChoice | None:
        return self.refused_in(shop, key, places) or super().unsold(shop, key, ())

    def refused(self, shop: Shop, order: dict[str, Value], unfit: Unfit) -> IllegalChoice | None:
        places = order.get("where")
        if unfit.path != ("where",) or not isinstance(places, list):
            return None
        named = [each for each in places if isinstance(each, str)]
        return self.refused_in(shop, order["buy"], named) if named == places else None

    def refused_in(self, shop: Shop, key: str, places: Sequence[str]) -> IllegalChoice | None:
        """Why these settlements cannot all build a unit, or grow."""
        asked = self.question(shop, key)
        for place in places:
            if why := asked.why_not(shop.state, place, self.rule):
                return why
        for place, times in Counter(places).items():
            if times > 1:
                return IllegalChoice("one_thing_each", self.rule, place=place)
        regions = [BOARD.index[place] for place in places]
        if why := refusal(self.pieces_fault(shop, key, regions), self.rule):
            return why
        price = sum([self.price_at(shop, key, region) for region in regions])
        return shop.too_expensive(key, price, n=len(regions)) if price > shop.gold else None


class Units(UseOfSettlements):
    """Settlements build a unit or settler each (rule: buying-units)."""

    keys = UNIT
    words = "unit"

    def prices(self, shop: Shop) -> dict[str, int]:
        if not shop.gold or not shop.idle:
            return {}
        found, state, seat, gold = {}, shop.state, shop.seat, shop.gold
        for sale in SALES[state.era]:
            if (
                sale.price <= gold
                and not lacking(state, seat, sale)
                and self.builders(shop, sale.role)
            ):
                found[sale.unit] = sale.price
        return found

    def price(self, shop: Shop, key: str) -> int:
        sale = sale_of(shop.state, key)
        return 0 if sale is None else sale.price

    def fault(self, shop: Shop, key: str) -> Fault:
        state, sale = shop.state, sale_of(shop.state, key)
        if sale is None:
            return no("wrong_era", "buying-units", good=key, era=ERAS[state.era])
        missing = lacking(state, shop.seat, sale)
        if missing:
            return no("lacking", "buying-units", good=key, missing=missing)
        return self.pieces_fault(shop, key, (0,))

    def pieces_fault(self, shop: Shop, key: str, regions: Sequence[int]) -> Fault:
        spare = shop.state.spare_settlers(shop.seat) if key == "settler" else len(regions)
        return no("no_settler_piece", "piece-limits", n=spare) if len(regions) > spare else None

    def fault_at(self, shop: Shop, key: str, at: int) -> Fault:
        inland = UNIT[key] in FLEETS and not COASTAL[at]
        ashore = no("not_a_harbour", "buying-units", good=key) if inland else None
        return super().fault_at(shop, key, at) or ashore

    def nothing(self, shop: Shop, key: str) -> Fault:
        if shop.idle:
            return no("no_harbour", "buying-units", good=key)
        return no("all_settlements_used", good=key)

    def unsold(self, shop: Shop, key: str, places: Sequence[str]) -> IllegalChoice | None:
        # What a place lacks is not worth a word where the unit cannot be built at all.
        return PlacedStock.unsold(self, shop, key, ())

    def places(self, shop: Shop, key: str) -> Sequence[int]:
        return self.builders(shop, UNITS[UNIT[key]].role)

    def builders(self, shop: Shop, role: str) -> Sequence[int]:
        """The settlements that can build units of a role."""
        if role == "settler":
            return shop.idle if shop.state.spare_settlers(shop.seat) else []
        return shop.ports if role == "fleet" else shop.idle

    def where(self, shop: Shop, key: str) -> Grammar | None:
        most = shop.gold // shop.goods[key]
        if key == "settler":
            most = min(most, shop.state.spare_settlers(shop.seat))
        described = partial(self.describe_place, shop, key)
        return Subset([IDS[r] for r in self.places(shop, key)], 1, most, describe=described)

    def describe(self, shop: Shop, key: str) -> Option:
        return Stock.describe(self, shop, key)

    def detail(self, shop: Shop, key: str) -> Text:
        return Text("detail.role." + UNITS[UNIT[key]].role)

    def describe_place(self, shop: Shop, key: str, place: str) -> Option:
        there = holding(shop.state, shop.seat, BOARD.index[place])
        return place_option(place, there, shop.goods.get(key))

    def carry_out(self, play: Play[State], seat: int, key: str, regions: tuple[int, ...]) -> None:
        """The units stand in their settlements at once."""
        sale = sale_of(play.state, key)
        assert sale is not None
        price = sale.price * len(regions)
        play.state.pay(seat, price)
        for region in regions:
            play.state.add_piece(seat, UNIT[key], region)
        play.tell(events.Built(seat, key, tuple(IDS[r] for r in regions), price))


class Growth(UseOfSettlements):
    """Settlements grow by one size and give back what they brought (rule: upgrades)."""

    keys = ("grow",)

    def price_at(self, shop: Shop, key: str, at: int) -> int:
        return shop.state.size_at(at)

    def fault_at(self, shop: Shop, key: str, at: int) -> Fault:
        if at in shop.frame.used:
            return "settlement_used"
        size, era = shop.state.size_at(at), shop.state.era
        if size > era:
            return no("size_of_era", "upgrades", era=ERAS[era])
        return None if shop.spare(size + 1) else no_piece(shop, size + 1)

    def least(self, shop: Shop) -> int:
        # In the first era nothing grows.
        return 1 if shop.state.era else NEVER

    def open(self, shop: Shop, key: str) -> Sequence[int]:
        return [at for at in shop.idle if not self.fault_at(shop, key, at)]

    def pieces_fault(self, shop: Shop, key: str, regions: Sequence[int]) -> Fault:
        for size, count in Counter(map(shop.state.size_at, regions)).items():
            if count > shop.spare(size + 1):
                return no_piece(shop, size + 1)
        return None

    def nothing(self, shop: Shop, key: str) -> Fault:
        """What holds back those that are nearest to growing."""
        era = shop.state.era
        if not shop.idle:
            return no("all_settlements_used", good=key)
        sizes = [size for region in shop.idle if (size := shop.state.size_at(region)) <= era]
        return (
            no_piece(shop, min(sizes) + 1)
            if sizes
            else no("all_as_large", "upgrades", era=ERAS[era])
        )

    def where(self, shop: Shop, key: str) -> Grammar | None:
        """Each for its size, and each with a piece of the next size."""
        sizes = {IDS[region]: size for region, size in shop.spots(key).items()}
        return Quota(
            list(sizes),
            1,
            describe=partial(self.describe_place, shop, key),
            costs=sizes,
            funds=shop.gold,
            groups={place: (str(size + 1),) for place, size in sizes.items()},
            quotas={str(size + 1): shop.spare(size + 1) for size in set(sizes.values())},
        )

    def describe(self, shop: Shop, key: str) -> Option:
        sizes = sorted(shop.spots(key).values())
        facts = {"least": sizes[0], "most": sizes[-1], "n": len(sizes)}
        return Option(key, Text("option.buy.grow"), detail=Text("detail.grow", facts))

    def describe_place(self, shop: Shop, key: str, place: str) -> Option:
        size = shop.state.size_at(BOARD.index[place])
        return place_option(place, Text("detail.grown", {"size": size + 1}), size)

    def carry_out(self, play: Play[State], seat: int, key: str, regions: tuple[int, ...]) -> None:
        for region in regions:
            size = play.state.size_at(region)
            play.state.pay(seat, size)
            play.state.put_settlement(region, Settlement(seat, size + 1))
            play.tell(events.Grown(seat, IDS[region], size + 1, size))


class Technologies(Stock["Shop"]):
    """The next technology (rules: technologies, era-technologies)."""

    keys, rule = ("technology",), "era-technologies"

    def prices(self, shop: Shop) -> dict[str, int]:
        lesson = shop.lesson
        return {self.keys[0]: lesson.price} if lesson and lesson.price <= shop.gold else {}

    def price(self, shop: Shop, key: str) -> int:
        return shop.lesson.price if shop.lesson else 0

    def fault(self, shop: Shop, key: str) -> Fault:
        return None if shop.lesson else no("one_of_new_era", era=ERAS[shop.state.era])

    def label(self, shop: Shop, key: str) -> Text:
        assert shop.lesson is not None
        return Text("option.buy.technology", {"era": LESSONS[shop.lesson.era]})

    def detail(self, shop: Shop, key: str) -> Text:
        assert shop.lesson is not None
        return technology(shop.state, shop.lesson, shop.gold)

    def buy(self, play: Play[Any], seat: int, order: dict[str, Value]) -> None:
        """A seat that buys one of a new era buys no more of them this turn."""
        state: State = play.state
        lesson = next_technology(state, seat, cart_of(state, seat).learned)
        assert lesson is not None
        learn(play, seat, lesson)
        if not state.end and lesson.era == state.era and state.era_turn == state.turn:
            change_cart(play, seat, learned=True)


class Wonders(Stock["Shop"]):
    """An attempt at a wonder, once a turn, with gold set aside for it (rule: wonder-attempt)."""

    keys, rule = ("wonder",), "wonder-attempt"

    def price(self, shop: Shop, key: str) -> int:
        """The lowest that it can come to; what is set aside is asked."""
        return price_range(shop.state.era)[0]

    def fault(self, shop: Shop, key: str) -> Fault:
        if shop.frame.tried:
            return "tried_already"
        gone = free_wonder(shop.state) is None
        return no("no_wonder_left", "wonders", era=ERAS[shop.state.era]) if gone else None

    def describe(self, shop: Shop, key: str) -> Option:
        return Option(key, Text("option.buy.wonder"), detail=wonder(shop.state))

    def buy(self, play: Play[Any], seat: int, order: dict[str, Value]) -> None:
        before = cart_of(play.state, seat).aside
        spent = attempt(play, seat, order["aside"])
        change_cart(play, seat, tried=True, aside=before + order["aside"] - spent)

    def refused(self, shop: Shop, order: dict[str, Value], unfit: Unfit) -> IllegalChoice | None:
        """Why a sum cannot be set aside for a wonder."""
        lowest, highest = price_range(shop.state.era)
        if unfit.code == "too_low":
            return IllegalChoice("aside_too_low", self.rule, price=lowest)
        if unfit.code != "too_high":
            return None
        if shop.gold < highest:
            return IllegalChoice("aside_unpaid", self.rule, gold=shop.gold)
        return IllegalChoice("aside_too_high", self.rule, price=highest)


def no_piece(shop: Shop, size: int) -> Fault:
    """There are not enough settlements of a size."""
    return no("no_piece", "piece-limits", size=size, n=shop.spare(size))


def aside(shop: Shop, said: Answers) -> Grammar:
    """The field for the gold set aside (rule: wonder-attempt)."""
    lowest, highest = price_range(shop.state.era)
    described = partial(set_aside, shop.state, gold=shop.gold)
    return Amount(lowest, min(highest, shop.gold), describe=described)


class Shop(purchase.Shop[State]):
    """What a seat can buy now, with the gold that is not set aside."""

    stocks: ClassVar[Sequence[Stock[Any]]] = (Units(), Growth(), Technologies(), Wonders())
    fields = (BUY, WHERE, Field("aside", aside, ("wonder",)))

    def __init__(self, state: State, seat: int, frame: Purchase) -> None:
        super().__init__(state, seat)
        self.frame = frame
        self.gold -= frame.aside

    @property
    def about(self) -> dict[str, Any]:
        lesson = "" if self.lesson is None else LESSONS[self.lesson.era]
        return {"gold": self.gold, "aside": self.frame.aside, "lesson": lesson}

    @lazy
    def idle(self) -> list[int]:
        """Regions with own settlements that have neither built nor grown (settlement-use)."""
        return [region for region in self.homes if region not in self.frame.used]

    @lazy
    def ports(self) -> list[int]:
        """Those on a coast."""
        return [region for region in self.idle if COASTAL[region]]

    def spare(self, size: int) -> int:
        """How many settlements of a size are left to place (rule: piece-limits)."""
        return self.state.spare(self.seat, size)

    @lazy
    def lesson(self) -> Lesson | None:
        """The technology to be bought next, whether it can be paid or not."""
        return next_technology(self.state, self.seat, self.frame.learned)

    @property
    def is_open(self) -> bool:
        if not self.gold:
            return False
        if self.gold >= PRICES.unit[self.state.era]:
            used = self.frame.used
            for region in self.homes:
                if region not in used:
                    return True
        return bool(self.goods)

    def too_expensive(self, good: str, price: int, **facts: int) -> IllegalChoice:
        """A good costs more than there is, or more than is not set aside."""
        if not self.frame.aside:
            return super().too_expensive(good, price, **{"n": 1, **facts})
        return IllegalChoice("set_aside", "wonder-attempt", price=price, gold=self.gold, good=good)

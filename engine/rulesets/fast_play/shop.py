"""What a seat can buy: units, growth, technologies, wonders (rulebook chapter 3)."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from engine.core.errors import IllegalChoice
from engine.core.grammar import Amount, Answers, Field, Form, Grammar, OneOf, Option, Subset, cost
from engine.core.lazy import lazy
from engine.core.text import Text
from engine.rulesets.fast_play.describing import holding, set_aside, technology, wonder
from engine.rulesets.fast_play.eras import LESSONS, Lesson, next_technology
from engine.rulesets.fast_play.frames import Purchase
from engine.rulesets.fast_play.state import State
from engine.rulesets.fast_play.tables import ERAS, LAST_ERA, TABLES, UNIT, UNITS
from engine.rulesets.fast_play.wonders import free_wonder, price_range
from engine.world.describing import place_option
from engine.world.state import BOARD, FIRST_SEA, IDS

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


class Shop:
    """What a seat can buy now, found once and only as far as it is asked."""

    def __init__(self, state: State, seat: int, frame: Purchase) -> None:
        self.state = state
        self.seat = seat
        self.frame = frame
        self.gold = state.gold[seat] - frame.aside

    @lazy
    def idle(self) -> list[int]:
        """Regions with own settlements that have neither built nor grown (settlement-use)."""
        used = self.frame.used
        return [region for region in self.state.homes(self.seat) if region not in used]

    @lazy
    def harbours(self) -> list[int]:
        """Those on a coast."""
        return [region for region in self.idle if COASTAL[region]]

    def size(self, region: int) -> int:
        """How large an own settlement is: what growing costs, too."""
        settlement = self.state.settlements[region]
        assert settlement is not None
        return settlement.size

    @lazy
    def growing(self) -> list[int]:
        """Own settlements that can grow and be paid (rules: upgrades, piece-limits)."""
        state, seat, gold = self.state, self.seat, self.gold
        if not state.era:
            return []
        return [
            region
            for region in self.idle
            if (size := self.size(region)) <= state.era
            and size <= gold
            and state.spare(seat, size + 1)
        ]

    @lazy
    def lesson(self) -> Lesson | None:
        """The technology to be bought next, whether it can be paid or not."""
        return next_technology(self.state, self.seat, self.frame.learned)

    @property
    def lesson_name(self) -> str:
        """What the technology to be bought next is called; nothing where none is to be had."""
        return "" if self.lesson is None else LESSONS[self.lesson.era]

    @lazy
    def goods(self) -> dict[str, int]:
        """Everything that can be bought now, with its price (growth and wonder: the lowest)."""
        state, gold, found = self.state, self.gold, {}
        if not gold:
            return {}
        if self.idle:
            for sale in SALES[state.era]:
                if sale.price > gold or lacking(state, self.seat, sale):
                    continue
                if self.places(sale.role):
                    found[sale.unit] = sale.price
            if self.growing:
                found["grow"] = min(map(self.size, self.growing))
        lesson = self.lesson
        if lesson is not None and lesson.price <= gold:
            found["technology"] = lesson.price
        if not self.frame.tried:
            lowest, _ = price_range(state.era)
            if lowest <= gold and free_wonder(state) is not None:
                found["wonder"] = lowest
        return found

    @property
    def is_open(self) -> bool:
        """Whether anything can be bought; the cheapest question first."""
        if not self.gold:
            return False
        if self.gold >= PRICES.unit[self.state.era]:
            seat, used = self.seat, self.frame.used
            for region, settlement in self.state.settled():
                if settlement.owner == seat and region not in used:
                    return True
        return bool(self.goods)

    def places(self, role: str) -> list[int]:
        """Where units of a role, or settlers, can be built."""
        if role == "settler":
            return self.idle if self.state.spare_settlers(self.seat) else []
        return self.harbours if role == "fleet" else self.idle

    def at_once(self, good: str) -> int:
        """How many of a good one order can be for."""
        state, seat = self.state, self.seat
        if good in UNIT:
            most = self.gold // self.goods[good]
            return min(most, state.spare_settlers(seat)) if good == "settler" else most
        # Prices differ: as many as can be paid whichever are chosen.
        dearest = sorted(map(self.size, self.growing), reverse=True)
        most = sum(sum(dearest[: n + 1]) <= self.gold for n in range(len(dearest)))
        return min(most, *(state.spare(seat, size + 1) for size in set(dearest)))

    def form(self) -> Form:
        """The order form: what to buy, and where, or how much gold to set aside."""
        return Form(FIELDS, self)

    def what(self, said: Answers) -> Grammar:
        """The field for the good."""
        return OneOf([*self.goods, "done"], self.describe_good)

    def where(self, said: Answers) -> Grammar | None:
        """The field for the settlements that build or grow."""
        good = said["buy"]
        if good not in UNIT and good != "grow":
            return None
        regions = self.growing if good == "grow" else self.places(UNITS[UNIT[good]].role)
        describe = partial(self.describe_place, good)
        return Subset([IDS[r] for r in regions], 1, self.at_once(good), describe=describe)

    def aside(self, said: Answers) -> Grammar | None:
        """The field for the gold set aside (rule: wonder-attempt)."""
        if said["buy"] != "wonder":
            return None
        lowest, highest = price_range(self.state.era)
        return Amount(lowest, min(highest, self.gold), describe=self.describe_aside)

    # The options.

    def describe_good(self, key: str) -> Option:
        """A good, with what it is good for."""
        if key == "technology" and self.lesson is not None:
            label = Text("option.buy.technology", {"era": LESSONS[self.lesson.era]})
            brings = technology(self.state, self.lesson, self.gold)
            return Option(key, label, cost(gold=self.lesson.price), detail=brings)
        if key in UNIT:
            use = Text("detail.role." + UNITS[UNIT[key]].role)
            return Option(key, Text("unit." + key), cost(gold=self.goods.get(key)), detail=use)
        label = Text("option.buy." + key)
        if key == "wonder":
            return Option(key, label, detail=wonder(self.state))
        if key == "grow":
            sizes = sorted(map(self.size, self.growing))
            facts = {"least": sizes[0], "most": sizes[-1], "n": len(sizes)}
            return Option(key, label, detail=Text("detail.grow", facts))
        return Option(key, label, detail=Text("detail.done", {"gold": self.state.gold[self.seat]}))

    def describe_place(self, good: str, key: str) -> Option:
        """A settlement that builds or grows, with its price and what is there."""
        region = BOARD.index[key]
        if good == "grow":
            size = self.size(region)
            return place_option(key, Text("detail.grown", {"size": size + 1}), size)
        return place_option(key, holding(self.state, self.seat, region), self.goods.get(good))

    def describe_aside(self, aside: int) -> Option:
        """A sum to set aside, with its chances."""
        return set_aside(self.state, aside, self.gold)


FIELDS = (Field("buy", Shop.what), Field("where", Shop.where), Field("aside", Shop.aside))


def too_expensive(shop: Shop, good: str, price: int) -> IllegalChoice:
    """A good costs more than there is, or more than is not set aside."""
    code = "set_aside" if shop.frame.aside else "too_expensive"
    rule = "wonder-attempt" if shop.frame.aside else "prices"
    return IllegalChoice(code, rule, price=price, gold=shop.gold, good=good)


def why_not_sold(shop: Shop, good: str) -> IllegalChoice | None:
    """Why a good can't be bought at all now."""
    state = shop.state
    era = ERAS[state.era]
    if good in UNIT:
        return why_not_built(shop, good)
    if good == "grow":
        return IllegalChoice("nothing_grows", "upgrades", gold=shop.gold, era=era)
    if good == "technology":
        if shop.lesson is None:
            return IllegalChoice("one_of_new_era", "era-technologies", era=era)
        return too_expensive(shop, good, shop.lesson.price)
    if good == "wonder":
        if shop.frame.tried:
            return IllegalChoice("tried_already", "wonder-attempt")
        if free_wonder(state) is None:
            return IllegalChoice("no_wonder_left", "wonders", era=era)
        return too_expensive(shop, good, price_range(state.era)[0])
    return None


def why_not_built(shop: Shop, unit: str) -> IllegalChoice:
    """Why a unit can't be built anywhere now."""
    state = shop.state
    sale = sale_of(state, unit)
    if sale is None:
        return IllegalChoice("wrong_era", "buying-units", good=unit, era=ERAS[state.era])
    missing = lacking(state, shop.seat, sale)
    if missing:
        return IllegalChoice("lacking", "buying-units", good=unit, missing=missing)
    if unit == "settler" and not state.spare_settlers(shop.seat):
        return IllegalChoice("no_settler_piece", "piece-limits")
    if sale.price > shop.gold:
        return too_expensive(shop, unit, sale.price)
    code = "no_harbour" if shop.idle else "all_settlements_used"
    return IllegalChoice(code, "buying-units" if shop.idle else "settlement-use", good=unit)


def why_not_here(shop: Shop, good: str, place: str) -> IllegalChoice:
    """Why a settlement can't build or grow."""
    if place not in BOARD.index:
        return IllegalChoice("no_such_place", "settlement-use", place=place)
    region = BOARD.index[place]
    settlement = shop.state.settlements[region] if region < FIRST_SEA else None
    if settlement is None or settlement.owner != shop.seat:
        return IllegalChoice("not_your_settlement", "settlement-use", place=place)
    if region in shop.frame.used:
        return IllegalChoice("settlement_used", "settlement-use", place=place)
    if good != "grow":
        return IllegalChoice("not_a_harbour", "buying-units", place=place, good=good)
    if settlement.size > shop.state.era:
        era = ERAS[shop.state.era]
        return IllegalChoice("size_of_era", "upgrades", place=place, era=era)
    if not shop.state.spare(shop.seat, settlement.size + 1):
        return IllegalChoice("no_piece", "piece-limits", size=settlement.size + 1)
    return too_expensive(shop, good, settlement.size)

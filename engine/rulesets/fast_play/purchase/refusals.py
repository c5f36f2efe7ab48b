"""Why a purchase is refused, as exactly as the rules can say it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.core.errors import IllegalChoice
from engine.core.grammar import Unfit, Value
from engine.rulesets.fast_play.purchase.shop import COASTAL, Shop, lacking, sale_of
from engine.rulesets.fast_play.tables import ERAS, FLEETS, UNIT
from engine.rulesets.fast_play.wonders import price_range
from engine.world.state import BOARD, FIRST_SEA


def why_not_bought(shop: Shop, value: dict[str, Value], unfit: Unfit) -> IllegalChoice | None:
    """Why an order is not among what can be bought."""
    good = value.get("buy")
    if not isinstance(good, str):
        return None
    if unfit.path == ("aside",):
        return why_not_aside(shop, unfit)
    where = value.get("where")
    places = where if isinstance(where, list) and all(isinstance(p, str) for p in where) else []
    if unfit.path == ("where",):
        return why_not_there(shop, good, places)
    return why_not_sold(shop, good, places) if unfit.path == ("buy",) else None


def sizes_of(shop: Shop, regions: Iterable[int]) -> list[int]:
    """How large some own settlements are."""
    return [shop.state.size_at(region) for region in regions]


def no_piece(shop: Shop, size: int) -> IllegalChoice:
    """There are not enough settlements of a size."""
    return IllegalChoice("no_piece", "piece-limits", size=size, n=shop.spare(size))


def why_not_aside(shop: Shop, unfit: Unfit) -> IllegalChoice | None:
    """Why a sum cannot be set aside for a wonder."""
    lowest, highest = price_range(shop.state.era)
    if unfit.code == "too_low":
        return IllegalChoice("aside_too_low", "wonder-attempt", price=lowest)
    if unfit.code != "too_high":
        return None
    if shop.gold < highest:
        return IllegalChoice("aside_unpaid", "wonder-attempt", gold=shop.gold)
    return IllegalChoice("aside_too_high", "wonder-attempt", price=highest)


def why_not_sold(shop: Shop, good: str, places: list[str]) -> IllegalChoice | None:
    """Why a good cannot be bought at all now."""
    if good in UNIT:
        return why_not_built(shop, good)
    if good == "grow":
        return why_not_there(shop, good, places) or why_nothing_grows(shop)
    return shop.by_key[good].why_not_sold(shop, good) if good in shop.by_key else None


def why_nothing_grows(shop: Shop) -> IllegalChoice:
    """What keeps every settlement from growing: what holds back those that are nearest to it."""
    era = shop.state.era
    if not shop.idle:
        return IllegalChoice("all_settlements_used", "settlement-use", good="grow")
    sizes = sorted({size for size in sizes_of(shop, shop.idle) if size <= era})
    if not sizes:
        return IllegalChoice("all_as_large", "upgrades", era=ERAS[era])
    placed = [size for size in sizes if shop.spare(size + 1)]
    if not placed:
        return no_piece(shop, sizes[0] + 1)
    return shop.too_expensive("grow", placed[0])


def why_not_built(shop: Shop, unit: str) -> IllegalChoice:
    """Why a unit cannot be built anywhere now."""
    state = shop.state
    sale = sale_of(state, unit)
    if sale is None:
        return IllegalChoice("wrong_era", "buying-units", good=unit, era=ERAS[state.era])
    missing = lacking(state, shop.seat, sale)
    if missing:
        return IllegalChoice("lacking", "buying-units", good=unit, missing=missing)
    if unit == "settler" and not state.spare_settlers(shop.seat):
        return IllegalChoice("no_settler_piece", "piece-limits", n=0)
    if sale.price > shop.gold:
        return shop.too_expensive(unit, sale.price)
    code = "no_harbour" if shop.idle else "all_settlements_used"
    return IllegalChoice(code, "buying-units" if shop.idle else "settlement-use", good=unit)


def why_not_there(shop: Shop, good: str, places: list[str]) -> IllegalChoice | None:
    """Why these settlements cannot all build a unit, or grow."""
    for place in places:
        reason = why_not_here(shop, good, place)
        if reason is not None:
            return reason
    for place, times in Counter(places).items():
        if times > 1:
            return IllegalChoice("one_thing_each", "settlement-use", place=place)
    regions = [BOARD.index[place] for place in places]
    if good == "grow":
        for size, count in Counter(sizes_of(shop, regions)).items():
            if count > shop.spare(size + 1):
                return no_piece(shop, size + 1)
        price = sum(sizes_of(shop, regions))
    else:
        spare = shop.state.spare_settlers(shop.seat)
        if good == "settler" and len(regions) > spare:
            return IllegalChoice("no_settler_piece", "piece-limits", n=spare)
        sale = sale_of(shop.state, good)
        price = 0 if sale is None else sale.price * len(regions)
    if price <= shop.gold:
        return None
    return shop.too_expensive(good, price, n=len(regions))


def why_not_here(shop: Shop, good: str, place: str) -> IllegalChoice | None:
    """Why a settlement cannot build a unit, or grow, whatever the others do."""
    if place not in BOARD.index:
        return IllegalChoice("no_such_place", "settlement-use", place=place)
    region = BOARD.index[place]
    settlement = shop.state.settlements[region] if region < FIRST_SEA else None
    if settlement is None or settlement.owner != shop.seat:
        return IllegalChoice("not_your_settlement", "settlement-use", place=place)
    if region in shop.frame.used:
        return IllegalChoice("settlement_used", "settlement-use", place=place)
    if good != "grow":
        ashore = good in UNIT and UNIT[good] in FLEETS and not COASTAL[region]
        if not ashore:
            return None
        return IllegalChoice("not_a_harbour", "buying-units", place=place, good=good)
    if settlement.size > shop.state.era:
        era = ERAS[shop.state.era]
        return IllegalChoice("size_of_era", "upgrades", place=place, era=era)
    return None if shop.spare(settlement.size + 1) else no_piece(shop, settlement.size + 1)

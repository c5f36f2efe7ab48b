"""Purchase: buying, selling, and the fees inside prices (rulebook chapter 8)."""

from __future__ import annotations

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.flow import Play
from engine.core.grammar import Unfit, Value
from engine.rulesets.advanced import events
from engine.rulesets.advanced.describing import fee_owner
from engine.rulesets.advanced.gifts import Site
from engine.rulesets.advanced.learning import buy_colony_ship, buy_technology
from engine.rulesets.advanced.shop import COLONY_SHIP, FUSION, PRICES, UNIT, UNITS, Shop, sale_price
from engine.rulesets.advanced.state import State
from engine.rulesets.advanced.tables import CARD, IMPROVEMENT, TABLES
from engine.rulesets.standard import purchase as standard
from engine.rulesets.standard.frames import Purchase
from engine.world.state import BOARD, IDS, NOBODY


class PurchasePhase(standard.PurchasePhase[State]):
    """Seats buy in turn, or together when the table chose so."""

    def shop_of(self, state: State, seat: int) -> Shop:
        return Shop(state, seat)

    def buy(self, play: Play[State], seat: int, value: dict[str, Value]) -> None:
        good = value["buy"]
        if good in CARD:
            buy_technology(play, seat, CARD[good])
        elif good in IMPROVEMENT:
            buy_improvement(play, seat, IMPROVEMENT[good])
        elif good == "colony_ship":
            buy_colony_ship(play, seat)
        elif good == "village":
            standard.found_village(play, seat, BOARD.index[value["where"]])
        elif good == "grow":
            standard.grow(play, seat, BOARD.index[value["where"]])
        elif good == "sell":
            sell(play, seat, value["units"], value["count"])
        else:
            buy_units(play, seat, UNIT[good], BOARD.index[value["where"]], value["count"])

    def why_not(
        self, state: State, frame: Purchase, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        if not isinstance(value, dict):
            return None
        shop, good = Shop(state, decision.seat), value.get("buy")
        if not isinstance(good, str):
            return None
        if unfit.path == ("buy",):
            return why_not_sold(shop, good)
        if unfit.path == ("where",) and unfit.code == "not_an_option":
            return why_not_here(shop, good, unfit.data["key"])
        if unfit.path == ("count",) and unfit.code == "too_high" and good in UNIT:
            price, most = shop.goods[good], unfit.data["most"]
            if most * price + price > shop.gold:
                facts = {"price": price, "gold": shop.gold, "good": good, "most": most}
                return IllegalChoice("too_expensive", "prices", **facts)
            return IllegalChoice("no_room", "placing", place=value["where"], most=most)
        return None


def pay_with_fee(
    play: Play[State], seat: int, price: int, card: int, count: int
) -> tuple[int, int]:
    """A seat pays; the fee inside the price goes to the technology's owner (rule: fees)."""
    state = play.state
    owner = fee_owner(state, seat, card)
    fee = count * TABLES.fee[state.era] if owner >= 0 else 0
    state.pay(seat, price - fee)
    if fee:
        state.gold[seat] -= fee
        state.gold[owner] += fee
    return owner, fee


def buy_units(play: Play[State], seat: int, kind: int, place: int, count: int) -> None:
    """New pieces stand at once and count for a settlement (rules: buying-units, placing)."""
    state = play.state
    price = count * PRICES.of(UNITS[kind], state.era)
    card = state.unit_card(kind)
    owner, fee = -1, 0
    if card is None:
        state.pay(seat, price)
    else:
        owner, fee = pay_with_fee(play, seat, price, card, count)
    site = Site(state, seat, kind)
    for _ in range(count):
        state.placed[site.settlement(place)] += 1
        state.add_piece(seat, kind, place)
    play.tell(events.Bought(seat, state.roster.ids[kind], count, IDS[place], price, owner, fee))


def buy_improvement(play: Play[State], seat: int, index: int) -> None:
    """An improvement is built (rule: buying-improvements)."""
    state, facts = play.state, TABLES.improvements[index]
    price = PRICES.improvement[state.era]
    owner, fee = pay_with_fee(play, seat, price, CARD[facts.technology], 1)
    state.improvements[seat] |= 1 << index
    play.tell(events.ImprovementBuilt(seat, facts.id, price, owner, fee))


def sell(play: Play[State], seat: int, key: str, count: int) -> None:
    """Old units go back to the bank for a fifth of their price (rule: selling)."""
    state = play.state
    unit, _, place = key.partition("@")
    kind, space = UNIT[unit], BOARD.index[place]
    alike = [
        piece
        for piece in state.pieces(space, seat, (kind,))
        if not piece.aboard and not state.cargo(space, piece.id)
    ]
    state.remove_pieces(space, alike[:count])
    gold = count * sale_price(kind)
    state.receive(seat, gold)
    play.tell(events.Sold(seat, place, unit, count, gold))


def why_not_sold(shop: Shop, good: str) -> IllegalChoice | None:
    """Why a good can't be bought at all now."""
    state = shop.state
    if good in UNIT:
        return why_no_unit(shop, UNIT[good])
    if good in CARD:
        return why_no_card(shop, CARD[good])
    if good in IMPROVEMENT:
        return why_no_improvement(shop, IMPROVEMENT[good])
    if good == "colony_ship":
        if not state.in_play(FUSION):
            return IllegalChoice("not_in_play", "colony-ship", technology="fusion")
        if state.wonders[COLONY_SHIP] != NOBODY:
            return IllegalChoice("ship_taken", "colony-ship", seat=state.wonders[COLONY_SHIP])
        return too_expensive(shop, good, PRICES.colony_ship)
    if good == "village":
        if not shop.sites:
            return IllegalChoice("no_site", "villages")
        return too_expensive(shop, good, PRICES.village[state.era])
    if good == "grow":
        if shop.growing:
            return too_expensive(shop, good, PRICES.growth[0])
        return IllegalChoice("nothing_grows", "upgrades", gold=shop.gold)
    if good == "sell":
        return IllegalChoice("nothing_to_sell", "selling")
    return None


def too_expensive(shop: Shop, good: str, price: int) -> IllegalChoice:
    """The seat has too little gold."""
    return IllegalChoice("too_expensive", "prices", price=price, gold=shop.gold, good=good)


def why_no_unit(shop: Shop, kind: int) -> IllegalChoice:
    """Why a type of piece can't be bought."""
    state, unit = shop.state, UNITS[kind]
    if unit.era != state.era and unit.role != "settler":
        return IllegalChoice("wrong_era", "buying-units", good=unit.id, era=TABLES.eras[state.era])
    price = shop.unit_price(kind)
    if price is None:
        first = TABLES.kind_levels[kind][0]
        return IllegalChoice("not_in_play", "buying-units", technology=first.technology)
    if price > shop.gold:
        return too_expensive(shop, unit.id, price)
    if not state.homes(shop.seat):
        return IllegalChoice("no_settlement", "placing", good=unit.id)
    if not shop.roomy:
        return IllegalChoice("no_room_left", "placing")
    return IllegalChoice("no_harbour", "placing", good=unit.id)


def why_no_card(shop: Shop, card: int) -> IllegalChoice:
    """Why a technology can't be bought."""
    state, facts = shop.state, TABLES.technology_cards[card]
    owner = state.technologies[card]
    if owner != NOBODY:
        return IllegalChoice("technology_taken", "technologies", card=facts.id, seat=owner)
    missing = tuple(TABLES.cards[each] for each in state.missing(card))
    if missing:
        return IllegalChoice("prerequisites", "technologies", card=facts.id, missing=missing)
    if facts.era > state.era + 1:
        return IllegalChoice("too_far_ahead", "technologies", card=facts.id)
    return too_expensive(shop, facts.id, state.card_price(shop.seat, card))


def why_no_improvement(shop: Shop, index: int) -> IllegalChoice:
    """Why an improvement can't be bought."""
    state, facts = shop.state, TABLES.improvements[index]
    rule = "buying-improvements"
    if facts.era != state.era:
        return IllegalChoice("wrong_era", rule, good=facts.id, era=TABLES.eras[state.era])
    if state.improvements[shop.seat] >> index & 1:
        return IllegalChoice("built_already", rule, improvement=facts.id)
    if not state.in_play(CARD[facts.technology]):
        return IllegalChoice("not_in_play", rule, technology=facts.technology)
    if not any(state.sizes[shop.seat]):
        return IllegalChoice("no_settlement", rule, good=facts.id)
    return too_expensive(shop, facts.id, PRICES.improvement[state.era])


def why_not_here(shop: Shop, good: str, place: str) -> IllegalChoice | None:
    """Why a good can't go to a place."""
    if place not in BOARD.index:
        return IllegalChoice("no_such_place", "placing", place=place)
    state, region = shop.state, BOARD.index[place]
    if good in UNIT and state.is_home(region, shop.seat) and UNIT[good] not in TABLES.roster.fleets:
        return IllegalChoice("no_room", "placing", place=place, most=0)
    settlement = state.settlement_at(region)
    if good == "grow" and settlement is not None and settlement.owner == shop.seat:
        size = settlement.size + 1
        if size <= state.size_limit(region) and not state.size_allowed(size):
            card = TABLES.cards[TABLES.size_cards[size]]
            return IllegalChoice("not_in_play", "upgrades", technology=card)
    return standard.why_not_here(standard.Shop(state, shop.seat), good, place)

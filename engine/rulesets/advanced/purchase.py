"""Purchase: buying, selling, and the fees inside prices (rulebook chapter 8)."""

from __future__ import annotations

from engine.core.charts import Fee
from engine.core.flow import Play
from engine.core.grammar import Value
from engine.rulesets.advanced import events
from engine.rulesets.advanced.describing import fee_owner
from engine.rulesets.advanced.gifts import Site
from engine.rulesets.advanced.learning import buy_colony_ship, buy_technology
from engine.rulesets.advanced.shop import PRICES, UNIT, UNITS, Shop, sale_price
from engine.rulesets.advanced.state import State
from engine.rulesets.advanced.tables import CARD, IMPROVEMENT, TABLES
from engine.rulesets.standard import purchase as standard
from engine.world.state import BOARD, IDS


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
        state.fees.append(Fee(seat, owner, fee, TABLES.cards[card]))
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
    unit = state.roster.ids[state.present_kind(kind)]
    play.tell(events.Bought(seat, unit, count, IDS[place], price, owner, fee))


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
        piece for piece in state.pieces(space, seat, (kind,)) if not state.cargo(space, piece.id)
    ]
    state.remove_pieces(space, alike[:count])
    gold = count * sale_price(kind)
    state.receive(seat, gold)
    play.tell(events.Sold(seat, place, unit, count, gold))

"""Trade: Standard's goods, technologies one by one, and only within range (rulebook chapter 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.flow import Play
from engine.core.text import Text
from engine.rulesets.advanced.state import State
from engine.rulesets.advanced.trade_range import all_partners
from engine.rulesets.standard.trade import Lands
from engine.world import goods, trade
from engine.world.goods import Bundle, Goods, Offer


class Technologies(Goods):
    """Technologies by name: `technology:pottery_specialization`."""

    prefixes = ("technology",)
    fields = ("technologies",)

    def held(self, state: Any, seat: int) -> dict[str, int]:
        named = zip(state.tables.cards, state.technologies, strict=True)
        return {f"technology:{card}": 1 for card, owner in named if owner == seat}

    def has(self, state: Any, seat: int, key: str, count: int) -> bool:
        return bool(state.technologies[self.index(state, key)] == seat)

    def hand_over(self, play: Play[Any], giver: int, taker: int, key: str, bundle: Bundle) -> None:
        play.state.technologies[self.index(play.state, key)] = taker

    def index(self, state: Any, key: str) -> int:
        """The number of the card that a key names."""
        index: int = state.tables.card_index[key.partition(":")[2]]
        return index

    def detail(self, state: Any, seat: int, other: int, owned: bool, key: str) -> Text | None:
        card = state.tables.technology_cards[self.index(state, key)]
        points = state.tables.points.seminal if card.seminal else 0
        return Text("detail.card", {"fee": state.tables.fee[state.era], "points": points})


class TradePhase(trade.TradePhase[State]):
    """Everybody in range of each other trades at once."""

    register = goods.Register(Lands(), Technologies(), goods.Wonders(), goods.Pieces())

    def partners(self, state: State) -> Sequence[Sequence[int]]:
        # Offers go to players within range only (rule: trade-range).
        return all_partners(state)

    def wants_offers(self, state: State, seat: int) -> bool:
        return state.orders[seat].trade == "ask"

    def can_be_kept(self, state: State, offer: Offer) -> bool:
        # Who has traded away the settlement that was close enough is out of range.
        return offer.to in all_partners(state)[offer.maker] and super().can_be_kept(state, offer)

    def deal(self, play: Play[State], offer: Offer) -> None:
        super().deal(play, offer)
        for giver, taker in ((offer.maker, offer.to), (offer.to, offer.maker)):
            play.state.eliminate(play, giver, taker)


TRADE = TradePhase()

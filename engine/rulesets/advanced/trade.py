"""Trade: Standard's goods, technologies one by one, and only within range (rulebook chapter 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.flow import Play
from engine.core.grammar import Unfit, Value
from engine.core.text import Text
from engine.rulesets.advanced.state import State
from engine.rulesets.advanced.trade_range import all_partners
from engine.rulesets.standard import trade as standard
from engine.rulesets.standard.refusals import is_seat
from engine.world import goods
from engine.world.goods import Offer
from engine.world.trade import Trade


class Technologies(goods.NamedCards):
    """Technologies by name: `technology:pottery_specialization`."""

    prefixes = ("technology",)
    fields = ("technologies",)
    numbers = "card_index"

    def detail(self, state: Any, seat: int, other: int, owned: bool, key: str) -> Text | None:
        card = state.tables.technology_cards[self.index(state, key)]
        points = state.tables.points.seminal if card.seminal else 0
        return Text("detail.card", {"fee": state.tables.fee[state.era], "points": points})


class TradePhase(standard.TradePhase[State]):
    """Everybody in range of each other trades at once."""

    register = goods.Register(standard.Lands(), Technologies(), goods.Wonders(), goods.Pieces())

    def partners(self, state: State) -> Sequence[Sequence[int]]:
        # Offers go to players within range only (rule: trade-range).
        return all_partners(state)

    def why_not(
        self, state: State, frame: Trade, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        reason = super().why_not(state, frame, decision, value, unfit)
        if reason is None and unfit.path == ("to",) and unfit.code == "not_an_option":
            key = unfit.data["key"]
            if is_seat(state, key) and int(key) not in all_partners(state)[decision.seat]:
                return IllegalChoice("out_of_trade_range", "trade-range", seat=int(key))
        return reason

    def can_be_kept(self, state: State, offer: Offer) -> bool:
        # Who has traded away the settlement that was close enough is out of range.
        return offer.to in all_partners(state)[offer.maker] and super().can_be_kept(state, offer)

    def deal(self, play: Play[State], offer: Offer) -> None:
        super().deal(play, offer)
        for giver, taker in ((offer.maker, offer.to), (offer.to, offer.maker)):
            play.state.eliminate(play, giver, taker)


TRADE = TradePhase()

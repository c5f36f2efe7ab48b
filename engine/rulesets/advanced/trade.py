"""Trade: Standard's goods, technologies one by one, and only within range (rulebook chapter 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.errors import IllegalChoice
from engine.core.flow import Play
from engine.core.text import Text
from engine.rulesets.advanced.state import State
from engine.rulesets.advanced.tables import CARD, TABLES, Range
from engine.rulesets.standard import trade as standard
from engine.world import goods
from engine.world.goods import Offer
from engine.world.trade import partners_of_all
from engine.world.trade_range import partners_within


def reach_of(state: State) -> Range:
    """How far trade reaches with the technologies in play: each row reaches beyond those above."""
    for row in reversed(TABLES.trade_range[1:]):
        if state.in_play(CARD[row.technology]):
            return row
    return TABLES.trade_range[0]


def all_partners(state: State) -> tuple[tuple[int, ...], ...]:
    """For each seat the other players that it may trade with (rule: trade-range)."""
    reach = reach_of(state)
    if reach.unlimited:
        return partners_of_all(tuple(state.fallen))
    return partners_within(state, (reach.land, reach.sea))


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
        return all_partners(state)

    def why_not_with(self, state: State, seat: int, other: int) -> IllegalChoice | None:
        reason = super().why_not_with(state, seat, other)
        if reason is None and other not in all_partners(state)[seat]:
            return IllegalChoice("out_of_trade_range", "trade-range", seat=other)
        return reason

    def can_be_kept(self, state: State, offer: Offer) -> bool:
        # Who has traded away the settlement that was close enough is out of range.
        return offer.to in all_partners(state)[offer.maker] and super().can_be_kept(state, offer)

    def deal(self, play: Play[State], offer: Offer) -> None:
        super().deal(play, offer)
        for giver, taker in ((offer.maker, offer.to), (offer.to, offer.maker)):
            play.state.eliminate(play, giver, taker)


TRADE = TradePhase()

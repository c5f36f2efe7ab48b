"""Trade: what can change hands, and what is worth knowing about it (rulebook chapter 6)."""

from __future__ import annotations

from typing import Any, TypeVar

from engine.core.flow import Play
from engine.core.question import Fault, no
from engine.core.text import Text
from engine.rulesets.standard.describing import estate, loan
from engine.rulesets.standard.state import State
from engine.world import goods, trade
from engine.world.goods import Bundle, Goods, Offer
from engine.world.state import BOARD

S = TypeVar("S", bound=State)


class Lands(goods.Lands):
    """Settlements with what they lie on, and loans with what they bring."""

    def detail(self, state: Any, seat: int, other: int, owned: bool, key: str) -> Text | None:
        kind, _, name = key.partition(":")
        region = BOARD.index[name]
        if kind == "settlement":
            return estate(state, region)
        return loan(state, seat, other, state.resource_at(region), owned)


class Technologies(Goods):
    """Technologies by era, all cards of which are alike: `technology:ancient`."""

    prefixes = ("technology",)
    fields = ("technologies",)

    def held(self, state: Any, seat: int) -> dict[str, int]:
        if seat not in state.technologies:
            return {}
        found = {}
        for era, cards in zip(state.tables.eras, state.tables.era_cards, strict=True):
            count = state.technologies[cards.start : cards.stop].count(seat)
            if count:
                found[f"technology:{era}"] = count
        return found

    def has(self, state: Any, seat: int, key: str, count: int) -> bool:
        era = state.tables.eras.index(key.partition(":")[2])
        return bool(state.era_technologies(seat, era) >= count)

    def hand_over(self, play: Play[Any], giver: int, taker: int, key: str, bundle: Bundle) -> None:
        state = play.state
        cards = state.tables.era_cards[state.tables.eras.index(key.partition(":")[2])]
        state.technologies[state.technologies.index(giver, cards.start, cards.stop)] = taker

    def detail(self, state: Any, seat: int, other: int, owned: bool, key: str) -> Text | None:
        return Text("detail.points", {"points": state.tables.points.technology})

    def fault(self, state: Any, giver: int, taker: int, key: str) -> Fault:
        era = key.partition(":")[2]
        if era not in state.tables.eras or self.has(state, giver, key, 1):
            return None
        return no("no_technology_to_give", "permanent-trades", seat=giver, era=era)


class TradePhase(trade.TradePhase[S]):
    """Everybody trades at once; standing orders can skip it."""

    register = goods.Register(Lands(), Technologies(), goods.Wonders(), goods.Pieces())

    def wants_offers(self, state: S, seat: int) -> bool:
        return state.orders[seat].trade != "skip"

    def deal(self, play: Play[S], offer: Offer) -> None:
        super().deal(play, offer)
        # Only now, with both sides handed over, does anybody own what was traded.
        play.state.check_era(play)

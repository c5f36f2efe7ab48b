"""Things a steward could buy, weighed: the best worth for its price first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from engine.core.answering import field, largest
from engine.core.grammar import Answers, Grammar
from engine.world.steward.forms import places

ENOUGH = 1.0
"""Nothing is bought for more than it is worth."""


class Ware(msgspec.Struct, frozen=True):
    """What a purchase is worth, what it costs and how it is ordered.

    `order` is None for something out of reach today that may be worth saving for. `urgent` wares
    are bought out of what is saved, too.
    """

    worth: float
    price: int
    order: Answers | None
    urgent: bool = False

    @property
    def ratio(self) -> float:
        """Worth for its price."""
        return self.worth / self.price


def choose(wares: Iterable[Ware], gold: int, income: float, kept: float) -> Answers | None:
    """The order for the best ware that can be paid without touching what is better kept."""
    best = best_ware(wares, gold, income, kept)
    return None if best is None else best.order


def best_ware(wares: Iterable[Ware], gold: int, income: float, kept: float) -> Ware | None:
    """The best ware that can be paid without touching the gold that is better kept.

    What is worth less for its price than this one makes no difference to the answer.
    """
    for ware in sorted(wares, key=lambda ware: -(ware.worth / ware.price)):
        if ware.ratio < ENOUGH:
            return None
        if ware.order is None or ware.price > gold:
            # Something better comes first if waiting one turn is enough to pay for it.
            if ware.price <= gold + income:
                kept = max(kept, ware.price - income)
        elif ware.urgent or gold - ware.price >= kept:
            return ware
    return None


def that_fit(grammar: Grammar, wares: Iterable[Ware]) -> Iterator[Ware]:
    """The wares that the form takes, no more of each than there is room for at its place."""
    for ware in wares:
        order = ware.order
        if order is None or "count" not in order:
            yield ware
        elif order["where"] in places(grammar, order["buy"]):
            count = min(order["count"], largest(field(grammar, "count", order)))
            share = count / order["count"]
            price = round(share * ware.price)
            yield Ware(share * ware.worth, price, {**order, "count": count}, ware.urgent)

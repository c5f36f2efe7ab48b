"""Something the steward could buy, weighed."""

from __future__ import annotations

from typing import NamedTuple

from engine.core.grammar import Answers


class Ware(NamedTuple):
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

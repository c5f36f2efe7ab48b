"""Decisions outside the flow: standing orders, and taking settlements off the board."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from engine.core.decision import Decision
from engine.core.flow import Opportunity, Play
from engine.core.grammar import OneOf, Option, Value
from engine.rulesets.fast_play.claiming import give_up, of_size
from engine.rulesets.fast_play.describing import holding
from engine.rulesets.fast_play.state import State
from engine.rulesets.fast_play.tables import TABLES
from engine.world import orders
from engine.world.describing import place_option
from engine.world.state import BOARD, IDS, SIZES


class StandingOrders(orders.StandingOrders[State]):
    """What to lose in battle, where to retreat, whether to settle wherever it is possible."""

    choices = {  # noqa: RUF012 - a constant of the rules
        "losses": ("ask", "weakest", "strongest"),
        "retreat": ("ask", "home", "together"),
        "settle": ("ask", "always"),
    }


class Removing(Opportunity[State]):
    """A seat that has run out of a size may take one of it off the board (rule: piece-limits)."""

    kind = "remove"

    def open(self, state: State) -> Iterable[Decision]:
        for seat, sizes in enumerate(state.sizes):
            if TABLES.pieces.settlement in sizes:
                removable = [IDS[region] for region in removable_regions(state, seat)]
                if removable:
                    described = partial(describe_removable, state, seat)
                    yield self.decision(seat, OneOf(removable, described), rule="piece-limits")

    def answer(self, play: Play[State], decision: Decision, value: Value) -> None:
        give_up(play, decision.seat, BOARD.index[value])


def describe_removable(state: State, seat: int, key: str) -> Option:
    """A settlement to give up, with all that is there."""
    return place_option(key, holding(state, seat, BOARD.index[key]))


def removable_regions(state: State, seat: int) -> list[int]:
    """Own settlements of a size that has run out, with nobody else in the region."""
    return [
        region
        for size in range(1, len(SIZES) + 1)
        if state.sizes[seat][size - 1] == TABLES.pieces.settlement
        for region in of_size(state, seat, size)
        if state.stranger(region, seat) is None
    ]

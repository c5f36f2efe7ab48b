"""Decisions outside the flow: standing orders, and taking settlements off the board."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial

import msgspec

from engine.core.decision import Decision
from engine.core.flow import Opportunity, Play
from engine.core.grammar import OneOf, Option, Setting, Settings, Value
from engine.core.text import Text
from engine.rulesets.fast_play import events
from engine.rulesets.fast_play.battle import give_up, of_size
from engine.rulesets.fast_play.describing import holding
from engine.rulesets.fast_play.state import Orders, State
from engine.rulesets.fast_play.tables import TABLES
from engine.world.describing import place_option
from engine.world.state import BOARD, IDS, SIZES

LOSSES = ("ask", "weakest", "strongest")
RETREAT = ("ask", "home", "together")
SETTLE = ("ask", "always")


def describe(key: str) -> Option:
    """A setting in words."""
    return Option(key, Text(f"orders.{key}"))


@cache
def ask(seat: int, orders: Orders) -> Decision:
    """The question to a seat with these orders; it is asked at every step, and seldom changes."""
    settings = (
        ("losses", LOSSES, orders.losses),
        ("retreat", RETREAT, orders.retreat),
        ("settle", SETTLE, orders.settle),
    )
    parts = (
        Setting(name, OneOf(keys, describe), now, Text(f"field.standing_orders.{name}"))
        for name, keys, now in settings
    )
    return Decision(
        seat,
        "standing_orders",
        Settings(tuple(parts)),
        blocking=False,
        secret=True,
        rule="standing-orders",
    )


class StandingOrders(Opportunity[State]):
    """Each seat may change its orders at any time (rule: standing-orders)."""

    kind = "standing_orders"

    def open(self, state: State) -> Iterable[Decision]:
        return [
            ask(seat, orders) for seat, orders in enumerate(state.orders) if not state.fallen[seat]
        ]

    def answer(self, play: Play[State], decision: Decision, value: Value) -> None:
        orders = play.state.orders
        orders[decision.seat] = msgspec.structs.replace(orders[decision.seat], **value)
        play.tell(events.OrdersChanged(decision.seat), to=(decision.seat,))


class Removing(Opportunity[State]):
    """Whoever has run out of a size may take one of it off the board (rule: piece-limits)."""

    kind = "remove"

    def open(self, state: State) -> Iterable[Decision]:
        for seat, sizes in enumerate(state.sizes):
            if TABLES.pieces.settlement in sizes:
                removable = [IDS[region] for region in removable_regions(state, seat)]
                if removable:
                    yield Decision(
                        seat,
                        "remove",
                        OneOf(removable, partial(describe_removable, state, seat)),
                        blocking=False,
                        rule="piece-limits",
                    )

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

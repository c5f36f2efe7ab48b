"""Standing orders: what a player wants done without being asked (rule: standing-orders)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from engine.core.decision import Decision
from engine.core.flow import Opportunity, Play
from engine.core.grammar import OneOf, Option, Setting, Settings, Value
from engine.core.text import Text
from engine.rulesets.standard import events
from engine.rulesets.standard.state import Orders, State

TOWARD = ("ask", "challenge", "pass")
WONDERS = ("ask", "announce")
TRADE = ("ask", "skip")
BATTLE = ("ask", "strongest", "weakest")
EXPLAINED = ("challenge", "pass", "skip")
"""The settings that need a word beside their name."""


def describe(key: str) -> Option:
    """A setting in words."""
    detail = Text(f"detail.orders.{key}") if key in EXPLAINED else None
    return Option(key, Text(f"orders.{key}"), detail=detail)


@lru_cache(maxsize=4096)
def ask(seat: int, orders: Orders) -> Decision:
    """The question to a seat with these orders; it is asked at every step, and seldom changes."""
    return Decision(
        seat,
        "standing_orders",
        settings(seat, orders),
        blocking=False,
        secret=True,
        rule="standing-orders",
    )


def settings(seat: int, orders: Orders) -> Settings:
    """The settings of a seat: towards each other seat, and three of its own."""
    return Settings(
        (
            *(
                Setting(
                    f"toward_{other}",
                    OneOf(TOWARD, describe),
                    now,
                    Text("field.standing_orders.toward", {"seat": other}),
                )
                for other, now in enumerate(orders.toward)
                if other != seat
            ),
            setting("wonders", WONDERS, orders.wonders),
            setting("trade", TRADE, orders.trade),
            setting("battle", BATTLE, orders.battle),
        )
    )


def setting(name: str, keys: tuple[str, ...], now: str) -> Setting:
    """One of a seat's own settings."""
    return Setting(name, OneOf(keys, describe), now, Text(f"field.standing_orders.{name}"))


class StandingOrders(Opportunity[State]):
    """Each seat may change its orders at any time."""

    kind = "standing_orders"

    def open(self, state: State) -> Iterable[Decision]:
        return [
            ask(seat, orders) for seat, orders in enumerate(state.orders) if not state.fallen[seat]
        ]

    def answer(self, play: Play[State], decision: Decision, value: Value) -> None:
        state, seat = play.state, decision.seat
        assert isinstance(decision.grammar, Settings)
        after = decision.grammar.after(value)
        toward = tuple(after.get(f"toward_{other}", "ask") for other in range(state.seats))
        state.orders[seat] = Orders(toward, after["wonders"], after["trade"], after["battle"])
        play.tell(events.OrdersChanged(seat), to=(seat,))

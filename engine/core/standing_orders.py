"""Standing orders: what a player wants done without being asked, as settings seen and changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache, partial
from typing import Any, ClassVar, TypeVar

import msgspec

from engine.core.decision import Decision
from engine.core.events import Event
from engine.core.flow import Opportunity, Play
from engine.core.grammar import Answers, OneOf, Option, Setting, Settings, Value
from engine.core.text import Text

S = TypeVar("S", bound=Any)


class StandingOrders(Opportunity[S]):
    """Each seat may change its orders at any time (rule: standing-orders).

    The orders of a seat are a frozen struct with a field for each of `choices`.
    """

    kind = "standing_orders"
    choices: ClassVar[Mapping[str, tuple[str, ...]]]

    def orders_of(self, state: S, seat: int) -> Any:
        """The present orders of a seat."""
        raise NotImplementedError

    def give(self, state: S, seat: int, orders: Any) -> None:
        """A seat has other orders from now on."""
        raise NotImplementedError

    def changed(self, seat: int) -> Event:
        """What a seat alone is told when it has changed its orders."""
        raise NotImplementedError

    def settings(self, seat: int, orders: Any) -> Iterable[Setting]:
        """The settings of a seat with these orders."""
        for name, keys in self.choices.items():
            label = Text(f"field.standing_orders.{name}")
            yield Setting(name, self.one_of(keys), getattr(orders, name), label)

    def one_of(self, keys: tuple[str, ...]) -> OneOf:
        """A choice among values."""
        return OneOf(keys, self.describe)

    def describe(self, key: str) -> Option:
        """A value in words."""
        return Option(key, Text(f"orders.{key}"))

    def shown(self, state: S, seat: int) -> tuple[str, ...]:
        """Those of a seat's orders that others can tell from what happens."""
        return ()

    def changes(self, now: Any, value: Answers) -> dict[str, Any]:
        """The fields of the orders that an answer changes."""
        return dict(value)

    def answer(self, play: Play[S], decision: Decision, value: Value) -> None:
        seat, now = decision.seat, self.orders_of(play.state, decision.seat)
        self.give(play.state, seat, msgspec.structs.replace(now, **self.changes(now, value)))
        play.tell(self.changed(seat), to=(seat,))


@lru_cache(maxsize=4096)
def settings_now(standing: StandingOrders[Any], seat: int, orders: Any) -> tuple[Setting, ...]:
    """The settings of a seat with these orders."""
    return tuple(standing.settings(seat, orders))


@lru_cache(maxsize=4096)
def question(standing: StandingOrders[Any], seat: int, orders: Any) -> Decision:
    """The question to a seat with these orders; it is asked at every step, and seldom changes."""
    return Decision(
        seat,
        StandingOrders.kind,
        # Found when someone looks at them: few do.
        Settings(partial(settings_now, standing, seat, orders)),
        blocking=False,
        secret=True,
        rule="standing-orders",
    )

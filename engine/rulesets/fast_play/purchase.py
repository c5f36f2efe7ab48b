"""Production and purchase: seats receive income and spend it, one after another (chapter 3)."""

from __future__ import annotations

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.flow import Phase, Play
from engine.core.grammar import Unfit, Value
from engine.rulesets.fast_play import events
from engine.rulesets.fast_play.eras import learn, next_technology
from engine.rulesets.fast_play.frames import Purchase
from engine.rulesets.fast_play.production import produce
from engine.rulesets.fast_play.shop import (
    Shop,
    sale_of,
    too_expensive,
    why_not_here,
    why_not_sold,
)
from engine.rulesets.fast_play.state import State
from engine.rulesets.fast_play.tables import UNIT
from engine.rulesets.fast_play.wonders import attempt
from engine.world.state import BOARD, IDS, Settlement


class PurchasePhase(Phase[State, Purchase]):
    """Seats receive their income and buy, one after the other."""

    title = "purchase"

    def advance(self, play: Play[State], frame: Purchase) -> bool:
        state = play.state
        if frame.at == len(frame.order):
            play.pop()
            return True
        seat = frame.order[frame.at]
        if not state.fallen[seat]:
            if not frame.paid:
                produce(play, seat)
                frame = play.update(paid=True)
            shop = Shop(state, seat, frame)
            if shop.is_open:
                play.asked = self.ask(shop, frame)
                return False
        next_buyer(play, frame)
        return True

    def open(self, state: State, frame: Purchase) -> list[Decision]:
        return self.ask(Shop(state, frame.order[frame.at], frame), frame)

    @staticmethod
    def ask(shop: Shop, frame: Purchase) -> list[Decision]:
        """What the seat that buys now is asked in its shop."""
        return [
            Decision(
                shop.seat,
                "purchase",
                shop.form(),
                default={"buy": "done"},
                again=True,
                rule="purchase",
                about={"gold": shop.gold, "aside": frame.aside, "lesson": shop.lesson_name},
            )
        ]

    def answer(self, play: Play[State], frame: Purchase, decision: Decision, value: Value) -> None:
        seat, good = decision.seat, value["buy"]
        if good == "done":
            play.tell(events.PurchaseDone(seat))
            next_buyer(play, frame)
        elif good == "technology":
            buy_technology(play, frame, seat)
        elif good == "wonder":
            spent = attempt(play, seat, value["aside"])
            play.update(tried=True, aside=frame.aside + value["aside"] - spent)
        else:
            regions = tuple(BOARD.index[place] for place in value["where"])
            if good == "grow":
                grow(play, seat, regions)
            else:
                build(play, seat, good, regions)
            play.update(used=frame.used + regions)

    def why_not(
        self, state: State, frame: Purchase, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        if not isinstance(value, dict):
            return None
        shop, good = Shop(state, decision.seat, frame), value.get("buy")
        if unfit.path == ("buy",) and isinstance(good, str):
            return why_not_sold(shop, good)
        if unfit.path == ("where",) and unfit.code == "not_an_option":
            return why_not_here(shop, str(good), unfit.data["key"])
        if unfit.path == ("where",) and unfit.code == "too_many":
            return too_expensive(shop, str(good), shop.goods[str(good)])
        return None


def next_buyer(play: Play[State], frame: Purchase) -> None:
    """The next seat buys."""
    play.state.frames[-1] = Purchase(frame.order, frame.at + 1)


def build(play: Play[State], seat: int, unit: str, regions: tuple[int, ...]) -> None:
    """Settlements build a unit each, which stands there at once (rule: buying-units)."""
    sale = sale_of(play.state, unit)
    assert sale is not None
    price = sale.price * len(regions)
    play.state.pay(seat, price)
    for region in regions:
        play.state.add_piece(seat, UNIT[unit], region)
    play.tell(events.Built(seat, unit, tuple(IDS[r] for r in regions), price))


def grow(play: Play[State], seat: int, regions: tuple[int, ...]) -> None:
    """Settlements grow by one size and give back what they brought (rule: upgrades)."""
    state = play.state
    for region in regions:
        old = state.settlements[region]
        assert old is not None
        state.pay(seat, old.size)
        state.put_settlement(region, Settlement(seat, old.size + 1))
        play.tell(events.Grown(seat, IDS[region], old.size + 1, old.size))


def buy_technology(play: Play[State], frame: Purchase, seat: int) -> None:
    """The next technology; whoever buys one of a new era buys no more of them this turn."""
    state = play.state
    lesson = next_technology(state, seat, frame.learned)
    assert lesson is not None
    learn(play, seat, lesson)
    if not state.end and lesson.era == state.era and state.era_turn == state.turn:
        play.update(learned=True)

"""Production and purchase: seats receive income and spend it, one after another (chapter 3)."""

from __future__ import annotations

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.flow import Play
from engine.core.grammar import Unfit, Value
from engine.rulesets.fast_play.frames import Purchase
from engine.rulesets.fast_play.production import produce
from engine.rulesets.fast_play.purchase.refusals import why_not_bought
from engine.rulesets.fast_play.purchase.shop import Shop
from engine.rulesets.fast_play.state import State
from engine.world import purchase


class PurchasePhase(purchase.PurchasePhase[State, Purchase]):
    """Seats receive their income and buy, one after the other."""

    def shop_of(self, state: State, frame: Purchase, seat: int) -> Shop:
        return Shop(state, seat, frame)

    def advance(self, play: Play[State], frame: Purchase) -> bool:
        state = play.state
        if frame.is_over:
            play.pop()
            return True
        seat = frame.seat
        if not state.fallen[seat]:
            if not frame.paid:
                produce(play, seat)
                frame = play.update(paid=True)
            shop = Shop(state, seat, frame)
            if shop.is_open:
                play.asked = [self.ask(shop)]
                return False
        self.leave(play, frame, seat)
        return True

    def open(self, state: State, frame: Purchase) -> list[Decision]:
        return [self.ask(Shop(state, frame.seat, frame))]

    def why_not(
        self, state: State, frame: Purchase, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        if not isinstance(value, dict):
            return None
        return why_not_bought(self.shop_of(state, frame, decision.seat), value, unfit)

    def leave(self, play: Play[State], frame: Purchase, seat: int) -> None:
        """The next seat buys."""
        play.state.frames[-1] = Purchase(frame.order, frame.at + 1)

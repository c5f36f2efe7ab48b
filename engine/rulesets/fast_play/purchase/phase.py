"""Production and purchase: seats receive income and spend it (chapter 3)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.decision import Decision
from engine.core.flow import Play
from engine.rulesets.fast_play.frames import Purchase, PurchaseTogether
from engine.rulesets.fast_play.production import produce
from engine.rulesets.fast_play.purchase.shop import Shop, cart_of
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

    def leave(self, play: Play[State], frame: Purchase, seat: int) -> None:
        """The next seat buys."""
        play.state.frames[-1] = Purchase(frame.order, frame.at + 1)


class PurchaseTogetherPhase(purchase.PurchasePhase[State, PurchaseTogether]):
    """All receive their income, then all buy at the same time: who asks first is served first."""

    def shop_of(self, state: State, frame: PurchaseTogether, seat: int) -> Shop:
        return Shop(state, seat, cart_of(state, seat))

    def advance(self, play: Play[State], frame: PurchaseTogether) -> bool:
        state = play.state
        if not frame.paid:
            for cart in frame.carts:
                if not state.fallen[cart.seat]:
                    produce(play, cart.seat)
            frame = play.update(paid=True)
        shops = {cart.seat: Shop(state, cart.seat, cart) for cart in frame.carts}
        open_ones = [s for s in shops.values() if not state.fallen[s.seat] and s.is_open]
        if len(open_ones) < len(shops):
            # Who has nothing to buy now is done with it, as in turn.
            play.update(carts=tuple([shop.frame for shop in open_ones]))
        if not open_ones:
            play.pop()
            return True
        play.asked = list(map(self.ask, open_ones))
        return False

    def open(self, state: State, frame: PurchaseTogether) -> list[Decision]:
        return [self.ask(Shop(state, cart.seat, cart)) for cart in frame.carts]

    def leave(self, play: Play[State], frame: PurchaseTogether, seat: int) -> None:
        """A seat buys no more."""
        play.update(carts=tuple([cart for cart in frame.carts if cart.seat != seat]))


def all_at_once(order: Sequence[int]) -> PurchaseTogether:
    """The frame in which these seats buy together."""
    return PurchaseTogether(tuple([Purchase((seat,), paid=True) for seat in order]))

"""The trade phase: offers between any two players, carried out when accepted."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar, TypeVar

from engine.core.decision import Decision
from engine.core.flow import Frame, Phase, Play
from engine.core.grammar import (
    Amount,
    Answers,
    Field,
    Form,
    Grammar,
    OneOf,
    Option,
    Subset,
    Value,
)
from engine.core.lazy import lazy
from engine.core.text import Text
from engine.world import events
from engine.world.goods import Bundle, Offer, Register, TradingState

S = TypeVar("S", bound=TradingState)


class Trade(Frame, frozen=True, tag=True):
    """Everyone trades; it ends when all are done."""

    done: tuple[bool, ...]


class TradeOrders:
    """What a seat can do in the trade phase, found once and only as far as it is asked."""

    def __init__(self, register: Register, state: TradingState, seat: int, done: bool) -> None:
        self.register = register
        self.state = state
        self.seat = seat
        self.done = done
        self._goods: dict[int, dict[str, int]] = {}

    def goods(self, seat: int) -> dict[str, int]:
        """What a seat has to give, gold aside."""
        if seat not in self._goods:
            self._goods[seat] = self.register.held(self.state, seat)
        return self._goods[seat]

    @lazy
    def partners(self) -> list[str]:
        """The seats an offer can be made to."""
        state = self.state
        return [
            str(s)
            for s in self.others
            if state.gold[self.seat] or state.gold[s] or self.goods(self.seat) or self.goods(s)
        ]

    @lazy
    def incoming(self) -> list[Offer]:
        """Offers to this seat that it could accept."""
        return [
            offer
            for offer in self.state.offers
            if offer.to == self.seat and self.register.can_give(self.state, self.seat, offer.get)
        ]

    @property
    def is_open(self) -> bool:
        """Whether there is anything to do; the cheapest questions first."""
        return not self.done or bool((self.state.gold[self.seat] and self.others) or self.actions)

    @lazy
    def others(self) -> list[int]:
        """The seats one can deal with."""
        fallen = self.state.fallen
        return [s for s in range(self.state.seats) if s != self.seat and not fallen[s]]

    @lazy
    def actions(self) -> list[str]:
        """What can be done now."""
        state, seat = self.state, self.seat
        own = [offer for offer in state.offers if offer.maker == seat]
        found = []
        if len(own) < state.tables.offers_at_once and self.partners:
            found.append("offer")
        if self.incoming:
            found.append("accept")
        if any(offer.to == seat for offer in state.offers):
            found.append("decline")
        if own:
            found.append("withdraw")
        if not self.done:
            found.append("done")
        return found

    def form(self) -> Form:
        """The order form of the phase."""
        return Form(FIELDS, self)

    def what(self, said: Answers) -> Grammar:
        """What to do."""
        return OneOf(self.actions, describe_action)

    def to(self, said: Answers) -> Grammar | None:
        """Whom an offer is for."""
        if said["do"] != "offer":
            return None
        return OneOf(self.partners, self.describe_partner)

    def describe_partner(self, key: str) -> Option:
        """A player to deal with, and what they have."""
        seat = int(key)
        held = self.state.held_resources(seat, self.state.homes(seat))
        facts = {"gold": self.state.gold[seat], "resources": tuple(held.items())}
        return Option(key, Text("seat", {"seat": seat}), detail=Text("detail.partner", facts))

    def give_gold(self, said: Answers) -> Grammar | None:
        """The gold offered; an offer must have something in it."""
        if "to" not in said:
            return None
        other = int(said["to"])
        rest = self.goods(self.seat) or self.state.gold[other] or self.goods(other)
        return Amount(0 if rest else 1, self.state.gold[self.seat])

    def give(self, said: Answers) -> Grammar | None:
        """The things offered."""
        if "to" not in said:
            return None
        other = int(said["to"])
        rest = said["give_gold"] or self.state.gold[other] or self.goods(other)
        return self.things(other, 0 if rest else 1, owned=True)

    def get_gold(self, said: Answers) -> Grammar | None:
        """The gold asked for."""
        if "to" not in said:
            return None
        other = int(said["to"])
        rest = said["give_gold"] or said.get("give") or self.goods(other)
        return Amount(0 if rest else 1, self.state.gold[other])

    def get(self, said: Answers) -> Grammar | None:
        """The things asked for."""
        if "to" not in said:
            return None
        rest = said["give_gold"] or said.get("give") or said["get_gold"]
        return self.things(int(said["to"]), 0 if rest else 1, owned=False)

    def things(self, other: int, least: int, *, owned: bool) -> Grammar | None:
        """Some of what the seat owns, or else of what the other does."""
        have = self.goods(self.seat if owned else other)
        if not have:
            return None
        describe = partial(self.register.describe, self.state, self.seat, other, owned)
        return Subset(list(have), least=least, copies=have, describe=describe)

    def offer(self, said: Answers) -> Grammar | None:
        """Which offer an answer is about."""
        state, seat = self.state, self.seat
        about = {
            "accept": [offer.id for offer in self.incoming],
            "decline": [offer.id for offer in state.offers if offer.to == seat],
            "withdraw": [offer.id for offer in state.offers if offer.maker == seat],
        }.get(said["do"])
        if about is None:
            return None
        return OneOf([str(number) for number in about], self.describe_offer)

    def describe_offer(self, key: str) -> Option:
        """An offer in words: its terms."""
        offer = next(offer for offer in self.state.offers if offer.id == int(key))
        terms = {
            "seat": offer.maker,
            "to": offer.to,
            "gave_gold": offer.give.gold,
            "gave": self.register.in_full(self.state, offer.give.things),
            "got_gold": offer.get.gold,
            "got": self.register.in_full(self.state, offer.get.things),
        }
        return Option(key, Text("offer", terms))


FIELDS = (
    Field("do", TradeOrders.what),
    Field("to", TradeOrders.to),
    Field("give_gold", TradeOrders.give_gold),
    Field("give", TradeOrders.give),
    Field("get_gold", TradeOrders.get_gold),
    Field("get", TradeOrders.get),
    Field("offer", TradeOrders.offer),
)


def describe_action(key: str) -> Option:
    """An action in words."""
    return Option(key, Text(f"option.trade.{key}"))


class TradePhase(Phase[S, Trade]):
    """Everybody trades at once; the phase ends when all are done."""

    title = "trade"
    register: ClassVar[Register]
    orders: ClassVar[type[TradeOrders]] = TradeOrders

    def wants_offers(self, state: S, seat: int) -> bool:
        """Whether a seat that is done wants to be asked about a new offer."""
        return True

    def advance(self, play: Play[S], frame: Trade) -> bool:
        fallen = play.state.fallen
        # The last one standing has nobody to trade with.
        alone = fallen.count(False) < 2
        done = tuple(
            done or (not fallen[seat] and not self.has_partners(play.state, seat))
            for seat, done in enumerate(frame.done)
        )
        if not alone and not all(map(max, done, fallen)):
            if done != frame.done:
                play.update(done=done)
            return False
        play.state.offers = []
        play.pop()
        return True

    def has_partners(self, state: S, seat: int) -> bool:
        """Whether a seat has anybody to deal with."""
        return True

    def open(self, state: S, frame: Trade) -> list[Decision]:
        decisions = []
        for seat, done in enumerate(frame.done):
            if state.fallen[seat]:
                continue
            orders = self.orders(self.register, state, seat, done)
            if orders.is_open:
                decisions.append(
                    Decision(
                        seat,
                        "trade",
                        orders.form(),
                        default=None if done else {"do": "done"},
                        blocking=not done,
                        rule="trade",
                    )
                )
        return decisions

    def answer(self, play: Play[S], frame: Trade, decision: Decision, value: Value) -> None:
        state, seat, action = play.state, decision.seat, value["do"]
        if action == "done":
            play.update(done=tuple(d or s == seat for s, d in enumerate(frame.done)))
            play.tell(events.TradeDone(seat))
        elif action == "offer":
            self.make_offer(play, frame, seat, value)
        else:
            offer = next(o for o in state.offers if o.id == int(value["offer"]))
            state.offers.remove(offer)
            if action == "accept":
                self.deal(play, offer)
            else:
                end_offer(play, offer, "withdrawn" if action == "withdraw" else "declined")

    def terms(self, state: S, offer: Offer) -> tuple[int, tuple[str, ...], int, tuple[str, ...]]:
        """Both sides of an offer, for events."""
        give, get = offer.give, offer.get
        in_full = self.register.in_full
        return give.gold, in_full(state, give.things), get.gold, in_full(state, get.things)

    def make_offer(self, play: Play[S], frame: Trade, seat: int, value: dict[str, Value]) -> None:
        """Note an offer, and wake the other side unless it wants no more trade."""
        state, to = play.state, int(value["to"])
        pair = seat * state.seats + to
        offer = Offer(
            36 * state.offered[pair] + 6 * seat + to,
            seat,
            to,
            Bundle(value["give_gold"], tuple(value.get("give", ()))),
            Bundle(value["get_gold"], tuple(value.get("get", ()))),
        )
        state.offered[pair] += 1
        state.offers.append(offer)
        play.tell(events.Offered(seat, to, *self.terms(state, offer), offer.id), to=(seat, to))
        if not frame.done[to]:
            return
        # Woken or not, the other side's order has shown (rule: taking-back).
        play.reveal()
        if self.wants_offers(state, to):
            play.update(done=tuple(d and s != to for s, d in enumerate(frame.done)))

    def deal(self, play: Play[S], offer: Offer) -> None:
        """Both sides hand over what they agreed; offers that can't be kept any more are void."""
        state, register = play.state, self.register
        play.reveal()
        register.hand_over(play, offer.maker, offer.to, offer.give)
        register.hand_over(play, offer.to, offer.maker, offer.get)
        play.tell(events.Traded(offer.maker, offer.to, *self.terms(state, offer)))
        for other in state.offers[:]:
            kept = register.can_give(state, other.maker, other.give)
            if not kept or not register.can_give(state, other.to, other.get):
                state.offers.remove(other)
                end_offer(play, other, "void")
        state.check_fallen(play)


def end_offer(play: Play[Any], offer: Offer, why: str) -> None:
    """Tell both sides that an offer is gone."""
    sides = (offer.maker, offer.to)
    play.tell(events.OfferEnded(offer.maker, offer.to, offer.id, why), to=sides)

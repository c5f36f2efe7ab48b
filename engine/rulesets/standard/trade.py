"""The trade phase: offers between any two players, carried out when accepted (chapter 6)."""

from __future__ import annotations

from functools import partial

from engine.core.decision import Decision
from engine.core.flow import Phase, Play
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
from engine.rulesets.standard import events
from engine.rulesets.standard.describing import partner
from engine.rulesets.standard.frames import Trade
from engine.rulesets.standard.goods import all_in_full, can_give, describe_good, goods, hand_over
from engine.rulesets.standard.state import Bundle, Offer, State
from engine.rulesets.standard.tables import TABLES


class Desk:
    """What a seat can do in the trade phase, found once and only as far as it is asked."""

    def __init__(self, state: State, seat: int, done: bool) -> None:
        self.state = state
        self.seat = seat
        self.done = done
        self._goods: dict[int, dict[str, int]] = {}

    def goods(self, seat: int) -> dict[str, int]:
        """What a seat has to give, gold aside."""
        if seat not in self._goods:
            self._goods[seat] = goods(self.state, seat)
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
            if offer.to == self.seat and can_give(self.state, self.seat, offer.get)
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
        if len(own) < TABLES.offers_at_once and self.partners:
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
        has = partner(self.state, int(key))
        return Option(key, Text("seat", {"seat": int(key)}), detail=has)

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
        describe = partial(describe_good, self.state, self.seat, other, owned)
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
            "gave": all_in_full(self.state, offer.give),
            "got_gold": offer.get.gold,
            "got": all_in_full(self.state, offer.get),
        }
        return Option(key, Text("offer", terms))


FIELDS = (
    Field("do", Desk.what),
    Field("to", Desk.to),
    Field("give_gold", Desk.give_gold),
    Field("give", Desk.give),
    Field("get_gold", Desk.get_gold),
    Field("get", Desk.get),
    Field("offer", Desk.offer),
)


def describe_action(key: str) -> Option:
    """An action in words."""
    return Option(key, Text(f"option.trade.{key}"))


class TradePhase(Phase[State, Trade]):
    """Everybody trades at once; the phase ends when all are done."""

    title = "trade"

    def advance(self, play: Play[State], frame: Trade) -> bool:
        fallen = play.state.fallen
        # The last one standing has nobody to trade with.
        alone = fallen.count(False) < 2
        if not alone and not all(done or fallen[seat] for seat, done in enumerate(frame.done)):
            return False
        play.state.offers = []
        play.pop()
        return True

    def open(self, state: State, frame: Trade) -> list[Decision]:
        decisions = []
        for seat in range(state.seats):
            if state.fallen[seat]:
                continue
            desk = Desk(state, seat, frame.done[seat])
            if desk.is_open:
                decisions.append(
                    Decision(
                        seat,
                        "trade",
                        desk.form(),
                        default=None if frame.done[seat] else {"do": "done"},
                        blocking=not frame.done[seat],
                        rule="trade",
                    )
                )
        return decisions

    def answer(self, play: Play[State], frame: Trade, decision: Decision, value: Value) -> None:
        state, seat, action = play.state, decision.seat, value["do"]
        if action == "done":
            play.update(done=tuple(d or s == seat for s, d in enumerate(frame.done)))
            play.tell(events.TradeDone(seat))
        elif action == "offer":
            make_offer(play, frame, seat, value)
        else:
            offer = next(o for o in state.offers if o.id == int(value["offer"]))
            state.offers.remove(offer)
            if action == "accept":
                deal(play, offer)
            else:
                why = "withdrawn" if action == "withdraw" else "declined"
                end_offer(play, offer, why)


def make_offer(play: Play[State], frame: Trade, seat: int, value: dict[str, Value]) -> None:
    """Note an offer, and wake the other side unless its standing order is to skip trade."""
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
    play.tell(
        events.Offered(
            seat,
            to,
            offer.give.gold,
            all_in_full(state, offer.give),
            offer.get.gold,
            all_in_full(state, offer.get),
            offer.id,
        ),
        to=(seat, to),
    )
    if not frame.done[to]:
        return
    # Woken or not, the other side's order has shown (rule: taking-back).
    play.reveal()
    if state.orders[to].trade == "ask":
        play.update(done=tuple(d and s != to for s, d in enumerate(frame.done)))


def deal(play: Play[State], offer: Offer) -> None:
    """Both sides hand over what they agreed; offers that can't be kept any more are void."""
    state = play.state
    play.reveal()
    hand_over(play, offer.maker, offer.to, offer.give)
    hand_over(play, offer.to, offer.maker, offer.get)
    play.tell(
        events.Traded(
            offer.maker,
            offer.to,
            offer.give.gold,
            all_in_full(state, offer.give),
            offer.get.gold,
            all_in_full(state, offer.get),
        )
    )
    for other in state.offers[:]:
        kept = can_give(state, other.maker, other.give) and can_give(state, other.to, other.get)
        if not kept:
            state.offers.remove(other)
            end_offer(play, other, "void")
    play.state.check_fallen(play)


def end_offer(play: Play[State], offer: Offer, why: str) -> None:
    """Tell both sides that an offer is gone."""
    sides = (offer.maker, offer.to)
    play.tell(events.OfferEnded(offer.maker, offer.to, offer.id, why), to=sides)

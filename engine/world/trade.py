"""The trade phase: offers between any two players, carried out when accepted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, partial
from operator import attrgetter, or_
from typing import Any, ClassVar, TypeVar

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
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
    Unfit,
    Value,
)
from engine.core.lazy import lazy
from engine.core.text import Text
from engine.world import events
from engine.world.goods import Bundle, Offer, Register, TradingState
from engine.world.view import WorldOffer

S = TypeVar("S", bound=TradingState)
SEAT = attrgetter("seat")


class Trade(Frame, frozen=True, tag=True, omit_defaults=True):
    """Everyone trades; it ends when all are done.

    `woken` are the seats that were done until they were made an offer: they are done again as soon
    as they have answered all of them.
    """

    done: tuple[bool, ...]
    woken: tuple[int, ...] = ()


class TradeOrders:
    """What a seat can do in the trade phase, found once and only as far as it is asked."""

    def __init__(
        self, register: Register, state: TradingState, seat: int, done: bool, others: Sequence[int]
    ) -> None:
        self.register = register
        self.state = state
        self.seat = seat
        self.done = done
        self.others = others
        """The seats one can deal with."""
        self._goods: dict[tuple[int, int], dict[str, int]] = {}

    def goods(self, giver: int, taker: int) -> dict[str, int]:
        """What a seat has to give another, gold aside."""
        found = self._goods.get((giver, taker))
        if found is None:
            held = self.register.held(self.state, giver)
            found = self.register.suitable(self.state, taker, held)
            self._goods[giver, taker] = found
        return found

    def has_goods(self, giver: int, taker: int) -> bool:
        """Whether a seat has something to give another, gold aside."""
        return self.register.surely_held(self.state, giver) or bool(self.goods(giver, taker))

    @lazy
    def partners(self) -> list[str]:
        """The seats an offer can be made to."""
        gold = self.state.gold
        if gold[self.seat]:
            return list(map(str, self.others))
        return [
            str(s)
            for s in self.others
            if gold[s] or self.has_goods(self.seat, s) or self.has_goods(s, self.seat)
        ]

    @lazy
    def incoming(self) -> list[Offer]:
        """Offers to this seat that it could accept."""
        return [
            offer
            for offer in self.state.offers
            if offer.to == self.seat
            and self.register.can_give(self.state, self.seat, offer.get, offer.maker)
        ]

    @property
    def is_open(self) -> bool:
        """Whether there is anything to do; the cheapest questions first."""
        return not self.done or bool((self.state.gold[self.seat] and self.others) or self.actions)

    @lazy
    def actions(self) -> list[str]:
        """What can be done now."""
        state, seat = self.state, self.seat
        made = received = 0
        for offer in state.offers:
            made += offer.maker == seat
            received += offer.to == seat
        found = []
        if made < state.tables.offers_at_once and self.partners:
            found.append("offer")
        if received:
            if self.incoming:
                found.append("accept")
            found.append("decline")
        if made:
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
        return OneOf(self.partners, self.describe_partner)

    def describe_partner(self, key: str) -> Option:
        """A player to deal with, and what they have."""
        seat = int(key)
        held = self.state.held_resources(seat, self.state.homes(seat))
        facts = {"gold": self.state.gold[seat], "resources": tuple(held.items())}
        return Option(key, Text("seat", {"seat": seat}), detail=Text("detail.partner", facts))

    def give_gold(self, said: Answers) -> Grammar | None:
        """The gold offered; an offer must have something in it."""
        other, seat = int(said["to"]), self.seat
        gold = self.state.gold[other]
        rest = gold or self.has_goods(seat, other) or self.has_goods(other, seat)
        return self.coins(seat, needed=not rest)

    def give(self, said: Answers) -> Grammar | None:
        """The things offered."""
        least = 0 if self.has_more_than_things(said) else 1
        return self.things(int(said["to"]), least, owned=True)

    def has_more_than_things(self, said: Answers) -> bool:
        """Whether an offer can have something in it beside the things offered."""
        other = int(said["to"])
        gold = said["give_gold"] or self.state.gold[other]
        return bool(gold) or self.has_goods(other, self.seat)

    def may_give_nothing(self, said: Answers) -> bool:
        """Whether `give` is clearly about something, and that need not be given."""
        held = self.register.surely_held(self.state, self.seat)
        return held and self.has_more_than_things(said)

    def get_gold(self, said: Answers) -> Grammar | None:
        """The gold asked for."""
        other = int(said["to"])
        rest = said["give_gold"] or said.get("give") or self.has_goods(other, self.seat)
        return self.coins(other, needed=not rest)

    def coins(self, seat: int, *, needed: bool) -> Amount:
        """So much of a seat's gold as its coins allow."""
        gold, coin = self.state.gold[seat], self.state.tables.coin
        return Amount(coin if needed else 0, gold - gold % coin, coin)

    def get(self, said: Answers) -> Grammar | None:
        """The things asked for."""
        rest = said["give_gold"] or said.get("give") or said["get_gold"]
        return self.things(int(said["to"]), 0 if rest else 1, owned=False)

    def may_get_nothing(self, said: Answers) -> bool:
        """Whether `get` is clearly about something, and that need not be asked for."""
        rest = said["give_gold"] or said.get("give") or said["get_gold"]
        return bool(rest) and self.register.surely_held(self.state, int(said["to"]))

    def things(self, other: int, least: int, *, owned: bool) -> Grammar | None:
        """Some of what the seat owns, or else of what the other does."""
        have = self.goods(self.seat, other) if owned else self.goods(other, self.seat)
        if not have:
            return None
        describe = partial(self.register.describe, self.state, self.seat, other, owned)
        return Subset(list(have), least=least, copies=have, describe=describe)

    def offer(self, said: Answers) -> Grammar | None:
        """Which offer an answer is about."""
        state, seat = self.state, self.seat
        match said["do"]:
            case "accept":
                about = self.incoming
            case "decline":
                about = [offer for offer in state.offers if offer.to == seat]
            case _:
                about = [offer for offer in state.offers if offer.maker == seat]
        return OneOf([str(offer.id) for offer in about], self.describe_offer)

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


OFFER = ("offer",)
ANSWERS = ("accept", "decline", "withdraw")
"""What can be done with an offer that lies on the table."""
FIELDS = (
    Field("do", TradeOrders.what),
    Field("to", TradeOrders.to, only=OFFER),
    Field("give_gold", TradeOrders.give_gold, only=OFFER),
    Field("give", TradeOrders.give, only=OFFER, may_be_empty=TradeOrders.may_give_nothing),
    Field("get_gold", TradeOrders.get_gold, only=OFFER),
    Field("get", TradeOrders.get, only=OFFER, may_be_empty=TradeOrders.may_get_nothing),
    Field("offer", TradeOrders.offer, only=ANSWERS),
)


def describe_action(key: str) -> Option:
    """An action in words."""
    return Option(key, Text(f"option.trade.{key}"))


@cache
def partners_of_all(fallen: tuple[bool, ...]) -> tuple[tuple[int, ...], ...]:
    """For each seat the others that are still in the game."""
    playing = [seat for seat, out in enumerate(fallen) if not out]
    return tuple(tuple(s for s in playing if s != seat) for seat in range(len(fallen)))


class TradePhase(Phase[S, Trade]):
    """Everybody trades at once; the phase ends when all are done."""

    title = "trade"
    register: ClassVar[Register]

    def wants_offers(self, state: S, seat: int) -> bool:
        """Whether a seat that is done wants to be asked about a new offer."""
        return True

    def advance(self, play: Play[S], frame: Trade) -> bool:
        fallen, done = play.state.fallen, frame.done
        # The last one standing has nobody to trade with.
        alone = fallen.count(False) < 2
        if not alone and not all(map(or_, done, fallen)):
            partners = self.partners(play.state)
            if not all(partners):
                idle = [not (partners[seat] or out) for seat, out in enumerate(fallen)]
                done = tuple(map(or_, done, idle))
            if not all(map(or_, done, fallen)):
                if done != frame.done:
                    play.update(done=done)
                else:
                    play.ask_the_kept(frame)
                return False
        end_offers(play.state)
        play.pop()
        return True

    def partners(self, state: S) -> Sequence[Sequence[int]]:
        """For each seat the others that it can deal with."""
        return partners_of_all(tuple(state.fallen))

    def open(self, state: S, frame: Trade) -> list[Decision]:
        return self.questions(state, frame, range(state.seats))

    def questions(self, state: S, frame: Trade, seats: Iterable[int]) -> list[Decision]:
        """What some seats are asked."""
        decisions = []
        partners = self.partners(state)
        for seat in seats:
            if state.fallen[seat]:
                continue
            done = frame.done[seat]
            orders = TradeOrders(self.register, state, seat, done, partners[seat])
            if not done or orders.is_open:
                decisions.append(
                    Decision(
                        seat,
                        "trade",
                        orders.form(),
                        default=None if done else {"do": "done"},
                        blocking=not done,
                        again=True,
                        rule="trade",
                    )
                )
        return decisions

    def answer(self, play: Play[S], frame: Trade, decision: Decision, value: Value) -> None:
        seat, action = decision.seat, value["do"]
        concerned = {seat}
        if action == "done":
            finish(play, frame, seat)
        elif action == "offer":
            concerned.add(self.make_offer(play, frame, seat, value).to)
        else:
            offer = self.close_offer(play, value)
            concerned |= {offer.maker, offer.to}
            if seat in frame.woken and not any(each.to == seat for each in play.state.offers):
                finish(play, frame, seat)
        frame = play.state.frames[-1]
        if action != "accept" and play.before is not None and not all(frame.done):
            # Nothing has changed hands, so that others are asked the same as before.
            same = [each for each in play.before if each.seat not in concerned]
            new = self.questions(play.state, frame, concerned)
            play.kept_open = frame, sorted([*same, *new], key=SEAT)

    def why_not(
        self, state: S, frame: Trade, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        """Why an offer cannot be made or answered."""
        if not isinstance(value, dict):
            return None
        seat, part, action = decision.seat, unfit.path[0] if unfit.path else "", value.get("do")
        if action in ANSWERS and part in ("do", "offer"):
            return IllegalChoice("no_such_offer", "offers")
        if action != "offer":
            return None
        if part == "do" and self.partners(state)[seat]:
            return IllegalChoice("too_many_offers", "offers", most=state.tables.offers_at_once)
        if part == "to" and unfit.code == "not_an_option":
            key = unfit.data["key"]
            named = key.isdecimal() and int(key) < state.seats
            return self.why_not_with(state, seat, int(key)) if named else None
        # Whom the offer is for was found to be right before its things are looked at.
        return self.register.why_not(state, seat, value, part) if part in ("give", "get") else None

    def why_not_with(self, state: S, seat: int, other: int) -> IllegalChoice | None:
        """Why nobody can make an offer to a seat."""
        if other == seat:
            return IllegalChoice("trade_with_oneself", "trade")
        return IllegalChoice("fallen_partner", "trade", seat=other) if state.fallen[other] else None

    def close_offer(self, play: Play[S], value: dict[str, Value]) -> Offer:
        """An offer is accepted, declined or withdrawn."""
        offers = play.state.offers
        offer = next(each for each in offers if each.id == int(value["offer"]))
        offers.remove(offer)
        if value["do"] == "accept":
            self.deal(play, offer)
        elif value["do"] == "withdraw":
            end_offer(play, offer, "withdrawn")
        else:
            refuse(play, offer)
        return offer

    def terms(self, state: S, offer: Offer) -> tuple[int, tuple[str, ...], int, tuple[str, ...]]:
        """Both sides of an offer, for events."""
        give, get = offer.give, offer.get
        in_full = self.register.in_full
        return give.gold, in_full(state, give.things), get.gold, in_full(state, get.things)

    def make_offer(self, play: Play[S], frame: Trade, seat: int, value: dict[str, Value]) -> Offer:
        """Note an offer, and wake the other side unless it wants no more trade."""
        to = int(value["to"])
        # Woken or not, the order of a side that is done shows.
        offer = self.note_offer(play, seat, value, tries_order=frame.done[to])
        if frame.done[to] and self.wants_offers(play.state, to):
            done = tuple([d and s != to for s, d in enumerate(frame.done)])
            play.update(done=done, woken=(*frame.woken, to))
            play.tell(events.TradeResumed(to))
        return offer

    def note_offer(
        self, play: Play[S], seat: int, value: dict[str, Value], *, tries_order: bool
    ) -> Offer:
        """An offer lies on the table, private between the two until it is accepted."""
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
        terms = self.terms(state, offer)
        play.tell(events.Offered(seat, to, *terms, offer.id, tries_order), to=(seat, to))
        return offer

    def deal(self, play: Play[S], offer: Offer) -> None:
        """Both sides hand over what they agreed; offers that can't be kept any more are void."""
        state, register = play.state, self.register
        register.hand_over(play, offer.maker, offer.to, offer.give)
        register.hand_over(play, offer.to, offer.maker, offer.get)
        play.tell(events.Traded(offer.maker, offer.to, *self.terms(state, offer)))
        # Whoever has something else now may think otherwise of what was refused.
        sides = {offer.maker, offer.to}
        state.refused = [old for old in state.refused if sides.isdisjoint((old.maker, old.to))]
        self.void_broken(play)
        state.check_fallen(play)

    def void_broken(self, play: Play[S]) -> None:
        """Offers that can't be kept any more are void."""
        state = play.state
        for offer in state.offers[:]:
            if not self.can_be_kept(state, offer):
                state.offers.remove(offer)
                end_offer(play, offer, "void")

    def can_be_kept(self, state: S, offer: Offer) -> bool:
        """Whether both sides of an offer could still be handed over."""
        can_give = self.register.can_give
        kept = can_give(state, offer.maker, offer.give, offer.to)
        return kept and can_give(state, offer.to, offer.get, offer.maker)


def finish(play: Play[Any], frame: Trade, seat: int) -> None:
    """A seat is done, until somebody makes it an offer."""
    done = tuple([d or s == seat for s, d in enumerate(frame.done)])
    play.state.frames[-1] = Trade(done, tuple([s for s in frame.woken if s != seat]))
    play.tell(events.TradeDone(seat))


def end_offer(play: Play[Any], offer: Offer, why: str) -> None:
    """Tell both sides that an offer is gone."""
    sides = (offer.maker, offer.to)
    play.tell(events.OfferEnded(offer.maker, offer.to, offer.id, why), to=sides)


def refuse(play: Play[Any], offer: Offer) -> None:
    """An offer is declined, and both sides remember it."""
    play.state.refused.append(offer)
    end_offer(play, offer, "declined")


def end_offers(state: TradingState) -> None:
    """The time for trade is over: no offer is open, and what was refused is past."""
    state.offers, state.refused = [], []


def offer_views(offers: Iterable[Offer], seat: int | None) -> tuple[WorldOffer, ...]:
    """Those of some offers that a seat made or was made."""
    return tuple(
        WorldOffer(o.id, o.maker, o.to, o.give.gold, o.give.things, o.get.gold, o.get.things)
        for o in offers
        if seat in (o.maker, o.to)
    )

"""The trade phase: harvest, then offers between any two players (rules: harvest, exchange)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
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
    Unfit,
    Value,
)
from engine.core.lazy import lazy
from engine.core.text import Text
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.abilities.choices import CARD_FIELDS, SeatChoices, choices_of
from engine.rulesets.civ2010.abilities.refusing import why_not_used
from engine.rulesets.civ2010.map.board import (
    TRADE,
    all_squares,
    bonus,
    others,
    total,
)
from engine.rulesets.civ2010.sheet.culture import check_hand
from engine.rulesets.civ2010.state import Bundle, Offer, State, Trade
from engine.rulesets.civ2010.tables import MOST_TRADE, RESOURCES

OFFERS_AT_ONCE = 4


def income(state: State, seat: int) -> int:
    """The trade a seat harvests (rule: harvest)."""
    squares = all_squares(state, seat)
    found = total(state, squares, TRADE)
    per = bonus(state, seat, "water_trade")
    if per:
        found += per * sum(
            state.terrain[at] == "W" and at not in state.pieces and at not in state.city_states
            for at in squares
        )
    return found


def begin_trade(play: Play[State]) -> None:
    """Everyone harvests trade; then those trade who want to."""
    state = play.state
    for seat in range(state.seats):
        player = state.players[seat]
        found = income(state, seat)
        player.trade = min(MOST_TRADE, player.trade + found)
        play.tell(events.Harvested(seat, found, player.trade))
    # Who trades shows who left an order to skip it.
    play.reveal()
    play.push(Trade(tuple(player.orders.trade != "ask" for player in state.players)))


def goods(state: State, seat: int) -> dict[str, int]:
    """What a seat could give, trade and culture aside: market resources and culture cards."""
    player = state.players[seat]
    found = {kind: n for kind in RESOURCES if (n := player.resources.get(kind, 0))}
    found |= {f"card:{card}": n for card, n in sorted(Counter(player.cards).items())}
    found |= {f"token:{token}": n for token, n in sorted(Counter(player.tokens).items())}
    return found


def wishes(state: State, seat: int) -> dict[str, int]:
    """What can be asked of a seat: hidden things only by number, to be chosen by their owner."""
    player = state.players[seat]
    return {kind: n for kind in RESOURCES if (n := player.resources.get(kind, 0))}


def wishes_of(state: State, seat: int) -> bool:
    """Whether there is anything that could be asked of a seat."""
    player = state.players[seat]
    return bool(player.trade or player.culture or player.resources)


def can_give(state: State, seat: int, bundle: Bundle) -> bool:
    """Whether a seat has all of a bundle."""
    player = state.players[seat]
    if player.trade < bundle.trade or player.culture < bundle.culture:
        return False
    have = goods(state, seat) if bundle.things else {}
    return all(have.get(key, 0) >= n for key, n in Counter(bundle.things).items())


class TradeChoices(SeatChoices):
    """The choices of a seat while all trade."""

    phase = "trade"

    def __init__(self, state: State, seat: int, done: bool) -> None:
        super().__init__(state, seat)
        self.done = done

    @lazy
    def partners(self) -> list[str]:
        """The seats an offer can be made to."""
        player, rest = self.player, others(self.state, self.seat)
        if player.trade or player.culture or player.resources or player.cards or player.tokens:
            return [str(seat) for seat in rest]
        return [str(seat) for seat in rest if wishes_of(self.state, seat)]

    @lazy
    def incoming(self) -> list[Offer]:
        """Offers to this seat that it could accept."""
        return [
            offer
            for offer in self.state.offers
            if offer.to == self.seat
            and can_give(self.state, self.seat, offer.get)
            and can_give(self.state, offer.maker, offer.give)
        ]

    def own_actions(self) -> list[str]:
        made = received = 0
        for offer in self.state.offers:
            made += offer.maker == self.seat
            received += offer.to == self.seat
        found = []
        if made < OFFERS_AT_ONCE and self.partners:
            found.append("offer")
        if received:
            if self.incoming:
                found.append("accept")
            found.append("decline")
        if made:
            found.append("withdraw")
        return found

    def ending(self) -> list[str]:
        return [] if self.done else ["done"]

    @property
    def can_act(self) -> bool:
        """Whether there is anything to do; cards are only looked at where there is no deal."""
        return bool(self.own_actions() or self.card_actions())

    def ask_to_whom(self, said: Answers) -> Grammar | None:
        """Whom an offer is for."""
        return OneOf(self.partners, self.describe_partner)

    def describe_partner(self, key: str) -> Option:
        """A player to deal with, and what they have."""
        player = self.state.players[int(key)]
        held = tuple((kind, n) for kind in RESOURCES if (n := player.resources.get(kind, 0)))
        facts = {"trade": player.trade, "culture": player.culture, "resources": held}
        label = Text("label.seat", {"seat": int(key)})
        return Option(key, label, detail=Text("detail.partner", facts))

    def give_trade(self, said: Answers) -> Grammar | None:
        """The trade offered; an offer must have something in it."""
        return self.amount(said, self.player.trade, lambda other: self.rest(other, "give_trade"))

    def give_culture(self, said: Answers) -> Grammar | None:
        """The culture offered."""
        return self.amount(
            said,
            self.player.culture,
            lambda other: bool(said.get("give_trade")) or self.rest(other, "give_culture"),
        )

    def give(self, said: Answers) -> Grammar | None:
        """The things offered."""
        have = goods(self.state, self.seat)
        if not have:
            return None
        other = int(said["to"])
        some = said.get("give_trade") or said.get("give_culture") or self.rest(other, "give")
        return Subset(list(have), 0 if some else 1, copies=have, describe=describe_good)

    def get_trade(self, said: Answers) -> Grammar | None:
        """The trade asked for."""
        other = int(said["to"])
        given = said.get("give_trade") or said.get("give_culture") or said.get("give")
        theirs = self.state.players[other]
        some = given or theirs.culture or theirs.resources
        return Amount(0 if some else 1, theirs.trade) if theirs.trade else None

    def get_culture(self, said: Answers) -> Grammar | None:
        """The culture asked for."""
        theirs = self.state.players[int(said["to"])]
        given = said.get("give_trade") or said.get("give_culture") or said.get("give")
        some = given or said.get("get_trade") or theirs.resources
        return Amount(0 if some else 1, theirs.culture) if theirs.culture else None

    def get(self, said: Answers) -> Grammar | None:
        """The things asked for."""
        have = wishes(self.state, int(said["to"]))
        if not have:
            return None
        given = said.get("give_trade") or said.get("give_culture") or said.get("give")
        some = given or said.get("get_trade") or said.get("get_culture")
        return Subset(list(have), 0 if some else 1, copies=have, describe=describe_good)

    def rest(self, other: int, after: str) -> bool:
        """Whether later fields can still put something into the offer."""
        theirs = self.state.players[other]
        asked = bool(theirs.trade or theirs.culture or theirs.resources)
        if after == "give":
            return asked
        things = bool(self.player.cards or self.player.tokens or self.player.resources)
        if after == "give_culture":
            return asked or things
        return asked or things or bool(self.player.culture)

    @staticmethod
    def amount(said: Answers, most: int, rest: Callable[[int], bool]) -> Grammar | None:
        """A number of points, at least one where nothing else could be in the offer."""
        if not most:
            return None
        return Amount(0 if rest(int(said["to"])) else 1, most)

    def ask_offer(self, said: Answers) -> Grammar | None:
        """Which offer an answer is about."""
        state, seat = self.state, self.seat
        about = {
            "accept": [offer.id for offer in self.incoming],
            "decline": [offer.id for offer in state.offers if offer.to == seat],
            "withdraw": [offer.id for offer in state.offers if offer.maker == seat],
        }[said["do"]]
        return OneOf([str(number) for number in about], self.describe_offer)

    def describe_offer(self, key: str) -> Option:
        """An offer in words: its terms."""
        offer = next(offer for offer in self.state.offers if offer.id == int(key))
        return Option(
            key, Text("label.offer", {"seat": offer.maker, "to": offer.to, **terms(offer)})
        )


OFFER = ("offer",)
TRADE_FIELDS = (
    Field("do", TradeChoices.ask_action),
    Field("to", TradeChoices.ask_to_whom, OFFER),
    Field("give_trade", TradeChoices.give_trade, OFFER),
    Field("give_culture", TradeChoices.give_culture, OFFER),
    Field("give", TradeChoices.give, OFFER),
    Field("get_trade", TradeChoices.get_trade, OFFER),
    Field("get_culture", TradeChoices.get_culture, OFFER),
    Field("get", TradeChoices.get, OFFER),
    Field("offer", TradeChoices.ask_offer, ("accept", "decline", "withdraw")),
    *CARD_FIELDS,
)


def describe_good(key: str) -> Option:
    """Something to trade."""
    return Option(key, Text("label.good", {"key": key}))


def terms(offer: Offer) -> dict[str, object]:
    """What an offer gives and asks for."""
    return {
        "gave_trade": offer.give.trade,
        "gave_culture": offer.give.culture,
        "gave": offer.give.things,
        "got_trade": offer.get.trade,
        "got_culture": offer.get.culture,
        "got": offer.get.things,
    }


class TradePhase(Phase[State, Trade]):
    """Everybody trades at once; the phase ends when all are done."""

    title = "trade"

    def advance(self, play: Play[State], frame: Trade) -> bool:
        # What was offered may have gone by a card that is played at any time.
        void_offers(play)
        if not all(frame.done):
            kept = play.kept_open
            if kept is not None and kept[0] is frame and not play.has_news:
                play.asked = kept[1]
            return False
        play.state.offers, play.state.refused = [], []
        play.pop()
        return True

    def open(self, state: State, frame: Trade) -> list[Decision]:
        asked = (self.question(state, seat, done) for seat, done in enumerate(frame.done))
        return [decision for decision in asked if decision is not None]

    def question(self, state: State, seat: int, done: bool) -> Decision | None:
        """What a seat is asked; one that is done only where it could still do something."""
        choices = TradeChoices(state, seat, done)
        if done and not choices.can_act:
            return None
        return Decision(
            seat,
            "trade",
            Form(TRADE_FIELDS, choices),
            default=None if done else {"do": "done"},
            again=True,
            blocking=not done,
            rule="exchange",
        )

    def answer(self, play: Play[State], frame: Trade, decision: Decision, value: Value) -> None:
        state, seat, action = play.state, decision.seat, value["do"]
        if frame.fresh:
            frame = play.update(fresh=False)
        if action == "done":
            self.keep_others(play, finish(play, frame, seat), seat)
        elif action == "offer":
            after = make_offer(play, frame, seat, value)
            self.keep_others(play, after, seat, int(value["to"]))
        elif action in ("accept", "decline", "withdraw"):
            offer = next(o for o in state.offers if o.id == int(value["offer"]))
            state.offers.remove(offer)
            if action == "accept":
                deal(play, offer)
            else:
                if action == "decline":
                    state.refused.append(offer)
                end_offer(play, offer, "withdrawn" if action == "withdraw" else "declined")
                self.keep_others(play, frame, offer.maker, offer.to)
            if seat in frame.woken and not any(o.to == seat for o in state.offers):
                after = finish(play, frame, seat)
                if action != "accept":
                    self.keep_others(play, after, offer.maker, offer.to)
        else:
            choices_of(decision.grammar).carry_out(play, value)
            forget_refusals(play.state, seat)
            void_offers(play)

    def why_not(
        self, state: State, frame: Trade, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        return why_not_used(decision, value, unfit)

    def keep_others(self, play: Play[State], frame: Trade, *concerned: int) -> None:
        """Who is done, and an offer made or ended, change nothing for those not concerned.

        So they need not be asked again.
        """
        if play.before is None or all(frame.done):
            return
        before = {decision.seat: decision for decision in play.before}
        asked = (
            self.question(play.state, seat, done) if seat in concerned else before.get(seat)
            for seat, done in enumerate(frame.done)
        )
        play.kept_open = frame, [decision for decision in asked if decision is not None]


def make_offer(play: Play[State], frame: Trade, seat: int, value: Answers) -> Trade:
    """Note an offer, and wake the other side unless its standing order is to skip trade.

    Gives the frame as it is after that.
    """
    state, to = play.state, int(value["to"])
    offer = Offer(
        100 * state.players[seat].offered[to] + 10 * seat + to,
        seat,
        to,
        bundle(value, "give"),
        bundle(value, "get"),
    )
    state.players[seat].offered[to] += 1
    state.offers.append(offer)
    # Woken or not, the order of a side that is done shows.
    play.tell(offered(offer, tries_order=frame.done[to]), to=(seat, to))
    if frame.done[to] and state.players[to].orders.trade != "skip":
        done = tuple(d and s != to for s, d in enumerate(frame.done))
        woken: Trade = play.update(done=done, woken=(*frame.woken, to))
        play.tell(events.TradeResumed(to))
        return woken
    return frame


def finish(play: Play[State], frame: Trade, seat: int) -> Trade:
    """A seat is done, until somebody makes it an offer."""
    done = tuple([d or s == seat for s, d in enumerate(frame.done)])
    after: Trade = play.update(done=done, woken=tuple([s for s in frame.woken if s != seat]))
    play.tell(events.TradeDone(seat))
    return after


def bundle(value: Answers, side: str) -> Bundle:
    """One side of an offer as it was answered."""
    points = value.get(f"{side}_trade", 0), value.get(f"{side}_culture", 0)
    return Bundle(*points, tuple(value.get(side, ())))


def offered(offer: Offer, *, tries_order: bool) -> events.Offered:
    """The event of an offer."""
    give, get = offer.give, offer.get
    return events.Offered(
        offer.maker,
        offer.to,
        offer.id,
        give.trade,
        give.culture,
        give.things,
        get.trade,
        get.culture,
        get.things,
        tries_order,
    )


def deal(play: Play[State], offer: Offer) -> None:
    """Both sides hand over what they agreed; offers that can't be kept any more are void."""
    hand_over(play, offer.maker, offer.to, offer.give)
    hand_over(play, offer.to, offer.maker, offer.get)
    give, get = offer.give, offer.get
    play.tell(
        events.Traded(
            offer.maker,
            offer.to,
            give.trade,
            give.culture,
            unseen(give.things),
            get.trade,
            get.culture,
            unseen(get.things),
        )
    )
    forget_refusals(play.state, offer.maker, offer.to)
    void_offers(play)
    for seat in (offer.maker, offer.to):
        check_hand(play, seat)


def unseen(things: tuple[str, ...]) -> tuple[str, ...]:
    """Things as others see them change hands: hidden ones by their back."""
    return tuple(key.partition(":")[0] for key in things)


def hand_over(play: Play[State], giver: int, taker: int, bundle: Bundle) -> None:
    """Move a bundle from one player to another."""
    ours, theirs = play.state.players[giver], play.state.players[taker]
    ours.trade -= bundle.trade
    ours.culture -= bundle.culture
    gain_quietly(play.state, taker, bundle)
    for key in bundle.things:
        kind, _, what = key.partition(":")
        if kind == "card":
            ours.cards.remove(what)
            theirs.cards.append(what)
            play.tell(events.CardTraded(taker, what), to=(giver, taker))
        elif kind == "token":
            ours.tokens.remove(what)
            theirs.tokens.append(what)
            play.tell(events.TokenKept(taker, what), to=(taker,))
        else:
            ours.resources[key] -= 1
            if not ours.resources[key]:
                del ours.resources[key]
            theirs.resources[key] = theirs.resources.get(key, 0) + 1


def gain_quietly(state: State, seat: int, bundle: Bundle) -> None:
    """Points of a deal; the dial holds no more than its maximum."""
    player = state.players[seat]
    player.trade = min(MOST_TRADE, player.trade + bundle.trade)
    player.culture += bundle.culture


def forget_refusals(state: State, *seats: int) -> None:
    """Seats that have something else now: they and the others may think otherwise of an offer."""
    state.refused = [o for o in state.refused if o.maker not in seats and o.to not in seats]


def void_offers(play: Play[State]) -> None:
    """Offers whose maker has not enough any more end."""
    state = play.state
    for offer in state.offers[:]:
        if not can_give(state, offer.maker, offer.give):
            state.offers.remove(offer)
            end_offer(play, offer, "void")


def end_offer(play: Play[State], offer: Offer, why: str) -> None:
    """Tell both sides that an offer is gone."""
    sides = (offer.maker, offer.to)
    play.tell(events.OfferEnded(offer.maker, offer.to, offer.id, why), to=sides)

"""Trade at any time before actions are chosen, between players in contact (rulebook chapter 10)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.flow import Opportunity, Play
from engine.core.grammar import Form, Unfit, Value
from engine.core.question import Fault, no, refusal
from engine.core.text import Text
from engine.rulesets.rhye.actions.frames import Actions
from engine.rulesets.rhye.frames import Movement, Spoils, Wars
from engine.rulesets.rhye.learning import learn
from engine.rulesets.rhye.state import NOWHERE, State, learnable_with, learning_fault, places_of
from engine.rulesets.rhye.tables import TECHNOLOGIES, TECHNOLOGY, UNIT, WONDER
from engine.rulesets.rhye.territory import take_settlement
from engine.rulesets.rhye.war.spoils import at_mercy
from engine.world import goods, trade
from engine.world.duels import Battle, Joining
from engine.world.goods import Bundle, Goods, Offer
from engine.world.state import BOARD, FIRST_SEA, IDS, STOPPED, Piece

GOODS = "trade-goods"
TRADED_IN = (Movement, Wars, Actions)
"""The parts of a turn in which there is trade: from movement until actions are chosen."""


def embattled(state: State) -> tuple[int, ...]:
    """Where a war is declared and not over: nothing there changes hands (rule: trade-goods).

    Nor where a seat is being asked what to take of the undefended things there.
    """
    if len(state.frames) < 2 or not isinstance(wars := state.frames[1], Wars):
        return ()
    spaces = [clash.space for clash in wars.queue or ()]
    for frame in state.frames[2:]:
        if isinstance(frame, (Joining, Battle)):
            spaces.append(frame.clash.space)
        elif isinstance(frame, Spoils):
            spaces += at_mercy(state, frame)
    return tuple(spaces)


def fought_for(state: State, space: int) -> Fault:
    """What is fought for changes hands after the battle."""
    return no("fought_for", place=IDS[space]) if space in embattled(state) else None


SETTLEMENT_KEYS = tuple(f"settlement:{name}" for name in IDS)
TECHNOLOGY_KEYS = tuple(f"technology:{technology.id}" for technology in TECHNOLOGIES)


@lru_cache(maxsize=4096)
def unlearnable_with(owned: int) -> frozenset[str]:
    """The technologies that cannot be learnt with these, as goods."""
    return frozenset(TECHNOLOGY_KEYS) - {TECHNOLOGY_KEYS[each] for each in learnable_with(owned)}


@lru_cache(maxsize=4096)
def known_with(owned: int) -> dict[str, int]:
    """These technologies, as goods; not to be changed."""
    return {key: 1 for index, key in enumerate(TECHNOLOGY_KEYS) if owned >> index & 1}


class Settlements(Goods):
    """Settlements with their territory's resource: `settlement:gobi` (rule: trade-goods)."""

    prefixes = ("settlement",)
    fields = ("settlements", "sites", "capitals", "spaces", "colonies", "frames")

    def held(self, state: Any, seat: int) -> dict[str, int]:
        barred = (*state.sites, *embattled(state))
        return {
            SETTLEMENT_KEYS[region]: 1
            for region in state.homes(seat)
            if region not in barred and self.can_go(state, seat, region)
        }

    def can_go(self, state: State, seat: int, region: int) -> bool:
        """A player's last settlement is not for sale when it is the capital."""
        return region != state.capitals[seat] or state.settlement_count(seat) > 1

    def has(self, state: Any, seat: int, key: str, count: int) -> bool:
        return not self.fault(state, seat, seat, key)

    def fault(self, state: Any, giver: int, taker: int, key: str) -> Fault:
        """Wonders are not for sale, nor is what is fought for."""
        place = key.partition(":")[2]
        space = BOARD.index.get(place)
        if space is None:
            return True
        if space >= FIRST_SEA or not state.is_home(space, giver):
            return no("no_settlement_of", seat=giver, place=place)
        if space in state.sites:
            return "wonders_stay"
        if not self.can_go(state, giver, space):
            return no("last_capital", place=place)
        return fought_for(state, space)

    def hand_over(self, play: Play[Any], giver: int, taker: int, key: str, bundle: Bundle) -> None:
        take_settlement(play, taker, BOARD.index[key.partition(":")[2]], bought=True)

    def place(self, key: str) -> str | None:
        return key.partition(":")[2]

    def detail(self, state: Any, seat: int, other: int, owned: bool, key: str) -> Text | None:
        region = BOARD.index[key.partition(":")[2]]
        found = state.settlements[region]
        if found is None:
            return None
        own = state.colonies[region] == found.owner
        resource = (own and state.resource_at(region)) or ""
        return Text("detail.estate", {"size": found.size, "resource": resource})


class Resources(Goods):
    """Resources, wherever they lie: the colony changes its colour, `resource:gobi`."""

    prefixes = ("resource",)
    fields = ("colonies", "settlements", "spaces", "frames")

    def held(self, state: Any, seat: int) -> dict[str, int]:
        owned = places_of(seat, state.colonies)
        barred = self.barred(state) if owned else ()
        return {f"resource:{IDS[region]}": 1 for region in owned if region not in barred}

    def has(self, state: Any, seat: int, key: str, count: int) -> bool:
        return not self.fault(state, seat, seat, key)

    def fault(self, state: Any, giver: int, taker: int, key: str) -> Fault:
        place = key.partition(":")[2]
        space = BOARD.index.get(place)
        if space is None:
            return True
        if space >= FIRST_SEA or state.colonies[space] != giver:
            return no("no_resource_of", seat=giver, place=place)
        return fought_for(state, space)

    def barred(self, state: State) -> tuple[int, ...]:
        """Where no resource changes hands: the conqueror of a place decides about its colony."""
        return embattled(state)

    def hand_over(self, play: Play[Any], giver: int, taker: int, key: str, bundle: Bundle) -> None:
        play.state.colonies[BOARD.index[key.partition(":")[2]]] = taker

    def place(self, key: str) -> str | None:
        return key.partition(":")[2]

    def in_full(self, state: Any, key: str) -> str:
        return f"{key}:{state.resource_at(BOARD.index[key.partition(':')[2]])}"


class Technologies(Goods):
    """Technologies are shared: the giver keeps them, the taker needs what they need."""

    prefixes = ("technology",)
    fields = ("technologies",)

    def held(self, state: Any, seat: int) -> dict[str, int]:
        return known_with(state.technologies[seat])

    def has(self, state: Any, seat: int, key: str, count: int) -> bool:
        return bool(state.knows(seat, TECHNOLOGY[key.partition(":")[2]]))

    def fault(self, state: Any, giver: int, taker: int, key: str) -> Fault:
        name = key.partition(":")[2]
        if name not in TECHNOLOGY:
            return True
        if not state.knows(giver, TECHNOLOGY[name]):
            return no("unknown_to", seat=giver, technology=name)
        lacking = learning_fault(state.technologies[taker], TECHNOLOGY[name])
        if isinstance(lacking, IllegalChoice):
            return IllegalChoice("beyond", seat=taker, technology=name, **lacking.data)
        return no("known_to", seat=taker, technology=name) if lacking else None

    def unsuitable(self, state: Any, taker: int) -> frozenset[str]:
        return unlearnable_with(state.technologies[taker])

    def hand_over(self, play: Play[Any], giver: int, taker: int, key: str, bundle: Bundle) -> None:
        learn(play, taker, TECHNOLOGY[key.partition(":")[2]], "traded")

    def detail(self, state: Any, seat: int, other: int, owned: bool, key: str) -> Text | None:
        return Text(f"detail.technology.{key.partition(':')[2]}")


class Pieces(goods.Pieces):
    """Pieces where they stand, but not out of a battle."""

    fields = ("spaces", "settlements", "colonies", "frames")

    def spaces(self, state: Any, seat: int) -> Sequence[int]:
        held, barred = super().spaces(state, seat), embattled(state)
        return [space for space in held if space not in barred] if barred else held

    def has(self, state: Any, seat: int, key: str, count: int) -> bool:
        if fought_for(state, BOARD.index[key.partition("@")[2]]):
            return False
        return super().has(state, seat, key, count)

    def fault(self, state: Any, giver: int, taker: int, key: str) -> Fault:
        unit, _, place = key.partition("@")
        if place not in BOARD.index:
            return True
        space = BOARD.index[place]
        if unit in UNIT and not state.pieces(space, giver, (UNIT[unit],)):
            return no("no_unit_of", seat=giver, unit=unit, place=place)
        return fought_for(state, space)

    def spent_after(self, state: Any, giver: int, taker: int, piece: Piece) -> int:
        """A unit moves once a turn, also after a trade (rule: trade-goods)."""
        phase = state.frames[1]
        if not isinstance(phase, Movement) or taker not in phase.order[phase.at :]:
            return 0
        return piece.spent if giver in phase.order[phase.at :] else STOPPED


SEAT_KEYS = ("0", "1", "2", "3", "4")
SEATS = tuple(tuple(seat for seat in range(5) if bits >> seat & 1) for bits in range(32))
"""By their bits, the seats that someone has met."""


def in_contact(state: State, seat: int) -> list[int]:
    """The players that a seat can deal with (rule: contact)."""
    return [other for other in SEATS[state.contacts[seat]] if not state.fallen[other]]


def contact_fault(state: State, seat: int, other: int) -> Fault:
    """What keeps two players from dealing with each other (rule: contact)."""
    if other == seat or state.fallen[other] or state.contacts[seat] >> other & 1:
        return None
    return no("not_met", seat=other)


class Register(goods.Register):
    """All sorts of goods; nobody gives away the capital and all other settlements at once."""

    rule = GOODS

    def can_give(self, state: Any, seat: int, bundle: Bundle, taker: int) -> bool:
        given = [key for key in bundle.things if key.startswith("settlement:")]
        if given and len(given) == state.settlement_count(seat):
            capital = state.capitals[seat]
            if capital != NOWHERE and f"settlement:{IDS[capital]}" in given:
                return False
        return super().can_give(state, seat, bundle, taker)

    def fault(self, state: Any, giver: int, taker: int, key: str) -> Fault:
        sort = key.partition(":")[0]
        if sort == "wonder" or sort in WONDER:
            return "wonders_stay"
        return super().fault(state, giver, taker, key)


class Deals(trade.TradePhase[State]):
    """Handing over and voiding, as on every world board; pieces that change hands meet others."""

    register = Register(Settlements(), Resources(), Technologies(), Pieces())

    def deal(self, play: Play[State], offer: Offer) -> None:
        super().deal(play, offer)
        state = play.state
        for side, got in ((offer.maker, offer.get), (offer.to, offer.give)):
            for space in state.held_spaces(side):
                state.meet(play, side, space)
            for key in got.things:
                if key.startswith("settlement:"):
                    state.meet(play, side, BOARD.index[key.partition(":")[2]])


DEALS = Deals()


class Trading(Opportunity[State]):
    """Offers made and answered while others move, fight and choose (rule: offers)."""

    kind = "trade"

    def open(self, state: State) -> list[Decision]:
        return [each for seat in range(state.seats) for each in self.open_to(state, seat)]

    def open_to(self, state: State, seat: int) -> list[Decision]:
        frames = state.frames
        # The phase stands on the turn; whatever it asks stands on it.
        if len(frames) < 2 or not isinstance(frames[1], TRADED_IN):
            return []
        others = [] if state.fallen[seat] else in_contact(state, seat)
        if not others:
            return []
        orders = trade.TradeOrders(Deals.register, state, seat, True, others)
        # Gold can always be offered; what else there is takes longer to find.
        if not state.gold[seat] and not orders.actions:
            return []
        return [self.decision(seat, Form(trade.FIELDS, orders), again=True, rule="trade")]

    def answer(self, play: Play[State], decision: Decision, value: Value) -> None:
        if value["do"] == "offer":
            self.make_offer(play, decision.seat, value)
        else:
            DEALS.close_offer(play, value)

    def why_not(
        self, state: State, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        """Why an offer cannot be made: the players, or the goods (rules: contact, trade-goods)."""
        if not isinstance(value, dict) or value.get("do") != "offer" or not unfit.path:
            return None
        seat, part, other = decision.seat, unfit.path[0], value.get("to")
        if not isinstance(other, str) or other not in SEAT_KEYS[: state.seats]:
            return None
        if part == "to":
            return refusal(contact_fault(state, seat, int(other)), "contact")
        return DEALS.register.why_not(state, seat, value, part) if part in ("give", "get") else None

    def make_offer(self, play: Play[State], seat: int, value: dict[str, Value]) -> None:
        """An offer is made; who has closed the door declines it unseen (rule: standing-orders)."""
        # Declined at once or not, the other side's order shows.
        offer = DEALS.note_offer(play, seat, value, tries_order=True)
        if play.state.orders[offer.to].trade == "closed":
            play.state.offers.remove(offer)
            trade.refuse(play, offer)


def close_offers(play: Play[Any]) -> None:
    """When actions are chosen, offers that are still open are void (rule: offers)."""
    for offer in play.state.offers:
        trade.end_offer(play, offer, "void")
    trade.end_offers(play.state)

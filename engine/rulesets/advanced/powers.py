"""What the owners of four wonders may do: end the game, destroy a region, force an exchange."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.flow import Opportunity, Play
from engine.core.grammar import Answers, Field, Form, Grammar, OneOf, Option, Unfit, Value
from engine.core.lazy import lazy
from engine.core.question import refusal
from engine.core.text import Text
from engine.rulesets.advanced import events
from engine.rulesets.advanced.learning import end_with_turn
from engine.rulesets.advanced.state import State
from engine.rulesets.advanced.trade import TRADE, all_partners
from engine.rulesets.standard.describing import estate
from engine.rulesets.standard.frames import Movement, Purchase
from engine.world.describing import place_option
from engine.world.goods import Loan
from engine.world.state import BOARD, FIRST_SEA, IDS, NOBODY
from engine.world.trade import Trade

ENDINGS = {"diplomatic": "united_nations", "military": "apollo_program"}
"""What can be declared, and the wonder whose owner may."""


def endings(state: State) -> dict[int, list[str]]:
    """Who may declare that this turn is the last, and how (rule: declarations)."""
    found: dict[int, list[str]] = {}
    if state.length == "long" and state.turn and not state.ending:
        for ending, wonder in ENDINGS.items():
            seat = state.wonder_owner(wonder)
            if seat >= 0:
                found.setdefault(seat, []).append(ending)
    return found


class Declaring(Opportunity[State]):
    """The last turn may be declared at any time in a long game (rule: declarations)."""

    kind = "declare_end"

    def open(self, state: State) -> Iterable[Decision]:
        return [
            self.decision(seat, OneOf(ways, describe_ending), rule="declarations")
            for seat, ways in endings(state).items()
        ]

    def answer(self, play: Play[State], decision: Decision, value: Value) -> None:
        end_with_turn(play, decision.seat, value)


def describe_ending(key: str) -> Option:
    """A way to end the game, with the points it brings."""
    return Option(key, Text(f"end.{key}"), detail=Text(f"detail.end.{key}"))


class Destroying(Opportunity[State]):
    """The Manhattan Project, once, when its owner moves or buys (rule: destruction)."""

    kind = "destroy"

    def open(self, state: State) -> Iterable[Decision]:
        seat = NOBODY if state.destroyed else state.wonder_owner("manhattan_project")
        if seat < 0 or seat not in acting(state):
            return []
        targets = [
            region
            for region in BOARD.land
            if (state.spaces[region] or state.settlements[region] is not None)
            and not (state.is_home(region, seat) and state.settlement_count(seat) == 1)
        ]
        grammar = OneOf([IDS[region] for region in targets], place_option)
        return [self.decision(seat, grammar, rule="destruction")]

    def answer(self, play: Play[State], decision: Decision, value: Value) -> None:
        state, region = play.state, BOARD.index[value]
        stack, settlement = state.spaces[region], state.settlements[region]
        lost = state.roster.count_by_owner(stack)
        state.destroyed = True
        state.remove_pieces(region, stack)
        owner, size = (settlement.owner, settlement.size) if settlement is not None else (-1, 0)
        state.put_settlement(region, None)
        state.loans = [loan for loan in state.loans if loan.region != region]
        play.tell(events.RegionDestroyed(decision.seat, value, owner, size, lost))
        if owner >= 0:
            state.eliminate(play, owner, decision.seat)

    def why_not(
        self, state: State, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        if unfit.code != "not_an_option" or value not in BOARD.index:
            return None
        if state.is_home(BOARD.index[value], decision.seat):
            return IllegalChoice("last_of_ones_own", decision.rule, place=value)
        code = "only_land" if BOARD.index[value] >= FIRST_SEA else "nothing_there"
        return IllegalChoice(code, decision.rule, place=value)


def acting(state: State) -> tuple[int, ...]:
    """The seats that are asked to move or to buy now."""
    frame = state.frames[-1]
    if isinstance(frame, Movement):
        return () if frame.at == len(frame.order) else (frame.order[frame.at],)
    if isinstance(frame, Purchase):
        return frame.waiting if frame.together else frame.waiting[:1]
    return ()


class Exchange:
    """Two city cards to exchange: one of the owner's, one of another player in range."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat

    @lazy
    def own(self) -> list[int]:
        """City cards with a resource that the owner can give."""
        return self.cards(self.seat)

    @lazy
    def theirs(self) -> list[int]:
        """City cards with a resource that can be taken."""
        return [r for other in all_partners(self.state)[self.seat] for r in self.cards(other)]

    def cards(self, seat: int) -> list[int]:
        """The regions whose resource cards a seat has and has not lent."""
        state = self.state
        return [
            region
            for region in state.homes(seat)
            if not state.is_lent(region) and state.resource_at(region) is not None
        ]

    def give(self, said: Answers) -> Grammar:
        """The field for one's own card."""
        return OneOf([IDS[region] for region in self.own], self.describe)

    def take(self, said: Answers) -> Grammar:
        """The field for the other's card."""
        return OneOf([IDS[region] for region in self.theirs], self.describe)

    def describe(self, key: str) -> Option:
        """A city card in words."""
        return place_option(key, estate(self.state, BOARD.index[key]))


FIELDS = (Field("give", Exchange.give), Field("take", Exchange.take))


class Exchanging(Opportunity[State]):
    """Magellan's Voyage, once in each trade phase (rule: forced-exchange)."""

    kind = "exchange"

    def open(self, state: State) -> Iterable[Decision]:
        if state.exchanged or not isinstance(state.frames[-1], Trade):
            return []
        seat = state.wonder_owner("magellans_voyage")
        if seat < 0:
            return []
        exchange = Exchange(state, seat)
        if not exchange.own or not exchange.theirs:
            return []
        return [self.decision(seat, Form(FIELDS, exchange), rule="forced-exchange")]

    def answer(self, play: Play[State], decision: Decision, value: Value) -> None:
        state, seat = play.state, decision.seat
        given, taken = BOARD.index[value["give"]], BOARD.index[value["take"]]
        other = state.built_at(taken).owner
        state.exchanged = True
        state.loans += [Loan(given, seat, other), Loan(taken, other, seat)]
        play.tell(events.CardsExchanged(seat, other, value["give"], value["take"]))
        TRADE.void_broken(play)

    def why_not(
        self, state: State, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        key = unfit.data.get("key", "") if unfit.code == "not_an_option" else ""
        region = BOARD.index.get(key, FIRST_SEA)
        settlement = state.settlement_at(region)
        if settlement is None:
            return None
        seat, owner = decision.seat, settlement.owner
        reason = refusal(TRADE.register.fault(state, owner, seat, f"loan:{key}"), "loans")
        in_range = owner in (seat, *all_partners(state)[seat])
        if reason is None and unfit.path == ("take",) and not in_range:
            return IllegalChoice("out_of_trade_range", "trade-range", seat=owner)
        return reason

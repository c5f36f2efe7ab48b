"""Revolts: who is checked, what breaks away, where its garrison goes (rulebook chapter 3)."""

from __future__ import annotations

from functools import partial

from engine.core.decision import Decision
from engine.core.flow import Phase, Play
from engine.core.grammar import Subset, Value
from engine.core.question import Fault, Question
from engine.core.text import Text
from engine.rulesets.rhye import events, tables
from engine.rulesets.rhye.capitals import describe_home
from engine.rulesets.rhye.exploration import discover
from engine.rulesets.rhye.frames import Displaced, Revolts
from engine.rulesets.rhye.state import GREY, State
from engine.rulesets.rhye.tables import LEVELS, TABLES, UNITS
from engine.rulesets.rhye.territory import turn_grey
from engine.world.describing import PLACE
from engine.world.flow import InTurnPhase
from engine.world.pieces.leaving import Leaving
from engine.world.state import BIT, BOARD, IDS, Piece


def at_risk(state: State, seat: int) -> int:
    """How many settlements of a seat are at risk (rule: revolt-check)."""
    return tables.at_risk(LEVELS[state.stability[seat]], state.settlement_count(seat))


def rebelling(state: State, seat: int) -> Question[int]:
    """Which settlement could revolt: a capital never does."""
    capital = state.capitals[seat]

    def fault(region: int) -> Fault:
        return "capital_never_revolts" if region == capital else None

    return Question(PLACE, state.homes(seat), fault, strange="not_your_settlement")


def rebels(state: State, seat: int) -> list[int]:
    """The settlements that could revolt."""
    return rebelling(state, seat).open


def worth(state: State, region: int) -> tuple[int, int, bool]:
    """What the clock would rather keep: cities, then wonders, then resources (rule: defaults)."""
    resource = state.resource_at(region) is not None
    return state.size_at(region), len(state.wonders_at(region)), resource


class RevoltsPhase(InTurnPhase[State, Revolts]):
    """The owner decides which settlements are at risk, then the dice fall."""

    title = "revolts"

    def advance(self, play: Play[State], frame: Revolts) -> bool:
        if frame.is_over:
            play.pop()
            return True
        state = play.state
        if frame.rolling:
            play.update(rolling=frame.rolling[1:])
            roll_revolt(play, frame.seat, frame.rolling[0])
            return True
        if frame.rolling is None:
            risk = at_risk(state, frame.seat)
            able = rebels(state, frame.seat) if risk else ()
            if risk < len(able):
                return False
            play.update(rolling=tuple(able))
            return True
        play.update(at=frame.at + 1, rolling=None)
        return True

    def open(self, state: State, frame: Revolts) -> list[Decision]:
        able, risk = rebels(state, frame.seat), at_risk(state, frame.seat)
        least = sorted(able, key=partial(worth, state))[:risk]
        return [
            Decision(
                frame.seat,
                "revolt",
                Subset(
                    [IDS[region] for region in able],
                    risk,
                    risk,
                    describe=partial(describe_home, state),
                ),
                default=[IDS[region] for region in able if region in least],
                rule="revolt-check",
                about={"count": risk, "level": LEVELS[state.stability[frame.seat]]},
            )
        ]

    def answer(self, play: Play[State], frame: Revolts, decision: Decision, value: Value) -> None:
        play.update(rolling=tuple(BOARD.index[name] for name in value))

    def asks(
        self, state: State, frame: Revolts, decision: Decision, value: Value, path: tuple[str, ...]
    ) -> Question[int]:
        return rebelling(state, decision.seat)


def roll_revolt(play: Play[State], seat: int, region: int) -> None:
    """A settlement at risk breaks away on a high roll (rule: revolt)."""
    state = play.state
    settlement = state.settlements[region]
    if settlement is None or settlement.owner != seat:
        return
    (die,) = play.roll(1)
    success = die >= TABLES.revolt_from
    play.tell(events.RevoltRolled(seat, IDS[region], die, success))
    if not success:
        return
    kind = state.best(seat, "infantry")
    turn_grey(play, region)
    state.add_piece(GREY, kind, region)
    play.tell(events.BrokeAway(seat, IDS[region], settlement.size, UNITS[kind].id))
    if state.pieces(region, seat):
        play.push(Displaced(seat, region))


def refuge(state: State, seat: int, region: int) -> Question[int]:
    """Where displaced units go: a neighbour that is their own, or of nobody (rule: revolt)."""
    near, fault = state.ground.beside[region], partial(refuge_fault, state, seat)
    return Question(PLACE, near, fault, strange="not_beside")


def refuge_fault(state: State, seat: int, region: int) -> Fault:
    """Another player holds a region, or a grey unit; a grey settlement is neutral."""
    if state.is_home(region, seat):
        return None
    settlement = state.settlements[region]
    free = settlement is None or settlement.owner == GREY
    return None if free and not state.holders[region] & ~BIT[seat] else "no_refuge"


def refuges(state: State, seat: int, region: int) -> list[int]:
    """Where displaced units can go."""
    return refuge(state, seat, region).open


class Flight(Leaving):
    """The units that must leave, and where they can go."""

    def __init__(self, state: State, frame: Displaced) -> None:
        pieces = state.pieces(frame.region, frame.seat)
        super().__init__(state, frame.seat, pieces, refuges(state, frame.seat, frame.region))

    def found_at(self, space: int) -> Text:
        settlement = self.state.settlements[space]
        units = self.state.roster.count(self.state.pieces(space, self.seat))
        facts = {"size": self.state.size_at(space), "units": units}
        neutral = settlement is not None and settlement.owner == GREY
        return Text("detail.neutral" if neutral else "detail.home", facts)


class DisplacedPhase(Phase[State, Displaced]):
    """Units go to neighbours, one group after the other; without any they are lost."""

    title = "revolts"

    def advance(self, play: Play[State], frame: Displaced) -> bool:
        state, seat, region = play.state, frame.seat, frame.region
        pieces = state.pieces(region, seat)
        near = refuges(state, seat, region)
        if pieces and len(near) > 1:
            return False
        play.pop()
        if pieces and near:
            flee(play, seat, pieces, region, near[0])
        elif pieces:
            state.remove_pieces(region, pieces)
            play.tell(events.UnitsLost(seat, IDS[region], state.roster.count(pieces)))
            state.check_fallen(play)
        return True

    def open(self, state: State, frame: Displaced) -> list[Decision]:
        flight = Flight(state, frame)
        home = max(flight.ways, key=lambda near: (state.is_home(near, frame.seat), -near))
        return [
            Decision(
                frame.seat,
                "displaced",
                flight.form(),
                default=flight.all_to(home),
                rule="revolt",
                about={"place": IDS[frame.region]},
            )
        ]

    def answer(self, play: Play[State], frame: Displaced, decision: Decision, value: Value) -> None:
        pieces = play.state.pieces(frame.region, frame.seat)
        going = play.state.roster.named_among(pieces, value["units"])
        flee(play, frame.seat, going, frame.region, BOARD.index[value["to"]])

    def asks(
        self,
        state: State,
        frame: Displaced,
        decision: Decision,
        value: Value,
        path: tuple[str, ...],
    ) -> Question[int] | None:
        return refuge(state, frame.seat, frame.region) if path == ("to",) else None


def flee(play: Play[State], seat: int, pieces: list[Piece], here: int, there: int) -> None:
    """Units leave for a neighbouring territory, and turn up what lies there."""
    state = play.state
    state.shift(pieces, here, there)
    play.tell(events.Fled(seat, state.roster.count(pieces), IDS[here], IDS[there]))
    state.meet(play, seat, there)
    if state.face_down[there] and any(p.kind in state.roster.armies for p in pieces):
        discover(play, seat, there, pieces)

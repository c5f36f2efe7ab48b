"""Capitals: lost, and made of another settlement (rulebook 9.1)."""

from __future__ import annotations

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.flow import Phase, Play
from engine.core.grammar import OneOf, Option, Unfit, Value
from engine.core.text import Text
from engine.rulesets.rhye import events
from engine.rulesets.rhye.frames import NewCapital
from engine.rulesets.rhye.refusals import why_not_home
from engine.rulesets.rhye.state import NOWHERE, State
from engine.world.state import BOARD, IDS


def make_capital(play: Play[State], seat: int, region: int) -> None:
    """A settlement becomes its owner's capital."""
    play.state.capitals[seat] = region
    play.tell(events.CapitalMoved(seat, IDS[region]))


def check_capital(play: Play[State], seat: int) -> None:
    """See to it that a seat with settlements has a capital among them (rule: capitals).

    Call it for everyone concerned after a settlement has changed hands.
    """
    state = play.state
    capital = state.capitals[seat]
    if capital != NOWHERE and state.is_home(capital, seat):
        return
    if capital != NOWHERE:
        state.capitals[seat] = NOWHERE
        if state.launches[seat]:
            state.launches[seat] = 0
            play.tell(events.LaunchFailed(seat))
    homes = state.homes(seat)
    if len(homes) == 1:
        make_capital(play, seat, homes[0])
    elif homes:
        play.push(NewCapital(seat))
    elif capital != NOWHERE:
        play.tell(events.CapitalLost(seat))


class NewCapitalPhase(Phase[State, NewCapital]):
    """The owner chooses which settlement becomes the capital."""

    title = "capital"

    def advance(self, play: Play[State], frame: NewCapital) -> bool:
        state, seat = play.state, frame.seat
        homes = state.homes(seat)
        chosen = state.capitals[seat] in homes
        if len(homes) > 1 and not chosen:
            return False
        play.pop()
        if not chosen:
            check_capital(play, seat)
        return True

    def open(self, state: State, frame: NewCapital) -> list[Decision]:
        homes = state.homes(frame.seat)
        return [
            Decision(
                frame.seat,
                "capital",
                OneOf([IDS[region] for region in homes], lambda key: describe_home(state, key)),
                default=IDS[max(homes, key=lambda region: (size_of(state, region), -region))],
                rule="capitals",
            )
        ]

    def answer(
        self, play: Play[State], frame: NewCapital, decision: Decision, value: Value
    ) -> None:
        play.pop()
        make_capital(play, frame.seat, BOARD.index[value])

    def why_not(
        self, state: State, frame: NewCapital, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        return why_not_home(state, decision.seat, unfit, "capitals")


def size_of(state: State, region: int) -> int:
    """The size of the settlement of a region, 0 where there is none."""
    settlement = state.settlements[region]
    return settlement.size if settlement is not None else 0


def describe_home(state: State, key: str) -> Option:
    """A settlement to choose, with its size and garrison."""
    region = BOARD.index[key]
    owner = state.settlements[region]
    assert owner is not None
    facts = {
        "size": owner.size,
        "units": state.roster.count(state.pieces(region, owner.owner)),
    }
    return Option(key, Text("place", {"place": key}), place=key, detail=Text("detail.home", facts))

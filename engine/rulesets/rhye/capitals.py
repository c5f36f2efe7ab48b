"""Capitals: lost, and made of another settlement (rulebook 9.1)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.flow import Play
from engine.core.grammar import Option
from engine.core.question import Question
from engine.core.text import Text
from engine.rulesets.rhye import events
from engine.rulesets.rhye.frames import NewCapital
from engine.rulesets.rhye.state import NOWHERE, State
from engine.world.describing import PLACE, place_option
from engine.world.flow import PickPhase
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


class NewCapitalPhase(PickPhase[State, NewCapital]):
    """The owner chooses which settlement becomes the capital."""

    title = "capital"
    kind = "capital"
    rule = "capitals"

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

    def picked(self, state: State, frame: NewCapital) -> Question[int]:
        return Question(PLACE, state.homes(frame.seat), strange="not_your_settlement")

    def describe(self, state: State, frame: NewCapital, key: str) -> Option:
        return describe_home(state, key)

    def default(self, state: State, frame: NewCapital, options: Sequence[str]) -> str:
        """The largest settlement."""
        return max(options, key=lambda key: state.size_at(BOARD.index[key]))

    def pick(self, play: Play[State], frame: NewCapital, key: str) -> None:
        make_capital(play, frame.seat, BOARD.index[key])


def describe_home(state: State, key: str) -> Option:
    """A settlement to choose, with its size and garrison."""
    region = BOARD.index[key]
    settlement = state.built_at(region)
    garrison = state.roster.count(state.pieces(region, settlement.owner))
    return place_option(key, Text("detail.home", {"size": settlement.size, "units": garrison}))

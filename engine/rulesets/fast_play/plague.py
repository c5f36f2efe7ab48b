"""The plague: whom it strikes, and settlements without a smaller piece (rulebook 6.7)."""

from __future__ import annotations

from functools import partial

from engine.core.decision import Decision
from engine.core.flow import Phase, Play
from engine.core.grammar import OneOf, Value
from engine.rulesets.fast_play import events
from engine.rulesets.fast_play.claiming import describe_claim, give_up, of_size
from engine.rulesets.fast_play.frames import Shortage
from engine.rulesets.fast_play.state import State
from engine.rulesets.fast_play.tables import TABLES
from engine.world.exploration import strike_with_plague
from engine.world.state import BOARD, IDS


def break_out(play: Play[State], seat: int, region: int) -> None:
    """The plague strikes a region and, by the era, those around it (rule: plague)."""
    state = play.state
    radius = TABLES.plague_radius[state.era]
    play.tell(events.PlagueFound(seat, IDS[region], radius))
    struck = BOARD.within(region, radius, "land")
    sizes = {each: state.size_at(each) for each in struck}
    strike_with_plague(play, region, radius)
    short = [each for each in struck if 1 < sizes[each] == state.size_at(each)]
    if short:
        play.push(Shortage(tuple(sorted(short, key=sizes.__getitem__))))


class ShortagePhase(Phase[State, Shortage]):
    """Owners lose the settlement, or give up another one for its piece (rule: plague)."""

    title = "movement"

    def advance(self, play: Play[State], frame: Shortage) -> bool:
        if not frame.regions:
            play.pop()
            return True
        region = frame.regions[0]
        if play.state.settlements[region] is not None:
            size = play.state.shrink(region)
            if not size:
                return False
            play.tell(events.PlagueStruck(IDS[region], (), size))
        play.update(regions=frame.regions[1:])
        return True

    def open(self, state: State, frame: Shortage) -> list[Decision]:
        region = frame.regions[0]
        settlement = state.built_at(region)
        owner, smaller = settlement.owner, settlement.size - 1
        own = [IDS[each] for each in of_size(state, owner, smaller)]
        return [
            Decision(
                owner,
                "claim",
                OneOf(["destroy", *own], partial(describe_claim, state, owner)),
                default="destroy",
                rule="plague",
                about={"place": IDS[region], "size": smaller, "plague": True},
            )
        ]

    def answer(self, play: Play[State], frame: Shortage, decision: Decision, value: Value) -> None:
        region = frame.regions[0] if value == "destroy" else BOARD.index[value]
        give_up(play, decision.seat, region)

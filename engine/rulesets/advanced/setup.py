"""Set-up: Standard's, and the technologies that everyone is dealt (rulebook chapter 2)."""

from __future__ import annotations

from engine.core.flow import Phase, Play
from engine.rulesets.advanced.frames import Starting
from engine.rulesets.advanced.learning import deal_technologies
from engine.rulesets.advanced.state import State
from engine.rulesets.standard import setup as standard


class PlacementPhase(standard.PlacementPhase[State]):
    """Two starting regions each, technologies are dealt, then the markers are turned up."""

    def begin_play(self, play: Play[State]) -> None:
        play.push(Starting(tuple(self.starts(play.state))))
        deal_technologies(play)


class StartingPhase(Phase[State, Starting]):
    """One marker after the other, since a technology found is chosen at once (rule: setup-flip)."""

    title = "placement"

    def advance(self, play: Play[State], frame: Starting) -> bool:
        if frame.left:
            (seat, region), *left = frame.left
            play.update(left=tuple(left))
            standard.flip(play, seat, region)
            return True
        play.pop()
        standard.begin_first_turn(play)
        return True

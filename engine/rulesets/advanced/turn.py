"""The turn: Standard's phases, the change of era, the end of the game (chapters 9 and 10)."""

from __future__ import annotations

from engine.core.flow import Play
from engine.rulesets.advanced import events
from engine.rulesets.advanced.production import income
from engine.rulesets.advanced.state import State
from engine.rulesets.standard import turn as standard
from engine.rulesets.standard.production import produce


class TurnPhase(standard.TurnPhase[State]):
    """Standard's turn without milestones; new pieces at a settlement are counted in it."""

    steps = ("movement", "trade", "production", "purchase")

    def begin(self, play: Play[State]) -> None:
        state = play.state
        state.launched = []
        state.exchanged = False
        state.fees = []
        super().begin(play)

    def produce(self, play: Play[State]) -> None:
        produce(play, income, events.Produced)

    def next_era(self, play: Play[State]) -> None:
        """Old improvements are gone; old wonders only score from now on (rule: era-change)."""
        state = play.state
        state.era += 1
        old = sum(
            1 << n for n, each in enumerate(state.tables.improvements) if each.era < state.era
        )
        gone = sum((owned & old).bit_count() for owned in state.improvements)
        state.improvements = [owned & ~old for owned in state.improvements]
        state.era_ending = False
        play.tell(events.EraBegan(state.tables.eras[state.era], gone))

    def end_reason(self, state: State) -> str:
        reason = super().end_reason(state)
        if reason == "last_one_standing":
            return "conquest"
        return state.ending or reason

"""The turn and its five phases (rule: turn)."""

from __future__ import annotations

from engine.core.flow import Phase, Play
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.map import figures
from engine.rulesets.civ2010.map.board import turn_order
from engine.rulesets.civ2010.research import begin_research
from engine.rulesets.civ2010.state import Cities, Movement, Start, State, Turn
from engine.rulesets.civ2010.trade import begin_trade

PHASES = ("start", "trade", "cities", "movement", "research")


class TurnPhase(Phase[State, Turn]):
    """Start, trade, cities, movement, research; then the next turn, or the end."""

    title = "turn"

    def advance(self, play: Play[State], frame: Turn) -> bool:
        state = play.state
        if frame.step == len(PHASES):
            end_turn(play)
            return True
        if frame.step == 0:
            begin_turn(play)
        play.update(step=frame.step + 1)
        phase = PHASES[frame.step]
        play.tell(events.PhaseBegan(phase))
        together = state.options["start_and_production"] == "together"
        if phase == "start":
            play.push(Start(turn_order(state), together=together))
        elif phase == "trade":
            begin_trade(play)
        elif phase == "cities":
            play.push(Cities(turn_order(state), together=together))
        elif phase == "movement":
            play.push(Movement(turn_order(state)))
        else:
            begin_research(play)
        return True


def begin_turn(play: Play[State]) -> None:
    """The first player marker moves on, and what was used up can be used again."""
    state = play.state
    if state.turn:
        state.first = (state.first + 1) % state.seats
    state.turn += 1
    for player in state.players:
        player.used.clear()
        player.unlocked, player.fresh = player.fresh, []
    figures.rest(state)
    play.tell(events.TurnBegan(state.turn, state.first))


def end_turn(play: Play[State]) -> None:
    """The next turn begins, unless it was the last (rule: turn-limit)."""
    state = play.state
    limit = state.options["turn_limit"]
    if limit and state.turn >= limit:
        state.end = "turn_limit"
        play.tell(events.GameEnded(-1, "turn_limit"))
        return
    play.update(step=0)

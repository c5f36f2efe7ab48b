"""The turn: its phases, old units, the end of the game (rulebook 1.2, 4.4 and 9.1)."""

from __future__ import annotations

from engine.core.flow import Phase, Play
from engine.rulesets.fast_play import events
from engine.rulesets.fast_play.frames import Movement, Purchase, Settling, Turn
from engine.rulesets.fast_play.settling import sites
from engine.rulesets.fast_play.state import State
from engine.rulesets.fast_play.tables import ERAS, SETTLER, UNITS
from engine.world.state import BARBARIANS

PHASES = ("purchase", "movement", "settling")


class TurnPhase(Phase[State, Turn]):
    """Production and purchase, movement and battles, new settlements; then the next turn.

    Where nobody can found a settlement, nothing is said of that phase.
    """

    def advance(self, play: Play[State], frame: Turn) -> bool:
        state, step = play.state, frame.step
        if step == 0:
            state.turn += 1
            play.tell(events.TurnBegan(state.turn, ERAS[state.era], state.first))
            # Nobody has bought anything to produce with in turn 1 (rule: turn).
            step = 1 if state.turn == 1 else 0
        if step == len(PHASES):
            end_turn(play)
            return True
        play.update(step=step + 1)
        order = state.turn_order()
        if PHASES[step] == "settling" and not any(sites(state, seat) for seat in order):
            return True
        play.tell(events.PhaseBegan(PHASES[step]))
        play.push((Purchase, Movement, Settling)[step](order))
        return True


def end_turn(play: Play[State]) -> None:
    """Old units go, then the game ends or the next seat begins a turn (rules: turn, old-units)."""
    state = play.state
    if state.era_turn == state.turn:
        remove_old_units(play)
    reason = end_reason(state)
    if reason:
        play.state.end_game(play, reason)
        return
    state.first = (state.first + 1) % state.seats
    play.update(step=0)


def end_reason(state: State) -> str:
    """Why the game ends with this turn, or nothing; other ends come at once (end-conditions)."""
    if state.fallen.count(False) <= 1:
        return "last_one_standing"
    if state.turn_limit and state.turn >= state.turn_limit:
        return "turn_limit"
    return ""


def remove_old_units(play: Play[State]) -> None:
    """Military units two eras behind are removed; settlers never are (rule: old-units)."""
    state = play.state
    old = {
        kind
        for kind, unit in enumerate(UNITS)
        if kind != SETTLER and unit.era <= state.era - 2 and any(row[kind] for row in state.tally)
    }
    if not old:
        return
    gone = []
    for space, stack in enumerate(state.spaces):
        here = [piece for piece in stack if piece.kind in old]
        if here:
            state.remove_pieces(space, here)
            gone += here
    owners = (*range(state.seats), BARBARIANS)
    lost = ((seat, state.roster.count(p for p in gone if p.owner == seat)) for seat in owners)
    play.tell(events.UnitsObsolete(tuple((seat, units) for seat, units in lost if units)))
    play.state.check_fallen(play)

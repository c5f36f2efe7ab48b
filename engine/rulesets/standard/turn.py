"""The turn: its phases, the change of era, the end of the game (chapters 1, 9 and 10)."""

from __future__ import annotations

from engine.core.flow import Phase, Play
from engine.rulesets.standard import events
from engine.rulesets.standard.frames import Movement, Purchase, Trade, Turn
from engine.rulesets.standard.production import produce
from engine.rulesets.standard.state import State
from engine.rulesets.standard.tables import ERA_CARDS, ERA_WONDERS, LAST_ERA, TABLES
from engine.world.state import LAPSED, NOBODY

PHASES = ("movement", "trade", "production", "purchase")


class TurnPhase(Phase[State, Turn]):
    """Movement and battles, trade, production, purchase; then the next turn, or the end."""

    def advance(self, play: Play[State], frame: Turn) -> bool:
        state = play.state
        if frame.step == 0:
            begin_turn(play)
        if frame.step == len(PHASES):
            end_turn(play)
            return True
        play.update(step=frame.step + 1)
        play.tell(events.PhaseBegan(PHASES[frame.step]))
        if frame.step == 0:
            play.push(Movement(state.turn_order()))
        elif frame.step == 1:
            # Who trades shows who left an order to skip it (rule: taking-back).
            play.reveal()
            play.push(
                Trade(
                    tuple(
                        state.fallen[seat] or state.orders[seat].trade == "skip"
                        for seat in range(state.seats)
                    )
                )
            )
        elif frame.step == 2:
            produce(play)
        else:
            play.push(Purchase(state.turn_order(), state.together))
        return True


def begin_turn(play: Play[State]) -> None:
    """Count the turn, and open the new era if the last turn ended one."""
    state = play.state
    state.turn += 1
    if state.era_ending and state.era < LAST_ERA:
        next_era(play)
    play.tell(events.TurnBegan(state.turn, TABLES.eras[state.era], state.first))


def next_era(play: Play[State]) -> None:
    """The old era's unclaimed cards lapse; catapults become medieval (rule: era-change)."""
    state = play.state
    cards, wonders = 0, 0
    for card in ERA_CARDS[state.era]:
        if state.technologies[card] == NOBODY:
            state.technologies[card] = LAPSED
            cards += 1
    for wonder in ERA_WONDERS[state.era]:
        if state.wonders[wonder] == NOBODY:
            state.wonders[wonder] = LAPSED
            wonders += 1
    state.era += 1
    state.era_ending = False
    changed = state.modernise()
    play.tell(events.EraBegan(TABLES.eras[state.era], cards, wonders, changed))


def end_reason(state: State) -> str:
    """Why the game ends with this turn, or nothing (rule: end)."""
    if state.era == LAST_ERA and state.era_ending:
        return "modern_technologies"
    if state.fallen.count(False) <= 1:
        return "last_one_standing"
    if state.turn_limit and state.turn >= state.turn_limit:
        return "turn_limit"
    return ""


def end_turn(play: Play[State]) -> None:
    """The game ends, or the next player in order begins the next turn (rule: turn)."""
    state = play.state
    reason = end_reason(state)
    if reason:
        state.end_game(play, reason)
        return
    state.first = next(seat for seat in state.turn_order()[1:] if not state.fallen[seat])
    play.update(step=0)

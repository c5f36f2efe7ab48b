"""The turn: its phases, old units, the end of the game (rulebook 1.2, 4.4 and 9.1)."""

from __future__ import annotations

from engine.core.flow import Play
from engine.rulesets.fast_play import events
from engine.rulesets.fast_play.frames import Movement, Purchase, Settling
from engine.rulesets.fast_play.purchase.phase import all_at_once
from engine.rulesets.fast_play.settling import sites
from engine.rulesets.fast_play.state import State
from engine.rulesets.fast_play.tables import SETTLER, UNITS
from engine.world import flow
from engine.world.state import BARBARIANS


class TurnPhase(flow.TurnPhase[State]):
    """Production and purchase, movement and battles, new settlements; then the next turn.

    Games that end at once, by a technology, do so elsewhere (rule: end-conditions).
    """

    steps = ("purchase", "movement", "settling")

    def takes_place(self, state: State, step: str) -> bool:
        if step == "purchase":
            # Nobody has bought anything to produce with in turn 1 (rule: turn).
            return state.turn > 1
        return step != "settling" or any(sites(state, seat) for seat in range(state.seats))

    def enter(self, play: Play[State], step: str) -> None:
        order = play.state.turn_order()
        if step == "purchase":
            play.push(all_at_once(order) if play.state.together else Purchase(order))
        elif step == "movement":
            play.push(Movement(order))
        else:
            play.push(Settling(order))

    def end(self, play: Play[State]) -> None:
        if play.state.era_turn == play.state.turn:
            remove_old_units(play)
        super().end(play)


def remove_old_units(play: Play[State]) -> None:
    """Military units two eras behind are removed; settlers never are (rule: old-units)."""
    state = play.state
    old = {kind for kind, unit in enumerate(UNITS) if unit.era <= state.era - 2} - {SETTLER}
    gone = []
    for space, stack in state.occupied():
        here = [piece for piece in stack if piece.kind in old]
        if here:
            state.remove_pieces(space, here)
            gone += here
    if not gone:
        return
    owners = (*range(state.seats), BARBARIANS)
    lost = ((seat, state.roster.count(p for p in gone if p.owner == seat)) for seat in owners)
    play.tell(events.UnitsObsolete(tuple((seat, units) for seat, units in lost if units)))
    state.check_fallen(play)

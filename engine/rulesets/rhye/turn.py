"""The turn: its order and its phases, and how the game ends (rulebook chapters 1, 3 and 12)."""

from __future__ import annotations

from engine.core.flow import Play
from engine.rulesets.rhye.actions.frames import Actions
from engine.rulesets.rhye.frames import Movement, Revolts, Wars
from engine.rulesets.rhye.revolts import at_risk
from engine.rulesets.rhye.state import State
from engine.rulesets.rhye.tables import TABLES
from engine.rulesets.rhye.victory import check_end
from engine.rulesets.rhye.war.wars import after_battles, is_contested
from engine.world import flow


class TurnPhase(flow.TurnPhase[State]):
    """Order, revolts, movement, battles, actions; then the next turn, or the end."""

    steps = ("revolts", "movement", "wars", "actions")

    def begin(self, play: Play[State]) -> None:
        """A civilization is drawn: its player goes first (rule: order)."""
        state = play.state
        playing = [seat for seat in range(state.seats) if not state.fallen[seat]]
        state.first = playing[play.draw(len(playing))]
        super().begin(play)

    def takes_place(self, state: State, step: str) -> bool:
        if self.is_decided(state):
            return False
        if step == "revolts":
            return any(at_risk(state, seat) for seat in self.checked(state))
        return step != "wars" or is_contested(state)

    def is_decided(self, state: State) -> bool:
        """Whether only one player is left, who has no more phases this turn (rule: end)."""
        return state.fallen.count(False) < 2

    def pass_over(self, play: Play[State], step: str) -> None:
        """Colonies are placed without wars, too, and the world may be dominated."""
        if step == "wars" and not (self.is_decided(play.state) and is_contested(play.state)):
            after_battles(play)

    def checked(self, state: State) -> tuple[int, ...]:
        """The seats whose people may revolt this turn (rule: revolt-check)."""
        return in_order(state)[: TABLES.revolt_checks[state.seats]]

    def enter(self, play: Play[State], step: str) -> None:
        order = in_order(play.state)
        if step == "revolts":
            play.push(Revolts(self.checked(play.state)))
        elif step == "movement":
            play.push(Movement(order))
        elif step == "wars":
            play.push(Wars(order))
        else:
            play.push(Actions())

    def end(self, play: Play[State]) -> None:
        if not check_end(play):
            play.update(step=0)


def in_order(state: State) -> tuple[int, ...]:
    """The seats that still play, in turn order (rule: turn)."""
    order = state.turn_order()
    if True not in state.fallen:
        return order
    return tuple([seat for seat in order if not state.fallen[seat]])

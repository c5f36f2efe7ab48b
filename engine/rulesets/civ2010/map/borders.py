"""Borders that a wonder closes: figures that may not stay leave when they can (rule: ending)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.flow import Play
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.map import figures
from engine.rulesets.civ2010.map.board import city_on, enemy_on, name, own_squares
from engine.rulesets.civ2010.state import State


def expel(play: Play[State], seat: int, frozen: Sequence[int]) -> None:
    """Figures that may not stay in another's outskirts go to the nearest square where they can."""
    state = play.state
    if not figures.has_closed_borders(state):
        return
    for at in own_squares(state, seat):
        if at in frozen or not figures.closed_to(state, seat, at):
            continue
        here = state.figures[at]
        armies = sum(figure.army for figure in here)
        steps = figures.speed(state, seat, armies, len(here) - armies)
        ways = figures.ways(state, seat, at, steps, armies)
        may_end = figures.ending(state, seat, armies, len(here) - armies)
        calm = [
            goal
            for goal in ways
            if goal not in (at, *state.tokens)
            and not enemy_on(state, goal, seat)
            and city_on(state, goal) is None
            and may_end(goal)
        ]
        if calm:
            goal = min(calm, key=lambda each: (len(ways[each]), each))
            figures.shift(state, [figure.id for figure in here], at, goal, figures.DONE)
            moved = events.Moved(
                seat, armies, len(here) - armies, name(state, at), name(state, goal)
            )
            play.tell(moved)

"""Operations of the tokens of huts and villages (rule: tokens)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.flow import Play
from engine.core.grammar import Grammar, Option, Value
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.abilities.using import Operation, Use, operation
from engine.rulesets.civ2010.combat.units import gain_unit, unlocked_types
from engine.rulesets.civ2010.describing import one_of, option
from engine.rulesets.civ2010.map import figures
from engine.rulesets.civ2010.map.board import grid, name, own_squares
from engine.rulesets.civ2010.map.settled import settled
from engine.rulesets.civ2010.sheet.wealth import add_coin
from engine.rulesets.civ2010.state import State

FIGURES = ("army", "scout")


def open_ground(state: State, seat: int) -> list[str]:
    """Land that a seat's figures hold and where nothing lies, outside all outskirts."""
    taken = settled(state).taken
    return [
        name(state, at)
        for at in own_squares(state, seat)
        if at not in taken
        and state.terrain[at] != "W"
        and not state.icons[at]
        and not any(at in markers for markers in (state.tokens, state.relics, state.city_states))
    ]


@operation("wealth")
class Wealth(Operation):
    """A coin token for the sheet, or by a house rule a coin on the map."""

    def keys(self, use: Use) -> Sequence[str] | None:
        on_the_map = use.state.options["coin_tokens"] == "square"
        return open_ground(use.state, use.seat) if on_the_map else None

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        if target is None:
            add_coin(play, use.seat)
        else:
            play.state.icons[grid(play.state).index[target]] = "coin"


@operation("city_state")
class CityState(Operation):
    """A city-state comes onto the map where the user has a figure."""

    def keys(self, use: Use) -> Sequence[str]:
        return open_ground(use.state, use.seat) if use.state.states_left else ()

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        state = play.state
        marker = state.states_left.pop(play.draw(len(state.states_left)))
        state.city_states[grid(state).index[target]] = marker
        play.tell(events.CityStateFound(use.seat, marker, target))


@operation("recruit")
class Recruit(Operation):
    """Friendly barbarians: an unlocked unit, or a figure where the user has one."""

    def keys(self, use: Use) -> Sequence[str]:
        found = [kind for kind in FIGURES if self.squares(use, kind)]
        return [*unlocked_types(use.state, use.seat), *found]

    def squares(self, use: Use, kind: str) -> list[str]:
        """Where a figure could join others."""
        state, seat, army = use.state, use.seat, kind == "army"
        if not figures.supply(state, seat, army):
            return []
        fits = figures.standing(state, seat, army)
        return [name(state, at) for at in own_squares(state, seat) if fits(at)]

    def describe(self, use: Use, key: str) -> Option:
        return option("figure" if key in FIGURES else "unit", key)

    def second(self, use: Use, target: Value) -> Grammar | None:
        return one_of(self.squares(use, target), "square") if target in FIGURES else None

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        if target not in FIGURES:
            gain_unit(play, use.seat, target)
            return
        figures.add(play.state, use.seat, target == "army", grid(play.state).index[second])
        play.tell(events.FigurePlaced(use.seat, target, second))

"""Operations of the tokens of huts and villages (rule: tokens)."""

from __future__ import annotations

from engine.core.script import Steps, go, one
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.abilities.using import Use, operation
from engine.rulesets.civ2010.combat.units import gain_unit, unlocked_types
from engine.rulesets.civ2010.map import figures
from engine.rulesets.civ2010.map.board import name, own_squares
from engine.rulesets.civ2010.map.settled import settled
from engine.rulesets.civ2010.sheet.wealth import add_coin
from engine.rulesets.civ2010.sorts import FIGURES, RECRUIT, SQUARE
from engine.rulesets.civ2010.state import State


def open_ground(state: State, seat: int) -> list[int]:
    """Land that a seat's figures hold and where nothing lies, outside all outskirts."""
    taken = settled(state).taken
    return [
        at
        for at in own_squares(state, seat)
        if at not in taken
        and state.terrain[at] != "W"
        and not state.icons[at]
        and not any(at in markers for markers in (state.tokens, state.relics, state.city_states))
    ]


@operation("wealth", on=SQUARE)
def wealth(use: Use) -> Steps:
    """A coin token for the sheet, or by a house rule a coin on the map."""
    state, seat = use.state, use.seat
    if state.options["coin_tokens"] != "square":
        play = yield from go()
        add_coin(play, seat)
        return
    at = yield from one(SQUARE, open_ground(state, seat))
    yield from go()
    state.icons[at] = "coin"


@operation("city_state", on=SQUARE)
def city_state(use: Use) -> Steps:
    """A city-state comes onto the map where the user has a figure."""
    state = use.state
    at = yield from one(SQUARE, open_ground(state, use.seat))
    play = yield from go()
    marker = state.states_left.pop(play.draw(len(state.states_left)))
    state.city_states[at] = marker
    play.tell(events.CityStateFound(use.seat, marker, name(state, at)))


@operation("recruit", on=RECRUIT, then=SQUARE)
def recruit(use: Use) -> Steps:
    """Friendly barbarians: an unlocked unit, or a figure where the user has one."""
    state, seat = use.state, use.seat

    def squares(kind: str) -> list[int]:
        army = kind == "army"
        if not figures.supply(state, seat, army):
            return []
        return list(filter(figures.standing(state, seat, army), own_squares(state, seat)))

    kind = yield from one(RECRUIT, [*unlocked_types(state, seat), *filter(squares, FIGURES)])
    at = (yield from one(SQUARE, squares(kind))) if kind in FIGURES else None
    play = yield from go()
    if at is None:
        gain_unit(play, seat, kind)
    else:
        figures.add(state, seat, kind == "army", at)
        play.tell(events.FigurePlaced(seat, kind, name(state, at)))

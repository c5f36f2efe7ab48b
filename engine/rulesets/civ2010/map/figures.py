"""Armies and scouts on the map: how many, where they may go and stay (rules: figures)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from engine.core.flow import Play
from engine.core.lazy import forget
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.map.board import (
    bonus,
    count_figures,
    grid,
    name,
    outskirts_owner,
    realm,
)
from engine.rulesets.civ2010.map.settled import settled
from engine.rulesets.civ2010.sheet.bonuses import limit
from engine.rulesets.civ2010.state import City, Figure, Movement, State
from engine.rulesets.civ2010.tables import ARMIES, CIVILIZATIONS, SCOUTS
from engine.tiles.reach import CLOSED, PASS, STOP, reach

Ways = dict[int, tuple[int, ...]]
DONE = 99
"""More steps than any figure has: its move is over."""


def supply(state: State, seat: int, army: bool) -> int:
    """How many more armies or scouts a seat can put on the map (rule: figures)."""
    armies, scouts = count_figures(state, seat)
    extra = CIVILIZATIONS[state.players[seat].civilization].extra
    if army:
        return ARMIES + int(extra.get("armies", 0)) - armies
    return SCOUTS + int(extra.get("scouts", 0)) - scouts


def add(state: State, seat: int, army: bool, square: int) -> Figure:
    """Put a figure on a square."""
    state.born += 1
    figure = Figure(state.born, seat, army)
    put(state, square, [*state.figures.get(square, ()), figure])
    return figure


def put(state: State, square: int, here: Iterable[Figure]) -> None:
    """Say which figures stand on a square: armies first, older first."""
    stack = tuple(sorted(here, key=lambda figure: (not figure.army, figure.id)))
    for figure in (*state.figures.get(square, ())[:1], *stack[:1]):
        forget(state, "own_squares", figure.owner)
    if stack:
        state.figures[square] = stack
    else:
        state.figures.pop(square, None)


def remove(state: State, square: int, ids: Iterable[int]) -> None:
    """Take figures off a square."""
    gone = set(ids)
    put(state, square, [f for f in state.figures.get(square, ()) if f.id not in gone])


def lose(play: Play[State], square: int, gone: Sequence[Figure] | None = None) -> None:
    """Figures of a square are removed from the map, all of them unless some are named."""
    state = play.state
    gone = state.figures.get(square, ()) if gone is None else gone
    if gone:
        armies = sum(figure.army for figure in gone)
        remove(state, square, [figure.id for figure in gone])
        lost = events.FigureLost(gone[0].owner, armies, len(gone) - armies, name(state, square))
        play.tell(lost)


def shift(state: State, ids: Iterable[int], origin: int, target: int, steps: int) -> None:
    """Move figures from one square to another, spending steps."""
    moving = set(ids)
    moved = [f for f in state.figures[origin] if f.id in moving]
    remove(state, origin, moving)
    moved = [msgspec.structs.replace(f, spent=f.spent + steps) for f in moved]
    put(state, target, [*state.figures.get(target, ()), *moved])


def speed(state: State, seat: int, armies: int, scouts: int) -> int:
    """How far a group goes in a turn (rule: speed)."""
    steps = limit(state, seat, "speed")
    if armies == 1 and not scouts:
        steps += state.players[seat].bonuses.get("lone_army_speed", 0)
    return 2 * steps if "double_speed" in state.players[seat].used else steps


def scouts_explore(state: State, seat: int) -> bool:
    """Whether a seat's scouts may enter huts."""
    return bool(
        state.options["scouts_explore_huts"]
        or state.players[seat].bonuses.get("scouts_explore_huts")
    )


def held_squares(state: State) -> tuple[int, ...]:
    """The squares that no figure leaves in this movement phase (Communism)."""
    held = [frame.frozen for frame in state.frames if isinstance(frame, Movement)]
    return held[-1] if held else ()


def entering(state: State, seat: int, armies: int) -> Callable[[int], int]:
    """What each square does to a group that enters it (rules: movement, huts, villages)."""
    passing = over_ground(state, seat, armies)
    held = held_squares(state)
    if not held:
        return passing

    def effect(square: int) -> int:
        found = passing(square)
        return STOP if square in held and found == PASS else found

    return effect


def over_ground(state: State, seat: int, armies: int) -> Callable[[int], int]:
    """What terrain, cities, figures and markers do to a group that enters a square."""
    terrain, figures, tokens = state.terrain, state.figures, state.tokens
    centres = settled(state).centres
    water = limit(state, seat, "water")
    flight = state.players[seat].bonuses.get("flight", 0)
    huts = armies or scouts_explore(state, seat)

    def effect(square: int) -> int:
        letter = terrain[square]
        if not letter:
            return CLOSED
        city = centres.get(square)
        if city is not None:
            if city.owner == seat or flight:
                return PASS
            return STOP if armies else CLOSED
        if letter == "W" and not water:
            return CLOSED
        if flight:
            return PASS
        here = figures.get(square)
        if here is not None and here[0].owner != seat:
            return STOP if armies else CLOSED
        token = tokens.get(square)
        if token is not None:
            return STOP if armies or (huts and token.kind == "hut") else CLOSED
        if not armies and square in state.relics:
            return CLOSED
        return PASS

    return effect


def ending(state: State, seat: int, armies: int, scouts: int) -> Callable[[int], bool]:
    """Says of a square whether a group that got there may end its move on it (rule: ending)."""
    terrain, figures, tokens, relics = state.terrain, state.figures, state.tokens, state.relics
    cities = settled(state).centres
    no_water = limit(state, seat, "water") < 2
    room = limit(state, seat, "stacking") - armies - scouts
    closes = has_closed_borders(state)

    def allowed(square: int) -> bool:
        city = cities.get(square)
        if city is not None:
            if city.owner != seat:
                return armies > 0
            return armies + scouts == 1 and not (city.fort if armies else city.caravan)
        if no_water and terrain[square] == "W":
            return False
        if closes and closed_to(state, seat, square):
            return False
        here = figures.get(square)
        if here is not None and here[0].owner != seat:
            return armies > 0
        if not armies:
            token = tokens.get(square)
            if token is not None:
                return token.kind == "hut" and scouts_explore(state, seat)
            if square in relics and here is None:
                return False
        return room >= 0 if here is None else len(here) <= room

    return allowed


def has_room(state: State, seat: int, square: int, more: int = 1) -> bool:
    """Whether the stacking limit leaves room (rule: stacking)."""
    return len(state.figures.get(square, ())) + more <= limit(state, seat, "stacking")


def has_closed_borders(state: State) -> bool:
    """Whether any seat has the wonder that keeps others from ending moves in its outskirts."""
    return any("brandenburg_gate" in player.wonders for player in state.players)


def closed_to(state: State, seat: int, square: int) -> bool:
    """Whether a wonder keeps a seat from ending moves in its owner's outskirts."""
    if not has_closed_borders(state):
        return False
    city = outskirts_owner(state, square)
    return (
        city is not None and city.owner != seat and bool(bonus(state, city.owner, "closed_borders"))
    )


def ways(state: State, seat: int, start: int, steps: int, armies: int) -> Ways:
    """Every square a group can get to, with the way."""
    return reach(grid(state), start, steps, entering(state, seat, armies))


def standing(state: State, seat: int, army: bool, attack: bool = False) -> Callable[[int], bool]:
    """Says of a square whether a new figure may be put on it (rule: deploying)."""
    terrain, figures, tokens, relics = state.terrain, state.figures, state.tokens, state.relics
    centres = settled(state).centres
    no_water = limit(state, seat, "water") < 2
    most = limit(state, seat, "stacking")

    def allowed(square: int) -> bool:
        letter = terrain[square]
        if not letter or (no_water and letter == "W") or square in centres or square in tokens:
            return False
        if square in relics and not army:
            return False
        here = figures.get(square)
        if here is None:
            return True
        if here[0].owner != seat:
            return army and attack
        return len(here) < most

    return allowed


def legal_square(state: State, seat: int, square: int, army: bool) -> bool:
    """Whether a new figure may be put on a square (rule: deploying)."""
    return standing(state, seat, army)(square)


def deploy_squares(state: State, city: City, army: bool) -> list[int]:
    """Where a city may put a new figure; an army also where it has to fight."""
    return list(filter(standing(state, city.owner, army, attack=army), realm(state, city)))


def rest(state: State) -> None:
    """All figures have all their steps again."""
    for square, here in state.figures.items():
        if any(figure.spent for figure in here):
            state.figures[square] = tuple(msgspec.structs.replace(f, spent=0) for f in here)

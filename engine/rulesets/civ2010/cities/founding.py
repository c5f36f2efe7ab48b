"""Cities: founding, growing to a metropolis, losing (rules: founding, metropolis, city-lost)."""

from __future__ import annotations

import msgspec

from engine.core.flow import Play
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.cities.architecture import destroy, replace
from engine.rulesets.civ2010.map import figures
from engine.rulesets.civ2010.map.board import (
    capital_of,
    cities_of,
    enemy_on,
    grid,
    name,
    outskirts,
    own_squares,
)
from engine.rulesets.civ2010.map.exploring import explore_hut
from engine.rulesets.civ2010.map.settled import settled
from engine.rulesets.civ2010.sheet.bonuses import limit
from engine.rulesets.civ2010.sheet.culture import free_steps
from engine.rulesets.civ2010.sheet.government import check_policies
from engine.rulesets.civ2010.sheet.wealth import gain
from engine.rulesets.civ2010.state import City, Pick, State

CITY_STATE_CULTURE = 3
FAR_ENOUGH = 6
"""Further apart than this no two cities' outskirts meet, be both of them a metropolis."""


def founders(state: State, seat: int) -> list[int]:
    """The squares where a seat has a figure that could found a city."""
    armies = bool(state.players[seat].bonuses.get("armies_found"))
    # Armies stand first on a square, so that the last figure is a scout if there is one.
    return [s for s in own_squares(state, seat) if armies or not state.figures[s][-1].army]


def city_limit_reached(state: State, seat: int) -> bool:
    """Whether a seat has as many cities as it may."""
    return len(cities_of(state, seat)) >= limit(state, seat, "city_limit")


def fault(state: State, seat: int, square: int) -> str:
    """Why no city may be founded on a square: the code of a refusal, or empty (rule: founding)."""
    if city_limit_reached(state, seat):
        return "city_limit"
    return site_fault(state, seat, square)


def site_fault(state: State, seat: int, square: int) -> str:
    """Why a square is no place for a city of a seat that may found one."""
    terrain = state.terrain
    if terrain[square] == "W":
        return "city_on_water"
    around = grid(state).around[square]
    if len(around) < 8 and not state.options["edge_cities"]:
        return "city_on_edge"
    if "" in [terrain[near] for near in around]:
        return "city_unexplored"
    if not settled(state).taken.isdisjoint((square, *around)):
        return "city_overlap"
    if any(enemy_on(state, near, seat) for near in around):
        return "city_enemy"
    return token_fault(state, seat, around)


def token_fault(state: State, seat: int, around: tuple[int, ...]) -> str:
    """Why huts, villages, city-states or relics keep a city away."""
    peaceful = bool(state.players[seat].bonuses.get("found_by_huts"))
    for near in around:
        token = state.tokens.get(near)
        if token is not None and not (peaceful and token.kind == "hut"):
            return "city_by_token"
        if near in state.city_states or near in state.relics:
            return "city_by_marker"
    return ""


def overlaps(state: State, centre: tuple[int, ...], but: tuple[int, ...]) -> bool:
    """Whether outskirts of these squares would meet another city's, those of `but` aside."""
    board, start = grid(state), centre[0]
    wanted: set[int] = set()
    for city in state.cities:
        # Most cities are too far away for a closer look.
        if board.distance(start, city.at) > FAR_ENOUGH or city.at in but:
            continue
        wanted = wanted or {*board.outskirts(*centre), *centre}
        if not wanted.isdisjoint((*outskirts(state, city), *city.squares)):
            return True
    return False


def sites(state: State, seat: int) -> list[int]:
    """Where a seat can found a city now."""
    if city_limit_reached(state, seat):
        return []
    return [square for square in founders(state, seat) if not site_fault(state, seat, square)]


def has_two_founders(state: State, seat: int, square: int) -> bool:
    """Whether an army or a scout could found the city, so that its owner says which is spent."""
    here = state.figures[square]
    both = here[0].army and not here[-1].army
    return both and bool(state.players[seat].bonuses.get("armies_found"))


def found(play: Play[State], seat: int, square: int, *, army: bool = False) -> None:
    """Found a city: the founder is spent, others step aside, a policy is adopted."""
    state = play.state
    here = state.figures[square]
    founder = next((f for f in here if f.army == army), here[-1])
    figures.remove(state, square, (founder.id,))
    state.cities.append(City(seat, square))
    play.tell(events.CityFounded(seat, name(state, square)))
    replace_city_state(play, seat, square)
    check_policies(play, seat)
    free_steps(play, seat, state.players[seat].bonuses.get("step_per_city", 0))
    step_aside(play, seat, square)
    for near in grid(state).around[square]:
        token = state.tokens.get(near)
        if token is not None and token.kind == "hut":
            explore_hut(play, seat, near)


def replace_city_state(play: Play[State], seat: int, square: int) -> None:
    """A city-state that a city is built over is destroyed, and gives culture."""
    marker = play.state.city_states.pop(square, None)
    if marker is not None:
        play.state.gone.append(marker)
        gain(play, seat, culture=CITY_STATE_CULTURE, why="city_state")


def step_aside(play: Play[State], seat: int, square: int) -> None:
    """Own figures on a square that becomes a city centre go to a square beside it."""
    if play.state.figures.get(square):
        play.push(Pick(seat, "step_aside", (str(square),)))


def growths(state: State, seat: int) -> list[int]:
    """The squares the capital could grow onto (rule: metropolis)."""
    capital = capital_of(state, seat)
    if capital.second >= 0:
        return []
    return [square for square in grid(state).beside[capital.at] if can_grow(state, capital, square)]


def can_grow(state: State, capital: City, square: int) -> bool:
    """Whether the capital could cover a square, too."""
    around = grid(state).outskirts(capital.at, square)
    return (
        bool(state.terrain[square])
        and (len(around) == 10 or bool(state.options["edge_cities"]))
        and all(state.terrain[near] for near in around)
        and not enemy_on(state, square, capital.owner)
        and not overlaps(state, (capital.at, square), (capital.at,))
    )


def owes_growth(state: State, seat: int) -> bool:
    """Whether a capital has to grow when it can."""
    return bool(state.players[seat].bonuses.get("metropolis")) and (
        capital_of(state, seat).second < 0
    )


def grow(play: Play[State], seat: int, square: int) -> None:
    """The capital becomes a metropolis."""
    state = play.state
    capital = capital_of(state, seat)
    replace(play, square)
    put_city(state, msgspec.structs.replace(capital, second=square))
    play.tell(events.CapitalGrew(seat, name(state, square)))
    clear_ground(play, seat, square)
    step_aside(play, seat, square)


def clear_ground(play: Play[State], seat: int, square: int) -> None:
    """What lies where the capital grows makes room: nobody learns what a hut or village held."""
    state = play.state
    token = state.tokens.pop(square, None)
    if token is not None:
        heap = state.huts if token.kind == "hut" else state.villages
        heap.insert(0, token.content)
    relic = state.relics.pop(square, None)
    if relic is not None:
        state.gone.append(relic)
    replace_city_state(play, seat, square)


def put_city(state: State, city: City) -> None:
    """Change a city in place."""
    number = next(n for n, each in enumerate(state.cities) if each.at == city.at)
    state.cities[number] = city


def lose_city(play: Play[State], city: City) -> None:
    """A city is destroyed with all architecture around it (rule: city-lost)."""
    state = play.state
    for square in outskirts(state, city):
        destroy(play, square)
    state.cities.remove(city)
    play.tell(events.CityLost(city.owner, name(state, city.at)))
    check_policies(play, city.owner)

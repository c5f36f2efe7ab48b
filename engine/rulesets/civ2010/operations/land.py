"""Operations on the map: terrain, buildings, wonders, walls, villages, whole cities."""

from __future__ import annotations

import msgspec

from engine.core.flow import Play
from engine.core.script import Steps, go, need, one, one_or_none
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.abilities.using import Use, operation
from engine.rulesets.civ2010.cities import architecture, founding
from engine.rulesets.civ2010.combat.units import kill_random_unit
from engine.rulesets.civ2010.map import board, figures
from engine.rulesets.civ2010.map.board import cities_of, grid, name
from engine.rulesets.civ2010.operations.players import targets
from engine.rulesets.civ2010.sheet.paying import gain_resource
from engine.rulesets.civ2010.sorts import (
    CITY,
    FIGURE,
    FIGURES,
    PREY,
    RESOURCE,
    SQUARE,
    TERRAIN,
    Prey,
    piece_on,
)
from engine.rulesets.civ2010.state import City, Pick, State, Token
from engine.rulesets.civ2010.tables import ANARCHY, TERRAIN_LETTERS, TERRAIN_NAMES, WONDERS

ARTS = "arts"
"""The kind of action that harvests culture."""
CHANGES = {"desert": "D", "forest": "G", "flood": "W"}
"""What the terrain becomes."""


@operation("terrain", on=SQUARE, then=TERRAIN)
def terrain(use: Use) -> Steps:
    """A square changes its terrain for good: drought, deforestation, flooding, ecology."""
    state = use.state
    at = yield from one(
        SQUARE, grid(state).squares, lambda at: not suits(use, at) and "terrain_stays"
    )
    letter = CHANGES.get(use.ability.pick, "")
    if not letter:
        now = state.terrain[at]
        letters = [each for each in TERRAIN_LETTERS.values() if each not in ("M", now)]
        letter = yield from one(TERRAIN, letters)
    play = yield from go(*other_owner(use, board.outskirts_owner(state, at)))
    state.terrain[at] = letter
    play.tell(events.TerrainChanged(use.seat, name(state, at), TERRAIN_NAMES[letter]))


def suits(use: Use, at: int) -> bool:
    """Whether a square may be changed."""
    state, wanted = use.state, use.ability.pick
    letter = state.terrain[at]
    if letter in ("", "M") or at in state.relics or board.city_on(state, at) is not None:
        return False
    piece = state.pieces.get(at)
    if piece is not None and (piece.role != "person" or wanted in ("flood", "any")):
        return False
    if wanted == "forest":
        fits = letter == "F"
    elif wanted == "desert":
        fits = letter != "D"
    else:
        fits = not state.figures.get(at) and at not in state.tokens
        fits = fits and (wanted != "flood" or letter != "W")
    if not fits or at in state.city_states:
        return False
    owner = board.outskirts_owner(state, at)
    return owner is None or owner.owner == use.seat or owner.owner in targets(use)


def other_owner(use: Use, city: City | None) -> tuple[int, ...]:
    """Whose city it is, if it is another player's."""
    return () if city is None or city.owner == use.seat else (city.owner,)


@operation("raze", on=SQUARE, then=SQUARE)
def raze(use: Use) -> Steps:
    """Destroy buildings: near own figures and cities, or two of others anywhere."""
    state, reach = use.state, use.ability.reach
    touchable = targets(use)
    prey = [
        at
        for at, piece in sorted(state.pieces.items())
        if piece.role == "building"
        and (piece.owner in touchable or (piece.owner == use.seat and reach))
        and (not reach or board.in_reach(state, use.seat, at, reach))
    ]
    hit = [(yield from one(SQUARE, prey, detail=lambda at: piece_on(state, at)))]
    rest = [at for at in prey if at not in hit]
    if use.ability.n > 1 and rest:
        second = yield from one_or_none(
            SQUARE, [None, *rest], detail=lambda at: piece_on(state, at)
        )
        hit += [] if second is None else [second]
    play = yield from go(*(state.pieces[at].owner for at in hit))
    for at in hit:
        architecture.destroy(play, at)


@operation("undermine", on=PREY)
def undermine(use: Use) -> Steps:
    """Monarchy and Gunpowder: a wonder's card, or a unit, or a building."""
    state, ability = use.state, use.ability
    standing = sorted(state.pieces.items())
    built = [each.kind for _, each in standing if each.role == "wonder" and not each.obsolete]
    wonders = [each for each in (*state.wonder_market, *built) if WONDERS[each].era in ability.eras]
    prey = [Prey(wonder=each) for each in wonders]
    if ability.also == "unit":
        armed = [seat for seat in board.others(state, use.seat) if state.players[seat].units]
        prey += [Prey(seat=seat) for seat in armed]
    else:
        prey += [Prey(at=at) for at, piece in standing if piece.role == "building"]
    wonder, seat, at = yield from one(PREY, prey)
    if at is not None:
        play = yield from go(state.pieces[at].owner)
        architecture.destroy(play, at)
    elif seat is not None:
        play = yield from go(seat)
        kill_random_unit(play, seat)
    else:
        play = yield from go(*(each.owner for each in state.pieces.values() if each.kind == wonder))
        architecture.make_obsolete(play, wonder)


@operation("encamp", on=SQUARE)
def encamp(use: Use) -> Steps:
    """A new village on an empty square outside all outskirts."""
    state = use.state
    yield from need(state.villages, "no_villages_left")
    taken = {at for city in state.cities for at in (*board.realm(state, city), *city.squares)}
    taken.update(state.tokens, state.figures, state.relics, state.city_states)
    land = [at for at in grid(state).squares if state.terrain[at] not in ("", "W")]
    at = yield from one(SQUARE, [at for at in land if at not in taken])
    play = yield from go()
    state.tokens[at] = Token("village", state.villages.pop())
    play.tell(events.VillageAppeared(use.seat, name(state, at)))


@operation("free_building")
def free_building(use: Use) -> Steps:
    """An unlocked building for nothing (Taj Mahal)."""
    yield from need(architecture.unlocked_buildings(use.state, use.seat), "no_building_known")
    play = yield from go()
    play.push(Pick(use.seat, "free_building", ("unlocked",)))


@operation("free_harbors")
def free_harbors(use: Use) -> Steps:
    """Jacques Cousteau: up to three harbors, unlocked or not."""
    state = use.state
    cities = cities_of(state, use.seat)
    squares = (architecture.building_squares(state, city, "harbor") for city in cities)
    yield from need(state.supply["harbor"], "no_harbors_left")
    yield from need(any(squares), "no_harbor_square")
    play = yield from go()
    play.push(Pick(use.seat, "building_square", ("harbor", "free"), use.ability.n))


@operation("free_item")
def free_item(use: Use) -> Steps:
    """Plastics: a unlocked unit, figure or building for nothing."""
    play = yield from go()
    play.push(Pick(use.seat, "free_item"))


@operation("free_figure", on=FIGURE)
def free_figure(use: Use) -> Steps:
    """The Hanging Gardens: an army or scout on the wonder's square."""
    state, seat = use.state, use.seat
    at = state.players[seat].wonders[use.card]
    fits = [
        kind
        for kind in FIGURES
        if figures.supply(state, seat, kind == "army")
        and figures.legal_square(state, seat, at, kind == "army")
    ]
    kind = yield from one(FIGURE, fits)
    play = yield from go()
    figures.add(state, seat, kind == "army", at)
    play.tell(events.FigurePlaced(seat, kind, name(state, at)))


@operation("free_walls", on=CITY)
def free_walls(use: Use) -> Steps:
    """The Great Wall: walls for an own city."""
    at = yield from one(CITY, [c.at for c in cities_of(use.state, use.seat) if not c.walls])
    play = yield from go()
    build_walls(play, at)


def build_walls(play: Play[State], at: int) -> None:
    """A city gets walls."""
    state, city = play.state, board.city_at(play.state, at)
    founding.put_city(state, msgspec.structs.replace(city, walls=True))
    play.tell(events.CityWalled(city.owner, name(state, city.at)))


@operation("harvest", on=RESOURCE)
def harvest(use: Use) -> Steps:
    """Feudalism: a resource from the outskirts of any own city."""
    state = use.state
    squares = [at for c in cities_of(state, use.seat) for at in board.city_squares(state, c)]
    found = dict.fromkeys(kind for at in squares for kind in board.resources_on(state, at))
    kind = yield from one(RESOURCE, found, lambda kind: not state.market[kind])
    play = yield from go()
    gain_resource(play, use.seat, kind)


@operation("destroy_city", on=CITY)
def destroy_city(use: Use) -> Steps:
    """Atomic Theory: a city that is no capital, with all around it."""
    state = use.state
    cities = [city for city in state.cities if not city.capital]
    others_first = sorted(cities, key=lambda city: city.owner == use.seat)
    city = board.city_at(state, (yield from one(CITY, [city.at for city in others_first])))
    play = yield from go(*other_owner(use, city))
    for square in board.realm(state, city):
        figures.lose(play, square)
    founding.lose_city(play, city)


@operation("festival")
def festival(use: Use) -> Steps:
    """Jerry Garcia: all cities harvest culture as the capital's action."""
    from engine.rulesets.civ2010.cities.making import harvest_arts, kinds_left, may_act, note_action

    state, seat = use.state, use.seat
    cities = cities_of(state, seat)
    idle = state.players[seat].government == ANARCHY
    fault = "capital_in_anarchy" if idle else "capital_has_acted"
    yield from need(may_act(state, seat, cities[0]), fault)
    yield from need(kinds_left(state, seat, cities[0]) != ARTS, "king_acts_otherwise")
    play = yield from go()
    note_action(play, cities[0], ARTS)
    for city in cities:
        harvest_arts(play, city)

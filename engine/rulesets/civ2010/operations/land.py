"""Operations on the map: terrain, buildings, wonders, walls, villages, whole cities."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.core.flow import Play
from engine.core.grammar import Grammar, OneOf, Option, Value
from engine.core.text import Text
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.abilities.using import Operation, Use, operation
from engine.rulesets.civ2010.cities.architecture import (
    building_squares,
    destroy,
    make_obsolete,
    unlocked_buildings,
)
from engine.rulesets.civ2010.cities.founding import lose_city, put_city
from engine.rulesets.civ2010.combat.units import kill_random_unit
from engine.rulesets.civ2010.describing import NONE, free, one_of, option, square
from engine.rulesets.civ2010.map import figures
from engine.rulesets.civ2010.map.board import (
    cities_of,
    city_on,
    city_squares,
    grid,
    in_reach,
    name,
    others,
    outskirts_owner,
    realm,
    resources_on,
)
from engine.rulesets.civ2010.operations.players import targets
from engine.rulesets.civ2010.sheet.paying import gain_resource
from engine.rulesets.civ2010.state import Pick, State, Token
from engine.rulesets.civ2010.tables import TERRAIN_LETTERS, TERRAIN_NAMES, WONDERS

ARTS = "arts"
"""The kind of action that harvests culture."""


@operation("terrain")
class Terrain(Operation):
    """A square changes its terrain for good: drought, deforestation, flooding, ecology."""

    def can(self, use: Use) -> bool:
        return True

    def keys(self, use: Use) -> Sequence[str]:
        state = use.state
        return [name(state, s) for s in grid(state).squares if self.suits(use, s)]

    def suits(self, use: Use, at: int) -> bool:
        """Whether a square may be changed."""
        state, wanted = use.state, use.ability.pick
        letter = state.terrain[at]
        if letter in ("", "M") or at in state.relics or city_on(state, at) is not None:
            return False
        piece = state.pieces.get(at)
        if piece is not None and (piece.role != "person" or wanted in ("flood", "any")):
            return False
        if wanted == "forest":
            suits = letter == "F"
        elif wanted == "desert":
            suits = letter != "D"
        elif wanted == "flood":
            suits = letter != "W" and not state.figures.get(at) and at not in state.tokens
        else:
            suits = not state.figures.get(at) and at not in state.tokens
        if not suits or at in state.city_states:
            return False
        owner = outskirts_owner(state, at)
        return owner is None or owner.owner == use.seat or owner.owner in targets(use)

    def second(self, use: Use, target: Value) -> Grammar | None:
        if use.ability.pick != "any":
            return None
        now = use.state.terrain[grid(use.state).index[target]]
        return one_of(
            [t for t, letter in TERRAIN_LETTERS.items() if letter not in ("M", now)], "terrain"
        )

    def victims(self, use: Use, target: Value, second: Value) -> tuple[int, ...]:
        city = outskirts_owner(use.state, grid(use.state).index[target])
        return () if city is None or city.owner == use.seat else (city.owner,)

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        letters = {"desert": "D", "forest": "G", "flood": "W"}
        letter = TERRAIN_LETTERS[second] if second else letters[use.ability.pick]
        play.state.terrain[grid(play.state).index[target]] = letter
        play.tell(events.TerrainChanged(use.seat, target, TERRAIN_NAMES[letter]))


@operation("raze")
class Raze(Operation):
    """Destroy buildings: near own figures and cities, or two of others anywhere."""

    def keys(self, use: Use) -> Sequence[str]:
        state, reach = use.state, use.ability.reach
        return [
            name(state, at)
            for at, piece in sorted(state.pieces.items())
            if piece.role == "building"
            and (piece.owner in targets(use) or (piece.owner == use.seat and reach))
            and (not reach or in_reach(state, use.seat, at, reach))
        ]

    def describe(self, use: Use, key: str) -> Option:
        return describe_piece(use.state, key)

    def second(self, use: Use, target: Value) -> Grammar | None:
        others = [key for key in self.keys(use) if key != target]
        if use.ability.n < 2 or not others:
            return None
        return OneOf([NONE, *others], lambda key: free(key) or self.describe(use, key))

    def victims(self, use: Use, target: Value, second: Value) -> tuple[int, ...]:
        index, pieces = grid(use.state).index, use.state.pieces
        hit = [index[key] for key in (target, second) if key not in (None, NONE)]
        return tuple(dict.fromkeys(pieces[at].owner for at in hit))

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        destroy(play, grid(play.state).index[target])
        if second not in (None, NONE):
            destroy(play, grid(play.state).index[second])


def describe_piece(state: State, key: str) -> Option:
    """A square with the architecture on it."""
    piece = state.pieces[grid(state).index[key]]
    table = {"building": "building", "wonder": "wonder", "person": "person_type"}[piece.role]
    return square(key, option(table, piece.kind).label)


@operation("undermine")
class Undermine(Operation):
    """Monarchy and Gunpowder: a wonder's card, or a unit, or a building."""

    def keys(self, use: Use) -> Sequence[str]:
        state, ability = use.state, use.ability
        built = [
            p.kind for _, p in sorted(state.pieces.items()) if p.role == "wonder" and not p.obsolete
        ]
        found = [
            f"wonder:{kind}"
            for kind in (*state.wonder_market, *built)
            if WONDERS[kind].era in ability.eras
        ]
        if ability.also == "unit":
            found += (f"unit:{o}" for o in others(state, use.seat) if state.players[o].units)
        else:
            found += (
                f"building:{name(state, at)}"
                for at, piece in sorted(state.pieces.items())
                if piece.role == "building"
            )
        return found

    def describe(self, use: Use, key: str) -> Option:
        kind, _, what = key.partition(":")
        if kind == "building":
            piece = use.state.pieces[grid(use.state).index[what]]
            detail = option("building", piece.kind).label
            label = Text("label.undermine_building", {"key": key})
            return Option(key, label, place=what, detail=detail)
        if kind == "unit":
            return Option(key, Text("label.undermine_unit", {"key": key}))
        return Option(key, Text("label.undermine_wonder", {"key": key}))

    def victims(self, use: Use, target: Value, second: Value) -> tuple[int, ...]:
        kind, _, what = target.partition(":")
        if kind == "unit":
            return (int(what),)
        if kind == "building":
            return (use.state.pieces[grid(use.state).index[what]].owner,)
        return tuple(p.owner for p in use.state.pieces.values() if p.kind == what)

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        kind, _, what = target.partition(":")
        if kind == "wonder":
            make_obsolete(play, what)
        elif kind == "unit":
            kill_random_unit(play, int(what))
        else:
            destroy(play, grid(play.state).index[what])


@operation("encamp")
class Encamp(Operation):
    """A new village on an empty square outside all outskirts."""

    def can(self, use: Use) -> bool:
        return bool(use.state.villages)

    def keys(self, use: Use) -> Sequence[str]:
        state = use.state
        taken = {s for city in state.cities for s in (*realm(state, city), *city.squares)}
        return [
            name(state, s)
            for s in grid(state).squares
            if state.terrain[s]
            and state.terrain[s] != "W"
            and s not in taken
            and s not in state.tokens
            and s not in state.figures
            and s not in state.relics
            and s not in state.city_states
        ]

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        state = play.state
        if state.villages:
            state.tokens[grid(state).index[target]] = Token("village", state.villages.pop())
            play.tell(events.VillageAppeared(use.seat, target))


@operation("free_building")
class FreeBuilding(Operation):
    """An unlocked building for nothing (Taj Mahal)."""

    def can(self, use: Use) -> bool:
        return bool(unlocked_buildings(use.state, use.seat))

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        play.push(Pick(use.seat, "free_building", ("unlocked",)))


@operation("free_harbors")
class FreeHarbors(Operation):
    """Jacques Cousteau: up to three harbors, unlocked or not."""

    def can(self, use: Use) -> bool:
        return bool(use.state.supply["harbor"] and harbor_squares(use.state, use.seat))

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        play.push(Pick(use.seat, "building_square", ("harbor", "free"), use.ability.n))


def harbor_squares(state: State, seat: int) -> list[int]:
    """Where harbors may be built."""
    return [s for city in cities_of(state, seat) for s in building_squares(state, city, "harbor")]


@operation("free_item")
class FreeItem(Operation):
    """Plastics: a unlocked unit, figure or building for nothing."""

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        play.push(Pick(use.seat, "free_item"))


@operation("free_figure")
class FreeFigure(Operation):
    """The Hanging Gardens: an army or scout on the wonder's square."""

    def keys(self, use: Use) -> Sequence[str]:
        at = use.state.players[use.seat].wonders["hanging_gardens"]
        return [
            kind
            for kind in ("army", "scout")
            if figures.supply(use.state, use.seat, kind == "army")
            and figures.legal_square(use.state, use.seat, at, kind == "army")
        ]

    def describe(self, use: Use, key: str) -> Option:
        return option("figure", key)

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        state = play.state
        at = state.players[use.seat].wonders["hanging_gardens"]
        figures.add(state, use.seat, target == "army", at)
        play.tell(events.FigurePlaced(use.seat, target, name(state, at)))


@operation("free_walls")
class FreeWalls(Operation):
    """The Great Wall: walls for an own city."""

    def keys(self, use: Use) -> Sequence[str]:
        return [name(use.state, c.at) for c in cities_of(use.state, use.seat) if not c.walls]

    def describe(self, use: Use, key: str) -> Option:
        return option("city", key, place=key)

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        build_walls(play, grid(play.state).index[target])


def build_walls(play: Play[State], at: int) -> None:
    """A city gets walls."""
    state = play.state
    city = city_on(state, at)
    assert city is not None
    put_city(state, msgspec.structs.replace(city, walls=True))
    play.tell(events.CityWalled(city.owner, name(state, city.at)))


@operation("harvest")
class Harvest(Operation):
    """Feudalism: a resource from the outskirts of any own city."""

    def keys(self, use: Use) -> Sequence[str]:
        state = use.state
        found = dict.fromkeys(
            kind
            for city in cities_of(state, use.seat)
            for at in city_squares(state, city)
            for kind in resources_on(state, at)
            if state.market[kind]
        )
        return list(found)

    def describe(self, use: Use, key: str) -> Option:
        return option("resource", key)

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        gain_resource(play, use.seat, target)


@operation("destroy_city")
class DestroyCity(Operation):
    """Atomic Theory: a city that is no capital, with all around it."""

    def keys(self, use: Use) -> Sequence[str]:
        state = use.state
        cities = [c for c in state.cities if not c.capital]
        return [name(state, c.at) for c in sorted(cities, key=lambda c: c.owner == use.seat)]

    def describe(self, use: Use, key: str) -> Option:
        return option("city", key, place=key)

    def victims(self, use: Use, target: Value, second: Value) -> tuple[int, ...]:
        city = city_on(use.state, grid(use.state).index[target])
        return () if city is None or city.owner == use.seat else (city.owner,)

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        state = play.state
        city = city_on(state, grid(state).index[target])
        assert city is not None
        for at in realm(state, city):
            here = state.figures.get(at, ())
            if here:
                armies = sum(figure.army for figure in here)
                figures.put(state, at, ())
                lost = events.FigureLost(here[0].owner, armies, len(here) - armies, name(state, at))
                play.tell(lost)
        lose_city(play, city)


@operation("festival")
class Festival(Operation):
    """Jerry Garcia: all cities harvest culture as the capital's action."""

    def can(self, use: Use) -> bool:
        from engine.rulesets.civ2010.cities.making import kinds_left, may_act

        state, capital = use.state, cities_of(use.state, use.seat)[0]
        if kinds_left(state, use.seat, capital) == ARTS:
            return False
        return may_act(state, use.seat, capital)

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        from engine.rulesets.civ2010.cities.making import harvest_arts, note_action

        cities = cities_of(play.state, use.seat)
        note_action(play, cities[0], ARTS)
        for city in cities:
            harvest_arts(play, city)

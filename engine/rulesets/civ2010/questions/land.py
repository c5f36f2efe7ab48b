"""Questions about the map: figures that step aside, free buildings, a capital that grows."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.flow import Play
from engine.core.grammar import Option
from engine.core.text import Text
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.cities.architecture import (
    building_squares,
    destroy,
    put_building,
    unlocked_buildings,
    upgrade_buildings,
)
from engine.rulesets.civ2010.cities.founding import found, grow, growths
from engine.rulesets.civ2010.combat.battles import (
    COMBUSTION,
    attack,
    may_raze,
    use_fortification,
)
from engine.rulesets.civ2010.combat.units import gain_unit, unlocked_types
from engine.rulesets.civ2010.describing import NONE, free, option, square
from engine.rulesets.civ2010.map import figures
from engine.rulesets.civ2010.map.board import cities_of, city_at, enemy_on, grid, name
from engine.rulesets.civ2010.questions.picks import Question, question
from engine.rulesets.civ2010.state import Movement, Pick, State
from engine.rulesets.civ2010.tables import BASIC, BUILDINGS, UPGRADE


@question("founder")
class Founder(Question):
    """Which figure founds the city and is spent, where an army could as well (Republic)."""

    rule = "founding"
    table = "figure"

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        return ("scout", "army")

    def about(self, state: State, pick: Pick) -> dict[str, str | int]:
        return {"place": name(state, int(pick.facts[0]))}

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        found(play, pick.seat, int(pick.facts[0]), army=key == "army")


@question("step_aside")
class StepAside(Question):
    """Own figures leave a square that a city now covers, one by one."""

    rule = "founding"

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        at = int(pick.facts[0])
        here = state.figures.get(at)
        if not here:
            return ()
        return [
            name(state, near)
            for near in grid(state).beside[at]
            if figures.legal_square(state, pick.seat, near, here[0].army)
        ]

    def about(self, state: State, pick: Pick) -> dict[str, str | int]:
        at = int(pick.facts[0])
        return {"figure": figure_name(state.figures[at][0].army), "place": name(state, at)}

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        state, at = play.state, int(pick.facts[0])
        figure = state.figures[at][0]
        figures.shift(state, (figure.id,), at, grid(state).index[key], 0)
        play.tell(
            events.Moved(pick.seat, int(figure.army), int(not figure.army), name(state, at), key)
        )
        if state.figures.get(at):
            play.push(pick)

    def nothing(self, play: Play[State], pick: Pick) -> None:
        state, at = play.state, int(pick.facts[0])
        here = state.figures.get(at, ())
        if here:
            armies = sum(figure.army for figure in here)
            figures.put(state, at, ())
            lost = events.FigureLost(pick.seat, armies, len(here) - armies, name(state, at))
            play.tell(lost)


def figure_name(army: bool) -> str:
    """What a figure is called."""
    return "army" if army else "scout"


def is_used(state: State, at: int) -> bool:
    """Whether anything lies on a square that would have to make room."""
    return any(at in lying for lying in (state.pieces, state.tokens, state.relics))


class OverArchitecture(Question):
    """A square where something may have to make room: the clock builds over nothing if it can."""

    def default(self, state: State, pick: Pick, keys: Sequence[str]) -> str:
        index = grid(state).index
        bare = (key for key in keys if key in index and not is_used(state, index[key]))
        return next(bare, keys[-1] if keys[-1] == NONE else keys[0])


@question("metropolis")
class Metropolis(OverArchitecture):
    """Choose the square that the capital grows onto."""

    rule = "metropolis"

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        return [name(state, at) for at in growths(state, pick.seat)]

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        grow(play, pick.seat, grid(play.state).index[key])


@question("free_building")
class FreeBuilding(Question):
    """Choose a building to put up for nothing, or none."""

    rule = "buildings"
    table = "building"

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        if pick.facts[0] == "basic":
            kinds = [b for b in BUILDINGS if BASIC[b] == b and state.supply.get(b, 0)]
        else:
            kinds = unlocked_buildings(state, pick.seat)
        return [NONE, *(kind for kind in kinds if squares_for(state, pick.seat, kind))]

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        play.push(Pick(pick.seat, "building_square", (key,)))


def squares_for(state: State, seat: int, building: str) -> list[int]:
    """Where a seat may put a building, in any of its cities."""
    return [at for c in cities_of(state, seat) for at in building_squares(state, c, building)]


@question("building_square")
class BuildingSquare(OverArchitecture):
    """Choose where a free building stands."""

    rule = "buildings"

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        if not state.supply.get(BASIC[pick.facts[0]], 0):
            return ()
        found = dict.fromkeys(squares_for(state, pick.seat, pick.facts[0]))
        keys = [name(state, at) for at in found]
        return [*keys, NONE] if len(pick.facts) > 1 else keys

    def describe(self, state: State, pick: Pick, key: str) -> Option:
        if key == NONE:
            return free(key) or square(key)
        piece = state.pieces.get(grid(state).index[key])
        return square(
            key, None if piece is None else Text("detail.replaces", {"piece": piece.kind})
        )

    def about(self, state: State, pick: Pick) -> dict[str, str | int]:
        return {"building": pick.facts[0]}

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        kind = pick.facts[0]
        put_building(play, pick.seat, grid(play.state).index[key], kind)
        play.tell(events.Built(pick.seat, kind, key, "", 0, 0))
        better = UPGRADE.get(kind, "")
        if better and BUILDINGS[better].technology in play.state.players[pick.seat].techs:
            upgrade_buildings(play, pick.seat, better)


@question("free_item")
class FreeItem(Question):
    """Plastics: an unlocked unit, figure or building for nothing."""

    rule = "cards"

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        seat = pick.seat
        found = [NONE, *(f"unit:{kind}" for kind in unlocked_types(state, seat))]
        for kind in ("army", "scout"):
            if figures.supply(state, seat, kind == "army") and figure_squares(state, seat, kind):
                found.append(f"figure:{kind}")
        found += (
            f"building:{kind}"
            for kind in unlocked_buildings(state, seat)
            if squares_for(state, seat, kind)
        )
        return found

    def describe(self, state: State, pick: Pick, key: str) -> Option:
        kind, _, what = key.partition(":")
        return free(key) or Option(key, option(kind, what).label)

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        kind, _, what = key.partition(":")
        if kind == "unit":
            gain_unit(play, pick.seat, what)
        elif kind == "building":
            play.push(Pick(pick.seat, "building_square", (what,)))
        else:
            play.push(Pick(pick.seat, "figure_square", (what,)))


def figure_squares(state: State, seat: int, kind: str) -> list[int]:
    """Where a new figure may be put, in any own city."""
    found = dict.fromkeys(
        at
        for c in cities_of(state, seat)
        for at in figures.deploy_squares(state, c, kind == "army")
    )
    return list(found)


@question("figure_square")
class FigureSquare(Question):
    """Choose where a new figure is put."""

    rule = "deploying"

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        return [name(state, at) for at in figure_squares(state, pick.seat, pick.facts[0])]

    def default(self, state: State, pick: Pick, keys: Sequence[str]) -> str:
        """The clock begins no battle if it can."""
        calm = (key for key in keys if not enemy_on(state, grid(state).index[key], pick.seat))
        return next(calm, keys[0])

    def about(self, state: State, pick: Pick) -> dict[str, str | int]:
        return {"figure": pick.facts[0]}

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        deploy_figure(play, pick.seat, pick.facts[0] == "army", grid(play.state).index[key])


def deploy_figure(
    play: Play[State], seat: int, army: bool, at: int, *, built: bool = False
) -> None:
    """Put a new figure on the map; an army on an enemy has to fight at once.

    Of one that a city has `built` it was said already where it stands.
    """
    state = play.state
    if army and at in state.figures and state.figures[at][0].owner != seat:
        attack(play, seat, -1, (), at)
        return
    figures.add(state, seat, army, at)
    if built:
        # Told before it stood there; now it may win a relic or a city-state.
        play.has_news = True
    else:
        play.tell(events.FigurePlaced(seat, figure_name(army), name(state, at)))


@question("arrival")
class Arrival(Question):
    """Nothing to choose: a figure that was built comes onto the map, after what it brings."""

    rule = "deploying"

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        return pick.facts[1:]

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        at = grid(play.state).index[key]
        deploy_figure(play, pick.seat, pick.facts[0] == "army", at, built=True)


@question("raze")
class RazeBuilding(Question):
    """Combustion: whether an army destroys the enemy building it ends its move on."""

    rule = "ending"
    table = "raze"

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        return ("destroy", "spare") if may_raze(state, pick.seat, int(pick.facts[0])) else ()

    def about(self, state: State, pick: Pick) -> dict[str, str | int]:
        at = int(pick.facts[0])
        return {"building": state.pieces[at].kind, "place": name(state, at)}

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        if key == "destroy":
            play.state.players[pick.seat].used.append(COMBUSTION)
            destroy(play, int(pick.facts[0]))
            end_move_of_one(play.state, int(pick.facts[0]))


def end_move_of_one(state: State, square: int) -> None:
    """The army that razed a building has ended its move; the rest of its group may go on."""
    groups = (frame.group for frame in state.frames if isinstance(frame, Movement))
    moving = {member for group in groups for member in group}
    army = next((f for f in state.figures[square] if f.army and f.id in moving), None)
    if army is not None:
        figures.shift(state, (army.id,), square, square, figures.DONE)


@question("fortification")
class Fortification(Question):
    """House rule: whether to use the fortification in this battle."""

    rule = "house-fortification"
    chart = "battle"
    table = "fortification"

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        return ("use", "keep")

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        if key == "use":
            use_fortification(play, city_at(play.state, int(pick.facts[0])))

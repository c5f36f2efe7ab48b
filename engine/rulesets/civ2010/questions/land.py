"""Questions about the map: figures that step aside, free buildings, a capital that grows."""

from __future__ import annotations

from engine.core.flow import Play
from engine.core.script import Steps, go
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.cities.architecture import (
    building_squares,
    destroy,
    put_building,
    unlocked_buildings,
    upgrade_buildings,
)
from engine.rulesets.civ2010.cities.founding import found, grow, growths
from engine.rulesets.civ2010.combat.battles import RAZED, attack, may_raze, use_fortification
from engine.rulesets.civ2010.combat.units import gain_unit, unlocked_types
from engine.rulesets.civ2010.map import figures
from engine.rulesets.civ2010.map.board import cities_of, city_at, enemy_on, grid, name
from engine.rulesets.civ2010.questions.cards import replaced
from engine.rulesets.civ2010.questions.picks import Asked, Usual, ask, ask_again, question
from engine.rulesets.civ2010.sorts import (
    BUILDING,
    FIGURE,
    FIGURES,
    FORTIFICATION,
    ITEM,
    RAZE,
    SQUARE,
    Item,
)
from engine.rulesets.civ2010.state import Movement, Pick, State
from engine.rulesets.civ2010.tables import BASIC, BUILDINGS, UPGRADE


@question("founder", rule="founding")
def founder(asked: Asked) -> Steps:
    """Which figure founds the city and is spent, where an army could as well (Republic)."""
    state, pick = asked
    at = int(pick.facts[0])
    kind = yield from ask(FIGURE, ("scout", "army"), place=name(state, at))
    play = yield from go()
    found(play, pick.seat, at, army=kind == "army")


@question("step_aside", rule="founding")
def step_aside(asked: Asked) -> Steps:
    """Own figures leave a square that a city now covers, one by one; without a way out they die."""
    state, pick = asked
    at = int(pick.facts[0])
    here = state.figures.get(at)
    if not here:
        return
    figure, seat = here[0], pick.seat
    beside = [
        near
        for near in grid(state).beside[at]
        if figures.legal_square(state, seat, near, figure.army)
    ]
    if not beside:
        play = yield from go()
        figures.lose(play, at)
        return
    goal = yield from ask(SQUARE, beside, figure=figure_name(figure.army), place=name(state, at))
    play = yield from go()
    figures.shift(state, (figure.id,), at, goal, 0)
    places = name(state, at), name(state, goal)
    play.tell(events.Moved(seat, int(figure.army), int(not figure.army), *places))
    if state.figures.get(at):
        play.push(pick)


def figure_name(army: bool) -> str:
    """What a figure is called."""
    return "army" if army else "scout"


def bare(state: State) -> Usual:
    """Where something may have to make room the clock builds over nothing, if it can."""

    def usual(squares: list[int | None]) -> int | None:
        used = (state.pieces, state.tokens, state.relics)
        for at in squares:
            if at is not None and not any(at in lying for lying in used):
                return at
        return None if None in squares else squares[0]

    return usual


@question("metropolis", rule="metropolis")
def metropolis(asked: Asked) -> Steps:
    """Choose the square that the capital grows onto."""
    state, pick = asked
    at = yield from ask(SQUARE, growths(state, pick.seat), usual=bare(state))
    play = yield from go()
    grow(play, pick.seat, at)


@question("free_building", rule="buildings")
def free_building(asked: Asked) -> Steps:
    """Choose a building to put up for nothing, or none."""
    state, pick = asked
    if pick.facts[0] == "basic":
        kinds = [b for b in BUILDINGS if BASIC[b] == b and state.supply.get(b, 0)]
    else:
        kinds = unlocked_buildings(state, pick.seat)
    kind = yield from ask(
        BUILDING, [None, *kinds], lambda kind: not squares_for(state, pick.seat, kind)
    )
    play = yield from go()
    play.push(Pick(pick.seat, "building_square", (kind,)))


def squares_for(state: State, seat: int, building: str) -> list[int]:
    """Where a seat may put a building, in any of its cities."""
    return [at for c in cities_of(state, seat) for at in building_squares(state, c, building)]


@question("building_square", rule="buildings")
def building_square(asked: Asked) -> Steps:
    """Choose where a free building stands, or with more of them to come that this is enough."""
    state, pick = asked
    kind, *is_free = pick.facts
    if not state.supply.get(BASIC[kind], 0):
        return
    squares = dict.fromkeys(squares_for(state, pick.seat, kind))
    at = yield from ask(
        SQUARE,
        [*squares, None] if is_free else squares,
        detail=lambda at: replaced(state, at),
        usual=bare(state),
        building=kind,
    )
    play = yield from go()
    ask_again(play, pick)
    put_building(play, pick.seat, at, kind)
    play.tell(events.Built(pick.seat, kind, name(state, at), "", 0, 0))
    better = UPGRADE.get(kind, "")
    if better and BUILDINGS[better].technology in state.players[pick.seat].techs:
        upgrade_buildings(play, pick.seat, better)


@question("free_item", rule="cards")
def free_item(asked: Asked) -> Steps:
    """Plastics: an unlocked unit, figure or building for nothing."""
    state, pick = asked
    seat = pick.seat

    def has_no_square(item: Item) -> bool:
        if item.sort == "building":
            return not squares_for(state, seat, item.kind)
        army = item.kind == "army"
        return item.sort == "figure" and not (
            figures.supply(state, seat, army) and figure_squares(state, seat, army)
        )

    items = [
        *(Item("unit", kind) for kind in unlocked_types(state, seat)),
        *(Item("figure", kind) for kind in FIGURES),
        *(Item("building", kind) for kind in unlocked_buildings(state, seat)),
    ]
    sort, kind = yield from ask(ITEM, [None, *items], has_no_square)
    play = yield from go()
    if sort == "unit":
        gain_unit(play, seat, kind)
    elif sort == "figure":
        play.push(Pick(seat, "figure_square", (kind,)))
    else:
        play.push(Pick(seat, "building_square", (kind,)))


def figure_squares(state: State, seat: int, army: bool) -> list[int]:
    """Where a new figure may be put, in any own city."""
    cities = cities_of(state, seat)
    return list(dict.fromkeys(at for c in cities for at in figures.deploy_squares(state, c, army)))


@question("figure_square", rule="deploying")
def figure_square(asked: Asked) -> Steps:
    """Choose where a new figure is put; the clock begins no battle if it can."""
    state, pick = asked
    (kind,), seat = pick.facts, pick.seat

    def calm(squares: list[int]) -> int:
        return next((at for at in squares if not enemy_on(state, at, seat)), squares[0])

    at = yield from ask(
        SQUARE, figure_squares(state, seat, kind == "army"), usual=calm, figure=kind
    )
    play = yield from go()
    deploy_figure(play, seat, kind == "army", at)


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


@question("arrival", rule="deploying")
def arrival(asked: Asked) -> Steps:
    """Nothing to choose: a figure that was built comes onto the map, after what it brings."""
    state, pick = asked
    kind, place = pick.facts
    play = yield from go()
    deploy_figure(play, pick.seat, kind == "army", grid(state).index[place], built=True)


@question("raze", rule="ending")
def raze(asked: Asked) -> Steps:
    """Combustion: whether an army destroys the enemy building it ends its move on."""
    state, pick = asked
    at = int(pick.facts[0])
    if not may_raze(state, pick.seat, at):
        return
    building, place = state.pieces[at].kind, name(state, at)
    choice = yield from ask(RAZE, ("destroy", "spare"), building=building, place=place)
    play = yield from go()
    if choice == "destroy":
        state.players[pick.seat].used.append(RAZED)
        destroy(play, at)
        end_move_of_one(state, at)


def end_move_of_one(state: State, square: int) -> None:
    """The army that razed a building has ended its move; the rest of its group may go on."""
    groups = (frame.group for frame in state.frames if isinstance(frame, Movement))
    moving = {member for group in groups for member in group}
    army = next((f for f in state.figures[square] if f.army and f.id in moving), None)
    if army is not None:
        figures.shift(state, (army.id,), square, square, figures.DONE)


@question("fortification", rule="house-fortification", chart="battle")
def fortification(asked: Asked) -> Steps:
    """House rule: whether to use the fortification in this battle."""
    state, pick = asked
    choice = yield from ask(FORTIFICATION, ("use", "keep"))
    play = yield from go()
    if choice == "use":
        use_fortification(play, city_at(state, int(pick.facts[0])))

"""Operations on figures: killing, moving, holding them, and raids of barbarians."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.core.question import Fault
from engine.core.script import Steps, go, one
from engine.core.text import Text
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.abilities.using import Use, operation
from engine.rulesets.civ2010.cities.architecture import destroy
from engine.rulesets.civ2010.combat.battles import begin_raid
from engine.rulesets.civ2010.describing import option
from engine.rulesets.civ2010.map import figures
from engine.rulesets.civ2010.map.board import (
    armies_on,
    city_on,
    enemy_on,
    grid,
    in_reach,
    name,
    own_squares,
)
from engine.rulesets.civ2010.operations.players import targets
from engine.rulesets.civ2010.sheet.bonuses import limit
from engine.rulesets.civ2010.sorts import PARTY, SQUARE, Party
from engine.rulesets.civ2010.state import Figure, Movement, State
from engine.rulesets.civ2010.tables import TILE_ROWS
from engine.tiles.reach import CLOSED, PASS, reach
from engine.tiles.tile import turn

PERSON = Party(person=True)
ANY = 99
"""As many figures as there are, or squares as there are on the map."""


def parties(here: Sequence[Figure], most: int) -> list[Party]:
    """Every choice of up to so many figures of a square; more of them first."""
    armies = sum(figure.army for figure in here)
    found = [
        Party(a, s)
        for a in range(armies + 1)
        for s in range(len(here) - armies + 1)
        if 0 < a + s <= most
    ]
    return sorted(found, key=lambda party: (party.armies + party.scouts, party), reverse=True)


def members(here: Sequence[Figure], party: Party) -> list[Figure]:
    """The figures of a square that are meant."""
    armies = [figure for figure in here if figure.army][: party.armies]
    return armies + [figure for figure in here if not figure.army][: party.scouts]


def is_person_of(state: State, at: int, seats: Sequence[int]) -> bool:
    """Whether a great person of one of these players stands on a square."""
    piece = state.pieces.get(at)
    return piece is not None and piece.role == "person" and piece.owner in seats


@operation("kill", on=SQUARE, then=PARTY)
def kill(use: Use) -> Steps:
    """Defections: figures near own ones leave the map, or a great person dies."""
    state, most, near = use.state, use.ability.n, use.ability.reach
    touchable = targets(use)

    def fault(at: int) -> Fault:
        return near != ANY and not in_reach(state, use.seat, at, near) and "too_far_off"

    armed = sorted(at for at, here in state.figures.items() if here[0].owner in touchable)
    people = [at for at in sorted(state.pieces) if is_person_of(state, at, touchable)]
    prey = dict.fromkeys((*armed, *people) if most > 1 else armed)
    at = yield from one(SQUARE, prey, fault)
    here = state.figures.get(at, ())
    choices = parties(here, most) if at in armed else []
    choices += [PERSON] if most > 1 and at in people else []
    party = yield from one(PARTY, choices, implied=True)
    play = yield from go(state.pieces[at].owner if party.person else here[0].owner)
    if party.person:
        destroy(play, at)
    else:
        figures.lose(play, at, members(here, party))


Goals = Callable[[int, Sequence[Figure]], list[int]]
"""Where figures of a square can go."""


def relocate(
    use: Use, starts: Sequence[int], goals: Goals, *, most: int = 0, steps: int = 0
) -> Steps:
    """Figures of one square are put on another: all of them, or up to `most` of choice.

    It costs them so many `steps` of this turn's.
    """
    state = use.state

    def choices(start: int) -> list[Party]:
        here = state.figures[start]
        if most and len(here) > 1:
            return parties(here, most)
        armies = sum(figure.army for figure in here)
        return [Party(armies, len(here) - armies)]

    def is_stuck(start: int, party: Party) -> bool:
        return not goals(start, members(state.figures[start], party))

    def fault(at: int) -> Fault:
        if at not in starts:
            return "no_figures_to_move"
        return all(is_stuck(at, party) for party in choices(at)) and "nowhere_to_go"

    start = yield from one(SQUARE, starts, fault)
    party = yield from one(
        PARTY, choices(start), lambda party: is_stuck(start, party), implied=True
    )
    moving = members(state.figures[start], party)
    goal = yield from one(SQUARE, goals(start, moving))
    owner = moving[0].owner
    play = yield from go(*(() if owner == use.seat else (owner,)))
    figures.shift(state, [figure.id for figure in moving], start, goal, steps)
    places = name(state, start), name(state, goal)
    play.tell(events.Moved(owner, party.armies, party.scouts, *places))


def quiet(state: State, seat: int, party: Sequence[Figure]) -> Callable[[int], bool]:
    """Whether figures may be put on a square without anything happening there."""
    centres = {at for city in state.cities for at in city.squares}
    scouts_only = not any(figure.army for figure in party)

    def check(at: int) -> bool:
        return (
            bool(state.terrain[at])
            and at not in centres
            and at not in state.tokens
            and not (at in state.relics and scouts_only)
            and not enemy_on(state, at, seat)
        )

    return check


@operation("scatter", on=SQUARE, which=PARTY, then=SQUARE)
def scatter(use: Use) -> Steps:
    """Another player's figures of one square are led astray, over land and without battle."""
    state, touchable = use.state, targets(use)

    def goals(start: int, party: Sequence[Figure]) -> list[int]:
        owner, count = party[0].owner, len(party)
        calm = quiet(state, owner, party)

        def entering(at: int) -> int:
            return PASS if state.terrain[at] != "W" and calm(at) else CLOSED

        ways = reach(grid(state), start, use.ability.reach, entering)
        found = [at for at in ways if at != start and figures.has_room(state, owner, at, count)]
        return [at for at in found if not figures.closed_to(state, owner, at)]

    prey = sorted(at for at, here in state.figures.items() if here[0].owner in touchable)
    yield from relocate(use, prey, goals)


@operation("march", on=SQUARE, which=PARTY, then=SQUARE)
def march(use: Use) -> Steps:
    """Migrants: an own figure goes further to an empty square."""
    state, seat = use.state, use.seat

    def goals(start: int, party: Sequence[Figure]) -> list[int]:
        if start in figures.held_squares(state):
            return []
        scout = not party[0].army
        ways = figures.ways(state, seat, start, use.ability.reach, armies=not scout)
        calm = quiet(state, seat, party)
        may_end = figures.ending(state, seat, int(not scout), int(scout))
        return [
            at
            for at in ways
            if at != start
            and not state.figures.get(at)
            and at not in state.pieces
            and calm(at)
            and may_end(at)
        ]

    yield from relocate(use, own_squares(state, seat), goals, most=1)


@operation("ship", on=SQUARE, which=PARTY, then=SQUARE)
def ship(use: Use) -> Steps:
    """Steam Power: all figures of a square to any water square without enemies."""
    state, seat = use.state, use.seat

    def goals(start: int, party: Sequence[Figure]) -> list[int]:
        calm = quiet(state, seat, party)
        return [
            at
            for at in grid(state).squares
            if state.terrain[at] == "W"
            and at != start
            and calm(at)
            and not figures.closed_to(state, seat, at)
            and figures.has_room(state, seat, at, len(party))
        ]

    yield from relocate(use, own_squares(state, seat), goals, steps=figures.DONE)


@operation("gather", on=SQUARE, which=PARTY, then=SQUARE)
def gather(use: Use) -> Steps:
    """Hannibal: own figures of a square join those of another."""
    state, seat = use.state, use.seat
    held = own_squares(state, seat)

    def goals(start: int, party: Sequence[Figure]) -> list[int]:
        return [
            at
            for at in held
            if at != start
            and figures.has_room(state, seat, at, len(party))
            and not figures.closed_to(state, seat, at)
        ]

    yield from relocate(use, held, goals, most=ANY)


@operation("edge_move", on=SQUARE, which=PARTY, then=SQUARE)
def edge_move(use: Use) -> Steps:
    """Galileo Galilei: figures on the outer edge of the map go to an empty square of it."""
    state, seat = use.state, use.seat
    edge = sorted(grid(state).edge)

    def goals(start: int, party: Sequence[Figure]) -> list[int]:
        calm = quiet(state, seat, party)
        water = limit(state, seat, "water") >= 2
        return [
            at
            for at in edge
            if not state.figures.get(at)
            and at not in state.pieces
            and calm(at)
            and (water or state.terrain[at] != "W")
            and not figures.closed_to(state, seat, at)
        ]

    starts = [at for at in own_squares(state, seat) if at in grid(state).edge]
    yield from relocate(use, starts, goals, most=ANY, steps=figures.DONE)


def owner_label(seat: int) -> Text:
    """Whose figures or city are meant."""
    return option("seat_name", str(seat)).label


@operation("freeze", on=SQUARE)
def freeze(use: Use) -> Steps:
    """Communism: no figure leaves a square this turn."""
    state = use.state

    def owner(at: int) -> int | None:
        here = state.figures.get(at)
        return here[0].owner if here else None

    def detail(at: int) -> Text | None:
        seat = owner(at)
        return None if seat is None else owner_label(seat)

    # A square that is empty now may be a way that others want to take.
    known = [at for at in grid(state).squares if state.terrain[at]]
    at = yield from one(SQUARE, dict.fromkeys((*sorted(state.figures), *known)), detail=detail)
    seat = owner(at)
    play = yield from go(*(() if seat is None else (seat,)))
    frame = state.frames[-1]
    assert isinstance(frame, Movement)
    play.update(frozen=(*frame.frozen, at))
    play.tell(events.Frozen(use.seat, name(state, at)))


@operation("horde", on=SQUARE)
def horde(use: Use) -> Steps:
    """Roaming Horde: barbarians attack an army or city near a village, but no capital."""
    state, board = use.state, grid(use.state)
    camps, touchable = village_squares(state), (*targets(use), use.seat)

    def owner(at: int) -> int:
        city = city_on(state, at)
        return city.owner if city is not None else state.figures[at][0].owner

    def is_safe(at: int) -> bool:
        if owner(at) not in touchable:
            return True
        return all(board.distance(at, camp) > use.ability.reach for camp in camps)

    armed = {at for at in state.figures if armies_on(state, at)}
    prey = sorted(armed | {city.at for city in state.cities if not city.capital})
    at = yield from one(
        SQUARE, prey, is_safe, strange=True, detail=lambda at: owner_label(owner(at))
    )
    play = yield from go(owner(at))
    begin_raid(play, use.seat, at)


def village_squares(state: State) -> list[int]:
    """Squares with a village token or a printed village on a tile that was turned up."""
    found = {at for at, token in state.tokens.items() if token.kind == "village"}
    for number, slot in enumerate(state.slots):
        if slot.up and slot.home < 0:
            rows = turn(TILE_ROWS[slot.tile], slot.arrow)  # type: ignore[arg-type]
            prints = [each for row in rows for each in row]
            for at, print_ in zip(grid(state).covered(number), prints, strict=True):
                if print_.token == "village":
                    found.add(at)
    return sorted(found)

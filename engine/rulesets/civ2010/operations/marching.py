"""Operations on figures: killing, moving, holding them, and raids of barbarians."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.core.flow import Play
from engine.core.grammar import Grammar, OneOf, Option, Value
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.abilities.using import Operation, Use, operation
from engine.rulesets.civ2010.cities.architecture import destroy
from engine.rulesets.civ2010.combat.battles import begin_raid
from engine.rulesets.civ2010.describing import named, option, square
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
from engine.rulesets.civ2010.state import Figure, Movement, State
from engine.rulesets.civ2010.tables import TILE_ROWS
from engine.tiles.reach import CLOSED, PASS, reach
from engine.tiles.tile import turn

PERSON = "person"
ANY = 99
"""As many figures as there are."""


def at_square(use: Use, key: str) -> int:
    """The square of a key."""
    return grid(use.state).index[key]


def lose_figures(play: Play[State], at: int, ids: Sequence[int]) -> None:
    """Figures are removed from the map."""
    state = play.state
    gone = [f for f in state.figures[at] if f.id in ids]
    figures.remove(state, at, ids)
    armies = sum(f.army for f in gone)
    play.tell(events.FigureLost(gone[0].owner, armies, len(gone) - armies, name(state, at)))


def groups(here: Sequence[Figure], most: int) -> list[str]:
    """Every choice of up to so many figures of a square, as `army1scout0`; fewer ones first."""
    armies = sum(figure.army for figure in here)
    found = [
        (a, s)
        for a in range(armies + 1)
        for s in range(len(here) - armies + 1)
        if 0 < a + s <= most
    ]
    return [f"army{a}scout{s}" for a, s in sorted(found, key=lambda pair: (sum(pair), pair))]


def members(here: Sequence[Figure], key: str) -> list[Figure]:
    """The figures of a square that a key of `groups` names; all without one."""
    if not key:
        return list(here)
    armies, _, scouts = key.removeprefix("army").partition("scout")
    return [f for f in here if f.army][: int(armies)] + [f for f in here if not f.army][
        : int(scouts)
    ]


def is_person_of(state: State, at: int, seats: Sequence[int]) -> bool:
    """Whether a great person of one of these players stands on a square."""
    piece = state.pieces.get(at)
    return piece is not None and piece.role == "person" and piece.owner in seats


@operation("kill")
class Kill(Operation):
    """Defections: figures near own ones leave the map, or a great person dies."""

    def keys(self, use: Use) -> Sequence[str]:
        state, ability = use.state, use.ability
        touchable = targets(use)
        found = [
            at
            for at, here in sorted(state.figures.items())
            if here[0].owner in touchable and self.near(use, at)
        ]
        if ability.n > 1:
            found += (
                at
                for at in sorted(state.pieces)
                if is_person_of(state, at, touchable) and self.near(use, at)
            )
        return [name(state, at) for at in dict.fromkeys(found)]

    @staticmethod
    def near(use: Use, at: int) -> bool:
        """Whether a square is near enough."""
        return use.ability.reach == 99 or in_reach(use.state, use.seat, at, use.ability.reach)

    def prey(self, use: Use, target: Value) -> list[str]:
        """What can be killed on a square, most of it first."""
        state, at, touchable = use.state, at_square(use, target), targets(use)
        here = state.figures.get(at, ())
        found = []
        if here and here[0].owner in touchable:
            found = groups(here, use.ability.n)[::-1]
        if use.ability.n > 1 and is_person_of(state, at, touchable):
            found.append(PERSON)
        return found

    def second(self, use: Use, target: Value) -> Grammar | None:
        found = self.prey(use, target)
        return OneOf(found, named("victims")) if len(found) > 1 else None

    def victims(self, use: Use, target: Value, second: Value) -> tuple[int, ...]:
        state, at = use.state, at_square(use, target)
        if (second or self.prey(use, target)[0]) == PERSON:
            return (state.pieces[at].owner,)
        return (state.figures[at][0].owner,)

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        at = at_square(use, target)
        killed = second or self.prey(use, target)[0]
        if killed == PERSON:
            destroy(play, at)
        else:
            lose_figures(play, at, [f.id for f in members(play.state.figures[at], killed)])


class Relocate(Operation):
    """Figures of one square are put on another: all of them, or as many as its player likes."""

    most = 0
    """How many figures of the square may be chosen; 0 when all go."""

    def starts(self, use: Use) -> Sequence[int]:
        """The squares whose figures could be meant."""
        return own_squares(use.state, use.seat)

    def can(self, use: Use) -> bool:
        return any(
            self.goals(use, at, members(use.state.figures[at], key))
            for at in self.starts(use)
            for key in self.choices(use, at)
        )

    def keys(self, use: Use) -> Sequence[str]:
        return [name(use.state, at) for at in self.starts(use) if self.parties(use, at)]

    def parties(self, use: Use, start: int) -> list[str]:
        """The choices of figures that have somewhere to go; an empty key is all of them."""
        here = use.state.figures[start]
        return [
            key for key in self.choices(use, start) if self.goals(use, start, members(here, key))
        ]

    def choices(self, use: Use, start: int) -> list[str]:
        """The choices of figures, whether they have somewhere to go or not."""
        here = use.state.figures[start]
        return groups(here, self.most)[::-1] if self.most and len(here) > 1 else [""]

    def which(self, use: Use, target: Value) -> Grammar | None:
        found = self.parties(use, at_square(use, target))
        return OneOf(found, named("victims")) if len(found) > 1 else None

    def party(self, use: Use, start: int) -> list[Figure]:
        """The figures that go."""
        return members(use.state.figures[start], use.which or self.parties(use, start)[0])

    def second(self, use: Use, target: Value) -> Grammar:
        state, start = use.state, at_square(use, target)
        party = self.party(use, start)
        return OneOf([name(state, at) for at in self.goals(use, start, party)], square)

    def goals(self, use: Use, start: int, party: Sequence[Figure]) -> list[int]:
        """Where figures of a square can go."""
        raise NotImplementedError

    def victims(self, use: Use, target: Value, second: Value) -> tuple[int, ...]:
        owner = use.state.figures[at_square(use, target)][0].owner
        return () if owner == use.seat else (owner,)

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        state = play.state
        start, goal = at_square(use, target), at_square(use, second)
        party = self.party(use, start)
        figures.shift(state, [figure.id for figure in party], start, goal, self.steps(use))
        armies = sum(f.army for f in party)
        play.tell(events.Moved(party[0].owner, armies, len(party) - armies, target, second))

    def steps(self, use: Use) -> int:
        """What the move costs the figures of this turn's steps: more than any speed."""
        return 99


def quiet(state: State, seat: int, scouts_only: bool) -> Callable[[int], bool]:
    """Whether figures may be put on a square without anything happening there."""
    centres = {at for city in state.cities for at in city.squares}

    def check(at: int) -> bool:
        return (
            bool(state.terrain[at])
            and at not in centres
            and at not in state.tokens
            and not (at in state.relics and scouts_only)
            and not enemy_on(state, at, seat)
        )

    return check


@operation("scatter")
class Scatter(Relocate):
    """Another player's figures of one square are led astray, over land and without battle."""

    def starts(self, use: Use) -> Sequence[int]:
        touchable = targets(use)
        found = use.state.figures.items()
        return sorted(at for at, here in found if here[0].owner in touchable)

    def goals(self, use: Use, start: int, party: Sequence[Figure]) -> list[int]:
        state = use.state
        owner, count = party[0].owner, len(party)
        calm = quiet(state, owner, not any(f.army for f in party))

        def entering(at: int) -> int:
            return PASS if state.terrain[at] != "W" and calm(at) else CLOSED

        ways = reach(grid(state), start, use.ability.reach, entering)
        found = [at for at in ways if at != start and figures.has_room(state, owner, at, count)]
        return [at for at in found if not figures.closed_to(state, owner, at)]

    def steps(self, use: Use) -> int:
        return 0


@operation("march")
class March(Relocate):
    """Migrants: an own figure goes further to an empty square."""

    most = 1

    def goals(self, use: Use, start: int, party: Sequence[Figure]) -> list[int]:
        state, seat = use.state, use.seat
        if start in figures.held_squares(state):
            return []
        scout = not party[0].army
        ways = figures.ways(state, seat, start, use.ability.reach, armies=not scout)
        calm = quiet(state, seat, scout)
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

    def steps(self, use: Use) -> int:
        return 0


@operation("ship")
class Ship(Relocate):
    """Steam Power: all figures of a square to any water square without enemies."""

    def goals(self, use: Use, start: int, party: Sequence[Figure]) -> list[int]:
        state, seat = use.state, use.seat
        calm = quiet(state, seat, not any(f.army for f in party))
        return [
            at
            for at in grid(state).squares
            if state.terrain[at] == "W"
            and at != start
            and calm(at)
            and not figures.closed_to(state, seat, at)
            and figures.has_room(state, seat, at, len(party))
        ]


@operation("gather")
class Gather(Relocate):
    """Hannibal: own figures of a square join those of another."""

    most = ANY

    def goals(self, use: Use, start: int, party: Sequence[Figure]) -> list[int]:
        state, seat = use.state, use.seat
        return [
            at
            for at in own_squares(state, seat)
            if at != start
            and figures.has_room(state, seat, at, len(party))
            and not figures.closed_to(state, seat, at)
        ]

    def steps(self, use: Use) -> int:
        return 0


@operation("edge_move")
class EdgeMove(Relocate):
    """Galileo Galilei: figures on the outer edge of the map go to an empty square of it."""

    most = ANY

    def goals(self, use: Use, start: int, party: Sequence[Figure]) -> list[int]:
        state, seat = use.state, use.seat
        board = grid(state)
        if start not in board.edge:
            return []
        calm = quiet(state, seat, not any(f.army for f in party))
        water = limit(state, seat, "water") >= 2
        return [
            at
            for at in sorted(board.edge)
            if not state.figures.get(at)
            and at not in state.pieces
            and calm(at)
            and (water or state.terrain[at] != "W")
            and not figures.closed_to(state, seat, at)
        ]


@operation("freeze")
class Freeze(Operation):
    """Communism: no figure leaves a square this turn."""

    def can(self, use: Use) -> bool:
        return True

    def keys(self, use: Use) -> Sequence[str]:
        state = use.state
        taken = sorted(state.figures)
        # A square that is empty now may be a way that others want to take.
        taken += [at for at in grid(state).squares if state.terrain[at] and at not in taken]
        return [name(state, at) for at in taken]

    def describe(self, use: Use, key: str) -> Option:
        here = use.state.figures.get(at_square(use, key))
        return square(key, option("seat_name", str(here[0].owner)).label if here else None)

    def victims(self, use: Use, target: Value, second: Value) -> tuple[int, ...]:
        here = use.state.figures.get(at_square(use, target))
        return (here[0].owner,) if here else ()

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        frame = play.state.frames[-1]
        assert isinstance(frame, Movement)
        play.update(frozen=(*frame.frozen, at_square(use, target)))
        play.tell(events.Frozen(use.seat, target))


@operation("horde")
class Horde(Operation):
    """Roaming Horde: barbarians attack an army or city near a village, but no capital."""

    def keys(self, use: Use) -> Sequence[str]:
        state, board = use.state, grid(use.state)
        camps = village_squares(state)
        prey = {at for at in state.figures if armies_on(state, at)}
        prey |= {city.at for city in state.cities if not city.capital}
        return [
            name(state, at)
            for at in sorted(prey)
            if self.owner(state, at) in (*targets(use), use.seat)
            and any(board.distance(at, camp) <= use.ability.reach for camp in camps)
        ]

    @staticmethod
    def owner(state: State, at: int) -> int:
        """Who would be attacked there."""
        city = city_on(state, at)
        return city.owner if city is not None else state.figures[at][0].owner

    def describe(self, use: Use, key: str) -> Option:
        owner = self.owner(use.state, at_square(use, key))
        return square(key, option("seat_name", str(owner)).label)

    def victims(self, use: Use, target: Value, second: Value) -> tuple[int, ...]:
        return (self.owner(use.state, at_square(use, target)),)

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        begin_raid(play, use.seat, at_square(use, target))


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

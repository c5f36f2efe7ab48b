"""Operations on figures: killing, moving, holding them, and raids of barbarians."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.core.flow import Play
from engine.core.grammar import Grammar, OneOf, Option, Value
from engine.rulesets.civ2010 import events, figures
from engine.rulesets.civ2010.abilities import Operation, Use, operation
from engine.rulesets.civ2010.battles import begin_raid
from engine.rulesets.civ2010.board import (
    armies_on,
    city_on,
    enemy_on,
    grid,
    in_reach,
    name,
    own_squares,
)
from engine.rulesets.civ2010.describing import named, option, square
from engine.rulesets.civ2010.operations.players import targets
from engine.rulesets.civ2010.pieces import destroy
from engine.rulesets.civ2010.sheet import limit
from engine.rulesets.civ2010.state import Movement, State
from engine.rulesets.civ2010.tables import TILE_ROWS
from engine.tiles.reach import CLOSED, PASS, reach
from engine.tiles.tile import turn


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
                for at, piece in sorted(state.pieces.items())
                if piece.role == "person" and piece.owner in touchable and self.near(use, at)
            )
        return [name(state, at) for at in dict.fromkeys(found)]

    @staticmethod
    def near(use: Use, at: int) -> bool:
        """Whether a square is near enough."""
        return use.ability.reach == 99 or in_reach(use.state, use.seat, at, use.ability.reach)

    def second(self, use: Use, target: Value) -> Grammar | None:
        state, at = use.state, at_square(use, target)
        here = state.figures.get(at, ())
        armies = sum(f.army for f in here)
        scouts = len(here) - armies
        most = use.ability.n
        found = [
            f"army{a}scout{s}"
            for a in range(armies + 1)
            for s in range(scouts + 1)
            if a + s == min(most, len(here)) and a + s
        ]
        piece = state.pieces.get(at)
        if most > 1 and piece is not None and piece.role == "person" and piece.owner != use.seat:
            found.append("person")
        return OneOf(found, named("victims")) if len(found) > 1 else None

    def victim(self, use: Use, target: Value) -> int:
        at = at_square(use, target)
        here = use.state.figures.get(at)
        return here[0].owner if here else use.state.pieces[at].owner

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        state, at = play.state, at_square(use, target)
        here = state.figures.get(at, ())
        if second == "person" or not here:
            destroy(play, at)
            return
        if second:
            armies, scouts = int(second[4]), int(second.partition("scout")[2])
        else:
            armies = min(use.ability.n, sum(f.army for f in here))
            scouts = min(use.ability.n, len(here)) - armies
        ids = [f.id for f in here if f.army][:armies] + [f.id for f in here if not f.army][:scouts]
        lose_figures(play, at, ids)


class Relocate(Operation):
    """Figures of one square are put on another."""

    def second(self, use: Use, target: Value) -> Grammar:
        state = use.state
        return OneOf([name(state, at) for at in self.goals(use, at_square(use, target))], square)

    def goals(self, use: Use, start: int) -> list[int]:
        """Where the figures of a square can go."""
        raise NotImplementedError

    def victim(self, use: Use, target: Value) -> int | None:
        owner = use.state.figures[at_square(use, target)][0].owner
        return None if owner == use.seat else owner

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        state = play.state
        start, goal = at_square(use, target), at_square(use, second)
        here = state.figures[start]
        ids = [figure.id for figure in here]
        figures.shift(state, ids, start, goal, self.steps(use))
        armies = sum(f.army for f in here)
        play.tell(events.Moved(here[0].owner, armies, len(here) - armies, target, second))

    def steps(self, use: Use) -> int:
        """What the move costs the figures of this turn's steps: more than any speed."""
        return 99


def quiet(state: State, seat: int, scouts_only: bool) -> Callable[[int], bool]:
    """Whether figures may be put on a square without anything happening there."""

    def check(at: int) -> bool:
        return (
            bool(state.terrain[at])
            and city_on(state, at) is None
            and at not in state.tokens
            and not (at in state.relics and scouts_only)
            and not enemy_on(state, at, seat)
        )

    return check


@operation("scatter")
class Scatter(Relocate):
    """Another player's figures of one square are led astray, over land and without battle."""

    def keys(self, use: Use) -> Sequence[str]:
        state, touchable = use.state, targets(use)
        return [
            name(state, at)
            for at, here in sorted(state.figures.items())
            if here[0].owner in touchable and self.goals(use, at)
        ]

    def goals(self, use: Use, start: int) -> list[int]:
        state = use.state
        here = state.figures[start]
        owner, count = here[0].owner, len(here)
        calm = quiet(state, owner, not any(f.army for f in here))

        def entering(at: int) -> int:
            return PASS if state.terrain[at] != "W" and calm(at) else CLOSED

        ways = reach(grid(state), start, use.ability.reach, entering)
        return [at for at in ways if at != start and figures.has_room(state, owner, at, count)]

    def steps(self, use: Use) -> int:
        return 0


@operation("march")
class March(Relocate):
    """Migrants: an own figure goes further to an empty square."""

    def keys(self, use: Use) -> Sequence[str]:
        state = use.state
        return [name(state, at) for at in own_squares(state, use.seat) if self.goals(use, at)]

    def goals(self, use: Use, start: int) -> list[int]:
        state, seat = use.state, use.seat
        here = state.figures[start]
        scout = not here[0].army
        ways = figures.ways(state, seat, start, use.ability.reach, armies=not scout)
        calm = quiet(state, seat, scout)
        return [
            at
            for at in ways
            if at != start
            and not state.figures.get(at)
            and at not in state.pieces
            and calm(at)
            and figures.may_end(state, seat, at, int(not scout), int(scout))
        ]

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        state = play.state
        start, goal = at_square(use, target), at_square(use, second)
        figure = state.figures[start][0]
        figures.shift(state, (figure.id,), start, goal, 0)
        play.tell(events.Moved(use.seat, int(figure.army), int(not figure.army), target, second))


@operation("ship")
class Ship(Relocate):
    """Steam Power: all figures of a square to any water square without enemies."""

    def keys(self, use: Use) -> Sequence[str]:
        return [
            name(use.state, at) for at in own_squares(use.state, use.seat) if self.goals(use, at)
        ]

    def goals(self, use: Use, start: int) -> list[int]:
        state, seat = use.state, use.seat
        here = state.figures[start]
        calm = quiet(state, seat, not any(f.army for f in here))
        return [
            at
            for at in grid(state).squares
            if state.terrain[at] == "W"
            and at != start
            and calm(at)
            and not figures.closed_to(state, seat, at)
            and figures.has_room(state, seat, at, len(here))
        ]


@operation("gather")
class Gather(Relocate):
    """Hannibal: own figures of a square join those of another."""

    def keys(self, use: Use) -> Sequence[str]:
        return [
            name(use.state, at) for at in own_squares(use.state, use.seat) if self.goals(use, at)
        ]

    def goals(self, use: Use, start: int) -> list[int]:
        state, seat = use.state, use.seat
        count = len(state.figures[start])
        return [
            at
            for at in own_squares(state, seat)
            if at != start and figures.has_room(state, seat, at, count)
        ]

    def steps(self, use: Use) -> int:
        return 0


@operation("edge_move")
class EdgeMove(Relocate):
    """Galileo Galilei: figures on the edge of the map go to an empty square of the edge."""

    def keys(self, use: Use) -> Sequence[str]:
        board = grid(use.state)
        return [
            name(use.state, at)
            for at in own_squares(use.state, use.seat)
            if board.on_edge(at) and self.goals(use, at)
        ]

    def goals(self, use: Use, start: int) -> list[int]:
        state, seat = use.state, use.seat
        board, here = grid(state), state.figures[start]
        calm = quiet(state, seat, not any(f.army for f in here))
        water = limit(state, seat, "water") >= 2
        return [
            at
            for at in board.squares
            if board.on_edge(at)
            and not state.figures.get(at)
            and at not in state.pieces
            and calm(at)
            and (water or state.terrain[at] != "W")
        ]


@operation("freeze")
class Freeze(Operation):
    """Communism: no figure leaves a square this turn."""

    def keys(self, use: Use) -> Sequence[str]:
        return [name(use.state, at) for at in sorted(use.state.figures)]

    def victim(self, use: Use, target: Value) -> int | None:
        return use.state.figures[at_square(use, target)][0].owner

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        frame = play.state.frames[-1]
        assert isinstance(frame, Movement)
        play.update(frozen=(*frame.frozen, at_square(use, target)))
        play.tell(events.Frozen(use.seat, target))


@operation("horde")
class Horde(Operation):
    """Roaming Horde: barbarians attack an army or city near a village."""

    def keys(self, use: Use) -> Sequence[str]:
        state, board = use.state, grid(use.state)
        camps = village_squares(state)
        prey = {at for at in state.figures if armies_on(state, at)}
        prey |= {at for city in state.cities for at in city.squares}
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

    def victim(self, use: Use, target: Value) -> int:
        return self.owner(use.state, at_square(use, target))

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

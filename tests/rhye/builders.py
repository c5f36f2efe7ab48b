"""Arranging a game of Rhye's and Fall in a line or two, and the words of the choices made in it.

>>> game = (
...     a_game(3, angela="rome", brad="egypt")
...     .with_settlement("angela", "gaul")
...     .with_units("brad", "gaul", swordsman=2)
...     .at("battles")
... )
>>> game.play("brad", {"gaul": "0"})

The board is that of so many players. Everyone without a settlement has a village, the capital, out
of the way. No markers lie anywhere but where a case puts them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Self

import msgspec

from engine.core.flow import Play
from engine.core.grammar import Value
from engine.core.ruleset import Ruleset
from engine.rulesets.rhye import RULESET
from engine.rulesets.rhye.actions.frames import Actions
from engine.rulesets.rhye.frames import Movement, Revolts, Wars
from engine.rulesets.rhye.setup import lead
from engine.rulesets.rhye.state import GREY, NOWHERE, State
from engine.rulesets.rhye.tables import (
    CIVILIZATION,
    GOVERNMENT,
    LEVEL,
    MARKER,
    RELIGION,
    RESOURCES,
    TECHNOLOGY,
    UNIT,
    WONDER,
)
from engine.rulesets.rhye.turn import in_order
from engine.rulesets.rhye.view import RealmView, RhyeView
from engine.world.flow import Turn
from engine.world.state import BOARD, SIZES, Settlement
from engine.world.view import MarkerView
from tests.builders import NAMES, ScriptedDice, WorldGame, seat_of
from tests.rhye.soundness import faults

NOBODYS = "grey"
HOMES = {
    2: ("labrador", "patagonia"),
    3: ("kalahari", "kamchatka", "scandia"),
    4: ("kalahari", "kamchatka", "scandia", "aotearoa"),
    5: ("kalahari", "kamchatka", "scandia", "patagonia", "labrador"),
}
"""Where a player without a settlement has a village all the same, by the number of players."""
LEADERS = ("rome", "egypt", "china", "aztec", "persia")
"""The civilizations, unless a case says otherwise: none of these cards changes much."""

END: Value = {"do": "end"}


def move(origin: str, target: str, *units: str) -> Value:
    return {"do": "move", "from": origin, "units": list(units), "to": target}


def explode(origin: str, target: str) -> Value:
    return {"do": "explode", "from": f"{origin}/nuke", "to": target}


def action(name: str, **plan: Value) -> Value:
    return {"action": name, **plan}


def owner_of(name: str) -> int:
    """The seat of a player, or nobody's."""
    return GREY if name == NOBODYS else seat_of(name)


class Game(WorldGame):
    """A game under way. Places, units and cards go by their ids, players by their names."""

    rules: ClassVar[Ruleset[Any]] = RULESET
    state: State
    faults = staticmethod(faults)

    def open(self, name: str | None = None) -> RhyeView:
        """The game through a player's eyes, or a spectator's."""
        view = self.view(name)
        assert isinstance(view, RhyeView)
        return view

    def realm(self, name: str) -> RealmView:
        """How a player's people are ruled."""
        return self.open().realms[seat_of(name)]

    def stability(self, name: str) -> str:
        return self.realm(name).stability

    def knows(self, name: str, technology: str) -> bool:
        return technology in self.player(name).technologies

    def settlement(self, place: str) -> tuple[str, str] | None:
        found = self.space(place).settlement
        if found is None:
            return None
        owner = NOBODYS if found.owner == GREY else NAMES[found.owner]
        return owner, SIZES[found.size - 1]

    def units(self, name: str, place: str) -> dict[str, int]:
        found: dict[str, int] = {}
        for units in self.space(place).units:
            if units.owner == owner_of(name):
                found[units.kind] = found.get(units.kind, 0) + units.count
        return found

    def marker(self, place: str) -> MarkerView | None:
        return self.space(place).marker

    def colony(self, place: str) -> str | None:
        """Who owns the resource of a region."""
        return next((NAMES[owner] for at, owner in self.open().colonies if at == place), None)

    def destinations(self, name: str, origin: str, *units: str) -> set[str]:
        """Where units can go from here."""
        said: dict[str, Any] = {"do": "move", "from": origin, "units": list(units)}
        return set(self.options(name, "to", **said))

    def fleet(self, name: str, zone: str) -> str:
        """The key of a player's first fleet in a zone."""
        return next(units.key for units in self.stacks(name, zone) if units.key)

    def aboard(self, name: str, zone: str) -> dict[str, int]:
        """What a player's fleets in a zone carry."""
        return {c.kind: c.count for units in self.stacks(name, zone) for c in units.cargo}

    def recruits(self, name: str) -> list[str]:
        """What a player could raise."""
        return self.options(name, "units", action="recruitment", way="raise")

    def veterans(self, name: str) -> list[str]:
        """What a player could upgrade."""
        if "upgrade" not in self.options(name, "way", action="recruitment"):
            return []
        return self.options(name, "units", action="recruitment", way="upgrade")

    def order(self, name: str, **settings: str) -> Self:
        """A player changes standing orders."""
        return self.play(name, settings, kind="standing_orders")

    def act(self, dice: Iterable[int] = (1,), **plans: Value) -> Self:
        """Players choose their actions, the others consolidate; then the lot for the next turn."""
        asked = [name for name, kind in self.asked().items() if kind == "action"]
        for name in asked:
            last = name == asked[-1]
            plan = plans.get(name, {"action": "consolidation"})
            self.play(name, plan, dice if last else ())
        return self


class Arrangement:
    """A game being arranged; `at` puts it on the table. What is said later comes on top."""

    def __init__(self, players: int, leaders: dict[str, str]) -> None:
        self.players = players
        self.turn = 7
        self.leaders = leaders
        self.options = dict(RULESET.option_defaults)
        self.homeless: set[str] = set()
        self.steps: list[Callable[[State], None]] = []

    def on_turn(self, turn: int) -> Self:
        self.turn = turn
        return self

    def with_option(self, name: str, value: Value) -> Self:
        self.options[name] = value
        return self

    def with_gold(self, name: str, gold: int) -> Self:
        return self._then(lambda state: state.receive(seat_of(name), gold))

    def with_technologies(self, name: str, *technologies: str, first: bool = False) -> Self:
        """Technologies that a player owns; `first` when nobody had them before."""

        def give(state: State) -> None:
            for technology in technologies:
                index = TECHNOLOGY[technology]
                state.technologies[seat_of(name)] |= 1 << index
                state.firsts[index] = seat_of(name) if first else -2

        return self._then(give)

    def with_all_technologies(self, name: str, but: Iterable[str] = ()) -> Self:
        return self.with_technologies(name, *(t for t in TECHNOLOGY if t not in but))

    def with_settlement(
        self, name: str, place: str, size: str = "village", *, capital: bool = False
    ) -> Self:
        """A settlement; a player's first one is the capital."""

        def put(state: State) -> None:
            owner, region = owner_of(name), BOARD.index[place]
            state.put_settlement(region, Settlement(owner, SIZES.index(size) + 1))
            if owner != GREY and (capital or state.capitals[owner] == NOWHERE):
                state.capitals[owner] = region

        return self._then(put)

    def with_settlements(self, name: str, *places: str, size: str = "village") -> Self:
        for place in places:
            self.with_settlement(name, place, size)
        return self

    def with_former(self, place: str, name: str) -> Self:
        """A grey settlement that was a player's."""
        return self._then(lambda state: state.former.__setitem__(BOARD.index[place], seat_of(name)))

    def with_units(self, name: str, place: str, **units: int) -> Self:
        def add(state: State) -> None:
            for unit, count in units.items():
                for _ in range(count):
                    state.add_piece(owner_of(name), UNIT[unit], BOARD.index[place])

        return self._then(add)

    def with_fleet(self, name: str, zone: str, kind: str, **cargo: int) -> Self:
        """A fleet and what it carries."""

        def add(state: State) -> None:
            space = BOARD.index[zone]
            fleet = state.add_piece(seat_of(name), UNIT[kind], space)
            for unit, count in cargo.items():
                for _ in range(count):
                    piece = state.add_piece(seat_of(name), UNIT[unit], space)
                    aboard = msgspec.structs.replace(piece, aboard=fleet.id)
                    state.spaces[space] = (*state.spaces[space][:-1], aboard)

        return self._then(add)

    def with_marker(self, place: str, kind: str, *, up: bool = False, colony: str = "") -> Self:
        """A marker out of the box, face down unless `up`; with a `colony` of a player."""

        def lay(state: State) -> None:
            region = BOARD.index[place]
            if MARKER[kind] in state.box:
                state.box.remove(MARKER[kind])
            else:  # one that this number of players has not, instead of another
                state.box.pop()
            state.markers[region] = MARKER[kind]
            state.face_down[region] = not (up or colony)
            if colony:
                assert kind in RESOURCES
                state.colonies[region] = seat_of(colony)

        return self._then(lay)

    def with_wonder(self, place: str, wonder: str) -> Self:
        """A wonder in a settlement."""

        def build(state: State) -> None:
            region = BOARD.index[place]
            state.sites[WONDER[wonder]] = region
            state.put_settlement(region, state.settlements[region])

        return self._then(build)

    def with_stability(self, name: str, level: str) -> Self:
        return self._then(lambda state: state.stability.__setitem__(seat_of(name), LEVEL[level]))

    def with_government(self, name: str, government: str) -> Self:
        return self._then(
            lambda state: state.governments.__setitem__(seat_of(name), GOVERNMENT[government])
        )

    def with_religion(self, name: str, religion: str) -> Self:
        return self._then(
            lambda state: state.religions.__setitem__(seat_of(name), RELIGION[religion])
        )

    def in_contact(self, one: str, other: str) -> Self:
        def meet(state: State) -> None:
            for a, b in ((one, other), (other, one)):
                state.contacts[seat_of(a)] |= 1 << seat_of(b)

        return self._then(meet)

    def with_orders(self, name: str, **settings: str) -> Self:
        def give(state: State) -> None:
            old = state.orders[seat_of(name)]
            state.orders[seat_of(name)] = msgspec.structs.replace(old, **settings)

        return self._then(give)

    def then(self, step: Callable[[State], None]) -> Self:
        """Anything else about the state."""
        return self._then(step)

    def without_home(self, *names: str) -> Self:
        """Players without a settlement, even far away; with nothing else they have fallen."""
        self.homeless.update(names)
        return self

    def at(
        self, phase: str, mover: str = "", first: str = "angela", dice: Iterable[int] = ()
    ) -> Game:
        """The game at a phase: revolts, movement, battles, actions or end (of the turn).

        In movement and battles the `mover` is the one who acts first, the starting player
        otherwise. What needs no answer happens at once, with these dice.
        """
        state = self._state()
        state.first = seat_of(first)
        order = in_order(state)
        at = order.index(seat_of(mover or first))
        frames: dict[str, list[Any]] = {
            "revolts": [Turn(1), Revolts(order[: RULESET_CHECKS[state.seats]])],
            "movement": [Turn(2), Movement(order, at)],
            "battles": [Turn(3), Wars(order, at)],
            "actions": [Turn(4), Actions()],
            "end": [Turn(4)],
        }
        state.frames = frames[phase]
        return Game.resume(state, dice)

    def _then(self, step: Callable[[State], None]) -> Self:
        self.steps.append(step)
        return self

    def _state(self) -> State:
        state: State = RULESET.new_state(self.players, self.options)
        state.turn = self.turn
        play = Play(state, ScriptedDice())
        free = [leader for leader in LEADERS if leader not in self.leaders.values()]
        for seat, name in enumerate(NAMES[: self.players]):
            leader = self.leaders.get(name) or free.pop(0)
            lead(play, seat, CIVILIZATION[leader], dealt=False)
        for step in self.steps:
            step(state)
        for seat, name in enumerate(NAMES[: self.players]):
            if not any(state.sizes[seat]) and name not in self.homeless:
                region = BOARD.index[HOMES[self.players][seat]]
                state.put_settlement(region, Settlement(seat, 1))
                state.capitals[seat] = region
        state.check_fallen(play)
        return state


RULESET_CHECKS = State.tables.revolt_checks


def a_game(players: int = 3, **leaders: str) -> Arrangement:
    """A game to be arranged; `angela="rome"` and the like say who leads what."""
    return Arrangement(players, leaders)


def started(players: int, dice: Iterable[int] = (), **options: Value) -> Game:
    """A game from its set-up on, with these lots and then unmixed markers."""
    return Game.begin(players, SetUpDice(dice), options)


class SetUpDice(ScriptedDice):
    """The lots that are listed; after them, every shuffle changes nothing and lots are first."""

    def draw(self, number: int, sides: int) -> int:
        if self.faces:
            face = self.faces.pop(0)
            assert 1 <= face <= sides
            return face - 1
        return sides - 1


def meeting(**units: dict[str, int]) -> Arrangement:
    """Units of several players in Steppe."""
    arranged = a_game()
    for name, force in units.items():
        arranged.with_units(name, "steppe", **force)
    return arranged


def lots(*civilizations: str) -> list[int]:
    """The lots that deal these civilizations, seat by seat."""
    left, drawn = list(CIVILIZATION), []
    for name in civilizations:
        drawn.append(left.index(name) + 1)
        left.remove(name)
    return drawn


def offer(
    game: Game, one: str, to: str, *, give: Value = (), get: Value = (), pay: int = 0, ask: int = 0
) -> Game:
    """A player makes an offer; what there is nothing of is not asked for."""
    said: dict[str, Value] = {"do": "offer", "to": str(seat_of(to)), "give_gold": pay}
    if game.options(one, "give", "trade", **said):
        said["give"] = list(give)
    said["get_gold"] = ask
    if game.options(one, "get", "trade", **said):
        said["get"] = list(get)
    return game.play(one, said, kind="trade")


def deal(game: Game, one: str, other: str, **terms: Value) -> Game:
    """An offer is made and accepted."""
    offer(game, one, other, **terms)
    (number,) = game.options(other, "offer", "trade", do="accept")
    return game.play(other, {"do": "accept", "offer": number}, kind="trade")

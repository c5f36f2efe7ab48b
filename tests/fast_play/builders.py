"""Arranging a Fast Play game in a line or two, and the words of the choices made in it.

>>> game = (
...     a_game(players=3)
...     .in_era("gunpowder")
...     .with_settlement("angela", "gaul", "town")
...     .with_units("angela", "gaul", musketman=2)
...     .at("movement")
... )
>>> game.play("angela", move("gaul", "germania", "musketman"))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar, Self

import msgspec

from engine.core.flow import Play
from engine.core.grammar import Amount, Form, Subset, Value
from engine.core.ruleset import Ruleset
from engine.rulesets.fast_play import RULESET
from engine.rulesets.fast_play.frames import Movement, Purchase, PurchaseTogether, Settling
from engine.rulesets.fast_play.purchase.phase import all_at_once
from engine.rulesets.fast_play.state import BARE, UNEXPLORED, State
from engine.rulesets.fast_play.tables import ERA_WONDERS, ERAS, MARKER, RESOURCES, UNIT, WONDERS
from engine.rulesets.fast_play.turn import TurnPhase
from engine.rulesets.fast_play.view import FastPlayView
from engine.world.flow import Turn
from engine.world.pieces.placement import Placement
from engine.world.state import BOARD, LAPSED, NOBODY, SIZES, Settlement
from tests.builders import ScriptedDice, WorldGame, seat_of
from tests.fast_play.soundness import faults

MOVES = ("move", "fly", "sail", "explore")


class Game(WorldGame):
    """A game under way. Places, units and markers go by their ids, players by their names."""

    rules: ClassVar[Ruleset[State]] = RULESET
    state: State
    faults = staticmethod(faults)

    @classmethod
    def start(cls, players: int, first: str = "angela", **options: Value) -> Game:
        """A game from its set-up on, with the lot for who places first."""
        return cls.begin(players, ScriptedDice([seat_of(first) + 1]), options)

    def view(self, name: str | None = None) -> FastPlayView:
        view = super().view(name)
        assert isinstance(view, FastPlayView)
        return view

    def play(self, name: str, value: Value, dice: Iterable[int] = (), kind: str = "") -> Self:
        """A player answers, and these dice fall. A move that leaves only the end ends movement."""
        script = ScriptedDice(dice)
        self._play(self.decision(name, kind), value, script)
        if isinstance(value, dict) and value.get("do") in MOVES and self.is_at_the_end(name):
            told = self.told
            self._play(self.decision(name), {"do": "end"}, script)
            self.told = told + self.told
        script.finish()
        return self

    def is_at_the_end(self, name: str) -> bool:
        """Whether all that a player can still order is the end of movement."""
        return self.asked().get(name) == "movement" and self.options(name, "do") == ["end"]

    def explore(self, name: str, place: str, marker: str, dice: Iterable[int] = ()) -> Game:
        """A player's settler explores and draws this marker; then these dice fall."""
        lot = 1 + sum(self.state.bag[: MARKER[marker]])
        return self.play(name, {"do": "explore", "at": place}, [lot, *dice])

    def destinations(self, name: str, origin: str, do: str = "move") -> set[str]:
        """Where pieces can go from a space."""
        return set(self.options(name, "to", **{"do": do, "from": origin}))

    def movers(self, name: str, origin: str, target: str) -> Subset:
        """Which pieces can go from one space to another."""
        said = {"do": "move", "from": origin, "to": target}
        form = self.decision(name).grammar
        assert isinstance(form, Form)
        units = next(part for part in form.fields if part.name == "units").given(said, form.source)
        assert isinstance(units, Subset)
        return units

    def aside(self, name: str) -> tuple[int, int]:
        """The least and the most gold a player can set aside for a wonder."""
        form = self.decision(name).grammar
        assert isinstance(form, Form)
        amount = form.fields[-1].given({"buy": "wonder"}, form.source)
        assert isinstance(amount, Amount)
        return amount.least, amount.most

    def technologies(self, name: str) -> tuple[str, ...]:
        return self.player(name).technologies

    def marker(self, place: str) -> str | None:
        """The marker that lies in a region."""
        found = self.space(place).marker
        return None if found is None else found.kind


HOMES = ("labrador", "patagonia", "scandia", "kamchatka", "arabia", "madagascar")
"""Where a player who is given nothing has a village, out of everyone's way."""

END: Value = {"do": "end"}
DONE: Value = {"buy": "done"}
TECHNOLOGY: Value = {"buy": "technology"}


def move(origin: str, target: str, *units: str) -> Value:
    return {"do": "move", "from": origin, "to": target, "units": list(units)}


def fly(origin: str, target: str, *units: str) -> Value:
    return {"do": "fly", "from": origin, "to": target, "units": list(units)}


def sail(origin: str, target: str, *units: str) -> Value:
    return {"do": "sail", "from": origin, "to": target, "units": list(units)}


def build(unit: str, *places: str) -> Value:
    return {"buy": unit, "where": list(places)}


def grow(*places: str) -> Value:
    return {"buy": "grow", "where": list(places)}


def wonder(aside: int) -> Value:
    return {"buy": "wonder", "aside": aside}


def a_game(players: int = 2) -> Arrangement:
    """An empty board of the ancient era: nothing explored, no gold, nobody's move yet."""
    return Arrangement(players)


def an_explorer(players: int = 2) -> Arrangement:
    """Angela's settler stands in Gobi, which nobody has explored."""
    return a_game(players).with_units("angela", "gobi", settler=1)


class Arrangement:
    """A game being arranged; `at` puts it on the table. What is said later comes on top."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.era = 0
        self.turn = 7
        self.changed = False
        self.options = dict(RULESET.option_defaults)
        self.nothing: set[str] = set()
        self.steps: list[Callable[[State], None]] = []

    def in_era(self, era: str, begun_now: bool = False) -> Arrangement:
        self.era, self.changed = ERAS.index(era), begun_now
        return self

    def on_turn(self, turn: int) -> Arrangement:
        self.turn = turn
        return self

    def with_option(self, name: str, value: Value) -> Arrangement:
        self.options[name] = value
        return self

    def with_gold(self, name: str, gold: int) -> Arrangement:
        return self._then(lambda state: state.receive(seat_of(name), gold))

    def with_technologies(self, name: str, **by_era: int) -> Arrangement:
        def learn(state: State) -> None:
            for era, count in by_era.items():
                state.technologies[seat_of(name)][ERAS.index(era)] = count

        return self._then(learn)

    def with_wonders(self, name: str, *wonders: str) -> Arrangement:
        def award(state: State) -> None:
            for each in wonders:
                state.wonders[[wonder.id for wonder in WONDERS].index(each)] = seat_of(name)

        return self._then(award)

    def with_settlement(self, name: str, place: str, size: str = "village") -> Arrangement:
        """A settlement in a region that is explored."""

        def settle(state: State) -> None:
            region = BOARD.index[place]
            state.put_settlement(region, Settlement(seat_of(name), SIZES.index(size) + 1))
            if state.markers[region] == UNEXPLORED:
                state.markers[region] = BARE

        return self._then(settle)

    def with_settlements(self, name: str, *places: str, size: str = "village") -> Arrangement:
        for place in places:
            self.with_settlement(name, place, size)
        return self

    def with_units(self, name: str, place: str, **units: int) -> Arrangement:
        def add(state: State) -> None:
            for unit, count in units.items():
                for _ in range(count):
                    state.add_piece(seat_of(name), UNIT[unit], BOARD.index[place])

        return self._then(add)

    def with_marker(self, place: str, kind: str) -> Arrangement:
        """An explored region, with a marker out of the bag."""

        def lay(state: State) -> None:
            state.bag[MARKER[kind]] -= 1
            state.markers[BOARD.index[place]] = MARKER[kind]

        return self._then(lay)

    def with_explored(self, *places: str) -> Arrangement:
        """Regions in which there is nothing."""
        for place in places:
            self.with_marker(place, "no_encounter")
        return self

    def with_exploited(self, *resources: str) -> Arrangement:
        """Resources that somebody has exploited, far away."""

        def exploit(state: State) -> None:
            for number, resource in enumerate(resources):
                region = BOARD.index[("aotearoa", "tasmania", "papua", "borneo")[number]]
                kind = RESOURCES.index(resource)
                state.bag[kind] -= 1
                state.markers[region] = kind
                state.worked[region] = True
                state.exploited[kind] += 1

        return self._then(exploit)

    def with_orders(self, name: str, **settings: str) -> Arrangement:
        def give(state: State) -> None:
            seat = seat_of(name)
            state.orders[seat] = msgspec.structs.replace(state.orders[seat], **settings)

        return self._then(give)

    def with_nothing(self, *names: str) -> Arrangement:
        """Players who have fallen: not even a village far away."""
        self.nothing.update(names)
        return self

    def at(self, phase: str, by: str = "", first: str = "angela") -> Game:
        """The game at a phase: placement, production, purchase, movement, settling or end.

        At purchase the one `by` whom it is to buy has received its income already; at production it
        receives it now.
        """
        state = self._state(settled=phase != "placement")
        state.first = seat_of(first)
        order = state.turn_order()
        at = order.index(seat_of(by or first))
        if phase == "placement":
            state.turn = 0
            state.frames = [Placement(order + order[::-1])]
        elif phase == "end":
            state.frames = [Turn(len(TurnPhase.steps))]
        elif phase == "movement":
            state.frames = [Turn(2), Movement(order, at)]
        elif phase == "settling":
            state.frames = [Turn(3), Settling(order)]
        elif state.together:
            carts = all_at_once(order).carts
            state.frames = [Turn(1), PurchaseTogether(carts, paid=phase == "purchase")]
        else:
            state.frames = [Turn(1), Purchase(order, at, paid=phase == "purchase")]
        return Game.resume(state)

    def _then(self, step: Callable[[State], None]) -> Arrangement:
        self.steps.append(step)
        return self

    def _state(self, settled: bool) -> State:
        state = RULESET.new_state(self.players, self.options)
        state.turn, state.era = self.turn, self.era
        state.era_turn = self.turn if self.changed else 0
        for step in self.steps:
            step(state)
        for past in ERA_WONDERS[: self.era]:
            for each in past:
                if state.wonders[each] == NOBODY:
                    state.wonders[each] = LAPSED
        if settled:
            self._send_home(state)
            state.check_fallen(Play(state, ScriptedDice()))
        return state

    def _send_home(self, state: State) -> None:
        for seat, name in enumerate(("angela", "brad", "chris", "dana", "erik", "fay")):
            if seat >= self.players or name in self.nothing:
                continue
            if not any(state.sizes[seat]) and not any(state.tally[seat]):
                region = BOARD.index[HOMES[seat]]
                state.put_settlement(region, Settlement(seat, 1))
                state.markers[region] = BARE


TEN = (
    *("iberia", "germania", "italia", "hellas", "sarmatia"),
    *("muscovy", "siberia", "yakutia", "himalaya", "bactria"),
)

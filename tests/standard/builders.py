"""Arranging a Standard game in a line or two, and the words of the choices made in it.

>>> game = (
...     a_game(players=3)
...     .in_era("gunpowder")
...     .with_settlement("angela", "tanganika", "town")
...     .with_units("angela", "kalahari", dragoon=2)
...     .at("movement", mover="angela")
... )
>>> game.play("angela", move("kalahari", "congo", "dragoon"))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Self

import msgspec

from engine.core.flow import Play
from engine.core.grammar import Value
from engine.core.ruleset import Ruleset
from engine.rulesets.standard import RULESET
from engine.rulesets.standard.frames import Movement
from engine.rulesets.standard.state import Marker, Orders, State
from engine.rulesets.standard.tables import MARKER, TABLES
from engine.rulesets.standard.turn import TurnPhase
from engine.rulesets.standard.wonders import NAMES as WONDERS
from engine.rulesets.standard.wonders import award
from engine.world.flow import Turn as TurnFrame
from engine.world.pieces.placement import Placement
from engine.world.state import BOARD, SIZES, Settlement
from engine.world.view import MarkerView
from tests.builders import NAMES, ScriptedDice, WorldGame, seat_of


class Game(WorldGame):
    """A game under way. Places, units and cards go by their ids, players by their names."""

    rules: ClassVar[Ruleset[Any]] = RULESET
    state: State

    @classmethod
    def start(cls, players: int, dice: Iterable[int], **options: Value) -> Game:
        """A game from its set-up on, its markers unmixed, with the dice for the first order."""
        markers = RULESET.new_state(players, {**RULESET.option_defaults, **options}).box
        return cls.begin(players, ScriptedDice(dice, unmixed=len(markers) - 1), options)

    def announce(self, name: str, wonder: str) -> Game:
        """A player announces a wonder."""
        return self.play(name, wonder, kind="announce")

    def order(self, name: str, dice: Iterable[int] = (), **settings: str) -> Game:
        """A player changes standing orders; `toward_brad` and the like name another player."""
        value: dict[str, Value] = {}
        for key, setting in settings.items():
            kind, _, other_name = key.partition("_")
            value[f"{kind}_{seat_of(other_name)}" if other_name else key] = setting
        return self.play(name, value, dice, kind="standing_orders")

    def until_turn(self, turn: int, dice: Iterable[int] = ()) -> Game:
        """The clock answers for everyone until a turn begins, and these dice fall."""
        return self.lapse(lambda game: game.turn == turn, dice)

    def destinations(self, name: str, origin: str, *units: str) -> set[str]:
        """Where units can go from here."""
        said: dict[str, Any] = {"do": "move", "from": origin, "units": list(units)}
        return set(self.options(name, "to", **said))

    def technologies(self, name: str) -> int:
        return len(self.player(name).technologies)

    def wonders(self, name: str) -> tuple[str, ...]:
        return self.player(name).wonders

    def marker(self, place: str, name: str | None = None) -> MarkerView | None:
        """The marker of a region through a player's eyes."""
        return self.space(place, name).marker

    def aboard(self, name: str, zone: str) -> dict[str, int]:
        """What a player's fleets in a zone carry."""
        return {c.kind: c.count for units in self.stacks(name, zone) for c in units.cargo}

    def fleet(self, name: str, zone: str, kind: str = "") -> str:
        """The key of a player's fleet in a zone: the first, or the first of a kind."""
        return next(
            units.key for units in self.stacks(name, zone) if units.key and kind in ("", units.kind)
        )


HOMES = ("labrador", "patagonia", "scandia", "kamchatka", "arabia", "madagascar")
"""Where a player without a settlement has a village all the same, out of everyone's way."""

END: Value = {"do": "end"}
DONE: Value = {"do": "done"}
BUY_NOTHING: Value = {"buy": "done"}


def move(origin: str, target: str, *units: str) -> Value:
    return {"do": "move", "from": origin, "units": list(units), "to": target}


def look(place: str, empty: str = "leave") -> Value:
    return {"do": "look", "at": place, "empty": empty}


def buy(good: str, where: str, count: int = 1) -> Value:
    value = {"buy": good, "where": where}
    return value if good in ("village", "grow") else {**value, "count": count}


BUY_TECHNOLOGY: Value = {"buy": "technology"}


def offer(
    to: str,
    give: Iterable[str] = (),
    get: Iterable[str] = (),
    give_gold: int = 0,
    get_gold: int = 0,
) -> Value:
    return {
        "do": "offer",
        "to": str(seat_of(to)),
        "give_gold": give_gold,
        "give": list(give),
        "get_gold": get_gold,
        "get": list(get),
    }


def a_game(players: int = 2) -> Arrangement:
    """An empty board of the ancient era: no markers, no gold, nobody's move yet."""
    return Arrangement(players)


def a_settler_on(marker: str, players: int = 2) -> Arrangement:
    """Angela's settler stands in Gobi, on a face-down marker."""
    return a_game(players).with_units("angela", "gobi", settler=1).with_marker("gobi", marker)


def looked_at(marker: str, players: int = 2, empty: str = "leave") -> Game:
    """Angela's settler in Gobi has looked."""
    return a_settler_on(marker, players).at("movement").play("angela", look("gobi", empty))


def declared(
    game: Arrangement,
    place: str,
    attacker: str = "angela",
    defender: str = "brad",
    dice: Iterable[int] = (),
) -> Game:
    """The attacker has ended movement and declared a battle in a place, and these dice fell."""
    table = game.at("movement", mover=attacker)
    if table.asked().get(attacker) == "movement":
        table.play(attacker, END)
    return table.play(attacker, [f"{place}:{seat_of(defender)}"], dice)


def dealt(
    game: Game,
    maker: str,
    to: str,
    give: Iterable[str] = (),
    get: Iterable[str] = (),
    get_gold: int = 0,
) -> Game:
    """An offer made and accepted."""
    game.play(maker, offer(to, give, get, get_gold=get_gold))
    number = game.view(maker).offers[-1].id
    return game.play(to, {"do": "accept", "offer": str(number)})


class Arrangement:
    """A game being arranged; `at` puts it on the table. What is said later comes on top."""

    table: ClassVar[type[Game]] = Game

    def __init__(self, players: int) -> None:
        self.players = players
        self.era = "ancient"
        self.turn = 7
        self.options = dict(self.table.rules.option_defaults)
        self.technologies: list[tuple[str, str, int]] = []
        self.wonders: list[tuple[str, str]] = []
        self.homeless: set[str] = set()
        self.steps: list[Callable[[State], None]] = []

    def in_era(self, era: str) -> Self:
        self.era = era
        return self

    def on_turn(self, turn: int) -> Self:
        self.turn = turn
        return self

    def with_option(self, name: str, value: Value) -> Self:
        self.options[name] = value
        return self

    def with_gold(self, name: str, gold: int) -> Self:
        return self._then(lambda state: state.receive(seat_of(name), gold))

    def with_technologies(self, name: str, **by_era: int) -> Self:
        """So many technologies of each era, gained while that era lasted."""
        self.technologies += [(name, era, count) for era, count in by_era.items()]
        return self

    def with_wonders(self, name: str, *wonders: str) -> Self:
        self.wonders += [(name, wonder) for wonder in wonders]
        return self

    def with_settlement(
        self, name: str, place: str, size: str = "village", marker: str = "", grown: int = 0
    ) -> Self:
        """A settlement, with a face-up marker if one is named."""
        settled = Settlement(seat_of(name), SIZES.index(size) + 1, grown)
        self._then(lambda state: state.put_settlement(BOARD.index[place], settled))
        return self.with_marker(place, marker, up=True) if marker else self

    def with_settlements(self, name: str, *places: str, size: str = "village") -> Self:
        for place in places:
            self.with_settlement(name, place, size)
        return self

    def with_units(self, name: str, place: str, **units: int) -> Self:
        def add(state: State) -> None:
            for unit, count in units.items():
                for _ in range(count):
                    state.add_piece(seat_of(name), state.roster.index[unit], BOARD.index[place])

        return self._then(add)

    def with_fleet(self, name: str, zone: str, kind: str, **cargo: int) -> Self:
        """A fleet and what it carries."""

        def add(state: State) -> None:
            space = BOARD.index[zone]
            fleet = state.add_piece(seat_of(name), state.roster.index[kind], space)
            for unit, count in cargo.items():
                for _ in range(count):
                    piece = state.add_piece(seat_of(name), state.roster.index[unit], space)
                    aboard = msgspec.structs.replace(piece, aboard=fleet.id)
                    state.spaces[space] = (*state.spaces[space][:-1], aboard)

        return self._then(add)

    def with_marker(
        self, place: str, kind: str, up: bool = False, known_by: Iterable[str] = ()
    ) -> Self:
        """A marker out of the box, face down unless said otherwise."""
        known = sum(1 << seat_of(name) for name in known_by)

        def lay(state: State) -> None:
            state.box.remove(MARKER[kind])
            state.markers[BOARD.index[place]] = Marker(MARKER[kind], up, known)

        return self._then(lay)

    def with_spare_marker(self, kind: str) -> Self:
        """One more marker of a kind in the box, instead of an empty one."""
        return self._then(
            lambda state: state.box.__setitem__(state.box.index(TABLES.no_encounter), MARKER[kind])
        )

    def with_orders(self, name: str, **settings: str) -> Self:
        """Standing orders; `toward_brad` and the like name another player."""

        def give(state: State) -> None:
            orders = state.orders[seat_of(name)]
            toward = tuple(
                settings.get(f"toward_{other}", orders.toward[seat])
                for seat, other in enumerate(NAMES[: state.seats])
            )
            own = {key: value for key, value in settings.items() if key in Orders.__struct_fields__}
            state.orders[seat_of(name)] = msgspec.structs.replace(orders, toward=toward, **own)

        return self._then(give)

    def without_home(self, *names: str) -> Self:
        """Players without a settlement, even far away; with nothing else they have fallen."""
        self.homeless.update(names)
        return self

    def at(
        self, phase: str, mover: str = "", first: str = "angela", dice: Iterable[int] = ()
    ) -> Game:
        """The game at a phase: placement, movement, trade, production, purchase or end.

        What needs no answer happens at once, with these dice: production goes on to purchase. In
        movement and purchase the `mover` is the one who acts first, the starting player otherwise.
        """
        state = self._state(settled=phase != "placement")
        state.first = seat_of(first)
        order = state.turn_order()
        at = order.index(seat_of(mover or first))
        if phase == "placement":
            _lay_the_rest(state)
            state.turn = 0
            state.frames = [Placement(order + order[::-1])]
        elif phase == "movement":
            state.frames = [TurnFrame(1), Movement(order, at)]
        else:
            state.frames = [TurnFrame((*TurnPhase.steps, "end").index(phase))]
        return self.table.resume(state, dice)

    def _then(self, step: Callable[[State], None]) -> Self:
        self.steps.append(step)
        return self

    def _state(self, settled: bool) -> State:
        state: State = self.table.rules.new_state(self.players, self.options)
        play = Play(state, ScriptedDice())
        state.turn = self.turn
        self._pass_eras(play)
        for step in self.steps:
            step(state)
        if settled:
            self._send_home(state)
            play.state.check_fallen(play)
        return state

    def _send_home(self, state: State) -> None:
        for seat, name in enumerate(NAMES[: self.players]):
            if not any(state.sizes[seat]) and name not in self.homeless:
                state.put_settlement(BOARD.index[HOMES[seat]], Settlement(seat, 1))

    def _pass_eras(self, play: Play[State]) -> None:
        """Hand out cards and wonders era by era; what is left of a past era has lapsed."""
        for era in TABLES.eras:
            for name, of, count in self.technologies:
                for _ in range(count if of == era else 0):
                    assert play.state.gain_technology(play, seat_of(name)) is not None
            for name, wonder in self.wonders:
                if TABLES.wonders[WONDERS[wonder]].era == play.state.era:
                    award(play, seat_of(name), WONDERS[wonder])
            if era == self.era:
                return
            TurnPhase[State]().next_era(play)


def _lay_the_rest(state: State) -> None:
    """A marker in every region that has none, the empty ones first."""
    state.box.sort()
    for region, marker in enumerate(state.markers):
        if marker is None:
            state.markers[region] = Marker(state.box.pop())

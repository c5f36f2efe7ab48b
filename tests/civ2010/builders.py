"""A 2010 game in the hands of a test: arrange a situation in a line or two, play, and look.

The map of an arranged game is all grassland, explored, with the capitals far apart, so that a case
puts down just what it is about:

>>> game = a_game().cities("ada", "C8").tech("ada", "pottery").at("cities")
>>> game.play("ada", do="act", city="C8", item="granary", square="B8")
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from engine.conformance.twins import census
from engine.core.decision import Choice, Decision
from engine.core.dice import KeyedDice
from engine.core.errors import IllegalChoice
from engine.core.events import Disclosure, Event
from engine.core.flow import Play
from engine.core.grammar import Form, OneOf, Value
from engine.core.messages import Voice, catalog
from engine.rulebook import rulebook
from engine.rulesets.civ2010 import RULESET
from engine.rulesets.civ2010.cities.architecture import put
from engine.rulesets.civ2010.map import figures
from engine.rulesets.civ2010.map.board import coins, grid
from engine.rulesets.civ2010.sheet.bonuses import refresh
from engine.rulesets.civ2010.state import (
    Battle,
    Cities,
    City,
    Movement,
    PersonCard,
    Player,
    Research,
    Start,
    State,
    Token,
    Trade,
    Turn,
    Unit,
)
from engine.rulesets.civ2010.tables import BUILDINGS, TECHNOLOGIES, WONDERS
from engine.tiles.civ import CivView

NAMES = ("ada", "bo", "cy", "di", "ed")
CAPITALS = {2: ("C3", "F14"), 3: ("H3", "N14", "C14"), 4: ("C3", "N3", "N14", "C14")}
QUIET = ("egyptians", "mongols", "zulu", "japanese", "french")
"""Civilizations that rarely get in the way of what a case is about."""


VOICE = Voice(catalog("civ2010", strict=True), ("Ada", "Bo", "Cy", "Di", "Ed"))


def seat_of(name: str) -> int:
    return NAMES.index(name)


Arrange = Callable[["Game"], object]
"""Something that a case does to a position first."""


class Game:
    """One game: arranged, then played."""

    def __init__(self, state: State, players: int) -> None:
        self.state = state
        self.dice = KeyedDice(b"a table", [b"seat"] * players)
        self.revealed = False
        """Whether the latest choice brought something to light."""
        self.told: list[Disclosure] = []

    # Arranging.

    def player(self, name: str) -> Player:
        return self.state.players[seat_of(name)]

    def at_square(self, key: str) -> int:
        return grid(self.state).index[key]

    def terrain(self, letter: str, *keys: str) -> Game:
        for key in keys:
            self.state.terrain[self.at_square(key)] = letter
        return self

    def icon(self, icon: str, *keys: str) -> Game:
        for key in keys:
            self.state.icons[self.at_square(key)] = icon
        return self

    def dark(self, *keys: str) -> Game:
        """Turn the tiles of these squares face down again."""
        for key in keys:
            number = grid(self.state).tile_of[self.at_square(key)]
            for at in grid(self.state).covered(number):
                self.state.terrain[at] = ""
            slot = self.state.slots[number]
            self.state.slots[number] = type(slot)(slot.tile)
        return self

    def token(self, kind: str, content: str, key: str) -> Game:
        heap = self.state.huts if kind == "hut" else self.state.villages
        if content in heap:
            heap.remove(content)
        self.state.tokens[self.at_square(key)] = Token(kind, content)
        return self

    def relic(self, relic: str, key: str) -> Game:
        self.state.relics[self.at_square(key)] = relic
        return self

    def city_state(self, marker: str, key: str) -> Game:
        self.state.states_left.remove(marker)
        self.state.city_states[self.at_square(key)] = marker
        return self

    def cities(self, name: str, *keys: str, **facts: Any) -> Game:
        for key in keys:
            self.state.cities.append(City(seat_of(name), self.at_square(key), **facts))
        return self

    def capital(self, name: str, **facts: Any) -> Game:
        for number, city in enumerate(self.state.cities):
            if city.capital and city.owner == seat_of(name):
                fields = {f: getattr(city, f) for f in city.__struct_fields__} | facts
                self.state.cities[number] = City(**fields)
        return self

    def armies(self, name: str, key: str, number: int = 1) -> Game:
        for _ in range(number):
            figures.add(self.state, seat_of(name), True, self.at_square(key))
        return self

    def scouts(self, name: str, key: str, number: int = 1) -> Game:
        for _ in range(number):
            figures.add(self.state, seat_of(name), False, self.at_square(key))
        return self

    def building(self, name: str, kind: str, *keys: str) -> Game:
        for key in keys:
            play: Play[State] = Play(self.state, self.dice)
            role = "building" if kind in BUILDINGS else "wonder" if kind in WONDERS else "person"
            put(play, seat_of(name), self.at_square(key), kind, role)
            if role == "wonder":
                self.player(name).wonders[kind] = self.at_square(key)
                for deck in (self.state.wonder_deck, self.state.wonder_market):
                    if kind in deck:
                        deck.remove(kind)
            if role == "building":
                self.state.supply[BUILDINGS[kind].upgrade_of or kind] -= 1
        return self

    def tech(self, name: str, *techs: str) -> Game:
        player = self.player(name)
        for tech in techs:
            player.techs.append(tech)
            player.rows.append(TECHNOLOGIES[tech].level)
        refresh(player)
        return self

    def pyramid(self, name: str, *numbers: int) -> Game:
        """So many unremarkable technologies in each row."""
        player = self.player(name)
        for row, number in enumerate(numbers, 1):
            player.techs += ["blank"] * number
            player.rows += [row] * number
        refresh(player)
        return self

    def government(self, name: str, government: str) -> Game:
        self.player(name).government = government
        refresh(self.player(name))
        return self

    def policy(self, name: str, *policies: str) -> Game:
        self.player(name).policies = list(policies)
        refresh(self.player(name))
        return self

    def has(self, name: str, **facts: Any) -> Game:
        for field, value in facts.items():
            setattr(self.player(name), field, value)
        refresh(self.player(name))
        return self

    def units(self, name: str, *keys: str) -> Game:
        """Unit cards as `infantry.0`, with the index of their values."""
        found = []
        for key in keys:
            kind, _, value = key.partition(".")
            self.state.units[kind].remove(int(value))
            found.append(Unit(kind, int(value)))
        self.player(name).units = found
        return self

    def cards(self, name: str, *cards: str) -> Game:
        for card in cards:
            for deck in self.state.decks:
                if card in deck:
                    deck.remove(card)
                    break
            self.player(name).cards.append(card)
        return self

    def person(self, name: str, card: str, kind: str, key: str, *, shown: bool = False) -> Game:
        """A great person's card with its marker on the map."""
        self.state.person_deck.remove(card)
        self.player(name).people.append(PersonCard(card, shown))
        return self.marker(name, kind, key)

    def marker(self, name: str, kind: str, key: str) -> Game:
        self.state.persons.remove(kind)
        return self.building(name, kind, key)

    def at(self, phase: str, first: str = "ada") -> Game:
        """Go to a phase, with the turn's first player."""
        state, seat = self.state, seat_of(first)
        state.first = seat
        order = tuple((seat + n) % state.seats for n in range(state.seats))
        together = state.options["start_and_production"] == "together"
        steps = ("start", "trade", "cities", "movement", "research")
        frames = {
            "start": Start(order, together=together),
            "trade": Trade((False,) * state.seats),
            "cities": Cities(order, together=together),
            "movement": Movement(order),
            "research": Research(),
        }
        state.frames = [Turn(steps.index(phase) + 1), frames[phase]]  # type: ignore[list-item]
        play: Play[State] = Play(state, self.dice)
        RULESET.settle(play)
        self.told = list(play.events)
        return self

    # Playing.

    def pending(self, name: str) -> list[Decision]:
        return [d for d in RULESET.pending(self.state) if d.seat == seat_of(name)]

    def asked(self) -> dict[str, str]:
        """Who is awaited for what."""
        found = [d for d in RULESET.pending(self.state) if d.blocking]
        return {NAMES[d.seat]: d.kind for d in found}

    def decision(self, name: str, kind: str = "") -> Decision:
        found = self.pending(name)
        if kind:
            return next(d for d in found if d.kind == kind)
        return next((d for d in found if d.blocking), found[0])

    def choose(self, name: str, value: Value, kind: str = "") -> Game:
        decision = self.decision(name, kind)
        choice = Choice(decision.seat, decision.id, value)
        before = census(RULESET, self.state)
        step = RULESET.apply(self.state, choice, self.dice)
        self.state, self.revealed = step.state, step.revealed
        assert census(RULESET, self.state) == before
        self.told += step.events
        return self

    def play(self, name: str, kind: str = "", **value: Value) -> Game:
        """Answer a form."""
        if "from_" in value:
            value["from"] = value.pop("from_")
        return self.choose(name, value, kind)

    def done(self, name: str) -> Game:
        return self.play(name, do="done")

    def refusal(self, name: str, value: Value) -> IllegalChoice:
        """What a player who tries this is told; rulebook and catalog must know it."""
        with pytest.raises(IllegalChoice) as refused:
            self.choose(name, value)
        if refused.value.rule:
            rulebook("civ2010").section(refused.value.rule)
        assert VOICE.error(refused.value)
        return refused.value

    def refuses(self, name: str, value: Value, code: str, rule: str = "") -> None:
        refused = self.refusal(name, value)
        assert refused.code == code
        if rule:
            assert refused.rule == rule

    def options(self, name: str, field: str, said: dict[str, Value] | None = None) -> list[str]:
        """The keys a field of a seat's form offers after some answers."""
        grammar = self.decision(name).grammar
        if isinstance(grammar, Form):
            found = next(f for f in grammar.fields if f.name == field)
            grammar = found.given(said or {}, grammar.source)  # type: ignore[assignment]
        assert isinstance(grammar, OneOf), grammar
        return list(grammar.keys)

    def actions(self, name: str) -> list[str]:
        return self.options(name, "do")

    def items(self, name: str, city: str = "") -> list[str]:
        """What a city can do."""
        said = {"do": "act"} | ({"city": city} if city else {})
        return self.options(name, "item", said)

    def keys(self, name: str) -> list[str]:
        """The keys of a small question."""
        return self.options(name, "")

    def uses(self, name: str) -> list[str]:
        """The cards that can be used."""
        return self.options(name, "use", {"do": "use"}) if "use" in self.actions(name) else []

    # Looking.

    def view(self, name: str | None = None) -> CivView:
        return RULESET.view(self.state, None if name is None else seat_of(name))

    def events(self, kind: type[Event]) -> list[Any]:
        return [told.event for told in self.told if isinstance(told.event, kind)]

    def heard(self, name: str | None) -> list[Event]:
        seat = None if name is None else seat_of(name)
        return [told.event for told in self.told if told.reaches(seat)]

    def coins(self, name: str) -> int:
        return coins(self.state, seat_of(name))

    def figures_on(self, key: str) -> tuple[int, int]:
        """Armies and scouts on a square."""
        here = self.state.figures.get(self.at_square(key), ())
        armies = sum(figure.army for figure in here)
        return armies, len(here) - armies

    def piece(self, key: str) -> str:
        found = self.state.pieces.get(self.at_square(key))
        return found.kind if found else ""

    def battle(self) -> Battle:
        frame = self.state.frames[-1]
        assert isinstance(frame, Battle)
        return frame

    def fight_on(self) -> Game:
        """Both sides play their first unit on the first front offered until the battle is over."""
        while self.state.frames and isinstance(self.state.frames[-1], Battle):
            seat = self.battle().sides[self.battle().turn].leader
            decision = self.decision(NAMES[seat])
            self.choose(NAMES[seat], decision.default)
        return self


def a_game(players: int = 2, civilizations: Iterable[str] = (), **options: Value) -> Game:
    """A game in its first turn, its map wiped clean but for the capitals."""
    dice = KeyedDice(b"a test", [b"seat"] * players)
    state = RULESET.start(players, options, dice).state
    wanted = [*civilizations, *(c for c in QUIET if c not in civilizations)]
    while not state.turn:
        decision = next(d for d in RULESET.pending(state) if d.blocking)
        value = decision.default
        if decision.kind == "civilization":
            value = wanted[decision.seat]
        state = RULESET.apply(state, Choice(decision.seat, decision.id, value), dice).state
    wipe(state)
    return Game(state, players)


def wipe(state: State) -> None:
    """An explored map of grassland, capitals with nothing around them, and empty sheets."""
    board = grid(state)
    for at in board.squares:
        state.terrain[at], state.icons[at] = "G", ""
    state.slots = [type(slot)(slot.tile, "up", True, slot.home, slot.seat) for slot in state.slots]
    for token in state.tokens.values():
        (state.huts if token.kind == "hut" else state.villages).insert(0, token.content)
    for deck in (state.tokens, state.relics):
        deck.clear()
    for at in list(state.figures):
        figures.put(state, at, ())
    for piece in state.pieces.values():
        if piece.role == "person":
            state.persons.insert(0, piece.kind)
        elif piece.role == "wonder":
            state.gone.append(piece.kind)
    state.pieces.clear()
    state.cities = [
        City(seat, board.index[key], capital=True)
        for seat, key in enumerate(CAPITALS[state.seats][: state.seats])
    ]
    for player in state.players:
        for unit in player.units:
            state.units[unit.type].append(unit.value)
        state.person_deck += (card.name for card in player.people)
        state.persons += player.reserve
        for kind, number in player.resources.items():
            state.market[kind] += number
        fresh = Player(
            civilization=player.civilization,
            government="despotism",
            policies=["natural_religion"],
            offered=[0] * state.seats,
        )
        for field in fresh.__struct_fields__:
            setattr(player, field, getattr(fresh, field))
        refresh(player)


def a_battle(ours: tuple[str, ...], theirs: tuple[str, ...], arrange: object = None) -> Game:
    """Ada's army attacks Bo's on D9."""
    game = a_game().armies("ada", "D8").armies("bo", "D9")
    if arrange is not None:
        arrange(game)  # type: ignore[operator]
    game.units("ada", *ours).units("bo", *theirs).at("movement")
    return game.play("ada", do="move", from_="D8", target="D9")

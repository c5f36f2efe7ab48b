"""A game of the world board on the table, for the rule cases of any rule set that is played there.

Dice and lots are scripted, players go by their names, places, units and cards by their ids. A rule
set's own `builders.py` adds what only its rules know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, ClassVar, Self, TypeVar

import pytest

from engine.conformance.boards import board_faults
from engine.conformance.twins import census, twin_of
from engine.core.decision import Choice, Decision
from engine.core.errors import IllegalChoice
from engine.core.events import Disclosure, Event
from engine.core.flow import Play
from engine.core.grammar import Form, OneOf, Option, Settings, Subset, Value
from engine.core.ruleset import Ruleset
from engine.core.view import Outcome
from engine.rulebook import rulebook
from engine.world.view import PlayerView, SpaceView, UnitsView, WorldView
from tests.cast import PLAYERS

NAMES = tuple(map(str.lower, PLAYERS))
"""The players, by seat."""
BARBARIANS = "barbarians"
SIZES = ("village", "town", "city", "metropolis")

E = TypeVar("E", bound=Event)


def seat_of(name: str) -> int:
    """The seat of a player."""
    return -1 if name == BARBARIANS else NAMES.index(name)


def gold_price(option: Option) -> int | None:
    """What an option costs in gold, None where it has no price."""
    return next((price.amount for price in option.price if price.currency == "gold"), None)


class ScriptedDice:
    """Dice and lots that fall as listed, counted from 1, and no others.

    The first `unmixed` draws of a game change no place in a shuffle: markers lie as they were.
    """

    def __init__(self, faces: Iterable[int] = (), unmixed: int = 0) -> None:
        self.faces = list(faces)
        self.unmixed = unmixed

    def draw(self, number: int, sides: int) -> int:
        if number < self.unmixed:
            return sides - 1
        assert self.faces, "the rules draw something that the case does not expect"
        face = self.faces.pop(0)
        assert 1 <= face <= sides
        return face - 1

    def finish(self) -> None:
        assert not self.faces, f"the rules never drew {self.faces}"


class WorldGame:
    """A game under way."""

    rules: ClassVar[Ruleset[Any]]

    @staticmethod
    def faults(state: Any) -> Iterable[str]:
        """What is wrong with a state by the rules of the rule set alone."""
        return ()

    def __init__(self, state: Any, told: Iterable[Disclosure] = ()) -> None:
        self.state = state
        self.told = list(told)
        self.revealed = False
        self.quantities = census(self.rules, state)
        self.check()

    @classmethod
    def begin(cls, players: int, script: ScriptedDice, options: dict[str, Value]) -> Self:
        """A game from its set-up on, with these lots."""
        step = cls.rules.start(players, options, script)
        script.finish()
        return cls(step.state, step.events)

    @classmethod
    def resume(cls, state: Any, dice: Iterable[int] = ()) -> Self:
        """A game that goes on by itself from this state until it waits for somebody."""
        script = ScriptedDice(dice)
        play = Play(state, script)
        cls.rules.settle(play)
        script.finish()
        return cls(state, play.events)

    def check(self) -> None:
        """Nothing appears or disappears, no secret shows, and the state can be stored."""
        rules, state = self.rules, self.state
        assert census(rules, state) == self.quantities
        assert [*board_faults(state), *self.faults(state)] == []
        assert rules.decode(rules.encode(state)) == state
        for seat in (None, state.choices % state.seats):
            other = twin_of(rules, state, seat, Random(state.choices))
            assert rules.view(other, seat) == rules.view(state, seat), "a secret shows"

    # Choices.

    def play(self, name: str, value: Value, dice: Iterable[int] = (), kind: str = "") -> Self:
        """A player answers what it is asked (or the opportunity `kind`), and these dice fall."""
        script = ScriptedDice(dice)
        self._play(self.decision(name, kind), value, script)
        script.finish()
        return self

    def _play(self, decision: Decision, value: Value, script: ScriptedDice) -> None:
        before = self.rules.hash(self.state)
        choice = Choice(decision.seat, decision.id, value)
        step = self.rules.apply(self.state, choice, script)
        assert self.rules.hash(self.state) == before, "the old state was changed"
        self.state, self.told, self.revealed = step.state, list(step.events), step.revealed
        self.check()

    def refuses(
        self, name: str, value: Value, code: str, rule: str, kind: str = ""
    ) -> IllegalChoice:
        """The game says no for this reason and by this rule, and stays as it was."""
        before = self.rules.hash(self.state)
        decision = kind or self.decision(name).id
        with pytest.raises(IllegalChoice) as refusal:
            self.rules.apply(self.state, Choice(seat_of(name), decision, value), ScriptedDice())
        assert self.rules.hash(self.state) == before
        error = refusal.value
        assert (error.code, error.rule) == (code, rule)
        if rule:
            rulebook(self.rules.name).section(rule)
        return error

    def lapse(self, until: Callable[[Self], bool], dice: Iterable[int] = ()) -> Self:
        """The clock answers for everyone until something is the case, and these dice fall."""
        script = ScriptedDice(dice)
        told: list[Disclosure] = []
        while not until(self):
            decision = next(d for d in self.rules.pending(self.state) if d.blocking)
            self._play(decision, decision.default, script)
            told += self.told
        script.finish()
        self.told = told
        return self

    # What is asked.

    def decision(self, name: str, kind: str = "") -> Decision:
        """What a player is asked now; with `kind`, an opportunity of theirs."""
        aside = [opportunity.kind for opportunity in self.rules.opportunities]
        for decision in self.rules.pending(self.state):
            wanted = decision.kind == kind if kind else decision.kind not in aside
            if decision.seat == seat_of(name) and wanted:
                return decision
        raise AssertionError(f"{name} is asked {self.may(name)}, nothing like {kind or 'that'}")

    def may(self, name: str) -> list[str]:
        """The kinds of everything open to a player."""
        return [d.kind for d in self.rules.pending(self.state) if d.seat == seat_of(name)]

    def asked(self) -> dict[str, str]:
        """Who is awaited, and for what."""
        return {NAMES[d.seat]: d.kind for d in self.rules.pending(self.state) if d.blocking}

    def default(self, name: str) -> Value:
        """What the clock would choose for a player."""
        return self.decision(name).default

    def described(self, name: str, field: str = "", kind: str = "", **said: Value) -> list[Option]:
        """The options as a panel shows them, in a field of a form after these answers."""
        grammar = self.decision(name, kind).grammar
        if isinstance(grammar, Settings):
            setting = grammar.part(field)
            assert setting is not None
            grammar = setting.grammar
        elif isinstance(grammar, Form):
            part = next(part for part in grammar.fields if part.name == field)
            found = part.given(said, grammar.source)
            if found is None:
                return []
            grammar = found
        assert isinstance(grammar, (OneOf, Subset))
        return grammar.options()

    def settings(self, name: str, kind: str = "standing_orders") -> dict[str, Value]:
        """A player's settings as they are now."""
        grammar = self.decision(name, kind).grammar
        assert isinstance(grammar, Settings)
        return grammar.current()

    def options(self, name: str, field: str = "", kind: str = "", **said: Value) -> list[str]:
        """The keys a player can choose from, in a field of a form after these answers."""
        return [option.key for option in self.described(name, field, kind, **said)]

    def prices(self, name: str) -> dict[str, int | None]:
        """What a player can buy now, and for how much gold."""
        return {option.key: gold_price(option) for option in self.described(name, "buy")}

    # What happened.

    def events(self, kind: type[E]) -> list[E]:
        """The events of a kind that the last choice caused."""
        return [told.event for told in self.told if isinstance(told.event, kind)]

    def event(self, kind: type[E]) -> E:
        """The one event of a kind that the last choice caused."""
        (event,) = self.events(kind)
        return event

    def heard(self, name: str | None) -> list[Event]:
        """What a player, or a spectator, was told after the last choice."""
        seat = None if name is None else seat_of(name)
        return [told.event for told in self.told if told.reaches(seat)]

    # What everyone sees.

    def view(self, name: str | None = None) -> WorldView:
        """The game through a player's eyes, or a spectator's."""
        view = self.rules.view(self.state, None if name is None else seat_of(name))
        assert isinstance(view, WorldView)
        return view

    @property
    def phase(self) -> str:
        return self.view().phase

    @property
    def turn(self) -> int:
        return self.view().turn

    @property
    def era(self) -> str:
        return self.view().era

    @property
    def first(self) -> str:
        return NAMES[self.view().first]

    def outcome(self) -> Outcome | None:
        return self.rules.outcome(self.state)

    def player(self, name: str) -> PlayerView:
        """A player's sheet."""
        return self.view().players[seat_of(name)]

    def gold(self, name: str) -> int:
        return self.player(name).gold

    def space(self, place: str, name: str | None = None) -> SpaceView:
        """A space through a player's eyes."""
        return next(space for space in self.view(name).spaces if space.id == place)

    def settlement(self, place: str) -> tuple[str, str] | None:
        """The owner and the size of the settlement in a region."""
        found = self.space(place).settlement
        return None if found is None else (NAMES[found.owner], SIZES[found.size - 1])

    def stacks(self, name: str, place: str) -> list[UnitsView]:
        """A player's pieces in a space, alike ones together."""
        return [units for units in self.space(place).units if units.owner == seat_of(name)]

    def units(self, name: str, place: str) -> dict[str, int]:
        """How many of each piece a player has in a space, cargo left out."""
        found: dict[str, int] = {}
        for units in self.stacks(name, place):
            found[units.kind] = found.get(units.kind, 0) + units.count
        return found

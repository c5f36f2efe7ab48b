"""A Fast Play game on the table, for the rule cases: scripted lots, choices, what everyone sees."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest

from engine.core.decision import Choice, Decision
from engine.core.errors import IllegalChoice
from engine.core.events import Event, Told
from engine.core.flow import Play
from engine.core.grammar import Amount, Form, OneOf, Option, Subset, Value
from engine.core.view import Outcome
from engine.rulebook import rulebook
from engine.rulesets.fast_play.ruleset import RULESET
from engine.rulesets.fast_play.state import State
from engine.rulesets.fast_play.tables import MARKER, SIZES
from engine.world.view import PlayerView, SpaceView, WorldView

NAMES = ("angela", "brad", "chris", "dana", "erik", "fay")
"""The players, by seat."""
BARBARIANS = "barbarians"

COUNTED = ("markers", "wonders", "gold")
"""What a census counts without it being wrong."""

E = TypeVar("E", bound=Event)


def seat_of(name: str) -> int:
    """The seat of a player."""
    return -1 if name == BARBARIANS else NAMES.index(name)


def name_of(seat: int) -> str:
    """The player of a seat."""
    return BARBARIANS if seat < 0 else NAMES[seat]


class ScriptedDice:
    """Dice and lots that fall as listed, counted from 1, and no others."""

    def __init__(self, faces: Iterable[int] = ()) -> None:
        self.faces = list(faces)

    def draw(self, number: int, sides: int) -> int:
        assert self.faces, "the rules draw something that the case does not expect"
        face = self.faces.pop(0)
        assert 1 <= face <= sides
        return face - 1

    def finish(self) -> None:
        assert not self.faces, f"the rules never drew {self.faces}"


class Game:
    """A game under way. Places, units and markers go by their ids, players by their names."""

    def __init__(self, state: State, told: Iterable[Told] = ()) -> None:
        self.state = state
        self.told = list(told)
        self.revealed = False
        self.quantities = dict(RULESET.census(state))
        self.check()

    @classmethod
    def start(cls, players: int, first: str = "angela", **options: Value) -> Game:
        """A game from its set-up on, with the lot for who places first."""
        step = RULESET.start(players, options, ScriptedDice([seat_of(first) + 1]))
        return cls(step.state, step.events)

    @classmethod
    def resume(cls, state: State) -> Game:
        """A game that goes on by itself from this state until it waits for somebody."""
        play = Play(state, ScriptedDice())
        RULESET.settle(play)
        return cls(state, play.events)

    def check(self) -> None:
        """Nothing appears or disappears, and the state can be stored."""
        census = RULESET.census(self.state)
        assert not any(count for name, count in census.items() if name not in COUNTED), census
        assert census == self.quantities
        assert RULESET.decode(RULESET.encode(self.state)) == self.state

    # Choices.

    def play(self, name: str, value: Value, dice: Iterable[int] = (), kind: str = "") -> Game:
        """A player answers what it is asked (or the opportunity `kind`), and these dice fall."""
        decision = self.decision(name, kind)
        before = RULESET.hash(self.state)
        script = ScriptedDice(dice)
        step = RULESET.apply(self.state, Choice(decision.seat, decision.id, value), script)
        script.finish()
        assert RULESET.hash(self.state) == before, "the old state was changed"
        self.state, self.told, self.revealed = step.state, list(step.events), step.revealed
        self.check()
        return self

    def explore(self, name: str, place: str, marker: str, dice: Iterable[int] = ()) -> Game:
        """A player's settler explores and draws this marker; then these dice fall."""
        lot = 1 + sum(self.state.bag[: MARKER[marker]])
        return self.play(name, {"do": "explore", "at": place}, [lot, *dice])

    def lapse(self, until: Callable[[Game], bool]) -> Game:
        """The clock answers for everyone until something is the case."""
        told: list[Told] = []
        while not until(self):
            decision = next(d for d in RULESET.pending(self.state) if d.blocking)
            self.play(name_of(decision.seat), decision.default, kind=decision.kind)
            told += self.told
        self.told = told
        return self

    def refuses(self, name: str, value: Value, code: str, rule: str) -> IllegalChoice:
        """The game says no for this reason and by this rule, and stays as it was."""
        before = RULESET.hash(self.state)
        choice = Choice(seat_of(name), self.decision(name).id, value)
        with pytest.raises(IllegalChoice) as refusal:
            RULESET.apply(self.state, choice, ScriptedDice())
        assert RULESET.hash(self.state) == before
        error = refusal.value
        assert (error.code, error.rule) == (code, rule)
        if rule:
            rulebook("fast_play").section(rule)
        return error

    # What is asked.

    def decision(self, name: str, kind: str = "") -> Decision:
        """What a player is asked now; with `kind`, an opportunity of theirs."""
        aside = [opportunity.kind for opportunity in RULESET.opportunities]
        for decision in RULESET.pending(self.state):
            wanted = decision.kind == kind if kind else decision.kind not in aside
            if decision.seat == seat_of(name) and wanted:
                return decision
        raise AssertionError(f"{name} is asked {self.may(name)}, nothing like {kind or 'that'}")

    def may(self, name: str) -> list[str]:
        """The kinds of everything open to a player."""
        return [d.kind for d in RULESET.pending(self.state) if d.seat == seat_of(name)]

    def asked(self) -> dict[str, str]:
        """Who is awaited, and for what."""
        return {NAMES[d.seat]: d.kind for d in RULESET.pending(self.state) if d.blocking}

    def default(self, name: str) -> Value:
        """What the clock would choose for a player."""
        return self.decision(name).default

    def described(self, name: str, field: str = "", **said: Value) -> list[Option]:
        """The options as a panel shows them, in a field of a form after these answers."""
        grammar: Any = self.decision(name).grammar
        if isinstance(grammar, Form):
            fields = {part.name: part for part in grammar.fields}
            grammar = fields[field].given(said, grammar.source)
        assert isinstance(grammar, (OneOf, Subset))
        return grammar.options()

    def options(self, name: str, field: str = "", **said: Value) -> list[str]:
        """The keys a player can choose from."""
        return [option.key for option in self.described(name, field, **said)]

    def prices(self, name: str) -> dict[str, int | None]:
        """What a player can buy now, and for how much."""
        return {option.key: option.price for option in self.described(name, "buy")}

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
        return RULESET.view(self.state, None if name is None else seat_of(name))

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
        return RULESET.outcome(self.state)

    def player(self, name: str) -> PlayerView:
        """A player's sheet."""
        return self.view().players[seat_of(name)]

    def gold(self, name: str) -> int:
        return self.player(name).gold

    def technologies(self, name: str) -> tuple[str, ...]:
        return self.player(name).technologies

    def space(self, place: str) -> SpaceView:
        return next(space for space in self.view().spaces if space.id == place)

    def settlement(self, place: str) -> tuple[str, str] | None:
        """The owner and the size of the settlement in a region."""
        found = self.space(place).settlement
        return None if found is None else (NAMES[found.owner], SIZES[found.size - 1])

    def marker(self, place: str) -> str | None:
        """The marker that lies in a region."""
        found = self.space(place).marker
        return None if found is None else found.kind

    def units(self, name: str, place: str) -> dict[str, int]:
        """How many of each piece a player has in a space."""
        seat = seat_of(name)
        return {u.kind: u.count for u in self.space(place).units if u.owner == seat}

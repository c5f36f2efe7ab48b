"""A Standard game on the table, for the rule cases: scripted dice, choices, what everyone sees."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, TypeVar

import pytest

from engine.core.decision import Choice, Decision
from engine.core.errors import IllegalChoice
from engine.core.events import Event, Told
from engine.core.flow import Play
from engine.core.grammar import Form, OneOf, Option, Subset, Value
from engine.core.ruleset import Step
from engine.core.view import Outcome
from engine.rulebook import rulebook
from engine.rulesets.standard import RULESET
from engine.rulesets.standard.state import State
from engine.rulesets.standard.tables import SIZES
from engine.world.view import MarkerView, PlayerView, SpaceView, UnitsView, WorldView

NAMES = ("angela", "brad", "chris", "dana", "erik", "fay")
"""The players, by seat."""

NEVER = ("in_debt", "unaccounted_pieces", "tally_errors", "lost_cargo", "overloaded", "swimmers")
"""What a census must never count."""

E = TypeVar("E", bound=Event)


def seat_of(name: str) -> int:
    """The seat of a player."""
    return NAMES.index(name)


class ScriptedDice:
    """Dice that show the listed faces, 1 to 6, and nothing else.

    The first `unmixed` draws of a game change no place in a shuffle: markers lie as they were.
    """

    def __init__(self, faces: Iterable[int] = (), unmixed: int = 0) -> None:
        self.faces = list(faces)
        self.unmixed = unmixed

    def draw(self, number: int, sides: int) -> int:
        if number < self.unmixed:
            return sides - 1
        assert self.faces, "the rules roll a die that the case does not expect"
        face = self.faces.pop(0)
        assert 1 <= face <= sides
        return face - 1

    def finish(self) -> None:
        assert not self.faces, f"the rules never rolled {self.faces}"


class Game:
    """A game under way. Places, units and cards go by their ids, players by their names."""

    def __init__(self, state: State, told: Iterable[Told] = ()) -> None:
        self.state = state
        self.told = list(told)
        self.revealed = False
        self.quantities = dict(RULESET.census(state))
        self.check()

    @classmethod
    def start(cls, players: int, dice: Iterable[int], **options: Value) -> Game:
        """A game from its set-up on, its markers unmixed, with the dice for the first order."""
        markers = RULESET.new_state(players, {**RULESET.option_defaults, **options}).box
        script = ScriptedDice(dice, unmixed=len(markers) - 1)
        step = RULESET.start(players, options, script)
        script.finish()
        return cls(step.state, step.events)

    @classmethod
    def resume(cls, state: State, dice: Iterable[int]) -> Game:
        """A game that goes on by itself from this state until it waits for somebody."""
        script = ScriptedDice(dice)
        play = Play(state, script)
        RULESET.settle(play)
        script.finish()
        return cls(state, play.events)

    def check(self) -> None:
        """Nothing appears or disappears, no secret shows, and the state can be stored."""
        census = RULESET.census(self.state)
        assert not any(census[name] for name in NEVER), census
        assert census == self.quantities
        assert RULESET.decode(RULESET.encode(self.state)) == self.state
        for seat in (None, self.state.choices % self.state.seats):
            other = RULESET.permute_hidden(self.state, seat, Random(self.state.choices))
            assert RULESET.view(other, seat) == RULESET.view(self.state, seat), "a secret shows"

    # Choices.

    def play(self, name: str, value: Value, dice: Iterable[int] = (), kind: str = "") -> Game:
        """A player answers what it is asked (or the opportunity `kind`), and these dice fall."""
        script = ScriptedDice(dice)
        self._play(self.decision(name, kind), value, script)
        script.finish()
        return self

    def _play(self, decision: Decision, value: Value, script: ScriptedDice) -> None:
        before = RULESET.hash(self.state)
        choice = Choice(decision.seat, decision.id, value)
        step: Step[State] = RULESET.apply(self.state, choice, script)
        assert RULESET.hash(self.state) == before, "the old state was changed"
        self.state, self.told, self.revealed = step.state, list(step.events), step.revealed
        self.check()

    def refuses(
        self, name: str, value: Value, code: str, rule: str, kind: str = ""
    ) -> IllegalChoice:
        """The game says no for this reason and by this rule, and stays as it was."""
        before = RULESET.hash(self.state)
        decision = kind or self.decision(name).id
        with pytest.raises(IllegalChoice) as refusal:
            RULESET.apply(self.state, Choice(seat_of(name), decision, value), ScriptedDice())
        assert RULESET.hash(self.state) == before
        error = refusal.value
        assert (error.code, error.rule) == (code, rule)
        if rule:
            rulebook("standard").section(rule)
        return error

    def announce(self, name: str, wonder: str) -> Game:
        """A player announces a wonder."""
        return self.play(name, wonder, kind="announce")

    def order(self, name: str, dice: Iterable[int] = (), **settings: str) -> Game:
        """A player changes standing orders; `toward_brad` and the like name another player."""
        orders = self.view(name).orders
        assert orders is not None
        value: dict[str, Value] = {
            f"toward_{other}": toward
            for other, toward in enumerate(orders.toward)
            if other != seat_of(name)
        }
        value |= {"wonders": orders.wonders, "trade": orders.trade, "battle": orders.battle}
        for key, setting in settings.items():
            kind, _, other_name = key.partition("_")
            value[f"{kind}_{seat_of(other_name)}" if other_name else key] = setting
        return self.play(name, value, dice, kind="standing_orders")

    def lapse(self, until: Callable[[Game], bool], dice: Iterable[int] = ()) -> Game:
        """The clock answers for everyone until something is the case, and these dice fall."""
        script = ScriptedDice(dice)
        told: list[Told] = []
        while not until(self):
            decision = next(d for d in RULESET.pending(self.state) if d.blocking)
            self._play(decision, decision.default, script)
            told += self.told
        script.finish()
        self.told = told
        return self

    def until_turn(self, turn: int, dice: Iterable[int] = ()) -> Game:
        """The clock answers for everyone until a turn begins, and these dice fall."""
        return self.lapse(lambda game: game.turn == turn, dice)

    # What is asked.

    def decision(self, name: str, kind: str = "") -> Decision:
        """What a player is asked now; with `kind`, an opportunity of theirs."""
        wanted = [kind] if kind else [k for k in self.may(name) if not _is_opportunity(k)]
        for decision in RULESET.pending(self.state):
            if decision.seat == seat_of(name) and decision.kind in wanted:
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

    def options(self, name: str, field: str = "", kind: str = "", **said: Value) -> list[str]:
        """The keys a player can choose from, in a field of a form after these answers."""
        return [option.key for option in self.described(name, field, kind, **said)]

    def described(self, name: str, field: str = "", kind: str = "", **said: Value) -> list[Option]:
        """The options as a panel shows them, with words, prices and places."""
        grammar = self.decision(name, kind).grammar
        if isinstance(grammar, Form):
            part = next(part for part in grammar.fields if part.name == field)
            found = part.given(said, grammar.source)
            if found is None:
                return []
            grammar = found
        assert isinstance(grammar, (OneOf, Subset))
        return grammar.options()

    def destinations(self, name: str, origin: str, *units: str) -> set[str]:
        """Where units can go from here."""
        said: dict[str, Any] = {"do": "move", "from": origin, "units": list(units)}
        return set(self.options(name, "to", **said))

    def prices(self, name: str) -> dict[str, int | None]:
        """What a player can buy now, and for how much."""
        return {option.key: option.price for option in self.described(name, "buy")}

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

    def technologies(self, name: str) -> int:
        return len(self.player(name).technologies)

    def wonders(self, name: str) -> tuple[str, ...]:
        return self.player(name).wonders

    def space(self, place: str, name: str | None = None) -> SpaceView:
        """A space through a player's eyes."""
        return next(space for space in self.view(name).spaces if space.id == place)

    def settlement(self, place: str) -> tuple[str, str] | None:
        """The owner and the size of the settlement in a region."""
        found = self.space(place).settlement
        return None if found is None else (NAMES[found.owner], SIZES[found.size - 1])

    def marker(self, place: str, name: str | None = None) -> MarkerView | None:
        """The marker of a region through a player's eyes."""
        return self.space(place, name).marker

    def stacks(self, name: str, place: str) -> list[UnitsView]:
        return [units for units in self.space(place).units if units.owner == seat_of(name)]

    def units(self, name: str, place: str) -> dict[str, int]:
        """How many of each piece a player has in a space, cargo left out."""
        found: dict[str, int] = {}
        for units in self.stacks(name, place):
            found[units.kind] = found.get(units.kind, 0) + units.count
        return found

    def aboard(self, name: str, zone: str) -> dict[str, int]:
        """What a player's fleets in a zone carry."""
        return {c.kind: c.count for units in self.stacks(name, zone) for c in units.cargo}

    def fleet(self, name: str, zone: str, kind: str = "") -> str:
        """The key of a player's fleet in a zone: the first, or the first of a kind."""
        return next(
            units.key for units in self.stacks(name, zone) if units.key and kind in ("", units.kind)
        )


def _is_opportunity(kind: str) -> bool:
    return any(kind == opportunity.kind for opportunity in RULESET.opportunities)

"""A Fast Play game on the table, for the rule cases."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Self

from engine.core.grammar import Amount, Form, Subset, Value
from engine.core.ruleset import Ruleset
from engine.rulesets.fast_play.ruleset import RULESET
from engine.rulesets.fast_play.state import State
from engine.rulesets.fast_play.tables import MARKER
from engine.rulesets.fast_play.view import FastPlayView
from tests.tables import COUNTED, NAMES, ScriptedDice, WorldGame, seat_of

__all__ = ["COUNTED", "NAMES", "Game", "ScriptedDice", "seat_of"]

MOVES = ("move", "fly", "sail", "explore")


class Game(WorldGame):
    """A game under way. Places, units and markers go by their ids, players by their names."""

    rules: ClassVar[Ruleset[State]] = RULESET
    state: State

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

"""A Standard game on the table, for the rule cases."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from engine.core.grammar import Value
from engine.core.ruleset import Ruleset
from engine.rulesets.standard import RULESET
from engine.rulesets.standard.state import State
from engine.world.view import MarkerView
from tests.tables import NAMES, ScriptedDice, WorldGame, seat_of

__all__ = ["NAMES", "Game", "ScriptedDice", "seat_of"]


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

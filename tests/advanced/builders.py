"""Arranging an Advanced game in a line or two, and the words of the choices made in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Self

from engine.core.flow import Play
from engine.core.grammar import Value
from engine.core.ruleset import Ruleset
from engine.rulesets.advanced import RULESET
from engine.rulesets.advanced.state import LEFT_BEHIND, State
from engine.rulesets.advanced.tables import CARD, IMPROVEMENT, TABLES, WONDER
from engine.rulesets.advanced.view import AdvancedView
from tests.builders import seat_of
from tests.standard import builders as standard
from tests.standard.builders import BUY_NOTHING, DONE, END, buy, look, move, offer

__all__ = [
    "BUY_NOTHING",
    "DONE",
    "END",
    "Arrangement",
    "Game",
    "a_game",
    "buy",
    "look",
    "move",
    "offer",
]


class Game(standard.Game):
    """A game under way. Places, units and cards go by their ids, players by their names."""

    rules: ClassVar[Ruleset[Any]] = RULESET
    state: State

    def cards(self, name: str | None = None) -> AdvancedView:
        """The game through a player's eyes, with all cards."""
        view = self.view(name)
        assert isinstance(view, AdvancedView)
        return view

    def city(self, name: str, place: str) -> Any:
        """A city card in front of a player."""
        cities = self.cards().cities[seat_of(name)].cities
        return next(city for city in cities if city.place == place)

    def assign(self, name: str, **regions: Value) -> Self:
        """A player assigns improvements, wonders and the free happiness."""
        return self.play(name, regions, kind="assign")

    def owns(self, name: str, card: str) -> bool:
        """Whether a player owns a technology."""
        return card in self.player(name).technologies


class Arrangement(standard.Arrangement):
    """A game being arranged; `at` puts it on the table."""

    table = Game

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.options["length"] = "long"

    def with_cards(self, name: str, *cards: str) -> Self:
        """Technologies that a player owns, without what they once brought."""

        def give(state: Any) -> None:
            for card in cards:
                state.technologies[CARD[card]] = seat_of(name)

        return self._then(give)

    def with_orphaned_cards(self, *cards: str) -> Self:
        """Technologies of players who are out: in play, and nobody's."""

        def leave(state: Any) -> None:
            for card in cards:
                state.technologies[CARD[card]] = LEFT_BEHIND

        return self._then(leave)

    def with_card_wonders(self, name: str, *wonders: str) -> Self:
        """Wonders that a player owns."""

        def give(state: Any) -> None:
            for wonder in wonders:
                state.wonders[WONDER[wonder]] = seat_of(name)

        return self._then(give)

    def with_improvements(self, name: str, *improvements: str) -> Self:
        """Improvements that a player owns."""

        def give(state: Any) -> None:
            for each in improvements:
                state.improvements[seat_of(name)] |= 1 << IMPROVEMENT[each]

        return self._then(give)

    def at(
        self, phase: str, mover: str = "", first: str = "angela", dice: Iterable[int] = ()
    ) -> Game:
        game = super().at(phase, mover, first, dice)
        assert isinstance(game, Game)
        return game

    def _pass_eras(self, play: Play[Any]) -> None:
        play.state.era = TABLES.eras.index(self.era)


def a_game(players: int = 3) -> Arrangement:
    """A game to be arranged."""
    return Arrangement(players)


def declared(
    game: Arrangement,
    place: str,
    attacker: str = "angela",
    defender: str = "brad",
    dice: Iterable[int] = (),
) -> Game:
    """The attacker has ended movement and declared a battle in a place, and these dice fell."""
    table = standard.declared(game, place, attacker, defender, dice)
    assert isinstance(table, Game)
    return table

"""What a case really exercises: cards by their effects, units by their fights, markers, endings.

Nothing is claimed. `test_coverage` runs cases again, watches their games and names what happened.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from engine.core.decision import Decision
from engine.core.grammar import Value
from engine.rulesets.advanced import events
from engine.rulesets.advanced.powers import ENDINGS
from engine.rulesets.advanced.state import State
from engine.rulesets.advanced.tables import CARD, TABLES, WONDER
from engine.rulesets.standard.events import TechnologyBought
from engine.world.events import GameEnded
from engine.world.state import BOARD
from tests.advanced.builders import Game
from tests.builders import ScriptedDice

UNIT = TABLES.roster.index
(FIGHTER,) = TABLES.roster.aircraft


def things_in(event: object, state: State) -> Iterator[str]:
    """What an event exercises."""
    match event:
        case TechnologyBought(card=card, price=price):
            yield f"technology.{card}"
            era = TABLES.technology_cards[CARD[card]].era
            if era == state.era and price < TABLES.technology_cards[CARD[card]].cost:
                cheaper = (each for each in TABLES.wonders if each.era == era and each.discount)
                yield from (f"wonder.{each.id}" for each in cheaper)
        case events.ImprovementBuilt(improvement=improvement, price=price) if price:
            yield f"built.{improvement}"
        case events.PiecesReceived(source=source) if source in WONDER:
            yield f"wonder.{source}"
        case events.Produced(seat=seat):
            yield from things_paid(state, seat)
        case events.RoundFought():
            for side in (event.attacker, event.defender):
                yield f"unit.{state.unit_name(UNIT[side.unit])}"
                if side.aircraft:
                    yield f"unit.{state.unit_name(FIGHTER)}"
                if side.defence > TABLES.settlement_defence:
                    yield "wonder.great_wall"
        case events.CardsExchanged():
            yield "wonder.magellans_voyage"
        case events.RegionDestroyed():
            yield "wonder.manhattan_project"
        case events.EndDeclared(reason=reason) if reason in ENDINGS:
            yield f"wonder.{ENDINGS[reason]}"
        case events.EndDeclared(reason="space"):
            yield "wonder.alpha_centauri_colony_ship"
        case GameEnded(reason=reason):
            yield f"end.{reason}"


def things_paid(state: State, seat: int) -> Iterator[str]:
    """What made a difference to a seat's income: wonders that pay, and what serves settlements."""
    for index in state.working_wonders(seat):
        if TABLES.wonders[index].gold:
            yield f"wonder.{TABLES.wonders[index].id}"
    for key in state.cities(seat).given.by_key():
        yield f"wonder.{key}" if key in WONDER else f"improvement.{key}"


@contextmanager
def watching() -> Iterator[set[str]]:
    """What is exercised inside, in every game of the cases."""
    seen: set[str] = set()
    check, play = Game.check, Game._play

    def watched_check(self: Game) -> None:
        seen.update(thing for told in self.told for thing in things_in(told.event, self.state))
        if any("seen" in decision.about for decision in self.rules.pending(self.state)):
            seen.add("wonder.oracle")
        check(self)

    def watched_play(self: Game, decision: Decision, value: Value, script: ScriptedDice) -> None:
        if decision.kind == "movement" and value.get("do") == "look":
            marker = self.state.markers[BOARD.index[value["at"]]]
            assert marker is not None
            seen.add(f"marker.{TABLES.marker_names[marker.kind]}")
        play(self, decision, value, script)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Game, "check", watched_check)
        patch.setattr(Game, "_play", watched_play)
        yield seen

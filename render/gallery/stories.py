"""Whole games between stewards, for the gallery."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from engine.core.events import Event
from engine.core.game import Game
from engine.core.policies import Eyes, policy
from engine.core.registry import ruleset
from engine.core.view import Outcome, View
from engine.world.battle_report import BattleReport, battle_reports

NAMES = ("Ada", "Bartholomew the Elder", "Chidi 🎉", "דנה", "Ελένη", "Farid")
SEEDS = {"standard": 4, "fast_play": 5}
"""Games in which much happens."""
VIEWER = 0
"""Whose eyes the maps are seen with."""


class Phase(NamedTuple):
    """The end of a phase: what everyone saw, what the viewer saw, and the public events in it."""

    public: View
    view: View
    events: tuple[Event, ...]


class Story(NamedTuple):
    """A whole game, phase by phase."""

    ruleset: str
    phases: tuple[Phase, ...]
    outcome: Outcome

    @property
    def scores(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The points by turn."""
        return ((phase.public.turn, phase.public.scores) for phase in self.phases)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened in public."""
        return tuple(event for phase in self.phases for event in phase.events)

    @property
    def reports(self) -> tuple[BattleReport, ...]:
        """All battles on the world board."""
        return battle_reports(self.events, self.ruleset, NAMES)

    def moment(self, share: float) -> Phase:
        """The phase with the most on the move about so far into the game."""
        at = round((len(self.phases) - 1) * share)
        near = self.phases[max(0, at - 2) : at + 3]
        return max(near, key=lambda phase: len(phase.events))


def story(name: str) -> Story:
    """Play a game between as many stewards as can play, and keep what was seen of it."""
    seats = ruleset(name).seats[-1]
    seed = SEEDS.get(name, 1)
    seeds = [b"cards %d" % seat for seat in range(seats)]
    game = Game.new(name, NAMES[:seats], {}, b"cards %d" % seed, seeds, record=False)
    steward, rng = policy("steward"), Random(seed)
    phases: list[Phase] = []
    public_events: list[Event] = []
    public = game.view(None)
    while pending := game.pending():
        seat = next(decision.seat for decision in pending if decision.blocking)
        own = [decision for decision in pending if decision.seat == seat]
        before = game.view(VIEWER)
        step = game.play(steward.choose(Eyes(game.rules, seat, own, game.view), rng), by="ai")
        after = game.view(None)
        if (after.turn, after.phase) != (public.turn, public.phase):
            phases.append(Phase(public, before, tuple(public_events)))
            public_events = []
        public_events += (each.event for each in step.events if each.reaches(None))
        public = after
    phases.append(Phase(public, game.view(VIEWER), tuple(public_events)))
    outcome = game.outcome()
    assert outcome is not None
    return Story(name, tuple(phases), outcome)


def best_battle(reports: Sequence[BattleReport]) -> BattleReport:
    """A battle with much to show, yet not too long for a card."""
    fights = sorted(reports, key=lambda report: (-len(report.after), len(report.rounds)))
    return next((one for one in fights if 3 <= len(one.rounds) <= 5), fights[0])

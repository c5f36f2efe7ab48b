"""Whole games between stewards, for the gallery."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from engine.core.events import Event
from engine.core.game import Game
from engine.core.policies import Eyes, policy
from engine.core.view import Outcome
from engine.world.view import WorldView
from render.cards.battle_report import BattleReport, battle_reports

NAMES = ("Ada", "Bartholomew the Elder", "Chidi 🎉", "דנה", "Ελένη", "Farid")
SEEDS = {"standard": 4, "fast_play": 5}
"""Games in which much happens."""
VIEWER = 0
"""Whose eyes the maps are seen with."""


class Phase(NamedTuple):
    """The end of a phase: what everyone saw, what the viewer saw, and the public events in it."""

    public: WorldView
    view: WorldView
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
    def reports(self) -> tuple[BattleReport, ...]:
        """All battles."""
        events = [event for phase in self.phases for event in phase.events]
        return battle_reports(events, self.ruleset, NAMES)

    def moment(self, share: float) -> Phase:
        """The phase with the most on the move about so far into the game."""
        at = round((len(self.phases) - 1) * share)
        near = self.phases[max(0, at - 2) : at + 3]
        return max(near, key=lambda phase: len(phase.events))


def story(ruleset: str, seats: int = 6) -> Story:
    """Play a game between stewards and keep what was seen of it."""
    seed = SEEDS.get(ruleset, 1)
    seeds = [b"cards %d" % seat for seat in range(seats)]
    game = Game.new(ruleset, NAMES[:seats], {}, b"cards %d" % seed, seeds, record=False)
    steward, rng = policy("steward"), Random(seed)
    phases: list[Phase] = []
    public_events: list[Event] = []
    public = _seen(game, None)
    while pending := game.pending():
        seat = next(decision.seat for decision in pending if decision.blocking)
        own = [decision for decision in pending if decision.seat == seat]
        before = _seen(game, VIEWER)
        step = game.play(steward.choose(Eyes(game.rules, seat, own, game.view), rng), by="ai")
        after = _seen(game, None)
        if (after.turn, after.phase) != (public.turn, public.phase):
            phases.append(Phase(public, before, tuple(public_events)))
            public_events = []
        public_events += (each.event for each in step.events if each.reaches(None))
        public = after
    phases.append(Phase(public, _seen(game, VIEWER), tuple(public_events)))
    outcome = game.outcome()
    assert outcome is not None
    return Story(ruleset, tuple(phases), outcome)


def _seen(game: Game, seat: int | None) -> WorldView:
    view = game.view(seat)
    assert isinstance(view, WorldView)
    return view


def best_battle(reports: Sequence[BattleReport]) -> BattleReport:
    """A battle with much to show, yet not too long for a card."""
    fights = sorted(reports, key=lambda report: (-len(report.after), len(report.rounds)))
    return next((one for one in fights if 3 <= len(one.rounds) <= 5), fights[0])

"""What the steward answers to which decision."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import ClassVar

from engine.core.decision import Decision
from engine.core.grammar import Value
from engine.rulesets.fast_play.steward import armies, settlers, suggesting
from engine.rulesets.fast_play.steward.fleets import sail
from engine.rulesets.fast_play.steward.moves import Moves
from engine.rulesets.fast_play.steward.placement import place
from engine.rulesets.fast_play.steward.purchase import buy
from engine.rulesets.fast_play.steward.situation import Situation
from engine.rulesets.fast_play.steward.weights import WEIGHTS
from engine.rulesets.fast_play.view import FastPlayView
from engine.world.steward.deciding import Answer, Consider, Forecast, Steward
from engine.world.view import WorldView


def move(s: Situation, decision: Decision, rng: Random) -> Value:
    """The next order: attacks, then settlers, then idle units, then fleets, which sail last."""
    moves = Moves(s, decision.grammar)
    return (
        armies.strike(s, moves)
        or settlers.settle_down(s, moves)
        or armies.deploy(s, moves)
        or sail(s, moves)
        or {"do": "end"}
    )


class FastPlaySteward(Steward[Situation]):
    """A competent player of the Fast Play rules."""

    answers: ClassVar[Mapping[str, Answer]] = {
        "placement": place,
        "purchase": buy,
        "movement": move,
        "losses": armies.losses,
        "settle": settlers.found,
    }
    forecasts: ClassVar[Mapping[str, Forecast]] = {"movement": suggesting.attack_odds}
    considers: ClassVar[Mapping[str, Consider]] = {
        "placement": suggesting.place,
        "purchase": suggesting.buy,
        "movement": suggesting.move,
    }

    def survey(self, view: WorldView, seat: int) -> Situation:
        assert isinstance(view, FastPlayView)
        return Situation(view, seat, self.weights)


STEWARD = FastPlaySteward(WEIGHTS)

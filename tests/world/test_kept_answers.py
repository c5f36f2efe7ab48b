"""What a state keeps of answers about itself is what a fresh look at it finds."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.game import Game
from engine.core.lazy import kept_answers
from engine.core.policies import play_out, policy
from engine.rulesets.standard.declaring import encounters
from engine.world.duels import Battle, DuelPhase
from engine.world.state import WorldState

CHOICES = 600


def same_as_fresh(game: Game) -> None:
    """Compare what the state of a game answers with the answers of a copy, which keeps nothing."""
    state: WorldState = game.state
    fresh = state.copy()
    for seat in range(state.seats):
        assert state.held_spaces(seat) == fresh.held_spaces(seat)
        assert state.homes(seat) == fresh.homes(seat)
        for space, stack in kept_answers(state).get("rested", {}).get(seat, {}).items():
            tired = [piece for piece in stack if piece.owner == seat and piece.spent]
            assert not tired, space
    if state.ruleset == "standard":
        for seat in range(state.seats):
            assert encounters(game.state, seat) == encounters(game.state.copy(), seat)
    frame = state.frames[-1] if state.frames else None
    if isinstance(frame, Battle):
        phase = game.rules.phases[Battle]
        assert isinstance(phase, DuelPhase)
        for side in (0, 1):
            assert phase.picks(state, frame.clash, side) == phase.picks(fresh, frame.clash, side)


@pytest.mark.parametrize("ruleset", ["standard", "fast_play", "advanced", "rhye"])
def test_kept_answers_hold_after_every_choice_of_a_game(ruleset: str) -> None:
    game = Game.new(ruleset, ["Ada", "Bo", "Cy"], {}, b"server", [b"a", b"b", b"c"], record=False)
    rng = Random(7)
    for _ in range(CHOICES):
        if not play_out(game, [policy("random")] * 3, rng, 1):
            break
        same_as_fresh(game)

"""What a state keeps of answers about itself is what a fresh look at it finds."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from engine.core.game import Game
from engine.core.lazy import hand_over, kept_answers
from engine.core.policies import play_out, policy
from engine.rulesets.standard.declaring import encounters
from engine.rulesets.standard.purchase import growable, growth_price
from engine.rulesets.standard.tables import MARKERS
from engine.world.duels import Battle, DuelPhase
from engine.world.state import WorldState
from engine.world.trade import Trade, TradePhase
from engine.world.view import WorldView

CHOICES, EVERY = 600, 3
"""What has become wrong stays wrong, so that a look now and then finds it."""


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
    for eyes in (None, *range(state.seats)):
        assert game.rules.view(state, eyes) == game.rules.view(state.copy(), eyes), eyes
    if state.ruleset == "standard":
        for seat in range(state.seats):
            assert encounters(game.state, seat) == encounters(game.state.copy(), seat)
            able = [home for home in state.homes(seat) if game.state.can_grow(home)]
            prices = {home: growth_price(game.state, home) for home in able}
            assert growable(game.state, (seat, state.turn)) == prices
    trading = game.rules.phases.get(Trade)
    if isinstance(trading, TradePhase):
        for seat in range(state.seats):
            held = trading.register.held(state, seat)
            assert held == trading.register.held(fresh, seat)
            assert held or not trading.register.surely_held(state, seat)
    frame = state.frames[-1] if state.frames else None
    if isinstance(frame, Battle):
        phase = game.rules.phases[Battle]
        assert isinstance(phase, DuelPhase)
        assert phase.picks(state, frame.clash) == phase.picks(fresh, frame.clash)


@pytest.mark.parametrize("ruleset", ["standard", "fast_play", "advanced", "rhye"])
def test_kept_answers_hold_all_through_a_game(ruleset: str) -> None:
    game = Game.new(ruleset, ["Ada", "Bo", "Cy"], {}, b"server", [b"a", b"b", b"c"], record=False)
    rng = Random(7)
    for _ in range(CHOICES // EVERY):
        if not play_out(game, [policy("random")] * 3, rng, EVERY):
            break
        same_as_fresh(game)


@pytest.mark.parametrize("ruleset", ["standard", "fast_play", "advanced", "rhye"])
def test_views_share_the_spaces_that_did_not_change(ruleset: str) -> None:
    game = Game.new(ruleset, ["Ada", "Bo", "Cy"], {}, b"server", [b"a", b"b", b"c"], record=False)
    rng = Random(7)
    play_out(game, [policy("random")] * 3, rng, 100)
    before = game.view(None)
    play_out(game, [policy("random")] * 3, rng, 1)
    after = game.view(None)
    assert isinstance(before, WorldView) and isinstance(after, WorldView)
    for old, new in zip(before.spaces, after.spaces, strict=True):
        assert (old is new) == (old == new)


@pytest.mark.parametrize("ruleset", ["standard", "fast_play", "advanced", "rhye", "civ2010"])
def test_a_copy_that_goes_on_with_kept_answers_shows_what_a_fresh_one_shows(ruleset: str) -> None:
    game = Game.new(ruleset, ["Ada", "Bo", "Cy"], {}, b"server", [b"a", b"b", b"c"], record=False)
    rng, before = Random(7), game.rules.copy(game.state)
    for _ in range(40):
        if not play_out(game, [policy("random")] * 3, rng, 5):
            break
        state = game.rules.copy(game.state)
        hand_over(game.state, state)
        hand_over(before, state)
        game.rules.pending_for_good(state)
        for eyes in (None, 0, 1, 2):
            fresh = game.rules.copy(state)
            assert game.rules.view(state, eyes) == game.rules.view(fresh, eyes), eyes
        before = state


def test_a_marker_that_one_seat_has_looked_at_stays_unknown_to_those_who_look_afterwards() -> None:
    game = Game.new("standard", ["Ada", "Bo"], {}, b"server", [b"a", b"b"], record=False)
    region = next(r for r, marker in enumerate(game.state.markers) if marker is not None)
    hidden = game.state.markers[region]
    game.state.markers[region] = msgspec.structs.replace(hidden, known=0b10)
    views = [game.rules.view(game.state, eyes) for eyes in (1, 0, None)]
    knower, other, spectator = [
        view.spaces[region].marker for view in views if isinstance(view, WorldView)
    ]
    assert knower is not None and other is not None
    assert (knower.face, knower.kind) == ("known", MARKERS[hidden.kind])
    assert (other.face, other.kind, other.looked) == ("down", None, (1,))
    assert spectator == other

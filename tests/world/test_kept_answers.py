"""What a state keeps of its answers, and the looks it saves, is what would be found now."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from engine.core.game import Game
from engine.core.policies import play_out, policy
from engine.rulesets.advanced.trade import TradePhase as AdvancedTrade
from engine.rulesets.rhye.trade import Deals
from engine.rulesets.standard.trade import TradePhase
from engine.rulesets.standard.wonders import claims
from engine.world.goods import Register

SEATS = 3
CHOICES = 250


def random_game(ruleset: str) -> Iterator[Game]:
    """A game of random players, after each of its first choices."""
    seeds = [b"player %d" % seat for seat in range(SEATS)]
    game = Game.new(ruleset, ["a", "b", "c"], {}, b"server", seeds, record=False)
    rng, players = Random(ruleset), [policy("random")] * SEATS
    for _ in range(CHOICES):
        if not play_out(game, players, rng, 1):
            return
        yield game


@pytest.mark.parametrize(
    ("ruleset", "register"),
    [
        ("standard", TradePhase.register),
        ("advanced", AdvancedTrade.register),
        ("rhye", Deals.register),
    ],
)
def test_goods_to_trade_are_those_a_fresh_look_finds(ruleset: str, register: Register) -> None:
    def held(state: Any) -> list[dict[str, int]]:
        return [register.held(state, seat) for seat in range(SEATS)]

    seen = set()
    for game in random_game(ruleset):
        goods = held(game.state)
        assert goods == held(game.rules.copy(game.state))
        seen.add(msgspec.json.encode(goods))
    assert len(seen) > SEATS


def test_whoever_announces_at_once_never_waits_for_a_milestone() -> None:
    """Whatever brings someone to a milestone is no routine event."""
    for game in random_game("standard"):
        state = game.state
        if state.turn and state.frames:
            eager = {seat for seat, own in enumerate(state.orders) if own.wonders == "announce"}
            assert not [seat for able in claims(state).values() for seat in able if seat in eager]

"""Players that are not people."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core.decision import Choice, Decision
from engine.core.game import Game
from engine.core.policies import POLICIES, Eyes, UnknownPolicy, play_out, policy
from engine.core.view import View


def a_game(players: int = 3, turns: int = 3, *, record: bool = False) -> Game:
    names = [f"Player {seat}" for seat in range(players)]
    seeds = [b"seed of %d" % seat for seat in range(players)]
    return Game.new("standard", names, {"turn_limit": turns}, b"server", seeds, record=record)


class Watched:
    """A random player that notes what it was shown."""

    samples = True

    def __init__(self) -> None:
        self.shown: list[tuple[int, set[int], Decision]] = []

    def choose(self, eyes: Eyes, rng: Random) -> Choice:
        seats = {decision.seat for decision in eyes.decisions}
        self.shown.append((eyes.seat, seats, eyes.awaited))
        return policy("random").choose(eyes, rng)


@pytest.mark.parametrize("name", POLICIES)
def test_every_policy_plays_a_game_to_its_end(name: str) -> None:
    game = a_game()
    play_out(game, [policy(name)] * 3, Random(1), 20_000)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.turns <= 3


def test_a_policy_is_shown_its_own_seat_only() -> None:
    game, watched = a_game(), [Watched(), Watched(), Watched()]
    play_out(game, watched, Random(2), 200)
    for seat, player in enumerate(watched):
        assert player.shown
        for asked, seats, awaited in player.shown:
            assert (asked, seats) == (seat, {seat})
            assert awaited.blocking


def test_eyes_make_their_own_view_once_and_only_when_asked() -> None:
    game, looked = a_game(), []

    def look(seat: int) -> View:
        looked.append(seat)
        return game.view(seat)

    seat = game.pending()[0].seat
    eyes = Eyes(game.rules, seat, [d for d in game.pending() if d.seat == seat], look)
    assert looked == []
    assert eyes.view.seat == seat
    assert eyes.view is eyes.view
    assert looked == [seat]


def test_the_random_player_never_looks_at_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_view(self: Any, seat: int | None) -> View:
        raise AssertionError("the random player asked for a view")

    monkeypatch.setattr(Game, "view", no_view)
    game = a_game()
    assert play_out(game, [policy("random")] * 3, Random(3)) > 10


def test_the_random_player_takes_opportunities_now_and_then() -> None:
    game, rng = a_game(), Random(4)
    seat = game.pending()[0].seat
    own = [decision for decision in game.pending() if decision.seat == seat]
    eyes = Eyes(game.rules, seat, own, game.view)
    answered = [policy("random").choose(eyes, rng).decision for _ in range(2000)]
    opportunities = sum(name != "placement" for name in answered)
    assert 0 < opportunities < 200


def test_the_default_player_answers_what_the_clock_would() -> None:
    game, rng = a_game(), Random(5)
    while pending := [decision for decision in game.pending() if decision.blocking]:
        awaited = pending[0]
        own = [decision for decision in game.pending() if decision.seat == awaited.seat]
        eyes = Eyes(game.rules, awaited.seat, own, game.view)
        choice = policy("default").choose(eyes, rng)
        assert choice == Choice(awaited.seat, awaited.id, awaited.default)
        game.play(choice, by="clock")


def test_the_same_chance_plays_the_same_game() -> None:
    games = [a_game(), a_game()]
    for game in games:
        play_out(game, [policy(name) for name in ("random", "default", "steward")], Random(6))
    assert games[0].rules.hash(games[0].state) == games[1].rules.hash(games[1].state)


def test_a_play_out_stops_after_so_many_choices() -> None:
    game = a_game(turns=0)
    assert play_out(game, [policy("default")] * 3, Random(7), 50) == 50
    assert game.state.choices == 50
    assert game.outcome() is None


def test_an_unknown_policy_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownPolicy) as refused:
        policy("clever")
    assert str(refused.value) == (
        "no policy is called 'clever'; there are: random, default, steward, careful, advised"
    )

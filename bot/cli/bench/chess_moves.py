"""Measures our random play against python-chess's, in turns, so that both meet the same machine."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from random import Random
from statistics import median

from bot.cli.bench.figures import Figure, plan_for
from bot.cli.simulation import Plan, derived, new_game
from engine.core.game import Game
from engine.core.policies import play_out, policy
from engine.core.registry import ruleset, rulesets

SLICE = 400
"""Choices, or moves, between two looks at the clock."""
ROUNDS_A_SECOND = 4
"""So many slices of each for every second that a figure may take."""


def bench_against_chess(seconds: float) -> Iterator[Figure]:
    """Choices of random players for each random legal move of python-chess."""
    for name in rulesets():
        for players in ruleset(name).seats:
            ours, theirs = RandomGames(plan_for(players, name)), random_moves()
            rounds = max(3, round(seconds * ROUNDS_A_SECOND))
            ratios = [ratio(ours.play, theirs) for _ in range(rounds)]
            yield Figure(f"{name}, {players} players", median(ratios), "of chess")


def ratio(ours: Callable[[], float], theirs: Callable[[], float]) -> float:
    """How many of our choices fit into the time of one move, between two slices of moves."""
    before, own, after = theirs(), ours(), theirs()
    return (before + after) / 2 / own


class RandomGames:
    """Games of random players one after the other, set-up included."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.players = [policy(name) for name in plan.policies]
        self.number = 0
        self.game: Game | None = None
        self.rng = Random()

    def play(self) -> float:
        """Seconds of processor time for a choice, over a slice."""
        began, left = time.process_time(), SLICE
        while left:
            if self.game is None:
                self.number += 1
                self.game = new_game(self.plan, self.number)
                self.rng = Random(derived(self.plan.seed, self.number, "policies"))
            played = play_out(self.game, self.players, self.rng, left)
            if played < left:
                self.game = None
            left -= played
        return (time.process_time() - began) / SLICE


def random_moves() -> Callable[[], float]:
    """Seconds of processor time for a legal move at random, over a slice."""
    import chess

    rng = Random(0)
    board = chess.Board()

    def play() -> float:
        nonlocal board
        began = time.process_time()
        for _ in range(SLICE):
            if board.is_game_over():
                board = chess.Board()
            moves = list(board.legal_moves)
            board.push(moves[int(rng.random() * len(moves))])
        return (time.process_time() - began) / SLICE

    return play

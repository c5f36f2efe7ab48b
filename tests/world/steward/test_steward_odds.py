"""Chances with dice, against counting them all."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from engine.rulesets.standard.steward.odds import ROLE, superiority
from engine.rulesets.standard.tables import BEATS
from engine.world.steward.odds import Battle, duel, hits, in_rounds, sums, wins_in_rounds

FACES = range(1, 7)


def test_sums_are_those_of_all_rolls() -> None:
    rolls = [sum(roll) for roll in product(FACES, repeat=3)]
    for total, chance in enumerate(sums(3)):
        assert chance == pytest.approx(rolls.count(total) / len(rolls))


@pytest.mark.parametrize("sides", [1, 3])
def test_hits_are_those_of_all_rolls(sides: int) -> None:
    rolls = [sum(face > 6 - sides for face in roll) for roll in product(FACES, repeat=3)]
    for count, chance in enumerate(hits(3, sides)):
        assert chance == pytest.approx(rolls.count(count) / len(rolls))


@pytest.mark.parametrize("edge", [-2, 0, 1])
def test_a_duel_compares_all_rolls(edge: int) -> None:
    rolls = list(product(product(FACES, repeat=2), product(FACES, repeat=1)))
    ahead = [sum(ours) + edge - sum(theirs) for ours, theirs in rolls]
    result = duel(2, 1, edge)
    assert result.win == pytest.approx(sum(more > 0 for more in ahead) / len(rolls))
    assert result.tie == pytest.approx(ahead.count(0) / len(rolls))
    assert sum(result) == pytest.approx(1)


def fought(ours: list[int], theirs: list[int], edge: int, rng: Random) -> tuple[int, int]:
    """Units left on both sides after a battle with real dice."""
    while ours and theirs:
        own = sum(rng.choices(FACES, k=ours[0])) + edge
        other = sum(rng.choices(FACES, k=theirs[0]))
        ours, theirs = ours[own <= other :], theirs[own >= other :]
    return len(ours), len(theirs)


def test_battles_in_rounds_go_as_with_real_dice() -> None:
    rng, games = Random(4), 20_000
    left = [fought([2, 1, 1], [2, 2], 1, rng) for _ in range(games)]
    result = in_rounds(duel)((2, 1, 1), (2, 2), 1)
    assert result.win == pytest.approx(sum(own > 0 for own, _ in left) / games, abs=0.015)
    assert result.own_losses == pytest.approx(sum(3 - own for own, _ in left) / games, abs=0.03)
    assert result.their_losses == pytest.approx(sum(2 - o for _, o in left) / games, abs=0.03)


def test_a_battle_without_an_opponent_is_won() -> None:
    battle = in_rounds(duel)
    assert battle((1,), (), 0) == Battle(1.0, 0.0, 0.0)
    assert battle((), (1,), 0) == Battle(0.0, 0.0, 0.0)
    assert battle((), (), 0) == Battle(0.0, 0.0, 0.0)


def test_the_chance_to_win_alone_is_that_of_the_whole_battle() -> None:
    rng, battle, win = Random(6), in_rounds(duel), wins_in_rounds(duel)
    for _ in range(300):
        ours, theirs = (tuple(rng.choices(range(1, 5), k=rng.randrange(6))) for _ in range(2))
        edge = rng.randrange(-4, 5)
        assert win(ours, theirs, edge) == battle(ours, theirs, edge).win


def test_superiority_counts_every_pair_of_units() -> None:
    rng, units = Random(7), list(ROLE)
    for _ in range(200):
        ours, theirs = (tuple(rng.choices(units, k=rng.randrange(1, 7))) for _ in range(2))
        pairs = [(ROLE[own], ROLE[other]) for own, other in product(ours, theirs)]
        won = sum(BEATS.get(own) == other for own, other in pairs)
        lost = sum(BEATS.get(other) == own for own, other in pairs)
        assert superiority(ours, theirs) == (won - lost) / len(pairs)

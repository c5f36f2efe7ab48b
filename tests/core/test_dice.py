"""Dice that are fair, fixed by their seeds, and can be checked by anyone afterwards."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.dice import Draw, KeyedDice, RecordedDice, commitment
from engine.core.errors import BadRecord

PLAYERS = [b"angela", b"brad", b"chris"]


def faces(dice: KeyedDice, count: int = 40, sides: int = 1_000) -> list[int]:
    return [dice.draw(number, sides) for number in range(count)]


# The thousandth part at the top of the chi-square distribution, for sides - 1 degrees of freedom.
@pytest.mark.parametrize(("sides", "critical"), [(2, 10.83), (6, 20.52), (7, 22.46), (96, 140.9)])
def test_every_face_comes_up_about_equally_often(sides: int, critical: float) -> None:
    dice = KeyedDice(b"a fixed seed", PLAYERS)
    rounds = 200 * sides
    counts = Counter(dice.draw(number, sides) for number in range(rounds))
    expected = rounds / sides
    assert sum((counts[face] - expected) ** 2 / expected for face in range(sides)) < critical


def test_a_roll_says_nothing_about_the_next() -> None:
    dice = KeyedDice(b"a fixed seed", PLAYERS)
    rolled = [dice.draw(number, 6) for number in range(3_601)]
    pairs = Counter(pairwise(rolled))
    expected = 3_600 / 36
    # Again the thousandth part at the top, for 35 degrees of freedom.
    assert sum((pairs[a, b] - expected) ** 2 / expected for a in range(6) for b in range(6)) < 66.6


@settings(deadline=None)
@given(st.integers(0, 2**63), st.integers(1, 2**64))
def test_a_face_is_one_of_the_die(number: int, sides: int) -> None:
    assert 0 <= KeyedDice(b"server", PLAYERS).draw(number, sides) < sides


def test_a_die_that_does_not_divide_the_words_evenly_is_fair_too() -> None:
    """Without refusing the words left over, half the draws would be in the lowest third."""
    sides = 3 * 2**62
    dice = KeyedDice(b"server", PLAYERS)
    lowest_third = sum(dice.draw(number, sides) < 2**62 for number in range(3_000))
    assert 900 < lowest_third < 1_100


def test_the_same_seeds_give_the_same_draws_in_any_order() -> None:
    forwards = faces(KeyedDice(b"server", PLAYERS))
    dice = KeyedDice(b"server", PLAYERS)
    assert [dice.draw(number, 1_000) for number in reversed(range(40))] == forwards[::-1]


@pytest.mark.parametrize(
    ("server", "players"),
    [
        (b"server 2", PLAYERS),
        (b"server", [b"angela", b"brad", b"claire"]),
        (b"server", [b"brad", b"angela", b"chris"]),
        (b"server", [b"angela", b"brad"]),
        (b"server", [*PLAYERS, b""]),
        (b"server", []),
    ],
)
def test_another_seed_gives_other_draws(server: bytes, players: list[bytes]) -> None:
    assert faces(KeyedDice(server, players)) != faces(KeyedDice(b"server", PLAYERS))


@settings(deadline=None)
@given(st.lists(st.binary(max_size=4), max_size=4), st.lists(st.binary(max_size=4), max_size=4))
def test_seeds_that_read_alike_in_a_row_are_told_apart(one: list[bytes], two: list[bytes]) -> None:
    alike = one == two
    assert (faces(KeyedDice(b"s", one), 8) == faces(KeyedDice(b"s", two), 8)) == alike


def test_where_one_seed_ends_and_the_next_begins_matters() -> None:
    split = faces(KeyedDice(b"server", [b"ab", b"c"]))
    assert split != faces(KeyedDice(b"server", [b"a", b"bc"]))
    assert split != faces(KeyedDice(b"server", [b"abc"]))


def test_anyone_can_work_out_a_draw_from_the_published_seeds() -> None:
    message = b"".join(len(seed).to_bytes(2, "big") + seed for seed in PLAYERS)
    digest = hmac.new(b"server", message + (17).to_bytes(8, "big"), hashlib.sha256).digest()
    assert KeyedDice(b"server", PLAYERS).draw(17, 6) == int.from_bytes(digest[:8], "big") % 6


def test_the_commitment_is_the_hash_of_the_server_seed() -> None:
    assert commitment(b"server") == hashlib.sha256(b"server").hexdigest()
    assert commitment(b"server") != commitment(b"server 2")


def test_recorded_draws_come_back_in_their_order() -> None:
    dice = RecordedDice([Draw(6, 4), Draw(6, 0), Draw(96, 95)])
    assert [dice.draw(0, 6), dice.draw(1, 6), dice.draw(2, 96)] == [4, 0, 95]
    dice.finish()


def test_a_missing_draw_is_refused_and_named() -> None:
    dice = RecordedDice([Draw(6, 4)], "entry 3")
    dice.draw(0, 6)
    with pytest.raises(BadRecord, match=r"entry 3: draw 2 is missing"):
        dice.draw(1, 6)


def test_a_draw_too_many_is_refused() -> None:
    dice = RecordedDice([Draw(6, 4), Draw(6, 4), Draw(6, 4)], "entry 3")
    dice.draw(0, 6)
    with pytest.raises(BadRecord, match=r"entry 3: 2 draws too many"):
        dice.finish()


@pytest.mark.parametrize("draw", [Draw(20, 4), Draw(6, 6), Draw(6, -1), Draw(5, 4)])
def test_a_draw_of_another_die_or_with_no_such_face_is_refused(draw: Draw) -> None:
    with pytest.raises(BadRecord, match=r"entry 3, draw 1"):
        RecordedDice([draw], "entry 3").draw(0, 6)

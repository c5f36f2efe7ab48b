"""Carrying out a choice: what is drawn, shuffled, told, and how a roll-off is decided."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.dice import Draw, KeyedDice
from engine.core.events import Event
from engine.core.flow import Frame, GameState, Play, roll_off


class Scripted:
    """Dice that fall as the test says: faces as they are read off a die, from 1."""

    def __init__(self, rolled: Iterable[int]) -> None:
        self.rolled = iter(rolled)

    def draw(self, number: int, sides: int) -> int:
        face = next(self.rolled) - 1
        assert 0 <= face < sides
        return face

    def left(self) -> list[int]:
        return list(self.rolled)


class Seeking(Frame, frozen=True):
    """A frame for the tests."""

    depth: int = 0


class Noise(Event, frozen=True):
    """An event for the tests."""

    loud: bool = False


def a_play(dice: Any = None) -> Play[Any]:
    state = GameState(ruleset="none", version=1, seats=4)
    return Play(state, dice or KeyedDice(b"server", [b"player"]))


def test_the_highest_roll_wins() -> None:
    dice = Scripted([1, 2, 6, 5, 3, 3])
    winner, rolls = roll_off(a_play(dice), [0, 1, 2])
    assert winner == 1
    assert rolls == [(0, (1, 2), 3), (1, (6, 5), 11), (2, (3, 3), 6)]


def test_only_those_tied_for_highest_roll_again() -> None:
    dice = Scripted([4, 4, 1, 1, 5, 3, 2, 1, 6, 6])
    winner, rolls = roll_off(a_play(dice), [3, 0, 2])
    assert winner == 2
    assert [(seat, total) for seat, _, total in rolls] == [(3, 8), (0, 2), (2, 8), (3, 3), (2, 12)]
    assert dice.left() == []


def test_a_tie_below_the_highest_is_no_tie() -> None:
    dice = Scripted([2, 2, 6, 6, 1, 3])
    winner, rolls = roll_off(a_play(dice), [0, 1, 2])
    assert winner == 1
    assert len(rolls) == 3


def test_ties_are_rolled_off_until_one_is_ahead() -> None:
    dice = Scripted([3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 5, 5, 5, 5, 1, 1, 1, 2])
    winner, rolls = roll_off(a_play(dice), [0, 1, 2])
    assert winner == 1
    assert [seat for seat, _, _ in rolls] == [0, 1, 2, 0, 1, 2, 0, 1, 0, 1]


def test_a_handicap_counts_in_every_round() -> None:
    dice = Scripted([6, 6, 5, 5, 4, 4, 4, 3])
    winner, rolls = roll_off(a_play(dice), [2, 5], [2, 0])
    assert rolls == [(2, (6, 6), 10), (5, (5, 5), 10), (2, (4, 4), 6), (5, (4, 3), 7)]
    assert winner == 5


def test_a_lone_seat_wins_with_whatever_it_rolls() -> None:
    winner, rolls = roll_off(a_play(Scripted([1, 1])), [3])
    assert (winner, rolls) == (3, [(3, (1, 1), 2)])


@settings(deadline=None)
@given(st.lists(st.integers(0, 5), min_size=1, max_size=6, unique=True), st.binary())
def test_a_roll_off_is_won_by_one_of_those_who_roll(seats: list[int], seed: bytes) -> None:
    winner, rolls = roll_off(a_play(KeyedDice(seed, [])), seats)
    assert winner in seats
    assert [seat for seat, _, _ in rolls[: len(seats)]] == seats
    assert all(sum(faces) == total for _, faces, total in rolls)


@settings(deadline=None)
@given(st.lists(st.integers(0, 9)), st.binary())
def test_a_shuffle_is_a_permutation(items: list[int], seed: bytes) -> None:
    before = list(items)
    mixed = a_play(KeyedDice(seed, [])).shuffle(items)
    assert sorted(mixed) == sorted(items)
    assert items == before


def test_every_order_comes_from_exactly_one_way_the_dice_fall() -> None:
    falls = product(range(1, 5), range(1, 4), range(1, 3))
    orders = [tuple(a_play(Scripted(fall)).shuffle("abcd")) for fall in falls]
    assert len(orders) == len(set(orders)) == 24


def test_draws_are_numbered_through_the_game_and_recorded_with_the_choice() -> None:
    dice = KeyedDice(b"server", [b"player"])
    play = a_play(dice)
    play.state.draws = 7
    rolled = play.roll(2)
    assert rolled == (dice.draw(7, 6) + 1, dice.draw(8, 6) + 1)
    assert play.draws == [Draw(6, rolled[0] - 1), Draw(6, rolled[1] - 1)]
    assert play.state.draws == 9


def test_what_was_drawn_cannot_be_taken_back() -> None:
    play = a_play()
    play.tell(Noise())
    play.push(Seeking())
    assert not play.revealed
    play.draw(2)
    assert play.revealed


class Opened(Event, frozen=True):
    """An event by which something comes to light."""

    reveals = True


class Passed(Event, frozen=True):
    """An event by which something comes to light now and then."""

    reveals = "found"
    found: str = ""


@pytest.mark.parametrize(
    ("event", "shows"),
    [(Noise(True), False), (Opened(), True), (Passed(), False), (Passed("gold"), True)],
)
def test_an_event_says_by_its_class_that_something_came_to_light(event: Event, shows: bool) -> None:
    for audience in (None, (1,)):
        play = a_play()
        play.tell(event, to=audience)
        play.tell(Noise())
        assert play.revealed is event.brings_to_light is shows


def test_what_was_shown_cannot_be_taken_back() -> None:
    play = a_play()
    play.reveal()
    assert play.revealed
    assert play.draws == []


@pytest.mark.parametrize(
    ("audience", "reached"), [(None, [None, 0, 1, 2]), ((1,), [1]), ((0, 2), [0, 2])]
)
def test_an_event_reaches_its_audience(
    audience: tuple[int, ...] | None, reached: list[int | None]
) -> None:
    play = a_play()
    play.tell(Noise(loud=True), audience)
    assert [seat for seat in (None, 0, 1, 2) if play.events[0].reaches(seat)] == reached


def test_frames_are_a_stack_and_the_old_one_is_replaced_not_changed() -> None:
    play = a_play()
    outer = Seeking(1)
    play.push(outer)
    play.push(Seeking(2))
    play.pop()
    assert play.update(depth=5) == Seeking(5)
    assert play.state.frames == [Seeking(5)]
    assert outer == Seeking(1)

"""Several seats are asked at once: answers wait, can be changed, and are revealed together."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

import msgspec
import pytest

from engine.conformance.leaks import leaks
from engine.conformance.twins import twin_of
from engine.core.decision import Choice, Decision
from engine.core.dice import KeyedDice
from engine.core.errors import IllegalChoice
from engine.core.events import Event
from engine.core.flow import Frame, GameState, Phase, Play
from engine.core.grammar import Form, OneOf, Subset, Value
from engine.core.ruleset import FINISHED, Ruleset
from engine.core.simultaneous import Simultaneous, SimultaneousPhase
from engine.core.view import Outcome, View

HANDS = ("rock", "paper", "scissors")
DICE = KeyedDice(b"server", [b"player"])
OTHER_DICE = KeyedDice(b"another", [b"a"])


class Shown(Event, frozen=True):
    """All hands are on the table."""

    hands: tuple[tuple[int, str], ...]


class Showing(Simultaneous, frozen=True, tag=True):
    """All show a hand."""

    round: int = 1


class Hands(GameState, kw_only=True):
    """A game of rock, paper, scissors. `orders` are the hands that seats always show."""

    orders: list[str]
    frames: list[Showing]


class ShowingPhase(SimultaneousPhase[Hands, Showing]):
    """Everyone is asked but for those who left an order, twice."""

    title = "showing"

    def prepare(self, play: Play[Hands], frame: Showing) -> range:
        return range(play.state.seats)

    def foregone(self, state: Hands, frame: Showing) -> dict[int, Value]:
        return {seat: hand for seat, hand in enumerate(state.orders) if hand}

    def question(self, state: Hands, frame: Showing, seat: int) -> Decision:
        return Decision(seat, "show", OneOf(HANDS), default="rock", about={"round": frame.round})

    def reveal(self, play: Play[Hands], frame: Showing, answers: dict[int, Value]) -> None:
        play.tell(Shown(tuple(answers.items())))
        if frame.round == 1:
            play.push(Showing(2))


class OpenShowing(ShowingPhase):
    """The same, with the hands shown as they are chosen."""

    secret = False


class Game(Ruleset[Hands]):
    """What the phase needs around it."""

    name = "hands"
    seats = range(2, 5)
    options = Form(())
    option_defaults: ClassVar[Mapping[str, Value]] = {}
    phases: ClassVar[Mapping[type[Frame], Phase[Any, Any]]] = {Showing: ShowingPhase()}
    events = Shown

    def new_state(self, seats: int, options: Mapping[str, Value]) -> Hands:
        orders = [""] * seats
        return Hands(ruleset="hands", version=1, seats=seats, orders=orders, frames=[])

    def set_up(self, play: Play[Hands]) -> None:
        play.push(Showing())

    def copy(self, state: Hands) -> Hands:
        return msgspec.structs.replace(state, orders=state.orders[:], frames=state.frames[:])

    def view(self, state: Hands, seat: int | None) -> View:
        return View(
            ruleset=self.name,
            seat=seat,
            seats=state.seats,
            turn=1,
            phase=self.phase(state),
            awaited=self.awaited(state),
            scores=(0,) * state.seats,
        )

    def outcome(self, state: Hands) -> Outcome | None:
        return None

    def steward(self, view: View, decisions: Any, rng: Random) -> Choice:
        raise NotImplementedError


class OpenGame(Game):
    """The game without secrets."""

    phases: ClassVar[Mapping[type[Frame], Phase[Any, Any]]] = {Showing: OpenShowing()}


RULES = Game(Hands)


def begun(seats: int = 3, rules: Game = RULES) -> Hands:
    return rules.start(seats, {}, DICE).state


def show(state: Hands, seat: int, hand: str) -> Hands:
    return RULES.apply(state, Choice(seat, "show", hand), DICE).state


def asked(state: Hands, rules: Game = RULES) -> dict[int, bool]:
    """Who is asked, and whether the game waits for them."""
    return {decision.seat: decision.blocking for decision in rules.pending(state)}


def test_all_are_asked_at_once_in_secret() -> None:
    assert asked(begun()) == {0: True, 1: True, 2: True}
    assert all(decision.secret for decision in RULES.pending(begun()))
    assert not any(decision.secret for decision in OpenGame(Hands).pending(begun()))
    assert RULES.phase(begun()) == "showing"
    assert RULES.active(begun()) == (0, 1, 2)


def test_an_answer_is_awaited_no_more_and_can_be_changed_until_the_last_is_in() -> None:
    state = show(begun(), 1, "rock")
    assert asked(state) == {0: True, 1: False, 2: True}
    assert state.frames[-1].answered == (1,)
    state = show(show(state, 1, "paper"), 0, "rock")
    step = RULES.apply(state, Choice(2, "show", "scissors"), DICE)
    assert [told.event for told in step.events] == [
        Shown(((0, "rock"), (1, "paper"), (2, "scissors")))
    ]
    assert step.revealed


def test_nothing_comes_to_light_before_the_last_answer() -> None:
    step = RULES.apply(begun(), Choice(0, "show", "rock"), DICE)
    assert not step.revealed
    assert step.events == ()


def test_a_phase_can_ask_again_and_ends_with_the_last_answer() -> None:
    state = begun(2)
    for round_ in (1, 2):
        assert {decision.about["round"] for decision in RULES.pending(state)} == {round_}
        state = show(show(state, 0, "rock"), 1, "paper")
    assert RULES.pending(state) == ()
    assert RULES.phase(state) == FINISHED
    assert RULES.active(state) == ()


def test_what_needs_no_asking_is_answered_without() -> None:
    state = begun(2)
    state.orders[1] = "paper"
    step = RULES.apply(state, Choice(0, "show", "rock"), DICE)
    assert step.events[0].event == Shown(((0, "rock"), (1, "paper")))
    assert asked(step.state) == {0: True}


def test_an_order_left_later_answers_at_once() -> None:
    state = show(begun(3), 0, "rock")
    state.orders[1] = "paper"
    state = show(state, 0, "scissors")
    assert state.frames[-1].answered == (0, 1)
    assert asked(state) == {0: False, 2: True}
    with pytest.raises(IllegalChoice):
        show(state, 1, "rock")


def test_a_state_with_pending_answers_is_stored_and_comes_back() -> None:
    state = show(begun(), 1, "rock")
    assert RULES.decode(RULES.encode(state)) == state


def test_others_answers_are_exchanged_for_any_that_the_grammar_allows() -> None:
    state, rng = show(show(begun(), 0, "rock"), 1, "rock"), Random(1)
    seen = [twin_of(RULES, state, 0, rng).frames[-1].answers for _ in range(60)]
    assert {answers[0] for answers in seen} == {"rock"}
    assert {answers[1] for answers in seen} == set(HANDS)
    assert {answers[2] for answers in seen} == {None}
    assert state.frames[-1].answers == ("rock", "rock", None)


def test_to_a_spectator_every_answer_is_hidden() -> None:
    state, rng = show(begun(), 0, "rock"), Random(1)
    seen = {twin_of(RULES, state, None, rng).frames[-1].answers[0] for _ in range(60)}
    assert seen == set(HANDS)


def test_open_answers_are_not_exchanged() -> None:
    rules = OpenGame(Hands)
    state = rules.apply(begun(3, rules), Choice(0, "show", "rock"), DICE).state
    for _ in range(20):
        assert twin_of(rules, state, 1, Random(1)).frames[-1].answers == ("rock", None, None)


def test_nobody_can_tell_what_another_answered() -> None:
    state = show(begun(), 0, "rock")
    for seat in (None, 0, 1, 2):
        assert list(leaks(RULES, state, seat, Random(2))) == []


def test_a_list_as_an_answer_comes_back_as_it_was() -> None:
    picked = Subset(HANDS).validate(["paper", "rock"])
    state = begun(2)
    state.frames[0] = Showing(asked=(0, 1), answers=(picked, None))
    back = RULES.decode(RULES.encode(state))
    assert back == state
    assert back.frames[0].by_seat() == {0: ["rock", "paper"], 1: None}


def test_an_answer_leaves_the_questions_to_the_others_as_they_are() -> None:
    """They are not made again, so that what was found out for them is still known."""
    state = begun()
    before = RULES.asked(state)
    after = RULES.carry_out(state, before[1], "paper", DICE, before).asked
    assert after is not None
    assert [each.seat for each in after] == [0, 1, 2]
    assert after[0] is before[0] and after[2] is before[2]
    assert [(each.seat, each.blocking) for each in after] == list(asked(state).items())
    assert [msgspec.structs.astuple(each) for each in after] == [
        msgspec.structs.astuple(each) for each in RULES.asked(state)
    ]


def test_questions_are_made_again_when_more_than_an_answer_changed() -> None:
    state = begun()
    before = RULES.asked(state)
    state.orders[2] = "rock"  # Filled in with the first answer: nobody asks seat 2 any more.
    step = RULES.carry_out(state, before[0], "paper", DICE, before)
    assert step.asked is None
    assert asked(step.state) == {0: False, 1: True}
    last = RULES.carry_out(state, RULES.asked(state)[1], "rock", DICE, RULES.asked(state))
    assert last.asked is None
    assert [each.about["round"] for each in RULES.asked(last.state)] == [2, 2]

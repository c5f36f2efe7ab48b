"""A game in progress: its log, and taking back."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from engine.core.decision import Choice, Decision
from engine.core.dice import commitment
from engine.core.errors import BadTable, IllegalChoice, UnknownRuleset
from engine.core.events import TakenBack
from engine.core.game import By, Game, Journal, fingerprint
from engine.core.policies import play_out, policy
from tests.cast import PLAYERS

NAMES = PLAYERS[:2]
SEEDS = (b"seed of angela", b"seed of brad")


def a_game(turns: int = 3, *, record: bool = True) -> Game:
    return Game.new("standard", NAMES, {"turn_limit": turns}, b"server", SEEDS, record=record)


def journal(game: Game) -> Journal:
    assert game.journal is not None
    return game.journal


def awaited(game: Game) -> Decision:
    return next(decision for decision in game.pending() if decision.blocking)


def play_default(game: Game, by: By = "player") -> int:
    """Answer what is awaited; gives the seat that did."""
    decision = awaited(game)
    game.play(Choice(decision.seat, decision.id, decision.default), by)
    return decision.seat


def after_first_placement() -> tuple[Game, int]:
    """The second seat in order has placed once of its two times in a row: nothing is revealed."""
    game = a_game()
    play_default(game)
    return game, play_default(game)


def refused(game: Game, seat: int) -> bool:
    before = (game.rules.hash(game.state), len(journal(game).entries))
    with pytest.raises(IllegalChoice) as refusal:
        game.take_back(seat)
    assert (game.rules.hash(game.state), len(journal(game).entries)) == before
    return (refusal.value.code, refusal.value.rule) == ("nothing_to_take_back", "taking-back")


def test_a_game_comes_out_the_same_with_and_without_a_record() -> None:
    ends = []
    for record in (True, False):
        game = a_game(record=record)
        play_out(game, [policy("random")] * 2, Random(1))
        ends.append(game.rules.encode(game.state))
    assert ends[0] == ends[1]


def test_a_table_publishes_its_commitment_and_every_option() -> None:
    table = a_game().table
    assert table.commitment == commitment(b"server")
    assert table.names == NAMES
    assert table.options == {"empty_markers": "all", "purchases": "in_turn", "turn_limit": 3}


def test_decisions_are_found_once_until_the_next_choice() -> None:
    game = a_game()
    first = game.pending()
    assert game.pending() is first
    play_default(game)
    assert game.pending() is not first


def test_a_state_is_copied_and_encoded_once_for_each_choice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, made = a_game(), Counter[str]()
    for name in ("copy", "encode"):
        original = getattr(game.rules, name)

        def counted(state: Any, name: str = name, original: Any = original) -> Any:
            made[name] += 1
            return original(state)

        monkeypatch.setattr(game.rules, name, counted)
    game.copied()
    play_default(game)
    assert game.encoded() == game.rules.encode(game.state)
    assert made == {"copy": 1, "encode": 1 + 1}


def test_a_copy_stays_as_it_is_whatever_the_game_does() -> None:
    game, seat = after_first_placement()
    before = game.copied()
    known = game.rules.encode(before)
    again = play_default(game)
    game.take_back(again)
    assert game.copied() is not before
    play_default(game)
    play_default(game)
    assert game.rules.encode(before) == known
    assert game.encoded() == game.rules.encode(game.state) != known
    assert again == seat


def test_an_entry_tells_who_chose_what_by_whose_hand_and_what_was_drawn() -> None:
    game = a_game()
    for _ in range(3):
        play_default(game)
    seat, value = awaited(game).seat, awaited(game).default
    play_default(game, by="clock")
    entry = journal(game).entries[-1]
    assert (entry.seat, entry.decision, entry.value, entry.by) == (
        seat,
        "placement",
        value,
        "clock",
    )
    assert {draw.sides for draw in entry.draws} == {6}
    assert entry.state_hash == game.rules.hash(game.state)


def test_entries_are_chained_from_the_table_on() -> None:
    game = a_game()
    for _ in range(6):
        play_default(game)
    log = journal(game)
    links = [fingerprint(game.table, log.setup), *map(fingerprint, log.entries)]
    assert [entry.prev_hash for entry in log.entries] == links[:-1]
    assert log.head == links[-1]


def test_an_answer_is_logged_in_its_normal_form() -> None:
    game = a_game()
    orders = {"battle": "ask", "trade": "skip", "wonders": "ask", "toward_1": "pass"}
    game.play(Choice(0, "standing_orders", orders))
    logged = journal(game).entries[-1].value
    assert list(logged.items()) == [("toward_1", "pass"), ("trade", "skip")]


@pytest.mark.parametrize(
    ("choice", "code"),
    [
        (Choice(0, "placement", "atlantis"), "no_such_place"),
        (Choice(0, "purchase", {"buy": "done"}), "not_open"),
        (Choice(7, "placement", "gobi"), "unknown_seat"),
        (Choice(True, "placement", "gobi"), "unknown_seat"),
    ],
)
@pytest.mark.parametrize("record", [True, False])
def test_an_illegal_choice_changes_nothing(choice: Choice, code: str, record: bool) -> None:
    game = a_game(record=record)
    if awaited(game).seat != 0:
        play_default(game)
    before = game.rules.hash(game.state)
    with pytest.raises(IllegalChoice) as refusal:
        game.play(choice)
    assert refusal.value.code == code
    assert game.rules.hash(game.state) == before
    play_default(game)


def test_a_fault_halfway_leaves_the_game_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = after_first_placement()
    before = game.rules.hash(game.state)

    def fails(*_: Any) -> None:
        raise RuntimeError("a bug in the rules")

    with monkeypatch.context() as faulty:
        faulty.setattr(type(game.rules), "settle", fails)
        with pytest.raises(RuntimeError):
            play_default(game)
    assert game.rules.hash(game.state) == before
    assert len(journal(game).entries) == 2
    play_default(game)
    assert len(journal(game).entries) == 3


def test_4_7_a_choice_is_taken_back_before_anything_is_revealed() -> None:
    game = a_game()
    play_default(game)
    before = game.rules.encode(game.state)
    seat = play_default(game)
    game.take_back(seat)
    assert game.rules.encode(game.state) == before
    assert awaited(game).seat == seat


def test_4_7_taking_back_is_logged_as_an_entry_of_its_own() -> None:
    game, seat = after_first_placement()
    game.take_back(seat)
    log = journal(game)
    assert len(log.entries) == 3
    assert log.entries[-1].undoes == 2
    assert log.entries[-1].state_hash == log.entries[0].state_hash == log.state_hash
    assert log.entries[-1].prev_hash == fingerprint(log.entries[1])


def test_4_7_choices_of_a_run_are_taken_back_latest_first() -> None:
    game, seat = after_first_placement()
    orders = awaited(game)
    before = game.rules.encode(game.state)
    value = {f"toward_{1 - seat}": "pass", "wonders": "ask", "trade": "skip", "battle": "ask"}
    game.play(Choice(seat, "standing_orders", value))
    game.take_back(seat)
    assert game.rules.encode(game.state) == before
    assert awaited(game).id == orders.id
    game.take_back(seat)
    assert [entry.undoes for entry in journal(game).entries] == [0, 0, 0, 3, 2]
    assert refused(game, seat)


def test_4_7_after_a_reveal_nothing_is_taken_back() -> None:
    game, _ = after_first_placement()
    play_default(game)
    last = play_default(game)
    assert journal(game).entries[-1].draws
    assert refused(game, last)


def test_4_7_after_somebody_elses_choice_nothing_is_taken_back() -> None:
    game = a_game()
    first = play_default(game)
    second = play_default(game)
    assert first != second
    assert refused(game, first)


def test_4_7_a_seat_cannot_come_back_to_its_choice_when_the_other_takes_back_too() -> None:
    game = a_game()
    first, second = play_default(game), play_default(game)
    game.take_back(second)
    assert refused(game, first)


@pytest.mark.parametrize("by", ["clock", "ai"])
def test_4_7_what_the_clock_or_a_stand_in_chose_stands(by: By) -> None:
    game = a_game()
    assert refused(game, play_default(game, by=by))


def test_4_7_a_prepared_order_is_the_players_own_choice() -> None:
    game = a_game()
    game.take_back(play_default(game, by="orders"))
    assert game.state.choices == 0


def test_4_7_nothing_is_taken_back_at_the_start_nor_without_a_record() -> None:
    assert refused(a_game(), 0)
    game = a_game(record=False)
    seat = play_default(game)
    with pytest.raises(IllegalChoice):
        game.take_back(seat)


def test_4_7_nothing_is_taken_back_when_the_game_is_over() -> None:
    game = a_game(turns=1)
    while game.pending():
        seat = play_default(game)
    assert game.outcome() is not None
    assert refused(game, seat)


def test_everybody_who_was_told_of_a_choice_learns_that_it_was_taken_back() -> None:
    game, seat = after_first_placement()
    (told,) = game.take_back(seat).events
    assert told.event == TakenBack(seat)
    assert told.reaches(None)


def test_nobody_learns_of_private_orders_taken_back() -> None:
    game, seat = after_first_placement()
    value = {f"toward_{1 - seat}": "pass", "wonders": "ask", "trade": "skip", "battle": "ask"}
    game.play(Choice(seat, "standing_orders", value))
    (told,) = game.take_back(seat).events
    assert told.reaches(seat)
    assert not told.reaches(1 - seat)
    assert not told.reaches(None)


@pytest.mark.parametrize(
    ("names", "options", "server", "seeds"),
    [
        (("Angela",), {}, b"server", SEEDS[:1]),
        (NAMES, {}, b"server", SEEDS[:1]),
        (NAMES, {}, b"", SEEDS),
        (NAMES, {}, b"server", (b"x" * 65, b"y")),
        (NAMES, {"turn_limit": -1}, b"server", SEEDS),
        (NAMES, {"weather": "fair"}, b"server", SEEDS),
    ],
)
def test_a_game_does_not_start_at_a_wrong_table(
    names: tuple[str, ...], options: dict[str, Any], server: bytes, seeds: tuple[bytes, ...]
) -> None:
    with pytest.raises(BadTable):
        Game.new("standard", names, options, server, seeds)


def test_a_game_needs_rules_that_exist() -> None:
    with pytest.raises(UnknownRuleset):
        Game.new("checkers", NAMES, {}, b"server", SEEDS)

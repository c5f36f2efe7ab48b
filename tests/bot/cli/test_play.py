"""`herald play`: a game at the keyboard."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from bot.cli.program import main
from bot.cli.terminal.questions import Back, Questions, Quit, TakeBack, show
from engine.core.decision import Decision
from engine.core.grammar import (
    Amount,
    Field,
    Grammar,
    OneOf,
    Ordering,
    Setting,
    Settings,
    Subset,
    Value,
    form,
)
from engine.core.record import Record, load, verify
from tests.cast import PLAYERS

NAMES = PLAYERS[:2]


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Keyboard:
    return Keyboard(monkeypatch)


class Keyboard:
    """Types lines, then leaves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch

    def types(self, *lines: str) -> None:
        self.monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def asked(grammar: Grammar, **more: Value) -> Decision:
    return Decision(0, "movement", grammar, rule="taking-back", **more)


def answer(grammar: Grammar, *, blocking: bool = False, default: Value = None) -> Value:
    decision = asked(grammar, blocking=blocking, default=default)
    return Questions("standard", NAMES).ask([decision])[1]


FRUIT = ("apple", "banana", "bread", "pea", "pear")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (["2"], "banana"),
        (["ban"], "banana"),
        (["BREAD"], "bread"),
        (["pea"], "pea"),
        (["0", "6", "5"], "pear"),
        (["ea", "1"], "apple"),
        (["", "plum", "4"], "pea"),
        (["?", "1"], "apple"),
    ],
)
def test_one_of_several_is_chosen_by_number_or_name(
    keyboard: Keyboard, typed: list[str], meant: str
) -> None:
    keyboard.types(*typed)
    assert answer(OneOf(FRUIT)) == meant


@pytest.mark.parametrize(("typed", "order"), [("b", Back), ("u", TakeBack), ("q", Quit)])
def test_a_letter_is_an_order_to_the_table(
    keyboard: Keyboard, typed: str, order: type[Exception]
) -> None:
    keyboard.types(typed)
    with pytest.raises(order):
        answer(OneOf(FRUIT))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (["2 1"], ["apple", "banana"]),
        (["1 1"], ["apple", "apple"]),
        (["none"], []),
        ([""], []),
        (["all", "3"], ["bread"]),
        (["1 1 1", "2"], ["banana"]),
        (["ban pear"], ["banana", "pear"]),
    ],
)
def test_some_of_several_are_chosen_by_their_numbers(
    keyboard: Keyboard, typed: list[str], meant: list[str]
) -> None:
    keyboard.types(*typed)
    assert answer(Subset(FRUIT, least=0, most=2, copies={"apple": 2})) == meant


def test_everything_is_a_word(keyboard: Keyboard) -> None:
    keyboard.types("all")
    assert answer(Subset(("a", "b"), copies={"a": 2})) == ["a", "a", "b"]


def test_an_amount_is_typed(keyboard: Keyboard) -> None:
    keyboard.types("many", "11", "7")
    assert answer(Amount(0, 10)) == 7


def test_an_order_is_typed_or_left(keyboard: Keyboard) -> None:
    keyboard.types("2 1", "3 1 2")
    assert answer(Ordering(("a", "b", "c"))) == ["c", "a", "b"]
    keyboard.types("")
    assert answer(Ordering(("a", "b", "c"))) == ["a", "b", "c"]


def test_a_form_asks_only_what_is_open(keyboard: Keyboard) -> None:
    shape = form(
        Field("what", OneOf(("move", "wait"))),
        Field("forced", OneOf(("only",))),
        Field("where", lambda said: OneOf(FRUIT) if said["what"] == "move" else None),
    )
    keyboard.types("1", "3")
    assert answer(shape) == {"what": "move", "forced": "only", "where": "bread"}
    keyboard.types("wait")
    assert answer(shape) == {"what": "wait", "forced": "only"}


def test_enter_leaves_it_to_the_default(
    keyboard: Keyboard, capsys: pytest.CaptureFixture[str]
) -> None:
    keyboard.types("")
    assert answer(OneOf(("move", "end")), blocking=True, default={"do": "end"}) == {"do": "end"}
    assert "Enter: end" in capsys.readouterr().out


def test_a_question_mark_shows_the_rule(
    keyboard: Keyboard, capsys: pytest.CaptureFixture[str]
) -> None:
    keyboard.types("?", "1")
    answer(OneOf(FRUIT))
    assert "4.7 Taking back" in capsys.readouterr().out


def test_settings_are_changed_until_nothing_is_typed(
    keyboard: Keyboard, capsys: pytest.CaptureFixture[str]
) -> None:
    fruit, many = Setting("fruit", OneOf(FRUIT), FRUIT[0]), Setting("many", Amount(1, 9), 4)
    keyboard.types("2", "7", "fruit", "2", "")
    assert answer(Settings((fruit, many))) == {"fruit": FRUIT[1], "many": 7}
    assert "many (4)" in capsys.readouterr().out.lower()


def test_another_decision_can_be_picked(keyboard: Keyboard) -> None:
    other = Decision(0, "standing_orders", Amount(1, 9), blocking=False, rule="standing-orders")
    keyboard.types("o", "2", "5")
    assert Questions("standard", NAMES).ask([asked(OneOf(FRUIT)), other]) == (other, 5)


def test_options_stand_in_columns(capsys: pytest.CaptureFixture[str]) -> None:
    show([f"region {number}" for number in range(30)])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) < 30
    assert lines[0].startswith("  1 region 0")


def table(*arguments: str) -> int:
    return main(["play", "--seed", "3", "--players", "2", "--turn-limit", "1", *arguments])


def test_a_game_is_played_to_its_end(
    keyboard: Keyboard, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept = tmp_path / "game.json"
    keyboard.types(*[""] * 200)
    assert table("--export", str(kept)) == 0
    shown = capsys.readouterr().out
    assert "Player 1 settles in" in shown
    assert "1 turn" in shown.splitlines()[-3]
    record = load(kept.read_bytes())
    assert isinstance(record, Record)
    verify(record)
    assert {(entry.seat, entry.by) for entry in record.entries} == {(0, "player"), (1, "ai")}


def test_people_share_the_keyboard(keyboard: Keyboard, capsys: pytest.CaptureFixture[str]) -> None:
    keyboard.types(*[""] * 200)
    assert table("--people", "2") == 0
    assert "Player 1 is next. Press Enter" in capsys.readouterr().out


def test_a_choice_is_taken_back(keyboard: Keyboard, capsys: pytest.CaptureFixture[str]) -> None:
    # Two people: the second in order places twice in a row, and changes the first of the two.
    keyboard.types("gobi", "", "steppe", "u", "u", "q")
    assert table("--people", "2") == 0
    shown = capsys.readouterr().out
    assert shown.count("settles in Steppe") == 1
    assert "takes the last choice back." in shown
    assert shown.count("There is nothing you can take back now.") == 1
    assert " Steppe" in shown.rpartition("takes the last choice back.")[2]


def test_leaving_is_quiet(keyboard: Keyboard, capsys: pytest.CaptureFixture[str]) -> None:
    for typed in (["q"], []):
        keyboard.types(*typed)
        assert table() == 0
        shown = capsys.readouterr()
        assert shown.out.endswith("You leave the table.\n")
        assert shown.err == ""


def test_without_arguments_a_game_begins(
    keyboard: Keyboard, capsys: pytest.CaptureFixture[str]
) -> None:
    keyboard.types("q")
    assert main(["play"]) == 0
    assert "Where do your people begin?" in capsys.readouterr().out


def test_stand_ins_play_alone_when_nobody_sits_here(capsys: pytest.CaptureFixture[str]) -> None:
    assert table("--people", "0") == 0
    shown = capsys.readouterr().out
    assert "The game ended after 1 turn:" in shown
    assert ">" not in shown


@pytest.mark.parametrize(
    ("arguments", "advice"),
    [
        (["--people", "3"], "raise --players"),
        (["--players", "8"], "2 to 6 players"),
        (["--ruleset", "checkers"], "there are: "),
    ],
)
def test_wrong_tables_are_wrong_use(
    arguments: list[str], advice: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert table(*arguments) == 2
    assert advice in capsys.readouterr().err

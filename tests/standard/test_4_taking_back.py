"""Rulebook 4.7: taking back."""

from collections.abc import Iterable

import pytest

from engine.core.decision import Choice
from engine.core.dice import commitment
from engine.core.errors import IllegalChoice
from engine.core.game import Game, Journal, Table
from engine.core.grammar import Value
from engine.core.ruleset import Step
from engine.rulesets.standard import RULESET
from tests.standard.builders import (
    BUY_TECHNOLOGY,
    DONE,
    ScriptedDice,
    a_game,
    buy,
    look,
    move,
    offer,
    seat_of,
)
from tests.standard.builders import Game as Arranged


class LoggedGame:
    """An arranged game that keeps a log, so that choices can be taken back."""

    def __init__(self, arranged: Arranged) -> None:
        seed = b"the server's"
        table = Table(
            ruleset=RULESET.name,
            ruleset_version=RULESET.version,
            options=dict(RULESET.option_defaults),
            names=tuple("abcdef"[: arranged.state.seats]),
            commitment=commitment(seed),
            player_seeds=("00",) * arranged.state.seats,
        )
        opening = Step(arranged.state, (), (), revealed=False)
        journal = Journal(table, opening, RULESET.hash(arranged.state))
        self.game = Game(table, seed, arranged.state, ScriptedDice(), journal)

    def play(self, name: str, value: Value, dice: Iterable[int] = ()) -> None:
        kind = next(d.id for d in self.game.pending() if d.seat == seat_of(name))
        self.game.dice = ScriptedDice(dice)
        self.game.play(Choice(seat_of(name), kind, value))

    def take_back(self, name: str) -> None:
        self.game.take_back(seat_of(name))

    def keeps(self, name: str) -> None:
        """The player cannot take anything back."""
        with pytest.raises(IllegalChoice) as refusal:
            self.take_back(name)
        assert (refusal.value.code, refusal.value.rule) == ("nothing_to_take_back", "taking-back")

    def fingerprint(self) -> str:
        return RULESET.hash(self.game.state)


def test_4_7_moves_are_taken_back_latest_first() -> None:
    arranged = a_game().with_units("angela", "gobi", settler=1, swordsman=2).at("movement")
    game = LoggedGame(arranged)
    fingerprints = [game.fingerprint()]
    for unit in ("settler", "swordsman"):
        game.play("angela", move("gobi", "steppe", unit))
        fingerprints.append(game.fingerprint())
    game.take_back("angela")
    assert game.fingerprint() == fingerprints[1]
    game.take_back("angela")
    assert game.fingerprint() == fingerprints[0]
    game.keeps("angela")


def test_4_7_purchases_are_taken_back_and_the_gold_comes_back() -> None:
    arranged = a_game().with_settlement("angela", "gobi").with_gold("angela", 60).at("purchase")
    game = LoggedGame(arranged)
    before = game.fingerprint()
    game.play("angela", buy("swordsman", "gobi", 2))
    game.play("angela", BUY_TECHNOLOGY)
    game.take_back("angela")
    game.take_back("angela")
    assert game.fingerprint() == before


def test_4_7_a_look_under_a_marker_stands() -> None:
    arranged = a_game().with_units("angela", "gobi", settler=1, swordsman=1)
    game = LoggedGame(arranged.with_marker("gobi", "wine").at("movement"))
    game.play("angela", move("gobi", "steppe", "swordsman"))
    game.play("angela", look("gobi"))
    game.keeps("angela")


def test_4_7_whoever_walks_among_the_troops_of_others_has_learnt_something() -> None:
    arranged = a_game().with_units("angela", "gobi", settler=2)
    game = LoggedGame(arranged.with_units("brad", "steppe", swordsman=1).at("movement"))
    game.play("angela", move("gobi", "steppe", "settler"))
    game.keeps("angela")


def test_4_7_once_another_has_answered_a_choice_stands() -> None:
    arranged = a_game().with_gold("angela", 5).with_gold("brad", 5).at("trade")
    game = LoggedGame(arranged)
    game.play("angela", offer("brad", give_gold=1))
    game.play("brad", offer("angela", give_gold=2))
    game.keeps("angela")
    game.take_back("brad")


def test_4_7_a_village_on_a_hidden_resource_stands() -> None:
    arranged = a_game().with_units("angela", "gobi", settler=1).with_gold("angela", 50)
    arranged = arranged.with_marker("gobi", "wine", known_by=["angela"])
    game = LoggedGame(arranged.at("purchase"))
    game.play("angela", buy("village", "gobi"))
    game.keeps("angela")


def test_4_7_dice_that_have_fallen_stand() -> None:
    game = LoggedGame(a_game().at("trade"))
    game.play("angela", DONE)
    game.play("brad", DONE, dice=[3, 4])
    game.keeps("brad")


def test_4_7_nobody_takes_back_for_somebody_else() -> None:
    arranged = a_game().with_units("angela", "gobi", settler=1, swordsman=1).at("movement")
    game = LoggedGame(arranged)
    game.play("angela", move("gobi", "steppe", "settler"))
    game.keeps("brad")

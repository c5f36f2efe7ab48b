"""Scripts of a toy: a farmer who sows a field, fences fields in, and sells what has grown."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Collection
from typing import Any, NamedTuple

import pytest

from engine.core.dice import KeyedDice
from engine.core.errors import IllegalChoice
from engine.core.flow import GameState, Play
from engine.core.grammar import Amount, OneOf, Option, Subset
from engine.core.question import Fault, Question, Several, Sort, refusal
from engine.core.script import (
    Look,
    Steps,
    go,
    need,
    number,
    one,
    one_or_none,
    script,
    several,
)
from engine.core.text import Text


class Farm(GameState, kw_only=True):
    fields: list[str]
    seed: list[str]


class Turn(NamedTuple):
    state: Farm
    seat: int = 0


class Field(Sort[int]):
    unknown, fact = "no_such_field", "field"

    def key(self, state: Farm, thing: int) -> str:
        return f"f{thing}"

    def find(self, state: Farm, key: str, among: Collection[int]) -> int | None:
        return int(key[1:]) if key[:1] == "f" and key[1:].isdecimal() else None

    def option(self, state: Farm, thing: int) -> Option:
        return Option(self.key(state, thing), Text("option.field", {"n": thing}))


class Seed(Sort[str]):
    fact = "seed"

    def option(self, state: Farm, thing: str) -> Option:
        return Option(thing, Text("option.plain", {"key": thing}))


FIELD, SEED = Field(), Seed()
FROZEN = IllegalChoice("frozen", "winter", until="May")


def sown_fault(state: Farm, at: int) -> Fault:
    return FROZEN if state.fields[at] == "ice" else state.fields[at] and "sown"


@script("at", "seed", rule="sowing")
def sow(turn: Turn) -> Steps:
    state = turn.state
    yield from need(state.seed, "no_seed")
    fields = range(len(state.fields))
    at = yield from one(FIELD, fields, lambda at: sown_fault(state, at), strange="not_yours")
    seed = yield from one(SEED, state.seed, implied=True)
    play = yield from go()
    play.state.fields[at] = seed


@script("at", "others", rule="fences")
def fence(turn: Turn) -> Steps:
    fields = range(len(turn.state.fields))
    first = yield from one_or_none(
        FIELD, [None, *fields], lambda at: turn.state.fields[at] == "ice"
    )
    rest = [at for at in fields if at != first]
    others = (yield from several(FIELD, rest, 2)) if first is not None and rest else []
    play = yield from go(1, 2, 1)
    for at in (first, *others):
        if at is not None:
            play.state.fields[at] += "#"


@script("seed", "at", rule="sowing")
def broadcast(turn: Turn) -> Steps:
    state = turn.state
    seed = yield from one(SEED, state.seed, implied=True)
    at = yield from one(FIELD, range(len(state.fields)), lambda at: sown_fault(state, at))
    play = yield from go()
    play.state.fields[at] = seed


@script("what", "n", rule="markets")
def sell(turn: Turn) -> Steps:
    kinds = [kind for kind in dict.fromkeys(turn.state.fields) if kind]
    what = yield from one(SEED, kinds, detail=lambda kind: Text("much", {"n": kind.count("y")}))
    n = yield from number(1, turn.state.fields.count(what))
    play = yield from go()
    play.state.seed += [what] * n


def farm(*fields: str, seed: tuple[str, ...] = ("rye",)) -> Turn:
    return Turn(Farm(ruleset="farm", version=1, seats=1, fields=list(fields), seed=list(seed)))


def play_of(turn: Turn) -> Play[Farm]:
    return Play(turn.state, KeyedDice(b"server", [b"player"]))


def code(reason: IllegalChoice | None) -> tuple[object, ...]:
    return () if reason is None else (reason.code, reason.rule, reason.data)


def test_options_and_whether_there_is_any_follow_from_things_and_faults() -> None:
    look = sow.look(farm("", "oats", ""))
    assert look is not None
    asked = look.ask("at", {})
    assert isinstance(asked, OneOf) and asked.keys == ["f0", "f2"]
    assert asked.options()[1] == Option("f2", Text("option.field", {"n": 2}))
    assert look.ask("seed", {"at": "f0"}) is None, "a single sort of seed goes without saying"
    both = Look(sow, farm("", seed=("rye", "oats"))).ask("seed", {"at": "f0"})
    assert isinstance(both, OneOf) and both.keys == ["rye", "oats"]
    assert sow.look(farm("rye")) is None and sow.look(farm("", seed=())) is None
    assert look.ask("weather", {}) is None


def test_refusals_follow_from_the_same() -> None:
    turn = farm("", "oats", "ice")
    assert code(sow.why_not(turn, {"at": "f1"})) == ("sown", "sowing", {"field": "f1"})
    frozen = {"field": "f2", "until": "May"}
    assert code(sow.why_not(turn, {"at": "f2"})) == ("frozen", "winter", frozen)
    assert code(sow.why_not(turn, {"at": "f7"})) == ("not_yours", "sowing", {"field": "f7"})
    assert code(sow.why_not(turn, {"at": "x"})) == ("no_such_field", "sowing", {"field": "x"})
    assert code(sow.why_not(farm("", seed=()), {"at": "f0"})) == ("no_seed", "sowing", {})


@pytest.mark.parametrize("said", [{}, {"at": "f0"}, {"at": 3}, {"at": "f0", "seed": "gold"}])
def test_what_fits_or_is_no_option_at_all_has_no_reason(said: dict[str, object]) -> None:
    assert sow.why_not(farm("", "oats"), said) is None


def test_what_goes_without_saying_does_not_hide_a_reason_after_it() -> None:
    assert code(broadcast.why_not(farm("oats"), {"at": "f0"})) == (
        "sown",
        "sowing",
        {"field": "f0"},
    )
    two = farm("oats", seed=("rye", "oats"))
    assert broadcast.why_not(two, {"at": "f0"}) is None, "which seed has to be said first"


def test_a_fault_without_a_code_refuses_without_a_reason() -> None:
    assert refusal(True, "sowing") is None and refusal("", "sowing") is None
    asked = Question(FIELD, [0, 1], lambda at: at == 0)
    assert asked.open == [1] and asked.why_not(farm().state, "f0", "sowing") is None


def test_what_is_chosen_is_carried_out_in_the_state_of_the_play() -> None:
    turn = farm("", "", "")
    play = play_of(turn)
    sow.act(turn, play, {"at": "f1"})
    asked = Look(fence, turn).ask("others", {"at": "f0"})
    assert isinstance(asked, Subset) and asked.keys == ["f1", "f2"] and asked.most == 2
    fence.act(turn, play, {"at": "f0", "others": ["f1", "f2"]})
    fence.act(turn, play, {"at": "nothing"})
    assert turn.state.fields == ["#", "rye#", "#"]
    assert fence.hit(turn, {"at": "nothing"}) == (1, 2) and fence.hit(turn, {}) == ()
    with pytest.raises(AssertionError):
        sow.act(farm(""), play, {"at": "f0"})


def test_none_of_them_stands_where_the_rules_put_it() -> None:
    asked = Look(fence, farm("", "ice")).ask("at", {})
    assert isinstance(asked, OneOf) and asked.keys == ["nothing", "f0"]
    assert asked.options()[0] == Sort.none


def test_a_number_follows_from_what_was_chosen_before() -> None:
    turn = farm("rye", "oats", "rye", "", seed=())
    look = Look(sell, turn)
    what = look.ask("what", {})
    assert isinstance(what, OneOf) and what.options()[0].detail == Text("much", {"n": 1})
    assert look.ask("n", {"what": "rye"}) == Amount(1, 2)
    assert look.ask("n", {"what": "oats"}) == Amount(1, 1)
    sell.act(turn, play_of(turn), {"what": "rye", "n": 2})
    assert turn.state.seed == ["rye", "rye"]


def test_what_has_become_impossible_comes_to_nothing() -> None:
    turn = farm("", seed=())
    sow.act(turn, play_of(turn), {"at": "f0"})
    assert turn.state.fields == [""]


def test_what_is_there_no_more_comes_to_nothing() -> None:
    turn = farm("", "", seed=("rye", "oats"))
    play = play_of(turn)
    sow.act(turn, play, {"at": "f0", "seed": "barley"})
    fence.act(turn, play, {"at": "f0", "others": ["f1", "elsewhere"]})
    assert turn.state.fields == ["", ""]
    assert sow.hit(turn, {"at": "f0", "seed": "barley"}) == ()


def test_none_of_them_is_never_taken_for_one_of_them() -> None:
    asked: Question[Any] = Question(SEED, [None, "rye"])
    assert asked.read(farm().state, "nothing") is None and asked.read(farm().state, "rye") == "rye"
    assert asked.why_not(farm().state, "oats", "sowing") is None


def test_several_say_what_there_is_to_each() -> None:
    asked = Several(SEED, ["rye"], 1, None, None, lambda seed: Text("much", {"n": len(seed)}))
    grammar = asked.grammar(farm().state)
    assert isinstance(grammar, Subset) and grammar.describe("rye").detail == Text("much", {"n": 3})


def test_a_look_is_freed_as_soon_as_nobody_needs_it() -> None:
    gc.disable()
    try:
        look = sow.look(farm("", ""))
        assert look and look.ask("at", {}) and not look.ask("seed", {"at": "f0"})
        kept = weakref.ref(look)
        del look
        assert kept() is None
    finally:
        gc.enable()

"""The grammar against brute force: what is listed, counted, drawn and accepted is the same set."""

from __future__ import annotations

import math
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from engine.core.grammar import (
    Amount,
    Budget,
    Escorted,
    Field,
    Grammar,
    OneOf,
    Ordering,
    Setting,
    Settings,
    Subset,
    Unfit,
    form,
)
from tests.core.grammars import (
    KEYS,
    NAMES,
    all_values,
    frozen,
    grammars,
    no_two_alike,
    small_json,
    sorted_subsets,
    subsets,
)

slowly = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


# Agreement.


@slowly
@given(grammars)
def test_it_lists_every_value_once(grammar: Grammar) -> None:
    expected = [frozen(value) for value in all_values(grammar)]
    assert sorted(frozen(value) for value in grammar.enumerate()) == sorted(expected)


@slowly
@given(grammars)
def test_it_counts_what_it_lists(grammar: Grammar) -> None:
    assert grammar.count() == len(all_values(grammar))


@slowly
@given(grammars)
def test_what_it_lists_is_legal_and_in_normal_form(grammar: Grammar) -> None:
    for value in islice(grammar.enumerate(), 200):
        assert frozen(grammar.validate(value)) == frozen(value)


@slowly
@given(grammars, st.randoms(use_true_random=False))
def test_what_it_draws_is_one_of_its_values(grammar: Grammar, rng: Random) -> None:
    expected = {frozen(value) for value in all_values(grammar)}
    for _ in range(20):
        assert frozen(grammar.sample(rng)) in expected


@slowly
@given(grammars)
def test_every_value_can_come_up(grammar: Grammar) -> None:
    missing = {frozen(value) for value in all_values(grammar)}
    assume(len(missing) <= 12)
    rng = Random(5)
    for _ in range(30_000):
        missing.discard(frozen(grammar.sample(rng)))
        if not missing:
            return
    raise AssertionError(f"never drawn: {missing}")


@slowly
@given(grammars, small_json)
def test_of_all_json_it_takes_its_values_and_refuses_the_rest(grammar: Grammar, value: Any) -> None:
    expected = {frozen(one) for one in all_values(grammar)}
    try:
        normal = grammar.validate(value)
    except Unfit as unfit:
        assert unfit.code
        assert frozen(value) not in expected
    else:
        assert frozen(normal) in expected
        assert frozen(sorted_subsets(grammar, value)) == frozen(normal)


@slowly
@given(grammars, st.randoms(use_true_random=False), small_json, st.data())
def test_a_value_with_one_part_exchanged_is_judged_like_any_other(
    grammar: Grammar, rng: Random, junk: Any, data: st.DataObject
) -> None:
    """Near misses: random JSON alone hardly ever comes close to a form."""
    expected = {frozen(one) for one in all_values(grammar)}
    value = exchanged(grammar.sample(rng), junk, data)
    try:
        normal = grammar.validate(value)
    except Unfit:
        assert frozen(value) not in expected
    else:
        assert frozen(normal) in expected
        assert frozen(sorted_subsets(grammar, value)) == frozen(normal)


def exchanged(value: Any, junk: Any, data: st.DataObject) -> Any:
    """The value with something inside it replaced, added or taken away."""
    if isinstance(value, dict) and data.draw(st.booleans()):
        name = data.draw(st.sampled_from([*value, *NAMES]))
        if name in value and data.draw(st.booleans()):
            return {**value, name: exchanged(value[name], junk, data)}
        if name in value and data.draw(st.booleans()):
            return {key: one for key, one in value.items() if key != name}
        return {**value, name: junk}
    if isinstance(value, list) and data.draw(st.booleans()):
        return data.draw(st.permutations([*value, *([junk] if data.draw(st.booleans()) else [])]))
    return junk


@slowly
@given(subsets(), st.randoms(use_true_random=False))
def test_the_order_of_a_subset_does_not_matter(subset: Subset, rng: Random) -> None:
    value = subset.sample(rng)
    mixed = list(value)
    rng.shuffle(mixed)
    assert subset.validate(mixed) == value


@slowly
@given(grammars, small_json)
def test_validating_never_changes_the_value_given(grammar: Grammar, value: Any) -> None:
    before = frozen(value)
    try:
        normal = grammar.validate(value)
    except Unfit:
        assert frozen(value) == before
    else:
        if isinstance(normal, (list, dict)):
            normal.clear()
        assert frozen(value) == before


# What a complaint says.


@pytest.mark.parametrize(
    ("grammar", "value", "code"),
    [
        (OneOf(KEYS), 1, "not_a_key"),
        (OneOf(KEYS), "e", "not_an_option"),
        (Subset(KEYS), "a", "not_a_list"),
        (Subset(KEYS), [], "too_few"),
        (Subset(KEYS, most=1), ["a", "b"], "too_many"),
        (Subset(KEYS), ["a", "a"], "taken_too_often"),
        (Subset(KEYS), [1], "not_a_key"),
        (Subset(KEYS), ["e"], "not_an_option"),
        (Amount(1, 9), "1", "not_a_number"),
        (Amount(0, 1), True, "not_a_number"),
        (Amount(1, 9), 1.0, "not_a_number"),
        (Amount(1, 9), 0, "too_low"),
        (Amount(1, 9), 10, "too_high"),
        (Amount(1, 9, 2), 4, "not_a_step"),
        (Ordering(KEYS), "abcd", "not_a_list"),
        (Ordering(KEYS), ["a", "b", "c"], "not_all"),
        (Ordering(KEYS), ["a", "b", "c", "c"], "not_all"),
        (Ordering(KEYS), ["a", "b", "c", 4], "not_a_key"),
        (Budget(KEYS, costs={"a": 3, "b": 4}, funds=6), ["a", "b"], "over_budget"),
        (Budget(KEYS, costs={"a": 3, "b": 4}, funds=6), ["a", "e"], "not_an_option"),
        (Budget(KEYS, costs={"a": 3, "b": 4}, funds=6), [], "too_few"),
        (Escorted(KEYS, followers={"a", "b"}), ["a", "b"], "alone"),
        (Settings((Setting("x", OneOf(KEYS), "a"),)), ["x"], "not_a_form"),
        (Settings((Setting("x", OneOf(KEYS), "a"),)), {"x": "e"}, "not_an_option"),
        (Settings((Setting("x", OneOf(KEYS), "a"),)), {"y": "a"}, "unexpected"),
        (form(Field("x", OneOf(KEYS))), ["a"], "not_a_form"),
        (form(Field("x", OneOf(KEYS))), {}, "missing"),
        (form(Field("x", OneOf(KEYS))), {"x": "a", "y": "a"}, "unexpected"),
    ],
)
def test_a_complaint_has_a_stable_code(grammar: Grammar, value: Any, code: str) -> None:
    with pytest.raises(Unfit) as complaint:
        grammar.validate(value)
    assert complaint.value.code == code


def test_a_complaint_leads_to_the_field_that_is_wrong() -> None:
    party = form(Field("who", form(Field("count", Amount(1, 3)))), Field("to", OneOf(KEYS)))
    with pytest.raises(Unfit) as complaint:
        party.validate({"who": {"count": 4}, "to": "a"})
    assert complaint.value.path == ("who", "count")
    assert complaint.value.data == {"most": 3}


def test_an_answer_may_name_what_goes_without_saying() -> None:
    def where(said: dict[str, Any]) -> Grammar | None:
        return OneOf(KEYS) if said["do"] == "a" else None

    order = form(Field("do", OneOf(KEYS)), Field("at", where, implied=lambda said: "c"))
    assert order.validate({"do": "b", "at": "c"}) == {"do": "b"}
    for wrong in ({"do": "b", "at": "d"}, {"do": "b", "at": "c", "y": "a"}):
        with pytest.raises(Unfit) as complaint:
            order.validate(wrong)
        assert complaint.value.code == "unexpected"
    assert complaint.value.path == ("y",)


def test_a_field_is_asked_with_the_answers_before_it() -> None:
    def how_many(said: dict[str, Any]) -> Grammar | None:
        return {"a": Amount(1, 1), "b": Amount(5, 6), "c": None, "d": None}[said["x"]]

    order = form(Field("x", OneOf(KEYS)), Field("y", how_many))
    assert list(order.enumerate()) == [
        {"x": "a", "y": 1},
        {"x": "b", "y": 5},
        {"x": "b", "y": 6},
        {"x": "c"},
        {"x": "d"},
    ]


def test_a_source_is_handed_to_the_fields_before_the_answers() -> None:
    def least(source: list[int], said: dict[str, Any]) -> Grammar:
        return Amount(source[0], source[0] + len(said))

    order = form(Field("x", least), Field("y", least), source=[7])
    assert list(order.enumerate()) == [{"x": 7, "y": 7}, {"x": 7, "y": 8}]
    assert order.count() == 2
    assert order.validate({"x": 7, "y": 8}) == {"x": 7, "y": 8}
    assert order.sample(Random(1))["x"] == 7


def test_what_may_be_empty_is_made_only_where_a_random_answer_takes_something() -> None:
    made: list[Grammar] = []

    def some(source: str, said: dict[str, Any]) -> Grammar:
        made.append(Subset(KEYS, least=0, most=2))
        return made[-1]

    def surely(source: str, said: dict[str, Any]) -> bool:
        return bool(said["do"] == source)

    do = Field("do", OneOf(("take", "pass")))
    plain = form(do, Field("some", some), source="take")
    quick = form(do, Field("some", some, may_be_empty=surely), source="take")
    for seed in range(60):
        expected = plain.sample(Random(seed))
        made.clear()
        assert quick.sample(Random(seed)) == expected
        assert bool(made) == (expected["do"] == "pass" or bool(expected["some"]))


def test_a_great_many_keys_can_be_listed_and_counted() -> None:
    keys = [f"key {n}" for n in range(1_100)]
    some = Subset(keys, least=0)
    assert list(islice(some.enumerate(), 3)) == [[], ["key 1099"], ["key 1098"]]
    assert some.count() == 2**1_100
    assert next(iter(Ordering(keys).enumerate())) == keys


def test_a_huge_space_is_listed_lazily_and_counted_at_once() -> None:
    huge = form(
        *(Field(name, Subset([f"{name}{n}" for n in range(60)], least=0)) for name in NAMES)
    )
    assert len(list(islice(huge.enumerate(), 5))) == 5
    assert huge.count() == 2**180


def test_a_price_beyond_the_budget_says_what_it_is_and_what_there_is() -> None:
    shop = Budget(("army", "wonder"), costs={"army": 4, "wonder": 9}, funds=10, currency="trade")
    with pytest.raises(Unfit) as complaint:
        shop.validate(["army", "wonder"])
    assert complaint.value.data == {"price": 13, "funds": 10, "currency": "trade"}


def test_a_great_many_wares_can_be_listed_counted_and_drawn() -> None:
    keys = [f"key {n}" for n in range(1_100)]
    shop = Budget(keys, least=0, costs=dict.fromkeys(keys, 7), funds=20)
    assert list(islice(shop.enumerate(), 3)) == [[], ["key 1099"], ["key 1098"]]
    assert shop.count() == 1 + 1_100 + math.comb(1_100, 2)
    assert len(shop.sample(Random(1))) <= 2


def test_settings_name_what_changes_and_show_what_is() -> None:
    orders = Settings((Setting("trade", OneOf(KEYS), "a"), Setting("battle", OneOf(KEYS), "b")))
    assert orders.validate({"battle": "c", "trade": "a"}) == {"battle": "c"}
    assert orders.after({"battle": "c"}) == {"trade": "a", "battle": "c"}
    assert orders.current() == {"trade": "a", "battle": "b"}
    assert next(iter(orders.enumerate())) == {}


def test_settings_that_do_not_go_together_are_refused_as_a_whole() -> None:
    cities = Settings(
        (Setting("mill", OneOf(KEYS), "a"), Setting("forge", OneOf(KEYS), "b")), no_two_alike
    )
    assert cities.validate({"mill": "b", "forge": "a"}) == {"mill": "b", "forge": "a"}
    with pytest.raises(Unfit) as complaint:
        cities.validate({"mill": "b"})
    assert complaint.value.code == "alike"


def test_many_settings_are_drawn_and_listed_at_once() -> None:
    cities = Settings(
        tuple(Setting(f"improvement {n}", OneOf(KEYS), None) for n in range(28)),
        lambda after: Unfit("full") if list(after.values()).count("a") > 3 else None,
    )
    assert len(list(islice(cities.enumerate(), 500))) == 500
    assert all(cities.validate(cities.sample(Random(seed))) is not None for seed in range(50))


def test_an_automatic_setting_can_be_named_as_it_is_and_makes_way_otherwise() -> None:
    def one_each(values: dict[str, Any]) -> Unfit | None:
        return Unfit("twice") if len(set(values.values())) < len(values) else None

    places = OneOf(("gobi", "nile"))
    parts = (Setting("temple", places, "gobi", automatic=True), Setting("castle", places, "nile"))
    settings = Settings(parts, one_each)
    assert settings.validate({"temple": "gobi"}) == {"temple": "gobi"}
    assert settings.validate({"castle": "gobi"}) == {"castle": "gobi"}
    with pytest.raises(Unfit):
        settings.validate({"temple": "gobi", "castle": "gobi"})
    assert settings.count() == len(list(settings.enumerate())) == 4

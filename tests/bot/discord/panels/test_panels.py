"""Panels over grammars of every shape, and over every decision of whole games, without Discord."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.discord.panels import amount, offers, wholes
from bot.discord.panels.draft import OutdatedDraft, codes_of_value, walk
from bot.discord.panels.panel import CHANGES
from bot.discord.panels.question import Notice, Question
from engine.core.decision import Decision
from engine.core.grammar import (
    Amount,
    Budget,
    Escorted,
    Field,
    Form,
    Grammar,
    OneOf,
    Option,
    Ordering,
    Setting,
    Settings,
    Subset,
    cost,
    form,
)
from engine.core.text import Text
from engine.world import world
from engine.world.view import AREAS, WorldOffer
from tests.bot.discord.panels.builders import IDS, TIMES, VOICE, Hand, named, plain


def test_a_few_short_options_are_buttons() -> None:
    hand = Hand(plain("attack", "wait"))
    assert hand.shown_labels()[:2] == ["Attack", "Wait"]
    hand.press("Wait")
    assert hand.value == "wait"


def test_what_does_not_fit_on_a_button_stands_above_it() -> None:
    foe = Text("detail.present", {"seat": 1, "size": 2, "units": (("man_at_arms", 12),)})
    there = {"gobi": foe, "nile": None}

    def describe(key: str) -> Option:
        return Option(key, Text("place", {"place": key}), detail=there[key])

    hand = Hand(OneOf(list(there), describe))
    assert hand.offered() == ["Gobi", "Nile"]
    assert "- **Gobi** · \\*Bea\\*'s town with 12 men-at-arms" in hand.text()
    assert "**Nile**" not in hand.text()


def test_prices_stand_beside_the_options() -> None:
    def describe(key: str) -> Option:
        return Option(key, named(key).label, price=cost(gold=5))

    few = Hand(OneOf(("spear", "wall"), describe))
    assert few.offered() == ["Spear · 5 gold", "Wall · 5 gold"]
    many = Hand(OneOf([f"thing {n}" for n in range(9)], describe))
    select = next(each for each in many.actions() if each["type"] == 3)
    assert {option["description"] for option in select["options"]} == {"5 gold"}


@pytest.mark.parametrize("count", [6, 25, 26, 100, 700])
def test_no_list_of_options_is_ever_cut_short(count: int) -> None:
    hand = Hand(OneOf([f"option {n:03}" for n in range(count)], named))
    seen: set[str] = set(hand.offered())
    while any(each.get("label") == "Later parts" for each in hand.actions()) or count > 25:
        for part in _parts(hand):
            hand.use(*part)
            seen |= set(hand.offered())
        later = [e for e in hand.actions() if e.get("label") == "Later parts"]
        if not later or later[0].get("disabled"):
            break
        hand.use(later[0])
        seen |= set(hand.offered())
    assert seen == {f"Option {n:03}" for n in range(count)}


def _parts(hand: Hand) -> list[tuple[dict[str, Any], list[str]]]:
    select = next(e for e in hand.actions() if IDS.read(e["custom_id"]).verb == "pg")
    return [(select, [option["value"]]) for option in select["options"]]


def test_places_are_grouped_by_continent_and_the_seas_stand_together() -> None:
    board = world()
    keys = [space.id for space in board.spaces]

    def describe(key: str) -> Option:
        return Option(key, Text("place", {"place": key}), place=key)

    hand = Hand(OneOf(keys, describe))
    select = next(e for e in hand.actions() if IDS.read(e["custom_id"]).verb == "pg")
    titles = [option["label"] for option in select["options"]]
    assert {"Europe", "Asia 1"} <= set(titles) or {"Europe", "Asia"} <= set(titles)
    assert any(title.startswith("Seas") for title in titles)
    hand.pick("Europe")
    offered = set(hand.offered())
    europe = {board.name(i) for i in board.continents["Europe"]}
    assert offered == europe


def test_a_few_of_several_are_taken_in_one_go() -> None:
    hand = Hand(Subset(("axe", "bow", "club"), least=1, most=2, describe=named))
    hand.pick("Axe", "Club")
    assert hand.value == ["axe", "club"]


def a_shop() -> Hand:
    costs = {"axe": 4, "bow": 3, "club": 2}
    return Hand(Budget(tuple(costs), least=0, describe=named, costs=costs, funds=6))


def test_a_budget_says_what_is_left_and_what_costs_too_much() -> None:
    hand = a_shop()
    assert "6 gold left." in hand.text()
    with pytest.raises(Notice) as notice:
        hand.pick("Axe", "Bow")
    told = VOICE.say(notice.value.key, **notice.value.facts)
    assert told == "That costs 7 gold; you have 6 gold."
    hand.pick("Axe", "Club")
    assert hand.value == ["axe", "club"]


def some_settings() -> Hand:
    trade = Setting("trade", OneOf(("axe", "bow"), named), "axe", Text("area.sea"))
    return Hand(Settings((trade, Setting("battle", Amount(1, 3), 2))))


def test_settings_show_what_they_are_now_and_are_changed_one_by_one() -> None:
    hand = some_settings()
    assert hand.shown_labels()[:2] == ["Seas · Axe", "battle · 2"]
    hand.press("Seas · Axe")
    assert "**Seas**" in hand.text()
    hand.press("Bow")
    assert "Seas: **Bow**" in hand.text()
    assert hand.shown_labels()[:2] == ["Save the changes", "battle · 2"]
    hand.press("battle · 2")
    hand.press("3")
    assert hand.press("Save the changes") == "pk"
    assert hand.value == {"trade": "bow", "battle": 3}


def test_a_setting_put_back_to_what_it_was_changes_nothing() -> None:
    hand = some_settings()
    hand.press("Seas · Axe")
    hand.press("Axe")
    hand.press("Save the changes")
    assert hand.value == {}


def test_settings_can_be_left_as_they_are() -> None:
    grammar = some_settings().decision.grammar
    unchanged = walk(grammar, codes_of_value(grammar, {}))
    assert unchanged.open is None
    assert unchanged.value == {}
    assert walk(grammar, unchanged.codes).value == {}


def test_of_several_alike_one_says_how_many() -> None:
    hand = Hand(Subset(("axe", "bow"), least=1, copies={"axe": 5, "bow": 2}, describe=named))
    hand.pick("Axe", "Bow")
    hand.pick(f"4 {TIMES} Axe")
    assert f"Taken so far: 4 {TIMES} Axe and Bow" in hand.text()
    hand.press("Done")
    assert hand.value == ["axe"] * 4 + ["bow"]


def test_of_several_alike_it_is_said_how_many_there_are() -> None:
    hand = Hand(Subset(("axe", "bow"), least=1, copies={"axe": 5}, describe=named))
    select = next(each for each in hand.actions() if each["type"] == 3)
    said = {option["label"]: option.get("description") for option in select["options"]}
    assert said == {"Axe": "5 in all", "Bow": None}


def test_everything_and_nothing_are_one_press_where_they_are_allowed() -> None:
    hand = Hand(Subset(("axe", "bow"), least=0, copies={"axe": 5}, describe=named))
    hand.press("Everything")
    assert hand.value == ["axe"] * 5 + ["bow"]
    hand = Hand(Subset(("axe", "bow"), least=0, copies={"axe": 5}, describe=named))
    hand.press("Nothing")
    assert hand.value == []
    assert "Nothing" not in Hand(Subset(("axe", "bow"), least=1, describe=named)).shown_labels()
    assert (
        "Everything"
        not in Hand(Subset(("axe", "bow", "club"), most=2, describe=named)).shown_labels()
    )


def test_the_only_thing_there_is_can_be_taken_or_left_with_one_press() -> None:
    only = Subset(("axe",), least=0, describe=named)
    for label, value in (("Axe", ["axe"]), ("Nothing", [])):
        hand = Hand(only)
        assert "Everything" not in hand.shown_labels()
        hand.press(label)
        assert hand.value == value
    assert "Nothing" not in Hand(Subset(("axe",), describe=named)).shown_labels()


def test_the_only_challenge_there_is_says_what_is_done_and_what_not() -> None:
    only = Subset(("gobi",), least=0, describe=named)
    for label, value in (("Challenge in Gobi", ["gobi"]), ("No challenge", [])):
        hand = Hand(only, "challenge")
        hand.press(label)
        assert hand.value == value


def test_too_much_is_told_and_changes_nothing() -> None:
    hand = Hand(
        Subset(("axe", "bow"), least=1, most=3, copies={"axe": 5, "bow": 5}, describe=named)
    )
    hand.pick("Axe", "Bow")
    before = hand.state
    with pytest.raises(Notice) as told:
        hand.pick(f"5 {TIMES} Axe")
    assert VOICE.say(told.value.key, **told.value.facts) == "That is too much: 3 at most."
    assert hand.state == before


def test_what_needs_an_escort_is_not_taken_alone() -> None:
    party = Escorted(("axe", "bow"), describe=named, followers=("bow",))
    hand = Hand(party)
    with pytest.raises(Notice) as told:
        hand.pick("Bow")
    words = VOICE.say(told.value.key, **told.value.facts)
    assert words == "Not without an escort: Bow. Take something else along."
    hand.pick("Axe", "Bow")
    assert hand.value == ["axe", "bow"]


def test_things_are_taken_from_all_parts_of_a_long_list() -> None:
    hand = Hand(Subset([f"thing {n:02}" for n in range(60)], least=2, most=4, describe=named))
    hand.pick("Thing 01")
    part = _parts(hand)[-1]
    hand.use(*part)
    hand.pick("Thing 59")
    hand.press("Done")
    assert hand.value == ["thing 01", "thing 59"]


@pytest.mark.parametrize("most", [3, 20])
def test_small_numbers_are_chosen(most: int) -> None:
    hand = Hand(Amount(1, most))
    assert hand.offered() == [str(n) for n in range(1, most + 1)]


def test_large_numbers_are_typed_or_one_of_the_ends() -> None:
    hand = Hand(Amount(0, 500))
    assert hand.offered() == ["0", "250", "500"]
    assert "Another number" in hand.shown_labels()
    hand.state = amount.typed_number(hand.question, " 123 ")
    assert hand.value == 123


@pytest.mark.parametrize("typed", ["", "x", "-1", "501", "1e3", "9" * 30, "٣"])
def test_a_number_that_does_not_fit_is_told_with_its_bounds(typed: str) -> None:
    hand = Hand(Amount(0, 500))
    if typed == "٣":  # Another script's digit is a number all the same.
        assert amount.read_number(hand.question, typed) == 3
        return
    with pytest.raises(Notice) as told:
        amount.typed_number(hand.question, typed)
    assert "from 0 to 500" in VOICE.say(told.value.key, **told.value.facts)


def test_an_order_is_said_one_after_the_other() -> None:
    hand = Hand(Ordering(("axe", "bow", "club"), named))
    hand.pick("Club")
    assert "1. Club" in hand.text()
    hand.pick("Axe")
    assert hand.value == ["club", "axe", "bow"]


def test_an_order_can_be_kept_as_it_is() -> None:
    hand = Hand(Ordering(("axe", "bow", "club"), named))
    hand.press("Keep the order as it is")
    assert hand.value == ["axe", "bow", "club"]


def a_form() -> Form:
    return form(
        Field("what", plain("axe", "bow")),
        Field("how", lambda said: Amount(1, 3) if said["what"] == "axe" else None),
        Field("only", OneOf(("this",), named)),
        Field("deep", form(Field("one", plain("a", "b")), Field("two", plain("c", "d")))),
    )


def test_a_form_is_asked_step_by_step_and_shows_what_was_said() -> None:
    hand = Hand(a_form())
    hand.press("Axe")
    assert "**Axe**" in hand.text()
    hand.press("2")
    hand.press("B")
    hand.press("C")
    assert hand.value == {
        "what": "axe",
        "how": 2,
        "only": "this",
        "deep": {"one": "b", "two": "c"},
    }
    assert hand.question.is_complete


def test_what_leaves_no_choice_is_not_asked_but_said() -> None:
    hand = Hand(a_form())
    hand.press("Bow")
    assert "**This**" in hand.text()
    assert hand.offered() == ["A", "B"]


def test_back_goes_one_answer_back_and_past_what_was_not_asked() -> None:
    hand = Hand(a_form())
    hand.press("Bow")
    hand.press("Back")
    assert hand.offered() == ["Axe", "Bow"]


def test_a_panel_made_for_other_options_is_noticed() -> None:
    before, after = Hand(plain("axe", "bow")), Hand(plain("bow", "axe"))
    assert before.question.walk.check != after.question.walk.check
    few, many = Hand(Amount(1, 3)), Hand(Amount(2, 4))
    assert few.question.walk.check != many.question.walk.check


@pytest.mark.parametrize(
    "grammar", [plain("a", "b"), Subset(("a", "b")), Amount(1, 9), Ordering(("a", "b", "c"))]
)
def test_values_that_no_panel_offers_are_refused(grammar: Grammar) -> None:
    hand = Hand(grammar)
    for action in hand.actions():
        press = IDS.read(action["custom_id"])
        if action["type"] == 3:
            for wrong in ("99", "-1", "x", "", "٣", "9" * 12):
                state, more = hand.panel_ids.read(press)
                question = Question(hand.decision, state, hand.panel_ids, VOICE, AREAS)
                with pytest.raises((OutdatedDraft, Notice)):
                    CHANGES[press.verb](question, [wrong], more)


def test_a_whole_answer_is_written_into_an_id_and_read_back() -> None:
    rng = Random(3)
    for grammar in (a_form(), Subset(("a", "b"), copies={"a": 3}), Ordering(("a", "b", "c"))):
        for _ in range(30):
            value = grammar.sample(rng)
            assert walk(grammar, codes_of_value(grammar, value)).value == value


def test_an_offer_is_answered_and_countered_with_one_press() -> None:
    trade = form(
        Field("do", plain("offer", "accept", "decline")),
        Field("to", lambda said: plain("1", "2") if said["do"] == "offer" else None),
        Field("offer", lambda said: plain("7", "8") if said["do"] != "offer" else None),
    )
    question = Hand(trade, offers.TRADE).question
    codes = offers.codes_of(question, {"do": "accept", "offer": "8"})
    assert codes is not None
    assert walk(trade, codes).value == {"do": "accept", "offer": "8"}
    assert offers.codes_of(question, {"do": "accept", "offer": "9"}) is None
    counter = offers.counter(question, (), (2, 8))
    assert walk(trade, counter.codes).value == {"do": "offer", "to": "2"}


def test_a_counter_offer_is_the_offer_mirrored() -> None:
    offer = WorldOffer(
        id=3, maker=1, to=0, give_gold=5, give=("loan:gobi",), get_gold=0, get=("wonder:x",)
    )
    assert offers.mirrored(offer) == {
        "do": "offer",
        "to": "1",
        "give_gold": 0,
        "give": ["wonder:x"],
        "get_gold": 5,
        "get": ["loan:gobi"],
    }


def test_a_cart_says_what_is_left_or_what_it_lacks() -> None:
    hand = Hand(plain("spear", "wall"))
    hand.decision = Decision(0, "made_up", plain("spear", "wall"), default=None, about={"gold": 10})
    assert wholes.left(hand.question, cost(gold=8)) == cost(gold=2)
    assert not wholes.lacking(hand.question, cost(gold=8))
    assert wholes.lacking(hand.question, cost(gold=15)) == cost(gold=5)
    assert not wholes.left(hand.question, cost(gold=15))

"""Panels over grammars of every shape, and over every decision of whole games, without Discord."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from bot.discord.interactions.ids import LONGEST, Ids
from bot.discord.interactions.verbs import Verb
from bot.discord.panels import amount, offers
from bot.discord.panels.draft import OutdatedDraft, codes_of_value, walk
from bot.discord.panels.panel import CHANGES, panel
from bot.discord.panels.question import Notice, Question
from bot.discord.panels.state import DraftCache, PanelIds, PanelState
from bot.discord.screen import COMPONENTS_MOST, OPTIONS_MOST, ROW_MOST, Screen
from bot.discord.voices import rules_voice
from engine.core.decision import Choice, Decision
from engine.core.dice import KeyedDice
from engine.core.grammar import (
    Amount,
    Budget,
    Field,
    Form,
    Grammar,
    OneOf,
    Option,
    Ordering,
    Setting,
    Settings,
    Subset,
    Value,
    cost,
    form,
)
from engine.core.messages import Voice
from engine.core.registry import ruleset, rulesets
from engine.core.text import Text
from engine.world import world
from engine.world.view import AREAS

IDS = Ids(b"key")
TIMES = "\N{MULTIPLICATION SIGN}"
VOICE = rules_voice("standard", ["Ada", "*Bea*", "Cyd"])


class Hand:
    """Presses a panel as a person would, and sees what it shows."""

    def __init__(self, grammar: Grammar, kind: str = "made_up", voice: Voice = VOICE) -> None:
        self.panel_ids = PanelIds(IDS, DraftCache())
        self.voice = voice
        self.decision = Decision(0, kind, grammar, default=None)
        self.state = PanelState(7, 0, "0123abcd")

    @property
    def question(self) -> Question:
        return Question(self.decision, self.state, self.panel_ids, self.voice, AREAS)

    def components(self) -> list[dict[str, Any]]:
        view: Any = Screen(panel(self.question, "What?", None)).view()
        return list(_walk(view.to_components()))

    def actions(self) -> list[dict[str, Any]]:
        return [each for each in self.components() if each["type"] in (2, 3)]

    def shown_labels(self) -> list[str]:
        return [each.get("label", "") for each in self.actions()]

    def text(self) -> str:
        return "\n".join(each["content"] for each in self.components() if each["type"] == 10)

    def offered(self) -> list[str]:
        """What can be chosen now, whichever way."""
        found = []
        for each in self.actions():
            verb = IDS.read(each["custom_id"]).verb
            if each["type"] == 3 and verb != "pg":
                found += [option["label"] for option in each["options"]]
            elif verb in ("pk", "pv"):
                found.append(each["label"])
        return found

    def use(self, action: dict[str, Any], values: Sequence[str] = ()) -> str:
        """Press a component; gives its verb."""
        press = IDS.read(action["custom_id"])
        state, more = self.panel_ids.read(press)
        assert walk(self.decision.grammar, state.codes).check == state.check
        question = Question(self.decision, state, self.panel_ids, self.voice, AREAS)
        if press.verb in CHANGES:
            self.state = CHANGES[press.verb](question, values, more)
        return press.verb

    def press(self, label: str) -> str:
        (action,) = (each for each in self.actions() if each.get("label") == label)
        return self.use(action)

    def pick(self, *labels: str) -> None:
        for action in self.actions():
            if action["type"] == 3:
                known = {option["label"]: option["value"] for option in action["options"]}
                if set(labels) <= known.keys():
                    self.use(action, [known[label] for label in labels])
                    return
        raise AssertionError(f"none of the selects has {labels}")

    @property
    def value(self) -> Value:
        assert self.question.is_complete
        return self.question.walk.value


def _walk(components: Any) -> Iterator[dict[str, Any]]:
    for each in components:
        yield each
        yield from _walk(each.get("components", ()))


def named(key: str) -> Option:
    return Option(key, Text("option.plain", {"key": key.capitalize()}))


def plain(*keys: str) -> OneOf:
    return OneOf(keys, named)


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
    assert "Confirm" in hand.shown_labels()


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


def check_limits(hand: Hand) -> None:
    """What Discord allows in one message."""
    components = hand.components()
    assert len(components) <= COMPONENTS_MOST - 6, "a panel leaves room for what is around it"
    ids = [each["custom_id"] for each in components if "custom_id" in each]
    assert len(set(ids)) == len(ids)
    assert all(len(each) <= LONGEST for each in ids)
    for each in components:
        if each["type"] == 1:
            assert 1 <= len(each["components"]) <= ROW_MOST
        if each["type"] == 2:
            assert 1 <= len(each["label"]) <= 80
        if each["type"] == 3:
            assert 1 <= len(each["options"]) <= OPTIONS_MOST
            assert len({option["value"] for option in each["options"]}) == len(each["options"])
            assert each["min_values"] <= each["max_values"] <= len(each["options"])
            assert all(len(option["label"]) <= 100 for option in each["options"])


@pytest.mark.parametrize("name", rulesets())
def test_every_decision_of_whole_games_can_be_answered_by_pressing(name: str) -> None:
    rules = ruleset(name)
    voice = rules_voice(name, ["Ada", "*Bea*", "Cyd"])
    seen: set[str] = set()
    for seed in range(4):
        rng = Random(seed)
        dice = KeyedDice(bytes([seed]) * 32, [b"x"] * 3)
        state = rules.start(3, {}, dice).state
        for _ in range(120):
            pending = rules.pending(state)
            if not pending:
                break
            fresh = [each for each in pending if each.kind not in seen]
            awaited = [each for each in pending if each.blocking]
            decision = rng.choice(fresh or awaited)
            seen.add(decision.kind)
            value = pressed(decision, voice, rng)
            rules.play(state, Choice(decision.seat, decision.id, value), dice, decision)
    assert len(seen) > 4


def pressed(decision: Decision, voice: Voice, rng: Random) -> Value:
    """The answer that random presses come to."""
    hand = Hand(decision.grammar, decision.kind, voice)
    hand.decision = decision
    for _ in range(400):
        check_limits(hand)
        ways = [
            each
            for each in hand.actions()
            if not each.get("disabled")
            and IDS.read(each["custom_id"]).verb not in (Verb.CANCEL_DRAFT, Verb.WHY_NOT)
        ]
        if hand.question.is_complete:
            ways = [e for e in ways if IDS.read(e["custom_id"]).verb == Verb.CONFIRM_DRAFT]
        else:
            ahead = [e for e in ways if IDS.read(e["custom_id"]).verb != Verb.DRAFT_BACK]
            ways = ahead if rng.random() < 0.9 else ways
        way = rng.choice(ways)
        if IDS.read(way["custom_id"]).verb == Verb.TYPE_NUMBER:
            grammar = hand.question.leaf.grammar
            hand.state = amount.typed_number(hand.question, str(grammar.sample(rng)))
            continue
        values: list[str] = []
        if way["type"] == 3:
            size = rng.randint(way["min_values"], way["max_values"])
            values = [option["value"] for option in rng.sample(way["options"], size)]
        try:
            if hand.use(way, values) == Verb.CONFIRM_DRAFT:
                return hand.value
        except Notice:
            continue
    raise AssertionError(f"no end to {decision.kind}")


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

"""How templates put facts into words."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import IllegalChoice
from engine.core.grammar import Option, cost
from engine.core.messages import Catalog, MissingText, Voice, catalog
from engine.core.messages.template import parse
from engine.core.text import Text
from engine.core.view import Outcome, Standing
from engine.rulesets.standard.events import CommandRolled, MinorCivilizationFound

NAMES = ("Angela", "Brad", "chris", "Dana {x} | y")
STANDARD = Voice(catalog("standard"), NAMES)
SHARED = {
    "player": "player {n}",
    "gold": "{n} gold",
    "quote": "“{typed}”",
    "list": {"none": "nothing", "more": "{start}, {next}", "end": "{start} and {last}"},
    "units": {"axeman": "{n:plural|an axeman|{n} axemen}"},
}


def said(template: str, strict: bool = True, **facts: Any) -> str:
    """What a template says of some facts."""
    words = Catalog([SHARED, {"it": template}], strict=strict)
    return Voice(words, NAMES).say("it", **facts)


@pytest.mark.parametrize(
    ("count", "words"), [(0, "0 axemen"), (1, "an axeman"), (2, "2 axemen"), (11, "11 axemen")]
)
def test_units_are_counted(count: int, words: str) -> None:
    assert said("{kind:unit|{n}}", kind="axeman", n=count) == words


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        ((), "nothing"),
        ((0,), "Angela"),
        ((0, 1), "Angela and Brad"),
        ((1, 0, 2), "Brad, Angela and chris"),
    ],
)
def test_players_are_listed(seats: tuple[int, ...], words: str) -> None:
    assert said("{who:seats}", who=seats) == words


def test_several_kinds_of_units_are_listed() -> None:
    assert said("{u:units}", u=(("axeman", 2), ("axeman", 1))) == "2 axemen and an axeman"


def test_a_player_without_a_name_has_a_number() -> None:
    assert said("{who:seat}", who=6) == "player 7"


def test_a_name_is_never_read_as_a_template() -> None:
    assert said("{n:some|{who:seat}!|-}", n=1, who=3) == "Dana {x} | y!"


def test_a_capital_format_begins_a_sentence() -> None:
    assert said("{kind:Unit} falls.", kind="axeman") == "An axeman falls."


def test_what_is_not_there_is_left_out() -> None:
    template = "Pay{gold:some| {gold:gold}|ing nothing}."
    assert said(template, gold=3) == "Pay 3 gold."
    assert said(template, gold=0) == "Paying nothing."


def test_the_wording_not_chosen_is_not_read() -> None:
    assert said("{card:some|{card:name|cards}|none}", card="") == "none"


def test_a_fact_can_lie_within_another() -> None:
    assert said("{text.key}, {a.b.c}", text=Text("one"), a={"b": {"c": 5}}) == "one, 5"


def test_double_braces_stand_for_themselves() -> None:
    assert said("{{{n}}}", n=1) == "{1}"


@pytest.mark.parametrize("broken", ["{", "}", "{}", "{a!r}", "{a:some|{b}"])
def test_a_broken_template_is_refused(broken: str) -> None:
    with pytest.raises(ValueError):
        parse(broken)


def test_typed_words_are_quoted_and_cut_short() -> None:
    assert said("{t:quote}", t="gobbi") == "“gobbi”"
    assert said("{t:quote}", t="x" * 500) == f"“{'x' * 39}…”"


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"n": 0}, "zero"),
        ({"n": 2}, "two or three"),
        ({"n": 3}, "two or three"),
        ({"n": 9, "m": 9}, "equal"),
        ({"n": 9, "m": 1, "row": ()}, "empty"),
        ({"n": 9, "m": 1}, "empty"),
        ({"n": 9, "m": 1, "row": (1,), "deep": {"er": True}}, "deep"),
        ({"n": 9, "m": 1, "row": (1,)}, "else"),
    ],
)
def test_the_first_wording_that_suits_is_said(facts: dict[str, Any], words: str) -> None:
    entry = [
        {"when": {"n": 0}, "text": "zero"},
        {"when": {"n": [2, 3]}, "text": "two or three"},
        {"when": {"n": "=m"}, "text": "equal"},
        {"when": {"row": ""}, "text": "empty"},
        {"when": {"deep.er": True}, "text": "deep"},
        {"text": "else"},
    ]
    assert Voice(Catalog([{"it": entry}])).say("it", **facts) == words


def test_strict_words_tell_what_is_missing() -> None:
    for template in ("{n}", "{n:unheard_of}", "{x:name|cards}"):
        with pytest.raises(MissingText):
            said(template, x="ace")
    with pytest.raises(MissingText):
        Voice(Catalog([], strict=True)).say("event.Nothing")


def test_players_still_read_something_where_a_text_is_missing() -> None:
    assert said("Take {x:name|cards}!", strict=False, x="black_ace") == "Take black ace!"
    assert said("{n:unheard_of} {m}", strict=False, n=5) == "5 "


def test_rolls_show_dice_and_ties() -> None:
    rolls = ((0, (4, 5), 9), (1, (6, 3), 9), (0, (1, 2), 3), (1, (1, 1), 2))
    assert STANDARD.event(CommandRolled("gobi", 0, rolls)) == (
        "The dice for command in Gobi: Angela 9 (4+5), Brad 9 (6+3);"
        " again: Angela 3 (1+2), Brad 2 (1+1). Angela leads."
    )


def test_rolls_show_handicaps() -> None:
    rolls = ((0, (4, 5), 8), (1, (1, 1), -1))
    told = STANDARD.event(MinorCivilizationFound(0, "gobi", 0, rolls))
    minus = "\N{MINUS SIGN}"
    assert f"Angela 8 (4+5 {minus} 1), Brad {minus}1 (1+1 {minus} 3)." in told


def test_an_option_shows_its_price_and_more() -> None:
    words = STANDARD
    knight = Option("knight", Text("unit.knight"), cost(gold=10), detail=Text("era.medieval"))
    assert words.option(knight) == "Knight, 10 gold (medieval)"


def test_an_option_keeps_a_players_name_as_it_is() -> None:
    assert STANDARD.option(Option("2", Text("seat", {"seat": 2}))) == "chris"


def test_a_refusal_names_the_part_of_the_form_and_the_rule() -> None:
    error = IllegalChoice("too_high", "trade", field="give_gold", kind="trade", most=7)
    refusal = STANDARD.error(error)
    assert refusal == "Gold you give: it can be at most 7."
    assert refusal.rule == "trade"


def test_a_refusal_does_without_a_form() -> None:
    assert STANDARD.error(IllegalChoice("too_high", most=7)) == "It can be at most 7."


def test_a_part_of_a_form_that_nobody_asked_for_is_quoted() -> None:
    error = IllegalChoice("unexpected", field="colour", kind="movement")
    assert STANDARD.error(error) == "“colour”: this does not belong here."


def test_a_part_about_a_player_names_the_player() -> None:
    words = STANDARD.field("standing_orders", "toward_1")
    assert words == "When Brad enters a space of yours"


def test_a_result_tells_who_won_and_why() -> None:
    standings = (
        Standing(1, 1, 9, {"settlements": 6, "technologies": 0, "wonders": 3}),
        Standing(0, 2, 1, {"settlements": 1, "technologies": 0, "wonders": 0}),
    )
    assert STANDARD.outcome(Outcome("turn_limit", standings, 1)).splitlines() == [
        "Brad wins with 9 points.",
        "The game ended after 1 turn: the turn limit of the table was reached.",
        "1. Brad, 9 points: settlements 6, technologies 0 and wonders 3",
        "2. Angela, 1 point: settlements 1, technologies 0 and wonders 0",
    ]


def test_a_shared_victory_names_all_winners() -> None:
    standings = tuple(Standing(seat, 1, 4, {"settlements": 4}) for seat in (0, 1))
    said = STANDARD.outcome(Outcome("turn_limit", standings, 3))
    assert said.startswith("Angela and Brad share the victory with 4 points.\n")

"""A menu: few and short lines are buttons, more a select, more than that has pages."""

from __future__ import annotations

from typing import Any

import pytest

from bot.discord.interactions.panel_state import DraftCache, PanelIds, PanelState
from bot.discord.panels import suggested
from bot.discord.panels.menu import Buttons, menu, window
from bot.discord.panels.question import Guidance, Question
from bot.discord.screen import Block, MenuOption, button
from engine.core.advice import Suggestion
from engine.core.decision import Decision
from engine.core.grammar import Subset
from tests.bot.discord.panels.builders import IDS, VOICE, named

FEW = Buttons(2, lambda at, line: button(f"press{at}", line.label), letters=10)


def lines(*labels: str) -> list[MenuOption]:
    return [MenuOption(str(at), label) for at, label in enumerate(labels)]


def shown(blocks: list[Block]) -> list[list[dict[str, Any]]]:
    """What stands in each row."""
    return [block.to_component_dict()["components"] for block in blocks]


def test_few_and_short_lines_are_buttons_beside_each_other() -> None:
    (buttons,) = shown(menu(lines("Gobi", "Steppe"), "choose", "Where?", few=FEW))
    assert [each["label"] for each in buttons] == ["Gobi", "Steppe"]
    assert [each["custom_id"] for each in buttons] == ["press0", "press1"]


def test_stacked_buttons_have_a_row_each() -> None:
    few = FEW._replace(stacked=True)
    assert [len(each) for each in shown(menu(lines("Gobi", "Steppe"), "", "", few=few))] == [1, 1]


def test_one_line_too_many_or_too_long_makes_a_select() -> None:
    for labels in (("Gobi", "Steppe", "Himalaya"), ("Gobi", "East Siberia")):
        ((select,),) = shown(menu(lines(*labels), "choose", "Where?", few=FEW))
        assert (select["custom_id"], select["placeholder"]) == ("choose", "Where?")
        assert [each["label"] for each in select["options"]] == [*labels]


def test_no_lines_are_no_menu() -> None:
    assert menu([], "choose", "Where?", few=FEW) == []


def test_a_menu_of_many_parts_shows_those_around_the_one_that_is_open() -> None:
    assert window(3, 20) == range(20)
    assert window(30, 60) == range(25, 50)
    assert window(55, 60) == range(50, 60)


def test_the_button_of_a_suggestion_gives_what_stands_on_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The first of these answers is too long for a button.
    things = [f"{name} with a name that is as long as names can be" for name in ("axe", "bow")]
    monkeypatch.setattr(suggested, "sentence", lambda question, value: " and ".join(value))
    grammar = Subset((*things, "dart"), least=1, describe=named)
    best = [Suggestion("0", [*things]), Suggestion("0", ["dart"])]
    state, ids = PanelState(7, 0, "0123abcd"), PanelIds(IDS, DraftCache())
    decision = Decision(0, "made_up", grammar, default=None)
    question = Question(decision, state, ids, VOICE, guidance=Guidance(best))
    ((press,),) = shown(suggested.blocks(question))
    assert press["label"] == "dart"
    _, more = ids.read(IDS.read(press["custom_id"]))
    assert suggested.suggestion_of(question, (), more) == ["dart"]

"""A whole number on a panel: a few as buttons, some as a select, many to be typed."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.interactions.panel_state import PanelState
from bot.discord.interactions.verbs import Verb
from bot.discord.panels.draft import OutdatedDraft
from bot.discord.panels.menu import Buttons, menu, number
from bot.discord.panels.question import Notice, Question
from bot.discord.screen import OPTIONS_MOST, ROW_MOST, Block, MenuOption, button, row
from engine.core.grammar import Amount, Unfit, Value

FIELD = "number"


def blocks(question: Question) -> list[Block]:
    """The numbers to choose from, or a way to type one."""
    grammar = question.leaf.grammar
    assert isinstance(grammar, Amount)
    count = grammar.count()
    if count <= OPTIONS_MOST:
        custom_id = question.id(Verb.SET_NUMBER_FROM_LIST)
        buttons = Buttons(ROW_MOST, lambda at, line: pressed(question, at, line.label))
        lines = [line_of(question, grammar, at) for at in range(count)]
        few = None if grammar.describe is not None else buttons
        return menu(lines, custom_id, question.voice.say("panel.how_many"), few=few)
    ends = [
        pressed(question, at, str(grammar.least + at * grammar.step))
        for at in (0, (count - 1) // 2, count - 1)
    ]
    typing = button(question.id(Verb.TYPE_NUMBER), question.voice.say("panel.type_number"), "main")
    return [row(*ends, typing)]


def pressed(question: Question, at: int, label: str) -> Block:
    """A button for a number of the list."""
    return button(question.id(Verb.SET_NUMBER, at), label)


def line_of(question: Question, grammar: Amount, at: int) -> MenuOption:
    """A number of the list, with what it would mean where that is known."""
    value, voice = grammar.least + at * grammar.step, question.voice.unescaped
    if grammar.describe is None:
        return MenuOption(str(at), str(value))
    option = grammar.describe(value)
    return MenuOption(str(at), voice.label(option.label), voice.note(option))


def bounds(question: Question) -> str:
    """Which numbers may be typed."""
    grammar = question.leaf.grammar
    if not isinstance(grammar, Amount):
        raise OutdatedDraft
    key = "panel.bounds" if grammar.step == 1 else "panel.bounds_step"
    return question.voice.say(key, least=grammar.least, most=grammar.most, step=grammar.step)


def set_number(question: Question, values: Sequence[str], more: Sequence[int]) -> PanelState:
    """Answer with a number of the list."""
    grammar = question.leaf.grammar
    at = number(values[0]) if values else more[0]
    if not isinstance(grammar, Amount) or at >= grammar.count():
        raise OutdatedDraft
    return question.answered(grammar.least + at * grammar.step)


def typed_number(question: Question, typed: str) -> PanelState:
    """Answer with a typed number; raises `Notice` when it is none that fits."""
    return question.answered(read_number(question, typed))


def read_number(question: Question, typed: str) -> Value:
    """The number that was typed."""
    grammar = question.leaf.grammar
    if not isinstance(grammar, Amount):
        raise OutdatedDraft
    digits = "".join(typed.split())
    if not digits.removeprefix("-").isdecimal() or len(digits) > 12:
        raise Notice("panel.not_a_number", bounds=bounds(question))
    try:
        return grammar.validate(int(digits))
    except Unfit:
        raise Notice("panel.not_a_number", bounds=bounds(question)) from None

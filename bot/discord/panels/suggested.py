"""The best answers beside a question that is no form, each one press away."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.interactions.verbs import Verb
from bot.discord.panels.catalogue import Entry
from bot.discord.panels.draft import OutdatedDraft
from bot.discord.panels.entries import note, sentence
from bot.discord.panels.menu import Buttons, menu, number
from bot.discord.panels.question import Question
from bot.discord.screen import OPTIONS_MOST, Block, MenuOption, button
from engine.core.advice import Suggestion
from engine.core.grammar import OneOf, Value

SUGGESTED_BUTTONS = 3
LABEL_SHORT = 70


def blocks(question: Question) -> list[Block]:
    """The best answers to a question with too many for buttons, each one press away."""
    best: Sequence[Suggestion] = question.guidance.suggestions
    if not best or not question.guidance.is_ranked or question.state.work or question.state.at:
        return []
    verb = Verb.CHOOSE_SUGGESTED
    entries = [Entry(each.value, each.reason, each.then) for each in best]
    lines = [
        MenuOption(f"{at}-{entry.mark}", sentence(question, entry.value), note(question, entry))
        for at, entry in enumerate(entries[:OPTIONS_MOST])
    ]

    def pressed(_: int, line: MenuOption) -> Block:
        # Its own place among all: a longer one before it may have no button.
        place, mark = line.value.split("-")
        return button(question.id(verb, int(place), int(mark)), line.label, "main")

    few = Buttons(SUGGESTED_BUTTONS, pressed, LABEL_SHORT, stacked=True)
    if not isinstance(question.decision.grammar, OneOf):
        # The parts to choose from stand below: the best whole answers are a press each.
        lines = [each for each in lines[: few.many] if few.suit([each])]
    asked = question.voice.unescaped.say("wholes.best_one")
    return menu(lines, question.id(verb), asked, few=few)


def suggestion_of(question: Question, values: Sequence[str], more: Sequence[int]) -> Value:
    """The suggested answer that was pressed; raises `OutdatedDraft` if it is another one now."""
    if values:
        at, _, known = values[0].partition("-")
        place, wanted = number(at), number(known)
    else:
        place, wanted = more[0], more[1]
    if place >= len(question.guidance.suggestions):
        raise OutdatedDraft
    value = question.guidance.suggestions[place].value
    if Entry(value).mark != wanted:
        raise OutdatedDraft
    return value

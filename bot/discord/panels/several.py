"""Options that are asked for one after the other, picked together: where settlers settle."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.interactions.verbs import Verb
from bot.discord.panels.draft import OutdatedDraft
from bot.discord.panels.menu import menu, number
from bot.discord.panels.question import Question
from bot.discord.screen import OPTIONS_MOST, Block, MenuOption, button, row
from engine.core.grammar import OneOf, Option

FROM_LIST = 1
"""Tells the id of the list from that of the button for all."""


def can_be_several(question: Question) -> bool:
    """Whether more than one of the options can be picked at once."""
    options = question.leaf.grammar
    if not question.is_lone or not question.decision.until or not isinstance(options, OneOf):
        return False
    return 2 < len(options.keys) <= OPTIONS_MOST + 1


def all_of_them(question: Question) -> Block:
    """The button that picks all at once."""
    words = question.voice.say("panel.all_of_them", n=len(keys(question)))
    return button(question.id(Verb.PICK_SEVERAL), words, "main")


def blocks(question: Question, options: Sequence[Option], notes: Sequence[str]) -> list[Block]:
    """A list of which one or several are picked, all of them, or the end."""
    until, voice = question.decision.until, question.voice.unescaped
    lines = [
        MenuOption(str(at), voice.label(option.label), notes[at] if notes else voice.note(option))
        for at, option in enumerate(options)
        if option.key != until
    ]
    chosen = question.id(Verb.PICK_SEVERAL, FROM_LIST)
    (end,) = (at for at, option in enumerate(options) if option.key == until)
    return [
        *menu(lines, chosen, question.voice.say("panel.one_or_more"), most=len(lines)),
        row(
            all_of_them(question),
            button(question.id(Verb.PICK, end), voice.label(options[end].label)),
        ),
    ]


def keys(question: Question) -> list[str]:
    """All that can be picked."""
    grammar = question.leaf.grammar
    assert isinstance(grammar, OneOf)
    return [key for key in grammar.keys if key != question.decision.until]


def picked(question: Question, values: Sequence[str]) -> list[str]:
    """What a press picked: all of them without values; raises `OutdatedDraft`."""
    if not can_be_several(question):
        raise OutdatedDraft
    grammar = question.leaf.grammar
    assert isinstance(grammar, OneOf)
    if not values:
        return keys(question)
    places = [number(value) for value in values]
    if any(at >= len(grammar.keys) for at in places):
        raise OutdatedDraft
    return [grammar.keys[at] for at in places]

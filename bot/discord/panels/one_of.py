"""One of several on a panel: a few short options as buttons, more as a select."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.interactions.panel_state import PanelState
from bot.discord.interactions.verbs import Verb
from bot.discord.panels import several
from bot.discord.panels.draft import OutdatedDraft
from bot.discord.panels.menu import Buttons, listing, menu, number
from bot.discord.panels.question import Question
from bot.discord.screen import OPTIONS_MOST, ROW_MOST, Block, MenuOption, button, row, text
from engine.core.grammar import OneOf, Option

SHORT = 34


def blocks(question: Question) -> list[Block]:
    """The options to choose from."""
    options = question.options()
    together = several.can_be_several(question)
    if buttons := as_buttons(question, options):
        return [row(several.all_of_them(question)), *buttons] if together else buttons
    if together:
        return several.blocks(question, options, reasons(question, options))
    order = ranked(question, options)
    key = "wholes.best_one" if order else "panel.choose"
    return listing(
        question,
        options,
        Verb.PICK_FROM_LIST,
        placeholder=question.voice.say(key),
        order=order,
        notes=reasons(question, options) if order else foreseen(question, options),
    )


def foreseen(question: Question, options: Sequence[Option]) -> list[str]:
    """What stands under each option where it completes an answer with odds; else nothing."""
    said = {each.leaf.path[-1]: each.value for each in question.walk.said if each.leaf.path}
    path, voice = question.leaf.path, question.voice.unescaped
    if len(path) != 1 or path[0] != "to" or "units" not in said:
        return []
    found = []
    for option in options:
        odds = question.guidance.outlook({**said, path[0]: option.key})
        parts = [voice.text(odds)] if odds is not None else []
        found.append(voice.chain([*parts, *filter(None, [voice.note(option)])], "option.note"))
    return found


def ranked(question: Question, options: Sequence[Option]) -> list[int]:
    """The places of the options, the best first; nothing where nobody has an opinion."""
    if not question.guidance.is_ranked or not question.is_lone or not question.guidance.suggestions:
        return []
    if len(options) > OPTIONS_MOST:
        return []
    rank = {each.value: at for at, each in enumerate(question.guidance.suggestions)}
    return sorted(range(len(options)), key=lambda at: rank.get(options[at].key, len(rank)))


def reasons(question: Question, options: Sequence[Option]) -> list[str]:
    """What stands under each option: why it is suggested, else what there is to know of it."""
    voice = question.voice.unescaped
    known = {each.value: each.reason for each in question.guidance.suggestions}
    found = []
    for option in options:
        reason = known.get(option.key)
        shown = (
            option
            if reason is None
            else Option(option.key, option.label, option.price, detail=reason)
        )
        found.append(voice.note(shown))
    return found


def as_buttons(question: Question, options: Sequence[Option]) -> list[Block]:
    """The options as buttons, or nothing where they are too many or too long.

    What does not fit on a button stands above them: a press is less than a list and a confirmation.
    """
    if len(options) > ROW_MOST:
        return []
    options = [with_reason(question, option) for option in options]
    labels = [label(question, option) for option in options]
    explanations: list[Block] = []
    if max(map(len, labels)) > SHORT:
        labels = [question.voice.unescaped.label(option.label) for option in options]
        explanations = [
            text("\n".join(filter(None, (explained(question, each) for each in options))))
        ]
    if max(map(len, labels)) > SHORT:
        return []
    lines = [MenuOption(str(at), words) for at, words in enumerate(labels)]

    def pressed(at: int, line: MenuOption) -> Block:
        return button(question.id(Verb.PICK, at), line.label, style(question, options[at]))

    return [*explanations, *menu(lines, "", "", few=Buttons(ROW_MOST, pressed))]


def style(question: Question, option: Option) -> str:
    """How a button looks: what is suggested stands out; where nothing is, all options do."""
    if not question.is_lone:
        return "plain"
    best = question.guidance.suggestions[:1] if question.guidance.is_ranked else ()
    return "main" if all(each.value == option.key for each in best) else "plain"


def with_reason(question: Question, option: Option) -> Option:
    """An option of which nothing is known but why it is suggested, with that."""
    if not question.guidance.is_ranked or not question.is_lone or question.voice.note(option):
        return option
    known = {each.value: each.reason for each in question.guidance.suggestions}
    reason = known.get(option.key)
    if reason is None:
        return option
    return Option(option.key, option.label, option.price, detail=reason)


def explained(question: Question, option: Option) -> str:
    """A line about an option, where there is anything to say."""
    note = question.voice.note(option)
    return f"- **{question.voice.label(option.label)}** · {note}" if note else ""


def label(question: Question, option: Option) -> str:
    """An option with all there is to know about it."""
    note = question.voice.unescaped.note(option)
    name = question.voice.unescaped.label(option.label)
    return f"{name} · {note}" if note else name


def pick(question: Question, values: Sequence[str], more: Sequence[int]) -> PanelState:
    """Answer with an option."""
    grammar = question.leaf.grammar
    at = number(values[0]) if values else more[0]
    if not isinstance(grammar, OneOf) or at >= len(grammar.keys):
        raise OutdatedDraft
    return question.answered(grammar.keys[at])

"""A list of options as selects: one for its parts, where there are several, and one for a part."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.discord.interactions.verbs import Verb
from bot.discord.panels.draft import OutdatedDraft
from bot.discord.panels.list_parts import Part, parts
from bot.discord.panels.menu import menu, turning, window
from bot.discord.panels.question import Question
from bot.discord.panels.state import PanelState
from bot.discord.screen import Block, MenuOption
from engine.core.grammar import Option


def parts_of(question: Question, options: Sequence[Option]) -> list[Part]:
    """The options in parts, titled in words."""
    voice = question.voice.unescaped
    labels = [voice.label(option.label) for option in options]
    areas = {place: voice.label(area.label) for area in question.areas for place in area.places}
    return parts(
        options, labels, areas, lambda key, **facts: question.voice.say(f"part.{key}", **facts)
    )


def listing(
    question: Question,
    options: Sequence[Option],
    verb: str,
    *,
    placeholder: str = "",
    least: int = 1,
    most: int = 1,
    marked: Collection[int] = (),
    notes: Sequence[str] = (),
    order: Sequence[int] = (),
) -> list[Block]:
    """Selects for any number of options.

    A choice is a press of `verb` whose values are places in the list, of the part shown alone.
    `marked` are shown as chosen; `notes` stand under the options in place of their own. A list of
    one part can have an `order`.
    """
    divided = parts_of(question, options)
    shown = min(question.state.at[0], len(divided) - 1) if question.state.at else 0
    members = divided[shown].members
    if order and len(divided) == 1:
        members = tuple(order)
    blocks: list[Block] = []
    if len(divided) > 1:
        blocks += _parts(question, divided, shown)
        # Chosen in other parts, too: a choice of too much is refused with what may still be taken.
        least = 0 if most > 1 else least
        if most == 1:
            placeholder = question.voice.say("wholes.choose", what=divided[shown].title)
    lines = [
        MenuOption(
            str(at),
            question.voice.unescaped.label(options[at].label),
            notes[at] if notes else question.voice.unescaped.note(options[at]),
            chosen=at in marked,
        )
        for at in members
    ]
    most = min(most, len(lines))
    action = question.id(verb, shown)
    return [*blocks, *menu(lines, action, placeholder, least=min(least, most), most=most)]


def _parts(question: Question, divided: Sequence[Part], shown: int) -> list[Block]:
    lines = [
        MenuOption(str(at), divided[at].title, chosen=at == shown)
        for at in window(shown, len(divided))
    ]
    verb, asked = Verb.SHOW_LIST_PART, question.voice.say("part.placeholder")
    return [
        *menu(lines, question.id(verb), asked),
        *turning(question, verb, shown, len(divided)),
    ]


def show_part(question: Question, values: Sequence[str], more: Sequence[int]) -> PanelState:
    """Turn to another part of the list."""
    at = number(values[0]) if values else more[0]
    return question.state._replace(at=(at,))


def number(value: str) -> int:
    """A number that came with a press; raises `OutdatedDraft` for anything else."""
    if not value.isascii() or not value.isdecimal() or len(value) > 9:
        raise OutdatedDraft
    return int(value)


def members_shown(question: Question, options: Sequence[Option], part: int) -> tuple[int, ...]:
    """The options of the part that a press was about; raises `OutdatedDraft`."""
    divided = parts_of(question, options)
    if part >= len(divided):
        raise OutdatedDraft
    return divided[part].members

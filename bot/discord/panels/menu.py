"""What is chosen on a panel: few and short lines are buttons, more a select, still more has parts.

A press less is worth more than an even look: a button is one press, a select two on a phone.
Nothing is ever left out: what is too much for a select is cut into parts, by place or by the
alphabet, and whatever there is to choose stands in exactly one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from bot.discord.interactions.panel_state import PanelState
from bot.discord.interactions.verbs import Verb
from bot.discord.panels.draft import OutdatedDraft
from bot.discord.panels.question import Question
from bot.discord.screen import (
    LABEL_MOST,
    OPTIONS_MOST,
    Block,
    MenuOption,
    button,
    row,
    rows,
    select,
)
from engine.core.grammar import Option


class Buttons(NamedTuple):
    """What few lines are: so `many` at most, each with so many `letters` at most.

    `made` makes a button of a line and its place. They stand beside each other, or `stacked`.
    """

    many: int
    made: Callable[[int, MenuOption], Block]
    letters: int = LABEL_MOST
    stacked: bool = False

    def suit(self, lines: Sequence[MenuOption]) -> bool:
        """Whether lines are few and short."""
        return len(lines) <= self.many and all(len(each.label) <= self.letters for each in lines)


def menu(
    lines: Sequence[MenuOption],
    custom_id: str,
    placeholder: str,
    *,
    few: Buttons | None = None,
    least: int = 1,
    most: int = 1,
) -> list[Block]:
    """Up to 25 lines to choose from: a few as buttons, more as a select."""
    if few is None or not few.suit(lines):
        most = min(most, len(lines))
        return [select(custom_id, lines, placeholder, least=least, most=most)]
    buttons = [few.made(at, each) for at, each in enumerate(lines)]
    return [row(each) for each in buttons] if few.stacked else [*rows(buttons)]


def window(shown: int, count: int) -> range:
    """Which of many parts a menu of them shows, the one that is shown among them."""
    first = shown - shown % OPTIONS_MOST
    return range(first, min(first + OPTIONS_MOST, count))


def turning(question: Question, verb: str, shown: int, count: int, *more: int) -> list[Block]:
    """Earlier and later parts, where there are more than a menu shows."""
    if count <= OPTIONS_MOST:
        return []
    first, voice = window(shown, count).start, question.voice
    earlier, later = max(first - OPTIONS_MOST, 0), first + OPTIONS_MOST
    # The 1 keeps the ids apart where both lead to the same.
    back, on = question.id(verb, earlier, *more), question.id(verb, later, *more, 1)
    return [
        row(
            button(back, voice.say("part.earlier"), disabled=first == 0),
            button(on, voice.say("part.later"), disabled=later >= count),
        )
    ]


# Parts of a long list.


class Part(NamedTuple):
    """Some of the options, by their places in the list."""

    title: str
    members: tuple[int, ...]


def parts(
    options: Sequence[Option],
    labels: Sequence[str],
    areas: Mapping[str, str],
    title: Callable[..., str],
) -> list[Part]:
    """The options in parts of at most 25. One part without a title when all fit into it.

    `areas` names the part of the map that a place is in. Options on the map are grouped by these,
    in their order; others go by their labels. `title` makes the words: of `range` (`first`, `last`)
    and of `numbered` (`name`, `n`).
    """
    everything = tuple(range(len(options)))
    if len(options) <= OPTIONS_MOST:
        return [Part("", everything)]
    inside = [areas.get(option.place or "") for option in options]
    named = [name for name in dict.fromkeys(areas.values()) if name in inside]
    if None not in inside and len(named) > 1:
        groups = (
            Part(name, tuple(at for at in everything if inside[at] == name)) for name in named
        )
        return [part for group in groups for part in _numbered(group, title)]
    order = sorted(everything, key=lambda at: labels[at].casefold())
    return [
        Part(title("range", first=labels[chunk[0]], last=labels[chunk[-1]]), chunk)
        for chunk in _chunks(tuple(order))
    ]


def _numbered(group: Part, title: Callable[..., str]) -> list[Part]:
    if len(group.members) <= OPTIONS_MOST:
        return [group]
    return [
        Part(title("numbered", name=group.title, n=n), chunk)
        for n, chunk in enumerate(_chunks(group.members), start=1)
    ]


def _chunks(members: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The members in as few parts as there can be, all about as long."""
    count = -(-len(members) // OPTIONS_MOST)
    size = -(-len(members) // count)
    return [members[at : at + size] for at in range(0, len(members), size)]


# The options of a question.


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

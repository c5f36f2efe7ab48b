"""What is chosen on a panel: few and short lines are buttons, more a select, still more has pages.

A press less is worth more than an even look: a button is one press, a select two on a phone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

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

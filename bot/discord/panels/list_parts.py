"""Long lists of options, cut into parts that a select can show: by place, or by the alphabet.

Nothing is ever left out: whatever there is to choose stands in exactly one part.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.discord.screen import OPTIONS_MOST
from engine.core.grammar import Option
from engine.world import world


class Part(NamedTuple):
    """Some of the options, by their places in the list."""

    title: str
    members: tuple[int, ...]


def parts(
    options: Sequence[Option], labels: Sequence[str], title: Callable[..., str]
) -> list[Part]:
    """The options in parts of at most 25. One part without a title when all fit into it.

    Options on the map are grouped by the part of the world they are in; others go by their labels.
    `title` makes the words: of `sea`, of `range` (`first`, `last`) and of `numbered` (`name`, `n`).
    """
    everything = tuple(range(len(options)))
    if len(options) <= OPTIONS_MOST:
        return [Part("", everything)]
    areas = [area(option.place) for option in options]
    if None not in areas and len(set(areas)) > 1:
        named = {name: name or title("sea") for name in areas if name is not None}
        groups = [
            Part(named[name], tuple(at for at in everything if areas[at] == name))
            for name in sorted(named, key=lambda each: (not each, each))
        ]
        return [part for group in groups for part in _numbered(group, title)]
    order = sorted(everything, key=lambda at: labels[at].casefold())
    return [
        Part(title("range", first=labels[chunk[0]], last=labels[chunk[-1]]), chunk)
        for chunk in _chunks(tuple(order))
    ]


def area(place: str | None) -> str | None:
    """The part of the world a place is in: a continent, empty at sea, None for no place at all."""
    board = world()
    if place is None or place not in board.index:
        return None
    return board.spaces[board.index[place]].continent


def _numbered(group: Part, title: Callable[..., str]) -> list[Part]:
    if len(group.members) <= OPTIONS_MOST:
        return [group]
    return [
        Part(title("numbered", name=group.title, n=number), chunk)
        for number, chunk in enumerate(_chunks(group.members), start=1)
    ]


def _chunks(members: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The members in as few parts as there can be, all about as long."""
    count = -(-len(members) // OPTIONS_MOST)
    size = -(-len(members) // count)
    return [members[at : at + size] for at in range(0, len(members), size)]

"""Long lists of options, cut into parts that a select can show: by place, or by the alphabet.

Nothing is ever left out: whatever there is to choose stands in exactly one part.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from bot.discord.screen import OPTIONS_MOST
from engine.core.grammar import Option


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
        Part(title("numbered", name=group.title, n=number), chunk)
        for number, chunk in enumerate(_chunks(group.members), start=1)
    ]


def _chunks(members: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The members in as few parts as there can be, all about as long."""
    count = -(-len(members) // OPTIONS_MOST)
    size = -(-len(members) // count)
    return [members[at : at + size] for at in range(0, len(members), size)]

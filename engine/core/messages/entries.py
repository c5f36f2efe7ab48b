"""The entries of a catalog: wordings of one message, each for certain facts.

An entry in a file is a template (see `template`), or a list of wordings with the facts they suit:

    BattleEnded = [
        { when = { winner = -1 }, text = "Nobody is left in {place:place}." },
        { text = "{winner:seat} wins the battle in {place:place}." },
    ]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from engine.core.errors import HeraldError

Facts = Mapping[str, Any]
Format = Callable[..., str]
"""A function of the voice, a fact and any arguments (already filled) that returns words."""


class MissingText(HeraldError):
    """A catalog lacks an entry, a format or a fact. Only a strict catalog raises it."""


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One wording of an entry, and the facts it is for.

    A condition is a value, a list of possible values, or `=other` for the value of another fact.
    The empty string stands for nothing of any kind: an empty list, an empty text, a fact not given.
    """

    text: str
    when: dict[str, Any] = {}


Entry = tuple[Variant, ...]


def entries_of(content: Mapping[str, Any], above: str = "") -> dict[str, Entry]:
    """The entries of a parsed file by their full keys, such as `event.BattleEnded`."""
    found: dict[str, Entry] = {}
    for key, value in content.items():
        if isinstance(value, str):
            found[above + key] = (Variant(value),)
        elif isinstance(value, list):
            found[above + key] = msgspec.convert(value, Entry)
        else:
            found |= entries_of(value, f"{above}{key}.")
    return found


def facts_of(value: Any) -> Facts:
    """A struct's fields, or a mapping as it is."""
    return value if isinstance(value, Mapping) else msgspec.structs.asdict(value)

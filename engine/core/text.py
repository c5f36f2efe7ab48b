"""A message by its key and facts; the words are made at the edge, by a voice."""

from __future__ import annotations

from typing import Any

import msgspec


class Text(msgspec.Struct, frozen=True):
    """A message of the rule set's catalog, with the facts it needs.

    >>> Text("option.move", {"place": "gobi"}).key
    'option.move'
    """

    key: str
    data: dict[str, Any] = {}

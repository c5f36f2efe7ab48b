"""What a chat asks with: people, new games, and who may do what only some may."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.store.games import Pace

COLOURS = ("amber", "crimson", "jade", "azure", "violet", "indigo")
"""The six colours of players. Each is one seat's; nobody has to choose."""

LONGEST_NAME = 32


class Person(msgspec.Struct, frozen=True):
    """Somebody in the chat, as they are called there now."""

    user_id: int
    name: str


class Actor(msgspec.Struct, frozen=True):
    """Who asks for something that needs a power.

    `moderator` says that the server's own permissions make them one; the host needs no such thing.
    """

    user_id: int
    moderator: bool = False


class NewLobby(msgspec.Struct, frozen=True, kw_only=True):
    """A game to be opened. `seats` is how many can sit down; it may begin with fewer.

    `options` may leave out what shall be as usual. `channel_id` None is for games that no chat
    hosts: they are never announced.
    """

    ruleset: str
    host: Person
    seats: int | None = None
    options: dict[str, Any] = {}
    guild_id: int | None = None
    channel_id: int | None = None
    is_thread: bool = False
    pace: Pace = Pace()
    language: str = "en"
    theme: str = "classic"
    host_plays: bool = True
    colour: str | None = None

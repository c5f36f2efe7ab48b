"""What callers pass to the service: people, new lobbies, actors with their powers."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.store.games import Pace

COLOURS = ("amber", "crimson", "jade", "azure", "violet", "indigo")
"""The six colours of players. Each is one seat's; nobody has to choose."""

LONGEST_NAME = 32


class Rights(msgspec.Struct, frozen=True, kw_only=True):
    """What a user may do in a game's own channel and server, as the chat looked it up there.

    They are a `member` of the server, they see the channel, they moderate it, they have `roles`.
    Where it cannot be looked up, since Herald is not on the server, it is not `known`: players play
    on, nobody hosts.
    """

    member: bool = True
    sees: bool = True
    moderates: bool = False
    known: bool = True
    roles: frozenset[int] = frozenset()


class Person(msgspec.Struct, frozen=True):
    """A user of the chat, as they are called there now."""

    user_id: int
    name: str
    rights: Rights = Rights()


class Actor(msgspec.Struct, frozen=True):
    """Who asks for something that needs a power (see `bot.service.seats.powers`)."""

    user_id: int
    rights: Rights = Rights()


class NewLobby(msgspec.Struct, frozen=True, kw_only=True):
    """A game to be opened. `seats` is how many can sit down; it may begin with fewer.

    `options` may leave out what shall be as usual. `channel_id` None is for games that no chat
    hosts: they are never announced. `parent_id` is the channel that a thread belongs to. Nobody is
    in a hurry in a game for `practice`.
    """

    ruleset: str
    host: Person
    seats: int | None = None
    options: dict[str, Any] = {}
    guild_id: int | None = None
    channel_id: int | None = None
    is_thread: bool = False
    parent_id: int | None = None
    pace: Pace = Pace()
    language: str = "en"
    theme: str = "classic"
    host_plays: bool = True
    colour: str | None = None
    practice: bool = False

"""Records of the simulated state: users, servers, channels, messages, commands.

These are plain records. What may be done with them is in `world.py`, their JSON in
`bot/local_discord/payloads`.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from bot.moment import Moment

Json: TypeAlias = dict[str, Any]
ArchiveMinutes: TypeAlias = Literal[60, 1440, 4320, 10080]
"""After how long without a word a thread is archived."""


class Kind:
    """Kinds of channels, as Discord numbers them."""

    TEXT = 0
    DM = 1
    CATEGORY = 4
    NEWS = 5
    NEWS_THREAD = 10
    THREAD = 11
    PRIVATE_THREAD = 12
    THREADS = (NEWS_THREAD, THREAD, PRIVATE_THREAD)


class Flag:
    """Flags of messages."""

    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


class MessageKind:
    """Kinds of messages, as Discord numbers them."""

    PLAIN = 0
    PINNED = 6
    JOINED = 7
    THREAD_CREATED = 18
    REPLY = 19
    COMMAND = 20
    THREAD_STARTER = 21


class User(msgspec.Struct, kw_only=True):
    """A user, or the bot. `dms_open` is their wish to get private messages from the bot."""

    id: int
    username: str
    global_name: str | None = None
    avatar_hue: int = 0
    bot: bool = False
    dms_open: bool = True
    locale: str = "en-US"


class Role(msgspec.Struct, kw_only=True):
    """A role of a server; the one with the server's own id is everyone's."""

    id: int
    name: str
    permissions: int = 0
    position: int = 0
    colour: int = 0
    managed_by: int | None = None
    mentionable: bool = False


class Member(msgspec.Struct, kw_only=True):
    """A user in a server."""

    user_id: int
    joined: Moment
    nick: str | None = None
    roles: list[int] = []


class Guild(msgspec.Struct, kw_only=True):
    """A server."""

    id: int
    name: str
    owner_id: int
    roles: dict[int, Role] = {}
    members: dict[int, Member] = {}


class Overwrite(msgspec.Struct, kw_only=True):
    """Permissions of a role (kind 0) or a member (kind 1) that differ in one channel."""

    id: int
    kind: int
    allow: int = 0
    deny: int = 0


class ThreadState(msgspec.Struct, kw_only=True):
    """What only threads have."""

    owner_id: int
    created: Moment
    archived: bool = False
    locked: bool = False
    archive_moment: Moment = 0
    auto_archive_minutes: int = 1440
    invitable: bool = True
    members: dict[int, Moment] = {}
    message_count: int = 0


class Channel(msgspec.Struct, kw_only=True):
    """A channel, thread, category or private conversation."""

    id: int
    kind: int
    name: str = ""
    guild_id: int | None = None
    topic: str | None = None
    position: int = 0
    parent_id: int | None = None
    overwrites: dict[int, Overwrite] = {}
    nsfw: bool = False
    slowmode: int = 0
    recipients: list[int] = []
    last_message_id: int | None = None
    last_pin: Moment | None = None
    thread: ThreadState | None = None

    @property
    def is_dm(self) -> bool:
        """Whether it is a private conversation."""
        return self.kind == Kind.DM


class Attachment(msgspec.Struct, kw_only=True):
    """A file of a message. Its bytes are in the storage; `secret` is part of its address."""

    id: int
    channel_id: int
    filename: str
    size: int
    secret: str
    content_type: str | None = None
    width: int | None = None
    height: int | None = None
    description: str | None = None
    ephemeral: bool = False


class Message(msgspec.Struct, kw_only=True):
    """A message. `only` is the one user who sees it, for ephemeral ones."""

    id: int
    channel_id: int
    author_id: int
    sent: Moment
    content: str = ""
    kind: int = MessageKind.PLAIN
    flags: int = 0
    edited: Moment | None = None
    components: list[Json] = []
    attachments: list[Attachment] = []
    mentions: list[int] = []
    mention_roles: list[int] = []
    mention_everyone: bool = False
    reference: Json | None = None
    nonce: str | int | None = None
    pinned: Moment | None = None
    interaction: Json | None = None
    only: int | None = None
    by_interaction: bool = False
    tts: bool = False

    @property
    def ephemeral(self) -> bool:
        """Whether one user alone sees it."""
        return bool(self.flags & Flag.EPHEMERAL)


class Command(msgspec.Struct, kw_only=True):
    """An application command: its body is as Discord answers it, less the ids."""

    id: int
    version: int
    guild_id: int | None
    body: Json


class ReadState(msgspec.Struct, kw_only=True):
    """How far a user has read, by channel."""

    user_id: int
    last_read: dict[int, int] = {}

"""The simulated state of Discord: users, servers, channels, messages, and every change of them.

Every change is stored and passed to the listeners: the bot's gateway and the page. It knows nothing
of HTTP; permissions are checked by the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from bot.local_discord.clock import SkippableTime
from bot.local_discord.world import permissions
from bot.local_discord.world.message_cache import MessageCache
from bot.local_discord.world.models import (
    Attachment,
    Channel,
    Command,
    Guild,
    Kind,
    Member,
    Message,
    ReadState,
    Role,
    User,
)
from bot.local_discord.world.snowflake import Snowflakes, first_at
from bot.local_discord.world.storage import Storage
from bot.moment import MINUTE, Moment

NONCE_MINUTES = 5
HUES = (20, 262, 158, 336, 205, 96, 300, 48)


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """Something happened. The name is Discord's; what is concerned comes as records."""

    name: str
    guild: Guild | None = None
    channel: Channel | None = None
    message: Message | None = None
    user: User | None = None
    facts: dict[str, Any] = {}


class World:
    """Everything there is at the table, in memory and noted for the storage."""

    def __init__(self, storage: Storage, time: SkippableTime) -> None:
        self.storage = storage
        self.time = time
        self.cdn = ""
        self.users = {user.id: user for user in storage.all(User)}
        self.guilds = {guild.id: guild for guild in storage.all(Guild)}
        self.channels = {channel.id: channel for channel in storage.all(Channel)}
        self.commands = {command.id: command for command in storage.all(Command)}
        self.reads = {read.user_id: read for read in storage.all(ReadState)}
        self._cache = MessageCache(storage)
        self._ids = Snowflakes(time.now, storage.last_id())
        self._listeners: list[Callable[[Event], None]] = []
        for group in (self.users, self.guilds, self.channels, self.commands):
            for number in group:
                self._ids.seen(number)

    def new_id(self) -> int:
        """An id that was never given before."""
        return self._ids.new()

    def listen(self, listener: Callable[[Event], None]) -> None:
        """Hear of everything that happens from now on."""
        self._listeners.append(listener)

    def emit(self, name: str, **what: Any) -> None:
        """Tell the listeners."""
        event = Event(name=name, **what)
        for listener in self._listeners:
            listener(event)

    # People and servers.

    @property
    def bot(self) -> User:
        """The bot's user; its id is the application's too."""
        return next(user for user in self.users.values() if user.bot)

    def people(self) -> list[User]:
        """Everybody but the bot, in the order they came."""
        return [user for user in self.users.values() if not user.bot]

    def add_user(self, username: str, name: str | None = None, *, bot: bool = False) -> User:
        """A new user, in no server yet."""
        user = User(
            id=self.new_id(),
            username=username,
            global_name=name,
            bot=bot,
            avatar_hue=HUES[len(self.users) % len(HUES)],
        )
        self.users[user.id] = user
        self.storage.save(user)
        return user

    def change_user(self, user: User) -> None:
        """Note what was changed in a user."""
        self.storage.save(user)
        self.emit("USER_UPDATE", user=user)

    def add_guild(self, name: str, owner: User) -> Guild:
        """A new server with its owner in it."""
        number = self.new_id()
        everyone = Role(id=number, name="@everyone", permissions=permissions.MEMBER)
        guild = Guild(id=number, name=name, owner_id=owner.id, roles={number: everyone})
        self.guilds[number] = guild
        self.join(guild, owner)
        return guild

    def join(self, guild: Guild, user: User, granted: int = permissions.BOT) -> Member:
        """A user enters a server; a bot brings a role of its own with what it is granted."""
        member = Member(user_id=user.id, joined=self.time.now())
        if user.bot:
            role = self.add_role(guild, user.global_name or user.username, granted, user.id)
            member.roles = [role.id]
        guild.members[user.id] = member
        self.storage.save(guild)
        if user.bot:
            self.emit("GUILD_CREATE", guild=guild)
        self.emit("GUILD_MEMBER_ADD", guild=guild, user=user)
        return member

    def leave(self, guild: Guild, user: User) -> None:
        """A user leaves a server, or is removed. A bot's own role goes with it."""
        member = guild.members.pop(user.id)
        for role_id in member.roles:
            if guild.roles[role_id].managed_by == user.id:
                del guild.roles[role_id]
        self.storage.save(guild)
        self.emit("GUILD_MEMBER_REMOVE", guild=guild, user=user)
        if user.bot:
            self.emit("GUILD_DELETE", guild=guild)

    def add_role(
        self, guild: Guild, name: str, granted: int = 0, managed_by: int | None = None
    ) -> Role:
        """A new role on top of the others."""
        role = Role(
            id=self.new_id(),
            name=name,
            permissions=granted,
            position=len(guild.roles),
            managed_by=managed_by,
        )
        guild.roles[role.id] = role
        self.change_guild(guild)
        return role

    def change_guild(self, guild: Guild) -> None:
        """Note what was changed in a server, its roles or its members."""
        self.storage.save(guild)
        self.emit("GUILD_UPDATE", guild=guild)

    # Channels.

    def add_channel(self, channel: Channel) -> Channel:
        """A channel, thread or private conversation that was just made."""
        self.channels[channel.id] = channel
        self.storage.save(channel)
        name = "THREAD_CREATE" if channel.thread else "CHANNEL_CREATE"
        self.emit(name, channel=channel, facts={"newly_created": True})
        return channel

    def text_channel(self, guild: Guild, name: str, topic: str | None = None) -> Channel:
        """A new text channel at the end of a server's list."""
        return self.add_channel(
            Channel(
                id=self.new_id(),
                kind=Kind.TEXT,
                guild_id=guild.id,
                name=name,
                topic=topic,
                position=len(self.channels_of(guild)),
            )
        )

    def channels_of(self, guild: Guild) -> list[Channel]:
        """The channels of a server without its threads, in their order."""
        found = [
            each for each in self.channels.values() if each.guild_id == guild.id and not each.thread
        ]
        return sorted(found, key=lambda channel: (channel.position, channel.id))

    def threads_of(self, guild: Guild) -> list[Channel]:
        """All threads of a server, also archived ones."""
        return [
            each for each in self.channels.values() if each.guild_id == guild.id and each.thread
        ]

    def change_channel(self, channel: Channel) -> None:
        """Note what was changed in a channel."""
        self.storage.save(channel)
        self.emit("THREAD_UPDATE" if channel.thread else "CHANNEL_UPDATE", channel=channel)

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads and messages."""
        for thread in [each for each in self.channels.values() if each.parent_id == channel.id]:
            if thread.thread:
                self.delete_channel(thread)
        self.emit("THREAD_DELETE" if channel.thread else "CHANNEL_DELETE", channel=channel)
        for message in self._cache.drop_channel(channel.id):
            self._erase(message)
        del self.channels[channel.id]
        self.storage.forget(channel)

    def dm(self, user: User) -> Channel:
        """The DM channel between the bot and a user; created when there is none."""
        found = self.find_dm(user.id)
        if found is not None:
            return found
        channel = Channel(id=self.new_id(), kind=Kind.DM, recipients=[self.bot.id, user.id])
        return self.add_channel(channel)

    def find_dm(self, user_id: int) -> Channel | None:
        """The DM channel between the bot and a user, if there is one."""
        for channel in self.channels.values():
            if channel.is_dm and user_id in channel.recipients:
                return channel
        return None

    def guild_of(self, channel: Channel) -> Guild | None:
        """The server a channel is in."""
        return None if channel.guild_id is None else self.guilds[channel.guild_id]

    def allowed(self, user_id: int, channel: Channel) -> int:
        """What a user may do in a channel, as permission bits."""
        guild = self.guild_of(channel)
        if guild is None:
            return permissions.DM if user_id in channel.recipients else 0
        place = channel
        if channel.thread is not None and channel.parent_id is not None:
            place = self.channels[channel.parent_id]
        granted = permissions.in_channel(guild, place, user_id)
        hidden = channel.kind == Kind.PRIVATE_THREAD and channel.thread is not None
        if hidden and channel.thread and user_id not in channel.thread.members:
            return granted if granted & permissions.P.MANAGE_THREADS else 0
        return granted

    def sees(self, user_id: int, channel: Channel) -> bool:
        """Whether a user can see a channel."""
        return bool(self.allowed(user_id, channel) & permissions.P.VIEW_CHANNEL)

    # Messages.

    def messages(self, channel: Channel) -> Iterator[Message]:
        """All messages of a channel, oldest first, also ephemeral ones."""
        return self._cache.all(channel.id)

    def newest(self, channel: Channel) -> Iterator[Message]:
        """The messages of a channel, newest first."""
        return self._cache.newest(channel.id)

    def message(self, channel_id: int, message_id: int) -> Message | None:
        """A message by its id."""
        return self._cache.find(channel_id, message_id)

    def post(self, message: Message) -> Message:
        """A message appears. Ephemeral ones are not stored: they end with the session."""
        channel = self.channels[message.channel_id]
        vanished = self._cache.put(message)
        if message.only is None:
            channel.last_message_id = message.id
            if channel.thread is not None:
                channel.thread.message_count += 1
            self.storage.save(channel)
            self.storage.save(message)
        self.emit("MESSAGE_CREATE", channel=channel, message=message)
        for each in vanished:
            self._erase(each)
            self.emit("MESSAGE_DELETE", channel=channel, message=each)
        return message

    def change_message(self, message: Message) -> None:
        """Note what was changed in a message."""
        if message.only is None:
            self.storage.save(message)
        channel = self.channels[message.channel_id]
        self.emit("MESSAGE_UPDATE", channel=channel, message=message)

    def delete_message(self, message: Message) -> None:
        """A message disappears with its files."""
        self._cache.drop(message)
        self._erase(message)
        channel = self.channels[message.channel_id]
        self.emit("MESSAGE_DELETE", channel=channel, message=message)

    def _erase(self, message: Message) -> None:
        for attachment in message.attachments:
            self.storage.drop_file(attachment.id)
        if message.only is None:
            self.storage.forget(message)

    def with_nonce(self, author_id: int, nonce: str | int) -> Message | None:
        """What an author sent with a nonce in the last minutes."""
        oldest = first_at(self.time.now() - NONCE_MINUTES * MINUTE)
        for messages in self._cache.at_hand():
            for message in messages:
                if message.id < oldest:
                    break
                if message.author_id == author_id and str(message.nonce) == str(nonce):
                    return message
        return None

    def file_url(self, attachment: Attachment) -> str:
        """Where an upload can be fetched; the secret keeps other web pages out."""
        return (
            f"{self.cdn}/attachments/{attachment.channel_id}/{attachment.id}/"
            f"{attachment.filename}?hm={attachment.secret}"
        )

    # Reading.

    def read(self, user_id: int, channel: Channel, message_id: int) -> None:
        """A user has seen a channel up to a message."""
        state = self.reads.setdefault(user_id, ReadState(user_id=user_id))
        if message_id > state.last_read.get(channel.id, 0):
            state.last_read[channel.id] = message_id
            self.storage.save(state)

    def last_read(self, user_id: int, channel: Channel) -> int:
        """The newest message of a channel that a user has seen; 0 when none."""
        state = self.reads.get(user_id)
        return 0 if state is None else state.last_read.get(channel.id, 0)

    # Commands.

    def put_command(self, command: Command) -> None:
        """A command is new, or says something new."""
        self.commands[command.id] = command
        self.storage.save(command)

    def drop_command(self, command: Command) -> None:
        """A command is gone."""
        del self.commands[command.id]
        self.storage.forget(command)

    def now(self) -> Moment:
        """The moment it is at the table."""
        return self.time.now()

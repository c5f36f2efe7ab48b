"""The newest messages of each channel in memory, the older ones from storage.

A table may stay in use for months; old messages are read from storage when they are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.local_discord.world.models import Message
from bot.local_discord.world.storage import Storage

AT_HAND = 100
"""How many messages of a channel stay in memory."""

OWN_AT_HAND = 30
"""How many ephemeral messages a user keeps in a channel; older ones vanish."""

END = 2**63 - 1


class MessageCache:
    """Puts messages away and finds them again. Stored ones must have been given to the storage."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._recent: dict[int, dict[int, Message]] = {}

    def _at_hand(self, channel_id: int) -> dict[int, Message]:
        if channel_id not in self._recent:
            stored = list(self._storage.messages(channel_id, END, newest_first=True, most=AT_HAND))
            self._recent[channel_id] = {each.id: each for each in reversed(stored)}
        return self._recent[channel_id]

    def _oldest_at_hand(self, channel_id: int) -> int:
        """Messages stored before this id are not in memory."""
        at_hand = self._at_hand(channel_id).values()
        return next((each.id for each in at_hand if each.only is None), END)

    def all(self, channel_id: int) -> Iterator[Message]:
        """All messages of a channel, oldest first."""
        yield from list(self._storage.messages(channel_id, self._oldest_at_hand(channel_id)))
        yield from list(self._at_hand(channel_id).values())

    def newest(self, channel_id: int) -> Iterator[Message]:
        """All messages of a channel, newest first, read as far as they are wanted."""
        yield from list(reversed(self._at_hand(channel_id).values()))
        before = self._oldest_at_hand(channel_id)
        while older := list(
            self._storage.messages(channel_id, before, newest_first=True, most=AT_HAND)
        ):
            yield from older
            before = older[-1].id

    def find(self, channel_id: int, message_id: int) -> Message | None:
        """A message by its id."""
        found = self._at_hand(channel_id).get(message_id)
        return found or self._storage.message(channel_id, message_id)

    def at_hand(self) -> Iterator[Iterator[Message]]:
        """For every channel in use, its newest messages, newest first."""
        for messages in self._recent.values():
            yield reversed(messages.values())

    def put(self, message: Message) -> list[Message]:
        """A new message. Gives those that vanish for it, seen by one person alone."""
        at_hand = self._at_hand(message.channel_id)
        at_hand[message.id] = message
        alike = [each for each in at_hand.values() if each.only == message.only]
        surplus = alike[: -(AT_HAND if message.only is None else OWN_AT_HAND)]
        for each in surplus:
            del at_hand[each.id]
        return [] if message.only is None else surplus

    def drop(self, message: Message) -> None:
        """A message is gone."""
        self._at_hand(message.channel_id).pop(message.id, None)

    def drop_channel(self, channel_id: int) -> list[Message]:
        """A channel is gone; gives its messages."""
        found = list(self.all(channel_id))
        del self._recent[channel_id]
        return found

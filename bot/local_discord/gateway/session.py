"""A gateway session: numbered events, so that a bot can resume after a lost connection."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from bot.local_discord.gateway import events, intents
from bot.local_discord.world.models import Json
from bot.local_discord.world.snowflake import TIME_SHIFT
from bot.local_discord.world.world import Event, World

DISPATCH = 0
MOST_KEPT = 1000
"""How many events a session keeps for a bot that comes back."""


class Shard(NamedTuple):
    """A part of a bot's servers: one of so many, counted from 0."""

    number: int
    of: int

    def has(self, guild_id: int | None) -> bool:
        """Whether it hears of a server; of what happens on none the first one hears."""
        return self.number == (0 if guild_id is None else (guild_id >> TIME_SHIFT) % self.of)


ALONE = Shard(0, 1)


class Session:
    """One session of a bot, or of a shard of it.

    It outlives its socket; while there is none, events wait.
    """

    def __init__(self, world: World, wants: int, shard: Shard = ALONE) -> None:
        self.id = secrets.token_hex(16)
        self.world = world
        self.wants = wants
        self.shard = shard
        self.number = 0
        self.lost_up_to = 0
        self._kept: deque[tuple[int, bytes]] = deque()
        self._send: Callable[[bytes], None] | None = None

    def attach(self, send: Callable[[bytes], None]) -> None:
        """Events go through this from now on."""
        self._send = send

    def detach(self) -> None:
        """The line is gone."""
        self._send = None

    @property
    def attached(self) -> bool:
        """Whether a bot listens now."""
        return self._send is not None

    def dispatch(self, name: str, data: Json) -> None:
        """Tell the bot, now or when it comes back."""
        self.number += 1
        frame = msgspec.json.encode({"op": DISPATCH, "t": name, "s": self.number, "d": data})
        self._kept.append((self.number, frame))
        if len(self._kept) > MOST_KEPT:
            self.lost_up_to = self._kept.popleft()[0]
        if self._send is not None:
            self._send(frame)

    def hear(self, event: Event) -> None:
        """Send an event if the bot's intents and permissions cover it."""
        private = event.channel is not None and event.channel.is_dm
        if not self.shard.has(events.guild_of(event)):
            return
        if not intents.wanted(self.wants, event.name, private=private):
            return
        data = events.payload_of(self.world, event)
        if data is None:
            return
        if event.name in events.MESSAGES and event.message and not self.wants & intents.CONTENT:
            data = intents.without_content(self.world, event.message, data)
        self.dispatch(event.name, data)

    def can_resume(self, after: int) -> bool:
        """Whether everything after an event is still kept."""
        return self.lost_up_to <= after <= self.number

    def missed(self, after: int) -> list[bytes]:
        """The events after a sequence number."""
        return [frame for number, frame in self._kept if number > after]

"""The life cycle of an interaction: created by a user, answered by the bot in time, or failed.

Discord's life cycle: three seconds to the first answer, one first answer only, then fifteen minutes
in which the token is good for editing it and for follow-ups.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

from bot.local_discord.payloads import objects
from bot.local_discord.payloads.errors import (
    ACKNOWLEDGED,
    INVALID_WEBHOOK_TOKEN,
    UNKNOWN_INTERACTION,
    UNKNOWN_WEBHOOK,
    Refusal,
)
from bot.local_discord.world.models import Channel, Json, Message, User
from bot.local_discord.world.world import World
from bot.moment import MINUTE, Moment

PING, COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 1, 2, 3, 4, 5
SECONDS_TO_ANSWER = 3.0
TOKEN_MINUTES = 15
TOKENS_KNOWN = 2000


class Interaction:
    """One thing that a person did, from their click to the last follow-up."""

    def __init__(
        self,
        world: World,
        kind: int,
        user: User,
        channel: Channel,
        data: Json,
        *,
        message: Message | None = None,
        cause: Interaction | None = None,
        name: str = "",
    ) -> None:
        self.id = world.new_id()
        self.token = secrets.token_urlsafe(48)
        self.kind = kind
        self.user = user
        self.channel = channel
        self.data = data
        self.message = message
        self.cause = cause
        self.name = name
        self.began: Moment = world.now()
        self.answer: int | None = None
        self.original: int | None = None
        self.modal: Json | None = None
        self.choices: list[Json] = []
        self.too_late = False
        self.timer: asyncio.TimerHandle | None = None

    def expired(self, now: Moment) -> bool:
        """Whether its token is good for nothing any more."""
        return now >= self.began + TOKEN_MINUTES * MINUTE


class Interactions:
    """All interactions whose tokens are still good."""

    def __init__(self, world: World, seconds: float = SECONDS_TO_ANSWER) -> None:
        self.world = world
        self.seconds = seconds
        self._open: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}

    def begin(self, interaction: Interaction, *, reachable: bool) -> Interaction:
        """Send it to the bot. Without an answer in time the user sees that it failed."""
        self._forget_expired()
        self._open[interaction.id] = interaction
        self._by_token[interaction.token] = interaction
        while len(self._by_token) > TOKENS_KNOWN:
            oldest = self._by_token.pop(next(iter(self._by_token)))
            self._open.pop(oldest.id, None)
        loop = asyncio.get_running_loop()
        seconds = self.seconds if reachable else 0
        interaction.timer = loop.call_later(seconds, self._fail, interaction)
        self.world.emit("INTERACTION_CREATE", facts={"interaction": interaction})
        return interaction

    def _fail(self, interaction: Interaction) -> None:
        interaction.too_late = True
        self.world.emit("INTERACTION_FAILURE", facts={"interaction": interaction})

    def to_answer(self, number: int, token: str) -> Interaction:
        """The interaction of a first answer, or the refusal of it."""
        found = self._open.get(number)
        if found is None or found.token != token or found.too_late:
            raise Refusal(*UNKNOWN_INTERACTION)
        if found.answer is not None:
            raise Refusal(*ACKNOWLEDGED)
        return found

    def answered(self, interaction: Interaction, kind: int, original: Message | None) -> None:
        """The first answer is given."""
        interaction.answer = kind
        interaction.original = None if original is None else original.id
        if interaction.timer is not None:
            interaction.timer.cancel()
        self.world.emit("INTERACTION_SUCCESS", facts={"interaction": interaction})

    def to_follow(self, application: int, token: str) -> Interaction:
        """The interaction of a follow-up, or the refusal of it."""
        found = self._by_token.get(token)
        if found is None or application != self.world.bot.id:
            raise Refusal(*UNKNOWN_WEBHOOK)
        if found.expired(self.world.now()):
            raise Refusal(*INVALID_WEBHOOK_TOKEN)
        if found.answer is None:
            raise Refusal(*UNKNOWN_WEBHOOK)
        return found

    def with_modal(self, number: int) -> Interaction | None:
        """The interaction that was answered with a modal, while it can be handed in."""
        found = self._open.get(number)
        return found if found is not None and found.modal is not None else None

    def _forget_expired(self) -> None:
        now = self.world.now()
        for interaction in [each for each in self._open.values() if each.expired(now)]:
            # The token stays known: Discord answers an expired one differently from one that never
            # was.
            del self._open[interaction.id]

    def close(self) -> None:
        """Stop all timers."""
        for interaction in self._open.values():
            if interaction.timer is not None:
                interaction.timer.cancel()


def form(world: World, interaction: Interaction) -> Json:
    """An interaction as the bot gets it."""
    channel, user = interaction.channel, interaction.user
    guild = world.guild_of(channel)
    granted = world.allowed(user.id, channel)
    payload: Json = {
        "id": str(interaction.id),
        "application_id": str(world.bot.id),
        "type": interaction.kind,
        "token": interaction.token,
        "version": 1,
        "data": interaction.data,
        "channel_id": str(channel.id),
        "channel": {**objects.channel(world, channel), "permissions": str(granted)},
        "app_permissions": str(world.allowed(world.bot.id, channel)),
        "locale": user.locale,
        "entitlements": [],
        "entitlement_sku_ids": [],
        "attachment_size_limit": objects.UPLOAD_LIMIT,
        "authorizing_integration_owners": owners(world, channel),
        "context": 1 if guild is None else 0,
    }
    if guild is None:
        payload["user"] = objects.user(user)
    else:
        payload["guild_id"] = str(guild.id)
        payload["guild_locale"] = "en-US"
        payload["guild"] = {"id": str(guild.id), "locale": "en-US", "features": []}
        member = objects.member(world, guild.members[user.id])
        payload["member"] = {**member, "permissions": str(granted)}
    if interaction.message is not None:
        payload["message"] = objects.message(world, interaction.message)
    return payload


def owners(world: World, channel: Channel) -> Json:
    """For whom the application was installed where something happens."""
    guild = world.guild_of(channel)
    return {"0": "0" if guild is None else str(guild.id)}


def metadata(interaction: Interaction) -> Json:
    """What a message remembers of the interaction that it answers."""
    facts: dict[str, Any] = {
        "id": str(interaction.id),
        "type": interaction.kind,
        "authorizing_integration_owners": {
            "0": "0" if interaction.channel.guild_id is None else str(interaction.channel.guild_id)
        },
    }
    if interaction.kind == COMPONENT and interaction.message is not None:
        facts["interacted_message_id"] = str(interaction.message.id)
    if interaction.kind == MODAL and interaction.cause is not None:
        facts["triggering_interaction_metadata"] = metadata(interaction.cause)["metadata"]
    return {"metadata": facts, "user_id": interaction.user.id, "name": interaction.name}

"""Interactions that no honest client would send, or not one at a time."""

from __future__ import annotations

from typing import Any

from simcord import InteractionResult
from simcord import interactions as wire
from simcord.backend import serializers
from simcord.enums import InteractionType

from tests.bot.discord.builders.world import BUTTON, SELECT, Panel, Person

Target = str | tuple[str, str]
"""A button's id, or a select's with the value that is chosen in it."""


def made(person: Person, panel: Panel, target: Target) -> tuple[Any, dict[str, Any]]:
    """A press as it comes from Discord: the simulation's record of it, and what is delivered."""
    data: dict[str, Any] = {"custom_id": target, "component_type": BUTTON}
    if not isinstance(target, str):
        data = {"custom_id": target[0], "component_type": SELECT, "values": [target[1]]}
    backend = person.world.env.backend
    stored = panel.stored
    channel = backend.get_channel(stored.channel_id)
    record, payload = wire.base_payload(
        backend,
        type=InteractionType.MESSAGE_COMPONENT,
        channel_id=channel.id,
        guild_id=channel.guild_id,
        user_id=person.id,
        data=data,
    )
    payload["message"] = dict(serializers.message_payload(backend, stored))
    record.source_message_id = stored.id
    return record, payload


async def press_anything(person: Person, panel: Panel, custom_id: Target) -> InteractionResult:
    """Press an id, whether or not the message has it."""
    (result,) = await press_at_once((person, panel, custom_id))
    return result


async def press_at_once(*presses: tuple[Person, Panel, Target]) -> list[InteractionResult]:
    """Several presses that arrive before the first is answered."""
    env = presses[0][0].world.env
    records = []
    for person, panel, custom_id in presses:
        record, payload = made(person, panel, custom_id)
        env.backend.emit("INTERACTION_CREATE", payload)
        records.append(record)
    await env.settle()
    return [InteractionResult(env, record) for record in records]


async def deliver_twice(person: Person, panel: Panel, custom_id: Target) -> InteractionResult:
    """The very same press, delivered twice."""
    env = person.world.env
    record, payload = made(person, panel, custom_id)
    env.backend.emit("INTERACTION_CREATE", payload)
    env.backend.emit("INTERACTION_CREATE", payload)
    await env.settle()
    return InteractionResult(env, record)

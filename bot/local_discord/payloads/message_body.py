"""The body of a message as a bot or a person sends it, or edits it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta

from bot.local_discord.payloads import mentions
from bot.local_discord.payloads.components import read_components
from bot.local_discord.payloads.errors import (
    EMPTY_MESSAGE,
    Path,
    Refusal,
    not_modelled,
    required,
    wrong_at,
)
from bot.local_discord.payloads.media import used
from bot.local_discord.payloads.mentions import AllowedMentions
from bot.local_discord.payloads.reading import Maybe, Snowflake, read
from bot.local_discord.payloads.uploads import AttachmentEntry, Upload, read_uploads
from bot.local_discord.world.models import Channel, Flag, Json, Message, MessageKind
from bot.local_discord.world.world import World

MOST_LETTERS = 2000
LONGEST_NONCE = 25
SENDABLE = Flag.EPHEMERAL | Flag.SUPPRESS_NOTIFICATIONS | Flag.COMPONENTS_V2


class Reference(msgspec.Struct):
    """The message that is replied to."""

    message_id: Snowflake
    channel_id: Snowflake | None = None
    type: int = 0
    fail_if_not_exists: bool = True


class Body(msgspec.Struct):
    """What a message is made of, or what of it is changed."""

    content: Maybe[str] = UNSET
    flags: Annotated[int, Meta(ge=0, le=2**53)] | None = 0
    nonce: Annotated[str, Meta(max_length=LONGEST_NONCE)] | int | None = None
    enforce_nonce: bool = False
    components: Any = UNSET
    attachments: Annotated[list[AttachmentEntry], Meta(max_length=10)] | None = None
    allowed_mentions: AllowedMentions | None = None
    message_reference: Reference | None = None
    embeds: list[Any] | None = None
    poll: Any = None
    sticker_ids: Any = None


def write(
    world: World,
    channel: Channel,
    message: Message,
    body: Any,
    files: dict[int, Upload],
    *,
    new: bool = False,
    at: Path = (),
) -> None:
    """Put what a request says into a message, or refuse it and leave the message alone.

    Of an edited message only what the body names is changed. `at` is where the body stands in the
    whole request, for the complaints.
    """
    said = read(Body, body, at)
    for name in ("embeds", "poll", "sticker_ids"):
        if getattr(said, name):
            raise not_modelled(f"{name} in messages")
    given = said.flags or 0
    flags = message.flags | given & (SENDABLE if new else Flag.COMPONENTS_V2)
    content = said.content.strip() if isinstance(said.content, str) else ""
    if len(content) > MOST_LETTERS:
        fewer = f"Must be {MOST_LETTERS} or fewer in length."
        raise wrong_at((*at, "content"), "BASE_TYPE_MAX_LENGTH", fewer)
    layout = bool(flags & Flag.COMPONENTS_V2)
    if layout:
        _only_components(said, message, new, at)
    reference = _reference(world, channel, said, at) if new else message.reference
    uploads, stored = read_uploads(
        world, channel.id, said.attachments, files, message.attachments, at
    )
    after = msgspec.structs.replace(message, flags=flags, attachments=uploads, reference=reference)
    if said.content is not UNSET or new:
        after.content = content
    if said.components is not UNSET:
        after.components = read_components(said.components or [], uploads, layout=layout, at=at)
    if not (after.content or uploads or after.components):
        raise Refusal(*EMPTY_MESSAGE)
    if reference is not None and new:
        after.kind = MessageKind.REPLY
    if new or said.content is not UNSET or said.components is not UNSET:
        mentions.mark(world, channel, after, said.allowed_mentions)
    _keep(world, message, after, stored)


def _keep(world: World, message: Message, after: Message, stored: dict[int, bytes]) -> None:
    """Take over a message that turned out right, with its files."""
    for attachment in after.attachments:
        attachment.ephemeral = after.ephemeral
        if attachment.id in stored:
            world.storage.put_file(attachment, stored[attachment.id])
    still = used(after.components) | {each.id for each in after.attachments}
    for attachment in message.attachments:
        if attachment.id not in still:
            world.storage.drop_file(attachment.id)
    for name in Message.__struct_fields__:
        setattr(message, name, getattr(after, name))


def _only_components(said: Body, message: Message, new: bool, at: Path) -> None:
    """A message laid out by components can hold nothing else."""
    if said.content or (said.content is UNSET and not new and message.content):
        raise wrong_at(
            (*at, "content"),
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
            "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
        )
    if not said.components and (new or said.components is not UNSET):
        raise required((*at, "components"))


def _reference(world: World, channel: Channel, said: Body, at: Path) -> Json | None:
    asked = said.message_reference
    if asked is None:
        return None
    if asked.type:
        raise not_modelled("forwarded messages")
    place = asked.channel_id or channel.id
    found = world.message(place, asked.message_id)
    if found is None or found.only is not None:
        if asked.fail_if_not_exists:
            at = (*at, "message_reference")
            raise wrong_at(at, "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        return None
    form = {"type": 0, "channel_id": str(place), "message_id": str(asked.message_id)}
    return form if channel.guild_id is None else {**form, "guild_id": str(channel.guild_id)}

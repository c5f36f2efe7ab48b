"""The body of a message as a bot or a person sends it, or edits it."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.local_discord.payloads import mentions
from bot.local_discord.payloads.components import Components
from bot.local_discord.payloads.embeds import MOST_EMBEDS, read_embeds
from bot.local_discord.payloads.errors import EMPTY_MESSAGE, Refusal, Wrong
from bot.local_discord.payloads.fields import Fields
from bot.local_discord.payloads.media import used
from bot.local_discord.payloads.uploads import Upload, read_uploads
from bot.local_discord.world.models import Channel, Flag, Message, MessageKind
from bot.local_discord.world.world import World

MOST_LETTERS = 2000
LONGEST_NONCE = 25
SENDABLE = Flag.SUPPRESS_EMBEDS | Flag.EPHEMERAL | Flag.SUPPRESS_NOTIFICATIONS | Flag.COMPONENTS_V2
UNMODELLED = ("poll", "sticker_ids", "shared_client_theme")


def write(
    world: World,
    channel: Channel,
    message: Message,
    body: Any,
    files: dict[int, Upload],
    *,
    new: bool = False,
    prefix: tuple[str, ...] = (),
) -> None:
    """Put what a request says into a message, or refuse it and leave the message alone.

    Of an edited message only what the body names is changed. `prefix` is where the body stands in
    the whole request, for the complaints.
    """
    wrong = Wrong().at(*prefix)
    fields = Fields(body, wrong)
    for name in UNMODELLED:
        if fields.body.get(name):
            raise Refusal(501, 0, f"The table does not model {name} in messages")
    content = fields.text("content", MOST_LETTERS, strip=True)
    flags = _flags(fields, message, new)
    layout = bool(flags & Flag.COMPONENTS_V2)
    allowed = mentions.read_allowed(fields)
    embeds = fields.listed("embeds", MOST_EMBEDS)
    listed = fields.listed("components", 40)
    reference = _reference(world, channel, fields) if new else message.reference
    if layout:
        _only_components(fields, listed, message, new)
    uploads, stored = read_uploads(world, channel.id, fields, files, message.attachments)
    read = read_embeds(embeds, uploads, wrong)
    components = Components(uploads, wrong.at("components")).read(listed, layout=layout)
    wrong.refuse()
    after = msgspec.structs.replace(message)
    after.flags, after.attachments, after.reference = flags, uploads, reference
    if "content" in fields.body or new:
        after.content = content or ""
    if "embeds" in fields.body:
        after.embeds = read
    if "components" in fields.body:
        after.components = components
    if not (after.content or after.embeds or uploads or after.components):
        raise Refusal(*EMPTY_MESSAGE)
    if reference is not None and new:
        after.kind = MessageKind.REPLY
    if new or {"content", "components"} & fields.body.keys():
        mentions.mark(world, channel, after, allowed)
    _keep(world, message, after, stored)


def _keep(world: World, message: Message, after: Message, stored: dict[int, bytes]) -> None:
    """Take over a message that turned out right, with its files."""
    shown = used(after.embeds)
    for attachment in after.attachments:
        attachment.in_embed = attachment.id in shown
        attachment.ephemeral = after.ephemeral
        if attachment.id in stored:
            world.storage.put_file(attachment, stored[attachment.id])
    still = shown | used(after.components) | {each.id for each in after.attachments}
    for attachment in message.attachments:
        if attachment.id not in still:
            world.storage.drop_file(attachment.id)
    for name in Message.__struct_fields__:
        setattr(message, name, getattr(after, name))


def _flags(fields: Fields, message: Message, new: bool) -> int:
    given = fields.number("flags", 0, 2**53) or 0
    if new:
        return message.flags | given & SENDABLE
    changed = message.flags | given & Flag.COMPONENTS_V2
    if fields.has("flags"):
        changed = changed & ~Flag.SUPPRESS_EMBEDS | given & Flag.SUPPRESS_EMBEDS
    return changed


def _only_components(fields: Fields, listed: list[Any], message: Message, new: bool) -> None:
    """A message laid out by components can hold nothing else."""
    for name in ("content", "embeds"):
        stays = name not in fields.body and not new and getattr(message, name)
        if fields.body.get(name) or stays:
            fields.wrong.at(name).add(
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )
    if not listed and (new or "components" in fields.body):
        fields.wrong.at("components").required()


def _reference(world: World, channel: Channel, fields: Fields) -> dict[str, Any] | None:
    if not fields.has("message_reference"):
        return None
    inner = fields.inside("message_reference")
    number = inner.snowflake("message_id", required=True) or 0
    place = inner.snowflake("channel_id") or channel.id
    if inner.number("type", 0, 1):
        raise Refusal(501, 0, "The table does not model forwarded messages")
    found = world.message(place, number)
    if found is None or found.only is not None:
        if inner.truth("fail_if_not_exists", True):
            fields.wrong.at("message_reference").add("REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        return None
    form = {"type": 0, "channel_id": str(place), "message_id": str(number)}
    return form if channel.guild_id is None else {**form, "guild_id": str(channel.guild_id)}


def read_nonce(body: Any) -> str | int | None:
    """The nonce of a new message."""
    nonce = body.get("nonce") if isinstance(body, dict) else None
    if isinstance(nonce, str) and len(nonce) > LONGEST_NONCE:
        wrong = Wrong()
        wrong.at("nonce").length(0, LONGEST_NONCE)
        wrong.refuse()
    return nonce if isinstance(nonce, str | int) else None

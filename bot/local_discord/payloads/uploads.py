"""Uploaded files: their names, types and sizes."""

from __future__ import annotations

import io
import mimetypes
import re
import secrets
from collections.abc import Sequence
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta
from PIL import Image, UnidentifiedImageError

from bot.local_discord.payloads.errors import TOO_LARGE, Path, Refusal, wrong_at
from bot.local_discord.payloads.objects import UPLOAD_LIMIT
from bot.local_discord.payloads.reading import Snowflake
from bot.local_discord.world.models import Attachment
from bot.local_discord.world.world import World

MOST_FILES = 10
_UNFIT = re.compile(r"[^\w.\-]", re.ASCII)


class Upload(NamedTuple):
    """A file as it came: its name and its bytes."""

    filename: str
    data: bytes


class AttachmentEntry(msgspec.Struct):
    """What a body says of a file: one that is kept, or one that comes with the request."""

    id: Snowflake
    filename: Annotated[str, Meta(max_length=1024)] | None = None
    description: Annotated[str, Meta(max_length=1024)] | None = None


def read_uploads(
    world: World,
    channel_id: int,
    entries: Sequence[AttachmentEntry] | None,
    files: dict[int, Upload],
    old: list[Attachment],
    at: Path,
) -> tuple[list[Attachment], dict[int, bytes]]:
    """The attachments a message has after a request: those kept, then those that came with it.

    Without a list of entries all old ones are kept. The bytes of the new ones are given too, to be
    stored when nothing else is wrong.
    """
    if len(files) > MOST_FILES:
        fewer = f"Must be {MOST_FILES} or fewer in length."
        raise wrong_at((*at, "files"), "BASE_TYPE_MAX_LENGTH", fewer)
    if any(len(upload.data) > UPLOAD_LIMIT for upload in files.values()):
        raise Refusal(*TOO_LARGE)
    before = {each.id: each for each in old}
    described = {entry.id: entry for entry in entries or ()}
    for place, entry in enumerate(entries or ()):
        if entry.id not in before and entry.id not in files:
            raise wrong_at(
                (*at, "attachments", place, "id"),
                "ATTACHMENT_NOT_FOUND",
                "The attachment was not uploaded with the request",
            )
    kept = list(old)
    if entries is not None:
        kept = [before[entry.id] for entry in entries if entry.id in before]
    stored = {}
    for number, upload in sorted(files.items()):
        attachment = _attach(world, channel_id, upload, described.get(number))
        kept.append(attachment)
        stored[attachment.id] = upload.data
    return kept, stored


def _attach(
    world: World, channel_id: int, upload: Upload, entry: AttachmentEntry | None
) -> Attachment:
    """An upload as an attachment, not stored yet."""
    name = (entry and entry.filename) or upload.filename
    width, height = size_of(upload.data)
    return Attachment(
        id=world.new_id(),
        channel_id=channel_id,
        filename=_UNFIT.sub("_", name) or "unknown",
        size=len(upload.data),
        secret=secrets.token_hex(16),
        content_type=mimetypes.guess_type(name)[0],
        width=width,
        height=height,
        description=(entry and entry.description) or None,
    )


def size_of(data: bytes) -> tuple[int | None, int | None]:
    """Width and height of a picture, read from its header; nothing for other files."""
    try:
        with Image.open(io.BytesIO(data)) as picture:
            return picture.size
    except (UnidentifiedImageError, OSError, ValueError):
        return None, None

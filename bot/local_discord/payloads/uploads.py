"""Uploaded files: their names, types and sizes."""

from __future__ import annotations

import io
import mimetypes
import re
import secrets
from typing import NamedTuple

from PIL import Image, UnidentifiedImageError

from bot.local_discord.payloads.errors import TOO_LARGE, Refusal, wrong_at
from bot.local_discord.payloads.fields import Fields
from bot.local_discord.payloads.objects import UPLOAD_LIMIT
from bot.local_discord.world.models import Attachment
from bot.local_discord.world.world import World

MOST_FILES = 10
_UNFIT = re.compile(r"[^\w.\-]", re.ASCII)


class Upload(NamedTuple):
    """A file as it came: its name and its bytes."""

    filename: str
    data: bytes


def read_uploads(
    world: World,
    channel_id: int,
    fields: Fields,
    files: dict[int, Upload],
    old: list[Attachment],
) -> tuple[list[Attachment], dict[int, bytes]]:
    """The attachments a message has after a request: those kept, then those that came with it.

    Without a list of attachments all old ones are kept. The bytes of the new ones are given too, to
    be stored when nothing else is wrong.
    """
    if len(files) > MOST_FILES:
        raise wrong_at(
            "files",
            code="BASE_TYPE_MAX_LENGTH",
            message=f"Must be {MOST_FILES} or fewer in length.",
        )
    if any(len(upload.data) > UPLOAD_LIMIT for upload in files.values()):
        raise Refusal(*TOO_LARGE)
    described = {}
    kept = list(old)
    if fields.body.get("attachments") is not None:
        kept = []
        for body, where in fields.listed("attachments", MOST_FILES):
            entry = Fields(body, where)
            number = entry.snowflake("id", required=True)
            before = next((each for each in old if each.id == number), None)
            if before is not None:
                kept.append(before)
            elif number is not None:
                if number not in files:
                    where.at("id").add(
                        "ATTACHMENT_NOT_FOUND", "The attachment was not uploaded with the request"
                    )
                described[number] = entry
    stored = {}
    for number, upload in sorted(files.items()):
        attachment = attach(world, channel_id, upload, described.get(number))
        kept.append(attachment)
        stored[attachment.id] = upload.data
    return kept, stored


def attach(
    world: World, channel_id: int, upload: Upload, entry: Fields | None = None
) -> Attachment:
    """An upload as an attachment, not stored yet."""
    name = upload.filename
    description = None
    if entry is not None:
        name = entry.text("filename", 1024, 1) or name
        description = entry.text("description", 1024) or None
    number = world.new_id()
    width, height = size_of(upload.data)
    return Attachment(
        id=number,
        channel_id=channel_id,
        filename=_UNFIT.sub("_", name) or "unknown",
        size=len(upload.data),
        secret=secrets.token_hex(16),
        content_type=mimetypes.guess_type(name)[0],
        width=width,
        height=height,
        description=description,
    )


def size_of(data: bytes) -> tuple[int | None, int | None]:
    """Width and height of a picture, read from its header; nothing for other files."""
    try:
        with Image.open(io.BytesIO(data)) as picture:
            return picture.size
    except (UnidentifiedImageError, OSError, ValueError):
        return None, None

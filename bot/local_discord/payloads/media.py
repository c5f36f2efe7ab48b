"""Media inside components: stored as a reference to an upload, sent as a URL.

The address holds the table's port, which may differ after the next start; what is stored does not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from bot.local_discord.world.models import Attachment, Json
from bot.local_discord.world.world import World

_OWN = re.compile(r"^https?://[^/]+/cdn/attachments/\d+/(\d+)/")
REFERENCE = "attachment://"


def referred(address: str, uploads: Sequence[Attachment]) -> int | None:
    """The upload that an address means, if it means one."""
    if address.startswith(REFERENCE):
        wanted = address.removeprefix(REFERENCE)
        return next((each.id for each in uploads if each.filename == wanted), None)
    own = _OWN.match(address)
    return int(own[1]) if own else None


def kept(address: str, uploads: Sequence[Attachment]) -> Json:
    """How the medium at an address is stored."""
    upload = referred(address, uploads)
    found = next((each for each in uploads if each.id == upload), None)
    if found is None:
        return {"url": address}
    return {
        "attachment": found.id,
        "channel": found.channel_id,
        "secret": found.secret,
        "filename": found.filename,
        "width": found.width,
        "height": found.height,
        "content_type": found.content_type,
        "size": found.size,
    }


def as_json(world: World, medium: Json) -> Json:
    """A stored medium as Discord's unfurled media item."""
    if "attachment" not in medium:
        return {
            "id": "0",
            "url": medium["url"],
            "proxy_url": medium["url"],
            "width": None,
            "height": None,
            "content_type": None,
            "placeholder": "",
            "loading_state": 2,
        }
    address = world.cdn + path_of(medium)
    return {
        "id": str(medium["attachment"]),
        "url": address,
        "proxy_url": address,
        "width": medium["width"],
        "height": medium["height"],
        "content_type": medium["content_type"],
        "attachment_id": str(medium["attachment"]),
        "placeholder": "",
        "loading_state": 2,
    }


def path_of(medium: Json) -> str:
    """Where a stored medium is, below the address of the files."""
    return (
        f"/attachments/{medium['channel']}/{medium['attachment']}/{medium['filename']}"
        f"?hm={medium['secret']}"
    )


def filled(world: World, component: Json) -> Json:
    """A stored component with the addresses of its media."""
    form: Json = {}
    for name, value in component.items():
        if name in ("media", "file"):
            form[name] = as_json(world, value)
        elif name in ("components", "items"):
            form[name] = [filled(world, each) for each in value]
        elif name in ("accessory", "component"):
            form[name] = filled(world, value)
        else:
            form[name] = value
    return form


def used(things: list[Json]) -> set[int]:
    """The uploads that components show."""
    found: set[int] = set()

    def look(value: Any) -> None:
        if isinstance(value, dict):
            if "attachment" in value and "secret" in value:
                found.add(value["attachment"])
            for each in value.values():
                look(each)
        elif isinstance(value, list):
            for each in value:
                look(each)

    look(things)
    return found

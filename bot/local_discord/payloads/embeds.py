"""Embeds as bots send them: checked, trimmed, and made into what is stored."""

from __future__ import annotations

from typing import Any

from bot.local_discord.payloads.errors import Wrong
from bot.local_discord.payloads.fields import Fields
from bot.local_discord.payloads.media import kept
from bot.local_discord.world.models import Attachment, Json

MOST_EMBEDS = 10
MOST_LETTERS = 6000
MOST_FIELDS = 25
ADDRESS = 2048


def read_embeds(
    entries: list[tuple[Any, Wrong]], uploads: list[Attachment], wrong: Wrong
) -> list[Json]:
    """The embeds of a message."""
    embeds = [_embed(Fields(body, where), uploads) for body, where in entries]
    if sum(map(letters, embeds)) > MOST_LETTERS:
        wrong.at("embeds").add(
            "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {MOST_LETTERS}"
        )
    return embeds


def letters(embed: Json) -> int:
    """How much text counts towards the limit that all embeds of a message share."""
    texts = [embed.get("title"), embed.get("description")]
    texts += [embed.get("footer", {}).get("text"), embed.get("author", {}).get("name")]
    for field in embed.get("fields", []):
        texts += [field["name"], field["value"]]
    return sum(len(text) for text in texts if text)


def _embed(fields: Fields, uploads: list[Attachment]) -> Json:
    embed: Json = {
        "type": "rich",
        "title": fields.text("title", 256, strip=True),
        "description": fields.text("description", 4096, strip=True),
        "url": _address(fields, "url"),
        "color": fields.number("color", 0, 0xFFFFFF),
        "timestamp": fields.text("timestamp", 64),
        "fields": [_field(Fields(*each)) for each in fields.listed("fields", MOST_FIELDS)],
    }
    for name in ("image", "thumbnail"):
        if fields.has(name):
            address = _address(fields.inside(name), "url")
            embed[name] = None if address is None else kept(address, uploads)
    if fields.has("author"):
        embed["author"] = _signed(fields.inside("author"), "name", 256, uploads)
    if fields.has("footer"):
        embed["footer"] = _signed(fields.inside("footer"), "text", 2048, uploads)
    found = {name: value for name, value in embed.items() if value not in (None, [], {})}
    if found.keys() <= {"type", "color", "timestamp"} and not fields.wrong.body["errors"]:
        fields.wrong.at("description").required()
    return found


def _field(fields: Fields) -> Json:
    return {
        "name": fields.text("name", 256, 1, required=True, strip=True) or "",
        "value": fields.text("value", 1024, 1, required=True, strip=True) or "",
        "inline": fields.truth("inline"),
    }


def _signed(fields: Fields, name: str, most: int, uploads: list[Attachment]) -> Json:
    """An author or a footer: a text, perhaps an icon and an address."""
    icon = _address(fields, "icon_url")
    form = {
        name: fields.text(name, most, strip=True),
        "url": _address(fields, "url"),
        "icon": None if icon is None else kept(icon, uploads),
    }
    return {key: value for key, value in form.items() if value is not None}


def _address(fields: Fields, name: str) -> str | None:
    address = fields.text(name, ADDRESS)
    if address and not address.startswith(("http://", "https://", "attachment://")):
        fields.wrong.at(name).add("URL_TYPE_INVALID_URL", "Not a well formed URL.")
        return None
    return address or None

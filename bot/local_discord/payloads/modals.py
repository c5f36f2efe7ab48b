"""Modals: what a bot may show, and what a user may submit."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta

from bot.local_discord.payloads import components as c
from bot.local_discord.payloads.components import Component, CustomId, TextDisplay
from bot.local_discord.payloads.errors import wrong_at
from bot.local_discord.payloads.reading import Maybe, read
from bot.local_discord.world.models import Json

MOST_INPUT = 4000
Title = Annotated[str, Meta(min_length=1, max_length=45)]


class TextInput(Component, tag=c.TEXT_INPUT, kw_only=True):
    """A line or a paragraph to write."""

    custom_id: CustomId
    style: Annotated[int, Meta(ge=1, le=2)]
    required: bool = True
    value: Maybe[Annotated[str, Meta(max_length=MOST_INPUT)]] = UNSET
    placeholder: Maybe[Annotated[str, Meta(max_length=100)]] = UNSET
    min_length: Annotated[int, Meta(ge=0, le=MOST_INPUT)] = 0
    max_length: Annotated[int, Meta(ge=1, le=MOST_INPUT)] = MOST_INPUT


class Label(Component, tag=c.LABEL, kw_only=True):
    """A field with its name."""

    label: Title
    description: Maybe[Annotated[str, Meta(min_length=1, max_length=100)]] = UNSET
    component: TextInput | c.StringSelect | c.RoleSelect | c.ChannelSelect


class Modal(msgspec.Struct):
    """A form that an interaction is answered with."""

    custom_id: CustomId
    title: Title
    components: Annotated[list[Label | TextDisplay], Meta(min_length=1, max_length=5)]


def read_modal(body: Any) -> Json:
    """A modal as a bot sends it. Raises the refusal when it is wrong."""
    c.refuse_unmodelled(body.get("components") if isinstance(body, dict) else None)
    modal: Json = msgspec.to_builtins(read(Modal, body, ("data",)))
    c.check(modal["components"], (), ("data", "components"))
    for at, row in enumerate(modal["components"]):
        field = row.get("component", {})
        value, most = field.get("value") or "", field.get("max_length", MOST_INPUT)
        if field.get("min_length", 0) > most or len(value) > most:
            raise wrong_at(
                ("data", "components", at, "component", "min_length"),
                "NUMBER_TYPE_MAX",
                "min_length should be less than or equal to max_length.",
            )
    c.number(modal["components"])
    return modal


def handed_in(modal: Json, values: dict[str, Any]) -> list[Json]:
    """What a person entered, in the form the bot gets. Raises `ValueError` when it does not fit.

    `values` holds a text or a list for each custom id.
    """
    return [_handed(row, values) for row in modal["components"]]


def _handed(row: Json, values: dict[str, Any]) -> Json:
    form: Json = {"type": row["type"], "id": row["id"]}
    if row["type"] == c.TEXT:
        return form
    return {**form, "component": _entered(row["component"], values)}


def _entered(field: Json, values: dict[str, Any]) -> Json:
    value = values.get(field["custom_id"])
    form = {"type": field["type"], "id": field["id"], "custom_id": field["custom_id"]}
    if field["type"] == c.TEXT_INPUT:
        text = str(value or "")
        least = max(field["min_length"], int(field["required"]))
        if (text or field["required"]) and not least <= len(text) <= field["max_length"]:
            raise ValueError(field["custom_id"])
        return {**form, "value": text}
    chosen = [str(each) for each in value or []]
    if not fits(field, chosen):
        raise ValueError(field["custom_id"])
    return {**form, "values": chosen}


def fits(field: Json, chosen: list[str]) -> bool:
    """Whether a select allows what was chosen."""
    if not chosen and not field.get("required", True):
        return True
    if not field["min_values"] <= len(chosen) <= field["max_values"]:
        return False
    if len(set(chosen)) != len(chosen):
        return False
    return "options" not in field or set(chosen) <= {each["value"] for each in field["options"]}

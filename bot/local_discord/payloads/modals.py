"""Modals: what a bot may show, and what a user may submit."""

from __future__ import annotations

from typing import Any

from bot.local_discord.payloads import components as c
from bot.local_discord.payloads.components import read_options, read_select
from bot.local_discord.payloads.errors import Wrong
from bot.local_discord.payloads.fields import Fields
from bot.local_discord.world.models import Json

MOST_ROWS = 5
MOST_INPUT = 4000
IN_LABEL = (c.TEXT_INPUT, *c.SELECTS, c.UPLOAD, c.RADIO, c.CHECKBOXES, c.CHECKBOX)


def read_modal(body: Any) -> Json:
    """A modal as a bot sends it. Raises the refusal when it is wrong."""
    wrong = Wrong()
    fields = Fields(body, wrong.at("data"))
    names: set[str] = set()
    rows = fields.listed("components", MOST_ROWS, 1, required=True)
    modal: Json = {
        "custom_id": fields.text("custom_id", 100, 1, required=True),
        "title": fields.text("title", 45, 1, required=True),
        "components": [_row(Fields(*each), names) for each in rows],
    }
    wrong.refuse()
    for number, component in enumerate(c.walk(modal["components"]), 1):
        component["id"] = component.get("id") or number
    return modal


def _row(fields: Fields, names: set[str]) -> Json:
    kind = fields.body.get("type")
    number = fields.number("id", 0, 2**31 - 1)
    if kind == c.TEXT:
        return {"type": kind, "id": number, "content": fields.text("content", 4000, 1) or ""}
    if kind == c.ROW:
        inner = fields.listed("components", 1, 1, required=True)
        children = [_input(Fields(*each), names, (c.TEXT_INPUT,)) for each in inner]
        return {"type": kind, "id": number, "components": children}
    if kind == c.LABEL:
        form = {
            "type": kind,
            "id": number,
            "label": fields.text("label", 45, 1, required=True),
            "description": fields.text("description", 100, 1),
            "component": _input(fields.inside("component"), names, IN_LABEL),
        }
        return {name: value for name, value in form.items() if value is not None}
    fields.wrong.at("type").add(
        "UNION_TYPE_CHOICES", 'Value of field "type" must be one of (1, 10, 18).'
    )
    return {}


def _input(fields: Fields, names: set[str], allowed: tuple[int, ...]) -> Json:
    kind = fields.body.get("type")
    if kind not in allowed:
        fields.wrong.at("type").add(
            "UNION_TYPE_CHOICES",
            f'Value of field "type" must be one of ({", ".join(map(str, sorted(allowed)))}).',
        )
        return {}
    custom_id = fields.text("custom_id", 100, 1, required=True) or ""
    if custom_id in names:
        fields.wrong.at("custom_id").add(
            "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"
        )
    names.add(custom_id)
    form: Json = {
        "type": kind,
        "id": fields.number("id", 0, 2**31 - 1),
        "custom_id": custom_id,
        "required": fields.truth("required", True),
    }
    if kind == c.TEXT_INPUT:
        form |= _text_input(fields)
    elif kind in c.SELECTS:
        form |= read_select(fields, custom_id)
    elif kind in (c.RADIO, c.CHECKBOXES):
        form |= _choices(fields, kind)
    elif kind == c.CHECKBOX:
        form["default"] = fields.truth("default")
    else:
        form |= _limits(fields, 10)
    return {name: value for name, value in form.items() if value is not None}


def _text_input(fields: Fields) -> Json:
    least = fields.number("min_length", 0, MOST_INPUT)
    most = fields.number("max_length", 1, MOST_INPUT)
    if least and most and least > most:
        fields.wrong.at("min_length").add(
            "NUMBER_TYPE_MAX", "min_length should be less than or equal to max_length."
        )
    return {
        "style": fields.number("style", 1, 2, required=True),
        "label": fields.text("label", 45, 1),
        "value": fields.text("value", most or MOST_INPUT),
        "placeholder": fields.text("placeholder", 100),
        "min_length": least,
        "max_length": most,
    }


def _choices(fields: Fields, kind: int) -> Json:
    options = read_options(fields, 10, 2 if kind == c.RADIO else 1)
    form: Json = {"options": options}
    return form if kind == c.RADIO else form | _limits(fields, len(options) or 1)


def _limits(fields: Fields, most: int) -> Json:
    least = fields.number("min_values", 0, 10)
    return {
        "min_values": 1 if least is None else least,
        "max_values": fields.number("max_values", 1, 10) or min(most, 10),
    }


def handed_in(modal: Json, values: dict[str, Any]) -> list[Json]:
    """What a person entered, in the form the bot gets. Raises `ValueError` when it does not fit.

    `values` holds a text, a list or a truth for each custom id.
    """
    return [_handed(row, values) for row in modal["components"]]


def _handed(row: Json, values: dict[str, Any]) -> Json:
    if row["type"] == c.TEXT:
        return {"type": c.TEXT, "id": row["id"]}
    if row["type"] == c.ROW:
        inner = [_entered(each, values) for each in row["components"]]
        return {"type": c.ROW, "id": row["id"], "components": inner}
    return {"type": c.LABEL, "id": row["id"], "component": _entered(row["component"], values)}


def _entered(field: Json, values: dict[str, Any]) -> Json:
    value = values.get(field["custom_id"])
    form = {"type": field["type"], "id": field["id"], "custom_id": field["custom_id"]}
    if field["type"] == c.TEXT_INPUT:
        text = str(value or "")
        least, most = field.get("min_length", 0), field.get("max_length", MOST_INPUT)
        if (text or field["required"]) and not max(least, int(field["required"])) <= len(
            text
        ) <= most:
            raise ValueError(field["custom_id"])
        return {**form, "value": text}
    if field["type"] == c.CHECKBOX:
        return {**form, "value": bool(value)}
    if field["type"] == c.RADIO:
        absent = value is None
        if field["required"] if absent else value not in _values(field):
            raise ValueError(field["custom_id"])
        return {**form, "value": value}
    chosen = [str(each) for each in value or []]
    if not fits(field, chosen):
        raise ValueError(field["custom_id"])
    return {**form, "values": chosen}


def _values(field: Json) -> list[str]:
    return [option["value"] for option in field["options"]]


def fits(field: Json, chosen: list[str]) -> bool:
    """Whether a select allows what was chosen."""
    if not chosen and not field.get("required", True):
        return True
    if not field["min_values"] <= len(chosen) <= field["max_values"]:
        return False
    if len(set(chosen)) != len(chosen):
        return False
    return "options" not in field or set(chosen) <= set(_values(field))

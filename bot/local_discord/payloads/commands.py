"""Application commands as a bot declares them."""

from __future__ import annotations

import re
from typing import Any

from bot.local_discord.payloads.errors import Wrong
from bot.local_discord.payloads.fields import Fields
from bot.local_discord.world.models import Json

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN = 1, 2, 3, 4, 5
USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = 6, 7, 8, 9, 10, 11
CHAT_INPUT, ON_USER, ON_MESSAGE = 1, 2, 3

MOST_OPTIONS = 25
MOST_LETTERS = 8000
BIGGEST = 2**53
_NAME = re.compile(r"^[-_'\w]{1,32}$")


def read_command(body: Any, wrong: Wrong) -> Json:
    """A command's body as it is stored and answered."""
    fields = Fields(body, wrong)
    kind = fields.number("type", 1, 3) or CHAT_INPUT
    form: Json = {
        "type": kind,
        "name": _name(fields) if kind == CHAT_INPUT else fields.text("name", 32, 1, required=True),
        "description": "",
        "default_member_permissions": None,
        "dm_permission": fields.truth("dm_permission", True),
        "contexts": fields.body.get("contexts"),
        "integration_types": fields.body.get("integration_types") or [0],
        "nsfw": fields.truth("nsfw"),
        "name_localizations": fields.body.get("name_localizations"),
        "description_localizations": fields.body.get("description_localizations"),
    }
    permissions = fields.number("default_member_permissions", 0, 2**60)
    if permissions is not None:
        form["default_member_permissions"] = str(permissions)
    if kind == CHAT_INPUT:
        form["description"] = fields.text("description", 100, 1, required=True) or ""
        form["options"] = _options(fields, depth=0)
        if _letters(form) > MOST_LETTERS:
            wrong.add(
                "APPLICATION_COMMAND_TOO_LARGE",
                f"Command exceeds maximum size ({_letters(form)} > {MOST_LETTERS})",
            )
    elif fields.body.get("options"):
        wrong.at("options").add(
            "APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS",
            "Context menu commands cannot have options",
        )
    return form


def _name(fields: Fields) -> str:
    name = fields.text("name", 32, 1, required=True) or ""
    if name and (not _NAME.match(name) or name != name.lower()):
        fields.wrong.at("name").add("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    return name


def _options(fields: Fields, depth: int) -> list[Json]:
    read, names = [], set()
    optional_before = False
    for body, where in fields.listed("options", MOST_OPTIONS):
        option = Fields(body, where)
        form = _option(option, depth)
        if form.get("name") in names:
            where.at("name").add(
                "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name is already used"
            )
        names.add(form.get("name"))
        if form.get("required") and optional_before:
            where.add(
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_before = optional_before or not form.get("required", True)
        read.append(form)
    kinds = {form["type"] in (SUBCOMMAND, GROUP) for form in read}
    if len(kinds) > 1:
        fields.wrong.at("options").add(
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all "
            "other types",
        )
    return read


def _option(fields: Fields, depth: int) -> Json:
    kind = fields.number("type", 1, 11, required=True) or 0
    form: Json = {
        "type": kind,
        "name": _name(fields),
        "description": fields.text("description", 100, 1, required=True) or "",
        "name_localizations": fields.body.get("name_localizations"),
        "description_localizations": fields.body.get("description_localizations"),
    }
    if kind in (SUBCOMMAND, GROUP):
        if depth > 1 or (kind == GROUP and depth):
            fields.wrong.at("type").choices("3, 4, 5, 6, 7, 8, 9, 10, 11")
            return form
        return {**form, "options": _options(fields, 1 if kind == GROUP else 2)}
    form["required"] = fields.truth("required")
    if kind in (STRING, INTEGER, NUMBER):
        form |= _values(fields, kind)
    if kind == CHANNEL and fields.has("channel_types"):
        form["channel_types"] = fields.body["channel_types"]
    return form


def _values(fields: Fields, kind: int) -> Json:
    form: Json = {"autocomplete": fields.truth("autocomplete")}
    choices = [_choice(Fields(*each), kind) for each in fields.listed("choices", MOST_OPTIONS)]
    if choices:
        form["choices"] = choices
        if form["autocomplete"]:
            fields.wrong.at("autocomplete").add(
                "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES_INVALID",
                "Autocomplete cannot be used together with choices",
            )
    if kind == STRING:
        form["min_length"] = fields.number("min_length", 0, 6000)
        form["max_length"] = fields.number("max_length", 1, 6000)
    else:
        whole = kind == INTEGER
        form["min_value"] = fields.number("min_value", -BIGGEST, BIGGEST, whole=whole)
        form["max_value"] = fields.number("max_value", -BIGGEST, BIGGEST, whole=whole)
    return {name: value for name, value in form.items() if value is not None}


def _choice(fields: Fields, kind: int) -> Json:
    form: Json = {
        "name": fields.text("name", 100, 1, required=True),
        "name_localizations": fields.body.get("name_localizations"),
    }
    if kind == STRING:
        return {**form, "value": fields.text("value", 100, required=True)}
    whole = kind == INTEGER
    value = fields.number("value", -BIGGEST, BIGGEST, required=True, whole=whole)
    return {**form, "value": value}


def read_choices(body: Any, kind: int) -> list[Json]:
    """What a bot suggests while a user types. Raises the refusal when it is wrong."""
    wrong = Wrong()
    fields = Fields(body, wrong.at("data"))
    listed = fields.listed("choices", MOST_OPTIONS)
    choices = [_choice(Fields(*each), kind) for each in listed]
    wrong.refuse()
    return choices


def _letters(form: Json) -> int:
    own = len(form.get("name") or "") + len(form.get("description") or "")
    choices = sum(
        len(each["name"] or "") + len(str(each["value"])) for each in form.get("choices", [])
    )
    return own + choices + sum(map(_letters, form.get("options", [])))


def same(one: Json, other: Json) -> bool:
    """Whether two bodies declare the same command."""
    return (one["type"], one["name"]) == (other["type"], other["name"])

"""Application commands as a bot declares them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from bot.local_discord.payloads.errors import (
    MAX_COMMANDS,
    Path,
    Refusal,
    not_modelled,
    wrong_at,
)
from bot.local_discord.payloads.reading import Name, read
from bot.local_discord.world.models import Json

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER = 1, 2, 3, 4, 5, 6
CHAT_INPUT = 1
UNMODELLED = {
    7: "options for channels",
    8: "options for roles",
    9: "options for mentionables",
    10: "options for numbers with fractions",
    11: "options for attachments",
}

MOST_COMMANDS = 100
MOST_LETTERS = 8000
BIGGEST = 2**53
CommandName = Annotated[str, Meta(pattern=r"^[-_'\w]{1,32}$")]
Whole = Annotated[int, Meta(ge=-BIGGEST, le=BIGGEST)]


class Entry(msgspec.Struct, kw_only=True):
    """What commands and options have."""

    name: CommandName
    description: Name
    name_localizations: dict[str, str] | None = None
    description_localizations: dict[str, str] | None = None


class Choice(msgspec.Struct):
    """A value that an option offers."""

    name: Name
    value: Annotated[str, Meta(max_length=100)]
    name_localizations: dict[str, str] | None = None


class IntegerChoice(msgspec.Struct):
    """A number that an option offers."""

    name: Name
    value: Whole
    name_localizations: dict[str, str] | None = None


class BooleanOption(Entry, tag_field="type", tag=BOOLEAN, kw_only=True):
    """Yes or no."""

    required: bool = False


class UserOption(Entry, tag_field="type", tag=USER, kw_only=True):
    """Somebody, by the app's own list of people."""

    required: bool = False


class StringOption(Entry, tag_field="type", tag=STRING, kw_only=True):
    """Text: free, of a list, or with suggestions."""

    required: bool = False
    autocomplete: bool = False
    choices: Annotated[list[Choice], Meta(max_length=25)] | UnsetType = UNSET
    min_length: Annotated[int, Meta(ge=0, le=6000)] | UnsetType = UNSET
    max_length: Annotated[int, Meta(ge=1, le=6000)] | UnsetType = UNSET


class IntegerOption(Entry, tag_field="type", tag=INTEGER, kw_only=True):
    """A whole number."""

    required: bool = False
    autocomplete: bool = False
    choices: Annotated[list[IntegerChoice], Meta(max_length=25)] | UnsetType = UNSET
    min_value: Whole | UnsetType = UNSET
    max_value: Whole | UnsetType = UNSET


class Subcommand(Entry, tag_field="type", tag=SUBCOMMAND, kw_only=True):
    """A second or third word of a command."""

    options: Annotated[
        list[StringOption | IntegerOption | BooleanOption | UserOption], Meta(max_length=25)
    ] = []


class Group(Entry, tag_field="type", tag=GROUP, kw_only=True):
    """A second word that leads to third ones."""

    options: Annotated[list[Subcommand], Meta(max_length=25)] = []


class Declared(Entry, kw_only=True):
    """A slash command."""

    type: int = CHAT_INPUT
    default_member_permissions: Annotated[int, Meta(ge=0, le=2**60)] | None = None
    dm_permission: bool = True
    contexts: list[int] | None = None
    integration_types: list[int] | None = None
    nsfw: bool = False
    options: Annotated[
        list[StringOption | IntegerOption | BooleanOption | UserOption | Subcommand | Group],
        Meta(max_length=25),
    ] = []


class Texts(msgspec.Struct):
    """What a bot suggests while a user types text."""

    choices: Annotated[list[Choice], Meta(max_length=25)] = []


class Numbers(msgspec.Struct):
    """What a bot suggests while a user types a number."""

    choices: Annotated[list[IntegerChoice], Meta(max_length=25)] = []


def read_commands(body: Any) -> list[Json]:
    """All commands of a bot as they are stored and answered. Raises the refusal of a wrong one."""
    for option in _options(body):
        if isinstance(option.get("type"), int) and option["type"] in UNMODELLED:
            raise not_modelled(UNMODELLED[option["type"]])
    commands = read(list[Declared], body)
    if len(commands) > MOST_COMMANDS:
        raise Refusal(*MAX_COMMANDS)
    found = []
    for place, command in enumerate(commands):
        if command.type != CHAT_INPUT:
            raise not_modelled("context menus")
        form: Json = msgspec.to_builtins(command)
        form["integration_types"] = command.integration_types or [0]
        granted = command.default_member_permissions
        form["default_member_permissions"] = None if granted is None else str(granted)
        if _letters(form) > MOST_LETTERS:
            raise wrong_at(
                (place,),
                "APPLICATION_COMMAND_TOO_LARGE",
                f"Command exceeds maximum size ({_letters(form)} > {MOST_LETTERS})",
            )
        _check_options(form, (place,))
        found.append(form)
    _check_names(found, (), "APPLICATION_COMMANDS_DUPLICATE_NAME")
    return found


def _options(entries: Any) -> Iterator[Json]:
    """Every option at any depth, of commands that are not read yet."""
    for entry in entries if isinstance(entries, list) else []:
        if isinstance(entry, dict) and isinstance(entry.get("options"), list):
            yield from (each for each in entry["options"] if isinstance(each, dict))
            yield from _options(entry["options"])


def _check_names(entries: list[Json], at: Path, code: str) -> None:
    names = [entry["name"] for entry in entries]
    for place, name in enumerate(names):
        if name != name.lower():
            message = "Command name is invalid"
            raise wrong_at((*at, place, "name"), "APPLICATION_COMMAND_INVALID_NAME", message)
        if name in names[:place]:
            raise wrong_at((*at, place, "name"), code, "Names must be unique")


def _check_options(entry: Json, at: Path) -> None:
    """Refuse what each option allows by itself and all of them together do not."""
    at, options = (*at, "options"), entry.get("options", [])
    _check_names(options, at, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS")
    if len({option["type"] in (SUBCOMMAND, GROUP) for option in options}) > 1:
        raise wrong_at(
            at,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all "
            "other types",
        )
    needed = [option.get("required", True) for option in options]
    for place, option in enumerate(options):
        if needed[place] and not all(needed[:place]):
            raise wrong_at(
                (*at, place),
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        if option.get("autocomplete") and option.get("choices"):
            raise wrong_at(
                (*at, place, "autocomplete"),
                "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES_INVALID",
                "Autocomplete cannot be used together with choices",
            )
        _check_options(option, (*at, place))


def read_choices(body: Any, kind: int) -> list[Json]:
    """What a bot suggests while a user types. Raises the refusal when it is wrong."""
    at = ("data",)
    suggested = read(Numbers, body, at) if kind == INTEGER else read(Texts, body, at)
    choices: list[Json] = msgspec.to_builtins(suggested.choices)
    return choices


def _letters(form: Json) -> int:
    own = len(form["name"]) + len(form["description"])
    choices = sum(len(each["name"]) + len(str(each["value"])) for each in form.get("choices", []))
    return own + choices + sum(map(_letters, form.get("options", [])))

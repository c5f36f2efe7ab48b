"""What Discord accepts and refuses in bodies: commands, modals, components."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.local_discord.payloads.commands import read_commands
from bot.local_discord.payloads.components import read_components
from bot.local_discord.payloads.errors import Refusal
from bot.local_discord.payloads.modals import handed_in, read_modal
from bot.local_discord.world.models import Json


def refused(read: Callable[[], object]) -> str:
    """What a refusal complains of, as `where: CODE`."""
    with pytest.raises(Refusal) as refusal:
        read()
    path, tree = [], refusal.value.body["errors"]
    while "_errors" not in tree:
        (step,) = tree
        path.append(step)
        tree = tree[step]
    return f"{'.'.join(path)}: {tree['_errors'][0]['code']}"


def option(**more: Any) -> Json:
    return {"type": 3, "name": "what", "description": "What to do", **more}


def command(*options: Json, **more: Any) -> Json:
    return {"name": "act", "description": "Do it", "options": list(options), **more}


MANY = [{"name": f"{number:0100}", "value": f"{number:0100}"} for number in range(25)]


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (command(name="Act"), ".name: APPLICATION_COMMAND_INVALID_NAME"),
        (command(name="a b"), ".name: STRING_TYPE_REGEX"),
        (command(name="a" * 33), ".name: STRING_TYPE_REGEX"),
        (command(description=""), ".description: BASE_TYPE_MIN_LENGTH"),
        ({"name": "act"}, ".description: BASE_TYPE_REQUIRED"),
        (command(option(type=99)), ".options.0.type: BASE_TYPE_CHOICES"),
        (
            command(option(), option()),
            ".options.1.name: APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
        ),
        (
            command(option(), option(name="b", required=True)),
            ".options.1: APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
        ),
        (
            command(option(), {"type": 1, "name": "sub", "description": "x"}),
            ".options: APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
        ),
        (
            command(option(autocomplete=True, choices=[{"name": "A", "value": "a"}])),
            ".options.0.autocomplete: APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES_INVALID",
        ),
        (
            command(option(choices=[{"name": "A"}])),
            ".options.0.choices.0.value: BASE_TYPE_REQUIRED",
        ),
        (
            command(
                {
                    "type": 1,
                    "name": "sub",
                    "description": "x",
                    "options": [{"type": 1, "name": "deeper", "description": "x"}],
                }
            ),
            ".options.0.options.0.type: BASE_TYPE_CHOICES",
        ),
        (
            command(*(option(name=f"o{n}", choices=MANY) for n in range(4))),
            ": APPLICATION_COMMAND_TOO_LARGE",
        ),
        ("no object", ": MODEL_TYPE_CONVERT"),
        (command(dm_permission="yes"), ".dm_permission: BOOLEAN_TYPE_CONVERT"),
        (command(options="none"), ".options: LIST_TYPE_CONVERT"),
    ],
)
def test_commands_that_discord_refuses(body: Any, complaint: str) -> None:
    assert refused(lambda: read_commands([body])) == f"0{complaint}"


def test_a_command_keeps_what_it_declares() -> None:
    group = {
        "type": 2,
        "name": "list",
        "description": "x",
        "options": [
            {
                "type": 1,
                "name": "all",
                "description": "x",
                "options": [option(type=4, min_value=1, max_value=9, required=True)],
            }
        ],
    }
    (made,) = read_commands([command(group, default_member_permissions="8")])
    number = made["options"][0]["options"][0]["options"][0]
    assert (number["min_value"], number["max_value"], number["required"]) == (1, 9, True)
    assert made["default_member_permissions"] == "8"


def label(component: Json, text: str = "Label") -> Json:
    return {"type": 18, "label": text, "component": component}


def modal(*rows: Json, **more: Any) -> Json:
    return {"custom_id": "m", "title": "A form", "components": list(rows), **more}


TEXT = {"type": 4, "custom_id": "text", "style": 1}
OPTIONS = [{"label": "A", "value": "a"}, {"label": "B", "value": "b"}]


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (modal(), "data.components: BASE_TYPE_MIN_LENGTH"),
        (modal(label(TEXT), title="x" * 46), "data.title: BASE_TYPE_MAX_LENGTH"),
        (
            modal(label(TEXT), label(TEXT)),
            "data.components.1.component.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED",
        ),
        (modal({"type": 17}), "data.components.0.type: BASE_TYPE_CHOICES"),
        (
            modal(label({"type": 2, "custom_id": "b", "style": 1})),
            "data.components.0.component.type: BASE_TYPE_CHOICES",
        ),
        (
            modal(label({**TEXT, "min_length": 9, "max_length": 3})),
            "data.components.0.component.min_length: NUMBER_TYPE_MAX",
        ),
        (
            modal({"type": 1, "components": [{"type": 3, "custom_id": "s", "options": OPTIONS}]}),
            "data.components.0.type: BASE_TYPE_CHOICES",
        ),
    ],
)
def test_modals_that_discord_refuses(body: Json, complaint: str) -> None:
    assert refused(lambda: read_modal(body)) == complaint


FORM = read_modal(
    modal(
        {"type": 10, "content": "Fill this in"},
        label({**TEXT, "min_length": 2, "max_length": 5}),
        label({"type": 3, "custom_id": "list", "options": OPTIONS}),
    )
)
FILLED = {"text": "abc", "list": ["b"]}


def test_a_filled_in_form_reaches_the_bot_field_by_field() -> None:
    rows = handed_in(FORM, FILLED)
    assert rows[0] == {"type": 10, "id": 1}
    assert rows[1]["component"]["value"] == "abc"
    assert rows[2]["component"]["values"] == ["b"]


@pytest.mark.parametrize(
    "change",
    [
        {"text": "a"},
        {"text": "abcdef"},
        {"text": ""},
        {"list": []},
        {"list": ["b", "b"]},
        {"list": ["z"]},
    ],
)
def test_a_form_that_does_not_fit_is_held_back(change: Json) -> None:
    with pytest.raises(ValueError, match=next(iter(change))):
        handed_in(FORM, FILLED | change)


BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
SELECT = {"type": 3, "custom_id": "s", "options": OPTIONS}


def row(*inner: Json) -> Json:
    return {"type": 1, "components": list(inner)}


@pytest.mark.parametrize(
    ("components", "complaint"),
    [
        ([row()], ".0.components: BASE_TYPE_MIN_LENGTH"),
        ([row(BUTTON, SELECT)], ".0.components: COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
        ([row({**BUTTON, "label": None})], ".0.components.0.label: BASE_TYPE_REQUIRED"),
        ([row({**BUTTON, "style": 5})], ".0.components.0.url: BASE_TYPE_REQUIRED"),
        (
            [row({**BUTTON, "style": 5, "url": "https://example.org"})],
            ".0.components.0.custom_id: BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
        ),
        (
            [row({**SELECT, "options": [OPTIONS[0]] * 2})],
            ".0.components.0.options.1.value: SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
        ),
        ([row({**SELECT, "min_values": 2})], ".0.components.0.min_values: NUMBER_TYPE_MAX"),
        ([row({**SELECT, "max_values": 3})], ".0.components.0.max_values: BASE_TYPE_BAD_VALUE"),
        (
            [row({**BUTTON, "id": 3}), row({**BUTTON, "custom_id": "b", "id": 3})],
            ".1.components.0.id: COMPONENT_ID_DUPLICATED",
        ),
        (
            [row({**BUTTON, "custom_id": f"b{n}"}) for n in range(6)],
            ": BASE_TYPE_MAX_LENGTH",
        ),
        (
            [row({**BUTTON, "emoji": {}})],
            ".0.components.0.emoji.name: BUTTON_COMPONENT_INVALID_EMOJI",
        ),
        ([row({**BUTTON, "custom_id": []})], ".0.components.0.custom_id: STRING_TYPE_CONVERT"),
        ([row({**BUTTON, "style": "red"})], ".0.components.0.style: NUMBER_TYPE_COERCE"),
    ],
)
def test_components_that_discord_refuses(components: list[Json], complaint: str) -> None:
    found = refused(lambda: read_components(components, [], layout=False))
    assert found == f"components{complaint}"


def test_components_are_numbered_in_reading_order() -> None:
    both = row(BUTTON, {**BUTTON, "custom_id": "b", "id": 1})
    (made,) = read_components([both], [], layout=False)
    assert [made["id"], *(each["id"] for each in made["components"])] == [2, 3, 1]

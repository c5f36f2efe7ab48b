"""What Discord accepts and refuses in bodies: commands, modals, components, embeds."""

from __future__ import annotations

from typing import Any

import pytest

from bot.local_discord.payloads.commands import read_command
from bot.local_discord.payloads.components import Components
from bot.local_discord.payloads.embeds import read_embeds
from bot.local_discord.payloads.errors import Refusal, Wrong
from bot.local_discord.payloads.modals import handed_in, read_modal
from bot.local_discord.world.models import Json


def complaints(tree: Any, path: str = "") -> list[str]:
    """Every complaint as `where: CODE`."""
    if not isinstance(tree, dict):
        return []
    own = [f"{path}: {each['code']}" for each in tree.get("_errors", [])]
    inner = [
        each
        for name, node in tree.items()
        if name != "_errors"
        for each in complaints(node, f"{path}.{name}" if path else name)
    ]
    return own + inner


def option(**more: Any) -> Json:
    return {"type": 3, "name": "what", "description": "What to do", **more}


def command(*options: Json, **more: Any) -> Json:
    return {"name": "act", "description": "Do it", "options": list(options), **more}


MANY = [{"name": f"{number:0100}", "value": f"{number:0100}"} for number in range(25)]


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (command(name="Act"), "name: APPLICATION_COMMAND_INVALID_NAME"),
        (command(name="a" * 33), "name: BASE_TYPE_BAD_LENGTH"),
        (command(description=""), "description: BASE_TYPE_BAD_LENGTH"),
        ({"name": "act"}, "description: BASE_TYPE_REQUIRED"),
        (command(option(type=99)), "options.0.type: NUMBER_TYPE_MAX"),
        (
            command(option(), option()),
            "options.1.name: APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
        ),
        (
            command(option(), option(name="b", required=True)),
            "options.1: APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
        ),
        (
            command(option(), {"type": 1, "name": "sub", "description": "x"}),
            "options: APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
        ),
        (
            command(option(autocomplete=True, choices=[{"name": "A", "value": "a"}])),
            "options.0.autocomplete: APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES_INVALID",
        ),
        (command(option(choices=[{"name": "A"}])), "options.0.choices.0.value: BASE_TYPE_REQUIRED"),
        (
            command(
                {
                    "type": 1,
                    "name": "sub",
                    "description": "x",
                    "options": [{"type": 1, "name": "deeper", "description": "x"}],
                }
            ),
            "options.0.options.0.type: BASE_TYPE_CHOICES",
        ),
        (
            {"type": 3, "name": "Quote", "options": [option()]},
            "options: APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS",
        ),
        (
            command(*(option(name=f"o{n}", choices=MANY) for n in range(4))),
            ": APPLICATION_COMMAND_TOO_LARGE",
        ),
        ("no object", ": MODEL_TYPE_CONVERT"),
        (command(dm_permission="yes"), "dm_permission: BOOLEAN_TYPE_CONVERT"),
        (command(options="none"), "options: LIST_TYPE_CONVERT"),
    ],
)
def test_commands_that_discord_refuses(body: Any, complaint: str) -> None:
    wrong = Wrong()
    read_command(body, wrong)
    assert complaint in complaints(wrong.body["errors"])


def test_a_command_keeps_what_it_declares() -> None:
    wrong = Wrong()
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
    made = read_command(command(group, default_member_permissions="8"), wrong)
    wrong.refuse()
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
        (modal(), "data.components: BASE_TYPE_BAD_LENGTH"),
        (modal(label(TEXT), title="x" * 46), "data.title: BASE_TYPE_BAD_LENGTH"),
        (
            modal(label(TEXT), label(TEXT)),
            "data.components.1.component.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED",
        ),
        (modal({"type": 17}), "data.components.0.type: UNION_TYPE_CHOICES"),
        (
            modal(label({"type": 2, "custom_id": "b", "style": 1})),
            "data.components.0.component.type: UNION_TYPE_CHOICES",
        ),
        (
            modal(label({**TEXT, "min_length": 9, "max_length": 3})),
            "data.components.0.component.min_length: NUMBER_TYPE_MAX",
        ),
        (
            modal(label({"type": 21, "custom_id": "r", "options": OPTIONS[:1]})),
            "data.components.0.component.options: BASE_TYPE_BAD_LENGTH",
        ),
        (
            modal({"type": 1, "components": [{"type": 3, "custom_id": "s", "options": OPTIONS}]}),
            "data.components.0.components.0.type: UNION_TYPE_CHOICES",
        ),
    ],
)
def test_modals_that_discord_refuses(body: Json, complaint: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_modal(body)
    assert complaint in complaints(refused.value.body["errors"])


FORM = read_modal(
    modal(
        {"type": 10, "content": "Fill this in"},
        {"type": 1, "components": [{**TEXT, "label": "Text", "min_length": 2, "max_length": 5}]},
        label({"type": 21, "custom_id": "radio", "options": OPTIONS}),
        label({"type": 22, "custom_id": "boxes", "options": OPTIONS, "min_values": 1}),
        label({"type": 23, "custom_id": "box"}),
    )
)
FILLED = {"text": "abc", "radio": "a", "boxes": ["b"], "box": True}


def test_a_filled_in_form_reaches_the_bot_field_by_field() -> None:
    rows = handed_in(FORM, FILLED)
    assert rows[0] == {"type": 10, "id": 1}
    assert rows[1]["components"][0]["value"] == "abc"
    assert [row["component"].get("value", row["component"].get("values")) for row in rows[2:]] == [
        "a",
        ["b"],
        True,
    ]


@pytest.mark.parametrize(
    "change",
    [
        {"text": "a"},
        {"text": "abcdef"},
        {"text": ""},
        {"radio": None},
        {"radio": "z"},
        {"boxes": []},
        {"boxes": ["b", "b"]},
        {"boxes": ["z"]},
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
        ([row()], "0.components: BASE_TYPE_BAD_LENGTH"),
        ([row(BUTTON, SELECT)], "0.components: COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
        ([row({**BUTTON, "label": None})], "0.components.0.label: BASE_TYPE_REQUIRED"),
        ([row({**BUTTON, "style": 5})], "0.components.0.url: BASE_TYPE_REQUIRED"),
        (
            [row({**BUTTON, "style": 5, "url": "https://example.org"})],
            "0.components.0.custom_id: BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
        ),
        (
            [row({**SELECT, "options": [OPTIONS[0]] * 2})],
            "0.components.0.options.1.value: SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
        ),
        ([row({**SELECT, "min_values": 2})], "0.components.0.min_values: NUMBER_TYPE_MAX"),
        ([row({**SELECT, "max_values": 3})], "0.components.0.max_values: BASE_TYPE_BAD_VALUE"),
        (
            [row({**BUTTON, "id": 3}), row({**BUTTON, "custom_id": "b", "id": 3})],
            "1.components.0.id: COMPONENT_ID_DUPLICATED",
        ),
        (
            [row({**BUTTON, "custom_id": f"b{n}"}) for n in range(6)],
            ": BASE_TYPE_BAD_LENGTH",
        ),
        (
            [row({**BUTTON, "emoji": {}})],
            "0.components.0.emoji.name: BUTTON_COMPONENT_INVALID_EMOJI",
        ),
        ([row({**BUTTON, "custom_id": []})], "0.components.0.custom_id: STRING_TYPE_CONVERT"),
        ([row({**BUTTON, "style": "red"})], "0.components.0.style: NUMBER_TYPE_COERCE"),
    ],
)
def test_components_that_discord_refuses(components: list[Json], complaint: str) -> None:
    wrong = Wrong()
    entries = [(each, wrong.at(at)) for at, each in enumerate(components)]
    Components([], wrong).read(entries, layout=False)
    assert complaint in complaints(wrong.body["errors"])


def test_components_are_numbered_in_reading_order() -> None:
    wrong = Wrong()
    entries = [(row(BUTTON, {**BUTTON, "custom_id": "b", "id": 1}), wrong)]
    (made,) = Components([], wrong).read(entries, layout=False)
    wrong.refuse()
    assert [made["id"], *(each["id"] for each in made["components"])] == [2, 3, 1]


@pytest.mark.parametrize(
    ("embed", "complaint"),
    [
        ({}, "description: BASE_TYPE_REQUIRED"),
        ({"color": 1 << 24, "title": "x"}, "color: NUMBER_TYPE_MAX"),
        ({"title": "x", "url": "no address"}, "url: URL_TYPE_INVALID_URL"),
        ({"fields": [{"name": "n", "value": "v"}] * 26}, "fields: BASE_TYPE_MAX_LENGTH"),
        ({"author": {"name": "x" * 257}}, "author.name: BASE_TYPE_MAX_LENGTH"),
    ],
)
def test_embeds_that_discord_refuses(embed: Json, complaint: str) -> None:
    wrong = Wrong()
    read_embeds([(embed, wrong)], [], wrong)
    assert complaint in complaints(wrong.body["errors"])

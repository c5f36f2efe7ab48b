"""Components as bots send them: read, checked, numbered, and made into what is stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from bot.local_discord.payloads.errors import Path, not_modelled, required, wrong_at
from bot.local_discord.payloads.media import REFERENCE, kept
from bot.local_discord.payloads.reading import Maybe, Name, Snowflake, read
from bot.local_discord.world.models import Attachment, Json

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
ROLE_SELECT, CHANNEL_SELECT = 6, 8
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 9, 10, 11, 12, 13, 14, 17, 18
UNMODELLED = {
    5: "user selects",
    7: "mentionable selects",
    19: "file uploads in forms",
    21: "radio groups",
    22: "checkbox groups",
    23: "checkboxes",
}
"""What Discord has beside these, and Herald does not use."""
SELECTS = (STRING_SELECT, ROLE_SELECT, CHANNEL_SELECT)
LINK, PREMIUM = 5, 6

MOST_COMPONENTS = 40
MOST_ROWS = 5
MOST_TEXT = 4000

CustomId = Annotated[str, Meta(min_length=1, max_length=100)]
Count = Annotated[int, Meta(ge=0, le=25)]
Described = Annotated[str, Meta(min_length=1, max_length=1024)]


class Component(msgspec.Struct, tag_field="type", kw_only=True):
    """What every component has. One without a number gets it in reading order."""

    id: Annotated[int, Meta(ge=0, le=2**31 - 1)] | None = None


class Emoji(msgspec.Struct, kw_only=True):
    """The emoji of a button or of an option: a letter, or one of Discord's by its id."""

    id: Maybe[Snowflake] = UNSET
    name: Annotated[str, Meta(max_length=100)] | None = ""
    animated: bool = False


class Button(Component, tag=BUTTON, kw_only=True):
    """A button; one with an address opens it, any other is pressed."""

    style: Annotated[int, Meta(ge=1, le=6)]
    custom_id: CustomId | UnsetType = UNSET
    url: Annotated[str, Meta(min_length=1, max_length=512)] | UnsetType = UNSET
    label: Maybe[Annotated[str, Meta(max_length=80)]] = UNSET
    emoji: Maybe[Emoji] = UNSET
    disabled: bool = False


class Option(msgspec.Struct, kw_only=True):
    """One line of a select."""

    label: Name
    value: Name
    description: Maybe[Annotated[str, Meta(max_length=100)]] = UNSET
    emoji: Maybe[Emoji] = UNSET
    default: bool = False


class Select(Component, kw_only=True):
    """What all selects have. `required` is for those in a form."""

    custom_id: CustomId
    placeholder: Maybe[Annotated[str, Meta(max_length=150)]] = UNSET
    min_values: Count = 1
    max_values: Annotated[int, Meta(ge=1, le=25)] = 1
    disabled: bool = False
    required: bool | UnsetType = UNSET


class StringSelect(Select, tag=STRING_SELECT, kw_only=True):
    """A select of the bot's own options."""

    options: Annotated[list[Option], Meta(min_length=1, max_length=25)]


class Default(msgspec.Struct):
    """A role or channel that is chosen already."""

    id: Snowflake
    type: str


class RoleSelect(Select, tag=ROLE_SELECT, kw_only=True):
    """A select of the server's roles."""

    default_values: Annotated[list[Default], Meta(max_length=25)] | UnsetType = UNSET


class ChannelSelect(Select, tag=CHANNEL_SELECT, kw_only=True):
    """A select of the server's channels."""

    default_values: Annotated[list[Default], Meta(max_length=25)] | UnsetType = UNSET
    channel_types: list[int] | UnsetType = UNSET


class Row(Component, tag=ROW, kw_only=True):
    """Up to five buttons, or one select."""

    components: Annotated[
        list[Button | StringSelect | RoleSelect | ChannelSelect], Meta(min_length=1, max_length=5)
    ]


class TextDisplay(Component, tag=TEXT, kw_only=True):
    """Text in Discord's markdown."""

    content: Annotated[str, Meta(min_length=1, max_length=MOST_TEXT)]


class Address(msgspec.Struct):
    """Where a medium is: an upload of the message, or somewhere on the web."""

    url: Annotated[str, Meta(min_length=1, max_length=2048)]


class Medium(msgspec.Struct, kw_only=True):
    """A picture with its alt text."""

    media: Address
    description: Described | None = None
    spoiler: bool = False


class Thumbnail(Component, tag=THUMBNAIL, kw_only=True):
    """A small picture beside text."""

    media: Address
    description: Described | None = None
    spoiler: bool = False


class Section(Component, tag=SECTION, kw_only=True):
    """Text with a button or a small picture beside it."""

    components: Annotated[list[TextDisplay], Meta(min_length=1, max_length=3)]
    accessory: Button | Thumbnail


class Gallery(Component, tag=GALLERY, kw_only=True):
    """One to ten pictures."""

    items: Annotated[list[Medium], Meta(min_length=1, max_length=10)]


class File(Component, tag=FILE, kw_only=True):
    """An upload that can be saved."""

    file: Address
    spoiler: bool = False


class Separator(Component, tag=SEPARATOR, kw_only=True):
    """Room between two components, with a line or without."""

    spacing: Annotated[int, Meta(ge=1, le=2)] = 1
    divider: bool = True


class Container(Component, tag=CONTAINER, kw_only=True):
    """A box with a coloured edge."""

    components: Annotated[
        list[Row | TextDisplay | Section | Gallery | Separator | File],
        Meta(min_length=1, max_length=MOST_COMPONENTS),
    ]
    accent_color: Annotated[int, Meta(ge=0, le=0xFFFFFF)] | None = None
    spoiler: bool = False


class Rows(msgspec.Struct):
    """What a message with text may hold."""

    components: Annotated[list[Row], Meta(max_length=MOST_ROWS)]


class Layout(msgspec.Struct):
    """What a message holds that is laid out by components alone."""

    components: list[Row | TextDisplay | Section | Gallery | Separator | File | Container]


def read_components(
    body: Any, uploads: Sequence[Attachment], *, layout: bool, at: Path = ()
) -> list[Json]:
    """A message's components as they are stored; `layout` says that there is nothing else in it."""
    refuse_unmodelled(body)
    whole = {"components": body}
    found = read(Layout, whole, at) if layout else read(Rows, whole, at)
    components: list[Json] = msgspec.to_builtins(found.components)
    at = (*at, "components")
    check(components, uploads, at)
    everything = walk(components)
    if len(everything) > MOST_COMPONENTS and layout:
        raise wrong_at(
            at,
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            f"The total number of components in a message cannot exceed {MOST_COMPONENTS}",
        )
    if sum(len(each["content"]) for each in everything if each["type"] == TEXT) > MOST_TEXT:
        raise wrong_at(
            at,
            "COMPONENT_MAX_TEXT_SIZE_EXCEEDED",
            f"The total displayable text size exceeds maximum size of {MOST_TEXT}",
        )
    number(components)
    return components


def refuse_unmodelled(body: Any) -> None:
    """Refuse what is right for Discord and not known here."""
    for component in walk(body):
        kind = component.get("type")
        if isinstance(kind, int) and kind in UNMODELLED:
            raise not_modelled(UNMODELLED[kind])


def check(components: list[Json], uploads: Sequence[Attachment], at: Path) -> None:
    """Refuse what each component allows by itself and all of them together do not."""
    names: set[str] = set()
    numbers: set[int] = set()
    for component, where in _placed(components, at):
        name = component.get("custom_id")
        if name in names:
            raise wrong_at(
                (*where, "custom_id"),
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            )
        names |= {name} if name else set()
        if component["id"] in numbers:
            raise wrong_at(
                (*where, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated"
            )
        numbers |= {component["id"]} if component["id"] else set()
        match component["type"]:
            case kind if kind in SELECTS:
                _check_select(component, where)
            case 1 if len(component["components"]) > 1 and any(
                each["type"] in SELECTS for each in component["components"]
            ):
                raise wrong_at(
                    (*where, "components"),
                    "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                    "The specified component exceeds the maximum width",
                )
            case 2:
                _check_button(component, where)
            case 11:
                component["media"] = _medium(component["media"], uploads, (*where, "media"))
            case 12:
                for place, item in enumerate(component["items"]):
                    place_of = (*where, "items", place, "media")
                    item["media"] = _medium(item["media"], uploads, place_of)
            case 13:
                found = _medium(component["file"], uploads, (*where, "file"))
                component |= {
                    "file": found,
                    "name": found.get("filename"),
                    "size": found.get("size"),
                }


def _check_button(button: Json, at: Path) -> None:
    if button["style"] == PREMIUM:
        raise not_modelled("premium buttons")
    needed, other = ("url", "custom_id") if button["style"] == LINK else ("custom_id", "url")
    if needed not in button:
        raise required((*at, needed))
    if other in button:
        raise wrong_at(
            (*at, other),
            "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
            "A custom id and url cannot both be specified",
        )
    _check_emoji(button, at)
    if not button.get("label") and not button.get("emoji"):
        raise required((*at, "label"))


def _check_emoji(what: Json, at: Path) -> None:
    emoji = what.get("emoji")
    if emoji is None:
        return
    number = emoji.pop("id", None)
    if not (emoji["name"] or number):
        raise wrong_at((*at, "emoji", "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
    if number:
        emoji["id"] = str(number)


def _check_select(select: Json, at: Path) -> None:
    if select["min_values"] > select["max_values"]:
        raise wrong_at(
            (*at, "min_values"),
            "NUMBER_TYPE_MAX",
            "min_values should be less than or equal to max_values.",
        )
    for default in select.get("default_values", []):
        default["id"] = str(default["id"])
    if select["type"] != STRING_SELECT:
        return
    if select["max_values"] > len(select["options"]):
        raise wrong_at(
            (*at, "max_values"),
            "BASE_TYPE_BAD_VALUE",
            "max_values cannot be larger than the number of options",
        )
    values = [option["value"] for option in select["options"]]
    for place, option in enumerate(select["options"]):
        where = (*at, "options", place)
        _check_emoji(option, where)
        if option["value"] in values[:place]:
            raise wrong_at(
                (*where, "value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )


def _medium(media: Json, uploads: Sequence[Attachment], at: Path) -> Json:
    """Where a medium is, as it is stored."""
    address = media["url"]
    found = kept(address, uploads)
    if address.startswith(REFERENCE) and "attachment" not in found:
        raise wrong_at(
            (*at, "url"),
            "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
            f"The referenced attachment was not found: {address}",
        )
    if not address.startswith((REFERENCE, "http://", "https://")):
        raise wrong_at((*at, "url"), "URL_TYPE_INVALID_URL", "Not a well formed URL.")
    return found


def number(components: list[Json]) -> None:
    """Give every component without a number the next free one, in reading order."""
    found = walk(components)
    taken = {each["id"] for each in found}
    free = (number for number in range(1, 2**31) if number not in taken)
    for component in found:
        component["id"] = component["id"] or next(free)


def _placed(components: list[Json], at: Path) -> Iterator[tuple[Json, Path]]:
    """Every component with where it stands, from the outside to the inside."""
    for place, component in enumerate(components):
        where = (*at, place)
        yield component, where
        yield from _placed(component.get("components", []), (*where, "components"))
        for name in ("accessory", "component"):
            if name in component:
                yield component[name], (*where, name)


def walk(components: Any) -> list[Json]:
    """Every component of a message, from the outside to the inside; also of one not read yet."""
    found: list[Json] = []
    for component in components if isinstance(components, list) else []:
        if isinstance(component, dict):
            found.append(component)
            found += walk(component.get("components"))
            found += walk([component.get("accessory")]) + walk([component.get("component")])
    return found


def find(components: list[Json], custom_id: str) -> Json | None:
    """The component that a press names."""
    return next((each for each in walk(components) if each.get("custom_id") == custom_id), None)

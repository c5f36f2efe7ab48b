"""Components of messages as bots send them: checked, numbered, and made into what is stored."""

from __future__ import annotations

from typing import Any

from bot.local_discord.payloads.errors import Wrong
from bot.local_discord.payloads.fields import Fields
from bot.local_discord.payloads.media import REFERENCE, kept
from bot.local_discord.world.models import Attachment, Json

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR = 9, 10, 11, 12, 13, 14
CONTAINER, LABEL, UPLOAD, RADIO, CHECKBOXES, CHECKBOX = 17, 18, 19, 21, 22, 23

SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
IN_CONTAINER = (ROW, TEXT, SECTION, GALLERY, SEPARATOR, FILE)
ON_TOP = (*IN_CONTAINER, CONTAINER)
LINK, PREMIUM = 5, 6

MOST_COMPONENTS = 40
MOST_ROWS = 5
MOST_TEXT = 4000
MOST_OPTIONS = 25


class Components:
    """One message's components being read."""

    def __init__(self, uploads: list[Attachment], wrong: Wrong) -> None:
        self.uploads = uploads
        self.wrong = wrong
        self._count = 0
        self._text = 0
        self._names: set[str] = set()
        self._numbers: set[int] = set()

    def read(self, entries: list[tuple[Any, Wrong]], *, layout: bool) -> list[Json]:
        """All components; `layout` says that the message uses the second kind (flag 1 << 15)."""
        allowed = ON_TOP if layout else (ROW,)
        found = [self._one(Fields(*each), allowed) for each in entries]
        if not layout and len(entries) > MOST_ROWS:
            self.wrong.add("BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {MOST_ROWS} in length.")
        if layout and self._count > MOST_COMPONENTS:
            self.wrong.add(
                "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
                f"The total number of components in a message cannot exceed {MOST_COMPONENTS}",
            )
        if self._text > MOST_TEXT:
            self.wrong.add(
                "COMPONENT_MAX_TEXT_SIZE_EXCEEDED",
                f"The total displayable text size exceeds maximum size of {MOST_TEXT}",
            )
        return self._numbered([each for each in found if each])

    def _numbered(self, components: list[Json]) -> list[Json]:
        """Give every component without a number the next free one, in reading order."""
        following = 1

        def visit(component: Json) -> None:
            nonlocal following
            if not component.get("id"):
                while following in self._numbers:
                    following += 1
                self._numbers.add(following)
                component["id"] = following
            for inner in component.get("components", []):
                visit(inner)
            if "accessory" in component:
                visit(component["accessory"])

        for component in components:
            visit(component)
        return components

    def _one(self, fields: Fields, allowed: tuple[int, ...]) -> Json:
        kind = fields.body.get("type")
        if kind not in allowed:
            fields.wrong.at("type").add(
                "UNION_TYPE_CHOICES",
                f'Value of field "type" must be one of ({", ".join(map(str, sorted(allowed)))}).',
            )
            return {}
        self._count += 1
        number = fields.number("id", 0, 2**31 - 1)
        if number:
            if number in self._numbers:
                fields.wrong.at("id").add(
                    "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated"
                )
            self._numbers.add(number)
        reader = {
            ROW: self._row,
            BUTTON: self._button,
            SECTION: self._section,
            TEXT: self._text_display,
            THUMBNAIL: self._thumbnail,
            GALLERY: self._gallery,
            FILE: self._file,
            SEPARATOR: self._separator,
            CONTAINER: self._container,
        }.get(kind, self._select)
        return {"type": kind, "id": number, **reader(fields)}

    def _children(
        self, fields: Fields, allowed: tuple[int, ...], most: int = MOST_COMPONENTS
    ) -> list[Json]:
        inner = fields.listed("components", most, 1, required=True)
        found = [self._one(Fields(*each), allowed) for each in inner]
        return [each for each in found if each]

    def _row(self, fields: Fields) -> Json:
        children = self._children(fields, (BUTTON, *SELECTS), 5)
        kinds = [child["type"] for child in children]
        if len(kinds) > 1 and any(kind in SELECTS for kind in kinds):
            fields.wrong.at("components").add(
                "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                "The specified component exceeds the maximum width",
            )
        return {"components": children}

    def _button(self, fields: Fields) -> Json:
        style = fields.number("style", 1, 6, required=True)
        form: Json = {"style": style}
        if style == LINK:
            form["url"] = fields.text("url", 512, 1, required=True)
            if fields.has("custom_id"):
                fields.wrong.at("custom_id").add(
                    "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                    "A custom id and url cannot both be specified",
                )
        elif style == PREMIUM:
            form["sku_id"] = str(fields.snowflake("sku_id", required=True))
        else:
            form["custom_id"] = self._custom_id(fields)
        label, emoji = fields.text("label", 80), read_emoji(fields)
        if not label and not emoji and style != PREMIUM:
            fields.wrong.at("label").required()
        form |= {"label": label or None, "emoji": emoji, "disabled": fields.truth("disabled")}
        return {name: value for name, value in form.items() if value is not None}

    def _custom_id(self, fields: Fields) -> str:
        name = fields.text("custom_id", 100, 1, required=True) or ""
        if name and name in self._names:
            fields.wrong.at("custom_id").add(
                "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"
            )
        self._names.add(name)
        return name

    def _select(self, fields: Fields) -> Json:
        return read_select(fields, self._custom_id(fields))

    def _section(self, fields: Fields) -> Json:
        return {
            "components": self._children(fields, (TEXT,), 3),
            "accessory": self._one(fields.inside("accessory"), (BUTTON, THUMBNAIL)),
        }

    def _text_display(self, fields: Fields) -> Json:
        content = fields.text("content", MOST_TEXT, 1, required=True) or ""
        self._text += len(content)
        return {"content": content}

    def _thumbnail(self, fields: Fields) -> Json:
        return self._medium(fields)

    def _medium(self, fields: Fields) -> Json:
        return {
            "media": self._address(fields.inside("media")),
            "description": fields.text("description", 1024, 1),
            "spoiler": fields.truth("spoiler"),
        }

    def _address(self, fields: Fields) -> Json:
        address = fields.text("url", 2048, 1, required=True) or ""
        medium = kept(address, self.uploads)
        if address.startswith(REFERENCE) and "attachment" not in medium:
            fields.wrong.at("url").add(
                "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                f"The referenced attachment was not found: {address}",
            )
        elif address and not address.startswith((REFERENCE, "http://", "https://")):
            fields.wrong.at("url").add("URL_TYPE_INVALID_URL", "Not a well formed URL.")
        return medium

    def _gallery(self, fields: Fields) -> Json:
        items = fields.listed("items", 10, 1, required=True)
        return {"items": [self._medium(Fields(*each)) for each in items]}

    def _file(self, fields: Fields) -> Json:
        medium = self._address(fields.inside("file"))
        return {
            "file": medium,
            "name": medium.get("filename"),
            "size": medium.get("size"),
            "spoiler": fields.truth("spoiler"),
        }

    def _separator(self, fields: Fields) -> Json:
        spacing = fields.number("spacing", 1, 2)
        return {"spacing": spacing or 1, "divider": fields.truth("divider", True)}

    def _container(self, fields: Fields) -> Json:
        return {
            "components": self._children(fields, IN_CONTAINER),
            "accent_color": fields.number("accent_color", 0, 0xFFFFFF),
            "spoiler": fields.truth("spoiler"),
        }


def read_select(fields: Fields, custom_id: str) -> Json:
    """A select of a message or of a modal."""
    kind = fields.body["type"]
    least = fields.number("min_values", 0, MOST_OPTIONS)
    most = fields.number("max_values", 1, MOST_OPTIONS)
    least, most = 1 if least is None else least, most or 1
    form: Json = {
        "custom_id": custom_id,
        "placeholder": fields.text("placeholder", 150),
        "min_values": least,
        "max_values": most,
        "disabled": fields.truth("disabled"),
    }
    if least > most:
        fields.wrong.at("min_values").add(
            "NUMBER_TYPE_MAX", "min_values should be less than or equal to max_values."
        )
    if kind == STRING_SELECT:
        form["options"] = read_options(fields, MOST_OPTIONS)
        if most > max(1, len(form["options"])):
            fields.wrong.at("max_values").add(
                "BASE_TYPE_BAD_VALUE", "max_values cannot be larger than the number of options"
            )
    elif fields.has("default_values"):
        form["default_values"] = [
            {"id": str(each.get("id")), "type": each.get("type")}
            for each, _ in fields.listed("default_values", MOST_OPTIONS)
        ]
    if kind == CHANNEL_SELECT and fields.has("channel_types"):
        form["channel_types"] = [each for each, _ in fields.listed("channel_types", 20)]
    return {name: value for name, value in form.items() if value is not None}


def read_options(fields: Fields, most: int, least: int = 1) -> list[Json]:
    """The options of a select, radio group or checkbox group."""
    options, values = [], set()
    for body, where in fields.listed("options", most, least, required=True):
        option = Fields(body, where)
        value = option.text("value", 100, 1, required=True)
        form = {
            "label": option.text("label", 100, 1, required=True) or "",
            "value": value or "",
            "description": option.text("description", 100) or None,
            "emoji": read_emoji(option),
            "default": option.truth("default"),
        }
        if value in values:
            where.at("value").add(
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        values.add(value)
        options.append({name: each for name, each in form.items() if each is not None})
    return options


def read_emoji(fields: Fields) -> Json | None:
    """The emoji of a button or an option."""
    if not fields.has("emoji"):
        return None
    inner = fields.inside("emoji")
    number, name = inner.snowflake("id"), inner.text("name", 100)
    if number is None and not name:
        inner.wrong.at("name").add("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
        return None
    form: Json = {"name": name or "", "animated": inner.truth("animated")}
    return form if number is None else {"id": str(number), **form}


def walk(components: list[Json]) -> list[Json]:
    """Every component of a message, from the outside to the inside."""
    found: list[Json] = []
    for component in components:
        found.append(component)
        found += walk(component.get("components", []))
        for name in ("accessory", "component"):
            if name in component:
                found += walk([component[name]])
    return found


def find(components: list[Json], custom_id: str) -> Json | None:
    """The component that a press names."""
    return next((each for each in walk(components) if each.get("custom_id") == custom_id), None)

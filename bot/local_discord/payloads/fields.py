"""Reading fields of a request's body, with Discord's complaints about wrong ones."""

from __future__ import annotations

from typing import Any

from bot.local_discord.payloads.errors import Wrong
from bot.local_discord.world.models import Json


class Fields:
    """A body being read. Whatever is wrong is noted in `wrong`, and reads as the default."""

    def __init__(self, body: Any, wrong: Wrong) -> None:
        self.wrong = wrong
        if not isinstance(body, dict):
            wrong.add("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            body = {}
        self.body: Json = body

    def has(self, name: str) -> bool:
        """Whether a field is given and not null."""
        return self.body.get(name) is not None

    def inside(self, name: str) -> Fields:
        """An object inside the body."""
        return Fields(self.body.get(name), self.wrong.at(name))

    def text(
        self, name: str, most: int, least: int = 0, *, required: bool = False, strip: bool = False
    ) -> str | None:
        """A text of a certain length; numbers are taken as text, as Discord does."""
        wrong = self.wrong.at(name)
        value = self.body.get(name)
        if value is None:
            if required:
                wrong.required()
            return None
        if not isinstance(value, str | int | float) or isinstance(value, bool):
            wrong.add("STRING_TYPE_CONVERT", "Could not interpret value as string.")
            return None
        value = str(value)
        value = value.strip() if strip else value
        if not least <= len(value) <= most:
            wrong.length(least, most)
            return None
        return value

    def number(
        self,
        name: str,
        least: float,
        most: float,
        *,
        required: bool = False,
        whole: bool = True,
    ) -> Any:
        """A number in a range."""
        wrong = self.wrong.at(name)
        value = self.body.get(name)
        if value is None:
            if required:
                wrong.required()
            return None
        try:
            value = int(value) if whole else float(value)
        except (TypeError, ValueError):
            wrong.add("NUMBER_TYPE_COERCE", f"Value {value!r} is not {'int' if whole else 'float'}")
            return None
        if value < least:
            wrong.add("NUMBER_TYPE_MIN", f"{name} should be greater than or equal to {least:.15g}.")
            return None
        if value > most:
            wrong.add("NUMBER_TYPE_MAX", f"{name} should be less than or equal to {most:.15g}.")
            return None
        return value

    def truth(self, name: str, default: bool = False) -> bool:
        """A yes or no."""
        value = self.body.get(name)
        if value is None:
            return default
        if not isinstance(value, bool):
            self.wrong.at(name).add("BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
            return default
        return value

    def snowflake(self, name: str, *, required: bool = False) -> int | None:
        """An id."""
        value = self.body.get(name)
        if value is None:
            if required:
                self.wrong.at(name).required()
            return None
        if not str(value).isdigit():
            self.wrong.at(name).add("NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
            return None
        return int(value)

    def listed(
        self, name: str, most: int, least: int = 0, *, required: bool = False
    ) -> list[tuple[Any, Wrong]]:
        """The entries of a list, each with where to complain about it."""
        value = self.body.get(name)
        wrong = self.wrong.at(name)
        if value is None:
            if required:
                wrong.required()
            return []
        if not isinstance(value, list):
            wrong.add("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not least <= len(value) <= most:
            if least:
                wrong.add("BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
            else:
                wrong.add("BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        return [(each, wrong.at(at)) for at, each in enumerate(value)]

"""The words in pictures, from `messages/<language>.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "messages"


class Words:
    """The catalog of one language. What it lacks is made readable from the key itself."""

    def __init__(self, messages: dict[str, Any]) -> None:
        self._messages = messages

    def __call__(self, key: str, /, **facts: object) -> str:
        """The message `section.name` with its facts filled in."""
        found: Any = self._messages
        for part in key.split("."):
            found = found.get(part) if isinstance(found, dict) else None
        if not isinstance(found, str):
            return spelled(key.rpartition(".")[2])
        return found.format(**facts) if facts else found


def spelled(key: str) -> str:
    """A key as a person would write it.

    >>> spelled("man_at_arms")
    'Man at arms'
    """
    text = key.replace("_", " ").strip()
    return text[:1].upper() + text[1:]


@cache
def words(language: str = "en") -> Words:
    """The catalog of a language, English where there is none."""
    path = FOLDER / f"{language}.toml"
    if language not in {found.stem for found in FOLDER.glob("*.toml")}:
        path = FOLDER / "en.toml"
    return Words(tomllib.loads(path.read_text(encoding="utf-8")))

"""The table's own sentences, from `messages/en.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "messages" / "en.toml"


@cache
def catalog() -> dict[str, Any]:
    """All of them, by section."""
    return tomllib.loads(FILE.read_text("utf-8"))


def say(key: str, **facts: object) -> str:
    """A sentence, such as `say("terminal.port_taken", port=80)`."""
    found: Any = catalog()
    for part in key.split("."):
        found = found[part]
    return str(found).format(**facts)

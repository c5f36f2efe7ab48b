"""The local table's own sentences, in the terminal and on its page."""

from __future__ import annotations

from typing import Any

from engine.core.messages import ENGLISH, Voice, load, read

PACKAGE = "bot.table"
VOICE = Voice(load(PACKAGE))
say = VOICE.say


def page_sentences() -> dict[str, Any]:
    """The page's sentences by section; the page fills them itself."""
    sentences: dict[str, Any] = read(PACKAGE, ENGLISH)["page"]
    return sentences

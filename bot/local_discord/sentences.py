"""The local table's own sentences, in the terminal and on its page."""

from __future__ import annotations

import shlex
import shutil
import sys
from typing import Any

from engine.core.messages import ENGLISH, Voice, load, read

PACKAGE = "bot.local_discord"
VOICE = Voice(load(PACKAGE))
say = VOICE.say


def page_sentences() -> dict[str, Any]:
    """The page's sentences by section; the page fills them itself."""
    sentences: dict[str, Any] = read(PACKAGE, ENGLISH)["page"]
    sentences["real"]["code"] = say("page.real.code", command=start_command())
    return sentences


def start_command() -> str:
    """A command that starts Herald from the terminal that the table was started in."""
    return "herald" if shutil.which("herald") else f"{shlex.quote(sys.executable)} -m bot"

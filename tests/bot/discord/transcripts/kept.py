"""What people see of Herald, as text: a few turns of each rule set, under version control.

    python -m tests.bot.discord.transcripts.kept        # which texts are not the accepted ones
    python -m tests.bot.discord.transcripts.kept accept

Both say what no story does. A text changes with whatever a person sees: posts, panels, letters,
forms, suggestions, alternative texts, and what each button does.
"""

from __future__ import annotations

import argparse
import asyncio
import difflib
import sys
from pathlib import Path

from tests.bot.discord.transcripts import advanced, civ2010, fast_play, rhye, standard
from tests.bot.discord.transcripts.builders import Story, transcript, untold

STORIES: dict[str, Story] = {
    "advanced": advanced.story,
    "civ2010": civ2010.story,
    "fast_play": fast_play.story,
    "rhye": rhye.story,
    "standard": standard.story,
}
TEXTS = Path(__file__).parent / "texts"


def file_of(name: str) -> Path:
    return TEXTS / f"{name}.txt"


def kept(name: str) -> list[str]:
    """The text that was accepted."""
    file = file_of(name)
    return file.read_text("utf-8").split("\n")[:-1] if file.exists() else []


def shown(name: str) -> list[str]:
    """The text as it is now."""
    return asyncio.run(transcript(STORIES[name]))


def differences(before: list[str], now: list[str]) -> list[str]:
    """What is different, with the lines around it."""
    return list(difflib.unified_diff(before, now, "accepted", "now", lineterm=""))


def say_untold() -> None:
    """Print what no story does."""
    verbs, commands = asyncio.run(untold(map(kept, STORIES)))
    print(
        "In no transcript:", ", ".join([*sorted(verbs), *(f"/{each}" for each in sorted(commands))])
    )


def main() -> int:
    """Compare the texts with those that were accepted, or accept them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("command", nargs="?", default="check", choices=("check", "accept"))
    command = parser.parse_args().command
    wrong = 0
    for name in STORIES:
        now = shown(name)
        if command == "accept":
            file_of(name).write_text("\n".join([*now, ""]), "utf-8")
        elif changed := differences(kept(name), now):
            print(name, *changed, sep="\n")
            wrong = 1
    say_untold()
    return wrong


if __name__ == "__main__":
    sys.exit(main())

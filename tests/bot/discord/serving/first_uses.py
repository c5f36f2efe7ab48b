"""Plays a little of a rule set in a process of its own, and prints what was loaded on the loop.

`python -m tests.bot.discord.serving.first_uses standard` prepares as Herald does before it serves,
then uses every command and many buttons. It prints each file of the project that the event loop's
thread has opened, and each module that it has imported, with the command that did it: all of that
should have been done before.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import threading
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

from simcord import SetupError

from bot.discord.preparing import prepare
from tests.bot.discord.builders.players import Players
from tests.bot.discord.builders.world import Panel, Person, World, a_world

ROOT = Path(__file__).resolve().parents[4]
OWN = tuple(str(ROOT / name) + "/" for name in ("bot", "engine", "render"))
BUTTONS = ("More …", "Suggest", "The rule", "Charts", "Why not …?", "Plan ahead", "Rules", "Map")
TYPED: dict[str, dict[str, str]] = {
    "act": {"what": "move"},
    "card": {"name": "monarchy"},
    "map": {"region": "all"},
    "rules": {"about": "how do settlers move"},
    "why": {"about": "why can I not build a wonder"},
}
"""What is typed into the options of commands, and letter by letter for suggestions."""


class Loaded:
    """What the loop's own thread has loaded since it serves."""

    def __init__(self) -> None:
        self.loop = threading.main_thread().ident
        self.serves = False
        self.doing = ""
        self.found: list[tuple[str, str]] = []
        sys.addaudithook(self._note)

    def _note(self, event: str, given: tuple[Any, ...]) -> None:
        if not self.serves or event not in ("open", "import"):
            return
        if threading.get_ident() != self.loop:
            return
        name = str(given[0])
        if name.startswith(OWN) or name.split(".")[0] in ("bot", "engine", "render"):
            self.found.append((self.doing, name.removeprefix(str(ROOT))))

    async def during(self, doing: str, work: Awaitable[Any]) -> Any:
        """What came of some work; what is loaded by it is noted under its name."""
        self.doing, self.serves = doing, True
        try:
            return await work
        finally:
            self.serves = False


async def use_everything(world: World, loaded: Loaded, rules: str) -> int:
    """Use all that players use, and play on; how many answers there were."""
    ada, bea = await loaded.during("lobby", world.lobby(2, rules))
    await loaded.during("options", ada.slash("game options"))
    await loaded.during("start", ada.press(world.posts()[0], "Start"))
    for person in (ada, bea):
        panel: Panel = await loaded.during("/play", person.slash("play"))
        for label in BUTTONS:
            if label in panel.buttons():
                await loaded.during(label, person.press(panel, label))
                panel = await person.slash("play")
    for label in BUTTONS:
        post = next((each for each in world.posts()[::-1] if label in each.buttons()), None)
        if post is not None:
            await loaded.during(f"post: {label}", bea.press(post, label))
    await commands(world, ada, loaded, rules)
    players = Players(world, 5, advised=0.6)
    for _ in range(8):
        for person in (await world.awaited())[:1]:
            await loaded.during("playing on", players.choose(person))
    return world.answers


async def commands(world: World, person: Person, loaded: Loaded, rules: str) -> None:
    """Every command of the bot, with its options typed, and what is suggested meanwhile."""
    known = [each.qualified_name for each in world.bot.tree.walk_commands()]
    for name in known:
        if name.startswith("game ") and name.split()[1] in ("new", "leave", "end", "pause"):
            continue
        options = TYPED.get(name, {"rules": rules} if name == "learn" else {})
        for option, typed in options.items():
            if name != "learn" and (name, option) != ("map", "region"):
                for length in (0, 2, len(typed)):
                    text = typed[:length]
                    await loaded.during(f"{name} …", person.suggestions(name, option, text))
        try:
            answer = person.actor.slash(world.channel, name, **options)
            await loaded.during(f"/{name}", answer)
        except (SetupError, TypeError):
            # A group of commands, or one that wants more.
            continue


async def main(rules: str) -> None:
    """Print what was loaded while serving."""
    await asyncio.to_thread(prepare)
    loaded = Loaded()
    async with a_world(Path(tempfile.mkdtemp())) as world:
        answers = await use_everything(world, loaded, rules)
    for doing, name in loaded.found:
        print(f"{doing}: {name}")
    print(f"{answers} answers")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))

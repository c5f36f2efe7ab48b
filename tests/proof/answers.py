"""Shows whether commands and presses are answered as they were, byte for byte.

People use every command, read what is suggested for its options, press and pick nearly everything
that they are shown, fill in forms with sense and with nonsense, and play on. All that they see is
written down with the ids of its components, at the end also every request that was made of Discord.

    python -m tests.proof.answers dump --ruleset standard > before.txt
    python -m tests.proof.answers differ main           # a commit, and the files as they are
    python -m tests.proof.answers differ v1 v2 --ruleset rhye
"""

from __future__ import annotations

import argparse
import asyncio
import difflib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager
from functools import partial
from itertools import count, takewhile, zip_longest
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import discord

from bot.discord.interactions.ids import KEY_BYTES, KEY_FILE
from bot.private_files import create_folder
from tests.bot.discord.builders.playing import desk
from tests.bot.discord.builders.raw import press_anything
from tests.bot.discord.builders.world import (
    BUTTON,
    SELECT,
    Panel,
    Person,
    World,
    a_world,
    is_closed,
    step_ahead,
    ways_ahead,
)
from tests.bot.discord.transcripts.builders import DotPictures
from tests.proof.games import names
from tests.proof.same_everything import files_of

OPTIONS_MOST = 4
"""How many options of a select are tried."""
CHOICES = 24
"""How many choices are made by panel after the start."""
LOOKED_AT = 8
"""In how many of their panels everything else is pressed, too."""
COMPONENTS_MOST = 80
STEPS = 60
RACES = "End my turn"
"""What follows is carried out beside the answer: which of them is first, nobody knows."""
SHOWN = 400
"""How many letters of a line are printed from shortly before where it differs."""
LAST = ("Start", "Leave", "Leave the game", "Leave all the same", "End it", "Forget me", "Yes")
"""What would end the walk is pressed at the end of it, if at all."""
COMMANDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("board", {}),
    ("board", {"game": "ZZZZ"}),
    ("map", {}),
    ("map", {"region": "Europe"}),
    ("map", {"region": "*x*"}),
    ("map", {"turn": 0}),
    ("map", {"turn": 50}),
    ("map", {"chart": "moon"}),
    ("log", {}),
    ("log", {"since": 0}),
    ("log", {"since": 1}),
    ("log", {"since": 9}),
    ("catchup", {}),
    ("catchup", {"since": 0}),
    ("catchup", {"since": 1}),
    ("settings", {}),
    ("server", {}),
    ("inbox", {}),
    ("help", {}),
    ("play", {}),
    ("standing", {}),
    ("act", {"what": "x"}),
    ("act", {"what": "e"}),
    ("rules", {}),
    ("rules", {"about": "trade"}),
    ("rules", {"about": "qqq"}),
    ("card", {"name": "xx"}),
    ("card", {"name": "market"}),
    ("why", {}),
    ("why", {"about": "income"}),
    ("why", {"about": "buy tank"}),
    ("orders", {}),
    ("learn", {"rules": "standard"}),
    ("game status", {}),
    ("game options", {}),
    ("game replace", {"seat": "1"}),
    ("game replace", {"seat": "9"}),
    ("game undo", {}),
    ("game extend", {}),
    ("game join", {}),
    ("game leave", {}),
    ("game end", {}),
    ("game export", {}),
    ("game pause", {}),
    ("game resume", {}),
    ("game resume", {}),
    ("game new", {"rules": "standard"}),
    ("game new", {}),
)
LOOKS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("log", {}),
    ("board", {}),
    ("map", {}),
    ("map", {"chart": "technologies"}),
    ("why", {}),
    ("card", {"name": "a"}),
    ("rules", {"about": "trade"}),
    ("inbox", {}),
)
TYPED = (
    ("map", "chart", ""),
    ("map", "chart", "t"),
    ("map", "region", "eu"),
    ("map", "region", ""),
    ("map", "game", ""),
    ("board", "game", "z"),
    ("act", "what", "done"),
    ("why", "about", ""),
    ("why", "about", "buy"),
    ("rules", "about", "tr"),
    ("card", "name", "ma"),
    ("game replace", "seat", ""),
    ("game status", "game", ""),
)

MESSAGE = re.compile(r"(?<=/messages/)\d+")
FILE = re.compile(r'(?<=attachments/)\d+/\d+|(?<="attachment_id": ")\d+')
"""Numbers that go by which of several letters or pictures is sent first."""

Opening = Callable[[], Awaitable[Panel]]
Doing = Callable[[], Awaitable[Any]]


class Walk:
    """People who try everything, and what they were shown."""

    def __init__(self, world: World, rules: str) -> None:
        self.world = world
        self.rules = rules
        self.rng = Random(5)
        self.facts: list[str] = []

    def note(self, what: object, shown: object) -> None:
        """Write down what was shown for what was done."""
        if isinstance(shown, Panel):
            message = shown.stored
            shown = {
                "components": message.components,
                "private": message.is_ephemeral,
                "pings": sorted(shown.pings),
                "files": [each["filename"] for each in message.attachments],
            }
        fact = json.dumps([what, shown], sort_keys=True, default=str, ensure_ascii=False)
        self.facts.append(FILE.sub("", fact))

    async def acted(self, what: object, doing: Doing, who: Person) -> Panel | None:
        """Note what an interaction is answered with; of a form, what its filling in is."""
        shown = await self.tried(what, doing)
        if shown is None or shown.modal is None:
            return None if shown is None else self.answered(what, shown)
        self.note(what, shown.modal)
        fields = list(fields_of(shown.modal))
        nonsense = {each["custom_id"]: "?*_<@1>" for each in fields}
        as_it_is = {each["custom_id"]: str(each.get("value") or "") for each in fields}
        for typed in (nonsense, as_it_is):
            if shown is not None:
                filling = partial(who.actor.submit_modal, shown, typed)
                filled = await self.tried([what, typed], filling)
                if filled is not None:
                    self.answered([what, typed], filled)
            shown = await self.tried(what, doing)
        return None

    async def tried(self, what: object, doing: Doing) -> Any:
        """Do something; what cannot be done is noted, too."""
        try:
            return await doing()
        except Exception as error:
            self.note(what, f"{type(error).__name__}: {error}"[:300])
            return None

    def answered(self, what: object, shown: Any) -> Panel | None:
        """Note a message."""
        try:
            panel = self.world.answer(shown)
        except AssertionError as error:
            self.note(what, f"nothing: {error}"[:300])
            return None
        self.note(what, panel)
        return panel

    async def command(self, who: Person, name: str, options: dict[str, Any]) -> Panel | None:
        """Use a command."""
        doing = partial(who.actor.slash, self.world.channel, name, **options)
        return await self.acted([who.actor.name, name, sorted(options)], doing, who)

    async def everything(self, who: Person, where: str, opening: Opening) -> None:
        """Press and pick all that a panel has, opening it for each."""
        tried = set()
        for number in range(COMPONENTS_MOST):
            panel = await opening()
            ways = list(self.ways(panel))
            if number >= len(ways):
                return
            component, values = ways[number]
            if (said := (named(component), *values)) not in tried:
                tried.add(said)
                await self.press(who, where, panel, component, values)

    def ways(self, panel: Panel) -> Iterator[tuple[dict[str, Any], tuple[str, ...]]]:
        """What can be pressed, and what can be picked."""
        for each in panel.components:
            if each["type"] == BUTTON and each.get("custom_id") and not each.get("disabled"):
                if each.get("label") not in LAST:
                    yield each, ()
            elif each["type"] == SELECT:
                for option in each["options"][:OPTIONS_MOST]:
                    yield each, (option["value"],)

    async def press(
        self,
        who: Person,
        where: str,
        panel: Panel,
        component: dict[str, Any],
        values: Sequence[str] = (),
    ) -> Panel | None:
        """Press a button, or pick of a select."""
        custom_id, hand = component["custom_id"], who._who(panel)
        if component["type"] == BUTTON:
            doing = partial(hand.click, panel.handle, custom_id=custom_id)
        else:
            doing = partial(hand.select, panel.handle, values, custom_id=custom_id)
        return await self.acted([who.actor.name, where, named(component), *values], doing, who)

    async def lobby(self) -> None:
        """Everything before the start, by a host, a player, and someone from outside."""
        ada, bea, *_ = await self.world.lobby(3, self.rules)
        zoe = self.world.person("Zoe")
        granted = discord.Permissions(manage_guild=True)
        role = self.world.guild.create_role("managers", permissions=granted)
        self.world.env.backend.add_member_role(self.world.guild.id, ada.id, role.id)
        (declared,) = (
            each.json
            for each in self.world.env.http_requests
            if each.method == "PUT" and isinstance(each.json, list)
        )
        for each in sorted(declared, key=lambda each: str(each["name"])):
            self.note("declared", each)
        for who in (ada, bea, zoe):
            await self.everything(who, "lobby card", self._card)
        await self.commands((ada, zoe), TYPED[:2])
        for line in ("game options", "settings", "server"):
            await self.everything(ada, line, partial(ada.slash, line))
        for turn in range(4):
            await self.astray(ada, await ada.slash("game options"), turn)

    async def _card(self) -> Panel:
        return self.world.posts()[0]

    async def astray(self, who: Person, panel: Panel, seed: int) -> None:
        """Press at random, wherever it leads."""
        rng, at = Random(seed), panel
        for number in range(6):
            if not (ways := list(self.ways(at))):
                return
            way, values = rng.choice(ways)
            at = await self.press(who, f"astray {seed}.{number}", at, way, values) or at

    async def commands(
        self, people: Sequence[Person], typed: Sequence[tuple[str, str, str]]
    ) -> None:
        """Every command by these people, and what is suggested for options."""
        for who in people:
            for name, options in COMMANDS:
                await self.command(who, name, options)
            await self.command(who, "trade", {"with": self.world.people[1].actor.user})
            for name, option, words in typed:
                found = await who.suggestions(name, option, words)
                self.note([who.actor.name, name, option, words], found)

    async def game(self) -> None:
        """A game from its start: everything in the first panels, and then on by panels."""
        ada, *_ = await self.world.lobby(3, self.rules)
        await self.command(ada, "game start", {})
        zoe = self.world.person("Zoe")
        await self.commands((ada, zoe), TYPED)
        post = self.world.posts()[-1]
        for who in (ada, zoe):
            await self.everything(who, "post", lambda: asyncio.sleep(0, post))
        for number in range(CHOICES):
            if not (awaited := await self.world.awaited()):
                break
            await self.choice(awaited[0], number)
        await self.commands((ada,), TYPED)
        for line, options in LOOKS:
            opening = partial(ada.slash, line, **options)
            await self.everything(ada, line, opening)
        await self.forged(ada)

    async def choice(self, who: Person, number: int) -> None:
        """One choice by the panel; in the first ones, everything else that they offer."""

        async def opening() -> Panel:
            return await who.slash("play")

        kinds = ", ".join(each.decision.kind for each in (await desk(who)).decisions)
        if number < LOOKED_AT:
            await self.everything(who, f"panel {number} {kinds}", opening)
            if not any(each.id == who.id for each in await self.world.awaited()):
                return
        panel: Panel | None = await opening()
        for step in range(STEPS):
            assert panel is not None
            self.note([who.actor.name, number, step], panel)
            if "✅" in panel.text or is_closed(panel) or not ways_ahead(panel.components):
                return
            known = [each for each in panel.components if each.get("label") != RACES]
            way, values = step_ahead(known, self.rng)
            where = f"choice {number}.{step}"
            panel = await self.press(who, where, panel, way, values) or await opening()

    async def forged(self, who: Person) -> None:
        """Press what is not there any more, or never was, or someone else's."""
        post = self.world.posts()[-1]
        for custom_id in ("h1forged", "", "x" * 100):
            doing = partial(press_anything, who, post, custom_id)
            await self.acted(["forged", custom_id], doing, who)

    def requests(self) -> list[str]:
        """What was asked of Discord, in no order: what is sent beside an answer has none.

        Nor have letters to several people, so that each may have the other's number.
        """
        return sorted(
            json.dumps([each.method, MESSAGE.sub("", each.path), each.json], sort_keys=True)
            for each in self.world.env.http_requests
        )


def named(component: dict[str, Any]) -> str:
    """What stands on a button or in a select."""
    return str(component.get("label") or component.get("placeholder"))


def fields_of(modal: Any) -> Iterator[dict[str, Any]]:
    """The fields of a form, in whatever they stand."""
    if isinstance(modal, dict):
        if "custom_id" in modal and modal.get("type") == 4:
            yield modal
        for each in modal.values():
            yield from fields_of(each)
    elif isinstance(modal, list):
        for each in modal:
            yield from fields_of(each)


@asynccontextmanager
async def same_each_time(folder: Path) -> AsyncIterator[World]:
    """Herald on a server where nothing depends on chance, or on how fast the machine is."""
    create_folder(folder / "data")
    key = folder / "data" / KEY_FILE
    key.touch(mode=0o600)
    key.write_bytes(bytes(KEY_BYTES))
    letters, numbers = Random(7), count()
    with ExitStack() as stack:
        for name, fixed in (
            ("secrets.choice", letters.choice),
            ("secrets.token_hex", lambda n=8: "0" * n),
            ("secrets.token_urlsafe", lambda n=8: f"{next(numbers):010d}"),
            ("bot.discord.interactions.replies.PATIENCE", 600.0),
            ("bot.discord.interactions.replies.PATIENCE_TO_ASK", 600.0),
        ):
            stack.enter_context(patch(name, fixed))
        async with a_world(folder, DotPictures()) as world:
            # What goes wrong is compared like any other answer.
            world.expected.append("")
            yield world


async def walked(rules: str) -> list[str]:
    """What a walk of a rule set's game is shown, and what it asked of Discord."""
    found: list[str] = []
    for part in (Walk.lobby, Walk.game):
        with tempfile.TemporaryDirectory(prefix="herald-") as folder:
            async with same_each_time(Path(folder)) as world:
                walk = Walk(world, rules)
                await part(walk)
                found += [*walk.facts, *walk.requests()]
    return found


def dump(rulesets: Sequence[str]) -> None:
    """Print what is shown, a line for each."""
    for name in rulesets:
        for line in asyncio.run(walked(name)):
            sys.stdout.buffer.write(f"{name} {line}\n".encode())
    sys.stdout.buffer.flush()


def dumped(folder: Path, name: str) -> list[str]:
    """The lines of `dump` in a folder."""
    command = (sys.executable, "-m", "tests.proof.answers", "dump", "--ruleset", name)
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    found = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, check=True)
    return found.stdout.decode().splitlines()


def differ(before: str, after: str | None, rulesets: Sequence[str], most: int) -> int:
    """Print what two commits answer differently."""
    found = 0
    with ExitStack() as open_files:
        folders = [open_files.enter_context(files_of(each)) for each in (before, after)]
        for name in rulesets:
            old, new = (dumped(each, name) for each in folders)
            lines = list(differences(old, new))
            print(f"{name}: {len(old)} answers and requests, {len(lines)} differ")
            print(*lines[:most], sep="\n", flush=True)
            found |= bool(lines)
    return found


def differences(old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    """What is different, each from shortly before the first letter that is."""
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for kind, first, last, begin, end in matcher.get_opcodes():
        if kind == "equal":
            continue
        for before, after in zip_longest(old[first:last], new[begin:end], fillvalue=""):
            letters = zip(before, after, strict=False)
            same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], letters))
            start = max(0, same - SHOWN // 4)
            head = before[:60] or after[:60]
            for sign, line in (("-", before), ("+", after)):
                yield f"{sign} {head} … {line[start : start + SHOWN]}"


def main() -> int:
    """Carry out one of the commands."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("command", choices=("dump", "differ"))
    parser.add_argument("commits", nargs="*", help="for differ: one commit, or two")
    parser.add_argument("--ruleset", action="append", choices=names(), default=[])
    parser.add_argument("--most", type=int, default=20, help="how many lines are shown")
    asked = parser.parse_args()
    rulesets = asked.ruleset or names()
    if asked.command == "dump":
        dump(rulesets)
        return 0
    if len(asked.commits) not in (1, 2):
        parser.error("differ wants one commit or two")
    before, after = (*asked.commits, None)[:2]
    return differ(before, after, rulesets, asked.most)


if __name__ == "__main__":
    sys.exit(main())

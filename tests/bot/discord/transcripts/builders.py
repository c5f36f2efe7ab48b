"""People at a table who play a story, and its transcript."""

from __future__ import annotations

import re
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import discord
from discord import app_commands

from bot.discord.interactions.ids import KEY_BYTES, KEY_FILE
from bot.discord.interactions.verbs import Verb
from bot.discord.pictures.drawing_process import DRAWING_PROCESS, DrawingProcess
from bot.discord.pictures.pictures import Pictures
from bot.discord.screen import Picture
from bot.private_files import create_folder
from engine.core.registry import ruleset
from tests.bot.builders.transcript import PRIVATE, SELECTS, TEXT, Component, Script, Seen, walk
from tests.bot.discord.builders.on_simcord import OnSimcord, on_simcord
from tests.bot.discord.builders.players import first_way
from tests.bot.discord.builders.world import ways_ahead
from tests.cast import PEOPLE

NAMES = PEOPLE[:5]
"""Those on the server; who has no seat looks on, and Eve manages the server."""
STEPS = 60
"""No answer takes more presses."""
DOT = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55"
    "0000000a49444154789c6360000000020001e221bc330000000049454e44ae426082"
)
"""A picture of one dot."""


class DotPictures(Pictures):
    """Draws a dot for everything: a transcript tells pictures by their words."""

    async def drawn(
        self,
        name: str,
        work: Callable[[], bytes],
        alt: str,
        process: DrawingProcess = DRAWING_PROCESS,
    ) -> Picture | None:
        return Picture(name, DOT, alt)


class Table(Script):
    """A flow on simcord, where hours pass and panels are followed to their end."""

    stage: OnSimcord

    def __init__(self, stage: OnSimcord) -> None:
        super().__init__(stage, stage.world.time.now())
        self.world = stage.world
        granted = discord.Permissions(manage_guild=True)
        self.role = self.world.guild.create_role("managers", permissions=granted)
        backend, server = self.world.env.backend, self.world.guild.id
        backend.add_member_role(server, self.number("Eve"), self.role.id)
        stage.names[self.role.id] = "managers"

    async def hours(self, hours: float) -> None:
        """Let time pass."""
        await self.world.pass_time(hours=hours)
        self.note(f"{hours} hours pass")

    async def restart(self) -> None:
        """Stop Herald, and start it again."""
        await self.world.restart(DotPictures())
        self.note("Herald is restarted")

    async def open(self, who: str) -> None:
        """Open one's panel by the newest post."""
        await self.use(who, Verb.MY_MOVE)

    async def use_further(self, who: str, verb: Verb) -> None:
        """Press a button of one's panel, behind *More* where it is not shown at once."""
        if not self.offers(who, verb):
            await self.use(who, Verb.MORE)
        await self.use(who, verb)

    async def pick_thing(self, who: str, verb: Verb, thing: Any) -> None:
        """Choose a role or a channel in the list that does something."""
        on, found = await self._shown(
            who, lambda each: each["type"] in SELECTS and self._verb(each) == verb
        )
        await self.stage.choose(who, on, found["custom_id"], [thing])
        self.note(f"{who} picks {self.stage.names[thing.id]} {self._does(found)}")

    async def press_late(self, who: str, on: Seen, verb: Verb) -> None:
        """Press a button as a message had it before it changed."""
        found = next(each for each in walk(on.components) if self._verb(each) == verb)
        await self.stage.press_anything(who, on, found["custom_id"])
        self.note(f"{who} presses late {found.get('label')} {self._does(found)}")

    async def press_forged(self, who: str, on: Seen) -> None:
        """Press an id that Herald has not made."""
        await self.stage.press_anything(who, on, "h1forged")
        self.note(f"{who} presses what is forged")

    async def follow(self, who: str) -> None:
        """Press what the panel puts first, until the question is settled."""
        for _ in range(STEPS):
            panel = self.panel(who)
            way = first_way(panel)
            least = max(1, way.get("min_values", 1))
            await self.act_on(
                who, self.last_of(who), way, [e["value"] for e in way.get("options", ())[:least]]
            )
            if self.is_settled(who):
                return
        raise AssertionError("no end to this panel")

    async def play(self, who: str) -> None:
        """Do what one's panel puts first, opened anew unless it asks what is to be done."""
        panel = list(walk(self.last_of(who).components))
        is_panel = any(self._verb(each) in (Verb.MORE, Verb.REFRESH_PANEL) for each in panel)
        if not is_panel or not ways_ahead(panel):
            await self.open(who)
        await self.follow(who)

    async def turns(self, presses: int) -> None:
        """Have whoever is awaited first do what their panels put first, so often."""
        for _ in range(presses):
            await self.play(await self.next())

    async def skip_to(self, kind: str, most: int = 400) -> None:
        """Have stewards play until a kind of question is asked; nothing of it is told."""
        game, rng = await self.world.game(), Random(0)
        rules = ruleset(game.game.ruleset)
        for number in range(most):
            who = await self.next()
            if kind in await self.asked(who):
                break
            desk = await self.world.herald.look.desk(game.id, self.number(who))
            found = rules.steward(desk.view, [each.decision for each in desk.decisions], rng)
            await self.world.herald.play.choose(
                game.id, self.number(who), found.decision, found.value, interaction=f"skip {number}"
            )
            # What is posted in between must not depend on how fast the machine is.
            await self.world.env.settle()
        before = len(self.lines)
        self.note("")
        self.lines[before:] = [f"== stewards play until somebody is asked: {kind}"]

    async def awaited(self) -> list[str]:
        """Who is awaited; nobody after the end."""
        game = await self.world.herald.look.in_channel(self.world.channel.id)
        if game is None:
            return []
        status = await self.world.herald.look.status(game.id)
        return [each.seat.name for each in status.awaited]

    async def next(self) -> str:
        """Who is awaited, the first of several."""
        return (await self.awaited())[0]

    async def kind(self) -> str:
        """The kind of question that the first who is awaited is asked; none after the end."""
        asked = await self.awaited()
        return (await self.asked(asked[0]))[0] if asked else ""

    async def say(self, kind: str, what: str) -> None:
        """Have everybody type the same while they are asked one kind of question."""
        for _ in range(STEPS):
            if await self.kind() != kind:
                return
            await self.slash(await self.next(), "act", what=what)
        raise AssertionError(f"no end to {kind}")

    async def asked(self, who: str) -> list[str]:
        """The kinds of question that somebody is awaited for."""
        game = await self.world.game()
        desk = await self.world.herald.look.desk(game.id, self.number(who))
        return [each.decision.kind for each in desk.decisions if each.decision.blocking]

    def number(self, who: str) -> int:
        return next(number for number, name in self.stage.names.items() if name == who)

    def panel(self, who: str) -> list[Component]:
        """The parts of what somebody alone sees, of the newest."""
        return list(walk(self.last_of(who).components))

    def offers(self, who: str, verb: Verb) -> bool:
        """Whether one's panel has something that does this."""
        return any(self._verb(each) == verb for each in self.panel(who))

    def is_settled(self, who: str) -> bool:
        panel = self.panel(who)
        shown = "".join(each["content"] for each in panel if each["type"] == TEXT)
        return "✅" in shown or not ways_ahead(panel)

    def last_of(self, who: str) -> Seen:
        """The newest that somebody alone sees."""
        return next(each for each in self.newest(who) if each.audience != "all")

    def newest(self, who: str) -> Iterator[Seen]:
        """What somebody sees, letters last.

        Which comes later, an answer that is given in a letter or the letter's end, nobody promises:
        people press there only where the story says so (`press_in_letter`).
        """
        seen = list(super().newest(who))
        yield from (each for each in seen if not each.audience.endswith(PRIVATE))
        yield from (each for each in seen if each.audience.endswith(PRIVATE))

    async def press_in_letter(self, who: str) -> None:
        """Press what the newest letter puts first."""
        letter = next(each for each in super().newest(who) if each.audience.endswith(PRIVATE))
        way = first_way(list(walk(letter.components)))
        await self.act_on(who, letter, way, [e["value"] for e in way.get("options", ())[:1]])


Story = Callable[[Table], Awaitable[None]]


async def transcript(story: Story) -> list[str]:
    """What is seen of a story, line by line."""
    async with a_table() as table:
        await story(table)
    return "\n".join(table.lines).splitlines()


@asynccontextmanager
async def a_table() -> AsyncIterator[Table]:
    """Herald on a server with people, the same in each run."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        # Ids are made with a key of the installation; with one that is known, they are the same.
        create_folder(folder / "data")
        key = folder / "data" / KEY_FILE
        key.touch(mode=0o600)
        key.write_bytes(bytes(KEY_BYTES))
        async with on_simcord(folder, NAMES, DotPictures()) as stage:
            yield Table(stage)


def verbs_of(lines: list[str]) -> set[str]:
    """What somebody has pressed, chosen or filled in."""
    return {found[1] for line in lines if (found := re.search(r"^== .* \{(\w+)\}$", line))}


def commands_of(lines: list[str]) -> set[str]:
    """The commands that somebody has given, each with what was said to it."""
    return {found[1] for line in lines if (found := re.search(r"^== \w+ /(.*)", line))}


async def untold(texts: Iterable[list[str]]) -> tuple[set[str], set[str]]:
    """The verbs and the commands that are in none of these transcripts."""
    lines = [line for text in texts for line in text]
    async with a_table() as table:
        tree = table.world.bot.tree
        commands = {
            each.qualified_name
            for each in tree.walk_commands()
            if isinstance(each, app_commands.Command)
        }
    given = [f"{each} " for each in commands_of(lines)]
    return (
        {verb.name.lower() for verb in Verb} - verbs_of(lines),
        {name for name in commands if not any(each.startswith(f"{name} ") for each in given)},
    )

"""A server on a Discord in this process, with Herald in it and people who press and type.

Time is the simulation's: days pass in moments. Every request that Herald makes is kept, so that a
test can hold all of them against Discord's own description of its API.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import discord
import simcord
from simcord import ChannelHandle, GuildHandle, InteractionResult, MemberActor, ResponseMessage
from simcord.backend.models import Overwrite
from simcord.components import walk_components
from simcord.enums import OverwriteType

from bot.config import Config
from bot.discord.client import Bot
from bot.discord.commands.lobby import try_private_message
from bot.discord.pictures.pictures import NoPictures, Pictures
from bot.discord.run import assembled
from bot.moment import SECOND, Moment, moment
from bot.service import Actor, GameInfo, Herald, NewLobby
from bot.service import Person as Seated
from tests.bot.builders.steady_dice import steady_dice
from tests.bot.builders.template import new_database
from tests.bot.discord.builders import traffic
from tests.cast import PEOPLE

BUTTON, SELECT, TEXT, GALLERY = 2, 3, 10, 12
SETTLE = 120.0
"""Seconds of real time until Herald is at rest: on a busy machine, days can take a minute."""
LOOK = 0.01
"""Seconds between two looks whether it is; with fewer, Herald waits for all the looking."""
NAMES = PEOPLE[:5]


class VirtualTime:
    """The time of the simulated Discord, for the game master."""

    def __init__(self) -> None:
        self.env: simcord.Env | None = None

    def now(self) -> Moment:
        assert self.env is not None
        return moment(self.env.now())

    async def wait(self, until: Moment | None, wake: asyncio.Event) -> None:
        assert self.env is not None
        seconds = None if until is None else max(0, until - self.now()) / SECOND

        async def waiting() -> None:
            try:
                async with asyncio.timeout(seconds):
                    await wake.wait()
            except TimeoutError:
                return

        await self.env.external_wait(waiting(), reason="the game master's clock")


class Panel:
    """A message as its reader sees it: text, buttons, selects."""

    def __init__(self, env: simcord.Env, channel_id: int, message_id: int) -> None:
        self.env = env
        self.channel_id = channel_id
        self.id = message_id

    @property
    def stored(self) -> Any:
        return self.env.backend.get_message(self.channel_id, self.id)

    @property
    def components(self) -> list[dict[str, Any]]:
        return list(walk_components(self.stored.components))

    @property
    def handle(self) -> ResponseMessage:
        """What an actor clicks on."""
        return ResponseMessage(self.env, self.stored)

    @property
    def text(self) -> str:
        return "\n".join(str(e["content"]) for e in self.components if e["type"] == TEXT)

    @property
    def pings(self) -> set[int]:
        """Who is notified by the message."""
        return set(self.stored.ping_user_ids)

    def buttons(self) -> dict[str, dict[str, Any]]:
        """The buttons by their labels."""
        return {str(e.get("label")): e for e in self.components if e["type"] == BUTTON}

    def meant(self, label: str) -> str:
        """The button that is meant by its first words: "Undo" of "Undo: move a settler"."""
        labels = self.buttons()
        if label in labels:
            return label
        found = [each for each in labels if each.startswith(label)]
        return found[0] if len(found) == 1 else label

    def selects(self) -> list[dict[str, Any]]:
        return [each for each in self.components if each["type"] == SELECT]

    def options(self) -> dict[str, tuple[str, str]]:
        """Every option of every select by its label: the select's id and the option's value."""
        return {
            option["label"]: (each["custom_id"], option["value"])
            for each in self.selects()
            for option in each["options"]
        }

    def __contains__(self, words: str) -> bool:
        return words in self.text

    def __repr__(self) -> str:
        return f"{self.text}\n{sorted(self.buttons())}"


class Person:
    """Somebody on the server, who reads and presses."""

    def __init__(self, world: World, actor: MemberActor) -> None:
        self.world = world
        self.actor = actor
        self.id = actor.id

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    async def slash(self, name: str, /, **options: Any) -> Panel:
        """Use a command in the channel; gives what it answers."""
        return self.world.answer(await self.actor.slash(self.world.channel, name, **options))

    async def suggestions(self, name: str, option: str, typed: str) -> dict[str, str]:
        """What is suggested while typing, by name."""
        found = await self.actor.autocomplete(self.world.channel, name, option, typed)
        return {each["name"]: each["value"] for each in found}

    async def press(self, panel: Panel, label: str) -> Panel:
        """Press a button; gives the panel it changed, or the new one."""
        return self.world.answer(await self.raw_press(panel, label))

    async def press_further(self, panel: Panel, label: str) -> Panel:
        """Press a button that stands behind *More*, where the panel does not show it at once."""
        if label not in panel.buttons():
            panel = await self.press(panel, "More …")
        return await self.press(panel, label)

    async def raw_press(self, panel: Panel, label: str) -> InteractionResult:
        who = self._who(panel)
        result: InteractionResult = await who.click(panel.handle, label=panel.meant(label))
        return result

    async def press_id(self, panel: Panel, custom_id: str) -> Panel:
        result = await self._who(panel).click(panel.handle, custom_id=custom_id)
        return self.world.answer(result)

    async def pick(self, panel: Panel, *labels: str) -> Panel:
        """Choose options of a select by their labels."""
        known = panel.options()
        (custom_id,) = {known[label][0] for label in labels}
        values = [known[label][1] for label in labels]
        return await self.select(panel, custom_id, values)

    async def select(self, panel: Panel, custom_id: str, values: Sequence[Any]) -> Panel:
        result = await self._who(panel).select(panel.handle, values, custom_id=custom_id)
        return self.world.answer(result)

    async def fill(self, shown: InteractionResult, **typed: str) -> Panel:
        """Type into a modal and send it."""
        assert shown.modal is not None, "no modal was shown"
        return self.world.answer(await self.actor.submit_modal(shown, typed))

    def _who(self, panel: Panel) -> Any:
        """The same person, in the channel or in their own messages."""
        own = self.world.env.backend.dm_channels.get(self.id)
        return self.actor.user if panel.channel_id == own else self.actor

    def letters(self) -> list[Panel]:
        """The private messages Herald has sent, oldest first."""
        channel = self.actor.user.dm_channel
        return [Panel(self.world.env, channel.id, each.id) for each in channel.history()]


class World:
    """A server with a channel for games, people in it, and Herald."""

    def __init__(self, env: simcord.Env, bot: Bot, config: Config, time: VirtualTime) -> None:
        self.env = env
        self.bot = bot
        self.config = config
        self.time = time
        self.guild: GuildHandle = env.create_guild("The Club")
        self.channel: ChannelHandle = self.guild.create_text_channel("games")
        self.people: list[Person] = []
        self.expected: list[str] = []
        """Parts of log lines that are no surprise in this test."""
        self.answers = 0
        """How many commands, presses and forms were answered."""
        self.stack = AsyncExitStack()

    @property
    def database(self) -> Path:
        """The file of the database."""
        return Path(self.config.database_url.removeprefix("sqlite:///"))

    async def restart(self, pictures: Pictures | None = None) -> None:
        """Stop Herald and start it again on what it has stored; Discord stays as it is."""
        stack = AsyncExitStack()
        bot = await stack.enter_async_context(
            assembled(self.config, time=self.time, pictures=pictures or NoPictures())
        )
        await self.env.restart_bot(bot)
        await self.stack.aclose()
        self.bot, self.stack = bot, stack

    def is_expected(self, line: str) -> bool:
        return any(each in line for each in self.expected)

    @property
    def herald(self) -> Herald:
        return self.bot.herald

    def person(self, name: str, **options: Any) -> Person:
        """Somebody new on the server."""
        user = self.env.create_user(name.lower(), global_name=name)
        found = Person(self, self.guild.add_member(user, **options))
        self.people.append(found)
        return found

    def answer(self, result: InteractionResult) -> Panel:
        """The message that an interaction was answered with, or changed."""
        assert result.acknowledged, "the interaction was never answered"
        self.answers += 1
        if result.followups:
            last = result.followups[-1]
            return Panel(self.env, last.channel_id, last.id)
        if result.response is not None:
            return Panel(self.env, result.response.channel_id, result.response.id)
        source = result._interaction.source_message_id
        assert source is not None, f"nothing was shown: {result!r}"
        return Panel(self.env, result._interaction.channel_id, source)

    def posts(self) -> list[Panel]:
        """What everybody sees in the channel, oldest first."""
        everything = self.env.backend.messages[self.channel.id].values()
        return [Panel(self.env, self.channel.id, m.id) for m in everything if not m.is_ephemeral]

    async def game(self) -> GameInfo:
        """The game of the channel."""
        found = await self.herald.look.in_channel(self.channel.id)
        assert found is not None
        return found

    async def pass_time(self, *, hours: float) -> None:
        """Let hours pass."""
        await self.env.advance_time(hours * 3600)

    async def left_to_clocks(self, days: int = 60) -> None:
        """Let the game end by its clocks; where it pauses for want of people, one resumes it."""
        for _ in range(days):
            if await self.herald.look.in_channel(self.channel.id) is None:
                return
            if (await self.game()).game.status == "paused":
                await self.people[0].slash("game resume")
            await self.pass_time(hours=25)
        raise AssertionError("the game does not end")

    async def lobby(self, seats: int = 3, rules: str = "standard", **options: Any) -> list[Person]:
        """A lobby with everybody seated; the first is the host."""
        people = [self.person(name) for name in NAMES[:seats]]
        await people[0].slash("game new", rules=rules, seats=seats, **options)
        for each in people[1:]:
            await each.press(self.posts()[0], "Join")
        return people

    async def running(
        self, seats: int = 3, rules: str = "standard", **options: Any
    ) -> list[Person]:
        """A game that has begun, with all that was sent on the way there.

        Nobody has pressed anything for it: that takes six times as long, and is what the tests of
        `lobby` are for.
        """
        people = [self.person(name) for name in NAMES[:seats]]
        host, *others = [Seated(each.id, name) for each, name in zip(people, NAMES, strict=False)]
        new = NewLobby(
            ruleset=rules,
            host=host,
            seats=seats,
            options=options,
            guild_id=self.guild.id,
            channel_id=self.channel.id,
            language=self.bot.page.language,
        )
        info = await self.herald.lobby.open(new)
        await self._greet(info, host)
        for each in others:
            info = await self.herald.lobby.join(info.id, each)
            await self._greet(info, each)
        await self.env.settle()
        await self.herald.lobby.start(info.id, Actor(host.user_id))
        await self.env.settle()
        return people

    async def _greet(self, info: GameInfo, person: Seated) -> None:
        """Send the message by which Herald finds out whether private messages arrive."""
        parts = self.bot.parts
        page = parts.page.of(info)
        await try_private_message(self.herald, parts.letterbox, page, person.user_id)

    async def awaited(self) -> list[Person]:
        """Who is awaited now."""
        status = await self.herald.look.status((await self.game()).id)
        users = [each.seat.user_id for each in status.awaited]
        return [each for each in self.people if each.id in users]


@asynccontextmanager
async def a_world(folder: Path, pictures: Pictures | None = None) -> AsyncIterator[World]:
    """Herald on a new server. Whatever goes wrong inside Herald fails the test at the end.

    So does any request that Discord would not have taken, as far as that can be known.
    """
    config = Config(
        database_url=f"sqlite:///{folder / 'herald.db'}",
        data_dir=folder / "data",
        pictures=False,
        # The simulation does not say how many it would like.
        shards=1,
    )
    await new_database(folder / "herald.db")
    time, faults = VirtualTime(), Faults()
    async with AsyncExitStack() as stack:
        # The same dice each time: a test that fails fails again.
        stack.enter_context(steady_dice())
        bot = await stack.enter_async_context(
            assembled(config, time=time, pictures=pictures or NoPictures(), rng=Random(4))
        )
        env = simcord.Env(bot, settle_timeout=SETTLE)
        # The simulation looks twenty times a second whether Herald is at rest. We have less time;
        # but after a restart, where it waits no longer than five seconds, we have more.
        rest = env._settle_internal
        env._settle_internal = lambda **given: rest(**{"idle": LOOK, **given, "timeout": SETTLE})  # type: ignore[method-assign]  # it has no options for that
        time.env = env
        await env.start()
        logging.getLogger("herald").addHandler(faults)
        world = World(env, bot, config, time)
        # A server that has known Herald for long: what it says to a new one has tests of its own.
        await bot.herald.servers.note_greeted(world.guild.id)
        try:
            yield world
        finally:
            logging.getLogger("herald").removeHandler(faults)
            await env.shutdown()
            await world.stack.aclose()
        env.raise_errors()
        found = [each for each in faults.found if not world.is_expected(each)]
        assert not found, "\n".join(found)
        traffic.check(env.http_requests)


class Faults(logging.Handler):
    """Whatever Herald itself calls a fault."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(logging.Formatter().format(record))


def forbid(world: World, **permissions: bool) -> None:
    """Set what everybody may do in the channel."""
    allow, deny = discord.PermissionOverwrite(**permissions).pair()
    everyone = world.guild.default_role.id
    change = Overwrite(everyone, OverwriteType.ROLE, allow.value, deny.value)
    world.env.backend.set_overwrite(world.channel.id, change)


WAYS_OUT = {
    "Back",
    "Start over",
    "Pick nothing",
    "Why not …?",
    "Undo",
    "Plan ahead",
    "The rule",
    "Refresh",
    "More …",
    "Suggest",
    "Charts",
    "Nothing",
}


def is_aside(component: dict[str, Any]) -> bool:
    """Whether a button or select leads away from the answer to a panel's question."""
    if component["type"] == SELECT:
        return "more thing" in component.get("placeholder", "")
    return component.get("label") in WAYS_OUT or component.get("label", "").startswith(
        ("Undo", "Also: ")
    )


def ways_ahead(components: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The buttons and selects of a panel that lead on; none where nothing is asked."""
    ways = [each for each in components if each["type"] in (BUTTON, SELECT)]
    ways = [each for each in ways if not each.get("disabled")]
    ahead = [each for each in ways if not is_aside(each)]
    return ahead or [each for each in ways if each.get("label") == "Nothing"]


def step_ahead(
    components: Sequence[dict[str, Any]], rng: Random
) -> tuple[dict[str, Any], list[str]]:
    """A random press that leads on in a panel: the button or select, and the values chosen."""
    way = rng.choice(ways_ahead(components))
    if way["type"] == BUTTON:
        return way, []
    least, most = way.get("min_values", 1), way.get("max_values", 1)
    count = rng.randint(max(1, least), max(1, most))
    return way, [each["value"] for each in rng.sample(way["options"], count)]


async def finish(person: Person, panel: Panel, rng: Random, steps: int = 60) -> Panel:
    """Answer what a panel asks, at random but to its end, as a person would."""
    for _ in range(steps):
        panel, done = await step(person, panel, rng)
        if done:
            return panel
    raise AssertionError(f"no end to this panel:\n{panel.text}")


async def step(person: Person, panel: Panel, rng: Random) -> tuple[Panel, bool]:
    """One press on the way to an answer; gives what it leads to, and whether that was the end."""
    if "It is settled" in panel:
        return panel, True
    way, values = step_ahead(panel.components, rng)
    if way["type"] == BUTTON:
        shown = await person._who(panel).click(panel.handle, custom_id=way["custom_id"])
        if shown.modal is not None:
            return await person.fill(shown, number="1"), False
        panel = person.world.answer(shown)
    else:
        panel = await person.select(panel, way["custom_id"], values)
    assert_fresh(panel)
    return panel, "✅" in panel.text or is_closed(panel)


def assert_fresh(panel: Panel) -> None:
    """Nobody else has acted since the panel was shown, so that no press on it comes too late."""
    assert "That was an old panel" not in panel, panel.text


def is_closed(panel: Panel) -> bool:
    """Whether nothing on a panel leads to an answer any more: its question is settled."""
    ways = [each for each in panel.components if each["type"] in (BUTTON, SELECT)]
    return all(is_aside(each) and each.get("label") != "Nothing" for each in ways)

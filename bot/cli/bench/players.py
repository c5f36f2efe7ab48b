"""Simulated players at the local table, who press what Herald offers them at a steady rate.

>>> crowd = Crowd(table, herald, Random(1))  # doctest: +SKIP
>>> await crowd.gather(games=200)  # doctest: +SKIP
>>> await crowd.bustle(seconds=30, each_second=20)  # doctest: +SKIP
>>> crowd.times.quantile(0.99), crowd.times.failures  # doctest: +SKIP
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from random import Random

from bot.cli.bench.answer_times import ANSWERED, AnswerTimes, usable
from bot.local_discord.interactions import Interaction
from bot.local_discord.invocation import NotPossible
from bot.local_discord.payloads import components as c
from bot.local_discord.payloads.errors import Refusal
from bot.local_discord.server import LocalDiscord
from bot.local_discord.world.models import Channel, Guild, User
from bot.local_discord.world.world import Event
from bot.service import Actor, Herald, NewLobby, Person

PEOPLE_IN_A_GAME = 2
AI_IN_A_GAME = 1
GAMES_OF_A_PERSON = 10
TYPED = ("", "en", "do", "mo", "bu", "of", "end", "move", "off a", "buy s", "xyz")
"""What people type into a box with suggestions, right or wrong."""
IN_MODALS = "1"


class Crowd:
    """People who play at a table, each in several games."""

    def __init__(self, table: LocalDiscord, herald: Herald, rng: Random) -> None:
        self.table = table
        self.herald = herald
        self.rng = rng
        self.channels: list[Channel] = []
        self.times = AnswerTimes(table.world)
        self._sitting: dict[int, list[User]] = {}
        self._shown: dict[tuple[int, int], Interaction] = {}
        self._ways: list[tuple[str, int, Callable[[User, Channel], Interaction | None]]] = [
            ("panel", 40, self._use_panel),
            ("my move", 20, self.open_panel),
            ("act", 20, self._type),
            ("board", 8, lambda who, where: self._run(who, where, "board")),
            ("map", 4, lambda who, where: self._run(who, where, "map")),
            ("log", 4, lambda who, where: self._run(who, where, "log")),
            ("inbox", 4, lambda who, where: self._run(who, where, "inbox")),
        ]
        table.world.listen(self._hear)

    # Sitting down.

    async def gather(self, games: int, *rules: str) -> None:
        """Open so many games, each in a channel of its own, fill their seats and begin.

        They are of these rule sets in turn, or all of the first one.
        """
        world = self.table.world
        count = max(PEOPLE_IN_A_GAME, games * PEOPLE_IN_A_GAME // GAMES_OF_A_PERSON)
        people = [world.add_user(f"guest{number}", f"Guest {number}") for number in range(count)]
        guild = next(iter(world.guilds.values()))
        for user in people:
            world.join(guild, user)
        for number in range(games):
            sitting = [people[(number * PEOPLE_IN_A_GAME + k) % count] for k in range(2)]
            channel = world.text_channel(guild, f"game-{number}")
            world.storage.commit()
            self.channels.append(channel)
            self._sitting[channel.id] = sitting
            name = rules[number % len(rules)] if rules else "standard"
            await self._begin(guild, channel, sitting, name)

    async def _begin(
        self, guild: Guild, channel: Channel, sitting: list[User], ruleset: str
    ) -> None:
        host, *others = [Person(user.id, str(user.global_name)) for user in sitting]
        lobby = NewLobby(
            ruleset=ruleset,
            host=host,
            seats=PEOPLE_IN_A_GAME + AI_IN_A_GAME,
            guild_id=guild.id,
            channel_id=channel.id,
        )
        info = await self.herald.lobby.open(lobby)
        for other in others:
            await self.herald.lobby.join(info.id, other)
        for _ in range(AI_IN_A_GAME):
            await self.herald.lobby.add_ai(info.id, Actor(host.user_id))
        await self.herald.lobby.start(info.id, Actor(host.user_id))

    def first(self) -> tuple[User, Channel]:
        """A person, and a game that they play in."""
        channel = self.channels[0]
        return self._sitting[channel.id][0], channel

    # Being busy.

    async def bustle(self, seconds: float, each_second: float) -> None:
        """Do so many things a second, evenly, whether or not earlier ones were answered."""
        began = time.perf_counter()
        for number in range(int(seconds * each_second)):
            await asyncio.sleep(max(0, began + number / each_second - time.perf_counter()))
            self.act()
        while self.times.unanswered:
            await asyncio.sleep(0.01)

    def act(self) -> None:
        """Let a random person do a random thing in a random game."""
        channel = self.rng.choice(self.channels)
        who = self.rng.choice(self._sitting[channel.id])
        weights = [weight for _, weight, _ in self._ways]
        ((name, _, way),) = self.rng.choices(self._ways, weights)
        began = time.perf_counter()
        try:
            interaction = way(who, channel)
        except (NotPossible, Refusal):  # A button that is gone, a game that has no panel yet.
            interaction = None
        if interaction is not None:
            self.times.begin(interaction, name, began)

    def _hear(self, event: Event) -> None:
        interaction = event.facts.get("interaction")
        if event.name == ANSWERED and interaction is not None and interaction.modal is not None:
            self._shown[interaction.user.id, interaction.channel.id] = interaction

    # What people do.

    def _run(self, who: User, where: Channel, line: str) -> Interaction:
        return self.table.as_user(who).run(where, line)

    def _type(self, who: User, where: Channel) -> Interaction:
        return self.table.as_user(who).type_in(where, "act", "what", what=self.rng.choice(TYPED))

    def open_panel(self, who: User, where: Channel) -> Interaction | None:
        """Press the first button of the latest post that everybody sees: the way to one's panel."""
        for message in self.table.world.newest(where):
            buttons = usable(message, (c.BUTTON,))
            if message.only is None and buttons:
                return self.table.as_user(who).press(message, buttons[0]["custom_id"])
        return None

    def _use_panel(self, who: User, where: Channel) -> Interaction | None:
        """Hand in the form that is open, or press or choose something in one's latest panel."""
        client = self.table.as_user(who)
        shown = self._shown.pop((who.id, where.id), None)
        if shown is not None and shown.modal is not None:
            fields = [each for each in c.walk(shown.modal["components"]) if "custom_id" in each]
            return client.submit(shown, {each["custom_id"]: IN_MODALS for each in fields})
        for message in self.table.world.newest(where):
            things = usable(message, (c.BUTTON, c.STRING_SELECT))
            if message.only == who.id and things:
                thing = self.rng.choice(things)
                if thing["type"] == c.BUTTON:
                    return client.press(message, thing["custom_id"])
                least, most = thing.get("min_values", 1), thing.get("max_values", 1)
                values = [option["value"] for option in thing["options"]]
                chosen = self.rng.sample(values, self.rng.randint(max(1, least), most))
                return client.choose(message, thing["custom_id"], chosen)
        return self.open_panel(who, where)

"""Many people at many games, who press whatever Herald offers them.

>>> crowd = Crowd(table, herald, Random(1))  # doctest: +SKIP
>>> await crowd.gather(games=200)  # doctest: +SKIP
>>> await crowd.bustle(seconds=30, each_second=20)  # doctest: +SKIP
>>> crowd.quantile(0.99), crowd.failures  # doctest: +SKIP
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from random import Random

from bot.service import Actor, Herald, NewLobby, Person
from bot.table.interactions import Interaction
from bot.table.invocation import NotPossible
from bot.table.local_table import LocalTable
from bot.table.payloads import components as c
from bot.table.payloads.errors import Refusal
from bot.table.world.models import Channel, Guild, Json, Message, User
from bot.table.world.world import Event

PEOPLE_IN_A_GAME = 2
AI_IN_A_GAME = 1
GAMES_OF_A_PERSON = 10
TYPED = ("", "en", "do", "mo", "bu", "of", "end", "move", "off a", "buy s", "xyz")
"""What people type into a box with suggestions, right or wrong."""
IN_MODALS = "1"


class Crowd:
    """People who play at a table, each in several games."""

    def __init__(self, table: LocalTable, herald: Herald, rng: Random) -> None:
        self.table = table
        self.herald = herald
        self.rng = rng
        self.channels: list[Channel] = []
        self.done: Counter[str] = Counter()
        """How often each kind of thing was done."""
        self.waits: list[float] = []
        """Seconds from each interaction to its first answer."""
        self.failures = 0
        """Interactions that were not answered in time."""
        self._sitting: dict[int, list[User]] = {}
        self._begun: dict[int, float] = {}
        self._shown: dict[tuple[int, int], Interaction] = {}
        self._ways: list[tuple[str, int, Callable[[User, Channel], Interaction | None]]] = [
            ("panel", 40, self._use_panel),
            ("my move", 20, self._open_panel),
            ("act", 20, self._type),
            ("board", 8, lambda who, where: self._run(who, where, "board")),
            ("map", 4, lambda who, where: self._run(who, where, "map")),
            ("log", 4, lambda who, where: self._run(who, where, "log")),
            ("inbox", 4, lambda who, where: self._run(who, where, "inbox")),
        ]
        table.world.listen(self._hear)

    # Sitting down.

    async def gather(self, games: int, ruleset: str = "standard") -> None:
        """Open so many games, each in a channel of its own, fill their seats and begin."""
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
            await self._begin(guild, channel, sitting, ruleset)

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
        info = await self.herald.open_lobby(lobby)
        for other in others:
            await self.herald.join(info.id, other)
        for _ in range(AI_IN_A_GAME):
            await self.herald.add_ai(info.id, Actor(host.user_id))
        await self.herald.start(info.id, Actor(host.user_id))

    # Being busy.

    async def bustle(self, seconds: float, each_second: float) -> None:
        """Do so many things a second, evenly, whether or not earlier ones were answered."""
        began = time.perf_counter()
        for number in range(int(seconds * each_second)):
            await asyncio.sleep(max(0, began + number / each_second - time.perf_counter()))
            self.act()
        while self._begun:
            await asyncio.sleep(0.01)

    def act(self) -> None:
        """Somebody does something somewhere."""
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
            self.done[name] += 1
            self._begun[interaction.id] = began

    def quantile(self, part: float) -> float:
        """The seconds within which so large a part of the interactions had their first answer."""
        return sorted(self.waits)[min(len(self.waits) - 1, int(len(self.waits) * part))]

    def _hear(self, event: Event) -> None:
        interaction = event.facts.get("interaction")
        if interaction is None or interaction.id not in self._begun:
            return
        if event.name == "INTERACTION_CREATE":
            return
        self.waits.append(time.perf_counter() - self._begun.pop(interaction.id))
        if event.name == "INTERACTION_FAILURE":
            self.failures += 1
        if interaction.modal is not None:
            self._shown[interaction.user.id, interaction.channel.id] = interaction

    # What people do.

    def _run(self, who: User, where: Channel, line: str) -> Interaction:
        return self.table.as_user(who).run(where, line)

    def _type(self, who: User, where: Channel) -> Interaction:
        return self.table.as_user(who).type_in(where, "act", "what", what=self.rng.choice(TYPED))

    def _open_panel(self, who: User, where: Channel) -> Interaction | None:
        """Press the first button of the latest post that everybody sees: the way to one's panel."""
        for message in self.table.world.newest(where):
            buttons = _usable(message, (c.BUTTON,))
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
            things = _usable(message, (c.BUTTON, c.STRING_SELECT))
            if message.only == who.id and things:
                thing = self.rng.choice(things)
                if thing["type"] == c.BUTTON:
                    return client.press(message, thing["custom_id"])
                least, most = thing.get("min_values", 1), thing.get("max_values", 1)
                values = [option["value"] for option in thing["options"]]
                chosen = self.rng.sample(values, self.rng.randint(max(1, least), most))
                return client.choose(message, thing["custom_id"], chosen)
        return self._open_panel(who, where)


def _usable(message: Message, kinds: tuple[int, ...]) -> list[Json]:
    """What can be pressed or chosen in a message."""
    return [
        each
        for each in c.walk(message.components)
        if each["type"] in kinds and "custom_id" in each and not each.get("disabled")
    ]

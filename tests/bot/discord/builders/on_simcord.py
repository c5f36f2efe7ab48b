"""The simulation of Discord in this process as a stage."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from simcord import InteractionResult

from bot.discord.pictures.pictures import Pictures
from tests.bot.builders.transcript import Component, Seen
from tests.bot.discord.builders.raw import press_anything
from tests.bot.discord.builders.world import Panel, Person, World, a_world
from tests.cast import PEOPLE

NAMES = PEOPLE[:3]


class OnSimcord:
    """A flow on simcord."""

    def __init__(self, world: World, names: Sequence[str] = NAMES) -> None:
        self.world = world
        self.people: dict[str, Person] = {name: world.person(name) for name in names}
        self.names = {each.id: name for name, each in self.people.items()}
        self.names[world.channel.id] = "games"
        self._last: InteractionResult | None = None

    @property
    def bot(self) -> Any:
        """Herald as it runs now: a restart makes another."""
        return self.world.bot

    async def slash(self, who: str, line: str, **values: Any) -> None:
        self._last = await self.people[who].actor.slash(self.world.channel, line, **values)

    def _panel(self, on: Seen, who: str) -> tuple[Any, Panel]:
        person = self.people[who]
        places = self.world.env.backend.messages
        place = next(place for place, found in places.items() if on.id in found)
        panel = Panel(self.world.env, place, on.id)
        return person._who(panel), panel

    async def press(self, who: str, on: Seen, custom_id: str) -> None:
        actor, panel = self._panel(on, who)
        self._last = await actor.click(panel.handle, custom_id=custom_id)

    async def press_anything(self, who: str, on: Seen, custom_id: str) -> None:
        """Press an id on a message, whether or not it is there."""
        _, panel = self._panel(on, who)
        self._last = await press_anything(self.people[who], panel, custom_id)

    async def choose(self, who: str, on: Seen, custom_id: str, values: Sequence[Any]) -> None:
        actor, panel = self._panel(on, who)
        self._last = await actor.select(panel.handle, values, custom_id=custom_id)

    async def fill(self, who: str, **values: str) -> None:
        assert self._last is not None
        self._last = await self.people[who].actor.submit_modal(self._last, values)

    async def suggestions(self, who: str, line: str, option: str, typed: str) -> list[str]:
        return list(await self.people[who].suggestions(line, option, typed))

    def form(self) -> Component | None:
        return None if self._last is None else self._last.modal

    def everything(self) -> list[Seen]:
        backend = self.world.env.backend
        private = {
            backend.dm_channels[person.id]: f"{name} in private"
            for name, person in self.people.items()
            if person.id in backend.dm_channels
        }
        return [
            self._seen(each, private.get(place, self._place(place)))
            for place, found in backend.messages.items()
            for each in found.values()
        ]

    def _place(self, place: int) -> str:
        return "all" if place == self.world.channel.id else "all in the thread"

    def _seen(self, message: Any, audience: str) -> Seen:
        if message.is_ephemeral:
            audience = next(n for n, p in self.people.items() if message.visible_to(p.id))
        return Seen(
            message.id,
            audience,
            message.content or "",
            message.components,
            message.ping_user_ids,
            [each["filename"] for each in message.attachments],
            message.pinned,
            message.flags,
        )


@asynccontextmanager
async def on_simcord(
    folder: Path, names: Sequence[str] = NAMES, pictures: Pictures | None = None
) -> AsyncIterator[OnSimcord]:
    """Herald on simcord, with its dice on a seed."""
    async with a_world(folder, pictures) as world:
        yield OnSimcord(world, names)

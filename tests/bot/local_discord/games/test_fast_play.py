"""Fast Play at the local table: the real bot over loopback, three people with their hands."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.local_discord.payloads.components import walk
from bot.local_discord.user_client import UserClient
from bot.local_discord.world.models import Channel, Flag, Message
from bot.local_discord.world.world import Event
from bot.service import Actor
from engine.core.record import Record, load, verify
from tests.bot.discord.builders.world import BUTTON, SELECT, TEXT, step_ahead, ways_ahead
from tests.bot.local_discord.builders.resting import Resting
from tests.bot.local_discord.builders.visiting import Sitting, sitting

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("quick_start")]

CHANNEL = "fast-play"
PEOPLE = ("ada", "bea", "cyn")
LONGEST_WAIT = 120


def parts(message: Message) -> list[dict[str, Any]]:
    return list(walk(message.components))


def text(message: Message) -> str:
    return "\n".join(str(each["content"]) for each in parts(message) if each["type"] == TEXT)


def button(message: Message, label: str) -> dict[str, Any]:
    return next(e for e in parts(message) if e["type"] == BUTTON and e.get("label") == label)


class Players:
    """Three people who press what their panels offer, at random but to the end."""

    def __init__(self, at: Sitting, seed: int) -> None:
        self.at = at
        self.rng = Random(seed)
        self.world = at.table.world
        guild = next(iter(self.world.guilds.values()))
        self.channel: Channel = self.world.text_channel(guild, CHANNEL, "")
        self.clients = {name: at.table.as_user(name) for name in PEOPLE}
        self.choices = 0
        self.resting = Resting(at.table)
        self._news = asyncio.Event()
        self._changed: set[int] = set()
        self.world.listen(self._hear)

    def _hear(self, event: Event) -> None:
        self._news.set()
        if event.name == "MESSAGE_UPDATE" and event.message is not None:
            self._changed.add(event.message.id)

    async def until(self, found: Callable[[], Message | None]) -> Message:
        """Wait for a message."""
        while True:
            self._news.clear()
            message = found()
            if message is not None and not message.flags & Flag.LOADING:
                return message
            await asyncio.wait_for(self._news.wait(), LONGEST_WAIT)

    def said(self, *words: str) -> Callable[[], Message | None]:
        """The newest message to all that says this."""

        def found() -> Message | None:
            public = (each for each in self.world.newest(self.channel) if not each.ephemeral)
            return next((m for m in public if all(word in text(m) for word in words)), None)

        return found

    def phase_post(self) -> Message | None:
        """The newest post with a way to one's panel."""
        posts = self.world.newest(self.channel)
        return next((m for m in posts if any(p.get("label") == "My move" for p in parts(m))), None)

    def answer(self, client: UserClient, after: int) -> Callable[[], Message | None]:
        """What somebody alone was told since."""
        return lambda: next(
            (
                each
                for each in self.world.newest(self.channel)
                if each.only == client.user.id and each.id > after
            ),
            None,
        )

    async def press(self, client: UserClient, message: Message, label: str) -> Message:
        """Press a button that all can see; gives the private answer."""
        newest = next(self.world.newest(self.channel)).id
        client.press(message, button(message, label)["custom_id"])
        return await self.until(self.answer(client, newest))

    async def lead_on(self, client: UserClient, panel: Message) -> Message:
        """Press something that leads on; gives the panel as it is then."""
        self._changed.discard(panel.id)
        way, values = step_ahead(parts(panel), self.rng)
        if way["type"] == SELECT:
            client.choose(panel, way["custom_id"], values)
        else:
            shown = client.press(panel, way["custom_id"])
            assert shown.modal is None
        return await self.until(lambda: panel if panel.id in self._changed else None)

    async def begin(self, turns: int) -> None:
        """Open a lobby, join it and start."""
        host = self.clients["ada"]
        host.run(self.channel, "game new", rules="fast_play", seats=3)
        lobby = await self.until(self.said("1 of 3 seats"))
        for name in PEOPLE[1:]:
            assert "You have a seat" in text(await self.press(self.clients[name], lobby, "Join"))
        await self.until(self.said("3 of 3 seats"))
        game = await self.at.herald.look.in_channel(self.channel.id)
        assert game is not None
        await self.at.herald.lobby.set_options(game.id, {"turn_limit": turns}, Actor(host.user.id))
        host.press(lobby, button(lobby, "Start")["custom_id"])
        await self.until(self.said("The game begins:"))

    async def play(self, most: int) -> Message:
        """Play until the game is over; gives the result post."""
        for _ in range(most):
            waiting = await self.at.awaited(CHANNEL)
            if not waiting:
                return await self.until(self.said("The end of game"))
            await self.choose(self.clients[self.rng.choice(waiting).lower()])
        raise AssertionError(f"no end to this game after {most} choices")

    async def choose(self, client: UserClient) -> None:
        """One choice, from My move to the tick that says it is done."""
        panel = await self.press(client, await self.until(self.phase_post), "My move")
        for _ in range(60):
            if not ways_ahead(parts(panel)):
                # The game went on while the panel was on its way: look again who is awaited.
                assert self.at.bot is not None
                await self.resting.until(self.at.bot)
                return
            panel = await self.lead_on(client, panel)
            if "✅" in text(panel):
                self.choices += 1
                return
        raise AssertionError(f"no end to this panel:\n{text(panel)}")

    async def record(self, result: Message) -> Record:
        """The record that the result hands out."""
        shown = await self.press(self.clients["bea"], result, "Record")
        (file,) = shown.attachments
        stored = self.world.storage.file(file.id)
        assert stored is not None
        record = load(stored.data)
        assert isinstance(record, Record)
        return record


async def played(folder: Path, turns: int) -> tuple[Players, Record]:
    """A game from its lobby to its result, with a record that proves itself."""
    async with sitting(folder, seed=4) as at:
        players = Players(at, seed=1)
        await players.begin(turns)
        result = await players.play(most=3000)
        record = await players.record(result)
        verify(record)
        assert record.server_seed in text(result)
        assert record.table.ruleset == "fast_play"
        assert len(record.entries) >= players.choices
        return players, record


async def test_three_people_play_two_turns_by_hand(tmp_path: Path) -> None:
    players, record = await played(tmp_path, turns=2)
    assert record.outcome.reason == "turn_limit"
    made = {entry.decision for entry in record.entries}
    assert {"placement", "movement", "purchase"} <= made
    assert players.choices > 12


@pytest.mark.soak
async def test_three_people_play_a_whole_game_by_hand(tmp_path: Path) -> None:
    _, record = await played(tmp_path, turns=0)
    assert record.outcome.reason in ("beyond_modern", "no_fuel", "last_one_standing")

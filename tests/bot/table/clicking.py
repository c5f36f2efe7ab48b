"""Somebody who plays a whole game by pressing what the page offers, at random but to the end."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from random import Random
from typing import Any

from bot.table.world.models import Channel
from tests.bot.table.visiting import Sitting, Visitor

AFTER = {"Back", "Cancel", "Why not …?", "Undo", "The rule", "Refresh"}
"""Below the answers to a panel's question; what follows leads elsewhere."""
ENDS = ("End ", "Done ")
ENOUGH = 2
"""After so many choices of one kind in a row, somebody is content and ends what can be ended."""

WAYS = """JSON.stringify((() => {
    const panel = [...document.querySelectorAll('#log .message.ephemeral')].at(-1);
    return [...panel.querySelectorAll('.button:not(:disabled), .select:not(:disabled)')].map((e) =>
        ({select: e.matches('.select'), label: e.innerText.trim(), id: e.dataset.customId}));
})())"""
OFFERED = """JSON.stringify(
    [...document.querySelectorAll('.select-panel:not([hidden]) .option-label')]
        .map((e) => e.innerText))"""


class Clicker:
    """Plays the people of one channel's game, whoever is awaited, with the mouse."""

    def __init__(self, at: Sitting, me: Visitor, channel: Channel, seed: int) -> None:
        self.at = at
        self.me = me
        self.channel = channel
        self.rng = Random(seed)
        self.row: Counter[tuple[str, str]] = Counter()
        self.choices = 0
        self.presses = 0

    async def play(self, most: int) -> None:
        """Play until the game is over."""
        for _ in range(most):
            waiting = await self.at.awaited(self.channel.name)
            if not waiting:
                return
            await self.choose(self.rng.choice(waiting))
            self.choices += 1
        raise AssertionError(f"no end to this game after {most} choices")

    async def choose(self, name: str) -> None:
        """One choice of one person, from My move to the tick that says it is done."""
        await self.me.be(name)
        shown = await self.me.my_move()
        title = next((line for line in shown.splitlines() if line.startswith("Turn ")), "")
        self.row[name, title] += 1
        content = self.row[name, title] > ENOUGH
        for _ in range(60):
            self.presses += 1
            shown = await self.press(content)
            if "✅" in shown or "You have nothing to do now" in shown:
                return
        raise AssertionError(f"no end to this panel:\n{shown}")

    async def press(self, content: bool) -> str:
        """One press in the newest panel."""
        ways: list[dict[str, Any]] = await self.me.read(WAYS)
        labels = [each["label"] for each in ways]
        if "Confirm" in labels:
            return await self.me.press("Confirm")
        answers = itertools.takewhile(lambda each: not is_after(each), ways)
        ahead = [each for each in answers if is_answer(each)]
        ending = [each for each in ahead if each["label"].startswith(ENDS)]
        if content and ending:
            return await self.me.press(ending[0]["label"])
        if content and "Nothing" in labels:
            return await self.me.press("Nothing")
        if not ahead:
            assert "Nothing" in labels, labels
            return await self.me.press("Nothing")
        way = self.rng.choice(ahead)
        if way["select"]:
            return await self.pick(way, content)
        return await self.me.press_id(way["id"])

    async def pick(self, way: dict[str, Any], content: bool) -> str:
        """Open a list and choose in it, as many as it asks for."""
        select = f"[data-custom-id='{way['id']}']"
        async with self.me.answer(select):
            await self.me.tab.click_text("", select)
            offered: list[str] = await self.me.read(OFFERED)
            ending = [each for each in offered if each.startswith(ENDS)]
            count = self.rng.randint(*bounds(way["label"], len(offered)))
            labels = ending[:1] if content and ending else self.rng.sample(offered, count)
            for label in labels:
                await self.me.tab.click_text(
                    label, ".select-panel:not([hidden]) .option-label", exact=True
                )
            await self.me.tab.press("Escape")
        return self.me.answered


def is_after(way: dict[str, Any]) -> bool:
    """Whether the answers to a panel's question end here."""
    return way["label"] in AFTER or (way["select"] and "more thing" in way["label"])


def is_answer(way: dict[str, Any]) -> bool:
    """Whether a button or list brings one closer to an answer."""
    if way["select"]:
        return bool(way["label"].startswith(("Choose", "How many")))
    return way["label"] not in ("Nothing", "Another number")


def bounds(placeholder: str, offered: int) -> tuple[int, int]:
    """How many a list wants at least and at most: "Choose from 1 to 3", "Choose up to 2"."""
    numbers = [int(each) for each in re.findall(r"\d+", placeholder)]
    if not numbers:
        return 1, 1
    least = numbers[0] if "up to" not in placeholder else 1
    return max(1, least), min(numbers[-1], offered)

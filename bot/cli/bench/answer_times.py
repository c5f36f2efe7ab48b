"""Times the answers that people at the local table get, and finds what they can press."""

from __future__ import annotations

import asyncio
import time
from collections import Counter

from bot.local_discord.interactions import Interaction
from bot.local_discord.payloads.components import walk
from bot.local_discord.world.models import Json, Message
from bot.local_discord.world.world import Event, World

ANSWERED, FAILED = "INTERACTION_SUCCESS", "INTERACTION_FAILURE"


class AnswerTimes:
    """Measures interactions from their beginning to their first answer."""

    def __init__(self, world: World) -> None:
        self.waits: list[float] = []
        """Seconds from each interaction to its first answer."""
        self.done: Counter[str] = Counter()
        """How often each kind of thing was done and answered in time."""
        self.failures = 0
        """Interactions that were not answered in time."""
        self._begun: dict[int, tuple[str, float, asyncio.Future[bool]]] = {}
        world.listen(self._hear)

    @property
    def unanswered(self) -> int:
        """How many interactions wait for their first answer now."""
        return len(self._begun)

    def begin(self, interaction: Interaction, kind: str, began: float) -> asyncio.Future[bool]:
        """Measure an interaction that began at a time of `perf_counter`.

        The future says whether it was answered in time.
        """
        answered: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._begun[interaction.id] = kind, began, answered
        return answered

    def clear(self) -> None:
        """Forget what was measured so far."""
        self.waits.clear()
        self.done.clear()
        self.failures = 0

    def quantile(self, part: float) -> float:
        """The seconds within which so large a part of the interactions had their first answer."""
        return sorted(self.waits)[min(len(self.waits) - 1, int(len(self.waits) * part))]

    def _hear(self, event: Event) -> None:
        if event.name not in (ANSWERED, FAILED):
            return
        known = self._begun.pop(event.facts["interaction"].id, None)
        if known is None:
            return
        kind, began, answered = known
        in_time = event.name == ANSWERED
        self.waits.append(time.perf_counter() - began)
        self.failures += not in_time
        self.done[kind] += in_time
        if not answered.done():
            answered.set_result(in_time)


def usable(message: Message, kinds: tuple[int, ...]) -> list[Json]:
    """The components of some kinds that can be pressed or chosen in a message."""
    return [
        each
        for each in walk(message.components)
        if each["type"] in kinds and "custom_id" in each and not each.get("disabled")
    ]

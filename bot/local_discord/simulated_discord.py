"""The simulated Discord: state, gateway, interactions, faults and rate limits together."""

from __future__ import annotations

import logging

from bot.local_discord.faults import Faults
from bot.local_discord.gateway.socket import Gateway
from bot.local_discord.interactions import Interactions
from bot.local_discord.rate_limits import RateLimits
from bot.local_discord.world.world import Event, World

log = logging.getLogger(__name__)


class SimulatedDiscord:
    """What a bot meets at the table instead of Discord.

    `unmodelled` lists the requests that the table knows no answer to: it refuses them loudly, and
    a bot that makes one cannot be tried out here in full.
    """

    def __init__(self, world: World, token: str) -> None:
        self.world = world
        self.token = token
        self.gateway = Gateway(world, token)
        self.interactions = Interactions(world)
        self.faults = Faults()
        self.limits = RateLimits()
        self.unmodelled: list[str] = []
        world.listen(self._note_unmodelled)

    def _note_unmodelled(self, event: Event) -> None:
        if event.name == "UNMODELLED":
            log.error("the local Discord does not model %s", event.facts["what"])
            self.unmodelled.append(event.facts["what"])

    @property
    def gateway_url(self) -> str:
        """Where the gateway is."""
        return self.gateway.url

    def place_at(self, origin: str) -> None:
        """Take note of the address of the table, such as http://127.0.0.1:8765."""
        self.gateway.url = origin.replace("http", "ws", 1) + "/gateway"
        self.world.cdn = origin + "/cdn"

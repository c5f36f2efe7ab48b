"""Points discord.py at the local table instead of Discord while the table is open."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import yarl
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route


@contextmanager
def discord_at(origin: str, gateway_url: str) -> Iterator[None]:
    """Every discord.py client in this process talks to the table at `origin` inside this.

    The library has no setting for that; these three class attributes hold all its addresses.
    """
    before = (Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE)
    Route.BASE = f"{origin}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)
    Asset.BASE = f"{origin}/cdn"
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE = before

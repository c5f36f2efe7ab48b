"""Servers: what their managers decide about games there, and when Herald came and went."""

from __future__ import annotations

import msgspec

from bot.service.clock.deadlines import one_by_one
from bot.service.errors import MayNotOpen, NoGamesHere, ServerFull
from bot.service.games.open_games import OpenGames
from bot.service.requests import NewLobby, Rights
from bot.service.seats import agreements
from bot.store import Transaction, clocks, games, people
from bot.store.games import Pace
from bot.store.people import ServerSettings


class Servers:
    """What is known of each server."""

    def __init__(self, open_games: OpenGames) -> None:
        self.open_games = open_games

    async def settings(self, guild_id: int) -> ServerSettings:
        """What the managers of a server have decided about games there."""
        found = await self.open_games.store.read(lambda tx: people.guild(tx, guild_id))
        return found.settings

    async def save(self, guild_id: int, settings: ServerSettings) -> None:
        """Change it, for games that are opened from now on. Raises `BadPace`, `UnknownRules`.

        Whether who asks manages the server is for the chat to check.
        """
        if settings.ruleset is not None:
            agreements.rules_called(settings.ruleset)
        pace = Pace(phase_minutes=settings.phase_minutes, time_zone=settings.time_zone)
        agreements.check_pace(pace)

        async def write(tx: Transaction) -> None:
            known = await people.guild(tx, guild_id, lock=True)
            await people.save_guild(tx, msgspec.structs.replace(known, settings=settings))

        await self.open_games.store.write(write)

    async def note(self, guild_id: int, *, joined: bool) -> None:
        """Remember that Herald was invited to a server, or removed from it.

        Clocks stand still while nobody can reach it there.
        """
        open_games, now = self.open_games, self.open_games.now()

        async def note(tx: Transaction) -> None:
            known = await people.guild(tx, guild_id, lock=True)
            times = {"joined_at": now, "left_at": None} if joined else {"left_at": now}
            await people.save_guild(tx, msgspec.structs.replace(known, **times))

        await open_games.store.write(note)
        running = await open_games.store.read(lambda tx: games.running(tx, guild_id))

        async def set_clocks(game_id: int) -> None:
            # Its lock is all that is needed of a game: to open a thousand would take long.
            async with open_games.lock_of(game_id), open_games.store.transaction(game_id) as tx:
                await (clocks.resume if joined else clocks.pause)(tx, game_id, now)
            if joined:
                # Its post says until when people were awaited.
                open_games.schedule(game_id)

        try:
            await one_by_one(running, set_clocks)
        finally:
            open_games.wake_scheduler()

    async def is_new(self, guild_id: int) -> bool:
        """Whether nobody on a server was told yet how to begin, and no game was there."""

        async def read(tx: Transaction) -> bool:
            known = await people.guild(tx, guild_id)
            return not known.greeted and not await games.known_guild(tx, guild_id)

        return await self.open_games.store.read(read)

    async def note_greeted(self, guild_id: int) -> None:
        """Remember that people on a server know how to begin."""

        async def write(tx: Transaction) -> None:
            known = await people.guild(tx, guild_id, lock=True)
            await people.save_guild(tx, msgspec.structs.replace(known, greeted=True))

        await self.open_games.store.write(write)

    async def rules_of_channel(self, channel_id: int) -> str | None:
        """The rule set that questions in a channel without a game are about, if it is known."""
        return await self.open_games.store.read(lambda tx: people.rules_of_channel(tx, channel_id))

    async def note_rules_of_channel(self, channel_id: int, rules: str) -> None:
        """Remember which rule set questions in a channel without a game are about."""
        await self.open_games.store.write(
            lambda tx: people.save_rules_of_channel(tx, channel_id, rules)
        )


async def check_opening(tx: Transaction, new: NewLobby) -> None:
    """Raise `MayNotOpen`, `NoGamesHere` or `ServerFull` where a server's managers do not want a
    game to be opened by this person, in this channel, or now."""
    if new.guild_id is None or new.channel_id is None:
        return
    settings = (await people.guild(tx, new.guild_id, lock=True)).settings
    if not may_open(settings, new.host.rights):
        raise MayNotOpen(opened_by=settings.opened_by)
    if settings.channels and not {new.channel_id, new.parent_id} & set(settings.channels):
        raise NoGamesHere(channels=settings.channels)
    most = settings.games_most
    if most is not None and await games.live_in_guild(tx, new.guild_id) >= most:
        raise ServerFull(most=most)


def may_open(settings: ServerSettings, rights: Rights) -> bool:
    """Whether someone with these rights on a server may open games there."""
    if rights.moderates or settings.opened_by == "anyone":
        return True
    return settings.opened_by == "roles" and not rights.roles.isdisjoint(settings.roles)

"""The part of `Herald` that is about people and servers: wishes, data, what managers decide."""

from __future__ import annotations

from bot.service.clock.deadlines import Deadlines
from bot.service.clock.time_source import Time
from bot.service.play.fair_turns import FairTurns
from bot.service.privacy.export import PersonalFile, export
from bot.service.privacy.forgetting import Forgetting, KnownGames
from bot.service.responses import Backlog
from bot.service.seats import agreements
from bot.service.servers import Servers
from bot.store import Store, Transaction, backlog, people
from bot.store.people import ServerSettings, User


class HeraldPeople:
    """What a chat can ask about a person or a server."""

    store: Store
    time: Time
    _deadlines: Deadlines
    _forgetting: Forgetting
    _servers: Servers
    _turns: FairTurns

    async def me(self, user_id: int) -> User:
        """How a user wants to be treated."""
        return await self.store.read(lambda tx: people.user(tx, user_id))

    async def save_me(self, wishes: User) -> User:
        """Change how a user wants to be treated. Running clocks are set again. Raises `BadPace`."""
        agreements.check_wishes(wishes, self.time.now())
        await self._deadlines.wishes_changed(await self.me(wishes.user_id), wishes)
        return wishes

    async def note_guild(self, guild_id: int, *, joined: bool) -> None:
        """Remember that Herald was invited to a server, or removed from it.

        Clocks stand still while nobody can reach it there.
        """
        await self._servers.note(guild_id, joined=joined)

    async def is_new_server(self, guild_id: int) -> bool:
        """Whether nobody on a server was told yet how to begin, and no game was there."""
        return await self._servers.is_new(guild_id)

    async def note_greeted(self, guild_id: int) -> None:
        """Remember that people on a server know how to begin."""
        await self._servers.greeted(guild_id)

    async def server(self, guild_id: int) -> ServerSettings:
        """What the managers of a server have decided about games there."""
        return await self._servers.settings(guild_id)

    async def save_server(self, guild_id: int, settings: ServerSettings) -> None:
        """Change it, for games that are opened from now on. Raises `BadPace`, `UnknownRules`.

        Whether who asks manages the server is for the chat to check.
        """
        await self._servers.save(guild_id, settings)

    async def backlog(self) -> Backlog:
        """What is due and not done; nearly nothing, as long as all is well."""
        now = self.time.now()

        async def read(tx: Transaction) -> Backlog:
            messages, due = await backlog.messages(tx, now)
            late, over = await backlog.late_clocks(tx, now)
            waits = [0 if moment is None else now - moment for moment in (due, over)]
            return Backlog(messages, waits[0], late, waits[1], await backlog.live_games(tx))

        return await self.store.read(read)

    async def export_me(self, user_id: int) -> PersonalFile:
        """All that is stored about a user, as a file for them alone. Raises `TooBusy`."""
        return await self._turns.run_async(user_id, lambda: export(self.store, user_id))

    async def known_games(self, user_id: int) -> KnownGames:
        """In how many games a user is, or was: what `forget_me` is about."""
        return await self._forgetting.known(user_id)

    async def forget_me(self, user_id: int) -> bool:
        """Delete what is stored about a user; False where that is nothing.

        Settings, lessons and letters go. Games that wait or run are left (see `leave`). In all
        games the name is replaced by one that says nothing and the number is taken out; choices and
        shares of the dice stay, so that the games can be proved. Who comes back is new. Raises
        `TooBusy`.
        """
        return await self._turns.run_async(user_id, lambda: self._forgetting.forget(user_id))

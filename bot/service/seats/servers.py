"""Servers: what their managers decide about games there, and when Herald came and went."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from bot.moment import Moment
from bot.service.announcing.announcements import AwaitedEdit, PhasePost, announcement
from bot.service.clock.deadlines import one_by_one
from bot.service.errors import MayNotOpen, NoGamesHere, ServerFull
from bot.service.game.open_games import OpenGames
from bot.service.requests import NewLobby, Rights
from bot.service.responses import GameInfo, GamesBoard, Standing
from bot.service.seats import agreements
from bot.store import Transaction, clocks, games, outbox, people, seats
from bot.store.people import ServerSettings
from bot.store.seats import Seat


class Servers:
    """What is known of each server."""

    def __init__(self, open_games: OpenGames) -> None:
        self.open_games = open_games

    async def settings(self, guild_id: int) -> ServerSettings:
        """What the managers of a server have decided about games there."""
        found = await self.open_games.store.read(lambda tx: people.guild(tx, guild_id))
        return found.settings

    async def save(self, guild_id: int, settings: ServerSettings) -> None:
        """Decide all of it; see `change`."""
        await self.change(guild_id, lambda _: settings)

    async def change(
        self, guild_id: int, change: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Change what is decided, for games that are opened from now on.

        Raises `BadPace`, `UnknownRules`. Whether who asks manages the server is for the chat to
        check.
        """

        async def write(tx: Transaction) -> ServerSettings:
            known = await people.guild(tx, guild_id, lock=True)
            settings = change(known.settings)
            if settings.ruleset is not None:
                agreements.rules_called(settings.ruleset)
            agreements.check_pace(settings.usual_pace)
            await people.save_guild(tx, msgspec.structs.replace(known, settings=settings))
            return settings

        return await self.open_games.store.write(write)

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

    async def set_board(self, guild_id: int, channel_id: int | None) -> GamesBoard:
        """Choose the channel of a server's board of games, or none; gives the board as it was.

        A message that stood elsewhere is the board no more.
        """

        async def write(tx: Transaction) -> GamesBoard:
            known = await people.guild(tx, guild_id, lock=True)
            if known.board_channel_id != channel_id:
                changes = {"board_channel_id": channel_id, "board_message_id": None}
                await people.save_guild(tx, msgspec.structs.replace(known, **changes))
            return GamesBoard(known.board_channel_id, known.board_message_id)

        return await self.open_games.store.write(write)

    async def note_board(self, guild_id: int, channel_id: int, message_id: int) -> bool:
        """Remember which message is the board of games; False where it is to stand elsewhere."""

        async def write(tx: Transaction) -> bool:
            known = await people.guild(tx, guild_id, lock=True)
            if known.board_channel_id != channel_id:
                return False
            changed = msgspec.structs.replace(known, board_message_id=message_id)
            await people.save_guild(tx, changed)
            return True

        return await self.open_games.store.write(write)

    async def with_boards(self, game_ids: Iterable[int] | None = None) -> list[int]:
        """The servers that have a board of games: all, or those where one of some is played."""
        return await self.open_games.store.read(lambda tx: people.with_boards(tx, game_ids))

    async def board(self, guild_id: int) -> GamesBoard:
        """A server's board of games: where it belongs, and what its games have announced.

        No game is opened for it, and it knows no more than their posts say.
        """
        now = self.open_games.now()

        async def read(tx: Transaction) -> GamesBoard:
            known = await people.guild(tx, guild_id)
            if known.board_channel_id is None:
                return GamesBoard()
            rows = await games.in_guild(tx, guild_id)
            found = [await _standing(tx, GameInfo(e, await _seated(tx, e.id)), now) for e in rows]
            return GamesBoard(known.board_channel_id, known.board_message_id, tuple(found))

        return await self.open_games.store.read(read)

    async def rules_of_channel(self, channel_id: int) -> str | None:
        """The rule set that questions in a channel without a game are about, if it is known."""
        return await self.open_games.store.read(lambda tx: people.rules_of_channel(tx, channel_id))

    async def note_rules_of_channel(self, channel_id: int, rules: str) -> None:
        """Remember which rule set questions in a channel without a game are about."""
        await self.open_games.store.write(
            lambda tx: people.save_rules_of_channel(tx, channel_id, rules)
        )


async def _seated(tx: Transaction, game_id: int) -> tuple[Seat, ...]:
    return tuple(await seats.of_game(tx, game_id))


async def _standing(tx: Transaction, info: GameInfo, now: Moment) -> Standing:
    """Where a game stands by its latest post, and by the edits of it that were due by now."""
    post = await outbox.latest(tx, info.id, PhasePost.kind())
    if post is None:
        return Standing(info)
    said = announcement(post)
    assert isinstance(said, PhasePost)
    waiting = said.waiting
    for each in await outbox.after(tx, post, AwaitedEdit.kind()):
        edit = announcement(each)
        if isinstance(edit, AwaitedEdit) and each.due_at <= now and each.state != "dropped":
            waiting = edit.waiting
    awaited = tuple((info.seats[seat], due) for seat, due in waiting.until)
    return Standing(info, said.turn, said.phase, awaited)


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

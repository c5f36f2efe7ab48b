"""`Herald`: everything a chat can ask for, by its parts."""

from __future__ import annotations

from collections.abc import Callable
from random import Random, SystemRandom
from time import monotonic

from bot.service.announcing.delivery import Delivery
from bot.service.choices import catching_up
from bot.service.choices.batches import Batches
from bot.service.choices.choosing import Choosing
from bot.service.choices.fair_turns import FairTurns
from bot.service.choices.prepared import PreparedChoices
from bot.service.choices.stand_ins import StandIns
from bot.service.choices.turn_ends import TurnEnds
from bot.service.choices.typed_orders import Orders
from bot.service.choices.undo import Undo
from bot.service.clock.deadlines import Deadlines
from bot.service.clock.scheduler import Scheduler
from bot.service.game.open_games import OpenGames
from bot.service.privacy.export import PersonalFile, export
from bot.service.privacy.forgetting import Forgetting
from bot.service.queries.advice import Advice
from bot.service.queries.queries import Looking
from bot.service.responses import Backlog
from bot.service.seats import agreements
from bot.service.seats.lessons import Lessons
from bot.service.seats.lobby import Lobby
from bot.service.seats.passing_on import Seats
from bot.service.seats.servers import Servers
from bot.service.seats.votes import Votes
from bot.service.timing.time_source import SystemTime, Time
from bot.store import Store, Transaction, backlog, games, people, seats
from bot.store.people import User

QUIET_SECONDS = 20


class Herald:
    """The game master of all games in a store.

    Every call of a part is short and safe to cancel: it is done as a whole or not at all. Calls
    about one game wait for each other. What a chat can get wrong is raised as a `Refused`; a
    `StoreError` means that the database failed, and nothing was changed.

    `escape` makes a player's name fit to be shown (Discord's escaping); it is applied to the names
    in every sentence made here, and to nothing else. `rng` draws codes and seeds; only tests give
    one that can be foreseen. About `memory` bytes of games stay in memory. The `post_pause` is
    that of `Delivery`.
    """

    def __init__(
        self,
        store: Store,
        time: Time | None = None,
        *,
        escape: Callable[[str], str] = str,
        rng: Random | None = None,
        memory: int | None = None,
        post_pause: float = 0,
    ) -> None:
        self.store = store
        self.time = time or SystemTime()
        self.delivery = Delivery(store, self.time, pause=post_pause)
        self._turns = turns = FairTurns()
        self._open_games = known = OpenGames(
            store, self.time, escape, rng or SystemRandom(), memory
        )
        self.when_chosen = known.when_chosen
        self.lobby = Lobby(known)
        self.seats = Seats(known, self.lobby)
        self.servers = Servers(known)

        self.play = Choosing(known)
        self.batches = Batches(known, self.play)
        self.turn_ends = TurnEnds(known, self.play)
        self.orders = Orders(known, self.play, turns)
        self.prepared = PreparedChoices(known)
        self.undo = Undo(known, self.play)
        self.votes = Votes(known, self.undo, self.seats)
        self.stand_ins = StandIns(known, self.play)
        self.lessons = Lessons(known, self.lobby, self.stand_ins, turns)

        self.look = Looking(known, FairTurns())
        self.advice = Advice(known, self.look)
        self.forgetting = Forgetting(known, self.seats.leave, turns)

        self._deadlines = Deadlines(known, self.play, self.stand_ins)
        duties = {
            "lapse": self._deadlines.lapse,
            "remind": self._deadlines.remind,
            "votes": self.votes.lapse,
        }
        self.scheduler = Scheduler(known, self.stand_ins, duties)

    async def me(self, user_id: int) -> User:
        """How a user wants to be treated."""
        return await self.store.read(lambda tx: people.user(tx, user_id))

    async def save_me(self, wishes: User) -> User:
        """Store how a user wants to be treated; see `change_me`."""
        return await self.change_me(wishes.user_id, lambda _: wishes)

    async def change_me(self, user_id: int, change: Callable[[User], User]) -> User:
        """Change how a user wants to be treated. Running clocks are set again. Raises `BadPace`."""

        def checked(wishes: User) -> User:
            changed = change(wishes)
            agreements.check_wishes(changed, self.time.now())
            return changed

        return await self._deadlines.change_wishes(user_id, checked)

    async def export_me(self, user_id: int) -> PersonalFile:
        """All that is stored about a user, as a file for them alone. Raises `TooBusy`."""
        return await self._turns.run_async(user_id, lambda: export(self.store, user_id))

    async def backlog(self) -> Backlog:
        """What is due and not done; nearly nothing, as long as all is well."""
        now = self.time.now()

        async def read(tx: Transaction) -> Backlog:
            messages, due = await backlog.messages(tx, now)
            late, over = await backlog.late_clocks(tx, now)
            waits = [0 if moment is None else now - moment for moment in (due, over)]
            return Backlog(messages, waits[0], late, waits[1], await backlog.live_games(tx))

        return await self.store.read(read)

    async def note_message(
        self, game_id: int, *, lobby: int | None = None, phase: int | None = None
    ) -> None:
        """Remember which message is the lobby card or the phase post."""
        changes: games.Changes = {}
        if lobby is not None:
            changes["lobby_message_id"] = lobby
        if phase is not None:
            changes["phase_message_id"] = phase
        if changes:
            await self.store.write(lambda tx: games.change(tx, game_id, **changes), game_id=game_id)

    async def note_seen(self, game_id: int, user_id: int) -> None:
        """Remember that a player looks at a game and learns what they have missed."""
        await catching_up.note_seen(self._open_games, game_id, user_id)

    async def note_dm(self, game_id: int, user_id: int, ok: bool) -> None:
        """Remember whether private messages reach a player."""
        async with self.store.transaction(game_id) as tx:
            seat = await seats.of_user(tx, game_id, user_id)
            if seat is not None:
                await seats.change(tx, game_id, seat.seat, dm_ok=ok)

    def is_quiet(self) -> bool:
        """Whether no game was opened for a while."""
        return monotonic() - self._open_games.opened_at > QUIET_SECONDS

    async def close(self) -> None:
        """Finish what was put off. The store is closed by who opened it."""
        await self.forgetting.close()

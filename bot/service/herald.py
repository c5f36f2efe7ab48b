"""`Herald`, the facade of the service: everything a chat can ask for."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from random import Random, SystemRandom
from time import monotonic
from typing import Any, NoReturn

from bot.moment import Moment
from bot.service.announcing.delivery import Delivery
from bot.service.clock.deadlines import Deadlines
from bot.service.clock.scheduler import Scheduler
from bot.service.clock.time_source import SystemTime, Time
from bot.service.errors import NotSeated
from bot.service.games.open_games import OpenGames
from bot.service.herald_people import HeraldPeople
from bot.service.herald_queries import HeraldQueries
from bot.service.play.advice import Advice
from bot.service.play.batches import Batches
from bot.service.play.choosing import Choosing
from bot.service.play.fair_turns import FairTurns
from bot.service.play.lessons import LessonProgress, Lessons
from bot.service.play.prepared import PreparedChoices
from bot.service.play.stand_ins import StandIns
from bot.service.play.turn_ends import TurnEnds
from bot.service.play.typed_orders import Orders
from bot.service.play.undo import Undo
from bot.service.privacy.forgetting import Forgetting
from bot.service.queries import catching_up
from bot.service.queries.queries import Looking
from bot.service.requests import Actor, NewLobby, Person
from bot.service.responses import (
    BatchResult,
    Desk,
    GameInfo,
    OrderSheet,
    Receipt,
    VoteInfo,
    VoteKind,
    WholeAnswer,
)
from bot.service.seats.lobby import Lobby
from bot.service.seats.passing_on import Seats
from bot.service.seats.votes import LookUp, Votes
from bot.service.servers import Servers
from bot.store import Store, games, people, seats, votes
from bot.store.errors import BrokenChain, DatabaseCorrupt
from bot.store.games import Pace
from bot.store.votes import Vote
from engine.notation.phrases import Phrase, Phrases

QUIET_SECONDS = 20

log = logging.getLogger("herald.service")


class Herald(HeraldQueries, HeraldPeople):
    """The game master of all games in a store.

    Every call is short and safe to cancel: it is done as a whole or not at all. Calls about one
    game wait for each other. What a chat can get wrong is raised as a `Refused`; a `StoreError`
    means that the database failed, and nothing was changed.

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
        self._open_games = OpenGames(store, self.time, escape, rng or SystemRandom(), memory)
        self.when_chosen = self._open_games.when_chosen
        self._lobby = Lobby(self._open_games)
        self._servers = Servers(self._open_games)
        self._choosing = Choosing(self._open_games)
        self._batches = Batches(self._open_games, self._choosing)
        self._stand_ins = StandIns(self._open_games, self._choosing)
        self._prepared = PreparedChoices(self._open_games)
        self._turn_ends = TurnEnds(self._open_games, self._choosing)
        self._deadlines = Deadlines(self._open_games, self._choosing, self._stand_ins)
        self._undo = Undo(self._open_games, self._choosing)
        self._seats = Seats(self._open_games)
        self._votes = Votes(self._open_games, self._undo, self._seats)
        self._looking = Looking(self._open_games, FairTurns())
        self._advice = Advice(self._open_games, self._looking)
        self._turns = FairTurns()
        self._orders = Orders(self._open_games, self._choosing, self._turns)
        self._lessons = Lessons(self._open_games, self._lobby, self._stand_ins, self._turns)
        self._forgetting = Forgetting(self._open_games, self.leave)
        self._scheduler = Scheduler(self._open_games, self._stand_ins, self._deadlines, self._votes)

    # Lessons.

    async def begin_lesson(
        self, person: Person, rules: str, *, language: str = "en", restart: bool = False
    ) -> GameInfo:
        """A user's practice game of a rule set: the one under way, or a new one.

        Raises `NoLessonHere`, `TooManyLessons` and `TooBusy`.
        """
        return await self._lessons.begin(person, rules, language, restart=restart)

    async def lesson(
        self, game_id: int, user_id: int, *, read: bool = False
    ) -> LessonProgress | None:
        """How far a user has come in the lesson of a practice game; None in any other game.

        A goal that was reached since is noted. With `read` the user has read a step that has none.
        """
        return await self._lessons.progress(game_id, user_id, read=read)

    async def settle_practice(self, game_id: int) -> None:
        """Let the steward of a practice game play until the learner is awaited."""
        await self._stand_ins.settle(game_id)

    # The lobby.

    async def open_lobby(self, new: NewLobby) -> GameInfo:
        """Open a game; its commitment to the dice is fixed and public from now on.

        Raises `ChannelBusy` (with the game that is there), `BadOptions`, `BadSeatCount`, `BadPace`,
        and what `may_open_lobby` raises.
        """
        return await self._lobby.open(new)

    async def may_open_lobby(self, user_id: int, new: NewLobby | None = None) -> None:
        """See whether a user may open one more game, and `new` one where they want to, before a
        thread is made for it.

        Raises `TooManyLobbies` or `TooManyOpened`, `MayNotOpen`, `NoGamesHere` or `ServerFull`.
        """
        await self._lobby.may_open(user_id, new)

    async def join(
        self,
        game_id: int,
        person: Person,
        *,
        colour: str | None = None,
        interaction: str | None = None,
    ) -> GameInfo:
        """Sit down. The number of the click is the player's share of the dice (see `set_word`).

        Raises `NotMember`, `NotInLobby`, `TableFull`, `SeatedAlready`, `ColourTaken`.
        """
        return await self._lobby.join(game_id, person, colour, interaction)

    async def set_word(self, game_id: int, user_id: int, word: str) -> GameInfo:
        """Give one's own word for the dice, in the lobby. Raises `BadWord`, `NotSeated`."""
        return await self._lobby.set_word(game_id, user_id, word)

    async def leave(self, game_id: int, user_id: int) -> GameInfo:
        """Leave: the lobby (the host's role passes on; an empty lobby closes), or a running game.

        In a running game a stand-in plays on until someone takes the seat. Raises `NotSeated`.
        """
        async with self._open_games.open(game_id) as game:
            leaving = self._lobby if game.row.status == "lobby" else self._seats
            return await leaving.leave(game, user_id)

    async def add_ai(self, game_id: int, by: Actor, *, colour: str | None = None) -> GameInfo:
        """Let an AI player sit down. Raises `NotHost`, `NotInLobby`, `TableFull`."""
        return await self._lobby.add_ai(game_id, by, colour)

    async def invite(self, game_id: int, by: Actor, before: GameInfo) -> GameInfo:
        """Invite all who played a game to the lobby of another; AI players sit down at once."""
        return await self._lobby.invite(game_id, by, before)

    async def remove_seat(self, game_id: int, seat: int, by: Actor) -> GameInfo:
        """Send someone, or an AI player, away from the lobby. Raises `NotHost`, `NotInLobby`."""
        return await self._lobby.remove(game_id, seat, by)

    async def set_options(self, game_id: int, options: Mapping[str, Any], by: Actor) -> GameInfo:
        """Change some of the table's options in the lobby. Raises `BadOptions`, `NotHost`."""
        return await self._lobby.set_options(game_id, options, by)

    async def set_pace(self, game_id: int, pace: Pace, by: Actor) -> GameInfo:
        """Change the pace, in the lobby or in play; clocks that run keep their time.

        Raises `BadPace`, `NotHost`.
        """
        return await self._lobby.set_pace(game_id, pace, by)

    async def set_seats(self, game_id: int, seats: int, by: Actor) -> GameInfo:
        """Change how many can sit down. Raises `BadSeatCount`, `NotHost`, `NotInLobby`."""
        return await self._lobby.set_seats(game_id, seats, by)

    async def set_watching(self, game_id: int, open_to_outsiders: bool, by: Actor) -> GameInfo:
        """Choose whether people outside the server may see the game. Raises `NotHost`."""
        return await self._lobby.set_watching(game_id, open_to_outsiders, by)

    async def set_colour(self, game_id: int, user_id: int, colour: str) -> GameInfo:
        """Choose one's colour in the lobby. Raises `ColourTaken`, `NotSeated`, `NotInLobby`."""
        return await self._lobby.set_colour(game_id, user_id, colour)

    async def set_preference(self, game_id: int, user_id: int, key: str | None) -> GameInfo:
        """Choose in the lobby what the game would ask for at its start; None takes it back.

        What can be chosen is `GameInfo.lobby_choice`; the choice is public. Raises
        `PreferenceTaken`, `NoLobbyChoice`, `NotSeated`, `NotInLobby`.
        """
        return await self._lobby.set_preference(game_id, user_id, key)

    async def set_host(self, game_id: int, to: int, by: Actor) -> GameInfo:
        """Pass the host's role to another seated user. Raises `NotHost`, `NotSeated`."""
        return await self._lobby.set_host(game_id, to, by)

    async def start(self, game_id: int, by: Actor, *, interaction: str | None = None) -> GameInfo:
        """Begin, with the seats in the order people joined.

        The number of the click is the share of who has given no word since the lobby was opened.
        Raises `NotHost`, `NotInLobby`, `TooFewPlayers`, `NoHumans`.
        """
        return await self._lobby.start(game_id, by, interaction)

    # Playing.

    async def desk(self, game_id: int, user_id: int) -> Desk:
        """What a player's private panel shows now. Raises `NotSeated`, `NotPlaying`."""
        return await self._looking.desk(game_id, user_id)

    async def choose(
        self,
        game_id: int,
        user_id: int,
        decision: str,
        value: Any,
        *,
        interaction: str,
        tag: str | None = None,
        stays: bool = False,
    ) -> Receipt:
        """Make a choice. It is written down when this returns.

        `interaction` names the click: the same one again gives the same receipt, marked repeated.
        `tag` is that of the `Asked` the panel was made for; without it only legality counts. What
        the player is shown then `stays` to be found again: a secret question that follows is not
        written to them as well. Raises `WrongChoice` (with the engine's reason), `StalePress` (with
        a fresh desk), `NotSeated`, `StandInPlays`, `NotPlaying`.
        """
        return await self._choosing.choose(
            game_id, user_id, decision, value, interaction=interaction, tag=tag, stays=stays
        )

    async def choose_all(
        self,
        game_id: int,
        user_id: int,
        decision: str,
        answers: Sequence[WholeAnswer],
        *,
        interaction: str,
        tag: str,
        stays: bool = False,
    ) -> BatchResult:
        """Carry out several whole answers to one decision, in order, with one press.

        Each is checked when its turn comes: what no longer fits is left out and reported, as is
        what news from an earlier one concerns. Raises what `choose` raises, but `WrongChoice`.
        """
        return await self._batches.choose_all(
            game_id, user_id, decision, answers, interaction=interaction, tag=tag, stays=stays
        )

    async def end_turn(
        self,
        game_id: int,
        user_id: int,
        decision: str,
        *,
        interaction: str,
        tag: str,
        stays: bool = False,
    ) -> Receipt:
        """End an open decision and whatever comes after it in the turn (`Ruleset.ends_after`).

        The later ends are prepared choices that count in this turn only: they can be dropped, and
        what is prepared already stays. Raises what `choose` raises.
        """
        return await self._turn_ends.end_turn(
            game_id, user_id, decision, interaction=interaction, tag=tag, stays=stays
        )

    async def advice(self, game_id: int, user_id: int) -> Desk:
        """A player's desk, with suggestions to show; the result names who asked, and how often.

        Raises `AdviceOff`, and what `desk` raises.
        """
        return await self._advice.ask(game_id, user_id)

    async def why_not(self, game_id: int, user_id: int, decision: str, value: Any) -> str:
        """Why a choice is not allowed now, as a sentence; empty when it is. Changes nothing."""
        return await self._looking.why_not(game_id, user_id, decision, value)

    async def undo(self, game_id: int, user_id: int, *, interaction: str) -> Receipt:
        """Take the latest own choice back, while nothing was revealed by it.

        Raises `NeedsConsent` when the table has to agree (`propose` it, kind "undo"), or
        `NothingToUndo`.
        """
        return await self._undo.alone(game_id, user_id, interaction)

    async def prepare(self, game_id: int, user_id: int, kind: str, value: Any) -> Desk:
        """Queue a choice for the next decision of a kind. It is played when that opens.

        Raises `OpenNow`, `UnknownKind`, `TooManyPrepared`.
        """
        return await self._prepared.prepare(game_id, user_id, kind, value)

    async def prepare_orders(self, game_id: int, user_id: int, kind: str, text: str) -> Desk:
        """Queue typed orders, one per line, for the next decision of a kind (`Desk.can_prepare`).

        They are read and played when it opens; a bad one comes back with the reason, and all behind
        it. No orders at all stand for what the clock would choose. Raises what `prepare` raises.
        """
        return await self._prepared.prepare_orders(game_id, user_id, kind, text)

    async def forget_prepared(
        self, game_id: int, user_id: int, prepared_id: int | None = None
    ) -> Desk:
        """Take one prepared choice away, or all."""
        return await self._prepared.forget(game_id, user_id, prepared_id)

    async def search(self, game_id: int, user_id: int, text: str, limit: int = 25) -> list[Phrase]:
        """Legal choices of the user that fit what was typed, best first (for `/act`)."""
        return await self._orders.search(game_id, user_id, text, limit)

    async def read_orders(self, game_id: int, user_id: int, text: str) -> OrderSheet:
        """Read typed orders, one per line, each as if those before it were done. Changes nothing.

        Never raises for what was typed: a bad line says what is wrong with it.
        """
        return await self._orders.read(game_id, user_id, text)

    async def give_orders(
        self, game_id: int, user_id: int, text: str, *, interaction: str
    ) -> list[Receipt]:
        """Carry typed orders out, in order. Raises `BadOrders` when a line is bad; then none is."""
        return await self._orders.give(game_id, user_id, text, interaction)

    # The table.

    async def propose(self, game_id: int, user_id: int, kind: VoteKind) -> VoteInfo:
        """Ask the table; the asker agrees. It is carried out as soon as enough do.

        "extension" and "pause" need more than half of those who play; "undo" and "end" everybody
        who has a seat, also those who are away or have a stand-in. For
        "replace" see `volunteer`. Raises `VoteRunning`, `NoMoreExtensions`, `NothingToExtend`,
        `NothingToUndo`, `NotSeated`.
        """
        return await self._votes.propose(game_id, user_id, kind)

    async def vote(self, game_id: int, user_id: int, vote_id: int, agrees: bool) -> VoteInfo:
        """Answer a vote; a later answer replaces it. Raises `VoteOver`, `NotSeated`."""
        return await self._votes.vote(game_id, user_id, vote_id, agrees)

    def look_up_newcomers(self, look_up: LookUp) -> None:
        """Have the rights of a volunteer asked for before the table's vote seats them."""
        self._votes.look_up = look_up

    async def pause(self, game_id: int, by: Actor) -> GameInfo:
        """Stop the game and its clocks. Players who are not the host `propose` it."""
        return await self._votes.pause(game_id, by)

    async def resume(self, game_id: int, by: Actor) -> GameInfo:
        """Let a paused game go on. Players who are not the host `propose` it, kind "pause"."""
        return await self._votes.resume(game_id, by)

    async def end(self, game_id: int, by: Actor) -> GameInfo:
        """End a game without a result. Players who are not the host `propose` it."""
        return await self._votes.end(game_id, by)

    async def replace(self, game_id: int, seat: int, newcomer: Person, by: Actor) -> GameInfo:
        """Give a seat to a newcomer at once.

        The host or a moderator may give away seats of AI players, of stand-ins and of those whose
        clock ran out twice in a row; a player may hand over their own. Raises `NotHost`,
        `SeatOccupied`, `SeatedAlready`.
        """
        return await self._seats.replace(game_id, seat, newcomer, by)

    async def volunteer(self, game_id: int, seat: int, newcomer: Person) -> VoteInfo:
        """Ask the table for a seat that a stand-in or an AI player has; over half must agree.

        Raises `NotMember`.
        """
        return await self._votes.volunteer(game_id, seat, newcomer)

    async def stand_in(self, game_id: int, user_id: int) -> GameInfo:
        """Let a stand-in play for the user until they come back."""
        return await self._seats.stand_in(game_id, user_id)

    async def member_left(self, guild_id: int, user_id: int) -> None:
        """Someone was kicked or banned, or has left: a stand-in plays on in all games there."""
        async with self.store.reading() as tx:
            own = [each for each in await games.of_user(tx, user_id) if each.guild_id == guild_id]
        for game in own:
            try:
                await self.leave(game.id, user_id)
            except NotSeated:
                continue
            except (BrokenChain, DatabaseCorrupt) as damaged:
                # Nobody plays there before it is put right; the other games go on without them.
                log.error("game=%s cannot be left: %s", game.code, damaged)

    async def come_back(self, game_id: int, user_id: int) -> GameInfo:
        """Take one's seat back from a stand-in. Raises `NotSeated`."""
        return await self._seats.come_back(game_id, user_id)

    # Words, people and places.

    async def phrases(self, game_id: int) -> Phrases:
        """The words of a game, in its language and with its players."""
        return await self._orders.phrases(game_id)

    async def rules_of_channel(self, channel_id: int) -> str | None:
        """The rule set that questions in a channel without a game are about, if it is known."""
        return await self.store.read(lambda tx: people.rules_of_channel(tx, channel_id))

    async def note_rules_of_channel(self, channel_id: int, rules: str) -> None:
        """Remember which rule set questions in a channel without a game are about."""
        await self.store.write(lambda tx: people.save_rules_of_channel(tx, channel_id, rules))

    async def vote_of(self, vote_id: int) -> Vote | None:
        """A vote as it is now, or None."""
        return await self.store.read(lambda tx: votes.get(tx, vote_id))

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

    # Time.

    async def tick(self) -> None:
        """Do all that is due: AI players and prepared choices, clocks, reminders, votes."""
        await self._scheduler.tick()

    async def next_deadline(self) -> Moment | None:
        """When the next clock of any game runs out; None when no clock runs."""
        return await self._scheduler.next_deadline()

    async def next_moment(self) -> Moment | None:
        """When `tick` has something to do again; not after now if there is already."""
        return await self._scheduler.next_moment()

    async def run(self) -> NoReturn:
        """Tick whenever something is due, until cancelled. A tick that fails is logged."""
        await self._scheduler.run()

    async def close(self) -> None:
        """Finish what was put off. The store is closed by who opened it."""
        await self._forgetting.close()

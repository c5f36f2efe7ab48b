"""The facade: everything a chat can ask the game master for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from bot.service.answers import (
    Desk,
    Export,
    GameInfo,
    InboxItem,
    LogPage,
    OrderSheet,
    Receipt,
    Result,
    Status,
    VoteInfo,
    VoteKind,
)
from bot.service.phrases import Phrase, Phrases
from bot.service.requests import Actor, NewLobby, Person
from bot.service.time import SystemTime, Time
from bot.store import Store
from bot.store.games import Pace
from bot.store.moment import Moment
from bot.store.people import User
from engine.core.view import View


class Herald:
    """The game master of all games in a store.

    Every call is short and safe to cancel: it is done as a whole or not at all. Calls about one
    game wait for each other. What a chat can get wrong is raised as a `Refused`; a `StoreError`
    means that the database failed, and nothing was changed.

    `spell` makes a player's name fit to be shown (Discord's escaping); it is applied to the names
    in every sentence made here, and to nothing else.
    """

    def __init__(
        self,
        store: Store,
        time: Time | None = None,
        *,
        spell: Callable[[str], str] = str,
        hot_tables: int = 64,
    ) -> None:
        self.store = store
        self.time = time or SystemTime()

    # The lobby.

    async def open_lobby(self, new: NewLobby) -> GameInfo:
        """Open a game; its commitment to the dice is fixed and public from now on.

        Raises `ChannelBusy` (with the game that is there), `BadOptions`, `BadSeatCount`, `BadPace`.
        """
        raise NotImplementedError

    async def join(
        self, game_id: int, person: Person, *, colour: str | None = None, seed: bytes | None = None
    ) -> GameInfo:
        """Sit down. `seed` is the player's own share of the dice; without one it is drawn.

        Raises `NotInLobby`, `TableFull`, `SeatedAlready`, `ColourTaken`, `BadSeed`.
        """
        raise NotImplementedError

    async def leave(self, game_id: int, user_id: int) -> GameInfo:
        """Leave: the lobby (the host's role passes on; an empty lobby closes), or a running game.

        In a running game a stand-in plays on until somebody takes the seat. Raises `NotSeated`.
        """
        raise NotImplementedError

    async def add_ai(self, game_id: int, by: Actor, *, colour: str | None = None) -> GameInfo:
        """Let an AI player sit down. Raises `NotHost`, `NotInLobby`, `TableFull`."""
        raise NotImplementedError

    async def remove_seat(self, game_id: int, seat: int, by: Actor) -> GameInfo:
        """Send somebody, or an AI player, away from the lobby. Raises `NotHost`, `NotInLobby`."""
        raise NotImplementedError

    async def set_options(self, game_id: int, options: Mapping[str, Any], by: Actor) -> GameInfo:
        """Change some of the table's options in the lobby. Raises `BadOptions`, `NotHost`."""
        raise NotImplementedError

    async def set_pace(self, game_id: int, pace: Pace, by: Actor) -> GameInfo:
        """Change the pace, in the lobby or in play; clocks that run keep their time.

        Raises `BadPace`, `NotHost`.
        """
        raise NotImplementedError

    async def set_seats(self, game_id: int, seats: int, by: Actor) -> GameInfo:
        """Change how many can sit down. Raises `BadSeatCount`, `NotHost`, `NotInLobby`."""
        raise NotImplementedError

    async def set_colour(self, game_id: int, user_id: int, colour: str) -> GameInfo:
        """Choose one's colour in the lobby. Raises `ColourTaken`, `NotSeated`, `NotInLobby`."""
        raise NotImplementedError

    async def set_host(self, game_id: int, to: int, by: Actor) -> GameInfo:
        """Pass the host's role to another seated user. Raises `NotHost`, `NotSeated`."""
        raise NotImplementedError

    async def start(self, game_id: int, by: Actor) -> GameInfo:
        """Begin, with the seats in the order people joined.

        Raises `NotHost`, `NotInLobby`, `TooFewPlayers`, `NoHumans`.
        """
        raise NotImplementedError

    # Playing.

    async def desk(self, game_id: int, user_id: int) -> Desk:
        """What a player's private panel shows now. Raises `NotSeated`, `NotPlaying`."""
        raise NotImplementedError

    async def choose(
        self,
        game_id: int,
        user_id: int,
        decision: str,
        value: Any,
        *,
        interaction: str,
        tag: str | None = None,
    ) -> Receipt:
        """Make a choice. It is written down when this returns.

        `interaction` names the click: the same one again gives the same receipt, marked repeated.
        `tag` is that of the `Asked` the panel was made for; without it only legality counts. Raises
        `WrongChoice` (with the engine's reason), `StalePress` (with a fresh desk), `NotSeated`,
        `StandInPlays`, `NotPlaying`.
        """
        raise NotImplementedError

    async def why_not(self, game_id: int, user_id: int, decision: str, value: Any) -> str:
        """Why a choice is not allowed now, as a sentence; empty when it is. Changes nothing."""
        raise NotImplementedError

    async def undo(self, game_id: int, user_id: int, *, interaction: str) -> Receipt:
        """Take the latest own choice back, while nothing was revealed by it.

        Raises `NeedsConsent` when the table has to agree (`propose` it, kind "undo"), or
        `NothingToUndo`.
        """
        raise NotImplementedError

    async def prepare(self, game_id: int, user_id: int, kind: str, value: Any) -> Desk:
        """Queue a choice for the next decision of a kind. It is played when that opens.

        Raises `OpenNow`, `UnknownKind`, `TooManyPrepared`.
        """
        raise NotImplementedError

    async def forget_prepared(
        self, game_id: int, user_id: int, prepared_id: int | None = None
    ) -> Desk:
        """Take one prepared choice away, or all."""
        raise NotImplementedError

    async def search(self, game_id: int, user_id: int, text: str, limit: int = 25) -> list[Phrase]:
        """Legal choices of the user that fit what was typed, best first (for `/act`)."""
        raise NotImplementedError

    async def read_orders(self, game_id: int, user_id: int, text: str) -> OrderSheet:
        """Read typed orders, one per line, each as if those before it were done. Changes nothing.

        Never raises for what was typed: a bad line says what is wrong with it.
        """
        raise NotImplementedError

    async def give_orders(
        self, game_id: int, user_id: int, text: str, *, interaction: str
    ) -> list[Receipt]:
        """Carry typed orders out, in order. Raises `BadOrders` when a line is bad; then none is."""
        raise NotImplementedError

    # The table.

    async def propose(
        self, game_id: int, user_id: int, kind: VoteKind, *, minutes: int | None = None
    ) -> VoteInfo:
        """Ask the table; the asker agrees. It is carried out as soon as enough do.

        "extension" and "pause" need more than half of the human seats, "undo" and "end" all. For
        "replace" see `volunteer`. Raises `VoteRunning`, `NoMoreExtensions`, `NothingToExtend`,
        `NothingToUndo`, `NotSeated`.
        """
        raise NotImplementedError

    async def vote(self, game_id: int, user_id: int, vote_id: int, agrees: bool) -> VoteInfo:
        """Answer a vote; a later answer replaces it. Raises `VoteOver`, `NotSeated`."""
        raise NotImplementedError

    async def pause(self, game_id: int, by: Actor) -> GameInfo:
        """Stop the game and its clocks. Players who are not the host `propose` it."""
        raise NotImplementedError

    async def resume(self, game_id: int, by: Actor) -> GameInfo:
        """Let a paused game go on: the host, a moderator, or anybody seated."""
        raise NotImplementedError

    async def end(self, game_id: int, by: Actor) -> GameInfo:
        """End a game without a result. Players who are not the host `propose` it."""
        raise NotImplementedError

    async def replace(self, game_id: int, seat: int, newcomer: Person, by: Actor) -> GameInfo:
        """Give a seat to a newcomer at once.

        The host or a moderator may give away seats of AI players, of stand-ins and of those whose
        clock ran out twice in a row; a player may hand over their own. Raises `NotHost`,
        `SeatOccupied`, `SeatedAlready`.
        """
        raise NotImplementedError

    async def volunteer(self, game_id: int, seat: int, newcomer: Person) -> VoteInfo:
        """Ask the table for a seat that a stand-in or an AI player has; over half must agree."""
        raise NotImplementedError

    async def stand_in(self, game_id: int, user_id: int) -> GameInfo:
        """Let a stand-in play for the user until they come back."""
        raise NotImplementedError

    async def come_back(self, game_id: int, user_id: int) -> GameInfo:
        """Take one's seat back from a stand-in. Raises `NotSeated`."""
        raise NotImplementedError

    # Looking.

    async def game(self, game_id: int) -> GameInfo:
        """A game and its seats. Raises `UnknownGame`."""
        raise NotImplementedError

    async def game_in_channel(self, channel_id: int) -> GameInfo | None:
        """The game that a channel hosts now."""
        raise NotImplementedError

    async def game_by_code(self, code: str) -> GameInfo | None:
        """The game of that public code."""
        raise NotImplementedError

    async def status(self, game_id: int) -> Status:
        """Where a game stands, for everybody."""
        raise NotImplementedError

    async def view(
        self, game_id: int, user_id: int | None = None, number: int | None = None
    ) -> View:
        """What a user's seat may know, now or after an entry; with None, what a spectator may.

        Somebody without a seat is a spectator. Raises `NotPlaying` in the lobby.
        """
        raise NotImplementedError

    async def log(
        self,
        game_id: int,
        user_id: int | None = None,
        *,
        since: int = -1,
        until: int | None = None,
        limit: int = 200,
    ) -> LogPage:
        """What a user's seat, or a spectator, was told after entry `since`, as sentences.

        -1 begins with the set-up. At most `limit` entries are read.
        """
        raise NotImplementedError

    async def inbox(self, user_id: int) -> list[InboxItem]:
        """What awaits a user in all games, soonest clock first; then their other games."""
        raise NotImplementedError

    async def export(self, game_id: int) -> Export:
        """A game as one file. Raises `NotPlaying` in the lobby."""
        raise NotImplementedError

    async def result(self, game_id: int) -> Result:
        """How a game ended. Raises `NotFinished`."""
        raise NotImplementedError

    async def phrases(self, game_id: int) -> Phrases:
        """The words of a game, in its language and with its players."""
        raise NotImplementedError

    # People and places.

    async def me(self, user_id: int) -> User:
        """How a user wants to be treated."""
        raise NotImplementedError

    async def save_me(self, wishes: User) -> User:
        """Change how a user wants to be treated. Clocks that run are set anew. Raises `BadPace`."""
        raise NotImplementedError

    async def note_message(
        self, game_id: int, *, lobby: int | None = None, phase: int | None = None
    ) -> None:
        """Remember which message is the lobby card or the phase post."""
        raise NotImplementedError

    async def note_dm(self, game_id: int, user_id: int, ok: bool) -> None:
        """Remember whether private messages reach a player."""
        raise NotImplementedError

    # Time.

    async def tick(self) -> None:
        """Do all that is due: AI players and prepared choices, clocks, reminders, votes."""
        raise NotImplementedError

    async def next_moment(self) -> Moment | None:
        """When `tick` has something to do again; not after now if there is already."""
        raise NotImplementedError

    async def run(self) -> NoReturn:
        """Tick whenever something is due, until cancelled. A tick that fails is logged."""
        raise NotImplementedError

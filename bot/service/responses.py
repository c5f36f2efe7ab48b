"""What the service returns: plain facts for a panel, a post or a page.

Nothing here holds a state of the engine. A `Decision` comes with its grammar, which was made from a
copy of the game and stays as it was when it was asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

import msgspec

from bot.moment import Moment, Span
from bot.store import choices
from bot.store.advice import Advised
from bot.store.games import GameRow
from bot.store.prepared import Prepared
from bot.store.seats import Seat
from bot.store.votes import Ballot, Vote
from engine.core.advice import Suggestion
from engine.core.decision import Decision
from engine.core.events import Event
from engine.core.game import By
from engine.core.lobby import LobbyChoice
from engine.core.messages.digest import Digest
from engine.core.registry import ruleset
from engine.core.view import Outcome, View


class GameInfo(msgspec.Struct, frozen=True):
    """A game and who sits at it, in the lobby, in play or over."""

    game: GameRow
    seats: tuple[Seat, ...]

    @property
    def id(self) -> int:
        """The game's number."""
        return self.game.id

    @property
    def code(self) -> str:
        """The game's public name."""
        return self.game.code

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat, as they are now and not escaped."""
        return tuple(seat.name for seat in self.seats)

    @property
    def free_seats(self) -> int:
        """How many can still sit down in the lobby."""
        return max(0, self.game.seats_wanted - len(self.seats))

    @property
    def humans(self) -> tuple[Seat, ...]:
        """The seats that people occupy now."""
        return tuple(seat for seat in self.seats if seat.kind == "human")

    @property
    def lobby_choice(self) -> LobbyChoice | None:
        """What its players may choose in the lobby, by the table's options; None for nothing."""
        rules = ruleset(self.game.ruleset)
        return rules.lobby_choice({**rules.option_defaults, **self.game.options})

    def seat_of(self, user_id: int) -> Seat | None:
        """A user's seat; also one where a stand-in plays for the user."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)


class Asked(msgspec.Struct, frozen=True):
    """A decision that is open to a seat.

    `tag` names this very asking: give it back with the answer, and a press on an old panel is
    recognised. `prompt` is the question in words; `due_at` its clock's end, if one runs.
    """

    decision: Decision
    tag: str
    prompt: str
    due_at: Moment | None = None


class Returned(msgspec.Struct, frozen=True):
    """A prepared choice that could not be played when its time came, and why, in words."""

    prepared: Prepared
    problem: str


class Desk(msgspec.Struct, frozen=True):
    """What one player's private panel shows, as of choice `number`.

    `decisions` come in order of urgency: awaited ones first, soonest clock first. `prepared` waits
    to be played, `returned` could not be. `can_prepare` are the kinds of decisions that orders can
    be prepared for. `can_take_back` says that `Undo.alone` would work now without asking anybody.
    """

    info: GameInfo
    seat: Seat
    number: int
    view: View
    decisions: tuple[Asked, ...]
    prepared: tuple[Prepared, ...]
    returned: tuple[Returned, ...]
    can_prepare: tuple[str, ...]
    can_take_back: bool
    undo: str = ""
    """What `Undo.alone` would take back, in words; empty where it would not work."""
    undo_gone: str = ""
    """Why it would not work: `revealed` or `answered`; empty where it would, or it is not known."""
    suggestions: dict[str, tuple[Suggestion, ...]] = {}
    """What a good player would consider, by the ids of the decisions."""
    has_missed: bool = False
    """Whether the player has been away while the game went on: `Looking.catch_up` says what
    happened."""
    looked_lately: bool = True
    """Whether it is known already that the player looks at the game; else call
    `Herald.note_seen`."""
    looks_on_arrival: bool = True
    """Whether the player wants what belongs to an answer done with it: settlers look where they
    arrive."""

    def asked(self, decision: str) -> Asked | None:
        """The open decision of that id."""
        return next((each for each in self.decisions if each.decision.id == decision), None)


class DoneForYou(msgspec.Struct, frozen=True):
    """What was done for an absent player in their name, and by what.

    `pieces` say it in a few words; where they were asked and nothing was done, `idle` has the kinds
    of those decisions, `secret` those of secret answers that have not come to light.
    """

    by: choices.By
    pieces: tuple[str, ...]
    idle: tuple[str, ...] = ()
    secret: tuple[str, ...] = ()


class CatchUp(msgspec.Struct, frozen=True, kw_only=True):
    """What someone has missed in a game since the moment `since_at`, as their seat may know it.

    `before` and `view` are what they could see then and see now; `happened` are the events between.
    """

    info: GameInfo
    seat: int | None
    since_at: Moment
    before: View
    view: View
    done_for_you: tuple[DoneForYou, ...]
    digest: Digest
    happened: tuple[Event, ...]

    @property
    def is_empty(self) -> bool:
        """Whether nothing happened that its reader may know."""
        return self.digest.is_empty and not self.done_for_you


class Standing(NamedTuple):
    """Where a game stands, as its posts say it: who is `awaited`, and until when (0: no clock)."""

    info: GameInfo
    turn: int = 0
    phase: str = ""
    awaited: tuple[tuple[Seat, Moment], ...] = ()


class GamesBoard(NamedTuple):
    """A server's board of games: its channel, its message there once it was posted, its games."""

    channel_id: int | None = None
    message_id: int | None = None
    games: tuple[Standing, ...] = ()


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """A choice that was accepted and written down.

    `words` says what was chosen, `lines` what the seat learnt from it. `repeated` means that this
    very click had been accepted before. For a taking back, `undoes` is the entry taken back.
    """

    game_id: int
    number: int
    seat: int
    decision: str
    kind: str
    by: By
    words: str
    lines: tuple[str, ...]
    is_reported: bool
    """Whether the first line itself says what the seat did, so that `words` would repeat it."""
    revealed: bool
    undoes: int = 0
    repeated: bool = False
    finished: bool = False
    brief: str = ""
    """What was chosen as a list says it, for one of several choices; empty where nothing is
    shorter."""
    follows: bool = False
    """Whether it belongs to the choice before it: a look where one has arrived."""


class WholeAnswer(msgspec.Struct, frozen=True):
    """A whole answer to a decision, and further ones to the same that belong to it."""

    value: Any
    then: tuple[Any, ...] = ()

    def all(self) -> tuple[Any, ...]:
        """The answers in order."""
        return (self.value, *self.then)


class NotDone(msgspec.Struct, frozen=True):
    """An answer of a batch that could not be carried out, in words, and why."""

    words: str
    why: str


class BatchResult(msgspec.Struct, frozen=True):
    """What became of several answers: those carried out, those that no longer fitted, and how
    many wait as prepared because something else is asked first."""

    receipts: tuple[Receipt, ...]
    not_done: tuple[NotDone, ...] = ()
    kept: int = 0


class Awaited(msgspec.Struct, frozen=True):
    """Someone the game waits for, and until when; None where no clock runs, or none any more."""

    seat: Seat
    kinds: tuple[str, ...]
    due_at: Moment | None


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """Where a game stands, as everybody may know it. `answered` have chosen and may still change.

    `view` is a spectator's; None in the lobby.
    """

    info: GameInfo
    number: int
    view: View | None
    phase: str
    awaited: tuple[Awaited, ...]
    answered: tuple[Seat, ...]
    votes: tuple[VoteInfo, ...]
    outcome: Outcome | None = None


class VoteInfo(msgspec.Struct, frozen=True):
    """A question to the table. It passes when `needed` of `voters` agree."""

    vote: Vote
    ballots: tuple[Ballot, ...]
    voters: tuple[int, ...]
    needed: int

    @property
    def agreeing(self) -> tuple[int, ...]:
        """The seats that agree so far."""
        return tuple(b.seat for b in self.ballots if b.agrees and b.seat in self.voters)

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats that have not answered."""
        answered = {ballot.seat for ballot in self.ballots}
        return tuple(seat for seat in self.voters if seat not in answered)


class LogReport(msgspec.Struct, frozen=True):
    """What happened from after entry `since` to entry `until`, for one seat or a spectator.

    `lines` are sentences, an empty one before each headline. `more` says that later ones exist.
    """

    since: int
    until: int
    lines: tuple[str, ...]
    more: bool


class LogGroup(msgspec.Struct, frozen=True, kw_only=True):
    """What one player did within a while of a turn, and what followed, as one reader may know it.

    `seat` is None where nobody in particular acted. `by` says how they came to choose. What they
    were asked and did nothing about is `idle`, by kinds of decisions; `secret` are those that were
    answered in secret.
    """

    turn: int
    at: Moment
    seat: int | None
    by: choices.By
    lines: tuple[str, ...]
    idle: tuple[str, ...] = ()
    secret: tuple[str, ...] = ()


class LogPage(msgspec.Struct, frozen=True):
    """A page of a game's log for one reader, from the place `first` in it to the place `last`.

    An entry that ends a turn begins the next one too: it has two places. `more` says that there is
    something after the page, `earlier` that there is before it; `continued`, that it begins in the
    middle of a turn.
    """

    first: int
    last: int
    groups: tuple[LogGroup, ...]
    more: bool
    earlier: bool
    continued: bool = False


class InboxItem(msgspec.Struct, frozen=True):
    """A game of a user, and what it awaits from them: nothing, when `decisions` is empty."""

    info: GameInfo
    seat: Seat
    decisions: tuple[str, ...]
    prompts: tuple[str, ...]
    due_at: Moment | None
    returned: int = 0
    """How many prepared choices could not be played."""
    has_missed: bool = False
    """Whether the user has been away while the game went on."""
    is_damaged: bool = False
    """Whether the game cannot be read: nobody knows what it awaits."""


class Export(msgspec.Struct, frozen=True):
    """A game as a file: with its proof when it is over, public facts only while it runs."""

    file_name: str
    content: bytes
    finished: bool


class Backlog(msgspec.Struct, frozen=True):
    """What waits: messages that are due, clocks that have run out; since how long the first does.

    `games` are those that are not over, by status.
    """

    messages: int
    oldest_message: Span
    clocks: int
    oldest_clock: Span
    games: Mapping[str, int]


class Result(msgspec.Struct, frozen=True):
    """How a game ended, with the revealed seed that proves its dice."""

    info: GameInfo
    outcome: Outcome
    words: str
    server_seed: str
    commitment: str
    seal: str
    """That of the whole log; empty where the log is damaged, so that there is no proof."""
    scores: tuple[tuple[int, tuple[int, ...]], ...]
    """The scores of all seats at the end of each turn: (turn, by seat)."""
    advised: tuple[Advised, ...] = ()
    """Who asked for advice, and how often."""


class OrderLine(msgspec.Struct, frozen=True, kw_only=True):
    """One typed line, understood or not.

    Understood: `decision`, `value` and `words` say what it would do, and `notation` is how it is
    written in full. Not understood: `problem` says why, `rule` where to read on and `nearest` which
    legal order comes closest, in the notation.
    """

    number: int
    text: str
    decision: str = ""
    value: Any = None
    words: str = ""
    notation: str = ""
    problem: str = ""
    rule: str = ""
    nearest: str = ""
    incomplete: bool = False
    """Whether nothing forbids it, but a part of the answer is missing or none of the choices."""
    later: str = ""
    """The kind of decision that the line waits for: it is not open now, or not before the lines
    above have shown what they reveal."""

    @property
    def is_good(self) -> bool:
        """Whether the line can be carried out, now or when its time comes."""
        return not self.problem


class OrderSheet(msgspec.Struct, frozen=True):
    """Typed orders, read against the game as of choice `number`. Nothing was carried out yet."""

    number: int
    lines: tuple[OrderLine, ...]

    @property
    def is_good(self) -> bool:
        """Whether there is something to do, and every line can be carried out."""
        return bool(self.lines) and all(line.is_good for line in self.lines)


VoteKind = Literal["extension", "undo", "pause", "end", "replace"]

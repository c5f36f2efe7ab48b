"""What is to be announced, as facts: who, which game, which entries of its log. Never any text.

Announcements are written into the outbox together with what caused them and made into messages when
they are sent, from the view of their readers, at the number they name. What goes to a
channel holds public facts only; what goes to a user may hold what that user's seat may know.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from bot.moment import MINUTE, Moment, Span
from bot.store import Transaction, outbox
from bot.store.games import GameRow
from bot.store.outbox import Message, NewMessage

BACK_AND_FORTH: Span = 10 * MINUTE
"""So long, what changes back and forth has one message. An older one would not be seen again."""


class Waiting(msgspec.Struct, frozen=True):
    """Whom a post says that the game waits for: seats and until when, to the minute (0: no clock).

    `others` is a digest of what else it says there: names, how many have chosen, a pause.
    """

    until: tuple[tuple[int, Moment], ...] = ()
    others: str = ""

    def is_only_later(self, before: Waiting) -> bool:
        """Whether nothing but the time of some seats is another than it was, and all have more."""
        seats = [seat for seat, _ in self.until]
        return (seats, self.others) == ([seat for seat, _ in before.until], before.others) and all(
            due >= old for (_, due), (_, old) in zip(self.until, before.until, strict=True)
        )

    def first_over(self, now: Waiting) -> Moment:
        """The first of the times that it says and that are others `now`."""
        return min(
            due for (_, due), new in zip(self.until, now.until, strict=True) if due != new[1]
        )


class Announcement(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Something to be announced about a game."""

    game_id: int

    @classmethod
    def kind(cls) -> str:
        """The name of this sort of announcement, in the outbox too."""
        return cls.__name__

    @property
    def supersedes(self) -> str | None:
        """One that was not sent yet is dropped when another of the same name comes; None: never."""
        return None

    @property
    def edits_within(self) -> Span:
        """So long, another of the same name is an edit of this one's message and no new one."""
        return 0


class LobbyCard(Announcement, frozen=True, kw_only=True):
    """The lobby as it is when this is sent: a new message, or an edit of the lobby's message."""

    @property
    def supersedes(self) -> str:
        """The lobby is shown as it is when the card is sent: one card does for all."""
        return f"lobby:{self.game_id}"


class Invited(Announcement, frozen=True, kw_only=True):
    """Users are invited to sit down in a lobby, by one of them who opened it."""

    by: int
    users: tuple[int, ...]


class Began(Announcement, frozen=True, kw_only=True):
    """The game begins: seating, the commitment to the dice, the map."""


class PhasePost(Announcement, frozen=True, kw_only=True):
    """A new post: what happened after entry `since` up to entry `number`, and who is awaited.

    `ping` are the seats to be mentioned in it, `notify` those to be mentioned because they have
    lost something; everybody else is named without a mention. It is the game's phase post from then
    on, as long as the part of the turn, its `step`, goes on; so many messages stand `beside` it
    already.
    """

    since: int
    number: int
    turn: int
    phase: str
    step: str
    waiting: Waiting
    ping: tuple[int, ...]
    notify: tuple[int, ...] = ()
    beside: int = 0


class AwaitedEdit(Announcement, frozen=True, kw_only=True):
    """A phase post says no more what is true: an edit, from the facts when it is sent.

    `since` and `post` are the post's own entries (its `since` and `number`): what happened after
    `since`, up to `number`, belongs into it now, and the post's own `notify`. The outbox knows
    which message is to be edited.
    """

    since: int
    post: int
    number: int
    waiting: Waiting
    notify: tuple[int, ...] = ()

    @property
    def supersedes(self) -> str:
        """A later edit of the same post does for this one, too."""
        return f"awaited:{self.game_id}:{self.post}"


class PictureEdit(Announcement, frozen=True, kw_only=True):
    """The board has changed since the picture of a phase post was drawn: an edit with a new one.

    `post` is the post's own entry; what it says by then, the latest `AwaitedEdit` says.
    """

    post: int

    @property
    def supersedes(self) -> str:
        """One picture does for all that happened."""
        return f"picture:{self.game_id}:{self.post}"


class PostOver(Announcement, frozen=True, kw_only=True):
    """A phase post is history: an edit that marks it so. `since` and `post` are its own entries.

    What happened after entry `number` is for the post that follows.
    """

    since: int
    post: int
    number: int

    @property
    def supersedes(self) -> str:
        """Who is awaited in a post that is over matters no more."""
        return f"awaited:{self.game_id}:{self.post}"


class YourTurn(Announcement, frozen=True, kw_only=True):
    """These seats are awaited again in the same phase: a short message, in a channel a mention.

    To a user, it is about that user's seat alone, and `tag` is that of the question it shows. What
    was told up to entry `since` is in a post.
    """

    number: int
    seats: tuple[int, ...]
    since: int | None = None
    tag: str = ""


class SecretAsk(Announcement, frozen=True, kw_only=True):
    """A secret question, to the user it is for: the panel of that decision."""

    seat: int
    decision: str
    decision_kind: str
    tag: str
    number: int


class StillThere(Announcement, frozen=True, kw_only=True):
    """A player who has missed a deadline is asked whether they are there: instead of a call.

    `tag` is that of the question that waits for them.
    """

    seat: int
    number: int
    tag: str


class News(Announcement, frozen=True, kw_only=True):
    """Something for `seat` at once: what it learnt after `since`, up to `number`.

    Only some seats may know of it, unless it `is_public`.
    """

    seat: int
    since: int
    number: int
    is_public: bool = False


class Losses(Announcement, frozen=True, kw_only=True):
    """What `seat` has lost after `since`, up to `number`; nothing is sent if that is nothing."""

    seat: int
    since: int
    number: int


class Reminder(Announcement, frozen=True, kw_only=True):
    """These seats are missing and their time runs out. `stage` 1 is half way, 2 near the end.

    So many `others` wait for the only seat that is missing; 0 where that is not to be told.
    """

    seats: tuple[int, ...]
    stage: int
    due_at: Moment
    others: int = 0


class Lapsed(Announcement, frozen=True, kw_only=True):
    """The clock chose for a seat, in entry `number`; the `in_a_row`th time in a row.

    `stand_in` says that a stand-in chose and not the default.
    """

    seat: int
    decision_kind: str
    number: int
    in_a_row: int
    stand_in: bool


class HandedBack(Announcement, frozen=True, kw_only=True):
    """Prepared choices of the user that could not be played, and why the first could not.

    `lines` are those that were typed. `code`, `rule`, `data` and `own` are those of a `Reason`.
    """

    seat: int
    decision_kind: str
    values: tuple[Any, ...]
    lines: tuple[str, ...] = ()
    code: str
    rule: str
    data: dict[str, Any]
    own: bool = False


class Undone(Announcement, frozen=True, kw_only=True):
    """Entry `number` took back entry `undoes` (and, with `consent`, everything after it)."""

    seat: int
    number: int
    undoes: int
    consent: bool


class VoteOpened(Announcement, frozen=True, kw_only=True):
    """The table is asked something."""

    vote_id: int


class VoteClosed(Announcement, frozen=True, kw_only=True):
    """The table has decided, or has not in time. A vote is void where its volunteer `is_gone`."""

    vote_id: int
    is_gone: bool = False


class SeatPassed(Announcement, frozen=True, kw_only=True):
    """A seat passed to someone else, or to a stand-in. `reason` names a message."""

    seat: int
    from_name: str
    to_name: str
    to_kind: str
    reason: str

    @property
    def supersedes(self) -> str | None:
        """Who goes away and comes back has one message of it: the other reasons are for good."""
        if self.reason not in ("away", "back"):
            return None
        return f"away:{self.game_id}:{self.seat}:{self.to_name}"

    @property
    def edits_within(self) -> Span:
        """Going away and coming back over and over fills no channel."""
        return BACK_AND_FORTH if self.supersedes is not None else 0


class PauseChanged(Announcement, frozen=True, kw_only=True):
    """The game stands still or goes on: `by` whom, None when the table voted so."""

    by: int | None

    @property
    def supersedes(self) -> str:
        """Standing still and going on by turns have one message."""
        return f"paused:{self.game_id}"

    @property
    def edits_within(self) -> Span:
        """Pausing and resuming over and over fills no channel."""
        return BACK_AND_FORTH


class Paused(PauseChanged, frozen=True, kw_only=True):
    """The game stands still; by itself where nobody `is_there`."""

    is_there: bool = True


class Resumed(PauseChanged, frozen=True, kw_only=True):
    """The game goes on, and so do its clocks."""


class Extended(Announcement, frozen=True, kw_only=True):
    """The table gave itself more time."""

    minutes: int


class ResultPost(Announcement, frozen=True, kw_only=True):
    """The game is over; what happened last is after entry `since`, up to entry `number`."""

    since: int
    number: int


class Ended(Announcement, frozen=True, kw_only=True):
    """The game was ended without a result: by consent, by the host, or because nobody is left."""

    reason: Literal["consent", "host", "nobody_left", "lobby_closed"]


AnyAnnouncement = (
    LobbyCard
    | Invited
    | Began
    | PhasePost
    | AwaitedEdit
    | PictureEdit
    | PostOver
    | YourTurn
    | SecretAsk
    | StillThere
    | News
    | Losses
    | Reminder
    | Lapsed
    | HandedBack
    | Undone
    | VoteOpened
    | VoteClosed
    | SeatPassed
    | Paused
    | Resumed
    | Extended
    | ResultPost
    | Ended
)


def announcement(message: Message) -> AnyAnnouncement:
    """What a message of the outbox is to say."""
    said: AnyAnnouncement = msgspec.convert(message.payload, AnyAnnouncement)
    return said


def in_channel(game: GameRow, said: Announcement, *, edits: int | None = None) -> list[NewMessage]:
    """The announcement for a game's channel; nothing where no channel hosts it.

    With `edits` it edits what became of an earlier message of the outbox.
    """
    if game.channel_id is None:
        return []
    return [
        NewMessage(
            kind=said.kind(),
            channel_id=game.channel_id,
            edits=edits,
            payload=msgspec.to_builtins(said),
            supersedes=said.supersedes,
        )
    ]


async def say_in_channel(tx: Transaction, game: GameRow, said: Announcement, now: Moment) -> None:
    """Announce something in a game's channel, by an edit where that is enough."""
    for message in in_channel(game, said):
        if said.edits_within:
            await outbox.post_or_edit(tx, game.id, message, now, within=said.edits_within)
        else:
            await outbox.post(tx, game.id, message, now)


def to_user(user_id: int, said: Announcement) -> NewMessage:
    """The announcement for a user's own messages."""
    return NewMessage(
        kind=said.kind(),
        user_id=user_id,
        payload=msgspec.to_builtins(said),
        supersedes=said.supersedes,
    )

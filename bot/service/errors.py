"""Refusals: what a chat can get wrong, as types with data, each with a message key.

`Refused` is the root: everything the service raises on purpose is one, and says itself in words
by `voices.refusal`. Nothing was changed when one is raised.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from engine.core.errors import HeraldError

if TYPE_CHECKING:
    from bot.service.responses import Desk, GameInfo, OrderSheet
    from engine.core.errors import IllegalChoice


class Refused(HeraldError):
    """Something the game master does not do. `key` names the message, `data` is for its slots."""

    key: ClassVar[str] = "refused"

    def __init__(self, **data: Any) -> None:
        super().__init__(data)
        self.data = data

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in self.data.items())
        return f"{self.key}{f' ({facts})' if facts else ''}"


class UnknownGame(Refused):
    """There is no such game."""

    key = "unknown_game"


class UnknownRules(Refused):
    """There is no rule set of that `name`."""

    key = "unknown_rules"


class NoLessonHere(Refused):
    """There is no lesson for these `rules`."""

    key = "no_lesson"


class AdviceOff(Refused):
    """The table plays without advice."""

    key = "advice_off"


class ChannelBusy(Refused):
    """The channel hosts a game already: `other`."""

    key = "channel_busy"

    def __init__(self, other: GameInfo) -> None:
        super().__init__(code=other.code)
        self.other = other


class BadOptions(Refused):
    """An option of the table that the rules do not know or allow: `field`, `code` and its data."""

    key = "bad_options"


class BadPace(Refused):
    """A pace nobody could play at: `field` says what is wrong with it."""

    key = "bad_pace"


class BadSeatCount(Refused):
    """The rules are for `least` to `most` players."""

    key = "bad_seat_count"


class BadName(Refused):
    """A name that is empty or too long: `longest`."""

    key = "bad_name"


class BadWord(Refused):
    """A word for the dice that is of no use: more than `longest` bytes, or for a `reason`.

    It is "unfit" to be shown, "no_word" but what others have without one, or was "used" before.
    """

    key = "bad_word"


class NotInLobby(Refused):
    """The game has begun, or is over: `status`."""

    key = "not_in_lobby"


class NotPlaying(Refused):
    """The game is not being played: `status` says why."""

    key = "not_playing"


class TableFull(Refused):
    """All `seats` seats are taken."""

    key = "table_full"


class SeatedAlready(Refused):
    """The user sits in this game: `seat`."""

    key = "seated_already"


class KnowsAnotherSeat(Refused):
    """The user has played another seat of this game, and has seen what is hidden there: `seat`."""

    key = "knows_another_seat"


class NotAllowed(Refused):
    """The user may not do this with this game: `power`."""

    key = "not_allowed"


class NotMember(NotAllowed):
    """The user is not on the game's server, or cannot see its channel: `power`."""

    key = "not_member"


class RightsUnknown(NotAllowed):
    """What the user may do there cannot be looked up just now: `power`."""

    key = "rights_unknown"


class NotSeated(NotAllowed):
    """The user has no seat in this game."""

    key = "not_seated"


class StandInPlays(NotAllowed):
    """A stand-in plays for the user; they can come back with `Seats.come_back`."""

    key = "stand_in_plays"


class OutOfTheGame(NotAllowed):
    """By the rules the user's seat is out of the game: those who still play decide."""

    key = "out_of_the_game"


class ColourTaken(Refused):
    """The colour is another seat's, or none of the six: `colour`, and `free` ones."""

    key = "colour_taken"


class NoLobbyChoice(Refused):
    """The rules, or the table's options, leave nothing to choose in the lobby."""

    key = "no_lobby_choice"


class PreferenceTaken(Refused):
    """What a player chose in the lobby is another's already, or not to be had at this table."""

    key = "preference_taken"


class NotHost(NotAllowed):
    """Only the host, or a moderator, may do this: `host`."""

    key = "not_host"


class TooFewPlayers(Refused):
    """The rules need `least` players; `seated` sit here."""

    key = "too_few_players"


class NoHumans(Refused):
    """A table of nobody but AI players does not begin."""

    key = "no_humans"


class WrongChoice(Refused):
    """The rules do not allow a choice: `illegal` is the engine's reason, `sentence` its words.

    `rule` is the rulebook's anchor, or empty.
    """

    key = "wrong_choice"

    def __init__(self, illegal: IllegalChoice, sentence: str) -> None:
        super().__init__(code=illegal.code, sentence=sentence)
        self.illegal = illegal
        self.sentence = sentence
        self.rule = illegal.rule


class StalePress(Refused):
    """The panel was made for a question that is gone or was answered: `desk` is true now."""

    key = "stale_press"

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk


class BadOrders(Refused):
    """Typed orders with a line that cannot be carried out.

    None was, but for the first `done` lines if the same orders were interrupted before.
    """

    key = "bad_orders"

    def __init__(self, sheet: OrderSheet, done: int = 0) -> None:
        lines = [line.number for line in sheet.lines if not line.is_good]
        super().__init__(lines=lines, done=done)
        self.sheet = sheet


class OrdersInterrupted(Refused):
    """The store failed after `done` of so many `lines`; the same click again does the rest."""

    key = "orders_interrupted"


class TooBusy(Refused):
    """The user has as many requests waiting as anybody may have."""

    key = "too_busy"


class NeedsConsent(Refused):
    """Nothing can be taken back alone. With consent: the user's choice `number`, 0 if none."""

    key = "needs_consent"


class NothingToUndo(Refused):
    """There is no choice of the user's that could be taken back, not even with consent."""

    key = "nothing_to_undo"


class OpenNow(Refused):
    """A choice can't be prepared for a decision that is open: make it (`decision`)."""

    key = "open_now"


class UnknownKind(Refused):
    """The rules never ask a decision of that `kind`."""

    key = "unknown_kind"


class TooManyLessons(Refused):
    """A user has begun as many practice games as one may in a day: `most`."""

    key = "too_many_lessons"


class TooManyLobbies(Refused):
    """A user has as many games waiting for players as one may have: `most`."""

    key = "too_many_lobbies"


class TooManyOpened(Refused):
    """A user has opened as many games as one may in a day: `most`."""

    key = "too_many_opened"


class MayNotOpen(Refused):
    """On this server only moderators open games, or members with a role: `opened_by`."""

    key = "may_not_open"


class NoGamesHere(Refused):
    """On this server games are played in other `channels`."""

    key = "no_games_here"


class ServerFull(Refused):
    """On this server `most` games are played at once."""

    key = "server_full"


class TooManyPrepared(Refused):
    """A seat has prepared as many choices as are kept: `most`."""

    key = "too_many_prepared"


class VoteRunning(Refused):
    """A vote of this `kind` is open already: `vote_id`."""

    key = "vote_running"


class VoteOver(Refused):
    """The vote is closed: `state`."""

    key = "vote_over"


class NoMoreExtensions(Refused):
    """This phase was prolonged as often as the table allows: `most`."""

    key = "no_more_extensions"


class NothingToExtend(Refused):
    """No clock runs."""

    key = "nothing_to_extend"


class SeatOccupied(Refused):
    """Someone plays that seat and has not been missed: `seat`."""

    key = "seat_occupied"


class NotFinished(Refused):
    """The game is not over, so there is no result."""

    key = "not_finished"


class GameMovedOn(Refused):
    """Someone else, in another process, was faster. Asking again works on what is true now."""

    key = "game_moved_on"

"""Who may do what in a game: one table, and the one function that reads it.

Powers follow the game, not the place where a command is typed. A chat looks up what a user may do
in the game's own channel and server (`Rights`); rights and seats make their roles, and roles their
powers. docs/powers.md is this table (`as_page`); a test keeps it equal.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from bot.service.errors import (
    NotAllowed,
    NotHost,
    NotMember,
    NotSeated,
    RightsUnknown,
    StandInPlays,
)
from bot.service.requests import Actor
from bot.service.responses import GameInfo


class Role(Enum):
    """What someone is to a game; one person can be several of these at once."""

    HOST = "Host"
    MODERATOR = "Moderator"
    PLAYER = "Player"
    AWAY = "Player, stand-in plays"
    MEMBER = "Sees the channel"
    GUEST = "Outsider, open game"
    OUTSIDER = "Outsider"


class Power(Enum):
    """Something that can be done with a game, in words for docs/powers.md."""

    SEE = "See the game: map, board, log, status, result, record, replay"
    JOIN = "Join the lobby"
    ASK_FOR_SEAT = "Ask the table for a seat without a person, or of who missed two clocks in a row"
    REMATCH = "Open a rematch"
    OPEN_PANEL = "Open one's own panel"
    PLAY = "Choose, give and prepare orders, take one's own choice back"
    SET_UP_OWN_SEAT = "Choose one's colour, civilization and word for the dice in the lobby"
    GO_AWAY = "Let a stand-in play"
    COME_BACK = "Take one's seat back from a stand-in"
    LEAVE = "Leave the game"
    CALL_VOTE = "Ask the table for a pause, more time, an undo or the end"
    VOTE = "Vote"
    VOTE_FOR_ALL = "Vote where everybody has to agree: undo beyond a reveal, end"
    HAND_OVER = "Give one's own seat to someone"
    SET_OPTIONS = "Change the table's options, seats, pace and who may watch"
    SEAT_AI = "Add an AI player, remove a seat from the lobby"
    START = "Start the game"
    PAUSE = "Pause the game and let it go on, without a vote"
    END = "End the game without a result, without a vote"
    GIVE_SEAT = "Give away a seat whose player is away or missed two clocks in a row"
    SET_HOST = "Make another player the host"


_HOSTING: Final = frozenset({Role.HOST, Role.MODERATOR})
_SEATED: Final = frozenset({Role.PLAYER, Role.AWAY})
_PLAYING: Final = frozenset({Role.PLAYER})
_THERE: Final = frozenset({Role.MEMBER})

TABLE: Final[dict[Power, frozenset[Role]]] = {
    Power.SEE: _HOSTING | _SEATED | _THERE | {Role.GUEST},
    Power.JOIN: _THERE,
    Power.ASK_FOR_SEAT: _THERE,
    Power.REMATCH: _THERE,
    Power.OPEN_PANEL: _SEATED,
    Power.PLAY: _PLAYING,
    Power.SET_UP_OWN_SEAT: _PLAYING,
    Power.GO_AWAY: _PLAYING,
    Power.COME_BACK: _SEATED,
    Power.LEAVE: _SEATED,
    Power.CALL_VOTE: _PLAYING,
    Power.VOTE: _PLAYING,
    Power.VOTE_FOR_ALL: _SEATED,
    Power.HAND_OVER: _SEATED,
    Power.SET_OPTIONS: _HOSTING,
    Power.SEAT_AI: _HOSTING,
    Power.START: _HOSTING,
    Power.PAUSE: _HOSTING,
    Power.END: _HOSTING,
    Power.GIVE_SEAT: _HOSTING,
    Power.SET_HOST: _HOSTING,
}
"""Which roles have a power: any one of them is enough."""


def is_hosting(power: Power) -> bool:
    """Whether a power is one of the host and of moderators alone."""
    return TABLE[power] == _HOSTING


def roles_of(actor: Actor, info: GameInfo) -> frozenset[Role]:
    """What someone is to a game, by their rights in its own channel and server."""
    rights, game = actor.rights, info.game
    found: set[Role] = set()
    if rights.sees:
        found.add(Role.MEMBER)
    if rights.moderates:
        found.add(Role.MODERATOR)
    if rights.member:
        if rights.known and actor.user_id == game.host_user_id:
            found.add(Role.HOST)
        seat = info.seat_of(actor.user_id)
        if seat is not None:
            found.add(Role.PLAYER if seat.kind == "human" else Role.AWAY)
    if not found:
        found.add(Role.GUEST if game.open_to_outsiders else Role.OUTSIDER)
    return frozenset(found)


def powers_of(actor: Actor, info: GameInfo) -> frozenset[Power]:
    """All that someone may do with a game."""
    roles = roles_of(actor, info)
    return frozenset(power for power, enough in TABLE.items() if roles & enough)


def require(power: Power, actor: Actor, info: GameInfo) -> None:
    """Raise a `NotAllowed` that says what is missing, unless someone has a power."""
    if power in powers_of(actor, info):
        return
    if not actor.rights.known:
        raise RightsUnknown(power=power.name)
    roles, enough = roles_of(actor, info), TABLE[power]
    if roles <= {Role.OUTSIDER, Role.GUEST}:
        raise NotMember(power=power.name)
    if enough == _HOSTING:
        raise NotHost(host=info.game.host_user_id)
    if Role.AWAY in roles and Role.PLAYER in enough:
        raise StandInPlays()
    if enough <= _SEATED:
        raise NotSeated()
    raise NotAllowed(power=power.name)


_INTRODUCTION = """\
# Who may do what

Made from the table in `bot/service/seats/powers.py`; do not edit it here.

Powers follow the game, not the place where a command is typed. Rights are looked up in the game's
own channel and server: a game's code gives nothing to someone elsewhere. A member who was kicked,
was banned or has left the server is an outsider, and so is a member who cannot see the channel,
unless they play. A moderator has the permission *Manage Channels*, *Manage Server* or
*Administrator* in the game's own channel. Outsiders see a game only where its host or a moderator
has opened it to them (`/game options`); games are private at first. One person can have several
roles; any one of them is enough.

A player whom the rules have put out of the game keeps the seat and may ask the table, but has no
vote as long as a person plays who is not out.
"""


def as_page() -> str:
    """The table as the page docs/powers.md."""
    head = f"| | {' | '.join(role.value for role in Role)} |\n| --- |{' :-: |' * len(Role)}"
    rows = [
        f"| {power.value} | {' | '.join('yes' if role in TABLE[power] else '' for role in Role)} |"
        for power in Power
    ]
    return "\n".join((_INTRODUCTION, head, *rows, ""))

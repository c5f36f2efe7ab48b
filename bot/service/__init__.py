"""The service: runs games and keeps their books. It alone joins the engine and the store.

`Herald` is everything a chat can ask for, by its parts: `lobby` before the start; `play`,
`batches`, `orders`, `prepared`, `turn_ends` and `undo` for choices; `seats` and `votes` for who
sits and what the table decides; `look` for what anybody may see; `scheduler` for time.

>>> async with await Store.open("sqlite:///herald.db") as store:
...     herald = Herald(store)
...     game = await herald.lobby.open(NewLobby(ruleset="standard", host=Person(1, "Ada")))
...     await herald.lobby.join(game.id, Person(2, "Bea"))
...     await herald.lobby.start(game.id, Actor(1))
...     view = await herald.look.view(game.id)  # what a spectator may know
...     desk = await herald.look.desk(game.id, 2)  # what Bea is asked
...     asked = desk.decisions[0].decision
...     answer = next(asked.grammar.enumerate())
...     await herald.play.choose(game.id, 2, asked.id, answer, interaction="1234")
...     await herald.votes.pause(game.id, Actor(1))
...     await herald.scheduler.run()  # clocks, reminders, AI players, until cancelled

`requests` and `responses` are what goes in and comes out, `errors` what can be wrong, `announcing`
what is to be posted afterwards.
"""

from bot.service.errors import Refused
from bot.service.herald import Herald
from bot.service.requests import COLOURS, Actor, NewLobby, Person, Rights
from bot.service.responses import (
    Asked,
    Awaited,
    BatchResult,
    CatchUp,
    Desk,
    DoneForYou,
    Export,
    GameInfo,
    GamesBoard,
    InboxItem,
    LogGroup,
    LogPage,
    NotDone,
    OrderLine,
    OrderSheet,
    Receipt,
    Result,
    Returned,
    Standing,
    Status,
    VoteInfo,
    WholeAnswer,
)
from bot.service.timing.time_source import SystemTime, Time
from bot.store import Store
from bot.store.errors import BrokenChain, DatabaseCorrupt, StoreError
from bot.store.games import AtTheEnd, GameRow, Pace, PaceKind, at_pace
from bot.store.outbox import Backoff, Message
from bot.store.people import ServerSettings, User
from bot.store.prepared import Prepared
from bot.store.seats import Seat
from bot.store.server_lock import ServerLock, serving_server_alone
from bot.store.serving_lock import serving_alone
from bot.store.votes import Vote
from engine.notation.phrases import Phrase, Phrases

__all__ = [
    "COLOURS",
    "Actor",
    "Asked",
    "AtTheEnd",
    "Awaited",
    "Backoff",
    "BatchResult",
    "BrokenChain",
    "CatchUp",
    "DatabaseCorrupt",
    "Desk",
    "DoneForYou",
    "Export",
    "GameInfo",
    "GameRow",
    "GamesBoard",
    "Herald",
    "InboxItem",
    "LogGroup",
    "LogPage",
    "Message",
    "NewLobby",
    "NotDone",
    "OrderLine",
    "OrderSheet",
    "Pace",
    "PaceKind",
    "Person",
    "Phrase",
    "Phrases",
    "Prepared",
    "Receipt",
    "Refused",
    "Result",
    "Returned",
    "Rights",
    "Seat",
    "ServerLock",
    "ServerSettings",
    "Standing",
    "Status",
    "Store",
    "StoreError",
    "SystemTime",
    "Time",
    "User",
    "Vote",
    "VoteInfo",
    "WholeAnswer",
    "at_pace",
    "serving_alone",
    "serving_server_alone",
]

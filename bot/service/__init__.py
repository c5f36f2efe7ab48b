"""The service: the game master without a mouth. It alone joins the engine and the store.

`Herald` is everything a chat can ask for. `requests` and `answers` are what goes in and comes out,
`errors` what can be wrong, `announcements` what is to be said, `phrases` legal choices in words.

>>> async with await Store.open("sqlite:///herald.db") as store:
...     herald = Herald(store)
...     lobby = await herald.open_lobby(NewLobby(ruleset="standard", host=Person(1, "Ada")))
...     await herald.join(lobby.id, Person(2, "Bea"))
...     await herald.start(lobby.id, Actor(1))
...     desk = await herald.desk(lobby.id, 2)
"""

from bot.service.clock.time_source import SystemTime, Time
from bot.service.errors import Refused
from bot.service.herald import Herald
from bot.service.requests import COLOURS, Actor, NewLobby, Person, Rights
from bot.service.responses import (
    Asked,
    Awaited,
    Desk,
    Export,
    GameInfo,
    InboxItem,
    LogPage,
    OrderLine,
    OrderSheet,
    Receipt,
    Result,
    Returned,
    Status,
    VoteInfo,
)
from bot.store.games import Pace
from engine.notation.phrases import Phrase, Phrases

__all__ = [
    "COLOURS",
    "Actor",
    "Asked",
    "Awaited",
    "Desk",
    "Export",
    "GameInfo",
    "Herald",
    "InboxItem",
    "LogPage",
    "NewLobby",
    "OrderLine",
    "OrderSheet",
    "Pace",
    "Person",
    "Phrase",
    "Phrases",
    "Receipt",
    "Refused",
    "Result",
    "Returned",
    "Rights",
    "Status",
    "SystemTime",
    "Time",
    "VoteInfo",
]

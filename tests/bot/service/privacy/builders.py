"""Somebody with a life full of games, who wants to be forgotten."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import select

from bot.service import Actor, Herald, NewLobby, Person
from bot.store import Store
from bot.store.people import User
from bot.store.tables import metadata
from engine.core.registry import add_ruleset
from tests.bot.service.builders import (
    ADA,
    BEA,
    CHRIS,
    DAY_PACE,
    HOST,
    a_click,
    answer,
    awaited,
    play_to_the_end,
)

add_ruleset("skirmish", "tests.toy.skirmish")

ZOE = Person(987_654_321_012_345_678, "Zoé Quux")
"""Nobody else has anything of that number or name."""
ID = ZOE.user_id
ZONE = "Europe/Budapest"
"""Where she lives, as far as she has said."""
TRACES = (
    str(ID).encode(),
    ID.to_bytes(8, "big"),
    ID.to_bytes(8, "little"),
    "zoé quux".encode(),
    b"Quux",
    b"quux",
    b"QUUX",
    ZONE.encode(),
)


async def a_game_with_her(herald: Herald, rules: str = "skirmish", **agreed: Any) -> int:
    """A game of Ada, who hosts it, and Zoé, that has begun."""
    info = await a_lobby_with_her(herald, rules, **agreed)
    await herald.lobby.start(info, HOST)
    await herald.scheduler.tick()
    return info


async def a_lobby_with_her(herald: Herald, rules: str = "skirmish", **agreed: Any) -> int:
    channel = int(a_click().split()[1]) + 5000
    agreed.setdefault("options", {"turn_limit": 1})
    new = NewLobby(ruleset=rules, host=ADA, channel_id=channel, pace=DAY_PACE, seats=3, **agreed)
    info = await herald.lobby.open(new)
    await herald.lobby.join(info.id, ZOE, interaction=a_click())
    return info.id


async def in_twenty_games(herald: Herald) -> dict[str, list[int]]:
    """Zoé in twenty games, in every way that there is; their numbers, by what became of them."""
    await herald.save_me(User(user_id=ID, notify="dm", time_zone=ZONE))
    over = [await a_game_with_her(herald) for _ in range(4)]
    over.append(await a_game_with_her(herald, "standard"))
    for game in over:
        await play_to_the_end(herald, game)
    running = [await a_game_with_her(herald, rules) for rules in ("standard", "rhye", "skirmish")]
    running += [await a_game_with_her(herald) for _ in range(2)]
    await herald.votes.pause(running[-1], HOST)
    away, left, replaced, voted, typed = [await a_game_with_her(herald) for _ in range(5)]
    await herald.seats.stand_in(away, ID)
    await herald.seats.leave(left, ID)
    await herald.seats.leave(replaced, ID)
    await herald.seats.replace(replaced, 1, CHRIS, HOST)
    await herald.votes.propose(voted, ID, "pause")
    waiting = [await a_lobby_with_her(herald) for _ in range(2)]
    asked = await a_game_of_others(herald)
    await herald.votes.volunteer(asked, 1, ZOE)
    refused = await a_game_of_others(herald)
    vote = await herald.votes.volunteer(refused, 1, ZOE)
    await herald.votes.vote(refused, ADA.user_id, vote.vote.id, False)
    hosted = await herald.lobby.open(NewLobby(ruleset="skirmish", host=ZOE, channel_id=4999))
    await herald.lobby.join(hosted.id, BEA)
    await herald.lobby.start(hosted.id, Actor(ID))
    await herald.prepared.prepare_orders(
        typed, ADA.user_id, "march", "attack ZOÉ QUUX\nwait for Zoé Quux"
    )
    lesson = await herald.lessons.begin(ZOE, "standard")
    return {
        "over": over,
        "running": [*running, away, voted, typed, hosted.id],
        "not hers": [left, replaced, asked, refused],
        "waiting": waiting,
        "practice": [lesson.id],
    }


async def a_game_of_others(herald: Herald) -> int:
    """A game in which a seat could be had: its player has left."""
    channel = int(a_click().split()[1]) + 5000
    new = NewLobby(ruleset="skirmish", host=ADA, channel_id=channel, pace=DAY_PACE, seats=3)
    info = await herald.lobby.open(new)
    for person in (BEA, CHRIS):
        await herald.lobby.join(info.id, person)
    await herald.lobby.start(info.id, HOST)
    await herald.seats.leave(info.id, BEA.user_id)
    return info.id


async def everybody_chooses(herald: Herald, game: int) -> None:
    """Who is awaited answers once."""
    for user in await awaited(herald, game):
        await answer(herald, game, user)


def traces_in(file: Path) -> list[str]:
    """Where in the files of a database something of her stands."""
    parts = [file, *file.parent.glob(f"{file.name}-*")]
    content = {each.name: each.read_bytes() for each in parts}
    return [
        f"{name}: {trace!r}" for name, held in content.items() for trace in TRACES if trace in held
    ]


async def rows_with_her(store: Store) -> list[str]:
    """Every row of every table in which something of her stands."""
    found = []
    async with store.reading() as tx:
        for table in metadata.sorted_tables:
            for row in await tx.plain(select(table)):
                said = repr(
                    {k: bytes(v) if isinstance(v, memoryview) else v for k, v in row.items()}
                )
                if str(ID) in said or "quux" in said.casefold():
                    found.append(f"{table.name}: {said}")
    return found

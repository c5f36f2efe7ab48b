"""Games in full swing for a crowd to play: a few are played, and the rest are copies of their rows.

Playing a thousand games to their middle would take longer than what is to be measured.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from sqlalchemy import Table, bindparam, select, update

from bot.service import Actor, Herald, NewLobby, Person
from bot.service.game import loading
from bot.store import Store, Transaction, games, seats, tables
from bot.store.choices import LogEntry, checksum
from bot.store.connection import adding
from engine.core.decision import Choice
from engine.core.game import Game
from engine.core.policies import Eyes, policy
from engine.core.registry import ruleset, rulesets

KINDS = 12
"""How many games are really played: each of another rule set, size or age."""
AGES = (20, 60, 120, 200)
"""After so many choices the copies are made."""
SPACING = 100
"""User ids of one game are so far from those of the next."""

_COPIED = (tables.seats, tables.choices, tables.snapshots, tables.clocks)
_OUTBOX = tables.outbox_messages
_ALL_SENT = (
    update(_OUTBOX)
    .where(_OUTBOX.c.game_id == bindparam("game"), _OUTBOX.c.state == "pending")
    .values(state="sent", sent_message_id=_OUTBOX.c.id, done_at=_OUTBOX.c.created_at)
)


class Script(NamedTuple):
    """What the people of one game will choose, in order."""

    game_id: int
    users: tuple[int, ...]
    choices: tuple[Choice, ...]


async def a_thousand_games(
    store: Store, count: int, choices: int, ages: Sequence[int] | None = None
) -> list[Script]:
    """Put so many games into an empty store, each with so many choices to be made in it.

    `ages` are those of the games, in choices; what they have announced counts as sent.
    """
    ages = ages or AGES
    herald = Herald(store, rng=Random(2002))
    found: list[Script] = []
    kinds = min(KINDS, count)
    for kind in range(kinds):
        name = rulesets()[kind % len(rulesets())]
        sizes = list(ruleset(name).seats)
        players = sizes[kind % len(sizes)]
        script = await _play(herald, name, players, ages[kind % len(ages)], kind, choices)
        found.append(script)
        share = (count - kind - 1) // kinds
        found += await _copies(store, script, players, share, first=len(found) + 1 + kinds * 2)
    return found


async def _play(
    herald: Herald, ruleset: str, players: int, age: int, number: int, choices: int
) -> Script:
    users = tuple(range(number * SPACING + 1, number * SPACING + players + 1))
    new = NewLobby(
        ruleset=ruleset,
        host=Person(users[0], "Ada"),
        seats=players,
        guild_id=1,
        channel_id=number + 1,
    )
    info = await herald.lobby.open(new)
    for user in users[1:]:
        await herald.lobby.join(info.id, Person(user, f"Guest {user}"))
    await herald.lobby.start(info.id, Actor(users[0]))
    ahead = await _engine_game(herald.store, info.id)
    for at, choice in enumerate(_random_choices(ahead, age, number)):
        user = users[choice.seat]
        await herald.play.choose(
            info.id, user, choice.decision, choice.value, interaction=f"{number}:{at}"
        )
    async with herald.store.transaction(info.id) as tx:
        await tx.write(_ALL_SENT, {"game": info.id})
    return Script(info.id, users, tuple(_random_choices(ahead, choices, number + KINDS)))


async def _engine_game(store: Store, game_id: int) -> Game:
    """The engine's game of a stored one, to find out what can be chosen in it."""
    async with store.reading() as tx:
        row = await games.get(tx, game_id)
        position = await loading.position(tx, row, await seats.of_game(tx, game_id))
    return position.game


def _random_choices(game: Game, count: int, seed: int) -> list[Choice]:
    """What random players choose next; the game is played on."""
    rng, player = Random(seed), policy("random")
    found: list[Choice] = []
    while len(found) < count:
        awaited = [decision for decision in game.pending() if decision.blocking]
        if not awaited:
            break
        seat = awaited[0].seat
        own = [decision for decision in game.pending() if decision.seat == seat]
        choice = player.choose(Eyes(game.rules, seat, own, game.view), rng)
        game.play(choice)
        found.append(choice)
    return found


async def _copies(
    store: Store, script: Script, players: int, count: int, *, first: int
) -> list[Script]:
    """Copy all rows of a game for others, with users and channels of their own."""
    found: list[Script] = []
    async with store.transaction() as tx:
        row = (await _rows(tx, tables.games, tables.games.c.id == script.game_id))[0]
        below = {
            table: await _rows(tx, table, table.c.game_id == script.game_id) for table in _COPIED
        }
        said = await _rows(tx, _OUTBOX, _OUTBOX.c.game_id == script.game_id)
        for at in range(count):
            place = first * 10_000 + at
            users = tuple(range(place * SPACING, place * SPACING + players))
            fresh = {"id": None, "code": f"Z{place}", "channel_id": place}
            game_id = await tx.insert(tables.games, _without_id(row | fresh))
            for table, rows in below.items():
                copied = [_copy(each, game_id, users) for each in rows]
                await tx.write(adding(table), copied)
            await _copy_messages(tx, said, game_id, place)
            found.append(Script(game_id, users, script.choices))
    return found


async def _copy_messages(
    tx: Transaction, said: Sequence[Mapping[str, Any]], game_id: int, place: int
) -> None:
    """Copy what a game has announced: the originals, then the edits, which refer to them."""
    numbers: dict[int, int] = {}
    for is_edit in (False, True):
        rows = [each for each in said if (each["edits"] is not None) == is_edit]
        copied = [
            _without_id(each)
            | {
                "game_id": game_id,
                "payload": each["payload"] | {"game_id": game_id},
                "nonce": f"{game_id}.{each['id']}",
                "target": f"channel:{place}" if each["channel_id"] else each["target"],
                "channel_id": place if each["channel_id"] else None,
                "edits": numbers.get(each["edits"]),
            }
            for each in rows
        ]
        if copied:
            made = await tx.insert_all(_OUTBOX, copied)
            numbers |= dict(zip((each["id"] for each in rows), made, strict=True))


async def _rows(tx: Transaction, table: Table, where: Any) -> list[dict[str, Any]]:
    return await tx.plain(select(table).where(where))


def _copy(row: Mapping[str, Any], game_id: int, users: Sequence[int]) -> dict[str, Any]:
    fresh = _without_id(row) | {"game_id": game_id}
    if "interaction_id" in fresh:
        fresh["interaction_id"] = None
    if "user_id" in fresh:
        fresh["user_id"] = users[fresh["seat"]]
    if "checksum" in fresh:
        fresh["checksum"] = checksum(LogEntry(**fresh))
    return fresh


def _without_id(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "id"}

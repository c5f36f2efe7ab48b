"""A damaged log shows no wrong history: it is refused in words, and the game goes on without it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete

from bot.service import BrokenChain, Herald, Store
from bot.store import choices, tables
from bot.store.choices import LogEntry
from tests.bot.discord.builders.players import Players
from tests.bot.discord.builders.world import World, finish
from tests.bot.service.builders import ADA
from tests.bot.service.damage.builders import a_played_game, change, entry

DEPTH = 4
DAMAGED = 2

Reading = Callable[[Herald, int], Awaitable[Any]]
READINGS: dict[str, Reading] = {
    "log": lambda herald, game: herald.look.log(game, ADA.user_id),
    "log of some": lambda herald, game: herald.look.log(
        game, None, since=DAMAGED - 1, until=DAMAGED
    ),
    "latest page": lambda herald, game: herald.look.log_page(game, ADA.user_id, letters=4000),
    "page after": lambda herald, game: herald.look.log_page(game, None, first=1, letters=4000),
    "page before": lambda herald, game: herald.look.log_page(game, None, last=8, letters=4000),
    "digest": lambda herald, game: herald.look.digest(game, ADA.user_id, since=0),
    "digest of one": lambda herald, game: herald.look.digest(
        game, None, since=DAMAGED - 1, until=DAMAGED, limit=1
    ),
    "happened": lambda herald, game: herald.look.happened(game, 0, DEPTH),
    "heard": lambda herald, game: herald.look.heard(game, ADA.user_id),
    "mark": lambda herald, game: herald.look.log_mark(game, DAMAGED),
    "export": lambda herald, game: herald.look.export(game, ADA.user_id),
}
SOUND_BY_LINKS_ALONE = {"mark"}
"""What reads one entry by itself, so that nothing tells what came before it."""


async def played(herald: Herald) -> int:
    return await a_played_game(herald, DEPTH)


async def shown_by(game: int, readings: Iterable[str], *heralds: Herald) -> list[str]:
    """Those of some ways to read a log that do not refuse it."""
    found = []
    for herald in heralds:
        for name in readings:
            try:
                await READINGS[name](herald, game)
            except BrokenChain:
                continue
            found.append(name)
    return found


async def kept(store: Store, game_id: int, number: int) -> LogEntry:
    async with store.reading() as tx:
        found = await choices.get(tx, game_id, number)
    assert found is not None
    return found


async def test_a_sound_log_is_read(herald: Herald) -> None:
    game = await played(herald)
    for name, read in READINGS.items():
        assert await read(herald, game) is not None, name


@pytest.mark.parametrize(
    "damage", ["value", "seat", "draws", "audience", "place", "turn", "revealed", "hash"]
)
async def test_a_damaged_entry_is_shown_by_no_query(
    herald: Herald, store: Store, damage: str
) -> None:
    game = await played(herald)
    sound = await kept(store, game, DAMAGED)
    events = [dict(each) for each in sound.events]
    ways: dict[str, dict[str, Any]] = {
        "value": {"value": "gobi" if sound.value != "gobi" else "sahara"},
        "seat": {"seat": 1 - (sound.seat or 0)},
        "draws": {"draws": [[6, 1]]},
        "audience": {"events": [each | {"audience": [0, 1]} for each in events]},
        "place": {"events": [each | {"event": each["event"] | {"seat": 1}} for each in events]},
        "turn": {"turn": sound.turn + 3},
        "revealed": {"revealed": not sound.revealed},
        "hash": {"hash": "0" * 64},
    }
    changed = ways[damage]
    if changed.get("events") == sound.events:
        changed = {"events": []}
    await change(store, entry(game, DAMAGED).values(**changed))
    # One that has the game in memory, and one that knows nothing of it.
    assert await shown_by(game, READINGS, herald, Herald(store, herald.time)) == []


@pytest.mark.parametrize("damage", ["gone", "of another game"])
async def test_a_log_with_a_gap_or_a_foreign_entry_is_shown_by_no_query(
    herald: Herald, store: Store, damage: str
) -> None:
    game, other = await played(herald), await played(herald)
    if damage == "gone":
        for table in (tables.snapshots, tables.choices):
            where = table.c.game_id == game, table.c.number == DAMAGED
            async with store.transaction() as tx:
                await tx.write(delete(table).where(*where))
    else:
        foreign = await kept(store, other, DAMAGED)
        names = ("seat", "by", "decision", "value", "draws", "undoes", "prev_hash", "hash")
        values = {name: getattr(foreign, name) for name in (*names, "state_hash")}
        put_in = msgspec.structs.replace(await kept(store, game, DAMAGED), **values)
        # It is sound in itself: only the links can tell.
        values["checksum"] = choices.checksum(put_in)
        await change(store, entry(game, DAMAGED).values(**values))
    linked = READINGS.keys() - SOUND_BY_LINKS_ALONE
    assert await shown_by(game, sorted(linked), herald, Herald(store, herald.time)) == []


@pytest.mark.parametrize(("number", "turn", "asked"), [(1, 9, 1), (2, 0, 0), (4, 9, 1), (3, 0, 0)])
async def test_the_end_of_a_turn_is_not_taken_from_a_damaged_entry(
    herald: Herald, store: Store, number: int, turn: int, asked: int
) -> None:
    game = await played(herald)
    # What was played belongs to the first turn, as if another had begun before.
    for each in range(1, DEPTH + 1):
        sound = msgspec.structs.replace(await kept(store, game, each), turn=1)
        values = {"turn": 1, "checksum": choices.checksum(sound)}
        await change(store, entry(game, each).values(**values))
    true = [await herald.look.end_of_turn(game, each) for each in (0, 1)]
    assert true == [0, DEPTH]
    await change(store, entry(game, number).values(turn=turn))
    try:
        assert await herald.look.end_of_turn(game, asked) == true[asked]
    except BrokenChain:
        assert (number, turn) != (1, 9), "it does not matter for the end of the turn"


async def test_players_are_called_and_play_on_though_the_log_is_damaged(world: World) -> None:
    people = await world.running(2)
    game, rng = await world.game(), Random(7)

    async def choose() -> None:
        (up, *_) = await world.awaited()
        await finish(up, await up.slash("play"), rng)

    await choose()
    world.expected.append("the entry was changed")
    await change(world.herald.store, entry(game.id, 1).values(events=[]))
    (up,) = await world.awaited()
    panel = await up.slash("play")
    assert "damaged and is not shown" in panel and "Please tell the person" in panel
    await choose()
    await world.pass_time(hours=0.1)
    edited = [each for each in world.posts() if "damaged and is not shown" in each]
    assert edited and "Waiting for" in edited[-1] and " · log " not in edited[-1]
    refused = await people[0].slash("log")
    assert "the stored data of this is damaged" in refused and "Traceback" not in refused


async def test_a_game_with_a_damaged_log_ends_with_its_result_and_no_proof(world: World) -> None:
    await world.running(2, rules="fast_play", turn_limit=1)
    game = await world.game()
    players = Players(world, 3, advised=0.9)
    await players.choose((await world.awaited())[0])
    world.expected.append("entry")
    await change(world.herald.store, entry(game.id, 1).values(at=5))
    await players.play()
    result = world.posts()[-1]
    assert "The secret of the dice" in result and "Its log is damaged" in result
    assert "The seal of the log" not in result

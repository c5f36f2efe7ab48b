"""Damaged rows of a game: made again from the log, or refused in words; other games go on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, text, update

from bot.service import BrokenChain, Herald, Store
from bot.store import choices, clocks, outbox, tables
from bot.store.errors import DatabaseCorrupt
from tests.bot.discord.builders.world import World
from tests.bot.service.builders import (
    ADA,
    BEA,
    a_click,
    a_game,
    answer,
    awaited,
    hours,
    messages_of,
)
from tests.bot.service.damage.builders import a_played_game, change, entry

DEPTH = 3


def again(herald: Herald) -> Herald:
    """Herald after a restart: nothing is in memory."""
    return Herald(herald.store, herald.time)


async def played(herald: Herald) -> int:
    return await a_played_game(herald, DEPTH)


def snapshot(game_id: int, number: int) -> Any:
    kept = tables.snapshots
    return update(kept).where(kept.c.game_id == game_id, kept.c.number == number)


async def state_of(store: Store, game_id: int, number: int) -> bytes:
    async with store.reading() as tx:
        found = await choices.snapshot(tx, game_id, number)
    assert found is not None and found.number == number
    return found.state


@pytest.mark.parametrize("damage", ["nonsense", "empty", "another state", "another letter"])
async def test_undo_makes_a_damaged_state_again_from_the_log(
    herald: Herald, store: Store, damage: str
) -> None:
    game = (await a_game(herald)).id
    await answer(herald, game, (await awaited(herald, game))[0])
    (user,) = await awaited(herald, game)
    earlier = await herald.look.view(game, user)
    await answer(herald, game, user)
    assert (await herald.look.desk(game, user)).can_take_back
    number = 2
    sound = await state_of(store, game, number - 1)
    damaged = {
        "nonsense": b"\xff\xfenonsense",
        "empty": b"",
        "another state": await state_of(store, game, number),
        "another letter": sound[:-9] + bytes([sound[-9] ^ 0x40]) + sound[-8:],
    }[damage]
    before = await herald.look.view(game, user)
    await change(store, snapshot(game, number - 1).values(state=damaged))
    restarted = again(herald)
    assert await restarted.look.view(game, user) == before
    await restarted.undo.alone(game, user, interaction=a_click())
    assert await restarted.look.view(game, user) == earlier
    await answer(restarted, game, (await awaited(restarted, game))[0])


@pytest.mark.parametrize("damage", ["other game", "other moment", "gone", "nonsense"])
async def test_a_moment_of_the_past_is_never_shown_from_a_damaged_state(
    herald: Herald, store: Store, damage: str
) -> None:
    game, other = await played(herald), await played(herald)
    true = [await herald.look.view(game, ADA.user_id, at) for at in range(DEPTH)]
    damaged: Any = snapshot(game, 0).values(
        state={
            "other game": await state_of(store, other, 0),
            "other moment": await state_of(store, game, DEPTH),
            "nonsense": b"nonsense",
            "gone": b"",
        }[damage]
    )
    if damage == "gone":
        kept = tables.snapshots
        damaged = delete(kept).where(kept.c.game_id == game, kept.c.number < DEPTH)
    await change(store, damaged)
    restarted = again(herald)
    # The set-up is made again from what was drawn.
    assert [await restarted.look.view(game, ADA.user_id, at) for at in range(DEPTH)] == true


@pytest.mark.parametrize(
    "damage",
    [
        {"value": "gobi"},
        {"draws": [[6, 1]]},
        {"draws": [[6]]},
        {"undoes": 1},
        {"undoes": 99},
        {"undoes": -1},
        {"seat": None},
        {"decision": "nothing"},
        {"events": [{"event": {"type": "no such event"}, "audience": None}]},
        {"events": [1]},
    ],
)
async def test_a_damaged_entry_is_refused_in_words_and_makes_no_other_past(
    herald: Herald, store: Store, damage: dict[str, Any]
) -> None:
    game = await played(herald)
    await change(store, entry(game, 2).values(**damage))
    kept = tables.snapshots
    await change(store, delete(kept).where(kept.c.game_id == game, kept.c.number == 2))
    restarted = again(herald)
    with pytest.raises(BrokenChain):
        await restarted.look.export(game)
    if "events" not in damage:
        with pytest.raises(BrokenChain):
            await restarted.look.view(game, ADA.user_id, 2)


@pytest.mark.parametrize("decision", ["nothing", "-5"])
async def test_a_damaged_choice_that_could_be_taken_back_is_refused(
    herald: Herald, store: Store, decision: str
) -> None:
    game = (await a_game(herald)).id
    for _ in range(2):
        await answer(herald, game, (await awaited(herald, game))[0])
    await change(store, entry(game, 2).values(decision=decision))
    with pytest.raises(BrokenChain):
        await again(herald).look.desk(game, ADA.user_id)


async def test_absurdly_nested_text_in_a_row_is_a_refusal(herald: Herald, store: Store) -> None:
    game = await played(herald)
    nested = "[" * 5000 + "]" * 5000
    await change(store, text(f"UPDATE choices SET value = '{nested}' WHERE game_id = {game}"))
    with pytest.raises(DatabaseCorrupt):
        await again(herald).look.desk(game, ADA.user_id)


@pytest.mark.parametrize("gap", [1, 2, DEPTH])
async def test_a_log_with_a_gap_is_refused(herald: Herald, store: Store, gap: int) -> None:
    game = await played(herald)
    for table in (tables.snapshots, tables.choices):
        async with store.transaction() as tx:
            await tx.write(delete(table).where(table.c.game_id == game, table.c.number == gap))
    with pytest.raises(BrokenChain):
        await again(herald).look.export(game)
    with pytest.raises(BrokenChain):
        await again(herald).look.desk(game, ADA.user_id)


async def test_a_row_that_is_older_than_the_log_is_refused(herald: Herald, store: Store) -> None:
    game = await played(herald)
    async with store.reading() as tx:
        older = await choices.get(tx, game, DEPTH - 2)
    assert older is not None
    values = {"choice_count": older.number, "head_hash": older.hash, "state_hash": older.state_hash}
    await change(store, update(tables.games).where(tables.games.c.id == game).values(**values))
    with pytest.raises(BrokenChain):
        await again(herald).look.desk(game, ADA.user_id)


@pytest.mark.parametrize(
    ("table", "damage"),
    [
        (tables.games, {"server_seed": b"another secret"}),
        (tables.games, {"commitment": "0" * 64}),
        (tables.games, {"options": {"turn_limit": 9}}),
        (tables.games, {"ruleset_version": 2}),
        (tables.games, {"ruleset": "chess"}),
        (tables.seats, {"player_seed": b"another share"}),
    ],
)
async def test_dice_are_not_rolled_from_what_was_not_agreed(
    herald: Herald, store: Store, table: Any, damage: dict[str, Any]
) -> None:
    game = await played(herald)
    key = table.c.id if table is tables.games else table.c.game_id
    await change(store, update(table).where(key == game).values(**damage))
    with pytest.raises(BrokenChain):
        await again(herald).look.desk(game, ADA.user_id)


@pytest.mark.parametrize("pace", ["nonsense", "\udcff"])
async def test_a_game_whose_row_is_damaged_stops_no_other(
    herald: Herald, store: Store, tmp_path: Path, pace: str
) -> None:
    damaged, sound = await played(herald), await played(herald)
    raw = pace.encode(errors="surrogateescape").hex()
    await change(
        store, text(f"UPDATE games SET pace = CAST(x'{raw}' AS TEXT) WHERE id = {damaged}")
    )
    restarted = again(herald)
    with pytest.raises(DatabaseCorrupt):
        await restarted.look.status(damaged)
    users = await awaited(restarted, sound)
    herald.time.pass_by(hours(25))  # type: ignore[attr-defined]  # time that tests move
    await restarted.scheduler.tick()
    async with store.reading() as tx:
        played_on = await choices.of_game(tx, sound, after=DEPTH)
    assert played_on[0].by == "clock" and users


@pytest.mark.parametrize("table", ["clocks", "outbox_messages"])
@pytest.mark.parametrize("damage", ["6e6f6e73656e7365", "fffe"])
async def test_a_damaged_row_of_one_game_holds_up_no_other(
    herald: Herald, store: Store, table: str, damage: str
) -> None:
    damaged, sound = await played(herald), await played(herald)
    column = {"clocks": "kind", "outbox_messages": "payload"}[table]
    await change(
        store,
        text(f"UPDATE {table} SET {column} = CAST(x'{damage}' AS TEXT) WHERE game_id = {damaged}"),
    )
    async with store.reading() as tx:
        lapsed = await clocks.lapsed(tx, herald.time.now() + hours(1000))
    assert sound in {each.game_id for each in lapsed}
    async with store.transaction() as tx:
        claimed = await outbox.claim(tx, "worker", herald.time.now(), limit=100)
    assert sound in {each.game_id for each in claimed}
    assert await messages_of(store, sound)


async def test_the_inbox_shows_all_games_beside_one_that_is_damaged(world: World) -> None:
    ada, *_ = await world.running(2)
    game = await world.game()
    await change(
        world.herald.store,
        update(tables.games).where(tables.games.c.id == game.id).values(server_seed=b"changed"),
    )
    world.expected.append("seed was changed")
    await world.restart()
    shown = await ada.slash("inbox")
    assert game.code in shown and "damaged" in shown
    refused = await ada.slash("play")
    assert "the stored data of this is damaged" in refused and "Traceback" not in refused


async def test_wherever_a_bit_is_flipped_the_state_is_made_again(
    herald: Herald, store: Store
) -> None:
    game = await played(herald)
    true = await herald.look.view(game, ADA.user_id)
    sound = await state_of(store, game, DEPTH)
    for at in range(0, len(sound), max(1, len(sound) // 40)):
        flipped = sound[:at] + bytes([sound[at] ^ 0x81]) + sound[at + 1 :]
        await change(store, snapshot(game, DEPTH).values(state=flipped))
        restarted = again(herald)
        assert await restarted.look.view(game, ADA.user_id) == true
        await restarted.look.desk(game, BEA.user_id)

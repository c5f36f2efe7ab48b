"""Who is forgotten leaves no trace, and their games go on and can be proved."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import Boolean

from bot.service import BrokenChain, Herald, Person
from bot.service.announcing.announcements import SeatPassed
from bot.store import Store, personal, tables
from bot.store.people import User
from engine.core.errors import BadRecord
from engine.core.record import Record, load, verify
from tests.bot.service.builders import ADA, HOST, play_to_the_end, said
from tests.bot.service.privacy.builders import (
    ID,
    ZOE,
    a_game_with_her,
    a_lobby_with_her,
    in_twenty_games,
    rows_with_her,
    traces_in,
)


async def record_of(herald: Herald, game: int) -> Record:
    record = load((await herald.look.export(game)).content)
    assert isinstance(record, Record)
    return record


async def test_no_byte_and_no_row_is_left_of_who_was_in_twenty_games(
    herald: Herald, store: Store, tmp_path: Path
) -> None:
    games = await in_twenty_games(herald)
    assert sum(map(len, games.values())) >= 20
    assert await rows_with_her(store)
    assert traces_in(tmp_path / "herald.db")
    for game in games["over"]:
        assert verify(await record_of(herald, game)).names

    assert await herald.forgetting.forget(ID)

    assert await rows_with_her(store) == []
    assert traces_in(tmp_path / "herald.db") == []
    again = Herald(store, herald.time)
    for game in games["over"]:
        record = await record_of(again, game)
        assert record.table.names == ("Ada", "Player B")
        verdict = verify(record)
        assert not verdict.names and verdict.choices
    # Nothing is damaged, and what runs can be played to its end and proved.
    for game in games["running"]:
        (hers,) = [e for e in (await again.look.game(game)).seats if e.name.startswith("Player ")]
        assert hers.kind == "stand_in"
        await again.look.status(game)
    for game in games["running"][:5]:
        if (await again.look.game(game)).game.status == "paused":
            await again.votes.resume(game, HOST)
        await again.scheduler.tick()
        await play_to_the_end(again, game)
        verify(await record_of(again, game))
    assert await rows_with_her(store) == []


@pytest.mark.databases
async def test_no_row_is_left_on_either_database(herald: Herald, store: Store) -> None:
    game = await a_game_with_her(herald)
    await play_to_the_end(herald, game)
    other = await a_game_with_her(herald)
    assert await rows_with_her(store)
    assert await herald.forgetting.forget(ID)
    assert await rows_with_her(store) == []
    verify(await record_of(herald, game))
    assert (await herald.look.game(other)).seats[1].name == "Player B"


async def test_who_comes_back_is_new(herald: Herald, store: Store) -> None:
    await herald.save_me(User(user_id=ID, notify="none", time_zone="Europe/Budapest"))
    game = await a_game_with_her(herald)
    await herald.forgetting.forget(ID)
    assert await herald.me(ID) == User(user_id=ID)
    assert await herald.look.inbox(ID) == []
    assert not await herald.forgetting.forget(ID)
    again = await a_game_with_her(herald)
    assert (await herald.look.game(again)).seats[1].name == ZOE.name
    assert (await herald.look.game(game)).seats[1].user_id is None


async def test_the_host_is_somebody_else_from_then_on(herald: Herald) -> None:
    game = await a_game_with_her(herald)
    await herald.lobby.set_host(game, ID, HOST)
    await herald.forgetting.forget(ID)
    assert (await herald.look.game(game)).game.host_user_id == ADA.user_id


async def test_a_lobby_is_left_and_one_without_people_closes(herald: Herald) -> None:
    game = await a_lobby_with_her(herald)
    await herald.seats.leave(game, ADA.user_id)
    other = await a_lobby_with_her(herald)
    await herald.forgetting.forget(ID)
    assert (await herald.look.game(game)).game.status == "abandoned"
    assert [seat.name for seat in (await herald.look.game(other)).seats] == ["Ada"]


async def test_two_who_are_forgotten_have_different_names(herald: Herald) -> None:
    game = await a_game_with_her(herald)
    await play_to_the_end(herald, game)
    await herald.forgetting.forget(ID)
    await herald.forgetting.forget(ADA.user_id)
    record = await record_of(herald, game)
    assert record.table.names == ("Player A", "Player B")
    verify(record)


async def test_nobody_elses_name_is_changed(herald: Herald, store: Store) -> None:
    twin = Person(5, ZOE.name)
    game = await a_lobby_with_her(herald)
    await herald.lobby.join(game, twin)
    await herald.lobby.start(game, HOST)
    await herald.seats.leave(game, twin.user_id)
    await herald.forgetting.forget(ID)
    names = [seat.name for seat in (await herald.look.game(game)).seats]
    assert names == ["Ada", "Player B", ZOE.name]


async def test_damage_is_not_made_good_by_forgetting(herald: Herald, store: Store) -> None:
    game = await a_game_with_her(herald)
    await play_to_the_end(herald, game)
    async with store.transaction(game) as tx:
        await personal.rename_seat(tx, game, 0, "Somebody Else")
    await herald.forgetting.forget(ID)
    assert (await herald.look.game(game)).game.agreed_hash is None
    with pytest.raises(BrokenChain):
        await Herald(store, herald.time).look.status(game)


async def test_a_name_in_the_file_of_such_a_game_proves_nothing_else_does(herald: Herald) -> None:
    game = await a_game_with_her(herald)
    await play_to_the_end(herald, game)
    await herald.forgetting.forget(ID)
    content = (await herald.look.export(game)).content
    renamed = content.replace(b'"Ada"', b'"Eve"')
    assert renamed != content
    assert not verify(read(renamed)).names
    for wrong in (
        content.replace(b'"turn_limit":1', b'"turn_limit":2'),
        content.replace(b'"first_link": "', b'"first_link": "' + b"0" * 64 + b'", "made_by": "'),
        b"\n".join(e for e in content.splitlines() if not e.startswith(b'"first_link"')),
    ):
        with pytest.raises(BadRecord):
            verify(read(wrong))


def read(content: bytes) -> Record:
    record = load(content)
    assert isinstance(record, Record)
    return record


async def test_the_channel_learns_that_a_stand_in_plays_and_no_name(
    herald: Herald, store: Store
) -> None:
    game = await a_game_with_her(herald)
    await herald.forgetting.forget(ID)
    (passed,) = await said(store, game, SeatPassed)
    assert (passed.from_name, passed.to_kind) == ("Player B", "stand_in")


async def test_the_file_is_not_written_anew_all_the_time_and_in_the_end_it_is(
    herald: Herald, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times, erase = [], store.erase_traces

    async def counted() -> None:
        times.append(1)
        await erase()

    monkeypatch.setattr(store, "erase_traces", counted)
    for done in (1, 1, 1):
        await a_game_with_her(herald)
        assert await herald.forgetting.forget(ID)
        assert await rows_with_her(store) == []
        assert len(times) == done
    await herald.close()
    assert len(times) == 2
    assert traces_in(tmp_path / "herald.db") == []


ABOUT_A_GAME = {"choices", "snapshots", "clocks", "advised_choices", "games"}
"""Of who plays these tables say the seat and no more, but for the host."""
OF_NOBODY = {"guilds", "channels", "versions"}
SAYS_WHAT = {"id", "kind", "state", "reason", "ruleset", "colour", "preference", "notify"}
SAYS_WHAT |= {"from_kind", "to_kind", "when_away", "time_zone", "nonce", "claimed_by"}
SAYS_WHAT |= {"attachments", "message_id", "sent_message_id", "channel_id", "edits"}
IN_A_GAME = {"game_id", "vote_id", "seat", "step", "since", "attempts", "seen_number", "turn"}
TIMES = ("_at", "at", "_until", "_from")


def test_every_column_that_may_name_somebody_was_looked_at() -> None:
    # A new column is added where people are forgotten, or to the harmless ones above.
    left = {
        f"{table.name}.{column.name}"
        for table in tables.metadata.sorted_tables
        if table.name not in ABOUT_A_GAME | OF_NOBODY
        for column in table.c
        if column.name not in SAYS_WHAT | IN_A_GAME and not column.name.endswith(TIMES)
        if not isinstance(column.type, Boolean)
    }
    named = {f"{table}.{each}" for table, found in personal.HOLDS.items() for each in found}
    assert left == named - {"games.host_user_id", "users.quiet_from"}

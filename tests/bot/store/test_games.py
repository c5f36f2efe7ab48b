"""Games and seats: who plays what, where."""

from __future__ import annotations

from random import Random

import pytest

from bot.moment import HOUR
from bot.store import Store, clocks, games, lifecycle, outbox, seats
from bot.store.errors import ChannelTaken, NoSuchGame, SeatTaken, WrongStatus
from bot.store.games import GameRow, Pace
from tests.bot.store.builders import NOON, a_clock, a_game, a_lobby, a_post, a_seat, play, sha

SEED = b"\x00secret\xff"


def a_new_game(**details: object) -> GameRow:
    usual = {
        "ruleset": "standard",
        "ruleset_version": 3,
        "host_user_id": 2**62,
        "commitment": sha("secret"),
        "created_at": NOON,
    }
    return GameRow(**{**usual, **details})  # type: ignore[arg-type]  # any of its fields


async def test_a_game_is_read_back_as_it_was_created(store: Store) -> None:
    pace = Pace(phase_minutes=90, quiet_from=22 * 60, quiet_until=7 * 60, time_zone="Asia/Tokyo")
    new = a_new_game(options={"map": "old"}, channel_id=2**63 - 1, is_thread=True, pace=pace)
    async with store.transaction() as tx:
        made = await games.create(tx, new, SEED, Random(1))
    async with store.reading() as tx:
        read = await games.get(tx, made.id)
        by_code = await games.by_code(tx, made.code.lower())
    assert read == made == by_code
    assert (read.options, read.pace, read.channel_id) == ({"map": "old"}, pace, 2**63 - 1)
    assert (read.status, read.is_thread, read.head_hash) == ("lobby", True, None)


async def test_the_server_seed_is_shown_to_nobody_by_chance(store: Store) -> None:
    async with store.transaction() as tx:
        game = await games.create(tx, a_new_game(), SEED, Random(1))
        assert "secret" not in repr(game)
        assert await games.server_seed(tx, game.id) == b"\x00secret\xff"
        with pytest.raises(NoSuchGame):
            await games.server_seed(tx, game.id + 1)


async def test_codes_differ_even_where_the_dice_repeat_themselves(store: Store) -> None:
    async with store.transaction() as tx:
        first = await games.create(tx, a_new_game(), SEED, Random(1))
        second = await games.create(tx, a_new_game(), SEED, Random(1))
    assert len({first.code, second.code}) == 2


async def test_a_channel_hosts_one_game_until_it_is_over(store: Store) -> None:
    first = await a_lobby(store, channel_id=77)
    with pytest.raises(ChannelTaken) as caught:
        await a_lobby(store, channel_id=77)
    assert caught.value.game_id == first.id
    async with store.transaction() as tx:
        await lifecycle.abandon_game(tx, first.id, NOON)
        assert await games.in_channel(tx, 77) is None
    second = await a_lobby(store, channel_id=77)
    async with store.reading() as tx:
        assert await games.in_channel(tx, 77) == second


async def test_a_game_moves_to_a_thread_but_not_into_another_game(store: Store) -> None:
    first, second = await a_lobby(store, channel_id=1), await a_lobby(store, channel_id=2)
    async with store.transaction() as tx:
        await games.change(tx, second.id, channel_id=3, is_thread=True, lobby_message_id=55)
        with pytest.raises(ChannelTaken):
            await games.change(tx, second.id, channel_id=1)
        with pytest.raises(NoSuchGame):
            await games.change(tx, 99, theme="dark")
        moved = await games.get(tx, second.id)
    assert (moved.channel_id, moved.is_thread, moved.lobby_message_id) == (3, True, 55)
    assert moved.code != first.code


async def test_a_change_of_pace_reads_back(store: Store) -> None:
    lobby = await a_lobby(store)
    async with store.transaction() as tx:
        await games.change(tx, lobby.id, pace=Pace(phase_minutes=30), options={"x": 1})
        changed = await games.get(tx, lobby.id)
    assert (changed.pace.phase_minutes, changed.options) == (30, {"x": 1})


async def test_games_are_found_by_status_guild_and_player(store: Store) -> None:
    lobby, running, over = await a_lobby(store), await a_game(store, players=4), await a_game(store)
    async with store.transaction() as tx:
        await lifecycle.abandon_game(tx, over.id, NOON)
    async with store.reading() as tx:
        assert await games.running(tx) == [running.id]
        assert await games.running(tx, guild_id=8) == []
        assert await games.running(tx, guild_id=7) == [running.id]
        assert [g.id for g in await games.of_user(tx, 4)] == [running.id]
        assert [g.id for g in await games.of_user(tx, 1)] == [lobby.id, running.id]
        assert [g.id for g in await games.of_user(tx, 1, ["abandoned"])] == [over.id]


async def test_pausing_stops_the_clocks_and_resuming_gives_back_what_was_left(store: Store) -> None:
    game = await a_game(store)
    async with store.transaction() as tx:
        await clocks.start(tx, game.id, a_clock())
        await lifecycle.pause_game(tx, game.id, NOON + HOUR // 2)
        with pytest.raises(WrongStatus):
            await lifecycle.pause_game(tx, game.id, NOON)
        assert await clocks.lapsed(tx, NOON + 99 * HOUR) == []
    await play(store, game.id)
    async with store.transaction() as tx:
        assert (await games.get(tx, game.id)).status == "paused"
        await lifecycle.resume_game(tx, game.id, NOON + 10 * HOUR)
        with pytest.raises(WrongStatus):
            await lifecycle.resume_game(tx, game.id, NOON)
        (clock,) = await clocks.of_game(tx, game.id)
        assert (await games.get(tx, game.id)).status == "running"
    assert clock.remaining(NOON + 10 * HOUR) == HOUR + HOUR // 2


async def test_an_abandoned_game_stays_abandoned_and_says_so(store: Store) -> None:
    game = await a_game(store)
    async with store.transaction() as tx:
        await clocks.start(tx, game.id, a_clock())
        await lifecycle.abandon_game(tx, game.id, NOON, [a_post("Abandoned")])
        with pytest.raises(WrongStatus):
            await lifecycle.abandon_game(tx, game.id, NOON)
    async with store.reading() as tx:
        assert (await games.get(tx, game.id)).status == "abandoned"
        assert await clocks.of_game(tx, game.id) == []
        assert len(await outbox.of_game(tx, game.id, "pending")) == 1


async def test_a_seat_has_one_player_and_a_player_one_seat(store: Store) -> None:
    lobby = await a_lobby(store, players=2)
    async with store.transaction() as tx:
        for wrong in (a_seat(lobby, 1, user_id=9), a_seat(lobby, 2, user_id=1)):
            with pytest.raises(SeatTaken):
                await seats.sit(tx, wrong)
        for number in (2, 3):
            await seats.sit(tx, a_seat(lobby, number, user_id=None, kind="ai", name="Ada"))
        taken = await seats.of_game(tx, lobby.id)
    assert [(seat.seat, seat.user_id, seat.kind) for seat in taken] == [
        (0, 1, "human"),
        (1, 2, "human"),
        (2, None, "ai"),
        (3, None, "ai"),
    ]


async def test_who_leaves_the_lobby_leaves_no_gap(store: Store) -> None:
    lobby = await a_lobby(store, players=4)
    async with store.transaction() as tx:
        await seats.leave(tx, lobby.id, 1)
        await seats.leave(tx, lobby.id, 7)
        left = await seats.of_game(tx, lobby.id)
    assert [(seat.seat, seat.user_id) for seat in left] == [(0, 1), (1, 3), (2, 4)]


async def test_nobody_sits_down_or_gets_up_once_the_game_runs(store: Store) -> None:
    game = await a_game(store)
    async with store.transaction() as tx:
        with pytest.raises(WrongStatus):
            await seats.sit(tx, a_seat(game, 5))
        with pytest.raises(WrongStatus):
            await seats.leave(tx, game.id, 0)


async def test_a_seat_passes_to_a_stand_in_and_to_a_new_player(store: Store) -> None:
    game = await a_game(store)
    async with store.transaction() as tx:
        await seats.change(tx, game.id, 1, colour="jade", dm_ok=True)
        await seats.pass_on(
            tx, game.id, 1, user_id=2, kind="stand_in", name="Ada", reason="away", at=NOON + 1
        )
        away = await seats.of_user(tx, game.id, 2)
        await seats.pass_on(
            tx, game.id, 1, user_id=9, kind="human", name="Nine", reason="replaced", at=NOON + 2
        )
        now = await seats.get(tx, game.id, 1)
        changes = await seats.history(tx, game.id)
    assert away is not None
    assert (away.kind, away.left_at, away.dm_ok) == ("stand_in", NOON + 1, True)
    assert now is not None
    assert (now.user_id, now.kind, now.joined_at, now.left_at) == (9, "human", NOON + 2, None)
    assert (now.colour, now.player_seed, now.dm_ok) == ("jade", b"\x01", None)
    assert [(c.from_user_id, c.to_user_id, c.to_kind, c.reason) for c in changes] == [
        (2, 2, "stand_in", "away"),
        (2, 9, "human", "replaced"),
    ]


async def test_a_seat_does_not_pass_to_somebody_who_sits_elsewhere(store: Store) -> None:
    game = await a_game(store)
    async with store.transaction() as tx:
        with pytest.raises(SeatTaken) as caught:
            await seats.pass_on(
                tx, game.id, 1, user_id=1, kind="human", name="One", reason="replaced", at=NOON
            )
        assert caught.value.seat == 0
        with pytest.raises(NoSuchGame):
            await seats.pass_on(
                tx, game.id, 8, user_id=9, kind="human", name="Nine", reason="replaced", at=NOON
            )
        with pytest.raises(NoSuchGame):
            await seats.change(tx, game.id, 8, name="Nobody")
        assert await seats.history(tx, game.id) == []

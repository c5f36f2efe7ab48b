"""Rows of every table, damaged one at a time: what a row is about suffers, and nothing else."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.service import BrokenChain, Herald, Person, Store
from bot.service.requests import Actor
from bot.store.people import User
from tests.bot.builders.virtual_time import VirtualTime
from tests.bot.service.builders import ADA, BEA, a_game, answer, awaited, hours, log_of
from tests.bot.service.damage.builders import a_played_game, change

UNREADABLE = "CAST(x'fffe' AS TEXT)"
LEARNER = Person(77, "Lea")


async def damage(store: Store, table: str, column: str, where: str, value: str) -> None:
    """Write something into rows that no Herald would."""
    await change(store, text(f"UPDATE {table} SET {column} = {value} WHERE {where}"))


def again(herald: Herald) -> Herald:
    """Herald started again, with nothing in memory."""
    return Herald(herald.store, herald.time)


@pytest.mark.parametrize("value", ["'nonsense'", UNREADABLE])
@pytest.mark.parametrize("column", ["notify", "away_until", "when_away"])
async def test_damaged_wishes_of_a_player_stop_no_game(
    herald: Herald, store: Store, column: str, value: str
) -> None:
    game = await a_played_game(herald, 3)
    await herald.save_me(User(user_id=ADA.user_id, notify="dm"))
    await damage(store, "users", column, f"user_id = {ADA.user_id}", value)
    restarted = again(herald)
    assert await restarted.me(ADA.user_id) == User(user_id=ADA.user_id)
    await answer(restarted, game, (await awaited(restarted, game))[0])
    herald.time.pass_by(hours(25))  # type: ignore[attr-defined]  # time that tests move
    await restarted.scheduler.tick()
    assert (await log_of(store, game))[-1].by == "clock"
    await restarted.save_me(User(user_id=ADA.user_id, notify="none"))
    assert (await restarted.me(ADA.user_id)).notify == "none"


@pytest.mark.parametrize(
    ("table", "column"),
    [("games", "pace"), ("clocks", "kind"), ("clocks", "opened_at"), ("seats", "dm_ok")],
)
async def test_the_inbox_has_the_other_games(
    herald: Herald, store: Store, table: str, column: str
) -> None:
    damaged, sound = await a_played_game(herald, 3), await a_played_game(herald, 3)
    key = "id" if table == "games" else "game_id"
    await damage(store, table, column, f"{key} = {damaged}", "'nonsense'")
    for user in (ADA, BEA):
        shown = await again(herald).look.inbox(user.user_id)
        assert sound in [item.info.id for item in shown]


async def test_a_prepared_choice_that_cannot_be_read_stops_no_game(
    herald: Herald, store: Store
) -> None:
    game = await a_played_game(herald, 3)
    kind = (await herald.look.desk(game, BEA.user_id)).can_prepare[0]
    await herald.prepared.prepare_orders(game, BEA.user_id, kind, "")
    await damage(store, "prepared_choices", "value", f"game_id = {game}", "'nonsense'")
    restarted = again(herald)
    assert (await restarted.look.desk(game, BEA.user_id)).prepared == ()
    await answer(restarted, game, (await awaited(restarted, game))[0])


@pytest.mark.parametrize(
    ("table", "column"), [("votes", "detail"), ("votes", "opened_at"), ("ballots", "at")]
)
async def test_a_vote_that_cannot_be_read_stops_no_game(
    herald: Herald, store: Store, table: str, column: str
) -> None:
    game = await a_played_game(herald, 3)
    await herald.votes.propose(game, BEA.user_id, "pause")
    await damage(store, table, column, "1 = 1", "'nonsense'")
    restarted = again(herald)
    assert (await restarted.look.status(game)).awaited
    for _ in range(4):
        await answer(restarted, game, (await awaited(restarted, game))[0])
        await restarted.scheduler.tick()


@pytest.mark.parametrize("damaged", ["game_id = 999", "seat = 7"])
async def test_a_game_without_one_of_its_seats_is_damaged_and_stops_no_other(
    herald: Herald, store: Store, damaged: str
) -> None:
    broken, sound = await a_played_game(herald, 3), await a_played_game(herald, 3)
    for game in (broken, sound):
        await herald.seats.stand_in(game, BEA.user_id)
    where = f"game_id = {broken} AND user_id = {BEA.user_id}"
    with sqlite3.connect(store.name) as without_checks:
        without_checks.execute(f"UPDATE seats SET {damaged} WHERE {where}")
    without_checks.close()
    restarted = again(herald)
    for asking in (restarted.look.status(broken), restarted.look.desk(broken, ADA.user_id)):
        with pytest.raises(BrokenChain):
            await asking
    assert sound in [item.info.id for item in await restarted.look.inbox(ADA.user_id)]
    await restarted.seats.come_back(sound, BEA.user_id)
    assert len((await restarted.look.game(sound)).humans) == 2


async def test_who_leaves_the_server_leaves_every_game_that_can_be_read(
    herald: Herald, store: Store
) -> None:
    games = [(await a_game(herald, guild_id=5)).id for _ in range(2)]
    await damage(store, "games", "server_seed", f"id = {games[0]}", "x'00'")
    await again(herald).seats.member_left(5, BEA.user_id)
    assert (await again(herald).look.game(games[1])).seats[1].kind == "stand_in"


@pytest.mark.parametrize(("table", "column"), [("votes", "closes_at"), ("clocks", "due_at")])
async def test_a_moment_that_is_none_stops_no_clock(
    herald: Herald, store: Store, table: str, column: str
) -> None:
    game = (await a_game(herald)).id
    await herald.votes.propose(game, BEA.user_id, "pause")
    await damage(store, table, column, f"game_id = {game}", "'nonsense'")
    restarted = again(herald)
    await restarted.scheduler.tick()
    await restarted.scheduler.next_moment()
    sound = (await a_game(restarted)).id
    herald.time.pass_by(hours(25))  # type: ignore[attr-defined]  # time that tests move
    await restarted.scheduler.tick()
    assert (await log_of(store, sound))[-1].by == "clock"


async def test_a_lesson_that_cannot_be_read_is_begun_again(herald: Herald, store: Store) -> None:
    first = await herald.lessons.begin(LEARNER, "standard")
    await damage(store, "lessons", "step", f"user_id = {LEARNER.user_id}", "'nonsense'")
    second = await again(herald).lessons.begin(LEARNER, "standard")
    assert second.id != first.id
    assert (await again(herald).lessons.begin(LEARNER, "standard")).id == second.id


async def test_what_is_known_of_a_server_and_a_channel_is_the_usual(
    herald: Herald, store: Store
) -> None:
    await herald.servers.note(5, joined=True)
    await herald.servers.note_rules_of_channel(7, "rhye")
    await damage(store, "guilds", "settings", "guild_id = 5", "'nonsense'")
    await damage(store, "channels", "rules", "channel_id = 7", UNREADABLE)
    await herald.servers.note(5, joined=False)
    assert await herald.servers.rules_of_channel(7) is None


@pytest.mark.parametrize("column", ["ruleset", "outcome"])
async def test_a_row_of_no_known_rules_or_result_is_damaged_and_no_fault(
    herald: Herald, store: Store, column: str
) -> None:
    game = await a_played_game(herald, 3)
    await damage(store, "games", column, f"id = {game}", "'{}'")
    restarted = again(herald)
    with pytest.raises(BrokenChain):
        await restarted.look.status(game)
    if column == "ruleset":
        for asking in (
            restarted.look.happened(game, 0, 3),
            restarted.look.heard(game, ADA.user_id),
        ):
            with pytest.raises(BrokenChain):
                await asking


async def test_herald_starts_though_a_row_refers_to_nothing(tmp_path: Path) -> None:
    url, time = f"sqlite:///{tmp_path / 'herald.db'}", VirtualTime()
    async with await Store.open(url) as store:
        herald = Herald(store, time)
        astray, sound = (await a_game(herald)).id, (await a_game(herald)).id
    with sqlite3.connect(tmp_path / "herald.db") as broken:
        broken.execute(f"UPDATE clocks SET game_id = 9999 WHERE game_id = {astray}")
    broken.close()
    async with await Store.open(url) as store:
        herald = Herald(store, time)
        time.pass_by(hours(25))
        await herald.scheduler.tick()
        assert (await log_of(store, sound))[-1].by == "clock"
        await herald.votes.pause(astray, Actor(ADA.user_id))

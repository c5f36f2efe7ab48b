"""One accepted choice is one step: all of it is kept, or nothing, and never twice."""

from __future__ import annotations

import hashlib
from itertools import count
from typing import Any

import msgspec
import pytest
from sqlalchemy import text

from bot.store import Store, choices, clocks, games, lifecycle, outbox, prepared, votes
from bot.store.choices import AlreadyRecorded
from bot.store.engine_connection import EngineConnection
from bot.store.errors import BrokenChain, NoSuchGame, StaleWrite, WrongStatus
from bot.store.lifecycle import SetUp
from bot.store.prepared import Prepared
from bot.store.sqlite import Block
from bot.store.transaction import Transaction
from bot.store.votes import Vote
from tests.bot.store.builders import (
    NOON,
    a_choice,
    a_clock,
    a_game,
    a_lobby,
    a_post,
    a_state,
    fingerprint_of,
    history,
    play,
    record,
    sha,
)


async def everything(tx: Transaction, game_id: int) -> list[object]:
    """All that a step can write about a game."""
    return [
        await games.get(tx, game_id),
        await choices.of_game(tx, game_id, after=-1),
        await choices.kept_states(tx, game_id),
        await clocks.of_game(tx, game_id),
        await outbox.of_game(tx, game_id),
        await prepared.of_game(tx, game_id),
    ]


async def test_a_choice_is_read_back_as_it_was_given(store: Store) -> None:
    game = await a_game(store)
    value = {"z": [1, {"a": None}], "a": "Zürich ☃", "n": 2**53}
    given = a_choice(game, value=value, by="clock", interaction_id="clock:7", revealed=True)
    await record(store, given)
    assert await history(store, game.id) == [given]


async def test_a_step_moves_the_game_its_clocks_and_its_messages_together(store: Store) -> None:
    game = await a_game(store)
    first = await record(store, a_choice(game), start_clocks=[a_clock(0), a_clock(1)])
    async with store.reading() as tx:
        game = await games.get(tx, game.id)
    second = await record(
        store,
        a_choice(game),
        stop_clocks=first.clocks[:1],
        start_clocks=[a_clock(2)],
        say=[a_post("one"), a_post("two")],
    )
    async with store.reading() as tx:
        after = await games.get(tx, game.id)
        running = await clocks.of_game(tx, game.id)
        said = await outbox.of_game(tx, game.id)
        kept = await choices.snapshot(tx, game.id)
    assert (after.choice_count, after.head_hash) == (2, second.choice.hash)
    assert after.state_hash == second.choice.state_hash
    assert [clock.seat for clock in running] == [1, 2]
    assert [message.payload["content"] for message in said] == ["one", "two"]
    assert [message.id for message in said] == list(second.messages)
    assert kept is not None
    assert (kept.number, kept.state) == (2, a_state(2))


async def test_the_set_up_is_entry_0_and_the_first_choice_follows_it(store: Store) -> None:
    lobby = await a_lobby(store)
    set_up = SetUp(draws=[[6, 3]], events=[{"type": "Dealt"}], hash=sha("a"), state_hash=sha("b"))
    async with store.transaction() as tx:
        await lifecycle.start_game(
            tx, lobby.id, set_up, b"x", at=NOON, start_clocks=[a_clock()], say=[a_post()]
        )
    async with store.reading() as tx:
        entry = await choices.get(tx, lobby.id, 0)
        game = await games.get(tx, lobby.id)
        assert len(await clocks.of_game(tx, lobby.id)) == 1
        assert len(await outbox.of_game(tx, lobby.id)) == 1
    assert entry is not None
    assert (entry.draws, entry.events) == ([[6, 3]], [{"type": "Dealt"}])
    assert (game.status, game.started_at, game.choice_count) == ("running", NOON, 0)
    assert game.head_hash == sha("a")
    await record(store, a_choice(game))


async def test_a_game_starts_once(store: Store) -> None:
    game = await a_game(store)
    async with store.transaction() as tx:
        with pytest.raises(WrongStatus) as caught:
            await lifecycle.start_game(
                tx, game.id, SetUp(hash="h", state_hash="s"), b"again", at=NOON
            )
    assert str(caught.value) == f"game {game.id} is running"


async def test_the_same_click_twice_is_one_choice(store: Store) -> None:
    game = await a_game(store)
    click = a_choice(game, interaction_id="9001")
    await record(store, click, say=[a_post()])
    with pytest.raises(AlreadyRecorded) as caught:
        await record(store, click, say=[a_post()])
    assert caught.value.choice == click
    assert await history(store, game.id) == [click]
    async with store.reading() as tx:
        assert len(await outbox.of_game(tx, game.id)) == 1


async def test_the_same_click_is_known_after_the_game_went_on_and_ended(store: Store) -> None:
    game = await a_game(store)
    click = a_choice(game, interaction_id="9001")
    await record(store, click)
    game = await play(store, game.id, 3)
    await record(store, a_choice(game), outcome={"reason": "limit"})
    with pytest.raises(AlreadyRecorded) as caught:
        await record(store, click)
    assert caught.value.choice.number == 1


async def test_clocks_and_orders_need_no_interaction(store: Store) -> None:
    game = await a_game(store)
    game = await play(store, game.id, 2, interaction_id=None, by="orders")
    assert game.choice_count == 2


async def test_a_choice_made_on_an_old_state_is_refused(store: Store) -> None:
    old = await a_game(store)
    await play(store, old.id)
    with pytest.raises(StaleWrite) as caught:
        await record(store, a_choice(old))
    assert (caught.value.number, caught.value.count) == (1, 1)
    assert len(await history(store, old.id)) == 1


async def test_a_choice_that_follows_another_history_is_refused(store: Store) -> None:
    game = await play(store, (await a_game(store)).id)
    with pytest.raises(StaleWrite) as caught:
        await record(store, a_choice(game, prev_hash=sha("elsewhere")))
    assert str(caught.value) == f"game {game.id}: choice 2 follows another choice 1"


async def test_a_choice_in_a_lobby_or_in_no_game_is_refused(store: Store) -> None:
    lobby = await a_lobby(store)
    with pytest.raises(WrongStatus):
        await record(store, a_choice(lobby, prev_hash=""))
    with pytest.raises(NoSuchGame) as caught:
        await record(store, a_choice(lobby, game_id=999, prev_hash=""))
    assert str(caught.value) == "there is no game 999"


async def test_a_crash_between_any_two_writes_leaves_nothing_half_done(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await a_game(store)
    started = await record(store, a_choice(game), start_clocks=[a_clock()], say=[a_post()])
    async with store.transaction() as tx:
        game = await games.get(tx, game.id)
        queued = Prepared(game_id=game.id, seat=0, kind="move", created_at=NOON)
        ready = await prepared.add(tx, queued)
        before = await everything(tx, game.id)
    for crash_after in count(1):
        try:
            async with store.transaction() as tx:
                let_die(monkeypatch, crash_after)
                await lifecycle.record_choice(
                    tx,
                    a_choice(game, interaction_id="9", revealed=True),
                    b"new",
                    stop_clocks=started.clocks,
                    start_clocks=[a_clock(1)],
                    say=[a_post("said once")],
                    used_prepared=[ready],
                )
        except Died:
            monkeypatch.undo()
            async with store.reading() as tx:
                assert await everything(tx, game.id) == before
        else:
            monkeypatch.undo()
            break
    assert crash_after > 7
    async with store.reading() as tx:
        assert all(a != b for a, b in zip(await everything(tx, game.id), before, strict=True))


class Died(Exception):
    pass


def let_die(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Let transactions die after so many statements, also between those that go together."""
    left = after

    def dying(method: Any) -> Any:
        async def execute_some(*given: Any) -> Any:
            nonlocal left
            if left == 0:
                raise Died
            left -= 1
            return await method(*given)

        return execute_some

    # The engine's connection executes what it inserts.
    for where, name in ((EngineConnection, "execute"), (Block, "execute"), (Block, "insert")):
        monkeypatch.setattr(where, name, dying(getattr(where, name)))


@pytest.mark.parametrize(("value", "state"), [(object(), b"new"), ("fine", object())])
async def test_a_step_that_cannot_be_written_down_leaves_nothing_for_the_next(
    sqlite_store: Store, value: object, state: Any
) -> None:
    store = sqlite_store
    game = await a_game(store)
    started = await record(store, a_choice(game), start_clocks=[a_clock()])
    async with store.reading() as tx:
        before = await everything(tx, game.id)
        following = a_choice(await games.get(tx, game.id))
    following = msgspec.structs.replace(following, value=value)
    with pytest.raises(TypeError):
        await store.write(
            lambda tx: lifecycle.record_choice(tx, following, state, stop_clocks=started.clocks)
        )
    async with store.reading() as tx:
        assert await everything(tx, game.id) == before


async def test_an_error_after_the_step_takes_the_step_back(store: Store) -> None:
    game = await a_game(store)
    with pytest.raises(ZeroDivisionError):
        async with store.transaction() as tx:
            await lifecycle.record_choice(tx, a_choice(game), b"new", say=[a_post()])
            raise ZeroDivisionError
    async with store.reading() as tx:
        assert await games.get(tx, game.id) == game
        assert await outbox.of_game(tx, game.id) == []


async def test_the_last_choice_ends_the_game_and_all_that_waits(store: Store) -> None:
    game = await a_game(store)
    async with store.transaction() as tx:
        await clocks.start(tx, game.id, a_clock(1))
        await prepared.add(tx, Prepared(game_id=game.id, seat=1, kind="move", created_at=NOON))
        vote = await votes.propose(tx, Vote(game_id=game.id, kind="end", opened_at=NOON))
    outcome = {"reason": "space", "standings": [{"seat": 0, "score": 9}]}
    await record(store, a_choice(game), outcome=outcome, say=[a_post("The end")])
    async with store.reading() as tx:
        over = await games.get(tx, game.id)
        assert await clocks.of_game(tx, game.id) == []
        assert await prepared.of_game(tx, game.id) == []
        closed = await votes.get(tx, vote)
        assert len(await outbox.of_game(tx, game.id)) == 1
    assert (over.status, over.outcome, over.finished_at) == ("finished", outcome, NOON + 1)
    assert closed is not None
    assert closed.state == "withdrawn"
    with pytest.raises(WrongStatus):
        await record(store, a_choice(over))


async def test_states_are_kept_since_the_last_revelation_and_every_fiftieth(store: Store) -> None:
    game = await a_game(store)
    await play(store, game.id, 48, revealed=True)
    await play(store, game.id, 4)
    async with store.reading() as tx:
        assert await choices.kept_states(tx, game.id) == [0, 48, 49, 50, 51, 52]
    await play(store, game.id, 1, revealed=True)
    async with store.reading() as tx:
        assert await choices.kept_states(tx, game.id) == [0, 50, 53]
        before = await choices.snapshot(tx, game.id, 52)
    assert before is not None
    assert (before.number, before.state) == (50, a_state(50))


async def test_a_page_of_history_starts_where_asked(store: Store) -> None:
    game = await a_game(store)
    await play(store, game.id, 5)
    async with store.reading() as tx:
        page = await choices.of_game(tx, game.id, after=2, limit=2)
    assert [entry.number for entry in page] == [3, 4]


async def test_each_seats_latest_entry_is_known(store: Store) -> None:
    game = await a_game(store)
    for seat in (0, 2, 0):
        await play(store, game.id, seat=seat)
    async with store.reading() as tx:
        assert await choices.latest_by_seat(tx, game.id) == {0: 3, 2: 2}


async def test_a_whole_history_verifies(store: Store) -> None:
    game = await a_game(store)
    await play(store, game.id, 7)
    async with store.reading() as tx:
        proved = await choices.verify_chain(
            tx,
            game.id,
            fingerprint=fingerprint_of,
            hash_state=lambda state: hashlib.sha256(state).hexdigest(),
        )
        assert proved == 7


async def test_a_lobby_has_nothing_to_verify(store: Store) -> None:
    lobby = await a_lobby(store)
    async with store.reading() as tx:
        assert await choices.verify_chain(tx, lobby.id) == 0


@pytest.mark.parametrize(
    ("harm", "entry", "problem"),
    [
        ("UPDATE choices SET prev_hash = 'x' WHERE number = 3", 3, "does not follow"),
        ("UPDATE choices SET value = '\"y\"' WHERE number = 2", 2, "not that of its content"),
        ("UPDATE choices SET events = '[]' WHERE number = 2", 2, "another checksum"),
        ("DELETE FROM snapshots", 4, "latest state is missing"),
        (
            "UPDATE snapshots SET state = (SELECT state FROM snapshots WHERE number = 3)",
            0,
            "another hash",
        ),
        ("UPDATE games SET choice_count = 3", 4, "counts 3 choices"),
        ("UPDATE games SET head_hash = 'x'", 4, "another entry as the last"),
        ("UPDATE games SET state_hash = 'x'", 4, "another state"),
        ("DELETE FROM snapshots WHERE number < 4; DELETE FROM choices WHERE number = 2", 2, "miss"),
        ("DELETE FROM snapshots; DELETE FROM choices", 0, "set-up is missing"),
    ],
)
async def test_a_history_that_was_tampered_with_is_found_out(
    sqlite_store: Store, harm: str, entry: int, problem: str
) -> None:
    store = sqlite_store
    game = await a_game(store)
    await play(store, game.id, 4)
    async with store.transaction() as tx:
        for statement in harm.split(";"):
            await tx.write(text(statement))
    async with store.reading() as tx:
        with pytest.raises(BrokenChain) as caught:
            await choices.verify_chain(
                tx,
                game.id,
                fingerprint=fingerprint_of,
                hash_state=lambda state: hashlib.sha256(state).hexdigest(),
            )
    assert caught.value.number == entry
    assert problem in str(caught.value)

"""Users, guilds, votes and prepared choices."""

from __future__ import annotations

import pytest

from bot.moment import HOUR
from bot.store import Store, people, prepared, votes
from bot.store.errors import VoteOpen
from bot.store.people import Guild, ServerSettings, User
from bot.store.prepared import Prepared
from bot.store.votes import Vote
from tests.bot.store.builders import NOON, a_game


async def test_somebody_unknown_is_treated_as_usual(store: Store) -> None:
    async with store.reading() as tx:
        assert await people.user(tx, 5) == User(user_id=5, notify="channel", time_zone="UTC")
        assert await people.guild(tx, 5) == Guild(guild_id=5)


async def test_wishes_are_kept_and_changed(store: Store) -> None:
    first = User(user_id=5, notify="dm", quiet_from=1320, quiet_until=420, time_zone="Asia/Tokyo")
    then = User(
        user_id=5,
        notify="none",
        away_from=NOON,
        away_until=NOON + HOUR,
        looks_on_arrival=False,
    )
    async with store.transaction() as tx:
        await people.save_user(tx, User(user_id=6))
        for wishes in (first, then):
            await people.save_user(tx, wishes)
            assert await people.user(tx, 5) == wishes
        assert await people.user(tx, 6) == User(user_id=6)


async def test_a_guild_keeps_its_settings_when_herald_leaves_and_comes_back(store: Store) -> None:
    decided = ServerSettings(opened_by="roles", roles=(7,), phase_minutes=720, ruleset="rhye")
    settings = Guild(guild_id=9, settings=decided, joined_at=NOON, greeted=True)
    async with store.transaction() as tx:
        await people.save_guild(tx, settings)
        await people.save_guild(tx, left := Guild(guild_id=9, settings=decided, left_at=NOON + 1))
        assert await people.guild(tx, 9) == left


async def test_a_vote_counts_each_seats_last_word(store: Store) -> None:
    game = await a_game(store)
    question = Vote(
        game_id=game.id, kind="undo", seat=1, detail={"to": 12}, opened_at=NOON, closes_at=NOON + 9
    )
    async with store.transaction() as tx:
        vote = await votes.propose(tx, question)
        for seat, agrees in ((2, True), (0, True), (2, False)):
            assert await votes.cast(tx, vote, seat, agrees, NOON)
        assert [(b.seat, b.agrees) for b in await votes.ballots(tx, vote)] == [
            (0, True),
            (2, False),
        ]
        (still_open,) = await votes.open_votes(tx, game.id)
    assert (still_open.kind, still_open.seat, still_open.detail) == ("undo", 1, {"to": 12})


async def test_a_table_votes_on_one_thing_of_a_kind_at_a_time(store: Store) -> None:
    game, other = await a_game(store), await a_game(store)
    async with store.transaction() as tx:
        first = await votes.propose(tx, Vote(game_id=game.id, kind="pause", opened_at=NOON))
        with pytest.raises(VoteOpen) as caught:
            await votes.propose(tx, Vote(game_id=game.id, kind="pause", opened_at=NOON))
        assert caught.value.vote_id == first
        await votes.propose(tx, Vote(game_id=game.id, kind="end", opened_at=NOON))
        await votes.propose(tx, Vote(game_id=other.id, kind="pause", opened_at=NOON))
        assert await votes.close(tx, first, "refused", NOON + 1)
        await votes.propose(tx, Vote(game_id=game.id, kind="pause", opened_at=NOON + 2))


async def test_a_closed_vote_takes_no_more_answers_and_ends_once(store: Store) -> None:
    game = await a_game(store)
    async with store.transaction() as tx:
        vote = await votes.propose(tx, Vote(game_id=game.id, kind="end", opened_at=NOON))
        assert await votes.close(tx, vote, "passed", NOON + 1)
        assert not await votes.close(tx, vote, "refused", NOON + 2)
        assert not await votes.cast(tx, vote, 0, True, NOON + 3)
        assert not await votes.cast(tx, vote + 1, 0, True, NOON + 3)
        closed = await votes.get(tx, vote)
    assert closed is not None
    assert (closed.state, closed.closed_at) == ("passed", NOON + 1)


async def test_a_game_remembers_all_its_votes(store: Store) -> None:
    game = await a_game(store)
    async with store.transaction() as tx:
        first = await votes.propose(tx, Vote(game_id=game.id, kind="pause", opened_at=NOON))
        await votes.close(tx, first, "refused", NOON + 1)
        second = await votes.propose(tx, Vote(game_id=game.id, kind="pause", opened_at=NOON))
        assert [vote.id for vote in await votes.of_game(tx, game.id)] == [first, second]


async def test_votes_lapse_when_their_time_is_over(store: Store) -> None:
    game = await a_game(store)
    timed = Vote(game_id=game.id, kind="extension", opened_at=NOON, closes_at=NOON + HOUR)
    async with store.transaction() as tx:
        vote = await votes.propose(tx, timed)
        await votes.propose(tx, Vote(game_id=game.id, kind="end", opened_at=NOON))
        assert await votes.lapsed(tx, NOON + HOUR - 1) == []
        assert [lapsed.id for lapsed in await votes.lapsed(tx, NOON + HOUR)] == [vote]


async def test_prepared_choices_wait_in_the_order_they_were_given(store: Store) -> None:
    game = await a_game(store)
    async with store.transaction() as tx:
        numbers = [
            await prepared.add(
                tx,
                Prepared(game_id=game.id, seat=seat, kind=kind, value={"n": n}, created_at=NOON),
            )
            for n, (seat, kind) in enumerate([(0, "move"), (1, "move"), (0, "purchase")])
        ]
        queue = await prepared.of_game(tx, game.id)
        assert [(p.seat, p.kind) for p in queue] == [(0, "move"), (1, "move"), (0, "purchase")]
        assert [p.value for p in queue] == [{"n": 0}, {"n": 1}, {"n": 2}]
        await prepared.remove(tx, game.id, [])
        await prepared.remove(tx, game.id, numbers[:1])
        assert [p.id for p in await prepared.of_game(tx, game.id)] == numbers[1:]
        await prepared.remove(tx, game.id)
        assert await prepared.of_game(tx, game.id) == []

"""Votes: pausing and ending by agreement, and what becomes of votes nobody answers."""

from __future__ import annotations

import pytest

from bot.service import Actor, Herald
from bot.service.announcing.announcements import Ended, Paused, Resumed, VoteClosed
from bot.service.errors import NotHost, NotPlaying, NotSeated, VoteOver
from bot.store import Store, votes
from tests.bot.builders.virtual_time import VirtualTime
from tests.bot.service.builders import (
    ADA,
    BEA,
    CHRIS,
    HOST,
    a_click,
    a_game,
    a_lobby,
    awaited,
    hours,
    said,
)


async def test_the_host_pauses_and_resumes(herald: Herald, store: Store) -> None:
    info = await a_game(herald)
    with pytest.raises(NotHost):
        await herald.votes.pause(info.id, Actor(BEA.user_id))
    assert (await herald.votes.pause(info.id, HOST)).game.status == "paused"
    with pytest.raises(NotPlaying):
        await herald.votes.pause(info.id, HOST)
    assert [each.by for each in await said(store, info.id, Paused)] == [ADA.user_id]
    assert (await herald.votes.resume(info.id, HOST)).game.status == "running"
    with pytest.raises(NotPlaying):
        await herald.votes.resume(info.id, HOST)
    assert [each.by for each in await said(store, info.id, Resumed)] == [ADA.user_id]


async def test_more_than_half_pause_and_resume(herald: Herald, store: Store) -> None:
    info = await a_game(herald, people=3)
    vote = await herald.votes.propose(info.id, BEA.user_id, "pause")
    assert (
        await herald.votes.vote(info.id, CHRIS.user_id, vote.vote.id, True)
    ).vote.state == "passed"
    assert (await herald.look.game(info.id)).game.status == "paused"
    assert [each.by for each in await said(store, info.id, Paused)] == [None]
    vote = await herald.votes.propose(info.id, BEA.user_id, "pause")
    await herald.votes.vote(info.id, CHRIS.user_id, vote.vote.id, True)
    assert (await herald.look.game(info.id)).game.status == "running"


async def test_ai_players_rest_while_the_game_is_paused(herald: Herald) -> None:
    info = await a_lobby(herald, people=1, ais=2)
    info = await herald.lobby.start(info.id, HOST)
    await herald.votes.pause(info.id, HOST)
    number = (await herald.look.status(info.id)).number
    await herald.scheduler.tick()
    assert (await herald.look.status(info.id)).number == number
    await herald.votes.resume(info.id, HOST)
    await herald.scheduler.tick()
    assert await awaited(herald, info.id) == [ADA.user_id]


async def test_all_must_agree_to_end_a_game(herald: Herald, store: Store) -> None:
    info = await a_game(herald, people=3, ais=1)
    vote = await herald.votes.propose(info.id, BEA.user_id, "end")
    assert (vote.voters, vote.needed) == ((0, 1, 2), 3)
    await herald.votes.vote(info.id, ADA.user_id, vote.vote.id, True)
    assert (await herald.look.game(info.id)).game.status == "running"
    await herald.votes.vote(info.id, CHRIS.user_id, vote.vote.id, True)
    assert (await herald.look.game(info.id)).game.status == "abandoned"
    assert [each.reason for each in await said(store, info.id, Ended)] == ["consent"]
    with pytest.raises(NotPlaying):
        await herald.play.choose(info.id, ADA.user_id, "placement", "gobi", interaction=a_click())


async def test_the_host_may_end_a_game(herald: Herald, store: Store) -> None:
    info = await a_game(herald)
    assert (await herald.votes.end(info.id, HOST)).game.status == "abandoned"
    assert [each.reason for each in await said(store, info.id, Ended)] == ["host"]
    with pytest.raises(NotPlaying):
        await herald.votes.end(info.id, HOST)


async def test_a_later_answer_replaces_an_earlier_one(herald: Herald) -> None:
    info = await a_game(herald, people=4)
    vote = (await herald.votes.propose(info.id, ADA.user_id, "pause")).vote
    await herald.votes.vote(info.id, BEA.user_id, vote.id, False)
    changed = await herald.votes.vote(info.id, BEA.user_id, vote.id, True)
    assert (changed.agreeing, changed.missing) == ((0, 1), (2, 3))
    assert (await herald.votes.vote(info.id, CHRIS.user_id, vote.id, True)).vote.state == "passed"


async def test_a_vote_that_is_not_answered_lapses(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    info = await a_game(herald, people=3)
    vote = (await herald.votes.propose(info.id, ADA.user_id, "end")).vote
    time.pass_by(hours(24))
    await herald.scheduler.tick()
    async with store.reading() as tx:
        over = await votes.get(tx, vote.id)
    assert over is not None
    assert over.state == "lapsed"
    assert [each.vote_id for each in await said(store, info.id, VoteClosed)] == [vote.id]
    with pytest.raises(VoteOver):
        await herald.votes.vote(info.id, BEA.user_id, vote.id, True)


async def test_who_left_does_not_hold_up_a_vote(herald: Herald, time: VirtualTime) -> None:
    info = await a_game(herald, people=3)
    vote = (await herald.votes.propose(info.id, ADA.user_id, "end")).vote
    await herald.votes.vote(info.id, BEA.user_id, vote.id, True)
    await herald.seats.leave(info.id, CHRIS.user_id)
    time.pass_by(hours(24))
    await herald.scheduler.tick()
    assert (await herald.look.game(info.id)).game.status == "abandoned"


async def test_only_those_who_play_vote(herald: Herald) -> None:
    info = await a_game(herald, people=3)
    vote = (await herald.votes.propose(info.id, ADA.user_id, "pause")).vote
    with pytest.raises(NotSeated):
        await herald.votes.vote(info.id, 99, vote.id, True)
    with pytest.raises(VoteOver):
        await herald.votes.vote(info.id, BEA.user_id, 404, True)
    other = await a_game(herald, people=3)
    with pytest.raises(VoteOver):
        await herald.votes.vote(other.id, BEA.user_id, vote.id, True)


async def test_the_status_shows_open_votes(herald: Herald) -> None:
    info = await a_game(herald, people=3)
    await herald.votes.propose(info.id, ADA.user_id, "end")
    (vote,) = (await herald.look.status(info.id)).votes
    assert (vote.vote.kind, vote.agreeing, vote.missing) == ("end", (0,), (1, 2))

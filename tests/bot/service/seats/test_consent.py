"""Consent means people: those who are away, or have a stand-in, are asked as well."""

from __future__ import annotations

import msgspec
import pytest

from bot.moment import DAY
from bot.service import Actor, Herald
from bot.service.errors import NeedsConsent, StandInPlays, VoteOver
from bot.store import Store
from tests.bot.service.builders import (
    ADA,
    BEA,
    CHRIS,
    PEOPLE,
    a_click,
    a_game,
    answer,
    answer_all,
    awaited,
    log_of,
)

DORA = PEOPLE[3]


async def beyond_a_reveal(herald: Herald) -> int:
    """A game in which Ada can take nothing back alone; gives its id."""
    info = await a_game(herald, people=3)
    await answer_all(herald, info.id, "trade")
    with pytest.raises(NeedsConsent):
        await herald.undo.alone(info.id, ADA.user_id, interaction=a_click())
    return info.id


async def on_vacation(herald: Herald, user_id: int) -> None:
    now = herald.time.now()
    wishes = msgspec.structs.replace(
        await herald.me(user_id), away_from=now, away_until=now + 9 * DAY, when_away="stand_in"
    )
    await herald.save_me(wishes)


async def test_the_last_active_player_cannot_undo_a_reveal_alone(
    herald: Herald, store: Store
) -> None:
    game = await beyond_a_reveal(herald)
    await herald.seats.stand_in(game, BEA.user_id)
    await on_vacation(herald, CHRIS.user_id)
    before = len(await log_of(store, game))
    asked = await herald.votes.propose(game, ADA.user_id, "undo")
    assert (asked.vote.state, asked.voters, asked.needed) == ("open", (0, 1, 2), 3)
    assert asked.missing == (1, 2)
    assert not any(each.by == "undo" for each in (await log_of(store, game))[before:])


async def test_an_absent_player_agrees_without_taking_the_seat_back(herald: Herald) -> None:
    game = await beyond_a_reveal(herald)
    await herald.seats.stand_in(game, BEA.user_id)
    await on_vacation(herald, CHRIS.user_id)
    vote = (await herald.votes.propose(game, ADA.user_id, "undo")).vote.id
    await herald.votes.vote(game, CHRIS.user_id, vote, True)
    done = await herald.votes.vote(game, BEA.user_id, vote, True)
    assert done.vote.state == "passed"
    assert (await herald.look.game(game)).seats[1].kind == "stand_in"


async def test_ending_by_consent_asks_the_absent_as_well(herald: Herald) -> None:
    game = (await a_game(herald, people=3)).id
    await herald.seats.stand_in(game, BEA.user_id)
    await herald.seats.stand_in(game, CHRIS.user_id)
    asked = await herald.votes.propose(game, ADA.user_id, "end")
    assert (asked.vote.state, asked.needed) == ("open", 3)


async def test_other_votes_are_for_those_who_play(herald: Herald) -> None:
    game = (await a_game(herald, people=3)).id
    await herald.seats.stand_in(game, CHRIS.user_id)
    asked = await herald.votes.propose(game, ADA.user_id, "pause")
    assert (asked.voters, asked.needed) == ((0, 1), 2)
    with pytest.raises(StandInPlays):
        await herald.votes.vote(game, CHRIS.user_id, asked.vote.id, True)


async def test_consent_does_not_cover_what_comes_to_light_later(
    herald: Herald, store: Store
) -> None:
    game = await beyond_a_reveal(herald)
    vote = (await herald.votes.propose(game, ADA.user_id, "undo")).vote.id
    await herald.votes.vote(game, BEA.user_id, vote, True)
    before = len(await log_of(store, game))
    while not any(each.revealed for each in (await log_of(store, game))[before:]):
        await answer(herald, game, (await awaited(herald, game))[0])
    # Chris alone would decide now, knowing more than the others did.
    with pytest.raises(VoteOver):
        await herald.votes.vote(game, CHRIS.user_id, vote, True)
    closed = await herald.votes.find(vote)
    assert closed is not None and closed.state == "withdrawn"
    assert not any(each.by == "undo" for each in await log_of(store, game))


async def test_a_vote_about_a_choice_that_was_taken_back_brings_nothing_back(
    herald: Herald, store: Store
) -> None:
    game = (await a_game(herald)).id
    await answer(herald, game, (await awaited(herald, game))[0])
    (user,) = await awaited(herald, game)
    await answer(herald, game, user)
    other = ADA.user_id if user == BEA.user_id else BEA.user_id
    vote = (await herald.votes.propose(game, user, "undo")).vote.id
    await herald.undo.alone(game, user, interaction=a_click())
    await answer(herald, game, user)
    with pytest.raises(VoteOver):
        await herald.votes.vote(game, other, vote, True)
    assert not any(each.by == "undo" for each in await log_of(store, game))


async def test_what_others_take_back_leaves_a_vote_open(herald: Herald) -> None:
    game = (await a_game(herald)).id
    (first,) = await awaited(herald, game)
    await answer(herald, game, first)
    (user,) = await awaited(herald, game)
    vote = (await herald.votes.propose(game, first, "undo")).vote.id
    await answer(herald, game, user)
    await herald.undo.alone(game, user, interaction=a_click())
    done = await herald.votes.vote(game, user, vote, True)
    assert done.vote.state == "passed"


async def test_consent_does_not_pass_on_with_the_seat(herald: Herald) -> None:
    game = await beyond_a_reveal(herald)
    vote = (await herald.votes.propose(game, ADA.user_id, "undo")).vote.id
    await herald.votes.vote(game, BEA.user_id, vote, True)
    await herald.seats.replace(game, 1, DORA, Actor(BEA.user_id))
    asked = await herald.votes.vote(game, CHRIS.user_id, vote, True)
    assert asked.vote.state == "open" and asked.missing == (1,)
    done = await herald.votes.vote(game, DORA.user_id, vote, True)
    assert done.vote.state == "passed"


async def test_who_has_come_back_does_not_lose_the_seat_by_a_vote_from_before(
    herald: Herald,
) -> None:
    game = (await a_game(herald, people=3)).id
    await herald.seats.stand_in(game, BEA.user_id)
    vote = (await herald.votes.volunteer(game, 1, DORA)).vote.id
    await herald.votes.vote(game, ADA.user_id, vote, True)
    await herald.seats.come_back(game, BEA.user_id)
    with pytest.raises(VoteOver):
        await herald.votes.vote(game, CHRIS.user_id, vote, True)
    assert (await herald.look.game(game)).seats[1].user_id == BEA.user_id

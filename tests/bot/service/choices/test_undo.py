"""Taking back: alone while nothing was revealed, by consent beyond that, always logged."""

from __future__ import annotations

import msgspec
import pytest

from bot.service import Herald
from bot.service.announcing.announcements import PhasePost, Undone, VoteClosed, VoteOpened
from bot.service.errors import NeedsConsent, NothingToUndo, VoteOver
from bot.store import Store
from engine.core.record import Record, load, verify
from tests.bot.service.builders import (
    ADA,
    BEA,
    CHRIS,
    a_click,
    a_game,
    answer,
    answer_all,
    asked,
    awaited,
    lay_out,
    log_of,
    play_to_the_end,
    said,
)
from tests.rhye.builders import a_game as a_case


async def second_placer(herald: Herald, game_id: int) -> int:
    """A user who has placed once and places again: nothing was revealed in between."""
    first = (await awaited(herald, game_id))[0]
    await answer(herald, game_id, first)
    (user,) = await awaited(herald, game_id)
    await answer(herald, game_id, user)
    assert await awaited(herald, game_id) == [user]
    return user


async def test_a_choice_is_taken_back_while_nothing_was_revealed(
    herald: Herald, store: Store
) -> None:
    info = await a_game(herald)
    user = await second_placer(herald, info.id)
    assert (await herald.look.desk(info.id, user)).can_take_back
    receipt = await herald.undo.alone(info.id, user, interaction=a_click())
    assert (receipt.number, receipt.undoes) == (3, 2)
    entry = (await log_of(store, info.id))[-1]
    assert (entry.undoes, entry.by, entry.draws) == (2, "player", [])
    assert not (await herald.look.desk(info.id, user)).can_take_back
    page = await herald.look.log(info.id, since=2)
    name = next(seat.name for seat in info.seats if seat.user_id == user)
    assert page.lines == (f"{name} takes the last choice back.",)


@pytest.mark.databases
async def test_a_choice_is_taken_back_after_a_restart(herald: Herald, store: Store) -> None:
    info = await a_game(herald)
    user = await second_placer(herald, info.id)
    fresh = Herald(store, herald.time)
    assert (await fresh.look.desk(info.id, user)).can_take_back
    await fresh.undo.alone(info.id, user, interaction=a_click())
    await answer(herald, info.id, user, "gobi")
    again = Herald(store, herald.time)
    await again.undo.alone(info.id, user, interaction=a_click())
    assert [entry.undoes for entry in await log_of(store, info.id)] == [0, 0, 2, 0, 4]
    with pytest.raises(NothingToUndo):
        await Herald(store, herald.time).undo.alone(info.id, user, interaction=a_click())


async def test_undo_names_what_it_takes_back_and_why_it_is_gone_after_a_restart_too(
    herald: Herald, store: Store
) -> None:
    info = await a_game(herald)
    user = await second_placer(herald, info.id)
    desk = await herald.look.desk(info.id, user)
    assert desk.undo
    fresh = Herald(store, herald.time)
    assert (await fresh.look.desk(info.id, user)).undo == desk.undo
    await answer_all(herald, info.id, "purchase")
    last = (await log_of(store, info.id))[-1].seat
    (trader,) = (seat.user_id for seat in info.seats if seat.seat == last)
    assert trader is not None
    for each in (herald, Herald(store, herald.time)):
        gone = (await each.look.desk(info.id, trader)).undo_gone
        assert gone == "revealed", "the dice have fallen for the income"


async def test_what_others_prepare_wish_and_vote_ends_nobodys_undo(herald: Herald) -> None:
    info = await a_game(herald)
    user = await second_placer(herald, info.id)
    other = BEA.user_id if user == ADA.user_id else ADA.user_id
    await herald.prepared.prepare(info.id, other, "movement", {"do": "end"})
    await herald.save_me(msgspec.structs.replace(await herald.me(other), notify="dm"))
    await herald.votes.propose(info.id, other, "pause")
    assert (await herald.look.desk(info.id, user)).can_take_back
    await herald.undo.alone(info.id, user, interaction=a_click())
    assert (await herald.look.desk(info.id, other)).prepared, "it is the other's, and stays"


@pytest.mark.parametrize("door", ["ask", "closed"])
async def test_an_offer_that_is_out_cannot_be_undone_because_another_player_knows_of_it(
    herald: Herald, store: Store, door: str
) -> None:
    info = await a_game(herald, people=2, ruleset="rhye", options={})
    case = a_case(2).in_contact("angela", "brad").with_gold("angela", 10)
    state = case.with_orders("brad", trade=door).at("movement").state
    await lay_out(store, info.id, state, "rhye")
    fresh = Herald(store, herald.time)
    offer = {"do": "offer", "to": "1", "give_gold": 10, "get_gold": 0}
    await fresh.play.choose(info.id, ADA.user_id, "trade", offer, interaction=a_click())
    for each in (fresh, Herald(store, herald.time)):
        desk = await each.look.desk(info.id, ADA.user_id)
        assert (desk.can_take_back, desk.undo_gone) == (False, "reached"), "nothing came to light"


async def test_the_same_click_takes_one_choice_back(herald: Herald, store: Store) -> None:
    info = await a_game(herald)
    await answer_all(herald, info.id, "movement")
    user = (await awaited(herald, info.id))[0]
    for _ in range(2):
        question = await asked(herald, info.id, user)
        move = next(v for v in question.decision.grammar.enumerate() if v["do"] == "move")
        await answer(herald, info.id, user, move)
    count = len(await log_of(store, info.id))
    click = a_click()
    first = await herald.undo.alone(info.id, user, interaction=click)
    again = await herald.undo.alone(info.id, user, interaction=click)
    assert (first.number, again.number, again.repeated) == (count + 1, count + 1, True)
    assert len(await log_of(store, info.id)) == count + 1


@pytest.mark.databases
async def test_beyond_that_the_table_is_asked(herald: Herald, store: Store) -> None:
    info = await a_game(herald, people=3)
    await answer_all(herald, info.id, "trade")
    with pytest.raises(NeedsConsent) as needed:
        await herald.undo.alone(info.id, BEA.user_id, interaction=a_click())
    entries = await log_of(store, info.id)
    latest = max(entry.number for entry in entries if entry.seat == 1)
    assert needed.value.data == {"number": latest}
    before = await herald.look.view(info.id, None, latest - 1)

    vote = (await herald.votes.propose(info.id, BEA.user_id, "undo")).vote
    assert vote.detail == {"number": latest}
    await herald.votes.vote(info.id, ADA.user_id, vote.id, True)
    assert await said(store, info.id, VoteOpened) == [VoteOpened(game_id=info.id, vote_id=vote.id)]
    assert await said(store, info.id, Undone) == []
    done = await herald.votes.vote(info.id, CHRIS.user_id, vote.id, True)
    assert done.vote.state == "passed"

    entry = (await log_of(store, info.id))[-1]
    assert (entry.by, entry.undoes, entry.seat) == ("undo", latest, 1)
    assert await herald.look.view(info.id) == before
    assert await awaited(herald, info.id) == [BEA.user_id]
    (undone,) = await said(store, info.id, Undone)
    assert (undone.seat, undone.undoes, undone.consent) == (1, latest, True)
    assert await said(store, info.id, VoteClosed) == [VoteClosed(game_id=info.id, vote_id=vote.id)]
    assert (await said(store, info.id, PhasePost))[-1].number == entry.number
    with pytest.raises(VoteOver):
        await herald.votes.vote(info.id, ADA.user_id, vote.id, False)


async def test_one_who_disagrees_is_enough_to_leave_it(herald: Herald, store: Store) -> None:
    info = await a_game(herald, people=3)
    await answer_all(herald, info.id, "trade")
    vote = (await herald.votes.propose(info.id, BEA.user_id, "undo")).vote
    count = len(await log_of(store, info.id))
    refused = await herald.votes.vote(info.id, ADA.user_id, vote.id, False)
    assert refused.vote.state == "refused"
    assert len(await log_of(store, info.id)) == count


async def test_what_was_taken_back_is_not_taken_back_again(herald: Herald, store: Store) -> None:
    info = await a_game(herald, people=1, ais=1)
    await answer_all(herald, info.id, "trade")
    taken = []
    for _ in range(3):
        vote = await herald.votes.propose(info.id, ADA.user_id, "undo")
        assert vote.vote.state == "passed"
        taken.append(vote.vote.detail["number"])
    assert taken == sorted(set(taken), reverse=True)
    with pytest.raises(NothingToUndo):
        while True:
            await herald.votes.propose(info.id, ADA.user_id, "undo")


async def test_a_game_with_undos_goes_on_after_a_restart_and_is_proved(
    herald: Herald, store: Store
) -> None:
    info = await a_game(herald, people=1, ais=1)
    await answer_all(herald, info.id, "purchase")
    await herald.votes.propose(info.id, ADA.user_id, "undo")
    await herald.scheduler.tick()
    await herald.votes.propose(info.id, ADA.user_id, "undo")
    fresh = Herald(store, herald.time)
    await fresh.scheduler.tick()
    await play_to_the_end(fresh, info.id)
    record = load((await fresh.look.export(info.id)).content)
    assert isinstance(record, Record)
    assert verify(record).choices == len([e for e in record.entries if not e.undoes])
    assert [entry.by for entry in record.entries].count("undo") == 2


async def test_the_past_can_be_seen_across_undos(herald: Herald, store: Store) -> None:
    info = await a_game(herald, people=1, ais=1, options={"turn_limit": 20})
    views = {}
    for _ in range(40):
        if not await awaited(herald, info.id):
            break
        number = (await herald.look.status(info.id)).number
        views[number] = await herald.look.view(info.id, ADA.user_id)
        if len(views) % 7 == 6:
            await herald.votes.propose(info.id, ADA.user_id, "undo")
        else:
            await answer(herald, info.id, ADA.user_id)
        await herald.scheduler.tick()
    assert max(views) > 100
    fresh = Herald(store, herald.time)
    for number, view in views.items():
        assert await fresh.look.view(info.id, ADA.user_id, number) == view


async def test_somebody_who_chose_nothing_has_nothing_to_take_back(herald: Herald) -> None:
    info = await a_game(herald)
    with pytest.raises(NothingToUndo):
        await herald.undo.alone(info.id, ADA.user_id, interaction=a_click())

"""One choice: accepted once, written down whole, or refused with what is true now."""

from __future__ import annotations

import logging

import pytest

from bot.service import Herald, Receipt
from bot.service.announcing.announcements import AwaitedEdit, PhasePost
from bot.service.errors import GameMovedOn, NotPlaying, NotSeated, StalePress, WrongChoice
from bot.service.game.states import engine_entry
from bot.store import Store, choices
from engine.core.game import fingerprint
from tests.bot.service.builders import (
    ADA,
    BEA,
    HOST,
    a_click,
    a_game,
    a_lobby,
    answer,
    answer_all,
    asked,
    awaited,
    log_of,
    play_to_the_end,
    said,
)


@pytest.mark.databases
async def test_an_accepted_choice_is_in_the_log_with_its_hashes(
    herald: Herald, store: Store
) -> None:
    info = await a_game(herald)
    user = (await awaited(herald, info.id))[0]
    receipt = await answer(herald, info.id, user, "gobi")
    (entry,) = await log_of(store, info.id)
    assert (entry.number, entry.kind, entry.value, entry.by) == (1, "placement", "gobi", "player")
    async with store.reading() as tx:
        set_up = await choices.get(tx, info.id, 0)
        kept = await choices.snapshot(tx, info.id)
    assert set_up is not None and kept is not None
    assert entry.prev_hash == set_up.hash
    assert kept.number == 1
    assert (receipt.number, receipt.words, receipt.by) == (1, "Gobi", "player")
    assert receipt.lines == (f"{info.seats[receipt.seat].name} settles in Gobi.",)


async def test_every_entry_is_chained_to_the_one_before(herald: Herald, store: Store) -> None:
    info = await a_game(herald, people=2, ais=1)
    await play_to_the_end(herald, info.id)
    async with store.reading() as tx:
        played = await choices.verify_chain(
            tx, info.id, fingerprint=lambda entry: fingerprint(engine_entry(entry))
        )
    assert played == len(await log_of(store, info.id))


@pytest.mark.databases
async def test_the_same_click_twice_is_one_choice_with_one_answer(
    herald: Herald, store: Store
) -> None:
    info = await a_game(herald)
    user = (await awaited(herald, info.id))[0]
    question = await asked(herald, info.id, user)
    click = a_click()

    async def press() -> Receipt:
        return await herald.play.choose(
            info.id, user, question.decision.id, "gobi", interaction=click, tag=question.tag
        )

    first, second = await press(), await press()
    assert (first.repeated, second.repeated) == (False, True)
    assert (first.number, first.words, first.lines) == (second.number, second.words, second.lines)
    assert len(await log_of(store, info.id)) == 1
    await play_to_the_end(herald, info.id)
    assert (await press()).number == first.number


@pytest.mark.databases
async def test_a_click_that_counted_in_another_game_shows_nothing_of_it(
    herald: Herald, store: Store
) -> None:
    here, there = await a_game(herald), await a_game(herald)
    click = a_click()
    first = (await awaited(herald, there.id))[0]
    await herald.play.choose(there.id, first, "placement", "gobi", interaction=click)
    user = (await awaited(herald, here.id))[0]
    with pytest.raises(GameMovedOn):
        await herald.play.choose(here.id, user, "placement", "gobi", interaction=click)
    assert await log_of(store, here.id) == []
    assert (await answer(herald, here.id, user, "gobi")).game_id == here.id, "it goes on as it was"


async def test_an_undo_by_a_click_that_counted_in_another_game_shows_nothing_of_it(
    herald: Herald, store: Store
) -> None:
    here, there = await a_game(herald), await a_game(herald)
    click = a_click()
    first = (await awaited(herald, there.id))[0]
    await herald.play.choose(there.id, first, "placement", "gobi", interaction=click)
    user = (await awaited(herald, here.id))[0]
    await answer(herald, here.id, user, "gobi")
    with pytest.raises(GameMovedOn):
        await herald.undo.alone(here.id, user, interaction=click)
    assert len(await log_of(store, here.id)) == 1


async def test_the_same_click_is_known_after_a_restart(herald: Herald, store: Store) -> None:
    info = await a_game(herald)
    user = (await awaited(herald, info.id))[0]
    await herald.play.choose(info.id, user, "placement", "gobi", interaction="77")
    fresh = Herald(store, herald.time)
    again = await fresh.play.choose(info.id, user, "placement", "gobi", interaction="77")
    assert (again.repeated, again.number, again.words) == (True, 1, "Gobi")


async def test_a_click_that_could_be_played_again_is_not(herald: Herald, store: Store) -> None:
    info = await a_game(herald)
    await answer_all(herald, info.id, "trade")
    user = (await awaited(herald, info.id))[0]
    orders = (await herald.look.desk(info.id, user)).asked("standing_orders")
    assert orders is not None
    value = next(orders.decision.grammar.enumerate())
    for _ in range(3):
        await herald.play.choose(info.id, user, "standing_orders", value, interaction="88")
    entries = [e for e in await log_of(store, info.id) if e.kind == "standing_orders"]
    assert len(entries) == 1
    await answer(herald, info.id, user)
    assert (await log_of(store, info.id))[-1].kind == "trade"


async def test_a_press_on_an_old_panel_gets_what_is_true_now(herald: Herald) -> None:
    info = await a_game(herald)
    await answer_all(herald, info.id, "movement")
    user = (await awaited(herald, info.id))[0]
    old = await asked(herald, info.id, user)
    value = old.decision.default
    orders = old.decision.grammar.validate(value)
    moved = next(v for v in old.decision.grammar.enumerate() if v["do"] == "move")
    await answer(herald, info.id, user, moved)
    with pytest.raises(StalePress) as stale:
        await herald.play.choose(
            info.id, user, "movement", orders, interaction=a_click(), tag=old.tag
        )
    fresh = stale.value.desk.asked("movement")
    assert fresh is not None
    assert fresh.tag != old.tag
    await herald.play.choose(
        info.id, user, "movement", orders, interaction=a_click(), tag=fresh.tag
    )


async def test_a_press_on_a_panel_of_a_question_that_is_gone_gets_what_is_true_now(
    herald: Herald,
) -> None:
    info = await a_game(herald)
    user = (await awaited(herald, info.id))[0]
    old = await asked(herald, info.id, user)
    await answer(herald, info.id, user)
    with pytest.raises(StalePress) as stale:
        await herald.play.choose(
            info.id, user, "placement", "gobi", interaction=a_click(), tag=old.tag
        )
    assert stale.value.desk.asked("placement") is None


async def test_what_others_do_meanwhile_does_not_make_a_panel_stale(herald: Herald) -> None:
    info = await a_game(herald, people=3)
    await answer_all(herald, info.id, "trade")
    panels = {user: await asked(herald, info.id, user) for user in (1, 2, 3)}
    for user, panel in panels.items():
        receipt = await herald.play.choose(
            info.id, user, "trade", {"do": "done"}, interaction=a_click(), tag=panel.tag
        )
        assert receipt.kind == "trade"


@pytest.mark.databases
async def test_an_illegal_choice_says_why_and_changes_nothing(herald: Herald, store: Store) -> None:
    info = await a_game(herald)
    user = (await awaited(herald, info.id))[0]
    with pytest.raises(WrongChoice) as wrong:
        await herald.play.choose(info.id, user, "placement", "atlantis", interaction=a_click())
    assert wrong.value.sentence == "There is no place here called “atlantis”."
    assert (wrong.value.illegal.code, wrong.value.rule) == ("no_such_place", "setup-placement")
    assert await log_of(store, info.id) == []
    why = await herald.look.why_not(info.id, user, "placement", "atlantis")
    assert why == wrong.value.sentence
    assert await herald.look.why_not(info.id, user, "placement", "gobi") == ""


async def test_a_choice_out_of_turn_names_whose_it_is(herald: Herald) -> None:
    info = await a_game(herald)
    user = (await awaited(herald, info.id))[0]
    other = BEA.user_id if user == ADA.user_id else ADA.user_id
    with pytest.raises(WrongChoice) as wrong:
        await herald.play.choose(info.id, other, "placement", "gobi", interaction=a_click())
    name = next(seat.name for seat in info.seats if seat.user_id == user)
    assert wrong.value.sentence == f"It is {name}'s turn to decide this."


async def test_only_those_who_sit_can_choose_and_only_while_it_is_played(herald: Herald) -> None:
    lobby = await a_lobby(herald)
    with pytest.raises(NotPlaying) as early:
        await herald.play.choose(lobby.id, 1, "placement", "gobi", interaction=a_click())
    assert early.value.data["status"] == "lobby"
    info = await herald.lobby.start(lobby.id, HOST)
    with pytest.raises(NotSeated):
        await herald.play.choose(info.id, 99, "placement", "gobi", interaction=a_click())
    await herald.votes.pause(info.id, HOST)
    user = (await awaited(herald, info.id))[0]
    with pytest.raises(NotPlaying) as paused:
        await herald.play.choose(info.id, user, "placement", "gobi", interaction=a_click())
    assert paused.value.data["status"] == "paused"


async def test_names_are_spelled_as_the_chat_needs_them(store: Store, herald: Herald) -> None:
    info = await a_game(herald)
    loud = Herald(store, herald.time, escape=str.upper)
    user = (await awaited(loud, info.id))[0]
    receipt = await answer(loud, info.id, user, "gobi")
    assert receipt.lines[0].split()[0] in ("ADA", "BEA")


async def test_a_choice_is_one_line_in_the_log_without_what_was_chosen(
    herald: Herald, caplog: pytest.LogCaptureFixture
) -> None:
    info = await a_game(herald)
    user = (await awaited(herald, info.id))[0]
    with caplog.at_level(logging.INFO, "herald.service"):
        await answer(herald, info.id, user, "gobi")
    (line,) = [record.getMessage() for record in caplog.records if record.name == "herald.service"]
    assert f"game={info.code} number=1 seat=" in line
    assert "kind=placement by=player ms=" in line
    assert "gobi" not in line


async def test_a_taking_back_is_a_line_in_the_log_too(
    herald: Herald, caplog: pytest.LogCaptureFixture
) -> None:
    info = await a_game(herald)
    await answer(herald, info.id, (await awaited(herald, info.id))[0])
    (user,) = await awaited(herald, info.id)
    await answer(herald, info.id, user)
    with caplog.at_level(logging.INFO, "herald.service"):
        await herald.undo.alone(info.id, user, interaction=a_click())
    assert "kind=taking_back by=player" in caplog.text


@pytest.mark.databases
async def test_a_post_is_edited_while_the_same_people_are_awaited(
    herald: Herald, store: Store
) -> None:
    info = await a_game(herald, people=3)
    await answer_all(herald, info.id, "trade")
    post = (await said(store, info.id, PhasePost))[-1]
    assert post.phase == "trade"
    mover = (await log_of(store, info.id))[-1].seat
    assert set(post.ping) == {0, 1, 2} - {mover}
    await answer(herald, info.id, 1)
    edit = (await said(store, info.id, AwaitedEdit))[-1]
    assert (edit.since, edit.post, edit.number) == (post.since, post.number, post.number + 1)
    assert (await said(store, info.id, PhasePost))[-1] == post
    status = await herald.look.status(info.id)
    assert [each.seat.name for each in status.awaited] == ["Bea", "Chris"]
    assert [seat.name for seat in status.answered] == ["Ada"]

"""Prepared choices: played when their decision opens, or handed back with the reason."""

from __future__ import annotations

import pytest

from bot.service import Herald
from bot.service.announcing.announcements import HandedBack, PhasePost, YourTurn
from bot.service.errors import OpenNow, TooManyPrepared, UnknownKind
from bot.service.requests import Person
from bot.store import Store
from bot.store.people import User
from engine.world import world
from engine.world.view import WorldView
from tests.bot.service.builders import (
    ADA,
    BEA,
    HOST,
    a_game,
    answer,
    answer_all,
    awaited,
    kind_awaited,
    log_of,
    messages_of,
    said,
    said_to,
)


async def other_mover(herald: Herald, game_id: int) -> tuple[int, int]:
    """Who is awaited now, and the other of two."""
    (user,) = await awaited(herald, game_id)
    return user, BEA.user_id if user == ADA.user_id else ADA.user_id


async def test_a_prepared_choice_is_played_when_its_decision_opens(
    herald: Herald, store: Store
) -> None:
    info = await a_game(herald)
    await answer_all(herald, info.id, "movement")
    mover, other = await other_mover(herald, info.id)
    desk = await herald.prepared.prepare(info.id, other, "movement", {"do": "end"})
    assert [(each.kind, each.value) for each in desk.prepared] == [("movement", {"do": "end"})]
    await answer(herald, info.id, mover)
    await herald.scheduler.tick()
    entry = next(e for e in await log_of(store, info.id) if e.by == "orders")
    assert (info.seats[entry.seat or 0].user_id, entry.kind) == (other, "movement")
    assert (await herald.look.desk(info.id, other)).prepared == ()
    assert await kind_awaited(herald, info.id) == "trade"


async def test_several_are_played_in_their_order(herald: Herald, store: Store) -> None:
    info = await a_game(herald)
    await answer_all(herald, info.id, "movement")
    mover, other = await other_mover(herald, info.id)
    place = await home_of(herald, info.id, other)
    near = beside(place)
    move = {"do": "move", "from": place, "units": ["swordsman"], "to": near}
    await herald.prepared.prepare(info.id, other, "movement", move)
    await herald.prepared.prepare(info.id, other, "movement", {"do": "end"})
    await answer(herald, info.id, mover)
    await herald.scheduler.tick()
    values = [e.value for e in await log_of(store, info.id) if e.by == "orders"]
    assert values == [move, {"do": "end"}]


async def home_of(herald: Herald, game_id: int, user_id: int) -> str:
    """A place where a user's swordsman stands."""
    desk = await herald.look.desk(game_id, user_id)
    assert isinstance(desk.view, WorldView)
    return next(
        space.id
        for space in desk.view.spaces
        if any(units.owner == desk.seat.seat and units.kind == "swordsman" for units in space.units)
    )


def beside(place: str) -> str:
    """A region beside another."""
    board = world()
    return board.id(board.beside[board.index[place]][0])


async def test_what_the_rules_do_not_allow_is_handed_back_with_the_reason(
    herald: Herald, store: Store
) -> None:
    info = await a_game(herald)
    await answer_all(herald, info.id, "movement")
    mover, other = await other_mover(herald, info.id)
    place = await home_of(herald, info.id, other)
    wrong = {"do": "move", "from": place, "units": ["tank"], "to": "atlantis"}
    await herald.prepared.prepare(info.id, other, "movement", wrong)
    await herald.prepared.prepare(info.id, other, "movement", {"do": "end"})
    await answer(herald, info.id, mover)
    await herald.scheduler.tick()
    assert await awaited(herald, info.id) == [other]
    (back,) = await said_to(store, info.id, f"user:{other}", HandedBack)
    assert back.values == (wrong, {"do": "end"})
    assert back.code == "not_so_many"
    assert back.decision_kind == "movement"
    desk = await herald.look.desk(info.id, other)
    assert desk.prepared == ()
    assert [each.prepared.value for each in desk.returned] == [wrong, {"do": "end"}]
    assert desk.returned[0].problem
    assert [e.by for e in await log_of(store, info.id)].count("orders") == 0


async def test_prepared_choices_survive_a_restart(herald: Herald, store: Store) -> None:
    info = await a_game(herald)
    await answer_all(herald, info.id, "movement")
    mover, other = await other_mover(herald, info.id)
    await herald.prepared.prepare(info.id, other, "movement", {"do": "end"})
    await answer(herald, info.id, mover)
    fresh = Herald(store, herald.time)
    await fresh.scheduler.tick()
    assert await kind_awaited(fresh, info.id) == "trade"


async def test_prepared_choices_can_be_taken_away(herald: Herald) -> None:
    info = await a_game(herald)
    await answer_all(herald, info.id, "movement")
    _, other = await other_mover(herald, info.id)
    for value in ({"do": "end"}, {"do": "done"}, 3):
        desk = await herald.prepared.prepare(info.id, other, "movement", value)
    desk = await herald.prepared.forget(info.id, other, desk.prepared[1].id)
    assert [each.value for each in desk.prepared] == [{"do": "end"}, 3]
    assert (await herald.prepared.forget(info.id, other)).prepared == ()


async def test_what_is_open_is_chosen_and_not_prepared(herald: Herald) -> None:
    info = await a_game(herald)
    user, other = await other_mover(herald, info.id)
    with pytest.raises(OpenNow):
        await herald.prepared.prepare(info.id, user, "placement", "gobi")
    with pytest.raises(UnknownKind):
        await herald.prepared.prepare(info.id, other, "castling", None)
    with pytest.raises(TooManyPrepared):
        await herald.prepared.prepare(info.id, other, "trade", "x" * 5000)
    for _ in range(50):
        await herald.prepared.prepare(info.id, other, "trade", {"do": "done"})
    with pytest.raises(TooManyPrepared):
        await herald.prepared.prepare(info.id, other, "trade", {"do": "done"})


async def test_typed_orders_are_read_when_their_decision_opens(
    herald: Herald, store: Store
) -> None:
    info = await a_game(herald)
    await answer_all(herald, info.id, "movement")
    mover, other = await other_mover(herald, info.id)
    place = await home_of(herald, info.id, other)
    near = beside(place)
    text = f"\n move swordsman {place} > {near}\n\nend\n"
    desk = await herald.prepared.prepare_orders(info.id, other, "movement", text)
    assert [each.line for each in desk.prepared] == [f"move swordsman {place} > {near}", "end"]
    await answer(herald, info.id, mover)
    await herald.scheduler.tick()
    values = [e.value for e in await log_of(store, info.id) if e.by == "orders"]
    assert values == [
        {"do": "move", "from": place, "units": ["swordsman"], "to": near},
        {"do": "end"},
    ]


async def test_no_orders_at_all_stand_for_what_the_clock_would_choose(
    herald: Herald, store: Store
) -> None:
    info = await a_game(herald)
    await answer_all(herald, info.id, "movement")
    mover, other = await other_mover(herald, info.id)
    desk = await herald.prepared.prepare_orders(info.id, other, "movement", " \n ")
    assert [each.line for each in desk.prepared] == [""]
    await answer(herald, info.id, mover)
    await herald.scheduler.tick()
    assert [e.value for e in await log_of(store, info.id) if e.by == "orders"] == [{"do": "end"}]


async def handed_back(herald: Herald, line: str) -> tuple[int, int]:
    """A game in which somebody's prepared line has just come back: the game and the user."""
    info = await a_game(herald)
    await answer_all(herald, info.id, "movement")
    mover, other = await other_mover(herald, info.id)
    await herald.prepared.prepare_orders(info.id, other, "movement", f"{line}\nend")
    await answer(herald, info.id, mover)
    await herald.scheduler.tick()
    return info.id, other


@pytest.mark.databases
@pytest.mark.parametrize("line", ["dance in the rain", "move 99 swordsman gobi > steppe"])
async def test_a_line_that_means_nothing_by_then_comes_back_and_its_player_is_called(
    herald: Herald, store: Store, line: str
) -> None:
    game_id, user = await handed_back(herald, line)
    assert await awaited(herald, game_id) == [user]
    (back,) = await said_to(store, game_id, f"user:{user}", HandedBack)
    assert back.lines == (line, "end")
    desk = await herald.look.desk(game_id, user)
    assert [each.prepared.line for each in desk.returned] == [line, "end"]
    assert desk.returned[0].problem.endswith((".", "?"))
    (item,) = await herald.look.inbox(user)
    assert item.returned == 2
    # The call that was held back while the choice waited has come.
    call = (await said(store, game_id, YourTurn))[-1]
    assert call.seats == (desk.seat.seat,)
    assert call.number == desk.number
    # It is forgotten with the player's own answer, and edits of the post find it.
    await answer(herald, game_id, user)
    assert (await herald.look.desk(game_id, user)).returned == ()
    posts = {m.id for m in await messages_of(store, game_id) if m.kind == PhasePost.kind()}
    edits = {m.edits for m in await messages_of(store, game_id) if m.edits is not None}
    assert edits <= posts


async def test_what_came_back_is_there_after_a_restart_and_can_be_dropped(
    herald: Herald, store: Store
) -> None:
    game_id, user = await handed_back(herald, "dance in the rain")
    fresh = Herald(store, herald.time)
    await fresh.scheduler.tick()
    first, second = (await fresh.look.desk(game_id, user)).returned
    desk = await fresh.prepared.forget(game_id, user, first.prepared.id)
    assert desk.returned == (second,)
    assert (await fresh.prepared.forget(game_id, user)).returned == ()


async def test_who_prepared_only_the_beginning_is_called_for_the_rest(
    herald: Herald, store: Store
) -> None:
    for user in (1, 2):
        await herald.save_me(User(user_id=user, notify="dm"))
    info = await a_game(herald)
    await answer_all(herald, info.id, "movement")
    mover, other = await other_mover(herald, info.id)
    place = await home_of(herald, info.id, other)
    line = f"move swordsman {place} > {beside(place)}"
    await herald.prepared.prepare_orders(info.id, other, "movement", line)
    before = len(await said_to(store, info.id, f"user:{other}", YourTurn))
    await answer(herald, info.id, mover)
    await herald.scheduler.tick()
    assert await awaited(herald, info.id) == [other]
    assert len(await said_to(store, info.id, f"user:{other}", YourTurn)) == before + 1


async def test_only_what_is_asked_again_and_again_can_be_prepared(herald: Herald) -> None:
    info = await a_game(herald)
    _, other = await other_mover(herald, info.id)
    assert "placement" not in (await herald.look.desk(info.id, other)).can_prepare
    await answer_all(herald, info.id, "movement")
    mover, other = await other_mover(herald, info.id)
    assert (await herald.look.desk(info.id, mover)).can_prepare == ("trade", "purchase")
    assert (await herald.look.desk(info.id, other)).can_prepare == ("movement", "trade", "purchase")


async def test_what_was_prepared_goes_with_its_player(herald: Herald) -> None:
    info = await a_game(herald, people=3)
    await answer_all(herald, info.id, "movement")
    busy = await awaited(herald, info.id)
    user = next(u for u in (2, 3) if u not in busy)
    seat = (await herald.look.desk(info.id, user)).seat.seat
    await herald.prepared.prepare_orders(info.id, user, "trade", "offer gold")
    await herald.seats.leave(info.id, user)
    await herald.seats.replace(info.id, seat, Person(9, "Newcomer"), HOST)
    assert (await herald.look.desk(info.id, 9)).prepared == ()

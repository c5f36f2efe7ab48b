"""Prepared choices: played when their decision opens, or handed back with the reason."""

from __future__ import annotations

import pytest

from bot.service import Herald
from bot.service.announcements import HandedBack
from bot.service.errors import OpenNow, TooManyPrepared, UnknownKind
from bot.store import Store
from engine.world import world
from engine.world.view import WorldView
from tests.service.builders import (
    ADA,
    BEA,
    a_game,
    answer,
    answer_all,
    awaited,
    kind_awaited,
    log_of,
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
    desk = await herald.prepare(info.id, other, "movement", {"do": "end"})
    assert [(each.kind, each.value) for each in desk.prepared] == [("movement", {"do": "end"})]
    await answer(herald, info.id, mover)
    await herald.tick()
    entry = next(e for e in await log_of(store, info.id) if e.by == "orders")
    assert (info.seats[entry.seat or 0].user_id, entry.kind) == (other, "movement")
    assert (await herald.desk(info.id, other)).prepared == ()
    assert await kind_awaited(herald, info.id) == "trade"


async def test_several_are_played_in_their_order(herald: Herald, store: Store) -> None:
    info = await a_game(herald)
    await answer_all(herald, info.id, "movement")
    mover, other = await other_mover(herald, info.id)
    place = await home_of(herald, info.id, other)
    near = beside(place)
    move = {"do": "move", "from": place, "units": ["swordsman"], "to": near}
    await herald.prepare(info.id, other, "movement", move)
    await herald.prepare(info.id, other, "movement", {"do": "end"})
    await answer(herald, info.id, mover)
    await herald.tick()
    values = [e.value for e in await log_of(store, info.id) if e.by == "orders"]
    assert values == [move, {"do": "end"}]


async def home_of(herald: Herald, game_id: int, user_id: int) -> str:
    """A place where a user's swordsman stands."""
    desk = await herald.desk(game_id, user_id)
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
    await herald.prepare(info.id, other, "movement", wrong)
    await herald.prepare(info.id, other, "movement", {"do": "end"})
    await answer(herald, info.id, mover)
    await herald.tick()
    assert await awaited(herald, info.id) == [other]
    (back,) = await said_to(store, info.id, f"user:{other}", HandedBack)
    assert back.values == (wrong, {"do": "end"})
    assert back.code == "not_an_option"
    assert back.decision_kind == "movement"
    assert (await herald.desk(info.id, other)).prepared == ()
    assert [e.by for e in await log_of(store, info.id)].count("orders") == 0


async def test_prepared_choices_survive_a_restart(herald: Herald, store: Store) -> None:
    info = await a_game(herald)
    await answer_all(herald, info.id, "movement")
    mover, other = await other_mover(herald, info.id)
    await herald.prepare(info.id, other, "movement", {"do": "end"})
    await answer(herald, info.id, mover)
    fresh = Herald(store, herald.time)
    await fresh.tick()
    assert await kind_awaited(fresh, info.id) == "trade"


async def test_prepared_choices_can_be_taken_away(herald: Herald) -> None:
    info = await a_game(herald)
    await answer_all(herald, info.id, "movement")
    _, other = await other_mover(herald, info.id)
    for value in ({"do": "end"}, {"do": "done"}, 3):
        desk = await herald.prepare(info.id, other, "movement", value)
    desk = await herald.forget_prepared(info.id, other, desk.prepared[1].id)
    assert [each.value for each in desk.prepared] == [{"do": "end"}, 3]
    assert (await herald.forget_prepared(info.id, other)).prepared == ()


async def test_what_is_open_is_chosen_and_not_prepared(herald: Herald) -> None:
    info = await a_game(herald)
    user, other = await other_mover(herald, info.id)
    with pytest.raises(OpenNow):
        await herald.prepare(info.id, user, "placement", "gobi")
    with pytest.raises(UnknownKind):
        await herald.prepare(info.id, other, "castling", None)
    with pytest.raises(TooManyPrepared):
        await herald.prepare(info.id, other, "trade", "x" * 5000)
    for _ in range(50):
        await herald.prepare(info.id, other, "trade", {"do": "done"})
    with pytest.raises(TooManyPrepared):
        await herald.prepare(info.id, other, "trade", {"do": "done"})

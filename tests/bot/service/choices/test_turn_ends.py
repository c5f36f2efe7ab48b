"""One press that ends a turn: what comes later passes by itself, in this turn alone."""

from __future__ import annotations

import pytest

from bot.service import Herald
from bot.service.errors import StalePress
from bot.store import Store
from tests.bot.service.builders import (
    ADA,
    BEA,
    a_click,
    a_game,
    answer,
    answer_all,
    asked,
    awaited,
    kind_awaited,
    log_of,
)


async def end_turn(herald: Herald, game_id: int, user: int, click: str = "") -> None:
    question = await asked(herald, game_id, user)
    await herald.turn_ends.end_turn(
        game_id, user, question.decision.id, interaction=click or a_click(), tag=question.tag
    )
    await herald.scheduler.tick()


async def ends_of(store: Store, game_id: int, seat: int) -> list[tuple[str, str]]:
    """What a seat has ended, and who played that."""
    log = await log_of(store, game_id)
    return [(e.kind, e.by) for e in log if e.seat == seat and e.kind != "placement"]


async def test_the_later_parts_of_the_turn_pass_without_asking(
    herald: Herald, store: Store
) -> None:
    info = await a_game(herald)
    await answer_all(herald, info.id, "movement")
    (user,) = await awaited(herald, info.id)
    other = BEA.user_id if user == ADA.user_id else ADA.user_id
    seat = (await herald.look.desk(info.id, user)).seat.seat
    await end_turn(herald, info.id, user)
    prepared = (await herald.look.desk(info.id, user)).prepared
    assert [(each.kind, each.line, each.turn) for each in prepared] == [
        ("trade", "", 1),
        ("purchase", "", 1),
    ]
    await answer(herald, info.id, other)
    await herald.scheduler.tick()
    # The other is asked about trade alone: this one has passed it.
    assert (await kind_awaited(herald, info.id), await awaited(herald, info.id)) == (
        "trade",
        [other],
    )
    await answer_all(herald, info.id, "movement")
    assert (await ends_of(store, info.id, seat))[:2] == [
        ("movement", "player"),
        ("trade", "orders"),
    ]


async def test_the_next_turn_is_asked_as_ever(herald: Herald) -> None:
    info = await a_game(herald, options={"turn_limit": 3})
    await answer_all(herald, info.id, "movement")
    (user,) = await awaited(herald, info.id)
    await end_turn(herald, info.id, user)
    await answer_all(herald, info.id, "purchase")
    # Nobody could buy anything, or has passed: what is left of it does not reach the next turn.
    await answer_all(herald, info.id, "movement")
    assert (await herald.look.desk(info.id, user)).view.turn == 2
    assert (await herald.look.desk(info.id, user)).prepared == ()
    await answer_all(herald, info.id, "trade")
    assert set(await awaited(herald, info.id)) == {ADA.user_id, BEA.user_id}


async def test_what_is_prepared_already_stays_and_an_end_can_be_dropped(herald: Herald) -> None:
    info = await a_game(herald)
    await answer_all(herald, info.id, "movement")
    (user,) = await awaited(herald, info.id)
    wish = {"buy": "technology"}
    await herald.prepared.prepare(info.id, user, "purchase", wish)
    await end_turn(herald, info.id, user)
    kept = (await herald.look.desk(info.id, user)).prepared
    assert [(each.kind, each.value) for each in kept] == [("purchase", wish), ("trade", None)]
    await herald.prepared.forget(info.id, user, kept[1].id)
    await answer_all(herald, info.id, "trade")
    assert user in await awaited(herald, info.id)


async def test_a_second_click_and_a_stale_one_end_nothing_more(herald: Herald) -> None:
    info = await a_game(herald)
    await answer_all(herald, info.id, "movement")
    (user,) = await awaited(herald, info.id)
    question = await asked(herald, info.id, user)
    for _ in range(2):
        receipt = await herald.turn_ends.end_turn(
            info.id, user, "movement", interaction="twice", tag=question.tag
        )
        assert receipt.kind == "movement"
    assert len((await herald.look.desk(info.id, user)).prepared) == 2
    with pytest.raises(StalePress):
        await herald.turn_ends.end_turn(
            info.id, user, "movement", interaction="late", tag=question.tag
        )
    assert len((await herald.look.desk(info.id, user)).prepared) == 2


async def test_an_end_that_is_refused_leaves_nothing_prepared(
    herald: Herald, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = await a_game(herald)
    await answer_all(herald, info.id, "movement")
    (user,) = await awaited(herald, info.id)

    async def refuse(*_: object, **__: object) -> None:
        raise ConnectionError

    monkeypatch.setattr(herald.turn_ends.choosing, "accept", refuse)
    with pytest.raises(ConnectionError):
        await end_turn(herald, info.id, user)
    assert (await herald.look.desk(info.id, user)).prepared == ()

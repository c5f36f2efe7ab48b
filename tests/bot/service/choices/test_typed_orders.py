"""Typed orders: each line checked as if those before it were done, all carried out or none."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from typing import Any

import pytest

from bot.service import Herald, OrderSheet
from bot.service.choices import typed_orders
from bot.service.choices.typed_orders import MOST_STEPS, SheetReading, after_lines, numbered
from bot.service.errors import BadOrders, NotPlaying, OrdersInterrupted, StandInPlays
from bot.store import Store, lifecycle
from bot.store.errors import DatabaseFull
from engine.notation.phrases import Phrases
from engine.notation.step_limit import StepLimit, TooMuchWork
from engine.world import world
from tests.bot.service.builders import (
    BOARD,
    HOST,
    Mover,
    a_click,
    a_game,
    a_mover,
    answer_all,
    awaited,
    log_of,
)


async def test_a_sheet_shows_every_line_in_full_and_changes_nothing(
    herald: Herald, store: Store
) -> None:
    mover = await a_mover(herald)
    before = len(await log_of(store, mover.game_id))
    text = f"""
        Move settler {mover.home.upper()} -> {mover.near}

        move swordsman {mover.home} > {mover.near}
        end
    """
    sheet = await herald.orders.read(mover.game_id, mover.user, text)
    assert sheet.is_good
    assert [line.number for line in sheet.lines] == [2, 4, 5]
    assert sheet.lines[0].words.startswith("Move a settler from ")
    assert sheet.lines[0].notation == f"move settler {mover.home} > {spaced(mover.near)}"
    assert sheet.lines[2].value == {"do": "end"}
    assert len(await log_of(store, mover.game_id)) == before


def spaced(key: str) -> str:
    return key.replace("_", " ")


async def test_orders_are_carried_out_in_order_each_in_the_log(
    herald: Herald, store: Store
) -> None:
    mover = await a_mover(herald)
    before = len(await log_of(store, mover.game_id))
    # The second line is possible only after the first.
    text = (
        f"move settler {mover.home} > {mover.near}\nmove settler 1 {mover.near} > {mover.far}\nend"
    )
    receipts = await herald.orders.give(mover.game_id, mover.user, text, interaction=a_click())
    assert [receipt.number for receipt in receipts] == [before + 1, before + 2, before + 3]
    entries = (await log_of(store, mover.game_id))[before:]
    assert [entry.value["do"] for entry in entries] == ["move", "move", "end"]
    assert {entry.by for entry in entries} == {"player"}
    assert mover.user not in await awaited(herald, mover.game_id)


async def test_a_bad_line_is_named_with_its_reason_and_nothing_is_done(
    herald: Herald, store: Store
) -> None:
    mover = await a_mover(herald)
    before = len(await log_of(store, mover.game_id))
    text = (
        f"move settler {mover.home} > {mover.near}\n"
        f"move swordsman {mover.home} > alaska\nnonsense\nend"
    )
    with pytest.raises(BadOrders) as bad:
        await herald.orders.give(mover.game_id, mover.user, text, interaction=a_click())
    good, wrong, also_wrong, end = bad.value.sheet.lines
    assert (good.is_good, wrong.number, wrong.is_good) == (True, 2, False)
    assert (also_wrong.number, also_wrong.is_good, end.is_good) == (3, False, True)
    assert wrong.problem == "Alaska is too far away."
    assert wrong.rule == "movement-points"
    assert wrong.nearest.startswith(f"move swordsman {mover.home} > ")
    assert bad.value.data == {"lines": [2, 3], "done": 0}
    assert len(await log_of(store, mover.game_id)) == before


async def problem(herald: Herald, mover: Mover, line: str) -> str:
    """What is wrong with a line."""
    sheet: OrderSheet = await herald.orders.read(mover.game_id, mover.user, line)
    (read,) = sheet.lines
    assert not read.is_good
    assert read.nearest
    nearest = await herald.orders.read(mover.game_id, mover.user, read.nearest)
    assert nearest.is_good, read.nearest
    return read.problem


async def test_the_rules_say_what_is_wrong_with_a_line(herald: Herald) -> None:
    mover = await a_mover(herald)
    home, near = mover.home, mover.near
    expected = {
        f"move settler {home} > alaska": "Alaska is too far away.",
        f"move settler {home} > atlantis": "There is no place here called “atlantis”.",
        f"move settler alaska > {near}": "You have nothing that can move from Alaska.",
        f"move tank {home} > {near}": f"You have no tank in {world().find(home).name}.",
        f"move 7 settler {home} > {near}": f"You have only a settler in {world().find(home).name}.",
        "look": "Marker in: an answer is still missing.",
        f"move settler {home} > {near} twice": "I do not understand “twice” here.",
        "castle kingside": "I do not understand “castle kingside” here.",
    }
    if not await can_look(herald, mover):
        del expected["look"]
    for line, sentence in expected.items():
        found = await problem(herald, mover, line)
        assert found == sentence, line


async def can_look(herald: Herald, mover: Mover) -> bool:
    desk = await herald.look.desk(mover.game_id, mover.user)
    grammar: Any = desk.decisions[0].decision.grammar
    return "look" in grammar.fields[0].given({}, grammar.source).keys


async def test_what_a_line_brings_to_light_is_not_learnt_by_trying(
    herald: Herald, store: Store
) -> None:
    mover = await a_mover(herald)
    await herald.orders.give(
        mover.game_id,
        mover.user,
        f"move settler {mover.home} > {mover.near}",
        interaction=a_click(),
    )
    assert await can_look(herald, mover)
    before = len(await log_of(store, mover.game_id))
    text = f"look {mover.near}\nmove settler 1 {mover.near} > {mover.far}"
    sheet = await herald.orders.read(mover.game_id, mover.user, text)
    first, second = sheet.lines
    assert first.is_good
    assert (second.is_good, second.later, second.value) == (True, "movement", None)
    assert len(await log_of(store, mover.game_id)) == before


async def test_after_a_reveal_the_rest_goes_on_or_comes_back_with_the_reason(
    herald: Herald, store: Store
) -> None:
    mover = await a_mover(herald)
    await herald.orders.give(
        mover.game_id,
        mover.user,
        f"move settler {mover.home} > {mover.near}",
        interaction=a_click(),
    )
    before = len(await log_of(store, mover.game_id))
    text = f"look {mover.near}\nmove swordsman {mover.home} > alaska\nend"
    await herald.orders.give(mover.game_id, mover.user, text, interaction=a_click())
    desk = await herald.look.desk(mover.game_id, mover.user)
    if any(each.decision.kind == "movement" for each in desk.decisions):
        # Something else is asked first: the rest waits for the answer.
        assert len(desk.prepared) == 2
        return
    entries = (await log_of(store, mover.game_id))[before:]
    assert [entry.value["do"] for entry in entries if entry.seat == desk.seat.seat] == [
        "look",
        "end",
    ]
    (returned,) = desk.returned
    assert returned.prepared.line == f"move swordsman {mover.home} > alaska"
    assert returned.problem == "Alaska is too far away."


async def test_a_line_for_another_phase_is_offered_as_a_plan(herald: Herald) -> None:
    mover = await a_mover(herald)
    text = "buy 2 swordsman gobi"
    sheet = await herald.orders.read(mover.game_id, mover.user, text)
    (line,) = sheet.lines
    assert (line.is_good, line.later) == (True, "purchase")
    await herald.orders.give(mover.game_id, mover.user, text, interaction="plan")
    await herald.orders.give(mover.game_id, mover.user, text, interaction="plan")
    desk = await herald.look.desk(mover.game_id, mover.user)
    assert [(each.kind, each.line) for each in desk.prepared] == [("purchase", text)]


async def test_what_can_be_done_now_stands_above_what_waits(herald: Herald) -> None:
    mover = await a_mover(herald)
    lines = ["buy settler gobi", f"move settler {mover.home} > {mover.near}", "end"]
    sheet = await herald.orders.read(mover.game_id, mover.user, "\n".join(lines))
    said = "This can be done now: write it above line 1, which has to wait."
    assert [line.problem for line in sheet.lines] == ["", said, said]
    sheet = await herald.orders.read(mover.game_id, mover.user, "\n".join(lines[1:] + lines[:1]))
    assert sheet.is_good


async def test_a_line_with_two_meanings_is_asked_about(herald: Herald) -> None:
    # Each of them has two neighbours that begin alike.
    mover = await a_mover(herald, ("gobi", "orinoco", "mato_grosso", "muscovy"))
    beside = [BOARD.id(space) for space in BOARD.beside[BOARD.index[mover.home]]]
    letter = next(place[0] for place in beside if [p[0] for p in beside].count(place[0]) > 1)
    problem_said = await problem(herald, mover, f"move settler {mover.home} > {letter}")
    assert problem_said.startswith("This could mean “move settler ")
    assert problem_said.count(f"> {letter}") == 2


async def test_the_same_click_gives_the_same_orders_once(herald: Herald, store: Store) -> None:
    mover = await a_mover(herald)
    text = f"move settler {mover.home} > {mover.near}\nmove swordsman {mover.home} > {mover.near}"
    first = await herald.orders.give(mover.game_id, mover.user, text, interaction="twice")
    count = len(await log_of(store, mover.game_id))
    again = await herald.orders.give(mover.game_id, mover.user, text, interaction="twice")
    assert [receipt.number for receipt in again] == [receipt.number for receipt in first]
    assert len(await log_of(store, mover.game_id)) == count


async def test_an_empty_sheet_is_refused(herald: Herald) -> None:
    mover = await a_mover(herald)
    with pytest.raises(BadOrders):
        await herald.orders.give(mover.game_id, mover.user, " \n ", interaction=a_click())


async def test_a_sheet_has_an_end(herald: Herald) -> None:
    mover = await a_mover(herald)
    orders = await standing_orders(herald, mover)
    sheet = await herald.orders.read(mover.game_id, mover.user, "\n".join([orders] * 70))
    assert len(sheet.lines) == 61
    assert sheet.lines[-1].problem.startswith("That is more than 60 lines.")


async def standing_orders(herald: Herald, mover: Mover) -> str:
    phrases = await herald.orders.phrases(mover.game_id)
    asked = (await herald.look.desk(mover.game_id, mover.user)).asked("standing_orders")
    assert asked is not None
    return phrases.notation(asked.decision, next(asked.decision.grammar.enumerate()))


async def test_who_has_nothing_to_decide_is_told_so(herald: Herald) -> None:
    mover = await a_mover(herald)
    other = 3 - mover.user
    sheet = await herald.orders.read(mover.game_id, other, "end")
    assert not sheet.is_good


async def test_orders_are_for_those_who_play(herald: Herald) -> None:
    mover = await a_mover(herald)
    await herald.seats.stand_in(mover.game_id, mover.user)
    with pytest.raises(StandInPlays):
        await herald.orders.give(mover.game_id, mover.user, "end", interaction=a_click())
    await herald.seats.come_back(mover.game_id, mover.user)
    await herald.votes.pause(mover.game_id, HOST)
    with pytest.raises(NotPlaying):
        await herald.orders.give(mover.game_id, mover.user, "end", interaction=a_click())


async def test_a_choice_found_by_typing_can_be_given_as_it_is_written(
    herald: Herald, store: Store
) -> None:
    mover = await a_mover(herald)
    found = await herald.orders.search(mover.game_id, mover.user, f"mo sett {mover.home[:3]}")
    assert found
    assert len(found) <= 25
    assert all(phrase.words.startswith("Move") for phrase in found)
    await herald.orders.give(mover.game_id, mover.user, found[0].notation, interaction=a_click())
    assert (await log_of(store, mover.game_id))[-1].value == found[0].value


async def test_everybody_finds_only_their_own_choices(herald: Herald) -> None:
    info = await a_game(herald)
    await answer_all(herald, info.id, "trade")
    for user in (1, 2):
        for phrase in await herald.orders.search(info.id, user, ""):
            assert info.seats[phrase.decision.seat].user_id == user


LONG = " ".join(["a e in of s to move 1 2 g 3 ar go > ,"] * 20)


async def test_b_1_a_typed_line_of_300_words_has_a_bounded_cost(herald: Herald) -> None:
    mover = await a_mover(herald)
    steps = StepLimit(MOST_STEPS)
    desk = await herald.look.desk(mover.game_id, mover.user)
    decisions = [asked.decision for asked in desk.decisions]
    phrases = Phrases("standard", desk.info.names, limit=steps)
    with contextlib.suppress(TooMuchWork):
        phrases.read(decisions, LONG)
        phrases.nearest(decisions, LONG)
    assert steps.left >= -MOST_STEPS // 10
    # What people write takes a small part of that.
    usual = StepLimit(MOST_STEPS)
    phrases = Phrases("standard", desk.info.names, limit=usual)
    assert phrases.read(decisions, f"move settler {mover.home} > {mover.near}")
    assert usual.left > MOST_STEPS * 0.9


async def test_b_1_lines_that_had_to_wait_may_take_together_what_one_may(
    herald: Herald, monkeypatch: pytest.MonkeyPatch
) -> None:
    mover = await a_mover(herald)
    arrive = f"move settler {mover.home} > {mover.near}"
    await herald.orders.give(mover.game_id, mover.user, arrive, interaction=a_click())
    limits: list[StepLimit] = []

    class Counted(StepLimit):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            limits.append(self)

    monkeypatch.setattr(typed_orders, "StepLimit", Counted)
    one_order = LONG.replace(",", " ")
    waiting = [f"move {one_order[at : at + 200]}" for at in range(10)]
    text = "\n".join([f"look {mover.near}", *waiting])
    await herald.orders.give(mover.game_id, mover.user, text, interaction=a_click())
    desk = await herald.look.desk(mover.game_id, mover.user)
    assert len(desk.returned) == len(waiting)
    # One to read the sheet outside of the game's lock, one for all the rest under it.
    assert len(limits) == 2


async def test_b_1_text_is_read_outside_of_the_games_lock(
    herald: Herald, monkeypatch: pytest.MonkeyPatch
) -> None:
    mover = await a_mover(herald)
    reading, go_on = threading.Event(), threading.Event()
    read = SheetReading.sheet

    def slow(self: SheetReading) -> OrderSheet:
        reading.set()
        assert go_on.wait(20)
        return read(self)

    monkeypatch.setattr(SheetReading, "sheet", slow)
    sheet = asyncio.create_task(herald.orders.read(mover.game_id, mover.user, "end"))
    while not reading.is_set():
        await asyncio.sleep(0)
    # Everybody else goes on in the same game.
    assert (await herald.look.desk(mover.game_id, mover.user)).number >= 0
    go_on.set()
    assert (await sheet).is_good


async def test_d_an_interrupted_batch_says_what_was_done_and_the_same_click_finishes_it(
    herald: Herald, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    mover = await a_mover(herald)
    move = f"{mover.home} > {mover.near}"
    text = f"move settler {move}\nmove swordsman {move}\nend"
    count = len(await log_of(store, mover.game_id))
    record, left = lifecycle.record_choice, 1

    async def breaks(*args: Any, **rest: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise DatabaseFull("herald.db")
        return await record(*args, **rest)

    with monkeypatch.context() as patch:
        patch.setattr("bot.service.choices.choosing.lifecycle.record_choice", breaks)
        with pytest.raises(OrdersInterrupted) as caught:
            await herald.orders.give(mover.game_id, mover.user, text, interaction="batch")
    assert caught.value.data == {"done": 1, "lines": 3}
    receipts = await herald.orders.give(mover.game_id, mover.user, text, interaction="batch")
    assert [receipt.repeated for receipt in receipts] == [True, False, False]
    assert [receipt.number for receipt in receipts] == [count + 1, count + 2, count + 3]


def test_what_was_carried_out_is_left_out_order_by_order() -> None:
    text = "buy wheel, granary; done\ngrow gobi, steppe"
    assert [order for _, order in numbered("advanced", text)] == [
        "buy wheel",
        "buy granary",
        "done",
        "grow gobi",
        "grow steppe",
    ]
    rest = after_lines("advanced", text, 4)
    assert numbered("advanced", rest) == [(2, "grow steppe")]


async def test_lines_for_a_phase_that_the_lines_before_them_ended_come_back(herald: Herald) -> None:
    mover = await a_mover(herald)
    text = f"end\nmove settler {mover.home} > {mover.near}\nbuy settler {mover.home}"
    await herald.orders.give(mover.game_id, mover.user, text, interaction=a_click())
    desk = await herald.look.desk(mover.game_id, mover.user)
    assert [each.kind for each in desk.prepared] == ["purchase"], "its phase is still to come"
    (returned,) = desk.returned
    assert returned.prepared.line == f"move settler {mover.home} > {mover.near}"
    assert "ended" in returned.problem

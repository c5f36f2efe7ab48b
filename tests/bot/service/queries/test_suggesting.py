"""Where suggestions are worked out: what is short at once, what is long in a thread."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from bot.service.game.snapshot import Snapshot
from bot.service.queries import suggesting
from bot.service.queries.suggesting import AT_ONCE, Suggesting
from engine.core.game import Game
from engine.rulesets.standard.steward.deciding import StandardSteward
from engine.rulesets.standard.steward.situation import Situation
from engine.world.view import WorldView

LONG = 3 * AT_ONCE


class Watch:
    """Notes whether suggestions are worked out in the event loop; says that each took `takes`."""

    def __init__(self) -> None:
        self.takes = 0.0
        self.in_loop: list[bool] = []

    def work_out(self, snapshot: Snapshot, seat: int) -> float:
        self.in_loop.append(threading.current_thread() is threading.main_thread())
        snapshot.suggested(seat)
        return self.takes


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    found = Watch()
    monkeypatch.setattr(suggesting, "work_out", found.work_out)
    return found


def a_snapshot() -> tuple[Snapshot, int]:
    game = Game.new("standard", ["Ada", "Bea"], {}, b"server", [b"a", b"b"])
    return Snapshot(game.rules, game.copied(), 0), game.asked()[0].seat


async def suggest(where: Suggesting) -> Any:
    return await where.suggested(*a_snapshot())


async def test_what_was_short_is_worked_out_at_once_the_next_time(watch: Watch) -> None:
    where = Suggesting()
    first = await suggest(where)
    assert await suggest(where) == first
    assert any(first.values())
    assert watch.in_loop == [False, True]


async def test_what_was_long_leaves_the_loop_until_it_has_been_short_for_a_while(
    watch: Watch,
) -> None:
    where = Suggesting()
    watch.takes = LONG
    await suggest(where)
    watch.takes = 0.0
    for _ in range(7):
        await suggest(where)
    assert watch.in_loop[:3] == [False] * 3
    assert watch.in_loop[-1]


async def test_one_that_is_long_among_short_ones_is_the_last_in_the_loop(watch: Watch) -> None:
    where = Suggesting()
    await suggest(where)
    watch.takes = LONG
    await suggest(where)
    await suggest(where)
    assert watch.in_loop == [False, True, False]


async def test_suggestions_are_worked_out_once_for_a_position() -> None:
    where, (snapshot, seat) = Suggesting(), a_snapshot()
    first = await where.suggested(snapshot, seat)
    assert await where.suggested(snapshot, seat) is first


def test_the_decisions_of_one_desk_share_one_look_at_the_view(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    snapshot, seat = a_snapshot()
    assert len(snapshot.open_to(seat)) > 1
    looks: list[int] = []
    survey = StandardSteward.survey

    def counted(steward: StandardSteward, view: WorldView, of: int) -> Situation:
        looks.append(of)
        return survey(steward, view, of)

    monkeypatch.setattr(StandardSteward, "survey", counted)
    found = snapshot.suggested(seat)
    assert looks == [seat]
    monkeypatch.setattr(StandardSteward, "_look_again", survey)
    again, _ = a_snapshot()
    assert again.suggested(seat) == found and any(found.values())

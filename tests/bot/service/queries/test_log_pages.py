"""The log as it is leafed through: by turns and players, with times, and what clocks did."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from bot.service import Herald, LogGroup, LogPage, Pace
from bot.service.announcing.announcements import Lapsed
from bot.store import Store
from tests.bot.builders.virtual_time import NOON, VirtualTime
from tests.bot.service.builders import ADA, a_game, answer, answer_all, awaited, hours, said
from tests.bot.service.random_play import play_randomly

LETTERS = 1500


async def pages(herald: Herald, game: int, user: int | None) -> list[LogPage]:
    """All pages of the log, from the latest back to the first."""
    found = [await herald.look.log_page(game, user, letters=LETTERS)]
    while found[-1].earlier:
        last = found[-1].first - 1
        found.append(await herald.look.log_page(game, user, last=last, letters=LETTERS))
    return found


def all_groups(found: list[LogPage]) -> list[LogGroup]:
    """The groups of some pages, in order."""
    return [group for page in reversed(found) for group in page.groups]


async def test_a_page_begins_with_a_turn_unless_the_turn_is_longer_than_a_page(
    herald: Herald,
) -> None:
    info = await a_game(herald, people=2, options={"turn_limit": 12})
    async for _ in play_randomly(herald, info.id, Random(5), 220):
        pass
    leafed = await pages(herald, info.id, None)
    assert len(leafed) > 3
    for later, page in pairwise(leafed):
        assert page.last < later.first
        begins = later.groups[0].lines[0].startswith("Turn ")
        assert begins != later.continued
        turns = [group.turn for group in later.groups]
        assert begins or len(set(turns)) == 1, "a page in the middle of a turn has nothing else"
    turns = [group.turn for group in all_groups(leafed)]
    assert turns == sorted(turns)
    assert turns[0] == 0


async def test_the_log_says_who_did_something_and_when(herald: Herald, time: VirtualTime) -> None:
    info = await a_game(herald, people=2)
    first = (await awaited(herald, info.id))[0]
    time.pass_by(hours(5))
    await answer(herald, info.id, first)
    group = (await herald.look.log_page(info.id, None, letters=LETTERS)).groups[-1]
    seat = info.seat_of(first)
    assert seat is not None
    assert (group.seat, group.at, group.by) == (seat.seat, NOON + hours(5), "player")


async def test_what_a_clock_did_is_said_to_all_and_that_it_did_nothing(
    herald: Herald, store: Store, time: VirtualTime
) -> None:
    info = await a_game(herald, people=2, pace=Pace(phase_minutes=60, at_the_end="default"))
    await answer_all(herald, info.id, "purchase")
    late = (await awaited(herald, info.id))[0]
    seat = info.seat_of(late)
    assert seat is not None
    time.pass_by(hours(1))
    await herald.scheduler.tick()
    for reader in (None, *(each.user_id for each in info.seats)):
        page = await herald.look.log_page(info.id, reader, letters=LETTERS)
        (group,) = (each for each in page.groups if each.by == "clock")
        assert (group.seat, group.at, group.idle) == (seat.seat, time.now(), ("purchase",))
    (lapsed,) = await said(store, info.id, Lapsed)
    done = await herald.look.done_by_clock(info.id, lapsed.number)
    assert done is not None
    assert (done.by, done.pieces, done.idle) == ("clock", (), ("purchase",))


async def test_that_a_choice_was_prepared_is_shown_to_its_player_alone(herald: Herald) -> None:
    info = await a_game(herald, people=2)
    await answer_all(herald, info.id, "trade")
    await herald.prepared.prepare_orders(info.id, ADA.user_id, "purchase", "")
    await answer_all(herald, info.id, "purchase")
    await herald.scheduler.tick()
    shown = {}
    for reader in (None, *(each.user_id for each in info.seats)):
        groups = (await herald.look.log_page(info.id, reader, letters=LETTERS)).groups
        shown[reader] = [each.seat for each in groups if each.by == "orders"]
    seat = info.seat_of(ADA.user_id)
    assert seat is not None
    assert shown == {None: [], **{each.user_id: [] for each in info.seats}, ADA.user_id: [0]}

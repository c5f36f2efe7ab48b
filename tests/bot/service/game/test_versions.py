"""A game that an older Herald began goes on under a newer one, by the rules it began with."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from sqlalchemy import delete

from bot.service import Herald, Store
from bot.store import games, tables
from engine.core.record import Record, load, verify
from tests.bot.service.builders import (
    PEOPLE,
    a_click,
    a_game,
    answer,
    answer_all,
    awaited,
    play_to_the_end,
)
from tests.toy.versions import version

FIRST, SECOND, LAST = (person.user_id for person in PEOPLE[:3])


@pytest.fixture
async def game(herald: Herald) -> AsyncIterator[int]:
    """A game of the older Herald in which two of three had chosen their march; now it is newer."""
    with version(1):
        begun = await a_game(herald, people=3, ruleset="skirmish", options={"turn_limit": 3})
        await answer_all(herald, begun.id, "march")
        for user in (FIRST, SECOND):
            await answer(herald, begun.id, user)
    with version(2):
        yield begun.id


@pytest.fixture
def newer(herald: Herald, store: Store, game: int) -> Herald:
    return Herald(store, herald.time)


async def proved(herald: Herald, game: int) -> list[str]:
    """Play a game to its end and prove its record; who took something back in it."""
    await play_to_the_end(herald, game)
    record = load((await herald.look.export(game)).content)
    assert isinstance(record, Record)
    assert record.table.ruleset_version == 1
    assert not verify(record).states
    return [entry.by for entry in record.entries if entry.undoes]


async def test_it_is_played_to_its_end_and_proved(newer: Herald, game: int) -> None:
    assert await awaited(newer, game) == [LAST]
    assert await proved(newer, game) == []


async def test_what_was_chosen_before_is_taken_back_after(newer: Herald, game: int) -> None:
    await newer.undo.alone(game, FIRST, interaction=a_click())
    assert await awaited(newer, game) == [FIRST, LAST]
    assert await proved(newer, game) == ["player"]


@pytest.mark.parametrize("kept", [True, False], ids=["from a state", "from the set-up"])
async def test_the_table_goes_back_to_what_an_older_herald_stored(
    newer: Herald, store: Store, game: int, kept: bool
) -> None:
    await answer(newer, game, LAST)
    assert await awaited(newer, game) == [FIRST, SECOND, LAST]
    if not kept:
        async with store.transaction() as tx:
            latest = (await games.get(tx, game)).choice_count
            await tx.write(delete(tables.snapshots).where(tables.snapshots.c.number < latest))
    vote = (await newer.votes.propose(game, FIRST, "undo")).vote.id
    for user in (SECOND, LAST):
        await newer.votes.vote(game, user, vote, True)
    assert FIRST in await awaited(newer, game)
    assert await proved(newer, game) == ["undo"]

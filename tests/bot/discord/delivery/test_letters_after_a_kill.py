"""A letter that was posted just before Herald was killed is closed like any other."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.store.people import User
from tests.bot.discord.builders.playing import choose, kinds, pass_by, settle_everywhere
from tests.bot.discord.builders.world import Person, World


def hang_before_noting(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Herald is killed after a letter and before it is noted: as if time stood still in between."""
    delivery = world.herald.delivery
    note = delivery.sent

    async def never(message: Any, sent: int | None) -> None:
        if message.user_id is not None:
            await world.env.external_wait(asyncio.Event().wait(), reason="about to be killed")
        await note(message, sent)

    monkeypatch.setattr(delivery, "sent", never)


async def called(world: World, monkeypatch: pytest.MonkeyPatch) -> tuple[Person, Person]:
    """Bea, who wants letters, is called to move by one that is not noted; and Ada."""
    people = await world.running(2)
    for each in people:
        await world.herald.save_me(User(user_id=each.id, notify="dm"))
    await settle_everywhere(world)
    (first,) = await world.awaited()
    (second,) = (each for each in people if each is not first)
    hang_before_noting(world, monkeypatch)
    await choose(first, "movement", {"do": "end"})
    assert await kinds(second) == ["movement"]
    assert second.letters()[-1].buttons()
    return second, first


@pytest.mark.parametrize("is_settled", [True, False])
async def test_a_letter_that_was_not_noted_keeps_its_buttons_only_while_it_asks(
    world: World, monkeypatch: pytest.MonkeyPatch, is_settled: bool
) -> None:
    person, _ = await called(world, monkeypatch)
    letters = person.letters()
    if is_settled:
        await choose(person, "movement", {"do": "end"})
        await pass_by(world, "trade", {"do": "done"})
    await world.restart()
    await world.env.settle()
    letter = person.letters()[len(letters) - 1]
    assert letter.id == letters[-1].id
    assert bool(letter.buttons()) is not is_settled, letter
    assert ("settled" in letter) is is_settled
    assert is_settled or len(person.letters()) == len(letters), "nothing is posted twice"

"""Which messages make a sound: those somebody has to look at now."""

from __future__ import annotations

from bot.local_discord.world.models import Flag, Message
from bot.moment import HOUR
from bot.service import User
from tests.e2e.builders.club import Club, words


def is_silent(message: Message) -> bool:
    return bool(message.flags & Flag.SUPPRESS_NOTIFICATIONS)


def since(club: Club, before: list[Message]) -> list[Message]:
    known = {each.id for each in before}
    return [each for each in club.posts() if each.id not in known]


async def test_reminders_are_silent(club: Club) -> None:
    await club.begun(hours=24)
    # The beginning, and who is awaited in it.
    assert [is_silent(each) for each in club.posts()] == [False] * len(club.posts())
    before = club.posts()
    await club.pass_time(13 * HOUR)
    await club.pass_time(9 * HOUR)
    assert [is_silent(each) for each in since(club, before)] == [True, True]


async def test_reminders_by_letter_are_silent_too(club: Club) -> None:
    await club.begun(hours=24)
    (name,) = await club.awaited()
    await club.bot.herald.save_me(User(user_id=club.client(name).user.id, notify="dm"))
    before = len(club.letters(name))
    await club.pass_time(13 * HOUR)
    await club.pass_time(9 * HOUR)
    assert [is_silent(each) for each in club.letters(name)[before:]] == [True, True]


async def test_what_takes_the_place_of_a_deleted_message_is_silent(club: Club) -> None:
    await club.begun()
    post = club.last()
    assert "Placement" in words(post) and not is_silent(post)
    club.table.world.delete_message(post)
    before = club.posts()
    await club.settle(1)
    again = [each for each in since(club, before) if "Placement" in words(each)]
    assert again and all(map(is_silent, again))


async def test_what_mentions_nobody_is_silent(club: Club) -> None:
    await club.begun()
    before = club.posts()
    await club.run("ada", "game pause")
    (paused,) = since(club, before)
    assert is_silent(paused)

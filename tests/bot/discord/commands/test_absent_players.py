"""What who was away, or has left, can press."""

from __future__ import annotations

from tests.bot.discord.builders.world import World


async def test_who_missed_a_deadline_can_let_a_stand_in_play_for_a_week(world: World) -> None:
    await world.running(2)
    (late,) = await world.awaited()
    for _ in range(4):
        await world.pass_time(hours=25)
        asked = [each for each in late.letters() if "Are you still there?" in each]
        if asked:
            break
    answer = await late.press(asked[-1], "Away for a week")
    assert "A stand-in plays for you in all your games" in answer
    wishes = await world.herald.me(late.id)
    assert wishes.when_away == "stand_in" and wishes.away_until is not None


async def test_who_left_takes_the_seat_back_where_it_is_said(world: World) -> None:
    ada, _ = await world.running(2)
    await ada.press(await ada.slash("game leave"), "Leave for good")
    left = next(post for post in reversed(world.posts()) if "has left" in post)
    assert "It is your seat again" in await ada.press(left, "I am Ada, and back")

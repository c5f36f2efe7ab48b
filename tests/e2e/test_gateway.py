"""The line to the gateway breaks, sessions end, Discord is gone for an hour."""

from __future__ import annotations

import pytest

from bot.config import Config
from bot.discord.application import CannotRun
from bot.discord.run import serve
from bot.local_discord.faults import Fault
from bot.local_discord.world.models import Message
from bot.moment import HOUR, MINUTE
from tests.e2e.builders.club import Club, labels, words


def my_move(club: Club) -> tuple[Message, str]:
    post = club.last()
    return post, labels(post)["My move"]


async def test_a_press_made_while_the_line_was_broken_is_answered(club: Club) -> None:
    await club.begun()
    (name,) = await club.awaited()
    gateway = club.table.discord.gateway
    (session,) = gateway.sessions
    await gateway.drop()
    assert not gateway.connected
    begun = club.client(name).press(*my_move(club))
    panel = await club.shown(begun)
    assert panel is not None and "Where do your people begin?" in words(panel)
    # Resumed, not begun anew.
    assert list(gateway.sessions) == [session]


async def test_discord_asks_for_a_new_line_and_the_game_goes_on(club: Club) -> None:
    await club.begun()
    gateway = club.table.discord.gateway
    (session,) = gateway.sessions.values()
    told = session.number
    await gateway.ask_to_reconnect()
    await club.until(lambda: session.attached and session.number > told)
    await club.settle(1)
    assert list(gateway.sessions.values()) == [session]
    assert "settled in" in words(club.last())


async def test_a_session_that_is_over_begins_anew_and_the_game_goes_on(club: Club) -> None:
    await club.begun()
    gateway = club.table.discord.gateway
    (before,) = gateway.sessions
    await gateway.invalidate()
    await club.until(lambda: gateway.connected and before not in gateway.sessions)
    await club.settle(1)
    assert "settled in" in words(club.last())


def dead() -> Fault:
    """Nothing gets through to Discord."""
    return Fault(kind="status", status=503, times=1_000_000)


async def test_an_hour_without_discord_is_made_up_for_once(club: Club) -> None:
    """Two clocks of half an hour each lapse while neither gateway nor REST can be reached."""
    await club.begun(hours=1)
    await club.place("gobi", "patagonia", "italia")
    before = len(club.posts())
    count = (await club.game()).game.choice_count
    club.table.faults.add(dead())
    await club.table.discord.gateway.go_dark()
    await club.pass_time(2 * HOUR + 10 * MINUTE, steps=13)
    assert len(club.posts()) == before
    played = (await club.game()).game.choice_count - count
    assert played >= 2
    club.table.faults.clear()
    gateway = club.table.discord.gateway
    gateway.is_dark = False
    await club.until(lambda: gateway.connected)
    await club.catch_up()
    said = [words(each) for each in club.posts()[before:]]
    lapses = [each for each in said if "Time ran out for" in each]
    assert len(lapses) == len(set(lapses)) == 2
    assert len(set(said)) == len(said)
    # Only the newest post still awaits somebody, and only it calls them.
    assert [("Waiting for" in each) for each in said].count(True) == 1
    # And the game goes on.
    name = (await club.awaited())[0]
    panel = await club.run(name, "play")
    assert panel is not None and "Turn 1" in words(panel)


async def test_a_post_whose_answer_was_lost_before_a_dead_hour_is_not_posted_again(
    club: Club,
) -> None:
    """Discord has long forgotten the nonce when it is back."""
    await club.nearly_placed()
    club.table.faults.add(Fault(kind="lose_answer", method="POST", path="/channels/.*/messages$"))
    club.table.faults.add(dead_posting())
    (name,) = await club.awaited()
    game, user = await club.game(), club.client(name).user.id
    await club.bot.herald.play.choose(game.id, user, "placement", "gobi", interaction="test:lost")
    club.bot.sender.wake()
    await club.rest()
    before = [each.id for each in club.posts()]
    assert "Gobi" in words(club.last())
    await club.pass_time(HOUR, steps=6)
    club.table.faults.clear()
    await club.catch_up()
    assert [each.id for each in club.posts()] == before
    await club.choose("movement", {"do": "end"})
    assert len(club.posts()) == len(before) + 1


def dead_posting() -> Fault:
    return Fault(kind="status", method="POST", path="/channels/", status=503, times=1_000_000)


@pytest.mark.parametrize(
    "fault",
    [Fault(kind="status", path="/users/@me$"), Fault(kind="drop", path="/oauth2/", times=9)],
    ids=["503", "a cut line"],
)
async def test_an_outage_at_the_start_is_told_in_one_line(club: Club, fault: Fault) -> None:
    await club.close()
    club.table.faults.add(fault)
    config = Config(
        discord_token=club.table.token,
        database_url=club.config.database_url,
        data_dir=club.config.data_dir,
        pictures=False,
    )
    with pytest.raises(CannotRun, match="Discord cannot be reached"):
        await serve(config)


async def test_commands_that_discord_does_not_take_are_declared_later(club: Club) -> None:
    await club.close()
    club.table.world.commands.clear()
    club.table.faults.add(Fault(kind="status", method="PUT", path="/commands$"))
    await club.open()
    assert club.client("ada").commands(club.channel) == []
    await club.pass_time(2 * MINUTE)
    await club.until(lambda: bool(club.client("ada").commands(club.channel)))
    await club.begun()


async def test_who_has_pressed_is_answered_before_herald_stops(club: Club) -> None:
    await club.begun()
    (name,) = await club.awaited()
    faults = club.table.faults
    faults.add(Fault(kind="delay", method="POST", path="/callback$", seconds=0.3))
    begun = club.client(name).press(*my_move(club))
    await club.until(lambda: bool(faults.struck))
    answers = [begun.answer]
    await club.close()
    answers.append(begun.answer)
    assert answers[0] is None and answers[1] is not None
    await club.open()

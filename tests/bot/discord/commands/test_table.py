"""The table in play: undo, pauses, votes, seats that pass, clocks."""

from __future__ import annotations

import json

from bot.discord.interactions.packing import pack
from bot.discord.interactions.verbs import Verb
from bot.service import Pace
from tests.bot.discord.builders.playing import (
    choose,
    kinds,
    settle_everywhere,
    to_battle,
    to_purchase,
    to_trade,
)
from tests.bot.discord.builders.raw import press_anything, press_at_once
from tests.bot.discord.builders.world import Person, World


async def buying(world: World) -> Person:
    """Somebody who has just bought a swordsman, and may take that back."""
    await to_purchase(world)
    (buyer,) = await world.awaited()
    panel = await buyer.slash("play")
    units = next(label for label in panel.buttons() if "Swordsman" in label)
    panel = await buyer.press(panel, units)
    panel = await buyer.pick(panel, next(e for e in panel.options() if "swordsman in" in e))
    await buyer.press(panel, "Pay 5 gold")
    return buyer


async def test_a_choice_is_taken_back_while_nothing_was_revealed(world: World) -> None:
    await world.running(2)
    buyer = await buying(world)
    assert "a swordsman bought" in world.posts()[-1]
    panel = await buyer.slash("play")
    panel = await buyer.press(panel, "Undo")
    assert "Taken back" in panel
    assert "bought" not in world.posts()[-1]
    assert not any(label.startswith("Undo") for label in panel.buttons())


async def test_beyond_a_reveal_all_have_to_agree(world: World) -> None:
    await world.running(2)
    attacker, defender = await to_battle(world)
    await choose(attacker, "fight", "swordsman")
    await choose(defender, "fight", "swordsman")
    answer = await defender.slash("game undo")
    assert "everyone has to agree" in answer
    await defender.press(answer, "Ask the table")
    vote = next(each for each in reversed(world.posts()) if "Agree" in each.buttons())
    assert "asks to take a choice back" in vote
    assert attacker.id in vote.pings
    await attacker.press(vote, "Agree")
    assert "**Agreed.**" in vote
    assert not vote.buttons()
    assert any("By consent of all" in post for post in world.posts())
    assert "fight" in await kinds(defender)


async def test_a_vote_that_somebody_is_against_changes_nothing(world: World) -> None:
    await world.running(2)
    attacker, defender = await to_battle(world)
    await choose(attacker, "fight", "swordsman")
    await choose(defender, "fight", "swordsman")
    await defender.press(await defender.slash("game undo"), "Ask the table")
    vote = next(each for each in reversed(world.posts()) if "Agree" in each.buttons())
    await attacker.press(vote, "Disagree")
    assert "**Refused.**" in vote
    agree = world.bot.page.ids.make(Verb.VOTE_YES, (await world.game()).id, pack([1]))
    late = world.answer(await press_anything(attacker, vote, agree))
    assert "This vote is over" in late


async def test_the_host_pauses_and_resumes_and_clocks_stand_meanwhile(world: World) -> None:
    people = await world.running(2)
    (awaited,) = await world.awaited()
    panel = await awaited.pick(await awaited.slash("play"), "Europe")
    assert "paused" in await people[0].slash("game pause")
    assert "Its clocks are stopped" in world.posts()[-1]
    paused = await awaited.slash("play")
    assert "The game is paused" in paused
    assert not paused.options(), "a paused game asks for nothing"
    await world.pass_time(hours=100)
    assert not any("Time ran out for" in post for post in world.posts())
    assert "The game is paused" in await awaited.pick(panel, "Italia")
    await people[0].slash("game resume")
    assert "The game is resumed" in world.posts()[-1]
    assert "Europe" in (await awaited.slash("play")).options()


async def test_players_who_are_not_the_host_ask_the_table_for_a_pause(world: World) -> None:
    people = await world.running(3)
    assert "The table is asked" in await people[1].slash("game pause")
    vote = world.posts()[-1]
    assert "asks for a pause" in vote
    assert "1 of 2 agree" in vote
    await people[2].press(vote, "Agree")
    assert (await world.game()).game.status == "paused"


async def test_more_time_is_voted_for(world: World) -> None:
    people = await world.running(2)
    await people[0].slash("game extend")
    await people[1].press(world.posts()[-1], "Agree")
    assert any("The table has agreed on 12 hours more" in post for post in world.posts())
    await world.pass_time(hours=25)
    assert not any("Time ran out for" in post for post in world.posts())


async def test_those_missing_are_reminded_and_at_the_end_the_clock_chooses(world: World) -> None:
    await world.running(2)
    (awaited,) = await world.awaited()
    await world.pass_time(hours=13)
    reminder = world.posts()[-1]
    assert "the game waits for you until" in reminder
    assert reminder.pings == {awaited.id}
    await world.pass_time(hours=12)
    said = [post for post in world.posts() if "Time ran out for" in post]
    assert said and "A stand-in played for them: settled in" in said[0]
    assert not said[0].pings


async def test_reminders_come_in_the_way_each_player_chose(world: World) -> None:
    await world.running(2)
    (awaited,) = await world.awaited()
    await awaited.pick(await awaited.slash("settings"), "Send me a direct message")
    await world.pass_time(hours=23)
    assert "nearly over" in awaited.letters()[-1]
    assert "My move" in awaited.letters()[-1].buttons()
    assert not any("your time is nearly over" in post for post in world.posts())


async def test_a_phase_posts_awaited_part_is_edited_in_place(world: World) -> None:
    people = await world.running(3)
    await to_trade(world)
    before = len(world.posts())
    post = world.posts()[-1]
    names = dict(zip(people, ("Ada", "Bea", "Cyd"), strict=True))

    def awaited() -> list[str]:
        said = post.text.split("Waiting for")[1]
        return [name for each, name in names.items() if name in said or f"<@{each.id}>" in said]

    assert awaited() == ["Ada", "Bea", "Cyd"]
    await choose(people[1], "trade", {"do": "done"})
    assert len(world.posts()) == before
    assert awaited() == ["Ada", "Cyd"]
    assert "1 of 3 have chosen" in post


async def test_who_leaves_is_played_for_and_can_be_replaced(world: World) -> None:
    people = await world.running(2)
    leaver = people[1]
    answer = await leaver.slash("game leave")
    assert "a stand-in plays on" in answer
    await leaver.press(answer, "Leave for good")
    assert any("Bea has left" in post for post in world.posts())
    newcomer = world.person("Zoe")
    choice = (await people[0].suggestions("game replace", "seat", "Bea"))["🟥 Bea"]
    await people[0].slash("game replace", seat=choice, newcomer=newcomer.actor.user)
    assert any("Zoe takes over the seat of Bea" in post for post in world.posts())
    assert (await world.game()).seat_of(newcomer.id) is not None


async def test_a_volunteer_asks_the_table_for_a_seat(world: World) -> None:
    people = await world.running(3)
    await people[2].press(await people[2].slash("game leave"), "Leave for good")
    zoe = world.person("Zoe")
    await zoe.slash("game replace", seat="2")
    vote = next(each for each in reversed(world.posts()) if "Agree" in each.buttons())
    assert "Zoe would like to take the seat" in vote
    await people[0].press(vote, "Agree")
    await people[1].press(vote, "Agree")
    assert (await world.game()).seat_of(zoe.id) is not None


async def test_a_volunteer_who_was_removed_during_the_vote_is_not_seated(world: World) -> None:
    people = await world.running(3)
    await people[2].press(await people[2].slash("game leave"), "Leave for good")
    zoe = world.person("Zoe")
    await zoe.slash("game replace", seat="2")
    vote = next(each for each in reversed(world.posts()) if "Agree" in each.buttons())
    await people[0].press(vote, "Agree")
    world.guild.remove_member(zoe.actor.user)
    shown = await people[1].press(vote, "Agree")
    assert "Void" in shown and "Agree" not in shown.buttons()
    assert "cannot see this channel any more" in world.posts()[-1]
    assert (await world.game()).seat_of(zoe.id) is None


async def test_going_away_and_back_over_and_over_is_one_message(world: World) -> None:
    people = await world.running(3)
    count = len(world.posts())
    for _ in range(4):
        await people[0].slash("game away")
        assert "Ada is away" in world.posts()[-1]
        await people[0].press(await people[0].slash("play"), "Take my seat back")
        assert "Ada is back" in world.posts()[-1]
    assert len(world.posts()) == count + 1
    await people[1].slash("game away")
    assert len(world.posts()) == count + 2, "each player has one"
    await world.pass_time(hours=1)
    await people[0].slash("game away")
    assert "Ada is away" in world.posts()[-1], "an old one would not be seen"
    assert "Ada is back" in world.posts()[count]


async def test_pausing_and_resuming_over_and_over_is_one_message(world: World) -> None:
    people = await world.running(3)
    count = len(world.posts())
    for _ in range(3):
        await people[0].slash("game pause")
        await people[0].slash("game resume")
    assert len(world.posts()) == count + 1
    assert "The game is resumed" in world.posts()[-1]


async def test_a_stand_in_gives_the_seat_back_when_its_player_returns(world: World) -> None:
    people = await world.running(3)
    await people[0].slash("game away")
    assert any("Ada is away" in post for post in world.posts())
    panel = await people[0].slash("play")
    assert "A stand-in plays for you" in panel
    panel = await people[0].press(panel, "Take my seat back")
    assert "Welcome back" in panel
    assert any("Ada is back" in post for post in world.posts())


async def test_a_game_is_ended_by_its_host_after_a_second_thought(world: World) -> None:
    people = await world.running(2)
    answer = await people[0].slash("game end")
    assert (await world.game()).game.status == "running"
    await people[0].press(answer, "End the game")
    assert "ended by its host" in world.posts()[-1]
    assert await world.herald.look.in_channel(world.channel.id) is None


async def test_ending_needs_everybody_when_the_host_does_not_ask(world: World) -> None:
    people = await world.running(2)
    await people[1].press(await people[1].slash("game end"), "End the game")
    vote = next(each for each in reversed(world.posts()) if "Agree" in each.buttons())
    await people[0].press(vote, "Agree")
    assert any("all agreed to end it" in post for post in world.posts())


async def test_a_game_is_given_as_a_file_without_its_secrets_while_it_runs(world: World) -> None:
    people = await world.running(2)
    answer = await people[0].slash("game export")
    (file,) = answer.stored.attachments
    content = world.env.backend.cdn.get(file["url"])
    assert content is not None and json.loads(content)
    assert b"server_seed" not in content
    assert answer.stored.is_ephemeral


async def test_the_status_says_who_is_awaited_and_what_is_voted_on(world: World) -> None:
    people = await world.running(3)
    await people[1].slash("game pause")
    answer = await people[2].slash("game status")
    assert "Waiting for" in answer
    assert "The table is voting" in answer


async def test_the_pace_can_be_changed_by_the_host_in_play(world: World) -> None:
    people = await world.running(2)
    options = await people[0].slash("game options")
    await people[0].pick(options, "72 hours for each phase.")
    assert (await world.game()).game.pace == Pace(phase_minutes=72 * 60)
    assert await settle_everywhere(world)


async def test_who_left_alone_reads_that_the_game_rests(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("game new", rules="standard", seats=2)
    await ada.press(world.posts()[0], "Add an AI player")
    await ada.press(world.posts()[0], "Start")
    assert "rests until you come back" in await ada.slash("game away")
    panel = await ada.slash("play")
    assert "rests until you come back" in panel and "stand-in" not in panel.text
    assert "Welcome back" in await ada.press(panel, "Take my seat back")


async def test_the_last_to_leave_is_told_that_the_game_ends(world: World) -> None:
    ada, bea = await world.running(2)
    asked = await ada.slash("game leave")
    assert "a stand-in plays on" in asked
    await ada.press(asked, "Leave for good")
    asked = await bea.slash("game leave")
    assert "the game ends without a result" in asked
    assert "the game has ended" in await bea.press(asked, "Leave for good")


async def test_two_changes_of_ones_settings_at_once_both_count(world: World) -> None:
    ada = world.person("Ada")
    panel = await ada.slash("settings")
    known = panel.options()
    pressed = [known["Do not notify me"], known["While I am away, a stand-in plays"]]
    await press_at_once(*((ada, panel, each) for each in pressed))
    wishes = await world.herald.me(ada.id)
    assert (wishes.notify, wishes.when_away) == ("none", "stand_in")

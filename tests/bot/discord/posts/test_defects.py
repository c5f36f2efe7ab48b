"""Small things that players stumbled over, each once."""

from __future__ import annotations

import pytest

from bot.discord.posts.battles import battles_fought
from bot.service.timing.hours import spelled, zone
from engine.rulesets.standard import events as standard
from tests.bot.discord.builders.playing import to_second_trade
from tests.bot.discord.builders.world import World
from tests.render.builders.battles import BATTLE, fighter


async def test_the_only_person_at_a_table_who_goes_away_hears_that_the_game_rests(
    world: World,
) -> None:
    ada = world.person("Ada")
    await ada.slash("game new", rules="standard", seats=2)
    await ada.press(world.posts()[0], "Add an AI player")
    await ada.press(world.posts()[0], "Start")
    answer = await ada.slash("game away")
    assert "The game rests" in answer
    assert "the game rests" in world.posts()[-1]
    assert not any("A stand-in plays" in post for post in world.posts())


async def test_a_paused_game_says_so_instead_of_asking(world: World) -> None:
    people = await world.running(2)
    (awaited,) = await world.awaited()
    panel = await awaited.slash("play")
    await people[0].slash("game pause")
    for person in people:
        if vote := [post for post in world.posts() if "Agree" in post.buttons()]:
            await person.press(vote[-1], "Agree")
    assert (await world.game()).game.status == "paused"
    assert "paused" in await awaited.slash("play")
    label = next(iter(panel.options() or panel.buttons()))
    changed = await (awaited.pick if panel.options() else awaited.press)(panel, label)
    assert "paused" in changed


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("europe/paris", "Europe/Paris"), (" New York ", "America/New_York"), ("utc", "UTC")],
)
def test_time_zones_are_understood_however_they_are_spelled(typed: str, meant: str) -> None:
    assert spelled(typed) == meant
    assert zone(meant) is not None


def test_an_unknown_time_zone_stays_unknown() -> None:
    assert spelled("Narnia") == "Narnia"
    with pytest.raises(ValueError):
        zone("Narnia")


async def test_a_part_that_is_not_on_the_map_is_refused(world: World) -> None:
    ada, _ = await world.running(2)
    assert "is not on this map" in await ada.slash("map", region="Narnia")


async def test_one_seat_is_taken(world: World) -> None:
    await world.person("Ada").slash("game new", rules="standard", seats=4)
    assert "1 of 4 seats is taken." in world.posts()[0]


async def test_a_rematch_invites_all_who_played_and_seats_the_ai_players(world: World) -> None:
    ada, bea = world.person("Ada"), world.person("Bea")
    await ada.slash("game new", rules="standard", seats=3)
    await bea.press(world.posts()[0], "Join")
    await ada.press(world.posts()[0], "Add an AI player")
    options = await ada.press(world.posts()[0], "Options")
    await ada.fill(await ada.raw_press(options, "Last turn: no limit"), number="1")
    await ada.press(world.posts()[0], "Start")
    await world.left_to_clocks()
    result = next(each for each in reversed(world.posts()) if "Rematch" in each.buttons())
    assert f"<@{ada.id}>" in result and f"<@{bea.id}>" in result
    await ada.press(result, "Rematch")
    invitation = world.posts()[-1]
    assert f"<@{bea.id}>" in invitation and f"<@{ada.id}>" not in invitation
    assert len((await world.game()).seats) == 2
    await bea.press(invitation, "Join")
    assert len((await world.game()).seats) == 3


async def test_the_first_post_says_what_the_game_is_about(world: World) -> None:
    await world.running(2)
    assert any("Have the most points when the game ends" in post for post in world.posts())


async def test_the_log_since_a_turn_begins_with_that_turn(world: World) -> None:
    ada, _ = await world.running(2)
    await to_second_trade(world)
    page = await ada.slash("log", since=2)
    assert "Turn 2, ancient era." in page
    assert "Turn 1," not in page and "settles in" not in page
    assert "Turn 1, ancient era." in await ada.slash("log", since=1)


async def test_the_words_of_each_battle_are_those_of_its_own_card(world: World) -> None:
    await world.running(3)
    info = await world.game()
    round_two = standard.RoundFought(
        "nile", 1, fighter(1, "knight", 6, False), fighter(2, "swordsman", 2, True)
    )
    second = (
        standard.BattleBegan("nile", (1,), (2,)),
        round_two,
        standard.BattleEnded("nile", 1, (2,)),
    )
    bought = standard.Bought(0, "settler", 1, "gobi", 5)
    first, other = battles_fought(info, (), (*BATTLE, *second, bought))
    for fought, place in ((first, "Gobi"), (other, "Nile")):
        assert fought.words.startswith(f"Battle in {place}: ")
        assert fought.report.place == place.lower()
    assert "Nile" not in first.words and "Gobi" not in other.words
    assert "buys" not in other.words
    (late,) = battles_fought(info, BATTLE, second)
    assert late.words == other.words, "a battle of an earlier post is not counted again"


async def test_no_clock_runs_out_while_herald_is_not_on_the_server(world: World) -> None:
    await world.running(2)
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    await world.bot.on_guild_remove(guild)
    await world.pass_time(hours=72)
    assert not any("Time ran out" in post for post in world.posts())
    await world.bot.on_guild_join(guild)
    await world.pass_time(hours=25)
    assert any("Time ran out" in post for post in world.posts())

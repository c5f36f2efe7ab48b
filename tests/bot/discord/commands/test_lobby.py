from __future__ import annotations

from pathlib import Path

import discord
import pytest

from bot.service import Actor
from tests.bot.discord.builders.world import Panel, World, forbid


async def test_a_new_game_shows_who_sits_what_is_agreed_and_the_seal_of_the_dice(
    world: World,
) -> None:
    ada = world.person("Ada")
    answer = await ada.slash("game new", rules="standard", seats=4, hours=12)
    assert "Your game is open" in answer
    (card,) = world.posts()
    game = (await world.game()).game
    assert "1 of 4 seats is taken" in card
    assert "Ada · amber · host" in card
    assert card.text.count("free seat") == 3
    assert "12 hours for each phase" in card
    assert game.commitment in card
    assert list(card.buttons()) == [
        *("Join", "Leave", "Options", "Add an AI player", "Start"),
        "My word for the dice",
    ]
    assert card.buttons()["Start"]["disabled"]


async def test_who_joins_learns_the_colour_and_gets_a_message_to_try(world: World) -> None:
    ada, bea = world.person("Ada"), world.person("Bea")
    await ada.slash("game new", rules="standard")
    answer = await bea.press(world.posts()[0], "Join")
    assert "crimson" in answer and "square" in answer
    assert "I have sent you a message" in answer
    (letter,) = bea.letters()
    assert "Secret choices will reach you here" in letter
    assert "Bea · crimson" in world.posts()[0]


async def test_who_has_closed_messages_is_told_how_secrets_reach_them(world: World) -> None:
    ada, bea = world.person("Ada"), world.person("Bea")
    await ada.slash("game new", rules="standard")
    closed = bea.actor.user.dm_channel
    world.env.inject_error(
        "POST", f"/channels/{closed.id}/messages", status=403, code=50007, times=None
    )
    answer = await bea.press(world.posts()[0], "Join")
    assert "secret choices wait behind **My move**" in answer
    seat = (await world.game()).seat_of(bea.id)
    assert seat is not None and seat.dm_ok is False


async def test_a_second_game_in_a_channel_is_refused_with_a_link_and_offered_a_thread(
    world: World,
) -> None:
    ada, bea = world.person("Ada"), world.person("Bea")
    await ada.slash("game new", rules="standard")
    code = (await world.game()).code
    answer = await bea.slash("game new", rules="standard", seats=2)
    link = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}"
    assert code in answer and link in answer
    answer = await bea.press(answer, "Open it in a thread")
    (thread,) = world.channel.threads
    assert f"<#{thread.id}>" in answer
    theirs = await world.herald.look.in_channel(thread.id)
    assert theirs is not None and theirs.game.is_thread and theirs.game.seats_wanted == 2
    world.channel = thread
    assert "Bea · amber · host" in world.posts()[-1]


async def test_where_herald_may_not_write_no_game_is_opened_and_the_permission_is_named(
    world: World,
) -> None:
    ada = world.person("Ada")
    forbid(world, send_messages=False)
    answer = await ada.slash("game new", rules="standard")
    assert "I lack the permission Send Messages" in answer
    assert await world.herald.look.in_channel(world.channel.id) is None


async def test_only_the_host_and_moderators_may_start_and_change_options(world: World) -> None:
    ada, bea = world.person("Ada"), world.person("Bea")
    mods = world.guild.create_role("x", permissions=discord.Permissions(manage_channels=True))
    mod = world.person("Mod", roles=[mods])
    await ada.slash("game new", rules="standard")
    await bea.press(world.posts()[0], "Join")
    assert "Only the host" in await bea.press(world.posts()[0], "Start")
    options = await bea.press(world.posts()[0], "Options")
    assert "Only the host or a moderator" in await bea.pick(options, "5 seats")
    assert "The game has begun." in await mod.press(world.posts()[0], "Start")


async def test_options_are_the_rule_sets_own_and_change_the_card(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("game new", rules="standard")
    options = await ada.press(world.posts()[0], "Options")
    assert "24 hours for each phase" not in options.text, "the list says it"
    options = await ada.pick(
        options, "Purchases: All at once; four players save about 10 days a game"
    )
    options = await ada.pick(options, "5 seats")
    options = await ada.pick(options, "48 hours for each phase.")
    shown = await ada.raw_press(options, "Last turn: no limit")
    options = await ada.fill(shown, number="30")
    assert "Last turn: 30" in options.buttons()
    card = world.posts()[0]
    assert "Purchases: **All at once; four players save about 10 days a game**" in card
    assert "of 5 seats" in card
    assert "48 hours" in card
    assert "Last turn: **30**" in card


async def test_a_card_names_what_was_changed_and_counts_most_of_the_rest(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("game new", rules="civ2010")
    assert "more options are as usual" in world.posts()[0]
    assert "No relics" not in world.posts()[0]
    game = await world.game()
    await world.herald.lobby.set_options(game.id, {"no_relics": "on"}, Actor(ada.id))
    await world.pass_time(hours=0.1)
    assert "No relics: **On**" in world.posts()[0]


async def test_an_option_that_does_not_fit_is_refused_with_its_bounds(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("game new", rules="standard")
    options = await ada.slash("game options")
    shown = await ada.raw_press(options, "Last turn: no limit")
    assert "from 0 to 500" in await ada.fill(shown, number="many")
    assert "Last turn: **no limit**" in world.posts()[0]


async def test_quiet_hours_of_the_table_are_typed(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("game new", rules="standard")
    options = await ada.slash("game options")
    shown = await ada.raw_press(options, "Quiet hours")
    options = await ada.fill(shown, **{"from": "22:30", "until": "7", "zone": "Europe/Rome"})
    assert "Clocks stop from 22:30 to 07:00 (Europe/Rome)" in options
    shown = await ada.raw_press(options, "Quiet hours")
    wrong = await ada.fill(shown, **{"from": "late", "until": "7", "zone": "UTC"})
    assert "not a time of day" in wrong


async def test_leaving_frees_the_seat_and_the_hosts_role_passes_on(world: World) -> None:
    people = await world.lobby(3)
    assert "left the table" in await people[0].press(world.posts()[0], "Leave")
    card = world.posts()[0]
    assert "Ada" not in card
    assert "Bea · crimson · host" in card


async def test_a_lobby_that_everybody_has_left_is_closed(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("game new", rules="standard")
    await ada.slash("game leave")
    card, said = world.posts()
    assert "This lobby is closed" in card
    assert not card.buttons()
    assert "is closed" in said


async def test_ai_players_fill_the_table_and_the_game_begins(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("game new", rules="standard", seats=2)
    await ada.press(world.posts()[0], "Add an AI player")
    assert "AI player" in world.posts()[0]
    await ada.press(world.posts()[0], "Start")
    texts = [post.text for post in world.posts()]
    assert "The game has begun" in texts[0]
    assert "The game begins" in texts[1]
    assert "Waiting for" in texts[-1]
    assert await world.awaited() == [ada]


async def test_too_few_players_cannot_begin(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("game new", rules="standard")
    assert "need 2 players" in await ada.slash("game start")


async def test_names_can_do_nothing_but_be_read(world: World) -> None:
    eve = world.person("@everyone **x** <@1>")
    await eve.slash("game new", rules="standard")
    (card,) = world.posts()
    assert "\\*\\*x\\*\\*" in card
    assert not card.pings
    assert not card.stored.mention_everyone


async def test_a_second_game_asked_for_in_a_thread_opens_beside_it(world: World) -> None:
    ada = world.person("Ada")
    channel = world.channel
    await ada.slash("game new", rules="standard", thread=True)
    (world.channel,) = channel.threads
    busy = await ada.slash("game new", rules="fast_play")
    answer = await ada.press(busy, "Open it in a thread")
    _, second = channel.threads
    assert f"<#{second.id}>" in answer
    assert await world.herald.look.in_channel(second.id) is not None


@pytest.mark.parametrize("where", ["thread", "channel"])
async def test_a_game_is_played_in_a_thread_as_in_a_channel(world: World, where: str) -> None:
    ada, bea = world.person("Ada"), world.person("Bea")
    await ada.slash("game new", rules="standard", thread=where == "thread")
    if where == "thread":
        world.channel = world.channel.threads[0]
    await bea.press(world.posts()[0], "Join")
    await ada.press(world.posts()[0], "Start")
    (awaited,) = await world.awaited()
    panel = await awaited.press(world.posts()[-1], "My move")
    assert "Where do your people begin?" in panel


def choices_of(panel: Panel, placeholder: str) -> tuple[str, dict[str, str]]:
    """A select by what stands in it: its id, and its values by their labels."""
    (found,) = (each for each in panel.selects() if each.get("placeholder") == placeholder)
    return found["custom_id"], {each["label"]: each["value"] for each in found["options"]}


async def test_the_host_sends_somebody_away(world: World) -> None:
    ada, bea, _ = await world.lobby(3)
    options, old = await ada.press(world.posts()[0], "Options"), await ada.slash("game options")
    away, people = choices_of(options, "Remove a player …")
    assert [label.split()[-1] for label in people] == ["Bea", "Cyd"]
    (cyd,) = (value for label, value in people.items() if "Cyd" in label)
    refused = await bea.select(await bea.slash("game options"), away, [cyd])
    assert "Only the host or a moderator" in refused
    assert "Cyd has been removed" in await ada.select(options, away, [cyd])
    assert "Cyd" not in world.posts()[0]
    assert "2 of 3 seats" in world.posts()[0]
    again = await ada.select(old, away, [cyd])
    assert "Choose a seat from the list" in again


async def test_the_host_passes_the_role_on_in_the_lobby_and_in_play(world: World) -> None:
    ada, bea = await world.lobby(2)
    options = await ada.press(world.posts()[0], "Options")
    heirs, people = choices_of(options, "Make another player the host …")
    (value,) = people.values()
    assert "Bea is the host now" in await ada.select(options, heirs, [value])
    assert "Bea · crimson · host" in world.posts()[0]
    assert "Only the host" in await ada.press(world.posts()[0], "Start")
    await bea.press(world.posts()[0], "Start")
    options = await bea.slash("game options")
    assert not any("away" in each.get("placeholder", "") for each in options.selects())
    heirs, people = choices_of(options, "Make another player the host …")
    await bea.select(options, heirs, list(people.values()))
    assert (await world.game()).game.host_user_id == ada.id


async def test_who_joins_may_choose_another_colour_and_everything_shows_it(world: World) -> None:
    ada, bea = world.person("Ada"), world.person("Bea")
    opened = await ada.slash("game new", rules="standard")
    answer = await bea.press(world.posts()[0], "Join")
    select, free = choices_of(answer, "Choose another colour")
    assert [label.split()[-1] for label in free] == [
        "Crimson",
        "Jade",
        "Azure",
        "Violet",
        "Indigo",
    ]
    (jade,) = (value for label, value in free.items() if "Jade" in label)
    assert "You are 🌲 **jade**" in await bea.select(answer, select, [jade])
    assert "🌲 Bea · jade" in world.posts()[0]
    refused = await ada.select(opened, select, [jade])
    assert "is not free" in refused
    await ada.press(world.posts()[0], "Start")
    assert "🌲 Bea" in "\n".join(post.text for post in world.posts()[1:])
    board = await ada.slash("board")
    assert "Bea (Jade)" in board
    assert "has begun already" in await ada.select(opened, select, ["azure"])


async def test_a_turn_a_day_is_chosen_with_its_parts_and_said_on_the_card(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("game new", rules="standard")
    assert "**Relaxed**" in world.posts()[0]
    options = await ada.press(world.posts()[0], "Options")
    options = await ada.pick(options, "A turn a day, about 24 days a game")
    card = world.posts()[0]
    assert "what is open at 20:00 (UTC) is carried out" in card
    assert "Clocks stop from 23:00 to 08:00" in card
    shown = await ada.raw_press(options, "When the parts of a turn end")
    options = await ada.fill(shown, movement="13:00", trade="3 pm", purchase="19:30")
    card = world.posts()[0]
    assert "at 19:30 (UTC)" in card
    assert "Movement 13:00, Trade 15:00 and Purchase 19:30" in card
    pace = (await world.game()).game.pace
    assert (pace.kind, pace.parts, pace.turn_ends) == ("daily", (780, 900), 1170)
    shown = await ada.raw_press(options, "When the parts of a turn end")
    refused = await ada.fill(shown, movement="16:00", trade="15:00", purchase="19:30")
    assert "one after the other" in refused


async def test_each_pace_says_how_many_days_a_game_takes_as_the_page_has_it(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("game new", rules="standard")
    page = (Path(__file__).parents[4] / "docs" / "days.md").read_text("utf-8")
    lines = [line for line in page.splitlines() if line.startswith("| standard | 4 |")]
    measured = [line.split(" | ") for line in lines]
    assert len(measured) == 3
    for pace, row in zip(("Relaxed", "Steady", "A turn a day"), measured, strict=True):
        days = round(float(row[3]))
        options = await ada.press(world.posts()[0], "Options")
        await ada.pick(options, f"{pace}, about {days} days a game")
        assert f"A game takes about {days} days" in world.posts()[0]

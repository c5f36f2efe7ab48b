"""Looking: the board in words, the map, the log, the rules, one's games and wishes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from discord import ui

from bot.discord.pictures.drawing_process import DRAWING_PROCESS
from bot.discord.pictures.pictures import Pictures
from bot.discord.posts.rule_screens import pages_of, section_screen
from bot.discord.screen import Screen
from engine.core.registry import rulesets
from engine.rulebook import rulebook
from tests.bot.discord.builders.playing import (
    an_offer,
    choose,
    settle_everywhere,
    to_purchase,
    to_trade,
)
from tests.bot.discord.builders.world import GALLERY, World, a_world


async def test_the_board_is_told_in_words(world: World) -> None:
    ada, _ = await world.running(2)
    held = await settle_everywhere(world)
    board = await ada.slash("board")
    for regions in held.values():
        for region in regions:
            assert region.replace("_", " ").title()[:5].lower() in board.text.lower()
    assert "Ada" in board and "gold" in board


async def test_anybody_may_look_as_a_spectator(world: World) -> None:
    await world.running(2)
    await settle_everywhere(world)
    zoe = world.person("Zoe")
    assert "Ada" in await zoe.slash("board")
    assert "settles in" in await zoe.press(world.posts()[-1], "Log")
    assert "### Turn" in await zoe.press(world.posts()[-1], "Map")


async def test_the_map_of_an_earlier_turn_is_shown_and_a_later_one_is_not_there_yet(
    world: World,
) -> None:
    ada, _ = await world.running(2)
    await to_purchase(world)
    assert "Placement" in await ada.slash("map", turn=0)
    assert "There is no turn 9 yet; it is turn 1." in await ada.slash("map", turn=9)


async def test_a_part_of_the_map_is_one_press_away(world: World) -> None:
    ada, _ = await world.running(2)
    await settle_everywhere(world)
    shown = await ada.press(world.posts()[-1], "Map")
    shown = await ada.pick(shown, "Asia")
    assert "Gobi" in shown
    assert "Labrador" not in shown


async def test_regions_of_the_map_are_suggested(world: World) -> None:
    ada, _ = await world.running(2)
    assert "Gobi" in await ada.suggestions("map", "region", "go")
    assert "Europe" in await ada.suggestions("map", "region", "eur")


async def test_what_is_not_on_the_map_is_not_drawn(world: World) -> None:
    ada, _ = await world.running(2)
    assert "“Atlantis” is not on this map." in await ada.slash("map", region="Atlantis")
    assert "Placement" in await ada.slash("map", region="north america")


async def test_the_log_is_paged_from_its_end_and_holds_everything(world: World) -> None:
    ada, _ = await world.running(2)
    await to_purchase(world)
    page = await ada.slash("log")
    assert "Purchase begins" in page
    first = await ada.slash("log", since=0)
    assert "The dice for placing" in first
    seen = first.text
    while "Later" in first.buttons() and not first.buttons()["Later"].get("disabled"):
        first = await ada.press(first, "Later")
        seen += first.text
    assert "Purchase begins" in seen


async def test_the_log_since_a_turn_begins_with_that_turn(world: World) -> None:
    ada, _ = await world.running(2)
    await to_purchase(world)
    _, first, *_ = (await ada.slash("log", since=1)).text.splitlines()
    assert first.startswith("**Turn 1**")


async def test_the_log_shows_each_player_what_they_alone_were_told(world: World) -> None:
    ada, bea, cyd = await world.running(3)
    await to_trade(world)
    await choose(ada, "trade", an_offer(1, give=5))
    assert "Ada" in (await bea.slash("log")).text.splitlines()[-1]
    assert "offer" not in (await cyd.slash("log")).text.splitlines()[-1]


async def test_the_rules_of_the_phase_are_one_press_away(world: World) -> None:
    await world.running(2)
    (awaited,) = await world.awaited()
    assert "### " in await awaited.press(world.posts()[-1], "Rules")


async def test_every_section_of_every_rulebook_fits_into_messages(world: World) -> None:
    for name in rulesets():
        book = rulebook(name)
        for section in book.sections:
            pages = pages_of(section.body)
            shown = set("\n".join(pages).split())
            assert set(section.body.split()) <= shown, f"{name}, {section.anchor} loses words"
            for page in range(len(pages)):
                screen = section_screen(world.bot.page, book, section, page)
                assert sum(len(each.content) for each in texts(screen)) <= 4000


def texts(screen: Screen) -> list[ui.TextDisplay[Any]]:
    return [each for each in screen.view().walk_children() if isinstance(each, ui.TextDisplay)]


async def test_the_inbox_lists_what_awaits_one_soonest_clock_first(world: World) -> None:
    await world.running(2)
    (awaited,) = await world.awaited()
    inbox = await awaited.slash("inbox")
    assert "Where do your people begin?" in inbox
    (label,) = inbox.buttons()
    assert "Where do your people begin?" in await awaited.press(inbox, label)
    zoe = world.person("Zoe")
    assert "You sit in no game" in await zoe.slash("inbox")


async def test_wishes_are_shown_and_changed(world: World) -> None:
    ada = world.person("Ada")
    me = await ada.slash("settings")
    shown = await ada.raw_press(me, "Quiet hours and time zone")
    me = await ada.fill(shown, **{"from": "10pm", "until": "07:00", "zone": "Europe/Rome"})
    assert "Your quiet hours: **22:00 to 07:00**" in me
    shown = await ada.raw_press(me, "I will be away")
    me = await ada.fill(shown, **{"from": "2026-02-01", "until": "2026-02-07"})
    assert "You are away from" in me
    me = await ada.press(me, "I am back")
    assert "You are away" not in me
    me = await ada.pick(me, "While I am away, a stand-in plays")
    wishes = await world.herald.me(ada.id)
    assert (wishes.quiet_from, wishes.quiet_until) == (22 * 60, 7 * 60)
    assert wishes.time_zone == "Europe/Rome"
    assert wishes.when_away == "stand_in"


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"from": "25:00", "until": "7", "zone": "UTC"}, "not a time of day"),
        ({"from": "22", "until": "7", "zone": "Mars/Base"}, "not a time zone"),
    ],
)
async def test_wishes_that_make_no_sense_are_told(
    world: World, typed: dict[str, str], told: str
) -> None:
    ada = world.person("Ada")
    shown = await ada.raw_press(await ada.slash("settings"), "Quiet hours and time zone")
    assert told in await ada.fill(shown, **typed)


async def test_help_says_how_to_begin(world: World) -> None:
    answer = await world.person("Ada").slash("help")
    assert "/game new" in answer
    assert answer.stored.is_ephemeral


async def test_commands_work_in_private_messages_for_ones_only_game(world: World) -> None:
    await world.running(2)
    (awaited,) = await world.awaited()
    user = awaited.actor.user
    panel = world.answer(await user.slash("play"))
    assert "Where do your people begin?" in panel
    zoe = world.person("Zoe")
    assert "you sit in none" in world.answer(await zoe.actor.user.slash("play"))


async def test_a_game_is_named_by_its_code_where_there_are_several(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("game new", rules="standard", seats=2)
    await ada.press(world.posts()[0], "Add an AI player")
    await ada.press(world.posts()[0], "Start")
    first = (await world.game()).code
    world.channel = world.guild.create_text_channel("second")
    await ada.slash("game new", rules="standard", seats=2)
    world.channel = world.guild.create_text_channel("third")
    assert "several games" in await ada.slash("play")
    assert first in await ada.suggestions("play", "game", first[:2])
    assert "Where do your people begin?" in await ada.slash("play", game=first)
    assert "There is no game" in await ada.slash("play", game="ZZZZZ")


async def test_posts_go_out_with_the_scores_in_words_where_drawing_fails(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(work: object) -> None:
        raise RuntimeError("no paint")

    monkeypatch.setattr(DRAWING_PROCESS, "draw", broken)
    world.expected.append("could not draw")
    world.bot.sender.composer.pictures = Pictures()
    world.bot.parts = replace(world.bot.parts, pictures=Pictures())
    await world.running(2)
    post = world.posts()[-1]
    assert "0 points" in post
    assert "My move" in post.buttons()


async def test_the_real_pictures_are_drawn_with_words_behind_them(tmp_path: Path) -> None:
    async with a_world(tmp_path, Pictures()) as world:
        ada, _ = await world.running(2)
        await settle_everywhere(world)
        map_shown = await ada.slash("map", region="Europe")
        (file,) = map_shown.stored.attachments
        content = world.env.backend.cdn.get(file["url"])
        assert content is not None and content.startswith(b"\xff\xd8\xff")
        (awaited,) = await world.awaited()
        panel = await awaited.slash("play")
        shown = next(each for each in panel.components if each["type"] == GALLERY)
        assert "You can choose:" in shown["items"][0]["description"]


async def test_a_log_of_one_page_has_nothing_to_turn(world: World) -> None:
    ada, *_ = await world.running(2)
    assert not {"Earlier", "Later"} & {*(await ada.slash("log")).buttons()}

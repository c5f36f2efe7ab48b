"""The rules desk: a question is answered in private, with its neighbours, and can be shared."""

from __future__ import annotations

from dataclasses import replace

from engine.core.registry import rulesets
from engine.rulebook import rulebook
from tests.bot.discord.builders.playing import to_purchase
from tests.bot.discord.builders.world import World


async def test_a_question_is_answered_with_the_sentence_marked_and_only_for_the_asker(
    world: World,
) -> None:
    ada, _ = await world.running(2)
    answer = await ada.slash("rules", about="can my boat carry soldiers")
    assert "### 4.3 Fleets and their cargo" in answer
    assert "**Each fleet carries up to three armies" in answer
    assert answer.stored.is_ephemeral


async def test_a_figure_out_of_a_table_stands_above_it(world: World) -> None:
    ada, _ = await world.running(2)
    answer = await ada.slash("rules", about="how much does a metropolis cost")
    assert "> **City to metropolis · 20**" in answer


async def test_a_sentence_from_the_middle_of_a_section_stands_above_it(world: World) -> None:
    ada, _ = await world.running(2)
    answer = await ada.slash("rules", about="how do i ask for more time")
    first = str(answer).index("> **More time:") if "> **More time:" in answer else -1
    assert 0 <= first < str(answer).index("Each phase has a clock")


async def test_what_there_is_not_is_said_first(world: World) -> None:
    ada, _ = await world.running(2)
    answer = await ada.slash("rules", about="are there paratroopers")
    assert "> **There is no such thing in these rules.**" in answer
    assert "### 1.6 What there is not" in answer


async def test_the_answer_says_in_which_phase_it_is_met(world: World) -> None:
    ada, _ = await world.running(2)
    assert "in the phase *Purchase*" in await ada.slash("rules", about="what does a settler cost")
    assert "in the phase" not in await ada.slash("rules", about="how do i win")


async def test_the_next_best_sections_and_those_beside_it_are_buttons(world: World) -> None:
    ada, _ = await world.running(2)
    answer = await ada.slash("rules", about="what does a settler cost")
    beside = [label for label in answer.buttons() if label[0].isdigit()]
    assert "8.2 Units and settlers" in beside
    assert len(beside) >= 3
    read = await ada.press(answer, "8.2 Units and settlers")
    assert "### 8.2 Units and settlers" in read
    assert "8.1 Prices" in read.buttons()


async def test_sharing_posts_the_answer_as_it_was_found(world: World) -> None:
    ada, _ = await world.running(2)
    answer = await ada.slash("rules", about="can my boat carry soldiers")
    before = len(world.posts())
    await ada.press(answer, "Share")
    shared = world.posts()[before]
    assert "**Each fleet carries up to three armies" in shared
    assert not shared.buttons()


async def test_a_section_can_be_chosen_while_typing(world: World) -> None:
    ada, _ = await world.running(2)
    found = await ada.suggestions("rules", "about", "plag")
    assert "3.6 Plague" in found
    assert "### 3.6 Plague" in await ada.slash("rules", about=found["3.6 Plague"])


async def test_without_a_game_the_rules_are_asked_for_once_in_a_channel(world: World) -> None:
    ada, bea = world.person("Ada"), world.person("Bea")
    asked = await ada.slash("rules", about="how strong is a wall")
    assert "Which game is it about?" in asked
    assert len(asked.options()) == len(rulesets())
    title = rulebook("civ2010").title
    answer = await ada.pick(asked, title)
    assert "### 8.11 City defence" in answer
    assert "Which game" not in await bea.slash("rules", about="how do coins work")
    assert title in await bea.slash("rules")
    assert "Standard rules" in await bea.slash("rules", about="plague", rules="standard")
    assert title in await bea.slash("rules", about="culture")


async def test_a_very_long_question_without_a_game_is_answered_too(world: World) -> None:
    ada = world.person("Ada")
    asked = await ada.slash("rules", about="what happens when the plague comes " * 40)
    answer = await ada.pick(asked, rulebook("standard").title)
    assert "lague" in answer


async def test_what_the_player_is_at_decides_between_sections(world: World) -> None:
    """ "How much" is about prices to one who buys."""
    ada, _ = await world.running(2)
    await to_purchase(world)
    assert "in the phase *Purchase*" in await ada.slash("rules", about="how much is it")


async def test_nonsense_finds_nothing(world: World) -> None:
    ada, _ = await world.running(2)
    assert "Nothing in the rules" in await ada.slash("rules", about="zzzzqqq")


async def test_without_a_question_the_quick_reference_is_shown_and_can_be_shared(
    world: World,
) -> None:
    ada, _ = await world.running(2)
    answer = await ada.slash("rules")
    assert "Standard rules: quick reference" in answer
    before = len(world.posts())
    await ada.press(answer, "Share")
    shared = world.posts()[before]
    assert "quick reference" in shared
    assert not shared.buttons()
    assert "### 1 The game" in await ada.press(answer, "1 The game")


async def test_answers_link_to_the_site_where_one_is_served(world: World) -> None:
    ada, _ = await world.running(2)
    page = world.bot.page._replace(docs_url="https://example.org/herald/")
    world.bot.parts = replace(world.bot.parts, page=page)
    section = (await ada.slash("rules", about="plague")).buttons()["On the web"]
    assert section["url"] == "https://example.org/herald/standard/index.html#plague"
    card = (await ada.slash("card", name="unit.galley")).buttons()["On the web"]
    assert card["url"] == "https://example.org/herald/standard/cards.html#unit-galley"
    world.bot.parts = replace(world.bot.parts, page=world.bot.page)
    assert "On the web" not in (await ada.slash("rules", about="plague")).buttons()


async def test_every_answer_leads_to_the_quick_reference(world: World) -> None:
    ada, _ = await world.running(2)
    answer = await ada.slash("rules", about="can my boat carry soldiers")
    assert "quick reference" in await ada.press(answer, "Quick reference")

"""Civilizations chosen in the lobby, each with its card."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.discord.pictures.pictures import Pictures
from bot.discord.screen import Picture
from bot.service import Actor
from tests.bot.discord.builders.world import GALLERY, Panel, Person, World, a_world

BUTTON = "Civilization"


async def choosing(world: World, seats: int = 2) -> list[Person]:
    """A lobby of Rhye's and Fall, in which the host has switched the option on."""
    people = await world.lobby(seats, "rhye")
    options = await people[0].press(world.posts()[0], "Options")
    on = next(label for label in options.options() if label.startswith("Civilizations: Chosen"))
    await people[0].pick(options, on)
    return people


def line_of(card: Panel, name: str) -> str:
    """What the lobby's card says of a player."""
    return next(line for line in card.text.splitlines() if f" {name} · " in line)


async def test_players_see_the_card_of_what_they_choose_and_all_see_who_chose_what(
    world: World,
) -> None:
    ada, bea = await choosing(world)
    assert "Press **Civilization** to choose yours" in world.posts()[0]
    menu = await bea.press(world.posts()[0], BUTTON)
    assert menu.stored.is_ephemeral
    assert len(menu.options()) == 17
    shown = await bea.pick(menu, "Rome")
    assert "You play **Rome**" in shown
    assert "Italia" in shown and "Masonry" in shown
    assert line_of(world.posts()[0], "Bea").endswith("**Rome**")
    assert "**" not in line_of(world.posts()[0], "Ada")
    menu = await ada.press(world.posts()[0], BUTTON)
    assert "Rome" not in menu.options() and "Egypt" in menu.options()


async def test_what_was_chosen_is_played_when_the_game_starts(world: World) -> None:
    ada, bea = await choosing(world)
    await bea.pick(await bea.press(world.posts()[0], BUTTON), "Rome")
    await ada.pick(await ada.press(world.posts()[0], BUTTON), "Egypt")
    await ada.press(world.posts()[0], "Start")
    log = "\n".join((await world.herald.look.log((await world.game()).id)).lines)
    assert "Ada leads Egypt" in log and "Bea leads Rome" in log
    assert "Which civilization" not in await ada.slash("play")
    assert BUTTON not in world.posts()[0].buttons()


async def test_what_another_took_since_is_refused_with_what_is_still_free(world: World) -> None:
    ada, bea = await choosing(world)
    mine, theirs = [await each.press(world.posts()[0], BUTTON) for each in (ada, bea)]
    await bea.pick(theirs, "Rome")
    refused = await ada.pick(mine, "Rome")
    assert "That is not free" in refused
    assert "Rome" not in refused.options()
    assert "You play **Egypt**" in await ada.pick(refused, "Egypt")


async def test_a_choice_that_came_too_late_is_handed_back_by_letter(world: World) -> None:
    ada, bea = await choosing(world)
    await bea.pick(await bea.press(world.posts()[0], BUTTON), "Rome")
    await ada.press(world.posts()[0], "Start")
    desk = await world.herald.look.desk((await world.game()).id, ada.id)
    asked = desk.decisions[0]
    await world.herald.play.choose(
        desk.info.id, ada.id, asked.decision.id, "rome", interaction="x", tag=asked.tag
    )
    await world.env.settle()
    assert any("Rome: taken before your turn came" in letter for letter in bea.letters())
    assert "Which civilization do you lead?" in await bea.slash("play")


async def test_who_decides_later_is_asked_by_the_game(world: World) -> None:
    ada, _ = await choosing(world)
    shown = await ada.pick(await ada.press(world.posts()[0], BUTTON), "Rome")
    shown = await ada.press(shown, "Decide later")
    assert "You have chosen" not in shown
    assert "**" not in line_of(world.posts()[0], "Ada")
    await ada.press(world.posts()[0], "Start")
    assert await world.awaited() == [ada]
    assert "Which civilization do you lead?" in await ada.slash("play")


async def test_joining_asks_for_the_civilization(world: World) -> None:
    ada, cyd = world.person("Ada"), world.person("Cyd")
    await ada.slash("game new", rules="civ2010", seats=2)
    welcome = await cyd.press(world.posts()[0], "Join")
    assert "The Romans" in welcome.options()
    assert "You play **The Romans**" in await cyd.pick(welcome, "The Romans")
    assert line_of(world.posts()[0], "Cyd").endswith("**The Romans**")


async def test_dealt_civilizations_leave_nothing_to_choose_and_the_card_says_so(
    world: World,
) -> None:
    ada, bea = await choosing(world)
    menu = await bea.press(world.posts()[0], BUTTON)
    await bea.pick(menu, "Rome")
    game = await world.game()
    await world.herald.lobby.set_options(game.id, {"civilizations": "dealt"}, Actor(ada.id))
    await world.env.settle()
    card = world.posts()[0]
    assert BUTTON not in card.buttons()
    assert "**" not in line_of(card, "Bea")
    assert "dealt when the game starts; the host can let players choose" in card.text.casefold()
    assert "nothing to choose before the start" in await bea.pick(menu, "Egypt")


async def test_who_does_not_sit_at_the_table_cannot_choose(world: World) -> None:
    await choosing(world)
    zoe = world.person("Zoe")
    assert "You do not sit at this table" in await zoe.press(world.posts()[0], BUTTON)


@pytest.mark.parametrize("rules", ["standard", "fast_play", "advanced", "rhye"])
async def test_where_the_usual_table_leaves_no_choice_there_is_no_button(
    world: World, rules: str
) -> None:
    await world.lobby(2, rules)
    assert BUTTON not in world.posts()[0].buttons()


class Sketches(Pictures):
    """Pictures without the drawing."""

    async def drawn(
        self, name: str, work: Callable[[], bytes], alt: str, *others: Any
    ) -> Picture | None:
        return Picture(name, b"drawn", alt)


async def test_the_card_is_a_picture_that_says_the_same_in_words(tmp_path: Path) -> None:
    async with a_world(tmp_path, Sketches()) as world:
        _, bea = await choosing(world)
        shown = await bea.pick(await bea.press(world.posts()[0], BUTTON), "Rome")
        (drawn,) = (each for each in shown.components if each["type"] == GALLERY)
        (item,) = drawn["items"]
        assert "Italia" in item["description"]
        shown = await bea.pick(shown, "Egypt")
        (drawn,) = (each for each in shown.components if each["type"] == GALLERY)
        assert "Italia" not in drawn["items"][0]["description"]

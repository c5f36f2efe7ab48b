"""Civilization 2010 on Discord, from the lobby to the result, every choice by an interaction."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.discord.pictures.pictures import Pictures
from bot.discord.screen import Picture
from tests.bot.discord.builders.players import Players
from tests.bot.discord.builders.playing import proved
from tests.bot.discord.builders.world import Panel, World, a_world
from tests.bot.service.builders import lay_out
from tests.civ2010.builders import Game, a_game


class Sketches(Pictures):
    """Draws nothing and keeps the name of every picture that was wanted."""

    async def drawn(self, name: str, work: object, alt: str, *more: object) -> Picture:
        return Picture(name, b"a sketch", alt)


@pytest.fixture
async def drawing(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path, Sketches()) as made:
        yield made


async def the_panel(world: World, game: Game) -> Panel:
    """The panel of whom the game waits for, in a game that was arranged."""
    await world.running(2, "civ2010")
    info = await world.game()
    await lay_out(world.herald.store, info.id, game.state, "civ2010")
    await world.restart(Sketches())
    person, *_ = await world.awaited()
    return await person.slash("play")


def pictures(panel: Panel) -> list[str]:
    return [each["filename"] for each in panel.stored.attachments]


async def test_a_battle_is_fought_with_its_fronts_in_sight(drawing: World) -> None:
    game = a_game().armies("ada", "D8").armies("bo", "D9")
    game.units("ada", "infantry.0", "mounted.0").units("bo", "artillery.0", "infantry.1")
    game.at("movement").play("ada", do="move", from_="D8", target="D9")
    assert pictures(await the_panel(drawing, game)) == ["battle.png"]


async def test_a_lone_city_is_seen_while_it_is_managed(drawing: World) -> None:
    assert pictures(await the_panel(drawing, a_game().at("cities"))) == ["city_c3.jpg"]


async def test_advice_names_the_victory_it_works_towards(drawing: World) -> None:
    panel = await the_panel(drawing, a_game().has("ada", civilization="arabs").at("cities"))
    (person,) = await drawing.awaited()
    assert "The aim: coins, you have 0 of 15." in await person.press(panel, "Suggest")


async def test_one_city_takes_one_action(drawing: World) -> None:
    game = a_game().tech("ada", "pottery").terrain("F", "B2", "B3", "B4", "C2", "C4", "D3")
    panel = await the_panel(drawing, game.at("cities"))
    best = panel.selects()[0]
    assert best["max_values"] == 1, "nobody picks a second action for the only city"
    assert best["placeholder"] == "Best first: choose one"


async def test_a_move_names_its_figure_once(drawing: World) -> None:
    panel = await the_panel(drawing, a_game().armies("ada", "D8").at("movement"))
    moves = [each for menu in panel.selects() for each in menu["options"]]
    moves = [each for each in moves if "D8 > " in each["label"]]
    assert moves
    assert all(each["label"].startswith("An army D8 > ") for each in moves)
    assert all(each.get("description") != "an army" for each in moves)


async def test_nothing_else_is_offered_where_nothing_is_offered_first(drawing: World) -> None:
    panel = await the_panel(drawing, a_game().has("ada", trade=3).has("bo", trade=3).at("trade"))
    assert "Make an offer" in panel.buttons()
    assert "Something else: what about?" not in panel


async def test_the_pyramid_is_seen_while_one_researches(drawing: World) -> None:
    game = a_game().has("ada", trade=6).at("research")
    assert pictures(await the_panel(drawing, game)) == ["pyramid_0.png"]


async def test_two_people_play_two_turns(world: World) -> None:
    people = await world.running(2, "civ2010", turn_limit=2)
    players = Players(world, 5)
    await players.play(most=900)

    result = world.posts()[-1]
    assert "The end of game" in result
    assert {"civilization", "trade", "movement", "research"} <= set(players.made)
    assert {"panel", "words", "orders"} <= set(players.ways)
    record = await proved(world, people[0], result)
    assert record.table.ruleset == "civ2010"


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2))
async def test_two_people_play_a_whole_game(
    world: World, seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    people = await world.running(2, "civ2010")
    players = Players(world, seed, advised=0.8)
    await players.play(most=6000)

    result = world.posts()[-1]
    assert "The end of game" in result
    record = await proved(world, people[0], result)
    assert record.outcome.reason in ("military", "culture", "economic", "technology")
    assert {"fight", "research", "cities"} <= set(players.made)
    with capsys.disabled():
        print(f"\n{record.outcome.reason}: {players}")


async def test_a_citys_production_turn_takes_few_presses(drawing: World) -> None:
    game = a_game().tech("ada", "pottery").terrain("F", "B2", "C2", "D2").at("cities")
    panel = await the_panel(drawing, game)
    (person,) = await drawing.awaited()
    presses = 1
    panel = await person.pick(panel, "Granary on B3")
    presses += 1
    while "✅" not in panel:
        label = next(each for each in panel.buttons() if each.startswith("Do "))
        panel = await person.press(panel, label)
        presses += 1
    assert presses <= 4
    info = await drawing.game()
    view = await drawing.herald.look.view(info.id, person.id)
    assert [each.kind for each in view.buildings] == ["granary"]  # type: ignore[attr-defined]

"""Settlers look where they arrive, as long as their player wants it so in `/settings`."""

from __future__ import annotations

from typing import Any

import pytest

from engine.world.state import BOARD
from engine.world.view import WorldView
from tests.bot.discord.builders.world import Panel, Person, World
from tests.bot.service.builders import lay_out
from tests.fast_play.builders import a_game as a_fast_game
from tests.standard.builders import a_game as a_standard_game

SETTLERS = ("gobi", "congo", "yukon")
FROM_GOBI = "A settler Gobi > "
LOOK_NOT, LOOK = "Settlers do not look by themselves", "Settlers look where they arrive"
EITHER = pytest.mark.parametrize(
    ("rules", "then"), [("standard", ", look"), ("fast_play", ", explore")]
)


def a_standard_position() -> Any:
    """What lies near the settlers is hidden."""
    game = a_standard_game(2)
    for place, marker in (("steppe", "iron"), ("kalahari", "coal"), ("dakota", "gems")):
        game.with_marker(place, marker)
    for place in SETTLERS:
        game.with_units("angela", place, settler=1)
    return game.at("movement").state


def a_fast_position() -> Any:
    """Nothing is explored but where the settlers are."""
    game = a_fast_game(2).with_explored(*SETTLERS)
    for place in SETTLERS:
        game.with_units("angela", place, settler=1)
    return game.at("movement").state


async def a_settler(world: World, rules: str = "standard") -> Person:
    """Ada, who has a settler in Gobi."""
    ada, _ = await world.running(2, rules)
    state = a_standard_position() if rules == "standard" else a_fast_position()
    await lay_out(world.herald.store, (await world.game()).id, state, rules)
    await world.restart()
    return ada


def from_gobi(panel: Panel) -> str:
    """The move of the settler in Gobi that a panel lists first, as it says it."""
    return next(label for label in panel.options() if label.startswith(FROM_GOBI))


async def is_known(ada: Person, move: str) -> bool:
    """Whether it is known what lies where a move leads."""
    view = await ada.world.herald.look.view((await ada.world.game()).id, ada.id)
    assert isinstance(view, WorldView)
    name = move.removeprefix(FROM_GOBI).partition(",")[0]
    there = view.spaces[BOARD.index[name.lower().replace(" ", "_")]]
    return not there.unexplored and (there.marker is None or there.marker.face != "down")


@EITHER
async def test_settlers_look_where_they_arrive(world: World, rules: str, then: str) -> None:
    ada = await a_settler(world, rules)
    assert "Settlers look where they arrive: **yes**" in await ada.slash("settings")
    panel = await ada.slash("play")
    move = from_gobi(panel)
    assert move.endswith(then)
    assert not await is_known(ada, move)
    panel = await ada.press(await ada.pick(panel, move), "Do it")
    assert "✅" in panel
    assert await is_known(ada, move)


@EITHER
async def test_settlers_only_go_there_where_their_player_wants_it_so(
    world: World, rules: str, then: str
) -> None:
    ada = await a_settler(world, rules)
    before = from_gobi(await ada.slash("play"))
    me = await ada.press(await ada.slash("settings"), LOOK_NOT)
    assert "Settlers look where they arrive: **no**" in me
    panel = await ada.slash("play")
    move = from_gobi(panel)
    assert move == before.removesuffix(then)
    panel = await ada.press(await ada.pick(panel, move), "Do it")
    assert "✅" in panel
    assert not await is_known(ada, move)


async def test_looking_on_arrival_is_ones_own_setting_and_is_kept(world: World) -> None:
    ada, bea = await world.lobby(2)
    await ada.press(await ada.slash("settings"), LOOK_NOT)
    await world.restart()
    assert "Settlers look where they arrive: **yes**" in await bea.slash("settings")
    both = [await ada.slash("settings") for _ in range(2)]
    assert all("Settlers look where they arrive: **no**" in each for each in both)
    # Pressed in two messages that are open still, it is switched once.
    for each in both:
        assert "Settlers look where they arrive: **yes**" in await ada.press(each, LOOK)


async def test_a_panel_that_names_what_is_no_longer_done_is_shown_again_first(
    world: World,
) -> None:
    ada = await a_settler(world)
    panel = await ada.slash("play")
    panel = await ada.pick(panel, old := from_gobi(panel))
    await ada.press(await ada.slash("settings"), LOOK_NOT)
    panel = await ada.press(panel, "Do it")
    assert "✅" not in panel
    move = from_gobi(panel)
    assert move == old.removesuffix(", look")
    panel = await ada.press(await ada.pick(panel, move), "Do it")
    assert "✅" in panel
    assert not await is_known(ada, move)


@EITHER
async def test_of_several_moves_each_has_one_line_with_what_came_of_it(
    world: World, rules: str, then: str
) -> None:
    ada = await a_settler(world, rules)
    panel = await ada.slash("play")
    best = panel.selects()[0]["options"]
    listed = [each["label"] for each in best if each["label"].endswith(then)]
    moves = {each.partition(" > ")[0]: each for each in listed}
    assert len(moves) > 1
    panel = await ada.press(await ada.pick(panel, *moves.values()), f"Do these {len(moves)}")
    done = [line for line in panel.text.splitlines() if "✅" in line]
    assert len(done) == len(moves)
    for move in moves.values():
        (line,) = [each for each in done if move.removesuffix(then) in each]
        assert " find" in line, "what was found there stands on the same line"
    assert "finds" not in panel.text.replace("\n".join(done), "")

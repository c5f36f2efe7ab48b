"""The toy rule set on Discord, from the lobby to the result: no bot code knows it."""

from __future__ import annotations

import pytest

from bot.discord.slash import COMMANDS
from engine.core.record import Record, load, verify
from engine.core.registry import add_ruleset
from tests.bot.discord.builders.players import Players
from tests.bot.discord.builders.world import World

add_ruleset("skirmish", "tests.toy.skirmish")


@pytest.fixture(autouse=True)
def offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command offers the toy, too."""
    new = COMMANDS["game new"]
    rules = [*new.choices["rules"], ("Skirmish", "skirmish")]
    monkeypatch.setitem(COMMANDS, new.name, new._replace(choices={"rules": rules}))


async def test_three_people_play_skirmish(world: World) -> None:
    people = await world.running(3, "skirmish", turn_limit=2)
    players = Players(world, 5)
    await players.play()

    result = world.posts()[-1]
    assert "The end of game" in result
    assert "the turn limit of the table was reached" in result
    assert {"placement", "march"} == set(players.made)
    assert {"panel", "words", "letter"} <= set(players.ways)
    shown = await people[0].press(result, "Record")
    (file,) = shown.stored.attachments
    content = world.env.backend.cdn.get(file["url"])
    assert content is not None
    record = load(content)
    assert isinstance(record, Record)
    assert verify(record).states


async def test_the_result_names_who_played_with_advice_and_how_often(world: World) -> None:
    await world.running(2, "skirmish", turn_limit=1)
    game = await world.game()
    (asker, *_) = await world.awaited()
    panel = await asker.slash("play")
    for _ in range(2):
        assert "What a good player would do" in await asker.press(panel, "Suggest")
    await world.restart()
    await Players(world, 5).play()

    result = await world.herald.look.result(game.id)
    seat = result.info.seat_of(asker.id)
    assert seat is not None
    assert [(each.seat, each.times) for each in result.advised] == [(seat.seat, 1)]
    assert f"Played with advice: {seat.name} (once)." in world.posts()[-1]

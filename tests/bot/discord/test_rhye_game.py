"""Rhye's and Fall on Discord, from the lobby to the result, every choice by an interaction."""

from __future__ import annotations

import pytest

from tests.bot.discord.builders.players import Players
from tests.bot.discord.builders.playing import proved
from tests.bot.discord.builders.world import BUTTON, SELECT, Panel, Person, World, finish
from tests.bot.service.builders import lay_out
from tests.rhye.builders import meeting

ENDS = ("space_race", "domination", "score", "last_one_standing")


class Heedful(Players):
    """People who do what the panel puts first, which ends games sooner than chance."""

    async def by_panel(self, person: Person) -> None:
        self.ways["panel"] += 1
        open_by = [post for post in self.world.posts() if "My move" in post.buttons()][-1]
        panel = await person.press(open_by, "My move")
        best = [e for e in panel.components if e.get("placeholder", "").startswith("Best first")]
        if not best:
            await finish(person, panel, self.rng)
            return
        assert best[0]["type"] == SELECT
        first = best[0]["options"][0]["value"]
        await self.do(person, await person.select(panel, best[0]["custom_id"], [first]))

    async def do(self, person: Person, panel: Panel) -> None:
        """Press the button that carries out what was picked."""
        labels = [e.get("label", "") for e in panel.components if e["type"] == BUTTON]
        doing = [each for each in labels if each.startswith(("Do it", "Pay "))]
        if doing:
            await person.press(panel, doing[0])


async def test_three_people_play_two_turns(world: World) -> None:
    people = await world.running(3, "rhye", turn_limit=2, civilizations="chosen")
    players = Players(world, 5)
    await players.play()

    result = world.posts()[-1]
    assert "The end of game" in result
    assert {"civilization", "movement", "action"} <= set(players.made)
    assert "letter" in players.ways, "the six actions are asked for by letter"
    record = await proved(world, people[0], result)
    assert record.table.ruleset == "rhye"
    assert record.server_seed in result.text


async def war_is_asked(world: World) -> tuple[Person, Panel]:
    """A player is asked about a war in Steppe, and looks at the panel."""
    await world.running(3, "rhye")
    info = await world.game()
    met = meeting(angela={"swordsman": 1}, brad={"swordsman": 1}, chris={"swordsman": 1})
    await lay_out(world.herald.store, info.id, met.at("battles").state, "rhye")
    await world.restart()
    (person,) = await world.awaited()
    return person, await person.slash("play")


async def test_peace_is_kept_by_a_press(world: World) -> None:
    person, panel = await war_is_asked(world)
    await person.press(panel, "Declare no war")
    assert person not in await world.awaited()


async def test_peace_is_kept_as_advised(world: World) -> None:
    person, panel = await war_is_asked(world)
    advice = await person.press(panel, "Suggest")
    assert "Declare no war" in advice
    await person.press(advice, "Do it")
    assert person not in await world.awaited()


async def test_peace_is_kept_by_typing(world: World) -> None:
    person, _ = await war_is_asked(world)
    await person.slash("act", what="no war")
    assert person not in await world.awaited()


@pytest.mark.soak
async def test_three_people_play_a_whole_game(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    people = await world.running(3, "rhye")
    players = Heedful(world, 1)
    await players.play(most=3000)

    result = world.posts()[-1]
    assert "The end of game" in result
    record = await proved(world, people[0], result)
    assert record.outcome.reason in ENDS
    assert {"movement", "action"} <= set(players.made)
    with capsys.disabled():
        choices = sum(players.made.values())
        print(f"\na whole game: {choices} choices by {world.answers} presses and commands")

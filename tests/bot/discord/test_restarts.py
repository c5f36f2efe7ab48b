"""Herald is started anew at every kind of decision, and its old buttons still work."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import pytest
from simcord import ChannelHandle

from bot.service import Actor, NewLobby
from bot.service import Person as Somebody
from bot.store import choices
from tests.bot.discord.builders.situations import NAMES, every_kind
from tests.bot.discord.builders.world import Panel, Person, World, finish, step
from tests.bot.service.builders import lay_out

SEEDS = {"standard": (2, 5), "fast_play": (2, 4)}


class Open(NamedTuple):
    """A game that waits for an answer, and the panel on which it is given."""

    kind: str
    game: int
    channel: ChannelHandle
    person: Person


async def a_table(world: World, rules: str, kind: str, state: Any) -> Open:
    """A game in a channel of its own, in which a kind of decision is open to somebody."""
    channel = world.guild.create_text_channel(kind)
    ada, *others = [Somebody(each.id, name) for each, name in zip(world.people, NAMES, strict=True)]
    new = NewLobby(ruleset=rules, seats=3, host=ada, guild_id=world.guild.id, channel_id=channel.id)
    info = await world.herald.lobby.open(new)
    for other in others:
        await world.herald.lobby.join(info.id, other)
    info = await world.herald.lobby.start(info.id, Actor(ada.user_id))
    await lay_out(world.herald.store, info.id, state, rules)
    return Open(kind, info.id, channel, world.people[0])


async def opened(world: World, table: Open) -> tuple[Open, Panel]:
    """The panel of the decision, with whoever is asked it."""
    world.channel = table.channel
    for person in world.people:
        desk = await world.herald.look.desk(table.game, person.id)
        asked = next((a for a in desk.decisions if a.decision.kind == table.kind), None)
        if asked is None:
            continue
        panel = await person.slash("play")
        if not asked.decision.blocking:
            panel = await person.press(panel, "More …")
        others = [each for each in panel.selects() if "more thing" in each.get("placeholder", "")]
        for each in others:
            if asked.tag in [option["value"] for option in each["options"]]:
                panel = await person.select(panel, each["custom_id"], [asked.tag])
        turns = [label for label in panel.buttons() if label.startswith("Also: ")]
        if turns and asked.tag in panel.buttons()[turns[0]]["custom_id"]:
            panel = await person.press(panel, turns[0])
        return table._replace(person=person), panel
    raise AssertionError(f"nobody is asked for {table.kind}")


@pytest.mark.parametrize("rules", ["standard", "fast_play"])
async def test_old_buttons_work_at_every_kind_of_decision(world: World, rules: str) -> None:
    for name in NAMES:
        world.person(name)
    states = every_kind(rules, SEEDS[rules])
    tables = [await a_table(world, rules, kind, state) for kind, state in states.items()]
    await world.restart()
    asked = [await opened(world, table) for table in tables]
    # Once before anything was said, and once in the middle of it.
    await world.restart()
    rng = Random(1)
    begun = [(table, *await step(table.person, panel, rng)) for table, panel in asked]
    await world.restart()
    for table, panel, done in begun:
        world.channel = table.channel
        if not done:
            panel = await finish(table.person, panel, rng)
        assert "✅" in panel or "is over" in panel, (table.kind, panel.text)
        async with world.herald.store.reading() as tx:
            entries = await choices.of_game(tx, table.game)
        seat = world.people.index(table.person)
        assert (entries[0].kind, entries[0].seat, entries[0].by) == (table.kind, seat, "player")

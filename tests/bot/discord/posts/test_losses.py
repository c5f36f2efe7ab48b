"""Losses: said to those who suffer them, with the reason, in the way they chose."""

from __future__ import annotations

from typing import Any

from bot.store import outbox
from bot.store.people import Notify, User
from tests.bot.discord.builders.playing import choose, kinds, pass_by, to_battle
from tests.bot.discord.builders.world import Person, World
from tests.bot.service.builders import lay_out
from tests.fast_play.builders import a_game, move

LOST = "You lost the village in Steppe to Ada."


async def arranged(world: World, state: Any) -> None:
    """A game in another state, a while after its first posts."""
    game, store = await world.game(), world.herald.store
    await lay_out(store, game.id, state, "fast_play")
    await world.pass_time(hours=1)
    async with store.transaction() as tx:
        await outbox.forget(tx, world.time.now())
    await world.restart()


async def taken(world: World, *, to_be_told: Notify) -> list[Person]:
    """Ada takes a village of Bea's, who wants to be told in a certain way."""
    people = await world.running(3, "fast_play")
    case = (
        a_game(3)
        .with_units("angela", "gobi", swordsman=2)
        .with_settlement("angela", "gaul")
        .with_settlement("brad", "steppe")
        .with_units("brad", "nile", settler=1)
        .with_settlement("chris", "iberia")
    )
    await arranged(world, case.at("movement").state)
    await world.herald.save_me(User(user_id=people[1].id, notify=to_be_told))
    await choose(people[0], "movement", move("gobi", "steppe", "swordsman", "swordsman"))
    await choose(people[0], "movement", {"do": "end"})
    return people


async def test_a_loss_is_said_in_the_channel_with_a_mention_and_the_reason(world: World) -> None:
    _, bea, _ = await taken(world, to_be_told="channel")
    (call,) = (each for each in world.posts() if LOST in each)
    assert f"<@{bea.id}>, it is your turn. {LOST}" in call
    assert call.pings == {bea.id}
    assert "Ada takes Steppe from Bea." in world.posts()[-2]
    await pass_by(world, "movement", {"do": "end"})
    assert sum(LOST in each for each in world.posts()) == 0, "once is enough"
    assert "🟥 Bea was called here." in call


async def test_who_lost_something_and_is_not_called_is_mentioned_in_the_next_post(
    world: World,
) -> None:
    ada, bea, cyd = await world.running(3, "fast_play")
    case = (
        a_game(3)
        .with_settlement("angela", "nile")
        .with_settlement("brad", "gaul")
        .with_units("chris", "gobi", swordsman=2)
        .with_settlement("angela", "steppe")
    )
    await arranged(world, case.at("movement").state)
    for mover in (ada, bea):
        if mover in await world.awaited():
            await choose(mover, "movement", {"do": "end"})
    await choose(cyd, "movement", move("gobi", "steppe", "swordsman", "swordsman"))
    await choose(cyd, "movement", {"do": "end"})
    post = world.posts()[-1]
    found = f"<@{ada.id}>: You lost the village in Steppe to Cyd."
    assert any(found in line for line in post.text.splitlines()[:3]), "nobody looks for it"
    assert ada.id in post.pings and cyd.id not in post.pings


async def test_a_private_panel_opens_with_what_concerns_its_reader(world: World) -> None:
    _, bea, cyd = await taken(world, to_be_told="channel")
    panel = await bea.slash("play")
    assert f"**For you:** {LOST}" in "\n".join(panel.text.splitlines()[:4])
    assert "You lost" not in await cyd.slash("play")


async def test_who_wants_letters_reads_of_a_loss_in_one(world: World) -> None:
    _, bea, cyd = await taken(world, to_be_told="dm")
    assert LOST in bea.letters()[-1]
    assert not any("lost" in letter for letter in cyd.letters())
    assert not any(f"<@{bea.id}>: {LOST}" in post for post in world.posts())


async def test_who_wants_to_hear_nothing_hears_nothing(world: World) -> None:
    _, bea, _ = await taken(world, to_be_told="none")
    assert not any("lost" in letter for letter in bea.letters())
    assert not any(f"<@{bea.id}>" in post and LOST in post for post in world.posts())


async def test_a_letter_is_closed_when_its_question_is_settled(world: World) -> None:
    await world.running(2)
    attacker, defender = await to_battle(world)
    letter = attacker.letters()[-1]
    assert "Swordsman" in letter.buttons()
    await choose(attacker, "fight", "swordsman")
    assert letter.buttons()
    await choose(defender, "fight", "swordsman")
    for person in (attacker, defender):
        if "fight" in await kinds(person):
            await choose(person, "fight", "horseman")
    assert "It is settled" in letter
    assert letter.buttons() == {}

"""Secret choices: asked in private, changed until all have chosen, revealed at once."""

from __future__ import annotations

import asyncio

import pytest

from bot.service import Message, User
from engine.world.view import WorldView
from tests.bot.discord.builders.playing import an_offer, choose, desk, pass_by, to_battle, to_trade
from tests.bot.discord.builders.world import Panel, Person, World
from tests.bot.service.builders import lay_out
from tests.standard.builders import a_game as a_case


def close_messages(person: Person) -> None:
    """Direct messages to somebody fail from now on, as they do when they are closed."""
    channel = person.actor.user.dm_channel
    person.world.env.inject_error(
        "POST", f"/channels/{channel.id}/messages", status=403, code=50007, times=None
    )


async def attacking(world: World, **armies: dict[str, int]) -> tuple[Person, Panel]:
    """Ada, who is asked where she attacks first, and the letter that asks her.

    Both sides have these units in each place.
    """
    ada, _ = await world.running(2)
    case = a_case(players=2)
    for place, units in armies.items():
        for name in ("angela", "brad"):
            case = case.with_units(name, place, **units)
    game = await world.game()
    await lay_out(world.herald.store, game.id, case.at("movement", mover="angela").state)
    await world.restart()
    await choose(ada, "movement", {"do": "end"})
    letter = ada.letters()[-1]
    assert "Attack Bea in Gobi" in letter.buttons()
    return ada, letter


async def test_a_secret_question_comes_by_message_to_all_and_is_answered_there(
    world: World,
) -> None:
    await world.running(2)
    for person in await to_battle(world):
        letter = person.letters()[-1]
        assert "### Round 1 in " in letter
        assert "Which unit do you send?" in letter
    answer = await person.press(letter, "Swordsman")
    assert "✅ **Swordsman**" in answer
    assert answer.id == letter.id


async def test_the_question_that_a_letter_leads_to_is_in_that_letter_alone(world: World) -> None:
    ada, letter = await attacking(world, gobi={"swordsman": 1, "horseman": 1})
    assert "you win " in letter and "attack Bea" not in letter, "the attack is named once"
    await ada.press(letter, "Attack Bea in Gobi")
    assert "Round 1 in Gobi. Which unit do you send?" in letter
    assert ada.letters()[-1].id == letter.id


async def test_a_letter_whose_question_was_answered_elsewhere_leads_to_what_is_asked_now(
    world: World,
) -> None:
    for person in await world.running(2):
        await world.herald.save_me(User(user_id=person.id, notify="dm"))
    held = await to_trade(world)
    await pass_by(world, "trade", {"do": "done"})
    (first,) = await world.awaited()
    await choose(first, "purchase", {"buy": "done"})
    (buyer,) = await world.awaited()
    letter = buyer.letters()[-1]
    where = held[buyer.id][0]
    await choose(buyer, "purchase", {"buy": "settler", "where": where, "count": 1})
    assert "It is settled" in letter
    assert buyer.letters()[-1].id == letter.id
    assert list(letter.buttons()) == ["My move"]
    panel = await buyer.press(letter, "My move")
    assert "Done buying" in panel.buttons()


@pytest.mark.parametrize("first", ["channel", "user"])
async def test_a_letter_that_another_one_follows_leads_nowhere_whichever_is_sent_first(
    world: World, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    ada, letter = await attacking(world, gobi={"swordsman": 1, "horseman": 1})
    sender, others = world.bot.sender, asyncio.Event()
    send = sender._send

    async def in_this_order(message: Message) -> int | None:
        if not message.target.startswith(first):
            await others.wait()
        sent = await send(message)
        others.set()
        return sent

    monkeypatch.setattr(sender, "_send", in_this_order)
    await ada.press(await ada.slash("play"), "Attack Bea in Gobi")
    assert "It is settled" in letter
    assert not letter.buttons()
    assert "Which unit do you send?" in ada.letters()[-1]


async def test_what_was_chosen_in_secret_is_not_told_before_all_have_chosen(world: World) -> None:
    await world.running(2)
    attacker, defender = await to_battle(world)
    await defender.press(await defender.slash("play"), "Horseman")
    post = world.posts()[-1]
    assert "1 of 2 have chosen" in post
    everything = "\n".join(each.text for each in world.posts()).replace("horseman bought", "")
    assert "orseman" not in everything.split("Battle in")[-1]
    assert "orseman" not in (await attacker.slash("log")).text.split("Battle in")[-1]
    await attacker.press(await attacker.slash("play"), "Swordsman")
    assert "orseman" in (await attacker.slash("log")).text.split("Battle in")[-1]


async def test_a_secret_choice_can_be_changed_until_all_have_chosen(world: World) -> None:
    await world.running(2)
    _, defender = await to_battle(world)
    panel = await defender.press(await defender.slash("play"), "Swordsman")
    again = next(label for label in panel.buttons() if label.startswith("Also: "))
    panel = await defender.press(panel, again)
    panel = await defender.press(panel, "Horseman")
    assert "✅ **Horseman**" in panel


async def test_who_has_closed_messages_is_called_in_the_channel_and_chooses_there(
    world: World,
) -> None:
    people = await world.running(2)
    for person in people:
        close_messages(person)
    await to_battle(world)
    told = [post for post in world.posts() if "direct messages are closed" in post]
    person = next(each for each in people if each.id in told[-1].pings)
    panel = await person.press(told[-1], "My move")
    assert "✅" in await person.press(panel, "Swordsman")
    seat = (await world.game()).seat_of(person.id)
    assert seat is not None and seat.dm_ok is False


async def test_a_private_panel_is_seen_by_its_player_alone(world: World) -> None:
    await world.running(2)
    (person,) = await world.awaited()
    panel = await person.press(world.posts()[-1], "My move")
    assert panel.stored.is_ephemeral
    (other,) = (each for each in world.people if each is not person)
    assert not panel.stored.visible_to(other.id)


async def test_news_for_one_player_comes_by_message_and_an_offer_is_answered_there(
    world: World,
) -> None:
    ada, bea = await world.running(2)
    await to_trade(world)
    before = await gold_of(bea)
    await choose(ada, "trade", an_offer(1, give=5))
    letter: Panel = bea.letters()[-1]
    assert "Ada" in letter and "5 gold" in letter
    assert {"Accept", "Decline", "Counter"} <= set(letter.buttons())
    assert "5 gold" not in "\n".join(each.text for each in world.posts())
    counter = await bea.press(letter, "Counter")
    assert "With: **Ada**" in counter
    assert "Press **Back** to change it" in counter
    panel = await bea.slash("play")
    accepted = await bea.press(panel, "Accept")
    assert "✅" in accepted
    assert await gold_of(bea) == before + 5


async def test_an_offer_is_answered_by_its_own_buttons_and_not_listed_again(world: World) -> None:
    ada, bea = await world.running(2)
    await to_trade(world)
    await choose(ada, "trade", an_offer(1, give=5))
    panel = await bea.slash("play")
    assert {"Accept", "Decline", "Counter", "Make an offer"} <= set(panel.buttons())
    assert not [each for each in panel.buttons() if each.startswith(("Accept ", "Decline "))]
    assert not [each for each in panel.options() if each.startswith(("Accept ", "Decline "))]
    assert "it brings you about 5 gold" in panel, "what is to be said for it stands beside it"


async def gold_of(person: Person) -> int:
    own = await desk(person)
    assert isinstance(own.view, WorldView)
    return own.view.players[own.seat.seat].gold

"""Letters of a game that is over, or whose offers are gone, offer nothing; who presses is told."""

from __future__ import annotations

import pytest

from bot.service import Actor
from tests.bot.discord.builders.playing import an_offer, choose, to_second_trade
from tests.bot.discord.builders.world import Panel, Person, World

ANSWERS = {"Accept", "Decline", "Counter"}


async def offered(world: World) -> tuple[Person, Person, Panel]:
    """Ada has made Bea an offer, and Bea reads it in a letter with buttons."""
    ada, bea = await world.running(2)
    await to_second_trade(world)
    await choose(ada, "trade", an_offer(1, give=1, get=2))
    letter = bea.letters()[-1]
    assert ANSWERS & letter.buttons().keys()
    return ada, bea, letter


async def test_the_end_of_a_game_takes_the_buttons_of_its_offers(world: World) -> None:
    ada, _, letter = await offered(world)
    said = letter.text
    await ada.press(await ada.slash("game end"), "End the game")
    assert not letter.buttons(), letter
    assert "gold" in letter and letter.text.splitlines()[1] == said.splitlines()[1]


@pytest.mark.parametrize("label", [*sorted(ANSWERS), "My move"])
async def test_a_press_on_an_offer_of_a_game_that_is_over_gets_truth(
    world: World, label: str
) -> None:
    ada, bea, letter = await offered(world)
    custom_id = letter.buttons()[label]["custom_id"]
    # The press is on its way while the game ends.
    await world.herald.votes.end((await world.game()).id, Actor(ada.id))
    answer = await bea.press_id(letter, custom_id)
    assert "over" in answer or "ended" in answer, answer
    assert not ANSWERS & answer.buttons().keys()


@pytest.mark.parametrize("what", ["accepted", "withdrawn"])
async def test_a_letter_keeps_no_buttons_of_an_offer_that_is_gone(world: World, what: str) -> None:
    ada, bea, letter = await offered(world)
    game = await world.game()
    (offer,) = (await world.herald.look.view(game.id, bea.id)).offers
    who, do = {"accepted": (bea, "accept"), "withdrawn": (ada, "withdraw")}[what]
    await choose(who, "trade", {"do": do, "offer": str(offer.id)})
    for person in (ada, bea):
        await choose(person, "trade", {"do": "done"})
    await world.pass_time(hours=0.1)
    assert not ANSWERS & letter.buttons().keys(), letter
    assert "gold" in letter


async def test_an_offer_that_still_stands_keeps_its_buttons(world: World) -> None:
    ada, _, letter = await offered(world)
    await choose(ada, "trade", an_offer(1, give=2, get=1))
    await world.pass_time(hours=0.1)
    assert ANSWERS & letter.buttons().keys()


async def test_the_end_of_a_game_closes_its_votes(world: World) -> None:
    ada, bea = await world.running(2)
    await bea.press(await bea.slash("game end"), "End the game")
    vote = next(each for each in world.posts() if "Agree" in each.buttons())
    await ada.press(await ada.slash("game end"), "End the game")
    assert not vote.buttons() and "This vote is over" in vote


async def test_a_vote_that_nobody_decides_keeps_no_buttons(world: World) -> None:
    _, bea = await world.running(2)
    await bea.slash("game extend")
    vote = next(each for each in world.posts() if "Agree" in each.buttons())
    await world.pass_time(hours=25)
    assert not vote.buttons()

"""Whoever made an offer learns at once what became of it, in the way they chose."""

from __future__ import annotations

from bot.store.people import Notify, User
from tests.bot.discord.builders.playing import an_offer, choose, to_second_trade
from tests.bot.discord.builders.world import Person, World


async def offered(world: World, *, to_be_told: Notify) -> tuple[Person, Person, str]:
    """Ada offers Bea a gold for one, and wants to be told in a certain way."""
    ada, bea = await world.running(2)
    await to_second_trade(world)
    await world.herald.save_me(User(user_id=ada.id, notify=to_be_told))
    await choose(ada, "trade", an_offer(1, give=1, get=2))
    game = await world.game()
    (offer,) = (await world.herald.look.view(game.id, ada.id)).offers
    return ada, bea, str(offer.id)


async def answer(person: Person, do: str, offer: str) -> None:
    await choose(person, "trade", {"do": do, "offer": offer})


async def test_an_accepted_offer_is_said_by_a_letter(world: World) -> None:
    ada, bea, offer = await offered(world, to_be_told="dm")
    await answer(bea, "accept", offer)
    assert "1 gold" in ada.letters()[-1]
    assert "For you alone" not in ada.letters()[-1]


async def test_an_accepted_offer_is_said_in_the_channel_by_a_mention(world: World) -> None:
    ada, bea, offer = await offered(world, to_be_told="channel")
    before = world.posts()
    await answer(bea, "accept", offer)
    after = world.posts()[len(before) :]
    if ada.id in before[-1].pings:
        # Nobody is mentioned twice for one part of a turn: the second time it is a letter.
        assert after == []
        assert "2 gold" in ada.letters()[-1]
    else:
        (post,) = after
        assert f"<@{ada.id}>" in post
        assert "2 gold" in post


async def test_a_declined_offer_stays_between_the_two(world: World) -> None:
    ada, bea, offer = await offered(world, to_be_told="channel")
    before = len(world.posts())
    await answer(bea, "decline", offer)
    assert "For you alone" in ada.letters()[-1]
    assert len(world.posts()) == before


async def test_an_offer_that_can_no_longer_be_kept_is_said_to_be_void(world: World) -> None:
    ada, bea, offer = await offered(world, to_be_told="dm")
    game = await world.game()
    gold = (await world.herald.look.view(game.id, bea.id)).players[1].gold  # type: ignore[attr-defined]
    await choose(bea, "trade", an_offer(0, give=gold))
    second = max((await world.herald.look.view(game.id, ada.id)).offers, key=lambda each: each.id)
    first = [
        each for each in (await world.herald.look.view(game.id, ada.id)).offers if each.maker == 0
    ]
    assert [str(each.id) for each in first] == [offer]
    await answer(ada, "accept", str(second.id))
    assert not (await world.herald.look.view(game.id, ada.id)).offers
    log = await world.herald.look.log(game.id, ada.id)
    assert any("void" in line or "no longer" in line for line in log.lines)


async def test_who_wants_to_hear_nothing_hears_nothing(world: World) -> None:
    ada, bea, offer = await offered(world, to_be_told="none")
    letters, posts = len(ada.letters()), len(world.posts())
    await answer(bea, "accept", offer)
    assert (len(ada.letters()), len(world.posts())) == (letters, posts)

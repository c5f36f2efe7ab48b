"""Undo and what others do in secret: neither gives the other away, whatever is restarted."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.service import Herald, Person
from bot.service.errors import Refused
from bot.store import Store
from engine.core.grammar import Settings
from engine.core.record import Record, load, replay, verify
from engine.core.registry import ruleset, rulesets
from tests.bot.service.builders import (
    ADA,
    BEA,
    CHRIS,
    a_click,
    a_game,
    answer,
    answer_all,
    asked,
    awaited,
    lay_out,
    log_of,
    messages_of,
    play_to_the_end,
)
from tests.bot.service.random_play import crowded
from tests.rhye.builders import a_game as a_case

EVERYBODY = (ADA, BEA, CHRIS)


async def mover(herald: Herald) -> tuple[int, Person, list[Person]]:
    """A game of three in which someone has just moved a piece; the others follow."""
    info = await a_game(herald, people=3)
    await answer_all(herald, info.id, "movement")
    user = (await awaited(herald, info.id))[0]
    question = await asked(herald, info.id, user)
    moves = [v for v in question.decision.grammar.enumerate() if v["do"] == "move"]
    await answer(herald, info.id, user, moves[0])
    (acting,) = [person for person in EVERYBODY if person.user_id == user]
    return info.id, acting, [person for person in EVERYBODY if person is not acting]


async def give_orders(herald: Herald, game_id: int, who: Person, **changes: str) -> None:
    """Change standing orders, which nobody else learns of."""
    await herald.play.choose(
        game_id, who.user_id, "standing_orders", changes, interaction=a_click()
    )


async def orders_of(herald: Herald, game_id: int, who: Person) -> dict[str, Any]:
    """The standing orders of a player."""
    asked_for = (await herald.look.desk(game_id, who.user_id)).asked("standing_orders")
    assert asked_for is not None
    grammar = asked_for.decision.grammar
    assert isinstance(grammar, Settings)
    return {each.name: each.current for each in grammar.parts}


async def what_is_seen(herald: Herald, store: Store, game_id: int, who: Person) -> dict[str, Any]:
    """All that a player can see of a game."""
    desk = await herald.look.desk(game_id, who.user_id)
    status = await herald.look.status(game_id)
    return {
        "view": desk.view,
        "questions": [(each.tag, each.prompt, each.due_at) for each in desk.decisions],
        "undo": (desk.can_take_back, desk.undo, desk.undo_gone),
        "awaited": (status.awaited, status.answered),
        "log": (await herald.look.log(game_id, who.user_id)).lines,
        "messages": [
            (each.kind, each.payload)
            for each in await messages_of(store, game_id)
            if each.channel_id is not None or each.target == f"user:{who.user_id}"
        ],
    }


@pytest.mark.databases
async def test_who_could_take_back_still_can_when_another_gives_orders_in_secret(
    herald: Herald, store: Store
) -> None:
    game, acting, (other, _) = await mover(herald)
    before = await what_is_seen(herald, store, game, acting)
    assert before["undo"][0]
    await give_orders(herald, game, other, trade="skip")
    for each in (herald, Herald(store, herald.time)):
        assert await what_is_seen(each, store, game, acting) == before


@pytest.mark.databases
async def test_a_move_is_taken_back_and_the_orders_of_another_stay(
    herald: Herald, store: Store
) -> None:
    game, acting, (other, _) = await mover(herald)
    number = (await herald.look.status(game)).number
    await give_orders(herald, game, other, trade="skip")
    fresh = Herald(store, herald.time)
    receipt = await fresh.undo.alone(game, acting.user_id, interaction=a_click())
    assert (receipt.number, receipt.undoes) == (number + 2, number)
    for each in (fresh, Herald(store, herald.time)):
        assert (await orders_of(each, game, other))["trade"] == "skip"
        assert (await each.look.desk(game, other.user_id)).can_take_back, (
            "nothing of it was revealed to anybody"
        )
    await Herald(store, herald.time).undo.alone(game, other.user_id, interaction=a_click())
    await play_to_the_end(herald, game)
    record = load((await herald.look.export(game)).content)
    assert isinstance(record, Record)
    verify(record)


async def test_nobody_notices_that_orders_in_secret_are_taken_back(
    herald: Herald, store: Store
) -> None:
    game, acting, (other, third) = await mover(herald)
    seen = {who: await what_is_seen(herald, store, game, who) for who in (acting, third)}
    await give_orders(herald, game, other, trade="skip")
    await herald.undo.alone(game, other.user_id, interaction=a_click())
    for who, before in seen.items():
        assert await what_is_seen(herald, store, game, who) == before


async def test_an_offer_between_two_players_leaves_the_undo_of_a_third(
    herald: Herald, store: Store
) -> None:
    info = await a_game(herald, people=3, ruleset="rhye", options={})
    case = a_case(3).in_contact("angela", "brad").with_gold("angela", 10)
    case = case.with_orders("brad", trade="ask")
    await lay_out(store, info.id, case.at("movement").state, "rhye")
    fresh = Herald(store, herald.time)
    await give_orders(fresh, info.id, CHRIS, trade="closed")
    before = await fresh.look.desk(info.id, CHRIS.user_id)
    assert before.can_take_back
    offer = {"do": "offer", "to": "1", "give_gold": 10, "get_gold": 0}
    await fresh.play.choose(info.id, ADA.user_id, "trade", offer, interaction=a_click())
    for each in (fresh, Herald(store, herald.time)):
        assert (await each.look.desk(info.id, CHRIS.user_id)).can_take_back
        assert not (await each.look.desk(info.id, BEA.user_id)).can_take_back
        assert not (await each.look.desk(info.id, ADA.user_id)).can_take_back
    await Herald(store, herald.time).undo.alone(info.id, CHRIS.user_id, interaction=a_click())
    (offered,) = (await Herald(store, herald.time).look.desk(info.id, BEA.user_id)).view.offers
    assert (offered.maker, offered.to) == (0, 1), "it stands"


@pytest.mark.parametrize("name", rulesets())
async def test_undo_is_the_same_before_and_after_every_restart(
    herald: Herald, store: Store, name: str
) -> None:
    rng = Random(name)
    info = await a_game(herald, people=3, ruleset=name, options={"turn_limit": 2})
    undone_past_others = 0
    for _ in range(60):
        users = await awaited(herald, info.id)
        if not users:
            break
        who = rng.choice(EVERYBODY).user_id
        desk = await herald.look.desk(info.id, who)
        free = [each for each in desk.decisions if not each.decision.blocking]
        if free and rng.random() < 0.5:
            question = rng.choice(free)
        else:
            who = rng.choice(users)
            question = await asked(herald, info.id, who)
        value = crowded(question.decision.grammar).sample(rng)
        try:
            await herald.play.choose(
                info.id, who, question.decision.id, value, interaction=a_click(), tag=question.tag
            )
        except Refused:
            continue
        fresh = Herald(store, herald.time)
        for person in EVERYBODY:
            ours, theirs = [
                await each.look.desk(info.id, person.user_id) for each in (herald, fresh)
            ]
            assert (ours.can_take_back, ours.undo) == (theirs.can_take_back, theirs.undo)
        back = rng.choice(EVERYBODY).user_id
        if (await fresh.look.desk(info.id, back)).can_take_back and rng.random() < 0.5:
            (latest,) = (await log_of(store, info.id))[-1:]
            (seat,) = [each.seat for each in info.seats if each.user_id == back]
            undone_past_others += latest.seat != seat
            await fresh.undo.alone(info.id, back, interaction=a_click())
            herald = fresh
    assert undone_past_others
    await play_to_the_end(herald, info.id)
    record = load((await herald.look.export(info.id)).content)
    assert isinstance(record, Record)
    verify(record)
    rules = ruleset(name)
    for entry, step in replay(record):
        assert entry is None or rules.hash(step.state) == entry.state_hash

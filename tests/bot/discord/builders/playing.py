"""Bringing a game to where a test begins, by choices made without Discord."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

from bot.service import Desk
from engine.core.record import Record, load, verify
from engine.world import world as board
from tests.bot.discord.builders.world import Panel, Person, World

_clicks = count(1)


async def choose(person: Person, kind: str, value: Any) -> None:
    """Make a choice for somebody."""
    world = person.world
    game = await world.game()
    click = f"test:{next(_clicks)}"
    await world.herald.play.choose(game.id, person.id, kind, value, interaction=click)
    await world.env.settle()


async def desk(person: Person) -> Desk:
    """What somebody's panel is made of."""
    game = await person.world.game()
    return await person.world.herald.look.desk(game.id, person.id)


async def kinds(person: Person) -> list[str]:
    """What is awaited from somebody."""
    return [each.decision.kind for each in (await desk(person)).decisions if each.decision.blocking]


async def pass_by(world: World, kind: str, value: Any) -> None:
    """Have everybody answer a kind of decision alike, as long as it is asked."""
    while True:
        asked = [each for each in await world.awaited() if kind in await kinds(each)]
        if not asked:
            return
        await choose(asked[0], kind, value)


async def settle_everywhere(world: World, rng: Random | None = None) -> dict[int, list[str]]:
    """Have everybody place, the first two regions side by side; gives the regions by user."""
    land = board().land
    first = board().index["gobi"]
    beside = [each for each in board().beside[first] if each in land]
    wanted = [first, beside[0], *(each for each in land if each not in beside and each != first)]
    held: dict[int, list[str]] = {}
    for region in wanted:
        asked = await world.awaited()
        if not asked or "placement" not in await kinds(asked[0]):
            break
        place = board().id(region)
        await choose(asked[0], "placement", place)
        held.setdefault(asked[0].id, []).append(place)
    return held


async def to_trade(world: World) -> dict[int, list[str]]:
    """A game in its first trade phase."""
    held = await settle_everywhere(world)
    await pass_by(world, "movement", {"do": "end"})
    return held


async def to_purchase(world: World) -> dict[int, list[str]]:
    """A game in its first purchase phase."""
    held = await to_trade(world)
    await pass_by(world, "trade", {"do": "done"})
    return held


async def to_second_trade(world: World) -> dict[int, list[str]]:
    """A game in its second trade phase, with more gold in hand."""
    held = await to_purchase(world)
    await pass_by(world, "purchase", {"buy": "done"})
    await pass_by(world, "movement", {"do": "end"})
    return held


def an_offer(to: int, give: int = 0, get: int = 0) -> dict[str, Any]:
    """An offer of gold for gold."""
    return {
        "do": "offer",
        "to": str(to),
        "give_gold": give,
        "give": [],
        "get_gold": get,
        "get": [],
    }


async def to_battle(world: World) -> tuple[Person, Person]:
    """A battle in which both sides have a choice: the attacker and the defender."""
    held = await to_purchase(world)
    first, second = list(held)[:2]
    homes = {first: held[first][0], second: held[second][0]}
    for _ in range(len(held)):
        (buyer,) = await world.awaited()
        if buyer.id in homes:
            where = homes[buyer.id]
            await choose(buyer, "purchase", {"buy": "horseman", "where": where, "count": 1})
        await choose(buyer, "purchase", {"buy": "done"})
    while True:
        (mover,) = await world.awaited()
        if mover.id in homes:
            break
        await choose(mover, "movement", {"do": "end"})
    target = homes[second if mover.id == first else first]
    units = ["swordsman", "horseman"]
    start = homes[mover.id]
    await choose(mover, "movement", {"do": "move", "from": start, "units": units, "to": target})
    await choose(mover, "movement", {"do": "end"})
    for _ in range(4):
        asked = await world.awaited()
        kind = (await kinds(asked[0]))[0]
        if kind == "fight":
            break
        grammar = (await desk(asked[0])).decisions[0].decision.grammar
        await choose(asked[0], kind, list(grammar.keys))  # type: ignore[attr-defined]  # a subset
    (defender,) = (each for each in world.people if each.id in homes and each is not mover)
    return mover, defender


async def proved(world: World, person: Person, result: Panel) -> Record:
    """The record behind a result, which proves itself."""
    shown = await person.press(result, "Record")
    (file,) = shown.stored.attachments
    content = world.env.backend.cdn.get(file["url"])
    assert content is not None
    record = load(content)
    assert isinstance(record, Record)
    verify(record)
    return record

"""A game over days: every way to play it, clocks that run out, players who are away."""

from __future__ import annotations

from datetime import timedelta
from random import Random

from bot.store import choices
from bot.store.choices import LogEntry
from tests.bot.discord.builders.playing import desk, kinds
from tests.bot.discord.builders.world import Person, World, finish


async def entries(world: World, game_id: int) -> list[LogEntry]:
    async with world.herald.store.reading() as tx:
        return await choices.of_game(tx, game_id)


async def type_orders(person: Person, *lines: str) -> None:
    """Give orders by typing them, and confirm them."""
    shown = await person.actor.slash(person.world.channel, "orders")
    sheet = await person.fill(shown, orders="\n".join(lines))
    assert "All of this can be done" in sheet, sheet.text
    (give,) = (label for label in sheet.buttons() if label.startswith("Do "))
    await person.press(sheet, give)


async def act(person: Person, typed: str) -> None:
    """Type a few letters and take the first suggestion."""
    found = await person.suggestions("act", "what", typed)
    assert found, typed
    await person.slash("act", what=next(iter(found.values())))


async def press_my_move(person: Person, label: str) -> None:
    """Open the panel from the latest post, and press one thing."""
    open_by = [post for post in person.world.posts() if "My move" in post.buttons()][-1]
    panel = await person.press(open_by, "My move")
    await person.press(panel, label)


async def asked(world: World, *wanted: str) -> list[Person]:
    """Those who are asked some kind of decision now."""
    return [each for each in await world.awaited() if {*wanted} & {*await kinds(each)}]


async def settle_by_typing(world: World) -> dict[int, list[str]]:
    """Placement by a few letters, the first two regions side by side; the regions by user."""
    homes: dict[int, list[str]] = {}
    for place in ("gobi", "steppe", "kalahari", "nubia", "gaul", "iberia"):
        (person,) = await world.awaited()
        await act(person, place)
        homes.setdefault(person.id, []).append(place)
    return homes


async def fight_it_out(world: World) -> int:
    """Decide a battle; how often somebody answered a secret question where it was asked."""
    by_letter = 0
    while fighters := await asked(world, "declare", "challenge", "join", "fight"):
        person = fighters[0]
        question = (await desk(person)).decisions[0]
        letter = person.letters()[-1]
        if question.decision.secret and question.prompt in letter:
            by_letter += 1
            await finish(person, letter, Random(1))
        else:
            await finish(person, await person.slash("play"), Random(1))
    return by_letter


async def test_three_people_play_for_days_by_every_way_there_is(world: World) -> None:
    await world.running(3, turn_limit=2)
    game, began = await world.game(), world.env.now()
    homes = await settle_by_typing(world)
    first, second = list(homes)[:2]
    rivals = {first: second, second: first}
    # Movement by a typed order, trade by the panel, purchases by several lines at once.
    while movers := await asked(world, "movement"):
        await type_orders(movers[0], "end")
    while traders := await asked(world, "trade"):
        await press_my_move(traders[0], "Done trading")
    while buyers := await asked(world, "purchase"):
        arms = [f"buy horseman {homes[buyers[0].id][0]}"] if buyers[0].id in rivals else []
        await type_orders(buyers[0], *arms, "done")
    # Neighbours attack each other; units are chosen in secret, by direct message.
    by_letter, attackers = 0, set[int]()
    while movers := await asked(world, "movement"):
        (mover,) = movers
        rival = rivals.get(mover.id)
        if rival is None or by_letter or mover.id in attackers:
            await type_orders(mover, "end")
        else:
            attackers.add(mover.id)
            own, target = homes[mover.id][0], homes[rival][0]
            await type_orders(mover, f"move horseman, swordsman {own} > {target}")
        by_letter += await fight_it_out(world)
    assert by_letter > 0
    # Nobody trades: they are reminded, and after a day the clock chooses.
    assert len(await asked(world, "trade")) > 1
    await world.pass_time(hours=13)
    assert any("the game waits for you until" in post for post in world.posts())
    await world.pass_time(hours=12)
    assert any("Time ran out for" in post for post in world.posts())
    # The first buys, the others are waited for in vain.
    await type_orders((await asked(world, "purchase"))[0], "done")
    await world.left_to_clocks()
    assert "The end of game" in world.posts()[-1]
    log = await entries(world, game.id)
    assert {entry.by for entry in log} == {"player", "clock"}
    # Every choice of a player was an interaction.
    clicks = [entry.interaction_id or "" for entry in log if entry.by == "player"]
    assert all(click.partition(":")[0].isdecimal() for click in clicks)
    assert {"placement", "movement", "fight", "trade", "purchase"} <= {e.kind for e in log}
    assert world.env.now() - began > timedelta(days=2)


async def go_away(person: Person, first: str, last: str) -> None:
    """Say that one will be away."""
    me = await person.slash("settings")
    shown = await person.raw_press(me, "I will be away")
    assert "You are away from" in await person.fill(shown, **{"from": first, "until": last})


def day(world: World, days: int) -> str:
    """The date in so many days."""
    return (world.env.now() + timedelta(days=days)).date().isoformat()


async def test_clocks_stand_while_their_player_is_away(world: World) -> None:
    await world.running(2)
    game = await world.game()
    (person,) = await world.awaited()
    await go_away(person, day(world, 0), day(world, 3))
    await world.pass_time(hours=70)
    assert await entries(world, game.id) == []
    assert not any("waits for you" in post for post in world.posts())
    await world.pass_time(hours=60)
    assert (await entries(world, game.id))[0].by == "clock"


async def test_a_stand_in_plays_for_who_is_away_until_they_are_back(world: World) -> None:
    await world.running(2)
    game = await world.game()
    (person,) = await world.awaited()
    other = next(each for each in world.people if each is not person)
    await person.pick(await person.slash("settings"), "While I am away, a stand-in plays")
    await go_away(person, day(world, 0), day(world, 3))
    await world.pass_time(hours=1)
    assert (await entries(world, game.id))[0].by == "ai"
    assert await world.awaited() == [other]
    me = await person.press(await person.slash("settings"), "I am back")
    assert "You are away" not in me
    while await world.awaited() == [other]:
        await finish(other, await other.slash("play"), Random(2))
    assert person in await world.awaited()

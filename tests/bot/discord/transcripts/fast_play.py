"""Fast Play: clocks, votes, stand-ins and settings."""

from __future__ import annotations

from bot.discord.interactions.verbs import Verb
from tests.bot.discord.transcripts.builders import Table


async def story(table: Table) -> None:
    """A turn in which people are away, ask for more time, and stop the game."""
    await server(table)
    await lobby(table)
    await settings(table)
    await clocks(table)
    await asking_the_table(table)
    await a_turn(table)
    await away(table)
    await own_data(table)
    await board_of_games(table)


async def server(table: Table) -> None:
    """What is decided for all games of the server."""
    await table.slash("Eve", "server")
    await table.pick("Eve", "Only some roles can open games")
    await table.pick_thing("Eve", Verb.SERVER_ROLES, table.role)
    await table.slash("Ada", "game new", rules="fast_play")
    await table.pick("Eve", "Anyone can open games")
    await table.pick_thing("Eve", Verb.SERVER_CHANNELS, table.world.channel)
    await table.pick("Eve", "Up to 2", verb=Verb.SERVER_MOST)
    await table.pick("Eve", "", verb=Verb.SERVER_RULES)
    await table.pick("Eve", "12 hours")
    await table.use("Eve", Verb.SERVER_ZONE)
    await table.fill("Eve", zone="Europe/Berlin")


async def board_of_games(table: Table) -> None:
    """A message that shows all games of the server."""
    await table.slash("Eve", "server")
    await table.pick_thing("Eve", Verb.SERVER_BOARD, table.world.channel)


async def lobby(table: Table) -> None:
    await table.slash("Ada", "game new", seats=3)
    await table.pick("Ada", "Fast", verb=Verb.NEW_RULES)
    await table.press("Bea", "Join")
    await table.press("Cyd", "Join")
    await table.slash("Ada", "game start")


async def settings(table: Table) -> None:
    """A player's own settings."""
    await table.slash("Bea", "settings")
    await table.pick("Bea", "Send me a direct message")
    await table.pick("Bea", "While I am away, a stand-in plays")
    await table.use("Bea", Verb.ME_QUIET)
    await table.fill("Bea", **{"from": "25:00", "until": "7:00", "zone": "Europe/Berlin"})
    await table.use("Bea", Verb.ME_QUIET)
    await table.fill("Bea", **{"from": "22:00", "until": "7:00", "zone": "Europe/Berlin"})
    await table.use("Bea", Verb.ME_AWAY)
    await table.fill("Bea", **{"from": "2026-01-02", "until": "2026-01-03"})
    await table.use("Bea", Verb.ME_BACK)
    await table.use("Bea", Verb.ME_LOOKS)


async def clocks(table: Table) -> None:
    """Reminders, and a clock that runs out."""
    late = await table.next()
    await table.open(late)
    old = table.last_of(late)
    await table.follow(late)
    await table.press_late(late, old, Verb.WHY_NOT)
    await table.press_forged(late, old)
    await table.hours(6)
    await table.hours(6)


async def asking_the_table(table: Table) -> None:
    """Ask for more time, for a pause, and for the end; disagree."""
    await table.slash("Bea", "game extend")
    await table.use("Cyd", Verb.VOTE_NO)
    await table.use("Ada", Verb.VOTE_YES)
    await table.slash("Bea", "game pause")
    await table.use("Ada", Verb.VOTE_YES)
    await table.slash("Dan", "game status")
    await table.slash("Ada", "act", what="gobi")
    await table.slash("Ada", "game resume")
    await table.slash("Bea", "game end")
    await table.use("Bea", Verb.END_GAME)
    await table.use("Cyd", Verb.VOTE_NO)


async def a_turn(table: Table) -> None:
    """Everybody moves, fights, settles and buys."""
    while await table.kind() == "placement":
        await table.play(await table.next())
    await table.slash("Ada", "standing")
    await table.pick("Ada", "When you lose units: Weakest")
    while await table.next() != "Ada":
        await table.play(await table.next())
    await table.play("Ada")
    await table.play("Ada")
    await table.slash("Ada", "orders")
    await table.fill("Ada", orders="move swordsman euphrates > persia\nend")
    await table.use("Ada", Verb.GIVE_ORDERS)
    while await table.kind() != "purchase":
        who = await table.next()
        await table.open(who)
        if table.offers(who, Verb.PICK_SEVERAL):
            await table.use(who, Verb.PICK_SEVERAL)
        else:
            await table.follow(who)


async def away(table: Table) -> None:
    """A stand-in, a newcomer, and those who leave."""
    await table.slash("Cyd", "game away")
    await table.slash("Cyd", "play")
    await table.use("Cyd", Verb.COME_BACK)
    await table.slash("Cyd", "game leave")
    await table.use("Cyd", Verb.LEAVE_RUNNING_GAME)
    await table.type("Dan", "game replace", "seat", "")
    await table.slash("Dan", "game replace", seat="2")
    await table.use("Ada", Verb.VOTE_YES)
    await table.use("Bea", Verb.VOTE_YES)
    await table.slash("Bea", "game export")
    await table.slash("Ada", "game end")
    await table.use("Ada", Verb.END_GAME)


async def own_data(table: Table) -> None:
    """What Herald knows of a person, as a file, and forgetting it."""
    await table.slash("Bea", "settings")
    await table.use("Bea", Verb.ME_EXPORT)
    await table.use("Bea", Verb.ME_FORGET)
    await table.use("Bea", Verb.ME_KEEP)
    await table.use("Bea", Verb.ME_FORGET)
    await table.use("Bea", Verb.ME_FORGET_SURE)
    await table.use("Bea", Verb.ME_FORGET_NOW)

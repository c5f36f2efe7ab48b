"""The 2010 game: civilizations, squares, cities, and a battle."""

from __future__ import annotations

from bot.discord.interactions.verbs import Verb
from tests.bot.discord.transcripts.builders import Table


async def story(table: Table) -> None:
    """The first turns of two players, and a battle late in the game."""
    await lobby(table)
    await table.turns(12)
    await table.slash("Dan", "board")
    await table.slash("Ada", "standing")
    await table.pick("Ada", "Cancel culture cards: Never")
    await table.open("Ada")
    await table.turns(24)
    await table.skip_to("fight")
    await table.turns(8)


async def lobby(table: Table) -> None:
    """Choose a civilization, or decide later."""
    await table.slash("Ada", "game new", rules="civ2010", seats=2)
    await table.press("Bea", "Join")
    await table.use("Bea", Verb.PREFERENCES)
    await table.pick_first("Bea", Verb.SET_PREFERENCE)
    await table.use("Bea", Verb.DROP_PREFERENCE)
    await table.pick_first("Ada", Verb.SET_PREFERENCE)
    await table.press("Ada", "Options")
    await table.press("Ada", "Start")

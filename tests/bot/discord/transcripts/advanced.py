"""Advanced rules: free pieces, assignments, standing orders."""

from __future__ import annotations

from bot.discord.interactions.verbs import Verb
from tests.bot.discord.transcripts.builders import Table


async def story(table: Table) -> None:
    """The first turn, until two have bought."""
    await lobby(table)
    while await table.kind() != "movement":
        await table.play(await table.next())
    await table.slash("Dan", "board")
    await table.slash("Ada", "standing")
    await table.use_further("Ada", Verb.RULE)
    await table.open(await table.next())
    await table.use(await table.next(), Verb.MORE)
    await table.pick_first(await table.next(), Verb.OPEN_DECISION)
    await table.open(await table.next())
    while await table.kind() != "purchase":
        await table.play(await table.next())
    await table.turns(6)


async def lobby(table: Table) -> None:
    await table.slash("Ada", "game new", rules="advanced", seats=3)
    await table.press("Bea", "Join")
    await table.press("Cyd", "Join")
    await table.slash("Bea", "game options")
    await table.press("Ada", "Start")

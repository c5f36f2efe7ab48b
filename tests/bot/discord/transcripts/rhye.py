"""Rhye's and Fall: the rules desk, civilizations, secret actions, a restart."""

from __future__ import annotations

from bot.discord.interactions.verbs import Verb
from tests.bot.discord.transcripts.builders import Table


async def story(table: Table) -> None:
    """A lesson, a question of rules, and two turns."""
    await table.slash("Ada", "rules", about="plague")
    await table.pick("Ada", "Rhye", verb=Verb.RULES_OF_CHANNEL)
    await table.slash("Ada", "learn", rules="rhye")
    await table.use("Ada", Verb.LESSON_READ)
    await table.use("Ada", Verb.LESSON_RESTART)
    await lobby(table)
    await table.turns(9)
    await table.slash("Dan", "board")
    await table.slash("Ada", "standing")
    await table.use_further("Ada", Verb.RULE)
    await table.restart()
    await table.open("Ada")
    await table.turns(15)


async def lobby(table: Table) -> None:
    await table.slash("Ada", "game new", rules="rhye", seats=3)
    await table.press("Bea", "Join")
    await table.press("Cyd", "Join")
    await table.press("Ada", "Options")
    await table.pick("Ada", "Civilizations: Chosen")
    await table.use("Bea", Verb.PREFERENCES)
    await table.pick_first("Bea", Verb.SET_PREFERENCE)
    await table.use("Bea", Verb.DROP_PREFERENCE)
    await table.press("Ada", "Start")

"""`/learn`: a lesson in a practice game, on the player's own panel, resumed at any time."""

from __future__ import annotations

from bot.discord.ask import Ask, Shown
from bot.discord.commands.panel import show_urgent
from bot.discord.interactions.verbs import Verb
from bot.discord.membership import NO_CHAT, person
from bot.discord.posts.table_settings import rules_title
from bot.discord.presses import press
from bot.discord.slash import command
from bot.service.seats.powers import Power
from engine.lessons import lessons

LESSONS = [(rules_title(name), name) for name in lessons()]


async def lesson_of(ask: Ask, rules: str, *, restart: bool = False) -> Shown:
    """The panel of a practice game; what is to be done stands above it."""
    info = await ask.herald.lessons.begin(
        person(ask.user, NO_CHAT), rules, language=ask.page.language, restart=restart
    )
    now = ask.of(info)
    return await show_urgent(now, await now.desk())


@press(Verb.LESSON_READ, Power.OPEN_PANEL)
async def read(ask: Ask) -> Shown:
    """A step that is only read is done."""
    await ask.herald.lessons.progress(ask.game, ask.user.id, read=True)
    return await show_urgent(ask, await ask.desk())


@press(Verb.LESSON_RESTART, Power.OPEN_PANEL)
async def restart(ask: Ask) -> Shown:
    """Begin the lesson again, in a new practice game."""
    return await lesson_of(ask, ask.info.game.ruleset, restart=True)


@command("learn", None, slow=True, choices={"rules": LESSONS})
async def learn(ask: Ask, *, rules: str) -> Shown:
    """Learn a game by playing it."""
    return await lesson_of(ask, rules)

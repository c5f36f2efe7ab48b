"""`/learn`: a lesson in a practice game, on the player's own panel, resumed at any time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot.discord.client import person
from bot.discord.commands.asking import Interaction, respond, say
from bot.discord.commands.panel import show_urgent
from bot.discord.interactions.components import Press, on_press
from bot.discord.interactions.replies import Reply
from bot.discord.interactions.verbs import Verb
from bot.discord.membership import NO_CHAT
from bot.discord.posts.table_settings import rules_title
from bot.service.seats.powers import Power
from engine.lessons import lessons

if TYPE_CHECKING:
    from bot.discord.client import Bot


def add(bot: Bot, group: app_commands.Group) -> None:
    """Declare the command."""
    bot.tree.add_command(learn_command)


async def show_lesson(bot: Bot, reply: Reply, game: int, user: int) -> None:
    """The panel of a practice game; what is to be done stands above it."""
    await show_urgent(bot, reply, await bot.herald.look.desk(game, user))


@on_press(Verb.LESSON_READ, Power.OPEN_PANEL)
async def on_read(press: Press) -> None:
    """A step that is only read is done."""
    await press.bot.herald.lessons.progress(press.game, press.user.id, read=True)
    await show_lesson(press.bot, press.reply, press.game, press.user.id)


@on_press(Verb.LESSON_RESTART, Power.OPEN_PANEL)
async def on_restart(press: Press) -> None:
    """Begin the lesson again, in a new practice game."""
    bot, user = press.bot, press.user
    rules = (await bot.herald.look.game(press.game)).game.ruleset
    info = await bot.herald.lessons.begin(
        person(user, NO_CHAT), rules, language=bot.language, restart=True
    )
    await show_lesson(bot, press.reply, info.id, user.id)


@app_commands.command(name="learn", description=say("command.learn"))
@app_commands.describe(rules=say("option.rules"))
@app_commands.choices(
    rules=[app_commands.Choice(name=rules_title(name)[:100], value=name) for name in lessons()]
)
async def learn_command(interaction: Interaction, rules: str) -> None:
    """Learn a game by playing it."""

    async def work(reply: Reply) -> None:
        bot, user = interaction.client, interaction.user
        info = await bot.herald.lessons.begin(person(user, NO_CHAT), rules, language=bot.language)
        await show_lesson(bot, reply, info.id, user.id)

    await respond(interaction, work, slow=True)

"""`/inbox` and `/help`: what awaits a user in all games, and how Herald works."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot.discord.colours import HERALD
from bot.discord.commands.asking import Interaction, respond, say
from bot.discord.interactions.replies import Reply
from bot.discord.interactions.verbs import Verb
from bot.discord.posts.catch_up import catch_up_lines
from bot.discord.posts.notices import game_name
from bot.discord.screen import Block, Screen, TextBudget, button, row, text
from bot.service import InboxItem

if TYPE_CHECKING:
    from bot.discord.client import Bot

SHOWN = 9
"""How many games stand on one screen with a button of their own."""


def add(bot: Bot, group: app_commands.Group) -> None:
    """Declare the commands."""
    bot.tree.add_command(inbox_command)
    bot.tree.add_command(help_command)


async def inbox_screen(bot: Bot, items: list[InboxItem], user: int) -> Screen:
    """All games of a player, what is awaited first; of one that went on without them, how."""
    voice, budget = bot.voice(), TextBudget()
    if not items:
        return Screen([text(voice.say("inbox.empty"))], accent=HERALD)
    blocks: list[Block] = [text(budget.take(voice.say("inbox.title", n=len(items))))]
    has_news = False
    for item in items[:SHOWN]:
        own = bot.voice(item.info)
        name = game_name(item.info, own)
        if item.decisions:
            sentence = own.say(
                "inbox.awaited", game=name, prompt=item.prompts[0], due=item.due_at or 0
            )
        elif item.is_damaged:
            sentence = own.say("inbox.damaged", game=name)
        else:
            sentence = own.say("inbox.waiting", game=name, status=item.info.game.status)
        if item.has_missed and not has_news:
            sentence, has_news = await with_news(bot, item, user, sentence), True
        if item.returned:
            sentence += "\n" + own.say("inbox.returned", n=item.returned)
        blocks.append(text(budget.take(sentence)))
        if item.info.game.status in ("running", "paused"):
            label = own.say("inbox.open", code=item.info.code)
            style = "main" if item.decisions else "plain"
            blocks.append(row(button(bot.ids.make(Verb.MY_MOVE, item.info.id), label, style)))
    if len(items) > SHOWN:
        codes = ", ".join(item.info.code for item in items[SHOWN:])
        blocks.append(text(budget.take(voice.say("inbox.more", codes=codes))))
    return Screen(blocks, accent=HERALD)


async def with_news(bot: Bot, item: InboxItem, user: int, sentence: str) -> str:
    """What a game awaits, below what its player has missed there."""
    missed = await bot.herald.look.catch_up(item.info.id, user)
    if missed is None:
        return sentence
    return "\n".join((*catch_up_lines(missed, bot.voice(item.info)), sentence))


@app_commands.command(name="inbox", description=say("command.inbox"))
async def inbox_command(interaction: Interaction) -> None:
    """What awaits one in all games, soonest clock first."""

    async def work(reply: Reply) -> None:
        bot = interaction.client
        items = [
            item
            for item in await bot.herald.look.inbox(interaction.user.id)
            if (await bot.membership.actor(interaction, item.info)).rights.member
        ]
        await reply.show(await inbox_screen(bot, items, interaction.user.id))

    await respond(interaction, work)


@app_commands.command(name="help", description=say("command.help"))
async def help_command(interaction: Interaction) -> None:
    """How to begin."""

    async def work(reply: Reply) -> None:
        voice = interaction.client.voice()
        parts: list[Block] = [
            text(voice.say(f"help.{part}")) for part in ("start", "play", "ways", "table", "look")
        ]
        await reply.show(Screen(parts, accent=HERALD))

    await respond(interaction, work)

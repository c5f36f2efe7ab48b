"""The presses that end more than one question: the turn, or a question of every turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot.discord.commands.panel import (
    Opened,
    after,
    desk_now,
    ended,
    on_question,
    receipts_words,
    show_urgent,
    stale,
)
from bot.discord.interactions.components import Press
from bot.discord.interactions.verbs import Verb
from bot.discord.panels.turn_ends import passed_over, resting
from bot.service.errors import StalePress, WrongChoice
from bot.service.seats.powers import Power

if TYPE_CHECKING:
    from bot.discord.client import Bot


def add(bot: Bot, group: app_commands.Group) -> None:
    """Nothing to declare: all of it is on the player's panel."""


@on_question(Verb.END_TURN, Power.PLAY)
async def on_end_turn(press: Press, at: Opened) -> None:
    """End this part of the turn, and those that the panel has named."""
    bot, reply, desk, question = press.bot, press.reply, at.desk, at.question
    later = passed_over(desk, question)
    try:
        receipt = await bot.herald.turn_ends.end_turn(
            desk.info.id,
            press.user.id,
            question.decision.id,
            interaction=str(reply.interaction.id),
            tag=question.state.tag,
            stays=reply.stays,
        )
    except StalePress as stale_press:
        await stale(bot, reply, stale_press.desk)
        return
    except WrongChoice as wrong:
        fresh = await bot.herald.look.desk(press.game, press.user.id)
        await show_urgent(bot, reply, fresh, wrong.sentence)
        return
    voice = bot.voice(desk.info)
    desk = await desk_now(bot, desk.info.id, press.user.id)
    names = voice.join([voice.say(f"phase.{kind}") for kind in later])
    note = [*receipts_words(bot, desk, [receipt]), voice.say("ends.turn_ended", what=names)]
    await show_urgent(bot, reply, desk, "\n".join(note))


@on_question(Verb.REST_UNLESS_ASKED, Power.PLAY)
async def on_rest(press: Press, at: Opened) -> None:
    """Be asked only when something new comes up, by a standing order, and end the question."""
    bot, reply, desk = press.bot, press.reply, at.desk
    found = resting(desk, at.question)
    if found is None:
        await stale(bot, reply, desk)
        return
    asked, orders = found
    given = await bot.herald.play.choose(
        desk.info.id,
        press.user.id,
        asked.decision.id,
        orders,
        interaction=f"{reply.interaction.id}:orders",
        stays=True,
    )
    await after(bot, reply, given, *await ended(bot, reply, desk, at.question))

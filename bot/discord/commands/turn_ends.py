"""The presses that end more than one question: the turn, or a question of every turn."""

from __future__ import annotations

from bot.discord.ask import Ask, Shown
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
from bot.discord.interactions.verbs import Verb
from bot.discord.panels.turn_ends import passed_over, resting
from bot.service.errors import StalePress, WrongChoice
from bot.service.seats.powers import Power


@on_question(Verb.END_TURN, Power.PLAY)
async def end_turn(ask: Ask, at: Opened) -> Shown:
    """End this part of the turn, and those that the panel has named."""
    later = passed_over(at.desk, at.question)
    try:
        receipt = await ask.herald.turn_ends.end_turn(
            ask.game,
            ask.user.id,
            at.question.decision.id,
            interaction=ask.click,
            tag=at.question.state.tag,
            stays=ask.reply.stays,
        )
    except StalePress as press:
        return await stale(ask, press.desk)
    except WrongChoice as wrong:
        return await show_urgent(ask, await ask.desk(), wrong.sentence)
    voice = ask.of(at.desk.info).voice
    desk = await desk_now(ask)
    names = voice.join([voice.say(f"phase.{kind}") for kind in later])
    done = receipts_words(ask.of(desk.info).voice, [receipt])
    return await show_urgent(
        ask, desk, "\n".join((*done, voice.say("ends.turn_ended", what=names)))
    )


@on_question(Verb.REST_UNLESS_ASKED, Power.PLAY)
async def rest(ask: Ask, at: Opened) -> Shown:
    """Be asked only when something new comes up, by a standing order, and end the question."""
    found = resting(at.desk, at.question)
    if found is None:
        return await stale(ask, at.desk)
    asked, orders = found
    given = await ask.herald.play.choose(
        ask.game,
        ask.user.id,
        asked.decision.id,
        orders,
        interaction=f"{ask.click}:orders",
        stays=True,
    )
    return await after(ask, given, *await ended(ask, at.question))

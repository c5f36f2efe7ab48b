"""Shows a player's panel, reads its presses, and shows what follows from a choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.discord.interactions.components import Press
from bot.discord.interactions.replies import Reply, ReplyWith
from bot.discord.interactions.verbs import Verb
from bot.discord.panels.draft import OutdatedDraft
from bot.discord.panels.player_panel import asked_at, question_of, urgent
from bot.discord.panels.question import Question
from bot.discord.panels.state import Start
from bot.discord.posts.notices import notice
from bot.discord.screen import button, row
from bot.discord.voices import escape
from bot.service import Asked, Desk, Receipt
from bot.service.errors import StalePress, WrongChoice
from bot.service.voices import refusal

if TYPE_CHECKING:
    from bot.discord.client import Bot


async def show(
    bot: Bot, reply: Reply, desk: Desk, question: Question | None, note: str = ""
) -> None:
    """Show a player's panel."""
    if desk.seat.kind != "human":
        voice = bot.voice(desk.info)
        back = button(
            bot.ids.make(Verb.COME_BACK, desk.info.id), voice.say("desk.come_back"), "main"
        )
        await reply.show(notice(voice.say("desk.stand_in"), row(back)))
        return
    context = bot.context(desk.info)
    await reply.show(await bot.sender.composer.desk(context, desk, question, note=note))


async def show_urgent(
    bot: Bot, reply: Reply, desk: Desk, note: str = "", asked: Asked | None = None
) -> None:
    """Show a player's panel with what the game waits for most, or with a certain decision."""
    asked = asked or urgent(desk)
    question = None if asked is None else question_of(bot.context(desk.info), desk, asked)
    await show(bot, reply, desk, question, note)


async def stale(bot: Bot, reply: Reply, desk: Desk) -> None:
    """A press on something that is no longer so: tell what is."""
    note = refusal(bot.voice(desk.info), StalePress(desk))
    await show_urgent(bot, reply, desk, note)


async def opened(press: Press) -> tuple[Desk, Question, tuple[int, ...]] | None:
    """The question a press is about, as it is now; None when that was told already."""
    bot, reply = press.bot, press.reply
    desk = await bot.herald.desk(press.game, press.user.id)
    voice = bot.voice(desk.info)
    try:
        state, more = bot.panel_ids.read(press.id)
    except Start:
        await show_urgent(bot, reply, desk, voice.say("panel.start_again"))
        return None
    if state.seat != desk.seat.seat:
        owner = desk.info.seats[state.seat].name if state.seat < len(desk.info.seats) else "?"
        raise ReplyWith(voice.say("press.others", name=escape(owner)))
    asked = asked_at(desk, state.tag)
    try:
        if asked is None:
            raise OutdatedDraft
        question = question_of(bot.context(desk.info), desk, asked, state)
        if question.walk.check != state.check:
            raise OutdatedDraft
    except OutdatedDraft:
        await stale(bot, reply, desk)
        return None
    return desk, question, more


async def choose(bot: Bot, reply: Reply, desk: Desk, question: Question) -> None:
    """Make a complete choice, and show the panel that follows from it."""
    game, user = desk.info.id, reply.interaction.user.id
    try:
        receipt = await bot.herald.choose(
            game,
            user,
            question.decision.id,
            question.walk.value,
            interaction=str(reply.interaction.id),
            tag=question.state.tag,
            stays=reply.stays,
        )
    except StalePress as press:
        await stale(bot, reply, press.desk)
        return
    except WrongChoice as wrong:
        fresh = await bot.herald.desk(game, user)
        await show_urgent(bot, reply, fresh, wrong.sentence)
        return
    await after(bot, reply, receipt)


async def after(bot: Bot, reply: Reply, *receipts: Receipt) -> None:
    """Show the panel after choices were made: what was done, what came of it, what is next."""
    last = receipts[-1]
    desk = await bot.herald.desk(last.game_id, reply.interaction.user.id)
    await show_urgent(bot, reply, desk, "\n".join(told(bot, desk, each) for each in receipts))


def told(bot: Bot, desk: Desk, receipt: Receipt) -> str:
    """What a choice was, and what its player learnt from it."""
    voice = bot.voice(desk.info)
    head = (
        voice.say("desk.undone") if receipt.undoes else voice.say("desk.done", words=receipt.words)
    )
    return "\n".join((head, *(line for line in receipt.lines if line)))

"""A player's panel on its way to and from Discord: shown, read from a press, and what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.discord.answers import Reply, Told
from bot.discord.panels.desk import asked_at, question_of, urgent
from bot.discord.panels.draft import Misfit
from bot.discord.panels.question import Question
from bot.discord.panels.state import Start
from bot.discord.posts.notices import notice
from bot.discord.posts.phase import COME_BACK
from bot.discord.press import Pressed
from bot.discord.screen import button, row
from bot.discord.words import spelled
from bot.service import Asked, Desk, Receipt
from bot.service.errors import StalePress, WrongChoice
from bot.service.words import words as service_words

if TYPE_CHECKING:
    from bot.discord.client import Bot


async def show(
    bot: Bot, reply: Reply, desk: Desk, question: Question | None, note: str = ""
) -> None:
    """Show a player's panel."""
    if desk.seat.kind != "human":
        talk = bot.talk(desk.info)
        back = button(bot.ids.make(COME_BACK, desk.info.id), talk("desk.come_back"), "main")
        await reply.show(notice(talk("desk.stand_in"), row(back)))
        return
    kit = bot.kit(desk.info)
    await reply.show(await bot.courier.composer.desk(kit, desk, question, note=note))


async def show_urgent(
    bot: Bot, reply: Reply, desk: Desk, note: str = "", asked: Asked | None = None
) -> None:
    """Show a player's panel with what the game waits for most, or with a certain decision."""
    asked = asked or urgent(desk)
    question = None if asked is None else question_of(bot.kit(desk.info), desk, asked)
    await show(bot, reply, desk, question, note)


async def stale(bot: Bot, reply: Reply, desk: Desk) -> None:
    """A press on something that is no longer so: tell what is."""
    note = service_words(desk.info.game.language).refusal(StalePress(desk))
    await show_urgent(bot, reply, desk, note)


async def opened(pressed: Pressed) -> tuple[Desk, Question, tuple[int, ...]] | None:
    """The question a press is about, as it is now; None when that was told already."""
    bot, reply = pressed.bot, pressed.reply
    desk = await bot.herald.desk(pressed.game, pressed.user.id)
    talk = bot.talk(desk.info)
    try:
        spot, more = bot.writer.read(pressed.press)
    except Start:
        await show_urgent(bot, reply, desk, talk("panel.start_again"))
        return None
    if spot.seat != desk.seat.seat:
        owner = desk.info.seats[spot.seat].name if spot.seat < len(desk.info.seats) else "?"
        raise Told(talk("press.others", name=spelled(owner)))
    asked = asked_at(desk, spot.tag)
    try:
        if asked is None:
            raise Misfit
        question = question_of(bot.kit(desk.info), desk, asked, spot)
        if question.walk.check != spot.check:
            raise Misfit
    except Misfit:
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
            tag=question.spot.tag,
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
    talk = bot.talk(desk.info)
    head = talk("desk.undone") if receipt.undoes else talk("desk.done", words=receipt.words)
    return "\n".join((head, *(line for line in receipt.lines if line)))

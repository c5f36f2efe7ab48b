"""Shows a player's panel, reads its presses, and shows what follows from a choice."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from bot.discord.interactions.components import Press, on_press
from bot.discord.interactions.replies import Reply, ReplyWith
from bot.discord.interactions.verbs import Verb
from bot.discord.panels.draft import OutdatedDraft
from bot.discord.panels.lesson import taught
from bot.discord.panels.player_panel import asked_at, question_of, urgent
from bot.discord.panels.question import Question
from bot.discord.panels.state import Start
from bot.discord.panels.wholes import in_order
from bot.discord.posts.notices import notice
from bot.discord.screen import button, row
from bot.discord.voices import escape
from bot.service import Asked, Desk, Receipt, WholeAnswer
from bot.service.errors import NeedsConsent, NotPlaying, StalePress, WrongChoice
from bot.service.seats.powers import Power
from bot.service.voices import refusal

if TYPE_CHECKING:
    from bot.discord.client import Bot


async def show(
    bot: Bot,
    reply: Reply,
    desk: Desk,
    question: Question | None,
    note: str = "",
    *,
    opened: bool = False,
) -> None:
    """Show a player's panel; `opened`, with what stands behind *More* otherwise."""
    if desk.seat.kind != "human":
        voice = bot.voice(desk.info)
        back = button(
            bot.ids.make(Verb.COME_BACK, desk.info.id), voice.say("desk.come_back"), "main"
        )
        alone = not any(seat.kind == "human" for seat in desk.info.seats)
        await reply.show(notice(voice.say("desk.rests" if alone else "desk.stand_in"), row(back)))
        return
    if desk.info.game.status == "paused":
        await reply.show(notice(bot.voice(desk.info).say("phase.paused")))
        return
    context = bot.context(desk.info)
    screen = await bot.sender.composer.desk(context, desk, question, note=note, opened=opened)
    await reply.show(await taught(bot, desk, screen))
    if not desk.looked_lately:
        await bot.herald.note_seen(desk.info.id, reply.interaction.user.id)
    await bot.fresh_panels.keep(reply, desk, question, note)


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


QuestionHandler = Callable[[Press, "Opened"], Awaitable[None]]


class Opened(NamedTuple):
    """The question that a press is about, as it is now, and what else its id says."""

    desk: Desk
    question: Question
    more: tuple[int, ...]


def on_question(
    verb: str, power: Power, *, may_ask: bool = False
) -> Callable[[QuestionHandler], QuestionHandler]:
    """Like `on_press`, for presses about an open question; a stale one gets a fresh panel."""

    def register(handler: QuestionHandler) -> QuestionHandler:
        async def open_first(press: Press) -> None:
            found = await opened(press)
            if found is not None:
                await handler(press, found)

        on_press(verb, power, may_ask=may_ask)(open_first)
        return handler

    return register


async def opened(press: Press) -> Opened | None:
    """The question a press is about, as it is now; None when the player was shown what is true."""
    bot, reply = press.bot, press.reply
    desk = await bot.herald.look.desk(press.game, press.user.id)
    voice = bot.voice(desk.info)
    if not desk.info.game.is_live:
        raise NotPlaying(status=desk.info.game.status)
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
        if question.check != state.check:
            raise OutdatedDraft
    except OutdatedDraft:
        await stale(bot, reply, desk)
        return None
    return Opened(desk, question, more)


async def choose_draft(press: Press, at: Opened) -> None:
    """Choose what a panel has come to."""
    if at.question.is_complete:
        await choose(press.bot, press.reply, at.desk, at.question)
    else:
        await stale(press.bot, press.reply, at.desk)


async def desk_now(bot: Bot, game: int, user: int) -> Desk:
    """A player's desk after a choice; in a practice game the steward has played its part."""
    desk = await bot.herald.look.desk(game, user)
    if desk.info.game.pace.has_clocks or urgent(desk) is not None:
        return desk
    await bot.herald.stand_ins.settle(game)
    return await bot.herald.look.desk(game, user)


async def choose(bot: Bot, reply: Reply, desk: Desk, question: Question) -> None:
    """Make a complete choice, and show the panel that follows from it."""
    game, user = desk.info.id, reply.interaction.user.id
    try:
        receipt = await bot.herald.play.choose(
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
        fresh = await bot.herald.look.desk(game, user)
        await show_urgent(bot, reply, fresh, wrong.sentence)
        return
    await after(bot, reply, receipt)


async def choose_all(
    bot: Bot, reply: Reply, desk: Desk, question: Question, *, end: bool = False
) -> None:
    """Carry out everything that is picked, and show what became of it.

    With `end` the phase is ended after it, unless something could not be done as it was picked.
    """
    answers = [WholeAnswer(each.value, each.then) for each in in_order(question)]
    await carry_out(bot, reply, desk, question, answers, end=end)


async def carry_out(
    bot: Bot,
    reply: Reply,
    desk: Desk,
    question: Question,
    answers: Sequence[WholeAnswer],
    *,
    end: bool = False,
) -> None:
    """Carry out whole answers in order, and show what became of them."""
    try:
        result = await bot.herald.batches.choose_all(
            desk.info.id,
            reply.interaction.user.id,
            question.decision.id,
            answers,
            interaction=str(reply.interaction.id),
            tag=question.state.tag,
            stays=reply.stays,
        )
    except StalePress as press:
        await stale(bot, reply, press.desk)
        return
    voice = bot.voice(desk.info)
    notes = [voice.say("wholes.not_done", words=e.words, why=e.why) for e in result.not_done]
    receipts = list(result.receipts)
    if end and not notes and not result.kept:
        receipts += await ended(bot, reply, desk, question)
    desk = await desk_now(bot, desk.info.id, reply.interaction.user.id)
    done = receipts_words(bot, desk, receipts)
    await show_urgent(bot, reply, desk, "\n".join((*notes, *done)))


async def ended(bot: Bot, reply: Reply, desk: Desk, question: Question) -> list[Receipt]:
    """End the phase of a question that is open still."""
    decision, interaction = question.decision, reply.interaction
    try:
        receipt = await bot.herald.play.choose(
            desk.info.id,
            interaction.user.id,
            decision.id,
            decision.default,
            interaction=f"{interaction.id}:end",
            stays=reply.stays,
        )
    except (WrongChoice, StalePress):
        # What was done has ended it, or asks something first.
        return []
    return [receipt]


async def after(bot: Bot, reply: Reply, *receipts: Receipt) -> None:
    """Show the panel after choices were made: what was done, what came of it, what is next."""
    last = receipts[-1]
    desk = await desk_now(bot, last.game_id, reply.interaction.user.id)
    await show_urgent(bot, reply, desk, "\n".join(receipts_words(bot, desk, receipts)))


async def undo(bot: Bot, reply: Reply, game: int) -> None:
    """Take a player's latest choice back, or offer to ask the table where that needs all."""
    interaction = reply.interaction
    try:
        receipt = await bot.herald.undo.alone(
            game, interaction.user.id, interaction=str(interaction.id)
        )
    except NeedsConsent as needed:
        voice = bot.voice(await bot.herald.look.game(game))
        ask = button(bot.ids.make(Verb.ASK_FOR_UNDO, game), voice.say("vote.ask"), "main")
        await reply.show(notice(refusal(voice, needed), row(ask)))
        return
    await after(bot, reply, receipt)


def receipts_words(bot: Bot, desk: Desk, receipts: Sequence[Receipt]) -> list[str]:
    """What choices were and what came of them: of several, a line for each with all of it."""
    groups: list[list[Receipt]] = []
    for each in receipts:
        if each.follows and groups:
            groups[-1].append(each)
        else:
            groups.append([each])
    several = len([each for each in receipts if each.brief]) > 1
    return [
        line_of(bot, desk, group)
        if several and group[0].brief
        else receipt_words(bot, desk, group[0])
        for group in groups
    ]


def line_of(bot: Bot, desk: Desk, group: Sequence[Receipt]) -> str:
    """One of several choices, with what belongs to it and came of it, on a line."""
    first, *rest = group
    own = first.lines[1:] if first.is_reported else first.lines
    came = [*own, *(line for each in rest for line in each.lines)]
    said = " ".join(line for line in came if line)
    return bot.voice(desk.info).say("desk.done_in_short", words=first.brief, said=said)


def receipt_words(bot: Bot, desk: Desk, receipt: Receipt) -> str:
    """What a choice was, and what its player learnt from it; nothing of it twice."""
    voice = bot.voice(desk.info)
    lines = [line for line in receipt.lines if line]
    if receipt.undoes:
        head = voice.say("desk.undone")
    elif receipt.is_reported and lines:
        head = voice.say("desk.done", words=lines.pop(0))
    else:
        head = voice.say("desk.done", words=receipt.words)
    return "\n".join((head, *lines))

"""Shows a player's panel, reads its presses, and shows what follows from a choice."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import wraps
from typing import Concatenate, NamedTuple, TypeAlias, TypeVar

from bot.discord.ask import AndThen, Answer, Ask, Shown
from bot.discord.interactions.panel_state import Start
from bot.discord.interactions.replies import Reply
from bot.discord.interactions.verbs import Verb
from bot.discord.page import notice
from bot.discord.panels.draft import OutdatedDraft
from bot.discord.panels.lesson import taught
from bot.discord.panels.player_panel import asked_at, question_of, urgent
from bot.discord.panels.question import Question
from bot.discord.panels.wholes import in_order
from bot.discord.presses import press
from bot.discord.screen import row
from bot.discord.slash import command
from bot.discord.voices import escape
from bot.service import Asked, Desk, Receipt, WholeAnswer
from bot.service.errors import NeedsConsent, NotPlaying, StalePress, WrongChoice
from bot.service.game.voices import refusal
from bot.service.seats.powers import Power
from engine.core.messages import Voice


async def show(
    ask: Ask,
    desk: Desk,
    question: Question | None,
    note: str = "",
    *,
    opened: bool = False,
) -> Shown:
    """A player's panel; `opened`, with what stands behind *More* otherwise."""
    page = ask.of(desk.info).page
    if desk.seat.kind != "human":
        back = page.button(Verb.COME_BACK, "desk.come_back", "main")
        alone = not any(seat.kind == "human" for seat in desk.info.seats)
        return page.notice("desk.rests" if alone else "desk.stand_in", row(back))
    if desk.info.game.status == "paused":
        return page.notice("phase.paused")
    made = await ask.composer.desk(page, desk, question, note=note, opened=opened)
    screen = await taught(ask.herald, page, desk, made)

    async def keep(reply: Reply) -> None:
        if not desk.looked_lately:
            await ask.herald.note_seen(desk.info.id, ask.user.id)
        await ask.parts.fresh_panels.keep(reply, desk, question, note)

    return AndThen(screen, keep)


async def show_urgent(ask: Ask, desk: Desk, note: str = "", asked: Asked | None = None) -> Shown:
    """A player's panel with what the game waits for most, or with a certain decision."""
    asked = asked or urgent(desk)
    question = None if asked is None else question_of(ask.of(desk.info).page, desk, asked)
    return await show(ask, desk, question, note)


async def stale(ask: Ask, desk: Desk) -> Shown:
    """A press on something that is no longer so: tell what is."""
    return await show_urgent(ask, desk, refusal(ask.of(desk.info).voice, StalePress(desk)))


class Opened(NamedTuple):
    """The question that a press is about, as it is now, and what else its id says."""

    desk: Desk
    question: Question
    more: tuple[int, ...]


QuestionHandler: TypeAlias = Callable[Concatenate[Ask, Opened, ...], Awaitable[Answer]]
Q = TypeVar("Q", bound=QuestionHandler)


def on_question(verb: str, power: Power) -> Callable[[Q], Q]:
    """Like `press`, for presses about an open question; a stale one gets a fresh panel."""

    def register(handler: Q) -> Q:
        @wraps(handler)
        async def open_first(ask: Ask) -> Answer:
            at = await opened(ask)
            return await handler(ask, at) if isinstance(at, Opened) else at

        press(verb, power)(open_first)
        return handler

    return register


async def opened(ask: Ask) -> Opened | Shown:
    """The question a press is about, as it is now; else what is true now."""
    desk = await ask.desk()
    now = ask.of(desk.info)
    if not desk.info.game.is_live:
        raise NotPlaying(status=desk.info.game.status)
    try:
        state, more = ask.page.panel_ids.read(ask.id)
    except Start:
        return await show_urgent(ask, desk, now.say("panel.start_again"))
    if state.seat != desk.seat.seat:
        owner = desk.info.seats[state.seat].name if state.seat < len(desk.info.seats) else "?"
        raise now.refuse("press.others", name=escape(owner))
    asked = asked_at(desk, state.tag)
    try:
        if asked is None:
            raise OutdatedDraft
        question = question_of(now.page, desk, asked, state)
        if question.check != state.check:
            raise OutdatedDraft
    except OutdatedDraft:
        return await stale(ask, desk)
    return Opened(desk, question, more)


async def choose_draft(ask: Ask, at: Opened) -> Shown:
    """Choose what a panel has come to."""
    if at.question.is_complete:
        return await choose(ask, at.desk, at.question)
    return await stale(ask, at.desk)


async def desk_now(ask: Ask) -> Desk:
    """A player's desk after a choice; in a practice game the steward has played its part."""
    desk = await ask.desk()
    if desk.info.game.pace.has_clocks or urgent(desk) is not None:
        return desk
    await ask.herald.stand_ins.settle(ask.game)
    return await ask.desk()


async def choose(ask: Ask, desk: Desk, question: Question) -> Shown:
    """Make a complete choice, and show the panel that follows from it."""
    try:
        receipt = await ask.herald.play.choose(
            ask.game,
            ask.user.id,
            question.decision.id,
            question.walk.value,
            interaction=ask.click,
            tag=question.state.tag,
            stays=ask.reply.stays,
        )
    except StalePress as press:
        return await stale(ask, press.desk)
    except WrongChoice as wrong:
        return await show_urgent(ask, await ask.desk(), wrong.sentence)
    return await after(ask, receipt)


async def choose_all(ask: Ask, desk: Desk, question: Question, *, end: bool = False) -> Shown:
    """Carry out everything that is picked, and show what became of it.

    With `end` the phase is ended after it, unless something could not be done as it was picked.
    """
    answers = [WholeAnswer(each.value, each.then) for each in in_order(question)]
    return await carry_out(ask, desk, question, answers, end=end)


async def carry_out(
    ask: Ask,
    desk: Desk,
    question: Question,
    answers: Sequence[WholeAnswer],
    *,
    end: bool = False,
) -> Shown:
    """Carry out whole answers in order, and show what became of them."""
    try:
        result = await ask.herald.batches.choose_all(
            ask.game,
            ask.user.id,
            question.decision.id,
            answers,
            interaction=ask.click,
            tag=question.state.tag,
            stays=ask.reply.stays,
        )
    except StalePress as press:
        return await stale(ask, press.desk)
    voice = ask.of(desk.info).voice
    notes = [voice.say("wholes.not_done", words=e.words, why=e.why) for e in result.not_done]
    receipts = list(result.receipts)
    if end and not notes and not result.kept:
        receipts += await ended(ask, question)
    desk = await desk_now(ask)
    done = receipts_words(ask.of(desk.info).voice, receipts)
    return await show_urgent(ask, desk, "\n".join((*notes, *done)))


async def ended(ask: Ask, question: Question) -> list[Receipt]:
    """End the phase of a question that is open still."""
    decision = question.decision
    try:
        receipt = await ask.herald.play.choose(
            ask.game,
            ask.user.id,
            decision.id,
            decision.default,
            interaction=f"{ask.click}:end",
            stays=ask.reply.stays,
        )
    except (WrongChoice, StalePress):
        # What was done has ended it, or asks something first.
        return []
    return [receipt]


async def after(ask: Ask, *receipts: Receipt) -> Shown:
    """The panel after choices were made: what was done, what came of it, what is next."""
    desk = await desk_now(ask)
    done = receipts_words(ask.of(desk.info).voice, receipts)
    return await show_urgent(ask, desk, "\n".join(done))


@press(Verb.UNDO, Power.PLAY)
@command("game undo", Power.PLAY)
async def undo(ask: Ask) -> Shown:
    """Take a player's latest choice back, or offer to ask the table where that needs all."""
    try:
        receipt = await ask.herald.undo.alone(ask.game, ask.user.id, interaction=ask.click)
    except NeedsConsent as needed:
        now = await ask.again()
        table = now.page.button(Verb.ASK_FOR_UNDO, "vote.ask", "main")
        return notice(refusal(now.voice, needed), row(table))
    return await after(ask, receipt)


def receipts_words(voice: Voice, receipts: Sequence[Receipt]) -> list[str]:
    """What choices were and what came of them: of several, a line for each with all of it."""
    groups: list[list[Receipt]] = []
    for each in receipts:
        if each.follows and groups:
            groups[-1].append(each)
        else:
            groups.append([each])
    several = len([each for each in receipts if each.brief]) > 1
    return [
        line_of(voice, group) if several and group[0].brief else receipt_words(voice, group[0])
        for group in groups
    ]


def line_of(voice: Voice, group: Sequence[Receipt]) -> str:
    """One of several choices, with what belongs to it and came of it, on a line."""
    first, *rest = group
    own = first.lines[1:] if first.is_reported else first.lines
    came = [*own, *(line for each in rest for line in each.lines)]
    said = " ".join(line for line in came if line)
    return voice.say("desk.done_in_short", words=first.brief, said=said)


def receipt_words(voice: Voice, receipt: Receipt) -> str:
    """What a choice was, and what its player learnt from it; nothing of it twice."""
    lines = [line for line in receipt.lines if line]
    if receipt.undoes:
        head = voice.say("desk.undone")
    elif receipt.is_reported and lines:
        head = voice.say("desk.done", words=lines.pop(0))
    else:
        head = voice.say("desk.done", words=receipt.words)
    return "\n".join((head, *lines))

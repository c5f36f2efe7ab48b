"""`/play`, `/standing`, `/trade`, and the presses of a player's panel."""

from __future__ import annotations

from collections.abc import Callable

import discord

from bot.discord.ask import Ask, Shown
from bot.discord.commands.panel import (
    Opened,
    carry_out,
    choose,
    choose_all,
    choose_draft,
    on_question,
    show,
    show_urgent,
    stale,
)
from bot.discord.commands.why import explained_order
from bot.discord.interactions.panel_state import PanelState
from bot.discord.interactions.replies import ReplyWith
from bot.discord.interactions.verbs import Verb
from bot.discord.page import Field, Form
from bot.discord.panels import amount, several
from bot.discord.panels.advice import advice_screen
from bot.discord.panels.answer_text import field_title
from bot.discord.panels.draft import OutdatedDraft, codes_of_value
from bot.discord.panels.offers import TRADE, codes_of, counter
from bot.discord.panels.panel import CHANGES, WHY_FIELD
from bot.discord.panels.player_panel import asked_at, question_of, urgent
from bot.discord.panels.question import Notice, Question
from bot.discord.panels.suggested import suggestion_of
from bot.discord.panels.turn_ends import STANDING, ends_too
from bot.discord.panels.wholes import is_decided
from bot.discord.panels.why_not import LONGEST, meant, values
from bot.discord.presses import press
from bot.discord.screen import TITLE_MOST, clipped
from bot.discord.slash import command
from bot.service import Asked, Desk, WholeAnswer
from bot.service.seats.powers import Power
from engine.core.grammar import Value
from engine.core.messages import catalog

Change = Callable[[Question], PanelState]

# Presses.


@press(Verb.MY_MOVE, Power.OPEN_PANEL, new_message=True)
@press(Verb.REFRESH_PANEL, Power.OPEN_PANEL)
@press(Verb.CANCEL_DRAFT, Power.OPEN_PANEL)
@command("play", Power.OPEN_PANEL)
async def play(ask: Ask) -> Shown:
    """The panel as it is now; an answer in the making is forgotten."""
    return await show_urgent(ask, await ask.desk())


@press(Verb.MORE, Power.OPEN_PANEL)
async def more(ask: Ask) -> Shown:
    """Show what else the panel offers, below the question that it shows."""
    desk = await ask.desk()
    asked = asked_at(desk, ask.rest[0]) if ask.rest else urgent(desk)
    if asked is None and ask.rest:
        return await stale(ask, desk)
    question = None if asked is None else question_of(ask.of(desk.info).page, desk, asked)
    return await show(ask, desk, question, opened=True)


@press(Verb.OPEN_DECISION, Power.OPEN_PANEL)
@press(Verb.TURN_TO_DECISION, Power.OPEN_PANEL)
async def turn_to(ask: Ask) -> Shown:
    """Turn to another decision."""
    desk = await ask.desk()
    asked = asked_at(desk, ask.value if ask.values else "".join(ask.rest[:1]))
    if asked is None:
        return await stale(ask, desk)
    return await show_urgent(ask, desk, asked=asked)


async def change_draft(ask: Ask, at: Opened) -> Shown:
    """Apply one change to the draft answer."""

    def change(asked: Question) -> PanelState:
        if ask.verb == Verb.COUNTER_OFFER:
            return counter(asked, ask.values, at.more, at.desk.view)
        return CHANGES[ask.verb](asked, ask.values, at.more)

    return await go_on(ask, at, change)


for _name in (*CHANGES, Verb.COUNTER_OFFER):
    on_question(_name, Power.OPEN_PANEL)(change_draft)


async def go_on(ask: Ask, at: Opened, change: Change) -> Shown:
    """Change an answer in the making, and show it or, when that settles it, choose it."""
    desk, question, page = at.desk, at.question, ask.of(at.desk.info).page
    try:
        state = change(question)
    except Notice as wrong:
        return await show(ask, desk, question, page.say(wrong.key, **wrong.facts))
    except (
        OutdatedDraft,
        IndexError,
    ):  # The latter: a press without what its id leaves to be chosen.
        return await stale(ask, desk)
    asked = asked_at(desk, state.tag)
    assert asked is not None
    further = question_of(page, desk, asked, state)
    if further.is_complete and ask.verb != Verb.COUNTER_OFFER:
        # Nothing is asked twice: what was a mistake can be undone.
        return await choose(ask, desk, further)
    if ask.verb == Verb.MARK_WHOLES and is_decided(further, at.more):
        return await choose_all(ask, desk, further, end=ends_too(at.more))
    return await show(ask, desk, further, page.say("offer.mirrored") if further.is_complete else "")


on_question(Verb.CONFIRM_DRAFT, Power.PLAY)(choose_draft)


@on_question(Verb.DO_WHOLES, Power.PLAY)
@on_question(Verb.DO_AND_END, Power.PLAY)
async def do_wholes(ask: Ask, at: Opened) -> Shown:
    """Carry out what is picked, in order."""
    if at.question.catalogue is None or not at.question.state.work:
        return await stale(ask, at.desk)
    return await choose_all(ask, at.desk, at.question, end=ask.verb == Verb.DO_AND_END)


@on_question(Verb.PICK_SEVERAL, Power.PLAY)
async def pick_several(ask: Ask, at: Opened) -> Shown:
    """Choose several options, one after the other."""
    try:
        keys = several.picked(at.question, ask.values)
    except OutdatedDraft:
        return await stale(ask, at.desk)
    return await carry_out(ask, at.desk, at.question, [WholeAnswer(key) for key in keys])


@on_question(Verb.CHOOSE_DEFAULT, Power.PLAY)
async def choose_default(ask: Ask, at: Opened) -> Shown:
    """Choose what the clock would: the end of a phase, mostly."""
    return await choose_value(ask, at, lambda: at.question.decision.default)


@on_question(Verb.CHOOSE_SUGGESTED, Power.PLAY)
async def choose_suggested(ask: Ask, at: Opened) -> Shown:
    """Choose one of the best answers."""
    return await choose_value(ask, at, lambda: suggestion_of(at.question, ask.values, at.more))


@press(Verb.SUGGEST, Power.OPEN_PANEL, new_message=True)
async def suggest(ask: Ask) -> Shown:
    """Show what a good player would do, and why."""
    desk = await ask.herald.advice.ask(ask.game, ask.user.id)
    asked = asked_at(desk, "".join(ask.rest[:1]))
    if asked is None:
        return await stale(ask, desk)
    return advice_screen(question_of(ask.of(desk.info).page, desk, asked))


@on_question(Verb.DO_ADVICE, Power.PLAY)
async def do_advice(ask: Ask, at: Opened) -> Shown:
    """Do what was advised, and what belongs to it."""
    question = at.question
    try:
        value = suggestion_of(question, (), at.more)
    except (OutdatedDraft, IndexError):
        return await stale(ask, at.desk)
    answer = WholeAnswer(value, question.guidance.suggestions[at.more[0]].then)
    if answer.then:
        return await carry_out(ask, at.desk, question, [answer])
    return await choose_value(ask, at, lambda: value)


async def choose_value(ask: Ask, at: Opened, value: Callable[[], Value]) -> Shown:
    """Choose a whole answer; `value` may find that it is not offered any more."""
    question = at.question
    try:
        codes = codes_of_value(question.decision.grammar, value())
        whole = question.at(question.state._replace(codes=codes, work=(), at=()))
    except (OutdatedDraft, IndexError):
        return await stale(ask, at.desk)
    return await choose(ask, at.desk, whole)


@on_question(Verb.TYPE_NUMBER, Power.OPEN_PANEL)
async def type_number(ask: Ask, at: Opened) -> Shown | Form:
    """Ask for a number."""
    question = at.question
    title = field_title(question.voice, question.decision.kind, question.leaf)
    number = Field(amount.FIELD, clipped(amount.bounds(question), TITLE_MOST), most=12)
    said = title or question.voice.say("panel.how_many")
    return await form_or_panel(ask, at, Form(said, question.id(Verb.NUMBER_TYPED), (number,)))


@on_question(Verb.NUMBER_TYPED, Power.OPEN_PANEL)
async def number_typed(ask: Ask, at: Opened) -> Shown:
    """Take a typed number."""
    typed = ask.typed.get(amount.FIELD, "")
    return await go_on(ask, at, lambda asked: amount.typed_number(asked, typed))


@on_question(Verb.WHY_NOT, Power.OPEN_PANEL)
async def why_not(ask: Ask, at: Opened) -> Shown | Form:
    """Ask what is missing among the options."""
    voice, custom_id = at.question.voice, at.question.id(Verb.WHY_NOT_TYPED)
    wish = Field(WHY_FIELD, voice.say("why.field"), most=LONGEST)
    return await form_or_panel(ask, at, Form(voice.say("why.title"), custom_id, (wish,)))


async def form_or_panel(ask: Ask, at: Opened, form: Form) -> Shown | Form:
    """A form, or the panel again where Discord takes none any more for this press."""
    if ask.can_ask:
        return form
    return await show(ask, at.desk, at.question, at.question.voice.say("panel.press_again"))


@on_question(Verb.WHY_NOT_TYPED, Power.OPEN_PANEL)
async def why_not_typed(ask: Ask, at: Opened) -> Shown:
    """Say what something lacks that is not among the options."""
    info, question = at.desk.info, at.question
    wish = ask.typed.get(WHY_FIELD, "")
    if question.catalogue is not None:
        found_out = await explained_order(ask.of(info), wish)
        if found_out is not None:
            raise ReplyWith("\n".join(found_out.lines))
    keys = meant(catalog(info.game.ruleset, info.game.language), wish)
    if not keys:
        raise ask.refuse("why.nothing")
    decision = question.decision.id
    reasons = [
        await ask.herald.look.why_not(info.id, ask.user.id, decision, values(question, key))
        for key in keys[:3]
    ]
    raise ReplyWith(reasons[0] if all(reasons) else ask.say("why.allowed"))


@press(Verb.COME_BACK, Power.COME_BACK)
async def come_back(ask: Ask) -> Shown:
    """Take one's seat back from a stand-in."""
    await ask.herald.seats.come_back(ask.game, ask.user.id)
    return await show_urgent(ask, await ask.desk(), ask.say("desk.back"))


# Commands.


async def open_kind(ask: Ask, kind: str) -> tuple[Desk, Asked]:
    """A player's desk and a decision of a kind that is open on it; raises `ReplyWith`."""
    desk = await ask.desk()
    for asked in desk.decisions:
        if asked.decision.kind == kind:
            return desk, asked
    raise ask.refuse(f"desk.no_{kind}")


@command("standing", Power.OPEN_PANEL)
async def standing(ask: Ask) -> Shown:
    """Change one's standing orders."""
    desk, asked = await open_kind(ask, STANDING)
    return await show_urgent(ask, desk, asked=asked)


@command("trade", Power.OPEN_PANEL)
async def trade(ask: Ask, *, with_: discord.User | None = None) -> Shown:
    """Compose an offer, or answer one."""
    desk, asked = await open_kind(ask, TRADE)
    page = ask.of(desk.info).page
    question = question_of(page, desk, asked)
    wanted = {"do": "offer"}
    if with_ is not None:
        seat = desk.info.seat_of(with_.id)
        if seat is None or seat.seat == desk.seat.seat:
            raise ask.refuse("offer.no_partner")
        wanted["to"] = str(seat.seat)
    codes = codes_of(question, wanted)
    if codes is not None and with_ is not None:
        state = question.state._replace(codes=codes)
        question = question_of(page, desk, asked, state)
    return await show(ask, desk, question)

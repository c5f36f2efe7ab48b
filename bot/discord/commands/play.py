"""`/play`, `/standing`, `/trade`, and the presses of a player's panel."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import discord
from discord import app_commands, ui

from bot.discord.commands.asking import Interaction, game_meant, own_games, respond, say
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
    undo,
)
from bot.discord.commands.why import explained_order
from bot.discord.interactions.components import Press, on_press
from bot.discord.interactions.replies import Reply, ReplyWith
from bot.discord.interactions.verbs import Verb
from bot.discord.panels import amount, several
from bot.discord.panels.advice import advice_screen
from bot.discord.panels.answer_text import field_title
from bot.discord.panels.draft import OutdatedDraft, codes_of_value
from bot.discord.panels.offers import TRADE, codes_of, counter
from bot.discord.panels.panel import CHANGES, WHY_FIELD
from bot.discord.panels.player_panel import asked_at, question_of, urgent
from bot.discord.panels.question import Notice, Question
from bot.discord.panels.state import PanelState
from bot.discord.panels.suggested import suggestion_of
from bot.discord.panels.turn_ends import STANDING, ends_too
from bot.discord.panels.wholes import is_decided
from bot.discord.panels.why_not import LONGEST, meant, values
from bot.discord.screen import TITLE_MOST, clipped
from bot.service import Asked, Desk, WholeAnswer
from bot.service.seats.powers import Power
from engine.core.grammar import Value
from engine.core.messages import catalog

if TYPE_CHECKING:
    from bot.discord.client import Bot

Change = Callable[[Question], PanelState]


def add(bot: Bot, group: app_commands.Group) -> None:
    """Declare the commands."""
    bot.tree.add_command(play_command)
    bot.tree.add_command(standing_command)
    bot.tree.add_command(trade_command)


# Presses.


@on_press(Verb.MY_MOVE, Power.OPEN_PANEL, new_message=True)
async def on_my_move(press: Press) -> None:
    """Open the panel."""
    desk = await press.bot.herald.look.desk(press.game, press.user.id)
    await show_urgent(press.bot, press.reply, desk)


@on_press(Verb.REFRESH_PANEL, Power.OPEN_PANEL)
async def on_refresh(press: Press) -> None:
    """Show the panel as it is now."""
    desk = await press.bot.herald.look.desk(press.game, press.user.id)
    await show_urgent(press.bot, press.reply, desk)


@on_press(Verb.MORE, Power.OPEN_PANEL)
async def on_more(press: Press) -> None:
    """Show what else the panel offers, below the question that it shows."""
    bot, reply = press.bot, press.reply
    desk = await bot.herald.look.desk(press.game, press.user.id)
    asked = asked_at(desk, press.id.rest[0]) if press.id.rest else urgent(desk)
    if asked is None and press.id.rest:
        await stale(bot, reply, desk)
        return
    question = None if asked is None else question_of(bot.context(desk.info), desk, asked)
    await show(bot, reply, desk, question, opened=True)


@on_press(Verb.OPEN_DECISION, Power.OPEN_PANEL)
async def on_open(press: Press) -> None:
    """Turn to another decision."""
    bot, reply = press.bot, press.reply
    desk = await bot.herald.look.desk(press.game, press.user.id)
    asked = asked_at(desk, press.values[0] if press.values else "".join(press.id.rest[:1]))
    if asked is None:
        await stale(bot, reply, desk)
    else:
        await show_urgent(bot, reply, desk, asked=asked)


on_press(Verb.TURN_TO_DECISION, Power.OPEN_PANEL)(on_open)


async def on_change(press: Press, at: Opened) -> None:
    """Apply one change to the draft answer."""

    def change(asked: Question) -> PanelState:
        if press.id.verb == Verb.COUNTER_OFFER:
            return counter(asked, press.values, at.more, at.desk.view)
        return CHANGES[press.id.verb](asked, press.values, at.more)

    await go_on(press, at, change)


for _name in (*CHANGES, Verb.COUNTER_OFFER):
    on_question(_name, Power.OPEN_PANEL)(on_change)


async def go_on(press: Press, at: Opened, change: Change) -> None:
    """Change an answer in the making, and show it or, when that settles it, choose it."""
    bot, reply, desk, question = press.bot, press.reply, at.desk, at.question
    try:
        state = change(question)
    except Notice as wrong:
        voice = bot.voice(desk.info)
        await show(bot, reply, desk, question, voice.say(wrong.key, **wrong.facts))
        return
    except (
        OutdatedDraft,
        IndexError,
    ):  # The latter: a press without what its id leaves to be chosen.
        await stale(bot, reply, desk)
        return
    asked = asked_at(desk, state.tag)
    assert asked is not None
    further = question_of(bot.context(desk.info), desk, asked, state)
    if further.is_complete and press.id.verb != Verb.COUNTER_OFFER:
        # Nothing is asked twice: what was a mistake can be undone.
        await choose(bot, reply, desk, further)
    elif press.id.verb == Verb.MARK_WHOLES and is_decided(further, at.more):
        await choose_all(bot, reply, desk, further, end=ends_too(at.more))
    elif further.is_complete:
        await show(bot, reply, desk, further, bot.voice(desk.info).say("offer.mirrored"))
    else:
        await show(bot, reply, desk, further)


on_question(Verb.CONFIRM_DRAFT, Power.PLAY)(choose_draft)


@on_question(Verb.DO_WHOLES, Power.PLAY)
async def on_do(press: Press, at: Opened) -> None:
    """Carry out what is picked, in order."""
    if at.question.catalogue is None or not at.question.state.work:
        await stale(press.bot, press.reply, at.desk)
    else:
        end = press.id.verb == Verb.DO_AND_END
        await choose_all(press.bot, press.reply, at.desk, at.question, end=end)


on_question(Verb.DO_AND_END, Power.PLAY)(on_do)


@on_question(Verb.PICK_SEVERAL, Power.PLAY)
async def on_several(press: Press, at: Opened) -> None:
    """Choose several options, one after the other."""
    try:
        keys = several.picked(at.question, press.values)
    except OutdatedDraft:
        await stale(press.bot, press.reply, at.desk)
        return
    answers = [WholeAnswer(key) for key in keys]
    await carry_out(press.bot, press.reply, at.desk, at.question, answers)


@on_question(Verb.CHOOSE_DEFAULT, Power.PLAY)
async def on_default(press: Press, at: Opened) -> None:
    """Choose what the clock would: the end of a phase, mostly."""
    await choose_value(press, at, lambda: at.question.decision.default)


@on_question(Verb.CHOOSE_SUGGESTED, Power.PLAY)
async def on_suggested(press: Press, at: Opened) -> None:
    """Choose one of the best answers."""
    await choose_value(press, at, lambda: suggestion_of(at.question, press.values, at.more))


@on_press(Verb.SUGGEST, Power.OPEN_PANEL, new_message=True)
async def on_suggest(press: Press) -> None:
    """Show what a good player would do, and why."""
    bot, reply = press.bot, press.reply
    desk = await bot.herald.advice.ask(press.game, press.user.id)
    asked = asked_at(desk, "".join(press.id.rest[:1]))
    if asked is None:
        await stale(bot, reply, desk)
    else:
        await reply.show(advice_screen(question_of(bot.context(desk.info), desk, asked)))


@on_question(Verb.DO_ADVICE, Power.PLAY)
async def on_do_advice(press: Press, at: Opened) -> None:
    """Do what was advised, and what belongs to it."""
    question = at.question
    try:
        value = suggestion_of(question, (), at.more)
    except (OutdatedDraft, IndexError):
        await stale(press.bot, press.reply, at.desk)
        return
    answer = WholeAnswer(value, question.guidance.suggestions[at.more[0]].then)
    if answer.then:
        await carry_out(press.bot, press.reply, at.desk, question, [answer])
    else:
        await choose_value(press, at, lambda: value)


async def choose_value(press: Press, at: Opened, value: Callable[[], Value]) -> None:
    """Choose a whole answer; `value` may find that it is not offered any more."""
    question = at.question
    try:
        codes = codes_of_value(question.decision.grammar, value())
        whole = question.at(question.state._replace(codes=codes, work=(), at=()))
    except (OutdatedDraft, IndexError):
        await stale(press.bot, press.reply, at.desk)
        return
    await choose(press.bot, press.reply, at.desk, whole)


@on_press(Verb.CANCEL_DRAFT, Power.OPEN_PANEL)
async def on_cancel(press: Press) -> None:
    """Forget an answer in the making."""
    bot, reply = press.bot, press.reply
    desk = await bot.herald.look.desk(press.game, press.user.id)
    await show_urgent(bot, reply, desk)


@on_question(Verb.TYPE_NUMBER, Power.OPEN_PANEL, may_ask=True)
async def on_type(press: Press, at: Opened) -> None:
    """Ask for a number."""
    question = at.question
    title = field_title(question.voice, question.decision.kind, question.leaf)
    modal = ui.Modal(
        title=clipped(title or question.voice.say("panel.how_many"), TITLE_MOST),
        custom_id=question.id(Verb.NUMBER_TYPED),
    )
    field = ui.TextInput[ui.Modal](custom_id=amount.FIELD, max_length=12)
    modal.add_item(ui.Label(text=clipped(amount.bounds(question), TITLE_MOST), component=field))
    await ask_by_modal(press, at, modal)


@on_question(Verb.NUMBER_TYPED, Power.OPEN_PANEL)
async def on_typed(press: Press, at: Opened) -> None:
    """Take a typed number."""
    typed = press.typed.get(amount.FIELD, "")
    await go_on(press, at, lambda asked: amount.typed_number(asked, typed))


@on_question(Verb.WHY_NOT, Power.OPEN_PANEL, may_ask=True)
async def on_why_not(press: Press, at: Opened) -> None:
    """Ask what is missing among the options."""
    voice = at.question.voice
    modal = ui.Modal(title=voice.say("why.title"), custom_id=at.question.id(Verb.WHY_NOT_TYPED))
    field = ui.TextInput[ui.Modal](custom_id=WHY_FIELD, max_length=LONGEST)
    modal.add_item(ui.Label(text=voice.say("why.field"), component=field))
    await ask_by_modal(press, at, modal)


async def ask_by_modal(press: Press, at: Opened, modal: ui.Modal) -> None:
    """Show a modal, or the panel again where Discord takes none any more for this press."""
    if press.reply.can_ask:
        await press.reply.ask(modal)
    else:
        again = at.question.voice.say("panel.press_again")
        await show(press.bot, press.reply, at.desk, at.question, again)


@on_question(Verb.WHY_NOT_TYPED, Power.OPEN_PANEL)
async def on_why_not_typed(press: Press, at: Opened) -> None:
    """Say what something lacks that is not among the options."""
    bot, desk, question = press.bot, at.desk, at.question
    voice = question.voice
    wish = press.typed.get(WHY_FIELD, "")
    if question.catalogue is not None:
        found_out = await explained_order(bot, desk.info, press.user.id, wish)
        if found_out is not None:
            raise ReplyWith("\n".join(found_out.lines))
    keys = meant(catalog(desk.info.game.ruleset, desk.info.game.language), wish)
    if not keys:
        raise ReplyWith(voice.say("why.nothing"))
    decision = question.decision.id
    reasons = [
        await bot.herald.look.why_not(desk.info.id, press.user.id, decision, values(question, key))
        for key in keys[:3]
    ]
    raise ReplyWith(reasons[0] if all(reasons) else voice.say("why.allowed"))


@on_press(Verb.UNDO, Power.PLAY)
async def on_undo(press: Press) -> None:
    """Take the latest choice back."""
    await undo(press.bot, press.reply, press.game)


@on_press(Verb.COME_BACK, Power.COME_BACK)
async def on_come_back(press: Press) -> None:
    """Take one's seat back from a stand-in."""
    bot, reply = press.bot, press.reply
    await bot.herald.seats.come_back(press.game, press.user.id)
    desk = await bot.herald.look.desk(press.game, press.user.id)
    await show_urgent(bot, reply, desk, bot.voice(desk.info).say("desk.back"))


# Commands.


async def open_kind(interaction: Interaction, code: str | None, kind: str) -> tuple[Desk, Asked]:
    """A player's desk and a decision of a kind that is open on it; raises `ReplyWith`."""
    bot = interaction.client
    info = await game_meant(Power.OPEN_PANEL, interaction, code)
    desk = await bot.herald.look.desk(info.id, interaction.user.id)
    for asked in desk.decisions:
        if asked.decision.kind == kind:
            return desk, asked
    raise ReplyWith(bot.voice(info).say(f"desk.no_{kind}"))


@app_commands.command(name="play", description=say("command.play"))
@app_commands.describe(game=say("option.game"))
@app_commands.autocomplete(game=own_games)
async def play_command(interaction: Interaction, game: str | None = None) -> None:
    """Open one's panel."""

    async def work(reply: Reply) -> None:
        bot = interaction.client
        info = await game_meant(Power.OPEN_PANEL, interaction, game)
        desk = await bot.herald.look.desk(info.id, interaction.user.id)
        await show_urgent(bot, reply, desk)

    await respond(interaction, work)


@app_commands.command(name="standing", description=say("command.standing"))
@app_commands.describe(game=say("option.game"))
@app_commands.autocomplete(game=own_games)
async def standing_command(interaction: Interaction, game: str | None = None) -> None:
    """Change one's standing orders."""

    async def work(reply: Reply) -> None:
        desk, asked = await open_kind(interaction, game, STANDING)
        await show_urgent(interaction.client, reply, desk, asked=asked)

    await respond(interaction, work)


@app_commands.command(name="trade", description=say("command.trade"))
@app_commands.rename(partner="with")
@app_commands.describe(partner=say("option.partner"), game=say("option.game"))
@app_commands.autocomplete(game=own_games)
async def trade_command(
    interaction: Interaction, partner: discord.User | None = None, game: str | None = None
) -> None:
    """Compose an offer, or answer one."""

    async def work(reply: Reply) -> None:
        bot = interaction.client
        desk, asked = await open_kind(interaction, game, TRADE)
        question = question_of(bot.context(desk.info), desk, asked)
        wanted = {"do": "offer"}
        if partner is not None:
            seat = desk.info.seat_of(partner.id)
            if seat is None or seat.seat == desk.seat.seat:
                raise ReplyWith(bot.voice(desk.info).say("offer.no_partner"))
            wanted["to"] = str(seat.seat)
        codes = codes_of(question, wanted)
        if codes is not None and partner is not None:
            state = question.state._replace(codes=codes)
            question = question_of(bot.context(desk.info), desk, asked, state)
        await show(bot, reply, desk, question)

    await respond(interaction, work)

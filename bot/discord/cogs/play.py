"""Playing: the private panel, its presses, `/play`, `/standing`, `/trade`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import discord
from discord import app_commands, ui

from bot.discord.answers import Reply, Told
from bot.discord.cogs.asking import Asked as Interaction
from bot.discord.cogs.asking import game_meant, own_games, respond, say
from bot.discord.cogs.panel import after, choose, opened, show, show_urgent, stale
from bot.discord.panels import amount
from bot.discord.panels.desk import OPEN, REFRESH, UNDO, asked_at, question_of
from bot.discord.panels.draft import Misfit
from bot.discord.panels.offers import COUNTER, TRADE, codes_of, counter
from bot.discord.panels.panel import (
    AT_ONCE,
    CANCEL,
    CHANGES,
    CONFIRM,
    WHY_FIELD,
    WHY_NOT,
    WHY_NOT_TYPED,
)
from bot.discord.panels.question import Notice, Question
from bot.discord.panels.state import Spot
from bot.discord.panels.why_not import LONGEST, meant, values
from bot.discord.posts.notices import notice
from bot.discord.posts.phase import COME_BACK, MY_MOVE
from bot.discord.press import Pressed, verb
from bot.discord.screen import TITLE_MOST, button, clipped, row
from bot.service import Asked, Desk
from bot.service.errors import NeedsConsent
from bot.service.words import words as service_words

if TYPE_CHECKING:
    from bot.discord.client import Bot

STANDING = "standing_orders"
"""The kind of decision that holds a player's standing orders, in every rule set that has them."""
ASK_TABLE = "va"

Change = Callable[[Question], Spot]


def add(bot: Bot, group: app_commands.Group) -> None:
    """Declare the commands."""
    bot.tree.add_command(play_command)
    bot.tree.add_command(standing_command)
    bot.tree.add_command(trade_command)


# Presses.


@verb(MY_MOVE, fresh=True)
async def on_my_move(pressed: Pressed) -> None:
    """Open the panel."""
    desk = await pressed.bot.herald.desk(pressed.game, pressed.user.id)
    await show_urgent(pressed.bot, pressed.reply, desk)


@verb(REFRESH)
async def on_refresh(pressed: Pressed) -> None:
    """Show the panel as it is now."""
    desk = await pressed.bot.herald.desk(pressed.game, pressed.user.id)
    await show_urgent(pressed.bot, pressed.reply, desk)


@verb(OPEN)
async def on_open(pressed: Pressed) -> None:
    """Turn to another decision."""
    bot, reply = pressed.bot, pressed.reply
    desk = await bot.herald.desk(pressed.game, pressed.user.id)
    asked = asked_at(desk, pressed.values[0] if pressed.values else "")
    if asked is None:
        await stale(bot, reply, desk)
    else:
        await show_urgent(bot, reply, desk, asked=asked)


async def on_change(pressed: Pressed) -> None:
    """Say something of an answer."""
    found = await opened(pressed)
    if found is None:
        return
    desk, question, more = found
    change = {**CHANGES, COUNTER: counter}[pressed.press.verb]
    await go_on(pressed, desk, question, lambda asked: change(asked, pressed.values, more))


for _name in (*CHANGES, COUNTER):
    verb(_name)(on_change)


async def go_on(pressed: Pressed, desk: Desk, question: Question, change: Change) -> None:
    """Change an answer in the making, and show it or, when that settles it, choose it."""
    bot, reply = pressed.bot, pressed.reply
    try:
        spot = change(question)
    except Notice as wrong:
        talk = bot.talk(desk.info)
        await show(bot, reply, desk, question, talk(wrong.key, **wrong.facts))
        return
    except (Misfit, IndexError):  # The latter: a press without what its id leaves to be chosen.
        await stale(bot, reply, desk)
        return
    asked = asked_at(desk, spot.tag)
    assert asked is not None
    further = question_of(bot.kit(desk.info), desk, asked, spot)
    if further.is_complete and further.is_lone and pressed.press.verb in AT_ONCE:
        await choose(bot, reply, desk, further)
    else:
        await show(bot, reply, desk, further)


@verb(CONFIRM)
async def on_confirm(pressed: Pressed) -> None:
    """Choose what a panel has come to."""
    found = await opened(pressed)
    if found is None:
        return
    desk, question, _ = found
    if question.is_complete:
        await choose(pressed.bot, pressed.reply, desk, question)
    else:
        await stale(pressed.bot, pressed.reply, desk)


@verb(CANCEL)
async def on_cancel(pressed: Pressed) -> None:
    """Forget an answer in the making."""
    bot, reply = pressed.bot, pressed.reply
    desk = await bot.herald.desk(pressed.game, pressed.user.id)
    await show_urgent(bot, reply, desk)


@verb(amount.TYPE, asks=True)
async def on_type(pressed: Pressed) -> None:
    """Ask for a number."""
    found = await opened(pressed)
    if found is None:
        return
    desk, question, _ = found
    talk = question.talk
    if not pressed.reply.can_ask:
        await show(pressed.bot, pressed.reply, desk, question, talk("panel.press_again"))
        return
    title = question.tongue.field(question.decision.kind, question.leaf.path)
    modal = ui.Modal(
        title=clipped(title or talk("panel.how_many"), TITLE_MOST),
        custom_id=question.id(amount.TYPED),
    )
    field = ui.TextInput[ui.Modal](custom_id=amount.FIELD, max_length=12)
    modal.add_item(ui.Label(text=clipped(amount.bounds(question), TITLE_MOST), component=field))
    await pressed.reply.ask(modal)


@verb(amount.TYPED)
async def on_typed(pressed: Pressed) -> None:
    """Take a typed number."""
    found = await opened(pressed)
    if found is None:
        return
    desk, question, _ = found
    typed = pressed.typed.get(amount.FIELD, "")
    await go_on(pressed, desk, question, lambda asked: amount.typed_number(asked, typed))


@verb(WHY_NOT, asks=True)
async def on_why_not(pressed: Pressed) -> None:
    """Ask what is missing among the options."""
    found = await opened(pressed)
    if found is None:
        return
    desk, question, _ = found
    talk = question.talk
    if not pressed.reply.can_ask:
        await show(pressed.bot, pressed.reply, desk, question, talk("panel.press_again"))
        return
    modal = ui.Modal(title=talk("why.title"), custom_id=question.id(WHY_NOT_TYPED))
    field = ui.TextInput[ui.Modal](custom_id=WHY_FIELD, max_length=LONGEST)
    modal.add_item(ui.Label(text=talk("why.field"), component=field))
    await pressed.reply.ask(modal)


@verb(WHY_NOT_TYPED)
async def on_why_not_typed(pressed: Pressed) -> None:
    """Tell what something lacks that is not among the options."""
    found = await opened(pressed)
    if found is None:
        return
    desk, question, _ = found
    bot, talk = pressed.bot, question.talk
    wish = pressed.typed.get(WHY_FIELD, "")
    keys = meant(question.tongue.catalog, wish)
    if not keys:
        raise Told(talk("why.nothing"))
    decision = question.decision.id
    reasons = [
        await bot.herald.why_not(desk.info.id, pressed.user.id, decision, values(question, key))
        for key in keys[:3]
    ]
    raise Told(reasons[0] if all(reasons) else talk("why.allowed"))


@verb(UNDO)
async def on_undo(pressed: Pressed) -> None:
    """Take the latest choice back."""
    bot, reply = pressed.bot, pressed.reply
    click = str(reply.interaction.id)
    try:
        receipt = await bot.herald.undo(pressed.game, pressed.user.id, interaction=click)
    except NeedsConsent as needed:
        info = await bot.herald.game(pressed.game)
        sentence = service_words(info.game.language).refusal(needed)
        ask = button(bot.ids.make(ASK_TABLE, info.id), bot.talk(info)("vote.ask"), "main")
        await reply.show(notice(sentence, row(ask)))
        return
    await after(bot, reply, receipt)


@verb(COME_BACK)
async def on_come_back(pressed: Pressed) -> None:
    """Take one's seat back from a stand-in."""
    bot, reply = pressed.bot, pressed.reply
    await bot.herald.come_back(pressed.game, pressed.user.id)
    desk = await bot.herald.desk(pressed.game, pressed.user.id)
    await show_urgent(bot, reply, desk, bot.talk(desk.info)("desk.back"))


# Commands.


async def open_kind(interaction: Interaction, code: str | None, kind: str) -> tuple[Desk, Asked]:
    """A player's desk and a decision of a kind that is open on it; raises `Told`."""
    bot = interaction.client
    info = await game_meant(bot, interaction, code)
    desk = await bot.herald.desk(info.id, interaction.user.id)
    for asked in desk.decisions:
        if asked.decision.kind == kind:
            return desk, asked
    raise Told(bot.talk(info)(f"desk.no_{kind}"))


@app_commands.command(name="play", description=say("command.play"))
@app_commands.describe(game=say("option.game"))
@app_commands.autocomplete(game=own_games)
async def play_command(interaction: Interaction, game: str | None = None) -> None:
    """Open one's panel."""

    async def work(reply: Reply) -> None:
        bot = interaction.client
        info = await game_meant(bot, interaction, game)
        desk = await bot.herald.desk(info.id, interaction.user.id)
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
        question = question_of(bot.kit(desk.info), desk, asked)
        wanted = {"do": "offer"}
        if partner is not None:
            seat = desk.info.seat_of(partner.id)
            if seat is None or seat.seat == desk.seat.seat:
                raise Told(bot.talk(desk.info)("offer.no_partner"))
            wanted["to"] = str(seat.seat)
        codes = codes_of(question, wanted)
        if codes is not None and partner is not None:
            spot = question.spot._replace(codes=codes)
            question = question_of(bot.kit(desk.info), desk, asked, spot)
        await show(bot, reply, desk, question)

    await respond(interaction, work)

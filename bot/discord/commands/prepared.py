"""Plan ahead: add, show and drop choices that are played when their decision opens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands, ui

from bot.discord.commands.orders import FIELD, ORDERS_MOST, tidy
from bot.discord.interactions.components import Press, on_press
from bot.discord.interactions.replies import ReplyWith
from bot.discord.interactions.verbs import Verb
from bot.discord.panels.prepared import plan_screen
from bot.discord.screen import TITLE_MOST, clipped
from bot.service import Desk
from bot.service.seats.powers import Power

if TYPE_CHECKING:
    from bot.discord.client import Bot


def add(bot: Bot, group: app_commands.Group) -> None:
    """Nothing to declare: all of it is behind the player's panel."""


async def show_plan(press: Press, desk: Desk, note: str = "") -> None:
    """Show what is prepared."""
    bot = press.bot
    await press.reply.show(plan_screen(desk, bot.voice(desk.info), bot.ids, note=note))


@on_press(Verb.PLAN, Power.OPEN_PANEL)
async def on_plan(press: Press) -> None:
    """Show what is prepared, in place of the panel."""
    await show_plan(press, await press.bot.herald.look.desk(press.game, press.user.id))


@on_press(Verb.PLAN_FOR, Power.OPEN_PANEL, may_ask=True)
async def on_plan_for(press: Press) -> None:
    """Ask for orders for one kind of decision."""
    bot, kind = press.bot, press.values[0] if press.values else ""
    desk = await bot.herald.look.desk(press.game, press.user.id)
    voice = bot.voice(desk.info)
    if kind not in desk.can_prepare:
        await show_plan(press, desk, voice.say("plan.gone"))
        return
    if not press.reply.can_ask:
        await show_plan(press, desk, voice.say("panel.press_again"))
        return
    title = voice.say("plan.modal", kind=voice.say(f"phase.{kind}"))
    modal = ui.Modal(
        title=clipped(title, TITLE_MOST),
        custom_id=bot.ids.make(Verb.PLAN_TYPED, desk.info.id, kind),
    )
    field = ui.TextInput[ui.Modal](
        custom_id=FIELD,
        style=discord.TextStyle.paragraph,
        max_length=ORDERS_MOST,
        required=False,
        placeholder=voice.say("sample_order"),
    )
    modal.add_item(ui.Label(text=voice.say("plan.field"), component=field))
    await press.reply.ask(modal)


@on_press(Verb.PLAN_TYPED, Power.PLAY)
async def on_plan_typed(press: Press) -> None:
    """Keep what was typed until its time comes."""
    bot, kind = press.bot, press.id.rest[0]
    typed = tidy(press.typed.get(FIELD, ""))
    before = await bot.herald.look.desk(press.game, press.user.id)
    if kind not in before.can_prepare:
        # It was asked while the orders were typed: they can be given now.
        raise ReplyWith(bot.voice(before.info).say("plan.open_now", lines=typed or "-"))
    desk = await bot.herald.prepared.prepare_orders(press.game, press.user.id, kind, typed)
    await show_plan(press, desk, bot.voice(desk.info).say("plan.kept"))


@on_press(Verb.DROP_PREPARED, Power.PLAY)
async def on_drop(press: Press) -> None:
    """Drop one prepared choice."""
    bot = press.bot
    number = bot.ids.read_hidden(press.values[0]) if press.values else 0
    desk = await bot.herald.prepared.forget(press.game, press.user.id, number)
    await show_plan(press, desk, bot.voice(desk.info).say("plan.dropped"))


@on_press(Verb.DROP_ALL_PREPARED, Power.PLAY)
async def on_drop_all(press: Press) -> None:
    """Drop everything that is prepared."""
    bot = press.bot
    desk = await bot.herald.prepared.forget(press.game, press.user.id)
    await show_plan(press, desk, bot.voice(desk.info).say("plan.dropped"))

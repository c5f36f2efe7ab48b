"""Planning ahead: orders that are played when their time comes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands, ui

from bot.discord.answers import Told
from bot.discord.cogs.orders import FIELD, ORDERS_MOST, tidy
from bot.discord.packing import unpack
from bot.discord.panels.prepared import (
    DROP,
    DROP_ALL,
    PLAN,
    PLAN_FOR,
    PLAN_TYPED,
    plan_screen,
)
from bot.discord.panels.tongue import Tongue
from bot.discord.press import Pressed, verb
from bot.discord.screen import TITLE_MOST, clipped
from bot.service import Desk

if TYPE_CHECKING:
    from bot.discord.client import Bot


def add(bot: Bot, group: app_commands.Group) -> None:
    """Nothing to declare: all of it is behind the player's panel."""


async def show_plan(pressed: Pressed, desk: Desk, note: str = "") -> None:
    """Show what is prepared."""
    bot = pressed.bot
    await pressed.reply.show(plan_screen(desk, bot.talk(desk.info), bot.ids, note=note))


@verb(PLAN)
async def on_plan(pressed: Pressed) -> None:
    """Show what is prepared, in place of the panel."""
    await show_plan(pressed, await pressed.bot.herald.desk(pressed.game, pressed.user.id))


@verb(PLAN_FOR, asks=True)
async def on_plan_for(pressed: Pressed) -> None:
    """Ask for orders for one kind of decision."""
    bot, kind = pressed.bot, pressed.values[0] if pressed.values else ""
    desk = await bot.herald.desk(pressed.game, pressed.user.id)
    talk = bot.talk(desk.info)
    if kind not in desk.can_prepare:
        await show_plan(pressed, desk, talk("plan.gone"))
        return
    if not pressed.reply.can_ask:
        await show_plan(pressed, desk, talk("panel.press_again"))
        return
    title = talk("plan.modal", kind=Tongue.of(desk.info).name("phase", kind))
    modal = ui.Modal(
        title=clipped(title, TITLE_MOST),
        custom_id=bot.ids.make(PLAN_TYPED, desk.info.id, kind),
    )
    field = ui.TextInput[ui.Modal](
        custom_id=FIELD,
        style=discord.TextStyle.paragraph,
        max_length=ORDERS_MOST,
        required=False,
        placeholder=talk("orders.example"),
    )
    modal.add_item(ui.Label(text=talk("plan.field"), component=field))
    await pressed.reply.ask(modal)


@verb(PLAN_TYPED)
async def on_plan_typed(pressed: Pressed) -> None:
    """Keep what was typed until its time comes."""
    bot, kind = pressed.bot, pressed.press.rest[0]
    typed = tidy(pressed.typed.get(FIELD, ""))
    before = await bot.herald.desk(pressed.game, pressed.user.id)
    if kind not in before.can_prepare:
        # It was asked while the orders were typed: they can be given now.
        raise Told(bot.talk(before.info)("plan.open_now", lines=typed or "-"))
    desk = await bot.herald.prepare_orders(pressed.game, pressed.user.id, kind, typed)
    await show_plan(pressed, desk, bot.talk(desk.info)("plan.kept"))


@verb(DROP)
async def on_drop(pressed: Pressed) -> None:
    """Drop one prepared choice."""
    bot = pressed.bot
    number = unpack(pressed.values[0])[0] if pressed.values else 0
    desk = await bot.herald.forget_prepared(pressed.game, pressed.user.id, number)
    await show_plan(pressed, desk, bot.talk(desk.info)("plan.dropped"))


@verb(DROP_ALL)
async def on_drop_all(pressed: Pressed) -> None:
    """Drop everything that is prepared."""
    bot = pressed.bot
    desk = await bot.herald.forget_prepared(pressed.game, pressed.user.id)
    await show_plan(pressed, desk, bot.talk(desk.info)("plan.dropped"))

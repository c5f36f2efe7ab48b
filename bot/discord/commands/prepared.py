"""Plan ahead: add, show and drop choices that are played when their decision opens."""

from __future__ import annotations

from bot.discord.ask import Ask
from bot.discord.commands.orders import FIELD, ORDERS_MOST, tidy
from bot.discord.interactions.verbs import Verb
from bot.discord.page import Form
from bot.discord.panels.prepared import plan_screen
from bot.discord.presses import press
from bot.discord.screen import Screen
from bot.service import Desk
from bot.service.seats.powers import Power


def plan_of(ask: Ask, desk: Desk, key: str = "") -> Screen:
    """What is prepared."""
    page = ask.of(desk.info).page
    return plan_screen(page, desk, note=page.say(key) if key else "")


@press(Verb.PLAN, Power.OPEN_PANEL)
async def plan(ask: Ask) -> Screen:
    """Show what is prepared, in place of the panel."""
    return plan_of(ask, await ask.desk())


@press(Verb.PLAN_FOR, Power.OPEN_PANEL)
async def plan_for(ask: Ask) -> Screen | Form:
    """Ask for orders for one kind of decision."""
    page, kind, desk = ask.page, ask.value, await ask.desk()
    if kind not in desk.can_prepare:
        return plan_of(ask, desk, "plan.gone")
    if not ask.can_ask:
        return plan_of(ask, desk, "panel.press_again")
    orders = page.field(
        FIELD,
        "plan.field",
        most=ORDERS_MOST,
        required=False,
        placeholder="sample_order",
        long=True,
    )
    kind_said = page.say(f"phase.{kind}")
    return page.form(Verb.PLAN_TYPED, "plan.modal", orders, rest=[kind], kind=kind_said)


@press(Verb.PLAN_TYPED, Power.PLAY)
async def plan_given(ask: Ask) -> Screen:
    """Keep what was typed until its time comes."""
    kind, typed = ask.rest[0], tidy(ask.typed.get(FIELD, ""))
    before = await ask.desk()
    if kind not in before.can_prepare:
        # It was asked while the orders were typed: they can be given now.
        raise ask.refuse("plan.open_now", lines=typed or "-")
    desk = await ask.herald.prepared.prepare_orders(ask.game, ask.user.id, kind, typed)
    return plan_of(ask, desk, "plan.kept")


@press(Verb.DROP_PREPARED, Power.PLAY)
async def drop(ask: Ask) -> Screen:
    """Drop one prepared choice."""
    number = ask.page.ids.read_hidden(ask.value) if ask.value else 0
    desk = await ask.herald.prepared.forget(ask.game, ask.user.id, number)
    return plan_of(ask, desk, "plan.dropped")


@press(Verb.DROP_ALL_PREPARED, Power.PLAY)
async def drop_all(ask: Ask) -> Screen:
    """Drop everything that is prepared."""
    desk = await ask.herald.prepared.forget(ask.game, ask.user.id)
    return plan_of(ask, desk, "plan.dropped")

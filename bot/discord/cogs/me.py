"""How a player wants to be treated: notices, quiet hours, time away, time zone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from discord import app_commands, ui

from bot.discord.answers import Reply, Told
from bot.discord.cogs.asking import Asked, respond, say
from bot.discord.colours import HERALD
from bot.discord.posts.table_words import clock_face
from bot.discord.press import Pressed, verb
from bot.discord.screen import Block, Line, Screen, button, row, select, text
from bot.discord.times import FROM, UNTIL, midnight, minutes_of, quiet_modal, quiet_typed
from bot.moment import as_datetime
from bot.store.people import User

if TYPE_CHECKING:
    from bot.discord.client import Bot

NOTIFY = "mn"
WHEN_AWAY = "mw"
QUIET = "mq"
QUIET_TYPED = "mt"
AWAY = "ma"
AWAY_TYPED = "mb"
BACK = "mc"


def add(bot: Bot, group: app_commands.Group) -> None:
    """Declare the command."""
    bot.tree.add_command(me_command)


def me_screen(bot: Bot, wishes: User) -> Screen:
    """A player's wishes, to be changed."""
    talk, ids = bot.talk(), bot.ids
    lines = [talk("me.title"), talk("me.zone", zone=wishes.time_zone)]
    if wishes.quiet_from is not None and wishes.quiet_until is not None:
        start, end = clock_face(wishes.quiet_from), clock_face(wishes.quiet_until)
        lines.append(talk("me.quiet", start=start, end=end))
    if wishes.away_until is not None:
        lines.append(talk("me.away", start=wishes.away_from or 0, end=wishes.away_until))
    notify = [
        Line(each, talk(f"me.notify_{each}"), chosen=each == wishes.notify)
        for each in ("channel", "dm", "none")
    ]
    away = [
        Line(each, talk(f"me.when_away_{each}"), chosen=each == wishes.when_away)
        for each in ("clock_stands", "stand_in")
    ]
    buttons: list[Block] = [
        button(ids.make(QUIET), talk("me.quiet_button")),
        button(ids.make(AWAY), talk("me.away_button")),
    ]
    if wishes.away_until is not None:
        buttons.append(button(ids.make(BACK), talk("me.back_button"), "main"))
    return Screen(
        [
            text("\n".join(lines)),
            select(ids.make(NOTIFY), notify, talk("me.notify")),
            select(ids.make(WHEN_AWAY), away, talk("me.when_away")),
            row(*buttons),
        ],
        accent=HERALD,
    )


async def change(pressed: Pressed, **changes: object) -> None:
    """Change some wishes, and show all as they are then."""
    bot = pressed.bot
    wishes = await bot.herald.me(pressed.user.id)
    saved = await bot.herald.save_me(msgspec.structs.replace(wishes, **changes))
    await pressed.reply.show(me_screen(bot, saved))


@verb(NOTIFY)
async def on_notify(pressed: Pressed) -> None:
    """Choose where one is called."""
    if pressed.value not in ("channel", "dm", "none"):
        raise Told(pressed.bot.talk()("press.unfit"))
    await change(pressed, notify=pressed.value)


@verb(WHEN_AWAY)
async def on_when_away(pressed: Pressed) -> None:
    """Choose what happens while one is away."""
    if pressed.value not in ("clock_stands", "stand_in"):
        raise Told(pressed.bot.talk()("press.unfit"))
    await change(pressed, when_away=pressed.value)


@verb(QUIET, asks=True)
async def on_quiet(pressed: Pressed) -> None:
    """Ask for quiet hours."""
    bot = pressed.bot
    wishes = await bot.herald.me(pressed.user.id)
    if not pressed.reply.can_ask:
        raise Told(bot.talk()("panel.press_again"))
    modal = quiet_modal(
        bot.talk(),
        bot.ids.make(QUIET_TYPED),
        wishes.quiet_from,
        wishes.quiet_until,
        wishes.time_zone,
    )
    await pressed.reply.ask(modal)


@verb(QUIET_TYPED)
async def on_quiet_typed(pressed: Pressed) -> None:
    """Set quiet hours and the time zone."""
    talk = pressed.bot.talk()
    start, end, zone = quiet_typed(pressed.typed)
    await change(
        pressed,
        quiet_from=minutes_of(start, talk),
        quiet_until=minutes_of(end, talk),
        time_zone=zone,
    )


@verb(AWAY, asks=True)
async def on_away(pressed: Pressed) -> None:
    """Ask from when until when one is away."""
    bot, talk = pressed.bot, pressed.bot.talk()
    wishes = await bot.herald.me(pressed.user.id)
    if not pressed.reply.can_ask:
        raise Told(talk("panel.press_again"))
    modal = ui.Modal(title=talk("me.away_title"), custom_id=bot.ids.make(AWAY_TYPED))
    for name, value in ((FROM, wishes.away_from), (UNTIL, wishes.away_until)):
        shown = None if value is None else as_datetime(value).date().isoformat()
        field = ui.TextInput[ui.Modal](
            custom_id=name, default=shown, max_length=10, placeholder=talk("me.date")
        )
        modal.add_item(ui.Label(text=talk(f"me.away_{name}"), component=field))
    await pressed.reply.ask(modal)


@verb(AWAY_TYPED)
async def on_away_typed(pressed: Pressed) -> None:
    """Set from when until when one is away."""
    bot, talk = pressed.bot, pressed.bot.talk()
    zone = (await bot.herald.me(pressed.user.id)).time_zone
    start = midnight(pressed.typed.get(FROM, ""), zone, talk)
    end = midnight(pressed.typed.get(UNTIL, ""), zone, talk, after=True)
    await change(pressed, away_from=start, away_until=end)


@verb(BACK)
async def on_back(pressed: Pressed) -> None:
    """Be back."""
    await change(pressed, away_from=None, away_until=None)


@app_commands.command(name="me", description=say("command.me"))
async def me_command(interaction: Asked) -> None:
    """See or change how one is treated."""

    async def work(reply: Reply) -> None:
        bot = interaction.client
        await reply.show(me_screen(bot, await bot.herald.me(interaction.user.id)))

    await respond(interaction, work)

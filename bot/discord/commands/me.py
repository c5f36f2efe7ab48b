"""A player's settings: notices, quiet hours, time away, time zone, looking on arrival."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from discord import app_commands, ui

from bot.discord.colours import HERALD
from bot.discord.commands.asking import Interaction, respond, say
from bot.discord.commands.my_data import export_screen, forget_screen
from bot.discord.interactions.components import Press, on_press
from bot.discord.interactions.replies import Reply, ReplyWith
from bot.discord.interactions.verbs import Verb
from bot.discord.posts.notices import notice
from bot.discord.posts.table_settings import clock_face
from bot.discord.screen import Block, MenuOption, Screen, button, row, select, text
from bot.discord.times import FROM, UNTIL, midnight, minutes_of, quiet_modal, quiet_typed
from bot.moment import DAY, Span, as_datetime
from bot.service import User

if TYPE_CHECKING:
    from bot.discord.client import Bot

YES, NO = "y", "n"
WEEK: Span = 7 * DAY


def add(bot: Bot, group: app_commands.Group) -> None:
    """Declare the command."""
    bot.tree.add_command(me_command)


def me_screen(bot: Bot, wishes: User) -> Screen:
    """A player's wishes, to be changed."""
    voice, ids = bot.voice(), bot.ids
    lines = [voice.say("me.title"), voice.say("me.zone", zone=wishes.time_zone)]
    if wishes.quiet_from is not None and wishes.quiet_until is not None:
        start, end = clock_face(wishes.quiet_from), clock_face(wishes.quiet_until)
        lines.append(voice.say("me.quiet", start=start, end=end))
    if wishes.away_until is not None:
        lines.append(voice.say("me.away", start=wishes.away_from or 0, end=wishes.away_until))
    lines.append(voice.say("me.looks_yes" if wishes.looks_on_arrival else "me.looks_no"))
    notify = [
        MenuOption(each, voice.say(f"me.notify_{each}"), chosen=each == wishes.notify)
        for each in ("channel", "dm", "none")
    ]
    away = [
        MenuOption(each, voice.say(f"me.when_away_{each}"), chosen=each == wishes.when_away)
        for each in ("clock_stands", "stand_in")
    ]
    buttons: list[Block] = [
        button(ids.make(Verb.ME_QUIET), voice.say("me.quiet_button")),
        button(ids.make(Verb.ME_AWAY), voice.say("me.away_button")),
    ]
    if wishes.away_until is not None:
        buttons.append(button(ids.make(Verb.ME_BACK), voice.say("me.back_button"), "main"))
    return Screen(
        [
            text("\n".join(lines)),
            select(ids.make(Verb.ME_NOTIFY), notify, voice.say("me.notify")),
            select(ids.make(Verb.ME_WHEN_AWAY), away, voice.say("me.when_away")),
            row(*buttons),
            row(looking_button(bot, wishes)),
            row(
                button(ids.make(Verb.ME_EXPORT), voice.say("me.export")),
                button(ids.make(Verb.ME_FORGET), voice.say("me.forget")),
            ),
        ],
        accent=HERALD,
    )


def looking_button(bot: Bot, wishes: User) -> Block:
    """Switches looking on arrival; the id says to what, so that an old one never switches back."""
    key, wanted = ("me.look_not", NO) if wishes.looks_on_arrival else ("me.look", YES)
    return button(bot.ids.make(Verb.ME_LOOKS, 0, wanted), bot.voice().say(key))


async def change(press: Press, **changes: object) -> None:
    """Change some wishes, and show all as they are then."""
    bot = press.bot
    wishes = await bot.herald.me(press.user.id)
    saved = await bot.herald.save_me(msgspec.structs.replace(wishes, **changes))
    await press.reply.show(me_screen(bot, saved))


@on_press(Verb.ME_NOTIFY, None)
async def on_notify(press: Press) -> None:
    """Choose where one is called."""
    if press.value not in ("channel", "dm", "none"):
        raise ReplyWith(press.bot.voice().say("press.unfit"))
    await change(press, notify=press.value)


@on_press(Verb.ME_WHEN_AWAY, None)
async def on_when_away(press: Press) -> None:
    """Choose what happens while one is away."""
    if press.value not in ("clock_stands", "stand_in"):
        raise ReplyWith(press.bot.voice().say("press.unfit"))
    await change(press, when_away=press.value)


@on_press(Verb.ME_QUIET, None, may_ask=True)
async def on_quiet(press: Press) -> None:
    """Ask for quiet hours."""
    bot = press.bot
    wishes = await bot.herald.me(press.user.id)
    if not press.reply.can_ask:
        raise ReplyWith(bot.voice().say("panel.press_again"))
    modal = quiet_modal(
        bot.voice(),
        bot.ids.make(Verb.ME_QUIET_TYPED),
        wishes.quiet_from,
        wishes.quiet_until,
        wishes.time_zone,
    )
    await press.reply.ask(modal)


@on_press(Verb.ME_QUIET_TYPED, None)
async def on_quiet_typed(press: Press) -> None:
    """Set quiet hours and the time zone."""
    voice = press.bot.voice()
    start, end, zone = quiet_typed(press.typed)
    await change(
        press,
        quiet_from=minutes_of(start, voice),
        quiet_until=minutes_of(end, voice),
        time_zone=zone,
    )


@on_press(Verb.ME_AWAY, None, may_ask=True)
async def on_away(press: Press) -> None:
    """Ask from when until when one is away."""
    bot, voice = press.bot, press.bot.voice()
    wishes = await bot.herald.me(press.user.id)
    if not press.reply.can_ask:
        raise ReplyWith(voice.say("panel.press_again"))
    modal = ui.Modal(title=voice.say("me.away_title"), custom_id=bot.ids.make(Verb.ME_AWAY_TYPED))
    for name, value in ((FROM, wishes.away_from), (UNTIL, wishes.away_until)):
        shown = None if value is None else as_datetime(value).date().isoformat()
        field = ui.TextInput[ui.Modal](
            custom_id=name, default=shown, max_length=10, placeholder=voice.say("me.date")
        )
        modal.add_item(ui.Label(text=voice.say(f"me.away_{name}"), component=field))
    await press.reply.ask(modal)


@on_press(Verb.ME_AWAY_TYPED, None)
async def on_away_typed(press: Press) -> None:
    """Set from when until when one is away."""
    bot, voice = press.bot, press.bot.voice()
    zone = (await bot.herald.me(press.user.id)).time_zone
    start = midnight(press.typed.get(FROM, ""), zone, voice)
    end = midnight(press.typed.get(UNTIL, ""), zone, voice, after=True)
    await change(press, away_from=start, away_until=end)


@on_press(Verb.ME_BACK, None)
async def on_back(press: Press) -> None:
    """Be back."""
    await change(press, away_from=None, away_until=None)


@on_press(Verb.ME_WEEK_AWAY, None, new_message=True)
async def on_week_away(press: Press) -> None:
    """Be away for a week, from now on, while a stand-in plays."""
    bot, now = press.bot, press.bot.herald.time.now()
    until = now + WEEK
    wishes = await bot.herald.me(press.user.id)
    away = {"away_from": now, "away_until": until, "when_away": "stand_in"}
    await bot.herald.save_me(msgspec.structs.replace(wishes, **away))
    await press.reply.show(notice(bot.voice().say("still_there.away", until=until)))


@on_press(Verb.ME_LOOKS, None)
async def on_looks(press: Press) -> None:
    """Choose whether settlers look where they arrive."""
    await change(press, looks_on_arrival=press.id.rest[:1] == (YES,))


@app_commands.command(name="settings", description=say("command.me"))
@app_commands.describe(data=say("option.data"))
@app_commands.choices(
    data=[
        app_commands.Choice(name=say(f"me.data_{each}"), value=each)
        for each in ("export", "forget")
    ]
)
async def me_command(interaction: Interaction, data: str | None = None) -> None:
    """See or change how one is treated, have one's data as a file, or be forgotten."""

    async def work(reply: Reply) -> None:
        bot, user = interaction.client, interaction.user.id
        if data == "export":
            await reply.show(await export_screen(bot, user))
        elif data == "forget":
            await reply.show(await forget_screen(bot, user))
        else:
            await reply.show(me_screen(bot, await bot.herald.me(user)))

    await respond(interaction, work)

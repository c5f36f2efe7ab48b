"""A player's settings: notices, quiet hours, time away, time zone, looking on arrival."""

from __future__ import annotations

from msgspec.structs import replace

from bot.discord.ask import Ask
from bot.discord.colours import HERALD
from bot.discord.commands.my_data import export_data, forget_me
from bot.discord.interactions.verbs import Verb
from bot.discord.page import Form, Page
from bot.discord.posts.table_settings import clock_face
from bot.discord.presses import press
from bot.discord.screen import Screen, row, text
from bot.discord.slash import command
from bot.discord.times import FROM, UNTIL, midnight, minutes_of, quiet_form, quiet_typed
from bot.discord.voices import plain_voice
from bot.moment import DAY, Span, as_datetime
from bot.service import User

NOTIFY = ("channel", "dm", "none")
WHEN_AWAY = ("clock_stands", "stand_in")
YES, NO = "y", "n"
DATA = [(plain_voice().say(f"me.data_{each}"), each) for each in ("export", "forget")]
WEEK: Span = 7 * DAY


def me_screen(page: Page, wishes: User) -> Screen:
    """A player's wishes, to be changed."""
    lines = [page.say("me.title"), page.say("me.zone", zone=wishes.time_zone)]
    buttons = [
        page.button(Verb.ME_QUIET, "me.quiet_button"),
        page.button(Verb.ME_AWAY, "me.away_button"),
    ]
    if wishes.quiet_from is not None and wishes.quiet_until is not None:
        start, end = clock_face(wishes.quiet_from), clock_face(wishes.quiet_until)
        lines.append(page.say("me.quiet", start=start, end=end))
    if wishes.away_until is not None:
        lines.append(page.say("me.away", start=wishes.away_from or 0, end=wishes.away_until))
        buttons.append(page.button(Verb.ME_BACK, "me.back_button", "main"))
    lines.append(page.say("me.looks_yes" if wishes.looks_on_arrival else "me.looks_no"))
    # The id says to what it switches, so that an old one never switches back.
    key, wanted = ("me.look_not", NO) if wishes.looks_on_arrival else ("me.look", YES)
    return Screen(
        [
            text("\n".join(lines)),
            page.one_of(Verb.ME_NOTIFY, "me.notify", NOTIFY, wishes.notify),
            page.one_of(Verb.ME_WHEN_AWAY, "me.when_away", WHEN_AWAY, wishes.when_away),
            row(*buttons),
            row(page.button(Verb.ME_LOOKS, key, rest=[wanted])),
            row(
                page.button(Verb.ME_EXPORT, "me.export"),
                page.button(Verb.ME_FORGET, "me.forget"),
            ),
        ],
        accent=HERALD,
    )


async def change(ask: Ask, **changes: object) -> Screen:
    """Change some wishes, and show all as they are then."""
    saved = await ask.herald.change_me(ask.user.id, lambda wishes: replace(wishes, **changes))
    return me_screen(ask.page, saved)


@press(Verb.ME_NOTIFY, None, values=NOTIFY)
async def notify(ask: Ask) -> Screen:
    """Choose where one is called."""
    return await change(ask, notify=ask.value)


@press(Verb.ME_WHEN_AWAY, None, values=WHEN_AWAY)
async def when_away(ask: Ask) -> Screen:
    """Choose what happens while one is away."""
    return await change(ask, when_away=ask.value)


@press(Verb.ME_QUIET, None)
async def quiet(ask: Ask) -> Form:
    """Ask for quiet hours."""
    me = await ask.herald.me(ask.user.id)
    return quiet_form(ask.page, Verb.ME_QUIET_TYPED, me.quiet_from, me.quiet_until, me.time_zone)


@press(Verb.ME_QUIET_TYPED, None)
async def quiet_given(ask: Ask) -> Screen:
    """Set quiet hours and the time zone."""
    start, end, zone = quiet_typed(ask.typed)
    return await change(
        ask,
        quiet_from=minutes_of(start, ask.voice),
        quiet_until=minutes_of(end, ask.voice),
        time_zone=zone,
    )


@press(Verb.ME_AWAY, None)
async def away(ask: Ask) -> Form:
    """Ask from when until when one is away."""
    wishes = await ask.herald.me(ask.user.id)
    days = [
        ask.page.field(
            name,
            f"me.away_{name}",
            None if value is None else as_datetime(value).date().isoformat(),
            most=10,
            placeholder="me.date",
        )
        for name, value in ((FROM, wishes.away_from), (UNTIL, wishes.away_until))
    ]
    return ask.page.form(Verb.ME_AWAY_TYPED, "me.away_title", *days)


@press(Verb.ME_AWAY_TYPED, None)
async def away_given(ask: Ask) -> Screen:
    """Set from when until when one is away."""
    zone = (await ask.herald.me(ask.user.id)).time_zone
    start = midnight(ask.typed.get(FROM, ""), zone, ask.voice)
    end = midnight(ask.typed.get(UNTIL, ""), zone, ask.voice, after=True)
    return await change(ask, away_from=start, away_until=end)


@press(Verb.ME_BACK, None)
async def back(ask: Ask) -> Screen:
    """Be back."""
    return await change(ask, away_from=None, away_until=None)


@press(Verb.ME_WEEK_AWAY, None, new_message=True)
async def week_away(ask: Ask) -> str:
    """Be away for a week, from now on, while a stand-in plays."""
    now = ask.herald.time.now()
    until = now + WEEK
    away = {"away_from": now, "away_until": until, "when_away": "stand_in"}
    await ask.herald.change_me(ask.user.id, lambda wishes: replace(wishes, **away))
    return ask.say("still_there.away", until=until)


@press(Verb.ME_LOOKS, None)
async def looks(ask: Ask) -> Screen:
    """Choose whether settlers look where they arrive."""
    return await change(ask, looks_on_arrival=ask.rest[:1] == (YES,))


@command("settings", None, choices={"data": DATA})
async def settings(ask: Ask, *, data: str | None = None) -> Screen:
    """See or change how one is treated, have one's data as a file, or be forgotten."""
    if data == "export":
        return await export_data(ask)
    if data == "forget":
        return await forget_me(ask)
    return me_screen(ask.page, await ask.herald.me(ask.user.id))

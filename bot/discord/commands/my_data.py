"""A player's data: as a file, and forgotten after two questions."""

from __future__ import annotations

from bot.discord.ask import Ask
from bot.discord.colours import HERALD
from bot.discord.interactions.verbs import Verb
from bot.discord.page import notice
from bot.discord.presses import press
from bot.discord.screen import Picture, Screen, attachment, row, text


@press(Verb.ME_EXPORT, None, new_message=True, slow=True)
async def export_data(ask: Ask) -> Screen:
    """Give a user everything that is stored about them, as a file."""
    data = await ask.herald.export_me(ask.user.id)
    file = Picture(data.file_name, data.content)
    return Screen([text(ask.say("me.exported")), attachment(file)], attached=[file], accent=HERALD)


@press(Verb.ME_FORGET, None, new_message=True)
async def forget_me(ask: Ask) -> Screen:
    """Ask a first time: what is deleted, what happens to the user's games, and what remains."""
    waiting, running, over = await ask.herald.forgetting.known(ask.user.id)
    lines = [ask.say("me.forget_title"), ask.say("me.forget_deleted")]
    if waiting or running:
        lines.append(ask.say("me.forget_left", n=waiting + running))
    if running or over:
        lines.append(ask.say("me.forget_renamed", n=running + over))
    lines.append(ask.say("me.forget_remains"))
    sure = ask.page.button(Verb.ME_FORGET_SURE, "me.forget", "danger")
    return notice("\n".join(lines), row(sure, ask.page.button(Verb.ME_KEEP, "me.keep")))


@press(Verb.ME_FORGET_SURE, None)
async def forget_surely(ask: Ask) -> Screen:
    """Ask a second time."""
    now = ask.page.button(Verb.ME_FORGET_NOW, "me.forget_now", "danger")
    return ask.page.notice("me.forget_sure", row(now, ask.page.button(Verb.ME_KEEP, "me.keep")))


@press(Verb.ME_FORGET_NOW, None, slow=True)
async def forget_now(ask: Ask) -> str:
    """Forget a user."""
    known = await ask.herald.forgetting.forget(ask.user.id)
    ask.parts.forget_user(ask.user.id)
    return ask.say("me.forgotten" if known else "me.nothing_known")


@press(Verb.ME_KEEP, None)
async def keep(ask: Ask) -> str:
    """Change nothing."""
    return ask.say("me.kept")

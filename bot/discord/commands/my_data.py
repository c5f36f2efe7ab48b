"""A player's data: as a file, and forgotten after two questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.discord.colours import HERALD
from bot.discord.interactions.components import Press, on_press
from bot.discord.interactions.verbs import Verb
from bot.discord.posts.notices import notice
from bot.discord.screen import Picture, Screen, attachment, button, row, text

if TYPE_CHECKING:
    from bot.discord.client import Bot


async def export_screen(bot: Bot, user: int) -> Screen:
    """Everything that is stored about a user, as a file."""
    data = await bot.herald.export_me(user)
    file = Picture(data.file_name, data.content)
    sentence = bot.voice().say("me.exported")
    return Screen([text(sentence), attachment(file)], attached=[file], accent=HERALD)


async def forget_screen(bot: Bot, user: int) -> Screen:
    """What is deleted, what happens to the user's games, and what remains."""
    voice, ids = bot.voice(), bot.ids
    waiting, running, over = await bot.herald.forgetting.known(user)
    lines = [voice.say("me.forget_title"), voice.say("me.forget_deleted")]
    if waiting or running:
        lines.append(voice.say("me.forget_left", n=waiting + running))
    if running or over:
        lines.append(voice.say("me.forget_renamed", n=running + over))
    lines.append(voice.say("me.forget_remains"))
    return notice(
        "\n".join(lines),
        row(
            button(ids.make(Verb.ME_FORGET_SURE), voice.say("me.forget"), "danger"),
            button(ids.make(Verb.ME_KEEP), voice.say("me.keep")),
        ),
    )


@on_press(Verb.ME_EXPORT, None, new_message=True, slow=True)
async def on_export(press: Press) -> None:
    """Give a user their data."""
    await press.reply.show(await export_screen(press.bot, press.user.id))


@on_press(Verb.ME_FORGET, None, new_message=True)
async def on_forget(press: Press) -> None:
    """Ask a first time, saying what it means."""
    await press.reply.show(await forget_screen(press.bot, press.user.id))


@on_press(Verb.ME_FORGET_SURE, None)
async def on_sure(press: Press) -> None:
    """Ask a second time."""
    voice, ids = press.bot.voice(), press.bot.ids
    choice = row(
        button(ids.make(Verb.ME_FORGET_NOW), voice.say("me.forget_now"), "danger"),
        button(ids.make(Verb.ME_KEEP), voice.say("me.keep")),
    )
    await press.reply.show(notice(voice.say("me.forget_sure"), choice))


@on_press(Verb.ME_FORGET_NOW, None, slow=True)
async def on_now(press: Press) -> None:
    """Forget a user."""
    bot, user = press.bot, press.user.id
    known = await bot.herald.forgetting.forget(user)
    bot.forget_user(user)
    await press.reply.show(notice(bot.voice().say("me.forgotten" if known else "me.nothing_known")))


@on_press(Verb.ME_KEEP, None)
async def on_keep(press: Press) -> None:
    """Change nothing."""
    await press.reply.show(notice(press.bot.voice().say("me.kept")))
